// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <span>

#include "channel/initial_condition.hpp"
#include "channel/state.hpp"
#include "grid/block.hpp"

/// The fields of a channel in TPLS's text files, through rank 0, plane by plane.
namespace eagre::run {

/// A file of points "X Y Z values..." at cell centres (velocities: the mean of two faces; their ghosts must be filled), whole or
/// not at all. Unlike TPLS's own files, each value stands at the point that is printed beside it. Collective. Errors: Error(io).
void writePointFile(const std::filesystem::path& path, const grid::Block& block, std::span<const channel::NamedField> fields);

/// TPLS's initial_phi.dat, initial_u.dat, initial_v.dat, initial_w.dat, initial_pressure.dat. phi of a phase field, which is 0 to
/// 1 there, becomes a distance by the equilibrium profile of thickness settings.interface.cahn. Collective. Errors (badCase): a
/// file that is missing, or of another grid, with what would be right.
channel::InitialCondition readTplsInitial(const std::filesystem::path& directory, const channel::Settings& settings,
                                          const grid::Block& block);

}  // namespace eagre::run
