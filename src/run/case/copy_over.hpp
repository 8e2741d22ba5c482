// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

namespace eagre::run {

/// Puts a copy of a file or directory there, over what it has of the same names. What was not there before is whole or not there
/// if that is interrupted; so is each file. Errors: Error(io).
void copyOver(const std::filesystem::path& from, const std::filesystem::path& to);

}  // namespace eagre::run
