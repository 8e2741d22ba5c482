// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"
#include "fv/fields/point_field.hpp"

namespace eagre::physics {
struct GivenSources;
class MeshMotion;
}  // namespace eagre::physics

namespace eagre::solvers {

/// Where a solver gets its fields and dictionaries from. Solvers know no files; run/ implements this on a case directory.
class CaseSource {
 public:
  virtual ~CaseSource() = default;
  /// Reads a field ahead, during a case check; its problems go to the check's.
  virtual void expectScalar(const std::string& name, const Dimensions& dimensions) = 0;
  virtual void expectVector(const std::string& name, const Dimensions& dimensions) = 0;
  virtual void expectSymmTensor(const std::string& name, const Dimensions& dimensions) = 0;
  /// A field at the start time. Errors (badCase): all problems of its file.
  virtual std::unique_ptr<fv::VolScalarField> scalar(const std::string& name, const Dimensions& dimensions) = 0;
  virtual std::unique_ptr<fv::VolVectorField> vector(const std::string& name, const Dimensions& dimensions) = 0;
  virtual std::unique_ptr<fv::VolField<SymmTensor>> symmTensor(const std::string& name, const Dimensions& dimensions) = 0;
  /// Whether the start time has a field.
  virtual bool has(const std::string& field) = 0;
  /// A face flux, if the start time has it.
  virtual std::unique_ptr<fv::SurfaceScalarField> flux(const std::string& name, const Dimensions& dimensions) = 0;
  /// constant/<name>; Error if it is not there.
  virtual const config::Dictionary& constant(const std::string& name) = 0;
  virtual const config::Dictionary* constantIfPresent(const std::string& name) = 0;
  virtual const config::Dictionary* systemIfPresent(const std::string& name) = 0;
  /// Values of the start time into a field that the solver makes for itself; false if they are not there. Collective.
  virtual bool readIfPresent(fv::VolScalarField& field) = 0;
  /// uniform/<name> of the start time, what a run keeps besides fields; nullptr if it is not there.
  virtual const config::Dictionary* state(const std::string& name) = 0;
  /// True if the start time was written by a run of ours, whose flux already meets continuity: no first correction then.
  virtual bool continued() const = 0;
  /// Whether the flux of the start is to be corrected to meet continuity.
  virtual bool correctsFlux() const { return !continued(); }
  /// Whether the mesh is refined during the run.
  virtual bool refinesMesh() const { return false; }
  /// Of such a mesh: its first cell (of all ranks) in a cell of the mesh as it was before any was divided; -1: there is none.
  /// Collective.
  virtual GlobalLabel firstCellIn(GlobalLabel cell) { return cell; }
  /// Of a mesh that has just changed: the velocity on its faces as it follows from that of the faces before; else null.
  virtual std::unique_ptr<fv::SurfaceVectorField> faceVelocity() { return nullptr; }
  /// What moves the mesh, once that is there; null: it stands still.
  virtual physics::MeshMotion* meshMotion() { return nullptr; }
  /// Sources of whoever drives the run, for equations that take those of fvOptions; null: there are none.
  virtual std::shared_ptr<physics::GivenSources> givenSources() { return nullptr; }
};

/// The fields that a time directory holds, and its dictionaries uniform/<name>: name and text.
struct Outputs {
  std::vector<const fv::VolScalarField*> scalars;
  std::vector<const fv::VolVectorField*> vectors;
  std::vector<const fv::SurfaceScalarField*> fluxes;
  std::vector<std::pair<std::string, std::string>> states{};
  std::vector<const fv::PointField*> pointFields{};
  std::vector<const fv::VolField<SymmTensor>*>
      symmTensors{};  ///< averages have no conditions: their patch values are written as they are
  std::vector<const fv::VolField<Tensor>*> tensors{};  ///< likewise, of function objects
};

struct CourantNumbers {
  double mean = 0, max = 0;
  double interfaceMean = 0, interfaceMax = 0;  ///< near the interface; two-phase solvers
};

/// One flow solver: its fields, and one time step. The time loop (run/) owns time, writing and stopping.
class FlowSolver {
 public:
  virtual ~FlowSolver() = default;
  /// Courant numbers for a step of deltaT with the present flux.
  virtual CourantNumbers courant(double deltaT) const = 0;
  /// With local time steps (fv::localTimeSteps), sets them from the present state, before Context::time moves on.
  virtual void setLocalTimeSteps() {}
  /// Advances all fields by Context::time.deltaT; Context::time already stands at the end of the step.
  virtual void step() = 0;
  virtual Outputs outputs() const = 0;
  /// Of a steady solver: whether the step just made has met the residuals at which fvSolution wants the run to end.
  virtual bool isConverged() const { return false; }
  /// Of a mesh that is refined: the velocity on faces whose normal part is that of the present flux [m/s]; else null.
  virtual const fv::SurfaceVectorField* faceVelocity() { return nullptr; }
};

/// Names of the solvers, as `application` in controlDict.
const std::vector<std::string>& solverNames();

/// Whether a solver's Courant numbers include the interface's (and controlDict needs maxAlphaCo); false for a name that is none.
bool isTwoPhase(const std::string& application);

/// Whether a solver of a case with these dictionaries (transportProperties null: there are none) needs the points of the mesh
/// (mesh::keepPoints): the advection or the curvature may.
bool needsPoints(const std::string& application, const config::Dictionary& fvSolution,
                 const config::Dictionary* transportProperties);

/// Whether a solver heeds controlDict's adjustTimeStep (OpenFOAM's icoFoam and pisoFoam do not); false for a name that is none.
bool adaptsTimeStep(const std::string& application);

/// Whether a solver looks for the steady flow, by iterations that it counts as time steps: there are no Courant numbers; false
/// for a name that is none.
bool isSteady(const std::string& application);

/// Whether a solver reads constant/dynamicMeshDict; false for a name that is none.
bool readsMotion(const std::string& application);

/// Whether a solver can go on where its mesh has been refined during a run; false for a name that is none.
bool followsRefinement(const std::string& application);
/// Whether a run keeps the linear solvers that fvSolution names: nonNewtonianIcoFoam, whose explicit stress makes PISO's
/// corrections grow where nu deltaT is many times the square of a cell. OpenFOAM's example lives on what GAMG leaves of the
/// pressure's residual: solved to 1e-12 both programs diverge within 24 steps.
bool keepsLinearSolvers(const std::string& application);

/// How the mesh of a case moves, by constant/dynamicMeshDict (nullptr: there is none); null: it stands still. Errors: no solver
/// is called `application`, or its mesh would move in a way, or at all, that is not supported.
std::unique_ptr<physics::MeshMotion> makeMeshMotion(const std::string& application, const config::Dictionary* dynamicMeshDict,
                                                    const std::filesystem::path& caseDirectory);

/// Adds every problem that the dictionaries of a case have for the solver `application`: schemes, linear solvers, controls.
void checkCase(const std::string& application, CaseSource& source, fv::Context& context, Problems& problems);
/// Of these the problems of the linear solvers alone.
void checkLinearSolvers(const std::string& application, const config::Dictionary& fvSolution, Problems& problems);

/// Makes a solver with its fields at the start time. Errors: badCase with all problems.
std::unique_ptr<FlowSolver> makeSolver(const std::string& application, CaseSource& source, fv::Context& context);

}  // namespace eagre::solvers
