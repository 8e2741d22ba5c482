// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/turbulence/des_length.hpp"
#include "physics/turbulence/les_delta.hpp"
#include "physics/turbulence/spalart_allmaras.hpp"

namespace eagre::physics {

/// Detached-eddy simulation (Spalart, Jou, Strelets and Allmaras 1997): the Spalart-Allmaras model with
///     ft2 = Ct3 exp(-Ct4 chi^2)   and the length   d = min(psi CDES Delta, y)
/// instead of the distance y to the wall. psi (Spalart et al. 2006; lowReCorrection) undoes the model's low-Reynolds terms where
/// the filter's width counts. Wall functions of nut that are made of k see k = (nut/(ck d))^2. Coefficients as in OpenFOAM.
class SpalartAllmarasDes : public SpalartAllmaras {
 public:
  SpalartAllmarasDes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read);

 protected:
  SpalartAllmarasDes(const std::string& name, const config::Dictionary& les, const Flow& flow, const ReadScalar& read);
  void setSources() override;
  void setWallK(std::span<double> k) override;
  /// lengthOf(c, psi, |grad U|): d [m] in a cell, of psi and |grad U| [1/s] there. It holds what it needs by value.
  template <class LengthOf>
  void setSourcesWithLength(LengthOf lengthOf) {
    setSourcesWith([Ct3 = Ct3_, Ct4 = Ct4_](double chi) { return Ct3 * std::exp(-Ct4 * chi * chi); },
                   [lengthOf, psi = psi(), gradU = kernel::View(gradU_.cells)](Label c, double fv1, double fv2, double ft2) {
                     return lengthOf(c, psi(fv1, fv2, ft2), mag(gradU[c]));
                   });
  }
  /// The same d in k. Collective.
  template <class LengthOf>
  void setWallKWithLength(LengthOf lengthOf, std::span<double> k) {
    gradientOfCells();
    kernel::parallelFor({"SpalartAllmaras: k", 80}, flow_.context.mesh.nCells,
                        [m = model_, ck = ck_, Ct3 = Ct3_, Ct4 = Ct4_, lengthOf, psi = psi(), nuTilda = nuTildaInCells(),
                         nu = kernel::View(flow_.nu.cells()), nut = kernel::View(nut_->cells()),
                         gradU = kernel::View(gradU_.cells), k = kernel::View(k)](Label c) {
                          const double chi = nuTilda[c] / nu[c], fv1 = m.fv1(chi), fv2 = 1 - chi / (1 + chi * fv1);
                          const double ft2 = Ct3 * std::exp(-Ct4 * chi * chi);
                          k[c] = sqr(nut[c] / ck / lengthOf(c, psi(fv1, fv2, ft2), mag(gradU[c])));
                        });
  }
  ShieldRatio rd() const { return {model_.kappa, wallDistance()}; }
  double CDES() const { return CDES_; }
  kernel::View<const double> width() const { return delta_->width().cells(); }

  std::unique_ptr<LesDelta> delta_;

 private:
  void solve(bool finalIteration) final;
  struct Psi {
    bool lowReCorrection;
    double lostFactor;  ///< Cb1/(Cw1 kappa^2 fwStar)
    double operator()(double fv1, double fv2, double ft2) const {
      if (!lowReCorrection) return 1;
      const double lost = lostFactor * (ft2 + (1 - ft2) * fv2);
      return std::sqrt(std::min(100.0, (1 - lost) / std::max(small, fv1 * std::max(1e-10, 1 - ft2))));
    }
  };
  Psi psi() const { return {lowReCorrection_, model_.Cb1 / (model_.Cw1 * sqr(model_.kappa) * fwStar_)}; }

  auto length() const;
  double CDES_, ck_, Ct3_, Ct4_, fwStar_;
  bool lowReCorrection_;
};

/// Delayed detached-eddy simulation (DelayedLength): lRas is the distance to the wall, lLes = psi CDES Delta.
class SpalartAllmarasDdes final : public SpalartAllmarasDes {
 public:
  SpalartAllmarasDdes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read);

 private:
  auto length() const;
  void setSources() override;
  void setWallK(std::span<double> k) override;
  double Cd1_, Cd2_;
};

/// Improved delayed detached-eddy simulation (ImprovedLength): lRas is the distance to the wall, lLes = psi CDES Delta.
class SpalartAllmarasIddes final : public SpalartAllmarasDes {
 public:
  /// Error (badCase): another `delta`.
  SpalartAllmarasIddes(const config::Dictionary& les, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary& les);

 private:
  auto length() const;
  void setSources() override;
  void setWallK(std::span<double> k) override;
  double Cdt1_, Cdt2_, Cl_, Ct_;
  const fv::VolScalarField* hmax_;
};

}  // namespace eagre::physics
