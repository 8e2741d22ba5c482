// SPDX-License-Identifier: BSD-3-Clause
#include "physics/cavitation/phase_change.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernel/parallel_for.hpp"

namespace eagre::physics {
namespace {

using kernel::parallelFor;

/// m+ and m- of phase_change.hpp.
struct MassRates {
  double condensation, evaporation;
};

/// Each model: operator()(a, dp), the rates, and perPressure(a, dp) = mP.
struct Kunz {
  double mc, mv, leastPressure;
  MassRates operator()(double a, double dp) const {
    return {mc * a * a * std::max(dp, 0.0) / std::max(dp, leastPressure), mv * std::min(dp, 0.0)};
  }
  double perPressure(double a, double dp) const { return dp >= 0 ? mc * a * a * (1 - a) / std::max(dp, leastPressure) : mv * a; }
};

struct Merkle {
  double mc, mv;
  MassRates operator()(double, double dp) const { return {mc * std::max(dp, 0.0), mv * std::min(dp, 0.0)}; }
  double perPressure(double a, double dp) const { return dp >= 0 ? mc * (1 - a) : mv * a; }
};

struct SchnerrSauer {
  double rho1, rho2, n, alphaNuc, Cc, Cv, leastPressure;
  double C(double a, double dp) const {
    const double rho = a * rho1 + (1 - a) * rho2;
    const double perRadius = std::cbrt(4 * std::numbers::pi * n / 3 * a / (1 + alphaNuc - a));
    return 3 * rho1 * rho2 * std::sqrt(2 / (3 * rho1)) * perRadius / (rho * std::sqrt(std::abs(dp) + leastPressure));
  }
  MassRates operator()(double a, double dp) const {
    const double c = C(a, dp);
    return {Cc * a * c * std::max(dp, 0.0), Cv * (1 + alphaNuc - a) * c * std::min(dp, 0.0)};
  }
  double perPressure(double a, double dp) const { return a * C(a, dp) * (dp >= 0 ? Cc * (1 - a) : Cv * (1 + alphaNuc - a)); }
};

template <class Model>
class PhaseChangeBy final : public PhaseChange {
 public:
  PhaseChangeBy(double pSat, const TwoPhaseProperties& phases, Model model)
      : PhaseChange(pSat), perRho1_(1 / phases.rho1), expansion_(1 / phases.rho2 - 1 / phases.rho1), model_(model) {}

  void alphaSource(std::span<const double> alpha, std::span<const double> p, std::span<double> Su,
                   std::span<double> Sp) const override {
    parallelFor({"phase change: alpha", 32}, static_cast<Label>(Su.size()),
                [alpha, p, Su, Sp, model = model_, pSat = pSat(), perRho1 = perRho1_, expansion = expansion_](Label c) {
                  const MassRates m = model(clipped(alpha[c]), p[c] - pSat);
                  const double perMass = perRho1 + alpha[c] * expansion;
                  Su[c] = perMass * m.condensation;
                  Sp[c] = perMass * (m.evaporation - m.condensation);
                });
  }

  void pressureCoefficient(std::span<const double> alpha, std::span<const double> p, std::span<double> S) const override {
    parallelFor({"phase change: p", 24}, static_cast<Label>(S.size()),
                [alpha, p, S, model = model_, pSat = pSat(), expansion = expansion_](Label c) {
                  S[c] = expansion * model.perPressure(clipped(alpha[c]), p[c] - pSat);
                });
  }

 private:
  static double clipped(double alpha) { return std::min(std::max(alpha, 0.0), 1.0); }

  double perRho1_, expansion_;  ///< volumes per mass [m^3/kg]
  Model model_;
};

/// Reads coefficients, each positive (a factor: or zero); what is wrong goes to the problems.
struct Coefficients {
  const config::Dictionary& dict;
  Problems& problems;
  double operator()(const char* keyword, const Dimensions& dimensions) const {
    double value = 1;
    problems.guard([&] {
      value = dict.getDimensioned(keyword, dimensions);
      const bool factor = dimensions == dimless;
      if (!(value > 0 || (factor && value == 0)))
        throw Error(dict.at(keyword).place, fmt::format("{}.{} is {}; it must {}", dict.name(), keyword, value,
                                                        factor ? "not be negative" : "be positive"));
    });
    return value;
  }
};

}  // namespace

std::unique_ptr<PhaseChange> makePhaseChange(const config::Dictionary& d, const TwoPhaseProperties& phases) {
  static const std::vector<std::string> models{"Kunz", "Merkle", "SchnerrSauer"};
  const std::string name = d.getChoice("phaseChangeTwoPhaseMixture", models);
  const auto* own = d.findDict(name + "Coeffs");
  Problems problems;
  const double pSat = Coefficients{d, problems}("pSat", dimPressure);
  const Coefficients coefficient{own ? *own : d, problems};
  const double rho1 = phases.rho1, rho2 = phases.rho2, least = 0.01 * pSat;
  if (!(rho1 > 0 && rho2 > 0)) problems.add(d.place(), d.name() + ": both densities must be positive where phases change");

  const double Cc = coefficient("Cc", dimless), Cv = coefficient("Cv", dimless);
  std::unique_ptr<PhaseChange> change;
  if (name == "SchnerrSauer") {
    const double n = coefficient("n", Dimensions{{0, -3}}), dNuc = coefficient("dNuc", Dimensions{{0, 1}});
    const double v = n * std::numbers::pi * dNuc * dNuc * dNuc / 6;
    const SchnerrSauer model{rho1, rho2, n, v / (1 + v), Cc, Cv, least};
    change = std::make_unique<PhaseChangeBy<SchnerrSauer>>(pSat, phases, model);
  } else {
    const double U = coefficient("UInf", dimVelocity), t = coefficient("tInf", dimTime);
    if (name == "Kunz")
      change =
          std::make_unique<PhaseChangeBy<Kunz>>(pSat, phases, Kunz{Cc * rho2 / t, Cv * rho2 / (0.5 * rho1 * U * U * t), least});
    else
      change = std::make_unique<PhaseChangeBy<Merkle>>(pSat, phases,
                                                       Merkle{Cc / (0.5 * U * U * t), Cv * rho1 / (0.5 * U * U * t * rho2)});
  }
  problems.throwIfAny("transportProperties");
  return change;
}

}  // namespace eagre::physics
