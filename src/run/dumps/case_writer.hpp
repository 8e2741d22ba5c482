// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "output/dumps/dump_surface.hpp"
#include "output/dumps/dump_writer.hpp"
#include "output/foam/time_directory.hpp"
#include "run/control/dump_controls.hpp"
#include "run/control/time_control.hpp"
#include "solvers/flow_solver.hpp"

namespace eagre::run {

/// Whether there are no fields.
bool isEmpty(const solvers::Outputs& outputs);
/// Puts fields into the directory of a time that is there, file by file; the others stay. Collective. Errors: Error(io).
void addToDirectory(const comm::Communicator& world, const std::filesystem::path& caseDirectory, const std::string& time,
                    const ControlDict& control, const solvers::Outputs& outputs);

/// Writes the times of a run as the case asks for them: OpenFOAM's directories, dumps, or both, and removes those that
/// purgeWrite keeps no longer. Collective.
class CaseWriter {
 public:
  /// Gives a dump the mesh that it holds itself. Collective.
  using DumpMesh = std::function<void(output::DumpWriter&)>;
  /// meshChecksum: of dumps. dumpMesh: of a mesh whose cells change; else null. Errors: Error(io).
  CaseWriter(const fv::Context& context, std::filesystem::path caseDirectory, const ControlDict& control,
             const DumpControls& dumps, std::uint32_t meshChecksum, DumpMesh dumpMesh);

  /// choices: what the run has chosen for itself, as text of uniform/restart.
  /// Errors: Error(io); a dump that fails is a warning if the case says onError continue.
  void write(const TimeControl& time, const ControlDict& control, const solvers::Outputs& outputs, const std::string& choices);
  /// Fields alone, from which nothing starts: at a time that the run does not write.
  void writeOwnTime(const std::string& name, const ControlDict& control, const solvers::Outputs& outputs);
  /// A dump for restarts, in the place of the oldest. Those beyond what the case keeps are removed then.
  void writeForRestart(const TimeControl& time, const solvers::Outputs& outputs, const std::string& choices);

  /// Called for each directory that is written, which lacks what f() writes. Collective.
  void alsoWrites(std::function<void(output::TimeDirectory&, const ControlDict&)> f) { also_ = std::move(f); }

 private:
  void writeDirectory(const std::string& name, const ControlDict& control, const solvers::Outputs& outputs,
                      const std::string& restart);
  std::vector<output::SurfaceData> writeDump(output::DumpRequest request, const solvers::Outputs& outputs,
                                             const std::string& restart);
  void planDumps();
  /// f(), which writes a dump; what goes wrong is a warning if the case says so.
  template <class F>
  void tolerating(F&& f);

  const fv::Context& context_;
  comm::Communicator world_;
  std::filesystem::path caseDirectory_;
  DumpControls dumps_;
  std::uint32_t meshChecksum_;
  DumpMesh dumpMesh_;
  std::unique_ptr<output::DumpPlan> plan_;
  std::int64_t plannedTopology_ = 0;  ///< the version of the mesh that the plan is of
  std::function<void(output::TimeDirectory&, const ControlDict&)> also_;
  output::DumpSeries series_;
  output::PurgeWrite purgeDirectories_, purgeDumps_;
  std::deque<std::string> restartNames_;  ///< of dumps for restarts, the next to be written first
};

}  // namespace eagre::run
