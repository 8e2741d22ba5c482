// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "config/settings.hpp"
#include "core/log.hpp"
#include "linear/krylov_choice.hpp"
#include "run/control/parallel_controls.hpp"

/// What a run has chosen for itself, so that a run that continues it goes on as it would have: a choice that rests on times is
/// not the same in two runs, the forms of a sum or of conjugate gradients differ in their last digits, and what a solver has
/// learnt in the solves before it would have to learn again.
namespace eagre::run {

/// The sub-dictionary `parallel` of uniform/restart: number of ranks, reduction, pendingSums, the form of each `solver auto` that
/// the user has not named, and what has taken over from slow methods.
std::string choicesText(const comm::Communicator& world, const linear::KrylovChoices& krylov);

/// Settles what is `auto`: as a dump of as many ranks has it (recorded: that sub-dictionary; nullptr if there is none), else by
/// measuring; the forms of conjugate gradients when they are first used. On one rank nothing is but what has taken over.
/// Collective. Errors (badCase): a word in the dump that is none of ours.
std::shared_ptr<linear::KrylovChoices> settleChoices(const comm::Communicator& world, const ParallelControls& controls,
                                                     const config::Dictionary* recorded, Log& log);

/// The entry `settings` of uniform/restart, of what was given on the command line; empty if nothing was.
std::string settingsText(const std::vector<config::GivenEntry>& settings);

}  // namespace eagre::run
