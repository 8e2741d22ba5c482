// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/turbulence/eddy_viscosity_model.hpp"
#include "physics/turbulence/les_delta.hpp"
#include "physics/turbulence/model_needs.hpp"

namespace eagre::physics {

/// What the models of large-eddy simulation share: the width of the filter.
class LesEddyViscosity : public EddyViscosityModel {
 protected:
  LesEddyViscosity(const std::string& name, const config::Dictionary& les, const Flow& flow, const ReadScalar& read);
  /// The width in owned cells and ghosts, and on the boundary.
  kernel::View<const double> width() const { return delta_->width().cells(); }
  kernel::View<const double> boundaryWidth() const { return delta_->width().boundary(); }

  std::unique_ptr<LesDelta> delta_;
};

/// A model whose k, and nut = Ck Delta k^(1/2), follow from the velocity gradient of the moment alone. Wall functions find k
/// under its name.
class AlgebraicLes : public LesEddyViscosity {
 public:
  /// Error (badCase): `turbulence off`, which OpenFOAM ignores here.
  AlgebraicLes(const std::string& name, const config::Dictionary& les, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary& les);

 protected:
  void solve(bool finalIteration) final;
  /// k and nut; kOf(grad U, width): k of a velocity gradient [1/s] and a width [m].
  template <class KOf>
  void setNutWith(KOf kOf);

  double Ck_;

 private:
  fv::VolScalarField k_;
};

/// Smagorinsky (1963), in the form that k follows from local equilibrium of production and dissipation,
///     (Ce/Delta) k^(3/2) = 2 Ck Delta k^(1/2) dev D : D - (2/3) k tr D,   D = symm(grad U).
/// Coefficients Ck, Ce.
class Smagorinsky final : public AlgebraicLes {
 public:
  Smagorinsky(const config::Dictionary& les, const Flow& flow, const ReadScalar& read);

 private:
  void correctNut() override;
  double Ce_;
};

/// The wall-adapting local eddy viscosity of Nicoud and Ducros (1999),
///     nut = Cw^2 Delta^2 |Sd|^3 / (|D|^5 + |Sd|^(5/2)),   Sd = dev symm(grad U . grad U),   D = symm(grad U),
/// like OpenFOAM by the k that it stands for. Coefficients Ck, Cw.
class Wale final : public AlgebraicLes {
 public:
  Wale(const config::Dictionary& les, const Flow& flow, const ReadScalar& read);

 private:
  void correctNut() override;
  double Cw_;
};

}  // namespace eagre::physics
