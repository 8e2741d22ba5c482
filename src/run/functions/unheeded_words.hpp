// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "config/dictionary.hpp"

namespace eagre::run {

/// Entries of a function object that OpenFOAM v1912 reads and Eagre does not. The first: Error (badCase) with the place of one
/// with which its results or files would be others. The second remarks those without which the rest is still right
/// (Dictionary::warn).
void refuseUnheeded(const std::string& type, const config::Dictionary& dict);
void warnOfUnheeded(const std::string& type, const config::Dictionary& dict);

}  // namespace eagre::run
