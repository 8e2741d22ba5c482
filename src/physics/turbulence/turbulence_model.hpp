// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/equation/equation.hpp"
#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"
#include "physics/sources/fv_options.hpp"

namespace eagre::physics {

/// What a turbulence model sees of the flow; everything outlives the model. phi is the volume flux [m^3/s], nu the kinematic
/// viscosity of the fluid or the mixture [m^2/s], registered as "nu". With a density rho [kg/m^3] that varies and its flux
/// rhoPhi [kg/s] (both or none) the model's scalars are transported per mass if turbulenceProperties says `density variable`.
struct Flow {
  fv::Context& context;
  const fv::VolVectorField& U;
  const fv::SurfaceScalarField& phi;
  const fv::VolScalarField& nu;
  FvOptions* options = nullptr;  ///< what the case adds to the equations of the model's fields
  bool continued = false;        ///< the fields at the start were written by a run of ours: nut is theirs
  const fv::VolScalarField* rho = nullptr;
  const fv::SurfaceScalarField* rhoPhi = nullptr;

  /// For models whose equations take no options in OpenFOAM.
  Flow withoutOptions() const {
    Flow flow = *this;
    flow.options = nullptr;
    return flow;
  }
};

/// Gives a field at the start time.
using ReadScalar = std::function<std::unique_ptr<fv::VolScalarField>(const std::string&, const Dimensions&)>;

/// A turbulence model: it adds the eddy viscosity nut [m^2/s] to that of the fluid, and some a stress beside that.
class TurbulenceModel {
 public:
  virtual ~TurbulenceModel() = default;
  const fv::VolScalarField& nut() const { return *nut_; }
  /// Called once at the start of a time step.
  virtual void shiftOldTimes() = 0;
  /// Old-time levels of the density that the equations read.
  virtual int oldLevelsOfDensity() const = 0;
  /// Solves the model's equations with the present flow and makes nut new. finalIteration: fvSolution's entries "kFinal" and so
  /// on hold, as in the last outer corrector of PIMPLE.
  virtual void correct(bool finalIteration) = 0;
  /// Adds the divergence of the stress that the model has beside that of nut to the left-hand side of the momentum equation,
  /// whose stress has nut already. rho [kg/m^3]: what it is multiplied by; nullptr for an equation divided by the density.
  /// Collective.
  virtual void addStress(fv::Equation<Vec3>&, const fv::VolScalarField* /*rho*/) {}
  /// The flux of the start has been corrected since the model was made: what follows from it is made anew. Collective.
  virtual void fluxCorrected() {}
  /// Fields that are written, nut among them.
  virtual std::vector<const fv::VolScalarField*> fields() const = 0;

 protected:
  explicit TurbulenceModel(std::unique_ptr<fv::VolScalarField> nut) : nut_(std::move(nut)) {}
  std::unique_ptr<fv::VolScalarField> nut_;
};

/// Whether a case's turbulence model needs the distance of every cell to the nearest wall, and whether that is corrected at walls
/// (`correctWalls` in wallDist of fvSchemes, yes by default). Errors (badCase): dictionaries that are wrong; a `method` other
/// than meshWave.
enum class WallDistance { none, uncorrected, corrected };
WallDistance wallDistanceNeeded(const config::Dictionary* turbulenceProperties, const config::Dictionary& fvSchemes);

/// Whether constant/turbulenceProperties asks for a model; false if the flow is laminar, or there is no such file
/// (nullptr). The log says which. Errors (badCase): unknown or unsupported models with the nearest.
bool selectsTurbulenceModel(const config::Dictionary* turbulenceProperties, Log& log);

/// `density` of turbulenceProperties in OpenFOAM v2012 and later: whether the model's equations have the density of the mixture
/// in them. Errors (badCase): another word than uniform and variable.
bool hasVariableDensity(const config::Dictionary& turbulenceProperties);

/// The model that has been selected. Errors (badCase): missing or wrong coefficients.
std::unique_ptr<TurbulenceModel> makeTurbulenceModel(const config::Dictionary& turbulenceProperties, const Flow& flow,
                                                     const ReadScalar& read);

/// Entries of ddtSchemes that the equations of the model that is asked for read, e.g. "ddt(rho,k)". Errors (badCase): as
/// selectsTurbulenceModel.
std::vector<std::string> timeSchemesOfTurbulence(const config::Dictionary* turbulenceProperties);

/// Reads a field ahead, for a check.
using ExpectScalar = std::function<void(const std::string&, const Dimensions&)>;

/// What the flow solver of a case is.
struct SolverKind {
  bool outerCorrectors;  ///< entries of fvSolution "kFinal" and so on hold
  bool twoFluids;        ///< its momentum equation has a density in it
};

/// Adds everything that a case lacks or has wrong for its turbulence model: dictionary, fields, schemes, linear solvers. Returns
/// whether there is a model.
bool checkTurbulenceModel(const config::Dictionary* turbulenceProperties, fv::Context& context, SolverKind solver,
                          const ExpectScalar& expect, Problems& problems);

}  // namespace eagre::physics
