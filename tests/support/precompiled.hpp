// Copyright 2026 The tamiz authors. Boost Software License 1.0, see LICENSE.
// What most tests include, compiled once (tests/CMakeLists.txt).
#pragma once

#include <support/catch.hpp>

#include <tamiz/tamiz.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>
