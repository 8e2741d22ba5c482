// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

#include "core/log.hpp"

namespace eagre::run {

/// Writes what TPLS 2.0 starts from into a directory: initial_{phi,u,v,w,pressure,viscosity}.dat, initial_config.dat and
/// tpls_config.opt, of a file that `eagre channel init` wrote (fields and settings). phi of a diffuse interface is written as C,
/// 0 to 1, as TPLS's own tool does. Of one rank. Errors (badCase): no such file, or, all at once, each setting that TPLS does not
/// have.
void writeTplsCase(const std::filesystem::path& initial, const std::filesystem::path& directory, Log& log);

}  // namespace eagre::run
