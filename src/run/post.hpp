// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "run/run_case.hpp"

namespace eagre::run {

/// Which times of a case are looked at again, by which function objects.
struct PostOptions {
  std::vector<std::string> times{};      ///< "0.1", "0.1:0.3", ":0.3", "0.1:", "latest"; none: all
  std::vector<std::string> functions{};  ///< names in `functions` of controlDict; none: all
};

/// Runs the function objects of controlDict on times that are there, directories and dumps, without a solver's steps: the files
/// are those that a run writes when it writes these times, on any number of ranks. Tables go to postProcessing/<name>/<the first
/// of the times>, a row per time. Returns an exit code. Collective. Errors: badCase, no such time or function object; io.
int postCase(const comm::Communicator& world, const RunOptions& options, const PostOptions& post, Log& log);

}  // namespace eagre::run
