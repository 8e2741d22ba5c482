// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "core/log.hpp"
#include "run/control/time_control.hpp"

namespace eagre::run {

/// Where a run starts or continues from.
struct Start {
  std::string name;              ///< of the time, as that of its directory
  std::string dump{};            ///< dumps/<dump>.vtkhdf; empty: the directory <name>
  bool decomposed = false;       ///< only processor directories have that time (rank 0)
  std::string directory = name;  ///< where its fields are: in the case directory, or absolute
};

/// Whether a case has any dumps, those for restarts included.
bool hasDumps(const std::filesystem::path& caseDirectory);

/// What `--from` says as it is meant in the case: a path that begins outside of it, as the shell completes it, from there on.
/// Errors (usage): a path into another case.
std::string fromInCase(const std::filesystem::path& caseDirectory, const std::string& from);

/// The names of times, directories and dumps, behind this one [s]: those of a run before, of which this one is a branch. Serial.
std::vector<std::string> laterTimes(const std::filesystem::path& caseDirectory, double time);

/// That a run begins with.
struct CaseMesh {
  std::uint32_t checksum = 0;  ///< of constant/polyMesh
  bool refines = false;        ///< its cells change during the run
};

/// The time that startFrom and startTime ask for, among time directories, dumps, and dumps for restarts alike; of those of one
/// time a dump, which is exact, one for restarts first; and times that processor directories alone have. A dump that is damaged,
/// of numbers of 32 bits, or of a mesh of another checksum, is named in a warning and passed over; the ranks read it together,
/// each a share. 0 is made from 0.orig if it is not there. Collective; caseDirectory, control and mesh are rank 0's.
/// Errors (badCase), on all ranks: no such time (the times that are there are listed).
Start findStart(const comm::Communicator& communicator, const std::filesystem::path& caseDirectory, const ControlDict& control,
                const CaseMesh& mesh, Log& log);

}  // namespace eagre::run
