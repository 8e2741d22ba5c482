// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Headers that most sources include and that do not change: each room's target parses them once, not once for each source.
// A source still includes all that it uses: the fuzz preset builds without precompiled headers.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
