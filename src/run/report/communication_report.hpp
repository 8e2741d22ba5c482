// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "comm/profile.hpp"
#include "core/log.hpp"
#include "run/report/performance_model.hpp"

namespace eagre::run {

/// Of one number that each rank has.
struct OverRanks {
  double min = 0, mean = 0, max = 0;
};

/// A profile's entry of all ranks.
struct PhaseOverRanks {
  std::string name;
  double visits = 0, iterations = 0, exchanges = 0, reductions = 0;  ///< the same on all ranks
  OverRanks seconds;
  struct Row {
    const char* function;
    OverRanks calls, bytes, elapsed, waiting;
  };
  std::vector<Row> functions;    ///< those called by some rank
  OverRanks inMpi, inExchanges;  ///< elapsed in all of them, and in those that belong to exchanges [s]
};

/// The system of an unstructured mesh, and the model of its solution.
struct SystemReport {
  /// Of each rank: messages of one exchange, values sent in it by component.
  std::vector<double> neighbours, cutFaces;
  /// Of each rank: (neighbour, values sent to it in one exchange) of one rank after the other.
  std::vector<std::vector<std::pair<int, Label>>> sent;
  PartitionedSystem size;
  MachineTimes machine;
};
/// Collective.
SystemReport describeSystem(const mesh::Mesh& mesh, const MachineTimes& machine);

/// What a run communicated, of all ranks.
struct CommunicationReport {
  int ranks = 1;
  std::vector<PhaseOverRanks> phases;
  std::string methods;
  std::vector<std::string> choices;  ///< what `auto` has measured and chosen, in words
  std::optional<SystemReport> system;
  OverRanks seconds;  ///< elapsed in all phases together
  double share = 0;   ///< of it in MPI, both means over ranks
};

/// Collective; nobody records meanwhile.
CommunicationReport gatherCommunication(const comm::Communicator& world, comm::Profile& profile);

/// Prints phases and MPI functions a step, and the performance model beside what the phase "pressure solver" took.
void print(const CommunicationReport& report, int steps, Log& log);
/// The same of all steps together, as the value of a JSON member.
std::string json(const CommunicationReport& report);

}  // namespace eagre::run
