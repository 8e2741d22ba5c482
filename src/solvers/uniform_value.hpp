// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include "config/dictionary.hpp"

namespace eagre::solvers {

/// Error if a file of one value (constant/g, constant/hRef: `dimensions [..]; value ..;`) says that it has other dimensions.
inline void requireDimensions(const config::Dictionary& file, const Dimensions& expected) {
  if (!file.has("dimensions")) return;
  if (const auto given = file.get<Dimensions>("dimensions"); given != expected)
    throw Error(file.at("dimensions").place,
                fmt::format("dimensions are {}, but {} are needed", toString(given), toString(expected)));
}

}  // namespace eagre::solvers
