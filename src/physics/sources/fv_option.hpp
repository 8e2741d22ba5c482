// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/equation/equation.hpp"
#include "fv/fields/context.hpp"

namespace eagre::physics {

/// What the momentum equation is made of besides U: rho [kg/m^3], nullptr for an equation divided by the density, and the
/// kinematic viscosity of the fluid or the mixture nu [m^2/s].
struct Momentum {
  const fv::VolScalarField* rho;
  const fv::VolScalarField& nu;
};

/// What a case has that options ask for before there is an equation.
struct OptionSurroundings {
  bool withDensity;            ///< the momentum equation has a density
  bool turbulenceWithDensity;  ///< those of the turbulence model have it, too
  bool gravity;                ///< constant/g is there
};

/// One entry of fvOptions: terms that a case adds to the equations of fields. They stand on the right-hand side of the equation
/// and go into its diagonal and source after it has been assembled and before it is relaxed, as in OpenFOAM.
class FvOption {
 public:
  virtual ~FvOption() = default;
  /// The fields whose equations it enters.
  const std::vector<std::string>& fields() const { return fields_; }

  /// Whether it waits for one of these equations alone; else a run without any of them is an error.
  virtual bool oneFieldSuffices() const { return false; }

  /// Before there is an equation. Errors (badCase): the option lacks what it needs.
  virtual void check(const OptionSurroundings&) const;
  virtual void addTo(fv::Equation<Vec3>& UEqn, const Momentum& momentum);
  virtual void addTo(fv::Equation<double>& eqn);
  /// Whether it has a source of the transport of a phase fraction, which is the first of fields().
  virtual bool feedsPhase() const { return false; }
  /// Adds to the source Su + Sp alpha [1/s] of the transport of a phase fraction; owned cells.
  virtual void addToPhase(const fv::VolScalarField& alpha, std::span<double> Su, std::span<double> Sp);
  /// Sees the momentum equation, or that of a scalar, when it is complete and relaxed, and may change it.
  virtual void constrain(fv::Equation<Vec3>& UEqn);
  virtual void constrain(fv::Equation<double>& eqn);
  /// May change the velocity after each of its corrections.
  virtual void correct(fv::VolVectorField& U);
  /// May change the eddy viscosity that the turbulence model has made.
  virtual void correct(fv::VolScalarField& nut);
  /// What a restart needs to know, as entries of the dictionary uniform/<name>; empty if nothing.
  virtual std::map<std::string, double> state() const { return {}; }

 protected:
  explicit FvOption(std::vector<std::string> fields) : fields_(std::move(fields)) {}

 private:
  std::vector<std::string> fields_;
};

/// What an option is made from.
struct FvOptionSource {
  const std::string& name;
  const config::Dictionary& entry;         ///< of the option in fvOptions
  const config::Dictionary& coefficients;  ///< <type>Coeffs if it is there, else the entry itself
  const fv::Context& context;
  const config::Dictionary* state;  ///< uniform/<name>Properties of the start time; nullptr if it is not there
  /// Gives constant/waveProperties; nullptr if it is not there. Only asked where waves are needed.
  const std::function<const config::Dictionary*()>& waveProperties;

  /// Refuses any keyword that is neither among `valid` nor one that all options have.
  void checkKeywords(std::vector<std::string> valid) const;
};

/// Whether the option is C++ code: vectorCodedSource and its like, `coded` of openfoam.org.
bool isCoded(const std::string& type);
/// Code is not run here. Code without any effect on an equation, as that which only prints, needs not to be. Errors (badCase):
/// code that has one, or that cannot be read (docs/code.md), with its line.
void requireNoEffect(const std::string& name, const config::Dictionary& entry);

// The makers, one file each.
std::unique_ptr<FvOption> makeActuationDisk(const FvOptionSource& source);
std::unique_ptr<FvOption> makeRadialActuationDisk(const FvOptionSource& source);
std::unique_ptr<FvOption> makeRotorDisk(const FvOptionSource& source);
std::unique_ptr<FvOption> makeExplicitPorositySource(const FvOptionSource& source);
std::unique_ptr<FvOption> makeScalarSemiImplicitSource(const FvOptionSource& source);
std::unique_ptr<FvOption> makeVectorSemiImplicitSource(const FvOptionSource& source);
std::unique_ptr<FvOption> makeMeanVelocityForce(const FvOptionSource& source);
std::unique_ptr<FvOption> makePatchMeanVelocityForce(const FvOptionSource& source);
std::unique_ptr<FvOption> makeBuoyancyForce(const FvOptionSource& source);
std::unique_ptr<FvOption> makeStabilizedTurbulence(const FvOptionSource& source);
std::unique_ptr<FvOption> makeLimitVelocity(const FvOptionSource& source);
std::unique_ptr<FvOption> makeVelocityDamping(const FvOptionSource& source);
std::unique_ptr<FvOption> makeFixedVelocity(const FvOptionSource& source);
std::unique_ptr<FvOption> makeFixedScalar(const FvOptionSource& source);
std::unique_ptr<FvOption> makeMangrovesSource(const FvOptionSource& source);
std::unique_ptr<FvOption> makeMangrovesTurbulenceModel(const FvOptionSource& source);
std::unique_ptr<FvOption> makeWaveForcing(const FvOptionSource& source);

}  // namespace eagre::physics
