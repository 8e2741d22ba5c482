// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "case/field_file.hpp"
#include "fv/fields/context.hpp"
#include "output/dumps/dump_reader.hpp"
#include "physics/motion/mesh_motion.hpp"
#include "run/case/case_setup.hpp"
#include "run/case/start.hpp"
#include "run/control/dump_controls.hpp"
#include "run/control/parallel_controls.hpp"
#include "run/control/temporary_directory.hpp"
#include "run/control/time_control.hpp"
#include "run/function_objects.hpp"
#include "run/refinement/carried_fields.hpp"
#include "run/refinement/mesh_refinement.hpp"
#include "run/run_case.hpp"
#include "solvers/flow_solver.hpp"

namespace eagre::run {

/// What of one time of a case serves the next one: the mesh of a case that stands still, and where function objects sample in it.
struct KeptMesh {
  std::unique_ptr<mesh::Mesh> mesh;  ///< null: nothing is kept
  std::uint32_t checksum = 0;
  Samplings samplings;
};

/// A case that has been read and set up: dictionaries, mesh, where its fields are, function objects. What a run, a check and a
/// look at times that are there begin with.
struct SetUpCase {
  /// kept: of the same case, by keepMesh(); empty afterwards. Collective. Errors: badCase with every problem of the case.
  SetUpCase(const comm::Communicator& world, const RunOptions& options, Log& log, KeptMesh kept = {});
  SetUpCase(const SetUpCase&) = delete;
  /// Hands the mesh over, if it stands still, at the end of this case's use; what remains is only to be destroyed.
  KeptMesh keepMesh();

  std::unique_ptr<solvers::FlowSolver> makeSolver() { return solvers::makeSolver(application, *source, *context); }
  /// Divides cells and puts others together if that is due and the field says so: a mesh, and a source of the fields on it, are
  /// there then for a new solver, and what the old one had is carried; true then. beforeTheSolverGoes: called when its fields
  /// have been taken, to destroy it. Collective.
  bool refineMesh(solvers::FlowSolver& solver, const std::function<void()>& beforeTheSolverGoes);
  /// Once the solver has made its fields.
  void requireWhatConditionsNeed();
  /// What the log says of the linear solvers that take the place of those that fvSolution names.
  void reportLinearSolvers() const;
  /// A dump holds one time level: time schemes of more begin again as they do in a first step.
  void warnOfForgottenHistory() const;
  /// An optional keyword with a slip of the pen changes nothing in the run, and nobody notices.
  void warnOfMisspeltEntries() const;

  comm::Communicator world;
  RunOptions options;
  Log& log;
  Problems problems;
  CaseDictionaries dictionaries;
  ControlDict control;
  ParallelControls parallel;
  std::shared_ptr<linear::KrylovChoices> krylov;
  DumpControls dumps;
  std::string application;
  Start start;
  std::unique_ptr<TemporaryDirectory> temporary;         ///< fields that a check has put together, on rank 0
  std::uint32_t meshChecksum = 0;                        ///< if there are dumps, or are to be
  std::map<std::string, case_::RawField> fieldsOfCheck;  ///< that setFields would write, on rank 0
  bool timesHaveMeshes = false, meshIsOfTime = false;    ///< times have meshes of their own; that of the start is in use
  std::int64_t nCellsNotMade = 0;                        ///< of a mesh that a check has made coarse; 0: it is the case's own
  std::unique_ptr<mesh::Mesh> mesh;
  fv::TimeState timeState;
  fv::Registry registry;
  std::unique_ptr<fv::Context> context;
  std::unique_ptr<physics::MeshMotion> motion;  ///< null: the mesh stands still. Its solvers give back to context's workspace
  std::unique_ptr<MeshRefinement> refinement;   ///< null: the mesh keeps its cells
  std::unique_ptr<CarriedFields> carried;       ///< the fields of a mesh that has just changed
  std::unique_ptr<DirectorySource> source;
  std::shared_ptr<physics::GivenSources> givenSources;  ///< of whoever drives the run; null: none
  std::unique_ptr<output::DumpReader> dump;             ///< what the run continues from, while it is set up
  RestartState restart;
  Samplings samplings;
  std::vector<std::unique_ptr<FunctionObject>> functionObjects;
  std::shared_ptr<RunBoard> board = std::make_shared<RunBoard>();  ///< of the function objects

 private:
  void setUp(KeptMesh kept);
  WholeMesh wholeMesh();
  void prepareMesh();
  void takeMeshOfTime(WholeMesh& whole, bool packed);
  void completeGeometry(WholeMesh& whole);
  void makeSource(output::FieldStore* store);
  /// Times are looked at, each on the mesh that it has.
  bool isPost() const { return !options.tables.empty(); }
  void leaveOutWhatKeepsCells();
  void takeMesh(KeptMesh kept);
  void prepareFields(WholeMesh& whole, bool packed);
  bool needsPoints();
  std::unique_ptr<mesh::Mesh> dealtMesh(WholeMesh whole, bool packed);
  void replaceMesh(WholeMesh whole);
  void takeDecomposedTime();
  void warnOfEndTime();
  void warnOfOtherSettings();
  void reportLaterTimes() const;
  GlobalLabel nPointsOfStart() const;
  void startMotion();
  void placeMesh();
  void checkMovingMesh();
};

/// Error (badCase): Eagre has not the solver that a case names, or cannot run it for what is known before there is a mesh.
/// Dictionaries that its recipe still makes are no matter here, unless it has them all:
/// then what is wrong with them is an error.
void requireSolver(const RunOptions& options, bool hasDictionaries = false);

}  // namespace eagre::run
