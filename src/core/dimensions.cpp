// SPDX-License-Identifier: BSD-3-Clause
#include "core/dimensions.hpp"

#include <fmt/format.h>

namespace eagre {

std::string toString(const Dimensions& dimensions) { return fmt::format("[{:g}]", fmt::join(dimensions.exponents, " ")); }

}  // namespace eagre
