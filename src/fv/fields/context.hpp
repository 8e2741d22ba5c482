// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "fv/fields/field.hpp"
#include "fv/fields/kept_gradients.hpp"
#include "fv/fields/patch_waves.hpp"
#include "kernel/workspace.hpp"
#include "linear/krylov_choice.hpp"

namespace eagre::fv {

/// Where a simulation stands in time. The one of Context::clock is changed by the time loop alone (rDeltaT: by local time steps);
/// a sub-cycle has its own.
struct TimeState {
  double value = 0;                   ///< [s]
  double deltaT = 0;                  ///< [s] of the current step
  double deltaT0 = 0;                 ///< [s] of the step before
  int index = 0;                      ///< steps since the very first start (kept over restarts)
  int startIndex = 0;                 ///< index at the start of this run
  double partStart = 0, partEnd = 1;  ///< of a sub-cycle: where in the time step it is
  bool isPart() const { return partStart > 0 || partEnd < 1; }
  /// With local time steps (ddtSchemes default localEuler): 1/dt of each cell, ghost and boundary face [1/s], of the (sub-)step.
  const VolScalarField* rDeltaT = nullptr;

  /// 1/dt of cell c [1/s], for loops.
  struct Rate {
    double everywhere;
    const double* cells;
    double operator()(Label c) const { return cells ? cells[c] : everywhere; }
  };
  Rate rate() const { return {1 / deltaT, rDeltaT ? rDeltaT->cells().data() : nullptr}; }
  /// dt at boundary face b [s].
  double deltaTAt(Label b) const { return rDeltaT ? 1 / rDeltaT->boundary()[b] : deltaT; }
};

/// A field that is made of the solver's when somebody wants it.
template <class T>
struct MadeField {
  VolField<T> field;
  bool asked = false;  ///< whether anybody has looked it up, so that it is wanted in each step
};

/// What a linear solver has done for one component of a field.
struct ComponentSolve {
  std::string name, solver;  ///< as the log prints them: "Ux", "DILUPBiCGStab"
  double initial, final;     ///< residuals
  int iterations;
  bool converged;
};
/// One solve of a field's equation: the components that are solved for.
using FieldSolve = std::vector<ComponentSolve>;

/// Fields by name, for boundary conditions and function objects that look others up ("phi", "rho", "U").
/// Holds pointers; the owner of a field registers it and outlives the registry's use.
class Registry {
 public:
  void add(VolScalarField& f) { scalars_[f.name()] = &f; }
  void add(VolVectorField& f) { vectors_[f.name()] = &f; }
  void add(VolField<SymmTensor>& f) { symmTensors_[f.name()] = &f; }
  void add(SurfaceScalarField& f) { surfaceScalars_[f.name()] = &f; }
  /// Such fields are found by their names, and are not among scalars() and vectors().
  void add(std::shared_ptr<MadeField<double>> f) { madeScalars_[f->field.name()] = std::move(f); }
  void add(std::shared_ptr<MadeField<Vec3>> f) { madeVectors_[f->field.name()] = std::move(f); }
  /// A field is found no more, as its owner goes; it stays in memory for whoever holds on to it.
  void retire(const std::string& name, std::shared_ptr<const void> field) {
    scalars_.erase(name);
    vectors_.erase(name);
    madeScalars_.erase(name);
    madeVectors_.erase(name);
    retired_.push_back(std::move(field));
  }
  /// nullptr if there is none
  VolScalarField* scalar(const std::string& name) const {
    auto* field = get(scalars_, name);
    return field ? field : made(madeScalars_, name);
  }
  VolVectorField* vector(const std::string& name) const {
    auto* field = get(vectors_, name);
    return field ? field : made(madeVectors_, name);
  }
  VolField<SymmTensor>* symmTensor(const std::string& name) const { return get(symmTensors_, name); }
  SurfaceScalarField* surfaceScalar(const std::string& name) const { return get(surfaceScalars_, name); }
  const std::map<std::string, VolScalarField*>& scalars() const { return scalars_; }
  const std::map<std::string, VolVectorField*>& vectors() const { return vectors_; }
  const std::map<std::string, VolField<SymmTensor>*>& symmTensors() const { return symmTensors_; }
  const std::map<std::string, SurfaceScalarField*>& surfaceScalars() const { return surfaceScalars_; }

  /// Numbers that conditions and function objects look up: "Cmu" and its like of the turbulence model, "nu" of icoFoam.
  void setNumber(const std::string& name, double value) { numbers_[name] = value; }
  std::optional<double> number(const std::string& name) const {
    const auto it = numbers_.find(name);
    return it == numbers_.end() ? std::nullopt : std::optional(it->second);
  }

  /// Initial residual of the first solve for each field (component) in this time step; cleared when a step starts.
  void recordResidual(const std::string& name, double initial) { residuals_.emplace(name, initial); }
  void clearResiduals() {
    residuals_.clear();
    solves_.clear();
  }
  const std::map<std::string, double>& residuals() const { return residuals_; }
  /// All solves of each field's equation in this time step, in their order.
  void recordSolve(const std::string& field, FieldSolve solve) { solves_[field].push_back(std::move(solve)); }
  const std::map<std::string, std::vector<FieldSolve>>& solves() const { return solves_; }

 private:
  template <class M>
  static typename M::mapped_type get(const M& map, const std::string& name) {
    auto it = map.find(name);
    return it == map.end() ? nullptr : it->second;
  }
  template <class T>
  static VolField<T>* made(const std::map<std::string, std::shared_ptr<MadeField<T>>>& map, const std::string& name) {
    const auto it = map.find(name);
    if (it == map.end()) return nullptr;
    it->second->asked = true;
    return &it->second->field;
  }
  std::map<std::string, VolScalarField*> scalars_;
  std::map<std::string, VolVectorField*> vectors_;
  std::map<std::string, std::shared_ptr<MadeField<double>>> madeScalars_;
  std::map<std::string, std::shared_ptr<MadeField<Vec3>>> madeVectors_;
  std::vector<std::shared_ptr<const void>> retired_;
  std::map<std::string, VolField<SymmTensor>*> symmTensors_;
  std::map<std::string, SurfaceScalarField*> surfaceScalars_;
  std::map<std::string, double> residuals_, numbers_;
  std::map<std::string, std::vector<FieldSolve>> solves_;
};

/// What every operator, boundary condition and equation of one simulation needs to know. One object a simulation;
/// no global state.
struct Context {
  const mesh::Mesh& mesh;
  const config::Dictionary& fvSchemes;
  const config::Dictionary& fvSolution;
  TimeState& clock;  ///< the time loop's; what computes asks time()
  Registry& registry;
  Log& log;
  std::filesystem::path caseDirectory{};  ///< from which file names of functions are taken; empty: that of their dictionary
  std::optional<Vec3> gravity{};          ///< constant/g [m/s^2]; none: a solver that does without, of a case that has none
  std::optional<double> ghRef{};          ///< g.h is gravity . position - ghRef [m^2/s^2]; none: a solver without p_rgh
  double gh(const Vec3& position) const { return dot(*gravity, position) - *ghRef; }
  const TimeState* subCycle = nullptr;  ///< the part of the time step that is being taken, while there is one
  /// The step that operators, conditions and solvers take: of the sub-cycle, if there is one, else of the clock. To be asked anew
  /// when it is used: what it refers to lasts as long as the sub-cycle.
  const TimeState& time() const { return subCycle ? *subCycle : clock; }
  std::map<std::string, std::unique_ptr<PatchWaves>> waves{};  ///< by patch, where there are any
  kernel::Workspace workspace{};
  std::shared_ptr<KeptGradients> gradients = std::make_shared<KeptGradients>();
  bool fastSolvers = false;                         ///< linear::fasterMethod instead of the solvers that fvSolution names
  int solutionVersion = 0;                          ///< counts the changes of fvSolution while a run goes on
  std::shared_ptr<linear::KrylovChoices> krylov{};  ///< what `solver auto` stands for; none: each measures for itself
};

}  // namespace eagre::fv
