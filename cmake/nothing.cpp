// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// A target of precompiled headers needs a source to be a target.
