// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "config/toml.hpp"

namespace eagre::run {

/// The settings that TPLS 2.0's tpls_config.opt and the initial_config.dat beside it say, under our keys, each with the place
/// where it stands there. TPLS has density 1 in both fluids, viscosity mu / re, surface tension scap, cubic cells of 1 / (maxn -
/// 1), an inlet and an outlet. Its initial_*.dat beside them are the initial condition. notes: what they say that means nothing
/// here, and why. problems: unknown keys, missing ones, wrong values. Rank 0 reads.
std::vector<config::Setting> readTplsOptions(const comm::Communicator& world, const std::filesystem::path& file,
                                             std::vector<std::string>& notes, Problems& problems);

}  // namespace eagre::run
