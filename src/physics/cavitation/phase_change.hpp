// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>

#include "config/dictionary.hpp"
#include "physics/transport/two_phase_mixture.hpp"

namespace eagre::physics {

/// Cavitation: the rate at which vapour (phase 2) condenses into liquid (phase 1, fraction alpha) and liquid evaporates, as a
/// mass per volume and time,
///     m = m+ (1 - alpha) + m- alpha,   m+ >= 0 where p > pSat, m- <= 0 where p < pSat   [kg/(m^3 s)],                 (1)
/// and, for the pressure equation, the same rate as a multiple of p - pSat,
///     m = mP (p - pSat),   mP >= 0   [kg/(m^3 s Pa)].                                                                 (2)
/// A volume of liquid that appears takes the place of one of vapour that is 1/rho2 - 1/rho1 per mass larger: the phase fraction
/// obeys d alpha/dt + div(phi alpha) - alpha div(phi) = (1/rho1 - alpha (1/rho1 - 1/rho2)) m, and div(phi) = -(1/rho2 - 1/rho1)
/// m.
///
/// The models, as OpenFOAM v1912 has them, with a = alpha clipped to [0, 1] and dp = p - pSat:
///   Kunz (Kunz et al., Computers & Fluids 29, 2000)            m+ = Cc rho2/tInf a^2 max(dp, 0)/max(dp, 0.01 pSat)
///                                                              m- = Cv rho2/(rho1 UInf^2/2 tInf) min(dp, 0)
///   Merkle (Merkle, Feng and Buelow, 3rd Int. Symp. Cavitation, 1998)     m+ = Cc/(UInf^2/2 tInf) max(dp, 0)
///                                                              m- = Cv rho1/(UInf^2/2 tInf rho2) min(dp, 0)
///   SchnerrSauer (Schnerr and Sauer, 4th Int. Conf. Multiphase Flow, 2001): n nuclei of diameter dNuc a volume of liquid, which
///     together are the fraction aNuc = v/(1 + v), v = n pi dNuc^3/6, grow to bubbles of radius R by dR/dt = sqrt(2 |dp|/(3
///     rho1)): C = 3 rho1 rho2/(a rho1 + (1 - a) rho2) sqrt(2/(3 rho1))/R /sqrt(|dp| + 0.01 pSat), 1/R = (4 pi n/3 a/(1 + aNuc -
///     a))^(1/3), m+ = Cc a C max(dp, 0),   m- = Cv (1 + aNuc - a) C min(dp, 0)
/// and mP = m+ (1 - a)/dp where dp >= 0, m- a/dp where dp < 0.
class PhaseChange {
 public:
  virtual ~PhaseChange() = default;
  double pSat() const { return pSat_; }  ///< saturation pressure [Pa]

  /// Source Su + Sp alpha of the phase fraction [1/s], from (1). alpha, p, Su, Sp: owned cells.
  virtual void alphaSource(std::span<const double> alpha, std::span<const double> p, std::span<double> Su,
                           std::span<double> Sp) const = 0;
  /// S >= 0 of div(phi) = -S (p - pSat), from (2) [1/(Pa s)]. alpha, p, S: owned cells.
  virtual void pressureCoefficient(std::span<const double> alpha, std::span<const double> p, std::span<double> S) const = 0;

 protected:
  explicit PhaseChange(double pSat) : pSat_(pSat) {}

 private:
  double pSat_;
};

/// The model that `phaseChangeTwoPhaseMixture` names in constant/transportProperties, with pSat there and its coefficients in
/// "<Model>Coeffs" or beside it. Errors (badCase): unknown model with the nearest; everything that is missing, has wrong
/// dimensions or is not positive.
std::unique_ptr<PhaseChange> makePhaseChange(const config::Dictionary& transportProperties, const TwoPhaseProperties& phases);

}  // namespace eagre::physics
