// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "physics/sources/given_sources.hpp"
#include "run/control/case_lock.hpp"
#include "run/simulation.hpp"

/// What the Python module eagre._core stands on: a simulation with its log and its lock, and how errors are agreed upon. No
/// Python in here; module/ wraps it.
namespace eagre::python {

/// Text that a Log has written, until it is taken.
class LogText {
 public:
  LogText();
  ~LogText();
  LogText(const LogText&) = delete;
  std::FILE* stream() { return stream_; }
  std::string take();

 private:
  std::string text_;
  std::FILE* stream_;
};

/// Values of entities one after another: rows of 1 or 3 numbers.
struct Rows {
  double* data = nullptr;
  std::size_t size = 0, components = 1;
};

struct DriverOptions {
  run::RunOptions run;
  bool prepare = true;  ///< do what the recipe of the case still prepares, as `eagre run` does
  bool force = false;   ///< go on beside another process that works in the case
};

/// What a driver's functions say. Both return the values for the rows at `points` on this rank, or nothing if there is no such
/// function; what they throw on any rank ends the set-up, or the step, on all.
struct DriverFunctions {
  using Values = std::optional<std::vector<double>>;
  /// Cells of a field of the start time, `components` numbers each.
  std::function<Values(const std::string& field, std::size_t components, Rows points)> initial{};
  /// Values or normal gradients on a patch at the start time.
  std::function<Values(const std::string& field, const std::string& patch, std::size_t components, Rows points)> boundary{};
  std::vector<std::string> sources{};  ///< fields that are to have a source
};

/// [m], of the faces of a patch on this rank.
std::vector<Vec3> faceCentres(const mesh::Mesh& mesh, const mesh::Patch& patch);

/// Arrays of fields on a mesh that was refined since: views that were taken of them keep them alive, with their last values.
struct FormerFields {
  std::vector<std::vector<double>> scalars;
  std::vector<std::vector<Vec3>> vectors;
};

/// A case that is driven from outside. All but the reading of values is collective. Errors end all ranks' calls alike: where one
/// rank alone has met one, which leaves the others in a message, all ranks are ended, as those of the program are.
class Driver {
 public:
  /// Sets the case up. Errors: as run::Simulation.
  Driver(const comm::Communicator& world, const DriverOptions& options, DriverFunctions functions);
  ~Driver();
  Driver(const Driver&) = delete;

  /// One step; false at the end of the run. If a function of `beforeEachStep` has failed, the time that the step before has
  /// reached is written first. After any error there is no further step.
  bool step();
  /// f(time) at the beginning of each step with the time [s] at its end; empty: nothing. What it throws on one rank is thrown on
  /// all, as an Error on the others.
  void beforeEachStep(std::function<void(double time)> f);
  /// Errors (usage): no step was made, so that the fields that the run has started from would be overwritten.
  void write();
  /// Gives the case free for others. Values can still be read.
  void close();

  run::Simulation& simulation() { return *simulation_; }
  const run::Simulation& simulation() const { return *simulation_; }
  const mesh::Mesh& mesh() const { return simulation_->mesh(); }
  const comm::Communicator& world() const { return world_; }
  std::string takeLog();

  /// What a view of one of the arrays below has to keep, so that it stays valid when the mesh is refined.
  std::shared_ptr<FormerFields> present() const { return present_; }
  /// A field's owned cells; one of its patches; a flux's faces. Errors (usage): unknown name, with the nearest.
  Rows cells(const std::string& field) const;
  Rows patch(const std::string& field, const std::string& patch) const;
  Rows faces(const std::string& flux) const;
  std::vector<std::string> cellFields() const;
  std::string dimensions(const std::string& field) const;
  std::string conditionType(const std::string& field, const std::string& patch) const;
  const mesh::Patch& patchNamed(const std::string& name) const;
  /// Ghosts and boundary values from the cells, which have been changed. Errors (usage): a field that others are derived from.
  void changed(const std::string& field);
  /// Error (usage) unless the cells of this field may be changed between steps.
  void requireEditable(const std::string& field) const;
  /// Values of fixedValue, or gradients of fixedGradient, on a patch from the next step on. Errors (usage): other conditions,
  /// wrong number of values.
  void assign(const std::string& field, const std::string& patch, const std::vector<double>& values);
  /// The source of a field that was named in DriverFunctions, from the next step on.
  void setSource(const std::string& field, const std::vector<double>& values);

 private:
  void setUp(const DriverOptions& options, DriverFunctions& functions);
  run::FieldHooks hooks(DriverFunctions& functions);
  void requireSources();
  void writeBeforeTheEnd();
  void followMeshChanges();
  void sizeSources();
  void keepForViews();
  template <class F>
  void together(F&& f);

  comm::Communicator world_;
  LogText text_;
  Log log_;
  std::shared_ptr<physics::GivenSources> sources_;
  std::optional<run::CaseLock> lock_;
  std::unique_ptr<run::Simulation> simulation_;
  std::function<void(double)> beforeEachStep_;
  mutable std::set<std::string> shownFluxes_;                                 ///< of which arrays were asked for
  std::shared_ptr<FormerFields> present_ = std::make_shared<FormerFields>();  ///< of the present mesh: empty
  bool evaluating_ = false;  ///< functions are called: nothing has changed in this step
  bool finished_ = false;    ///< the end of the run has been told
  bool failed_ = false;      ///< there is no further step
};

}  // namespace eagre::python
