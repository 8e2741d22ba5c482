// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fv/equation/equation.hpp"
#include "fv/schemes/gradient.hpp"

namespace eagre::physics {

/// The elastic stress of a viscoelastic fluid per density, with OpenFOAM's sign: sigma [m^2/s^2] is minus the stress. Each mode
/// of relaxation time lambda [s] has
///
///     d sigma/dt + div(phi sigma) + (f/lambda) sigma = g + sigma . grad U + (sigma . grad U)^T - (nuM/lambda) (grad U + (grad
///     U)^T)
///
///     Maxwell:   f = 1, g = 0            upper-convected; with the solvent's viscosity nu it is Oldroyd-B
///     Giesekus:  f = 1, g = alphaG/nuM sigma . sigma
///     PTT:       f = exp(-epsilon lambda/nuM tr sigma), g = 0     Phan-Thien and Tanner, exponential
///
/// and sigma is the sum of the modes. nuM [m^2/s] is the viscosity of each. The momentum equation takes
///     + div(sigma) + div(nuM grad U) - div((nu + nuM) grad U) - div(nu dev2((grad U)^T)),
/// the third implicit: what nuM adds there is taken off explicitly, for the coupling of pressure and stress alone (Amoreira and
/// Oliveira 2010). Schemes: ddt(sigma), div(phi,sigma), div(sigma), div((nuM*grad(U))), grad(U); solver sigma. Of several modes
/// sigma0, sigma1, ... are fields of their own, with the scheme of ddt(sigma0), and start from sigma where they are not there.
class ViscoelasticStress {
 public:
  using Field = fv::VolField<SymmTensor>;
  /// Where fields of the start time come from.
  struct Fields {
    std::function<std::unique_ptr<Field>(const std::string&, const Dimensions&)> read;
    std::function<bool(const std::string&)> has;
  };
  struct Mode {
    double lambda;           ///< [s]
    double coefficient = 0;  ///< alphaG or epsilon [-]
  };
  enum class Kind { maxwell, giesekus, ptt };
  struct Settings {
    Kind kind = Kind::maxwell;
    double nuM = 0;  ///< [m^2/s]
    std::vector<Mode> modes;
  };

  /// U, phi and context outlive this. Errors (badCase): patches that are turned against each other.
  ViscoelasticStress(Settings settings, fv::Context& context, const fv::VolVectorField& U, const fv::SurfaceScalarField& phi,
                     const Fields& fields);
  double nuM() const { return settings_.nuM; }
  /// Called once at the start of a time step.
  void shiftOldTimes();
  /// Adds + div(sigma) + div(nuM grad U) to the left-hand side of the equation of U; gradU: cells with ghosts, boundary.
  void addTo(fv::Equation<Vec3>& UEqn, std::span<const Tensor> gradU, std::span<const Tensor> boundaryGradU);
  /// Solves the equations of the modes with the present flow. finalIteration: fvSolution's sigmaFinal holds. Collective.
  void correct(bool finalIteration);
  /// What is written: sigma and, if there are several, the modes.
  std::vector<const Field*> fields() const;

 private:
  void makeModes(const Fields& fields);
  void solve(std::size_t mode, bool finalIteration);
  void setSources(const Mode& mode, const Field& sigma);
  void addUp();

  Settings settings_;
  fv::Context& context_;
  const fv::VolVectorField& U_;
  const fv::SurfaceScalarField& phi_;
  std::unique_ptr<Field> sigma_;
  std::vector<std::unique_ptr<Field>> modes_;  ///< empty: sigma is the only one
  std::vector<std::unique_ptr<fv::Equation<SymmTensor>>> equations_;
  std::vector<int> oldTimes_;
  fv::FaceWeights sigmaWeights_, gradientWeights_;
  std::unique_ptr<fv::GradientScheme<Vec3>> gradient_;
  std::vector<Tensor> gradU_;
  std::vector<SymmTensor> given_;
  std::vector<double> sink_;
};

/// The model that turbulenceProperties (nullptr: there is none) asks for; nothing for Stokes and turbulent flow. Errors
/// (badCase): an unknown model, coefficients that are missing or wrong.
std::optional<ViscoelasticStress::Settings> viscoelasticSettings(const config::Dictionary* turbulenceProperties);
/// Error (badCase) if there is such a model, for solvers without.
void requireStokes(const config::Dictionary* turbulenceProperties);
/// Adds what a case lacks or has wrong for the model that it asks for: fields, schemes, linear solvers ("sigmaFinal" too if the
/// solver has outer correctors). Returns whether there is a model.
bool checkViscoelastic(const config::Dictionary* turbulenceProperties, fv::Context& context, bool outerCorrectors,
                       const std::function<void(const std::string&, const Dimensions&)>& expect, Problems& problems);

}  // namespace eagre::physics
