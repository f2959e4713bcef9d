// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// What most programs include, compiled once (examples/support/CMakeLists.txt).
// Not CLI11: its validators are objects that each file which includes them must initialise, 2 seconds of code in each.
#pragma once

#include <fmt/format.h>

#include <tamiz/tamiz.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <thread>
#include <vector>
