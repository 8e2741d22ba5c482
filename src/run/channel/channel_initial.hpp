// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "channel/initial_condition.hpp"
#include "run/channel/channel_case.hpp"

namespace eagre::run {

/// What a channel starts from: made of its settings, or read from initial.file, a NetCDF file or a directory of TPLS's text
/// files. Collective. Errors: a file that is missing, damaged or of another grid.
channel::InitialCondition initialCondition(const ChannelCase& channelCase, const grid::Block& block);

/// The first lines of the log: grid, ranks, fluids, base flow.
void describe(const ChannelCase& channelCase, const grid::Block& block, Log& log);

}  // namespace eagre::run
