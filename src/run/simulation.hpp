// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "run/case/case_setup.hpp"
#include "run/control/time_loop.hpp"
#include "run/run_case.hpp"
#include "solvers/flow_solver.hpp"

namespace eagre::run {

class TimeControl;

/// What a driver adds to a case while it is set up.
struct Additions {
  FieldHooks fields{};                               ///< may change fields of the start time
  std::shared_ptr<physics::GivenSources> sources{};  ///< null: none
};

/// An OpenFOAM case that runs, for whoever drives it: `eagre run`, a test, another program.
///
///     Simulation simulation(world, {.caseDirectory = "damBreak"}, log);
///     while (simulation.step()) look(simulation.fields().scalar("alpha.water")->cells());
///
/// Each step has all that controlDict says beside it: function objects are called, times are written, an edited controlDict is
/// read again. Several may live in one process, stepped in turn; on one communicator they talk alike, as the last one set up asks
/// for (ParallelControls). The case is taken as it is: what its recipe still prepares is done by prepareCase()
/// (run/preparation/preparation.hpp). All calls are collective over `world`.
class Simulation final : public TimeLoop {
 public:
  /// Reads and sets up the case at its start time. Errors: badCase with every problem of the case.
  Simulation(const comm::Communicator& world, const RunOptions& options, Log& log, Additions additions = {});
  ~Simulation() override;

  bool running() const override;
  double time() const override;
  double endTime() const override;
  double deltaT() const;         ///< [s] of the last step, or of the first to come
  int index() const;             ///< steps since the very first start, over restarts
  std::string timeName() const;  ///< as that of its directory

  /// Fields by name, with cells [0, mesh().nCells) and the ghosts behind them, and boundary values: alpha.water, U, p_rgh, phi,
  /// and what else the solver has registered. They live as long as the simulation.
  const fv::Registry& fields() const;
  const mesh::Mesh& mesh() const;
  /// Whether the mesh is refined during the run: then fields and mesh live until the next step, or until aroundMeshChanges()
  /// says.
  bool refinesMesh() const;
  /// Of the present flux and deltaT.
  solvers::CourantNumbers courant() const;

  /// What the run has chosen for itself (linear::KrylovChoices), for a report.
  const std::vector<std::string>& choices() const;

  /// Whether a step was made in this run: the time is not the one that it has started from.
  bool hasStepped() const;

  /// In each step f(time) is called once its end [s] is known and before anything has changed: what f throws, on all ranks alike,
  /// leaves the simulation as it was after the step before.
  void beforeEachStep(std::function<void(double time)> f);
  /// Of a mesh that is refined, in a step that changes it: before() once the fields are still those of the old mesh, which go
  /// then; after(time), with the time at the end of the step [s], when they are on the new one and before they are solved for.
  /// What after() throws ends the run in the middle of this step.
  void aroundMeshChanges(std::function<void()> before, std::function<void(double time)> after);
  /// Another end [s] than controlDict's, until that is edited. Errors (usage): it is not finite.
  void setEndTime(double endTime);
  /// The length of the steps from now on [s]. Errors (usage): not positive and finite; of a case whose time step is adjusted.
  void setDeltaT(double deltaT);
  /// Replaces a factor of relaxationFactors in fvSolution: of the equation of `name`, else of the field itself (p, p_rgh);
  /// "UFinal" is that of the last outer corrector. Errors (usage): not in (0, 1].
  void setRelaxation(const std::string& name, double factor, bool equation);
  /// Makes one more step, which is written, the last one.
  void stop();
  /// Writes the present time as a time of the case. Errors: io; diverged, if a field is not finite.
  void write();

 private:
  class Parts;
  void advance() override;

  std::unique_ptr<Parts> parts_;
};

}  // namespace eagre::run
