#!/bin/sh
# Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
# Is every source as clang-format would write it?   layout.sh CLANG_FORMAT FOLDER...
# To write them so: clang-format-19 -i FILE...
format=$1
shift
find "$@" \( -name '*.cpp' -o -name '*.hpp' -o -name '*.h' \) -print0 | xargs -0 "$format" --dry-run -Werror
