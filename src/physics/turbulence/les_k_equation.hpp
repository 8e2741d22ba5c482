// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/turbulence/les_eddy_viscosity.hpp"
#include "physics/turbulence/les_filter.hpp"

namespace eagre::physics {

/// Models with a transport equation for the subgrid kinetic energy (Yoshizawa and Horiuti 1985),
///     dk/dt + div(phi k) - div((nu + nut) grad k) = G - (2/3) k div U - Ce k^(3/2) / Delta,
///     nut = Ck k^(1/2) Delta,   G = nut grad U : dev(grad U + (grad U)^T).
class LesKEquation : public LesEddyViscosity {
 public:
  static ModelNeeds needs(const config::Dictionary& les);

 protected:
  LesKEquation(const std::string& name, const config::Dictionary& les, const Flow& flow, const ReadScalar& read);
  void solve(bool finalIteration) final;
  /// What the equation needs of the flow beside grad U, which is there.
  virtual void prepare() {}
  /// Ce in each cell, into `Ce` (nCells), with the nut of the last step.
  virtual void setCe(std::vector<double>& Ce) = 0;

  TransportedScalar& k_;

 private:
  void setSources();
  std::vector<double> Ce_;  ///< nCells
};

/// The model with constant coefficients Ck, Ce.
class KEquation final : public LesKEquation {
 public:
  KEquation(const config::Dictionary& les, const Flow& flow, const ReadScalar& read);

 private:
  void setCe(std::vector<double>& Ce) override;
  void correctNut() override;
  double constantCk_, constantCe_;
};

/// The model with coefficients from the resolved flow (Kim and Menon 1995), filtered once more at the width of the mesh (hat),
///     K = (hat(U.U) - hat U . hat U)/2,   L = dev(hat(U U) - hat U hat U),   M = -2 Delta K^(1/2) hat D,
///     Ck = <L : M>/2 / <M : M>,   Ce = <(nu + nut) (hat(D : D) - hat D : hat D)> / <K^(3/2) / (2 Delta)>,
/// both cut at 0, with L and M filtered too, and the mean < > the filter once more. `filter` of dynamicKEqnCoeffs: simple.
class DynamicKEquation final : public LesKEquation {
 public:
  DynamicKEquation(const config::Dictionary& les, const Flow& flow, const ReadScalar& read);
  void fluxCorrected() override;

 private:
  /// A group of fields and the same filtered.
  template <class T>
  struct Filtered {
    fv::CellValues<T> of, result;
  };
  void prepare() override;
  void setCe(std::vector<double>& Ce) override;
  void correctNut() override;
  /// What nut of the start is made of, and the conditions of U. Not of a run that is continued.
  void filterStart();
  /// All that is filtered, from U, grad U and the present nut. strain: D of a velocity gradient; K is cut at lowestK.
  template <class Strain>
  void filterFlow(Strain strain, double lowestK);

  SimpleFilter filter_;
  Filtered<FlowProducts> flowProducts_;
  Filtered<SubgridProducts> subgrid_;
  Filtered<Contractions> contractions_;
};

}  // namespace eagre::physics
