// SPDX-License-Identifier: BSD-3-Clause
#include "physics/cavitation/phase_change.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "config/word_choice.hpp"
#include "kernel/parallel_for.hpp"
#include "physics/words.hpp"

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

/// What all models are made from.
struct Inputs {
  double pSat;
  const TwoPhaseProperties& phases;
  Coefficients coefficient;
};

template <class Model>
std::unique_ptr<PhaseChange> by(const Inputs& in, Model model) {
  return std::make_unique<PhaseChangeBy<Model>>(in.pSat, in.phases, model);
}

std::unique_ptr<PhaseChange> makeKunz(const Inputs& in) {
  const double rho1 = in.phases.rho1, rho2 = in.phases.rho2;
  const double Cc = in.coefficient("Cc", dimless), Cv = in.coefficient("Cv", dimless);
  const double U = in.coefficient("UInf", dimVelocity), t = in.coefficient("tInf", dimTime);
  return by(in, Kunz{Cc * rho2 / t, Cv * rho2 / (0.5 * rho1 * U * U * t), 0.01 * in.pSat});
}

std::unique_ptr<PhaseChange> makeMerkle(const Inputs& in) {
  const double rho1 = in.phases.rho1, rho2 = in.phases.rho2;
  const double Cc = in.coefficient("Cc", dimless), Cv = in.coefficient("Cv", dimless);
  const double U = in.coefficient("UInf", dimVelocity), t = in.coefficient("tInf", dimTime);
  return by(in, Merkle{Cc / (0.5 * U * U * t), Cv * rho1 / (0.5 * U * U * t * rho2)});
}

std::unique_ptr<PhaseChange> makeSchnerrSauer(const Inputs& in) {
  const double Cc = in.coefficient("Cc", dimless), Cv = in.coefficient("Cv", dimless);
  const double n = in.coefficient("n", Dimensions{{0, -3}}), dNuc = in.coefficient("dNuc", Dimensions{{0, 1}});
  const double v = n * std::numbers::pi * dNuc * dNuc * dNuc / 6;
  return by(in, SchnerrSauer{in.phases.rho1, in.phases.rho2, n, v / (1 + v), Cc, Cv, 0.01 * in.pSat});
}

using Maker = std::unique_ptr<PhaseChange> (*)(const Inputs&);
const WordTable<Maker>& table() {
  static const WordTable<Maker> models{
      {"Kunz", "rates of Kunz et al. (2000): UInf, tInf, Cc, Cv", makeKunz},
      {"Merkle", "rates of Merkle et al. (1998): UInf, tInf, Cc, Cv", makeMerkle},
      {"SchnerrSauer", "growth of bubbles (Schnerr and Sauer 2001): n, dNuc, Cc, Cv", makeSchnerrSauer}};
  return models;
}

}  // namespace

std::vector<Word> phaseChangeWords() { return table().words(); }

std::unique_ptr<PhaseChange> makePhaseChange(const config::Dictionary& d, const TwoPhaseProperties& phases) {
  const auto& model = config::chosen(table(), d, "phaseChangeTwoPhaseMixture");
  const auto* own = d.findDict(model.word + "Coeffs");
  Problems problems;
  const double pSat = Coefficients{d, problems}("pSat", dimPressure);
  if (!(phases.rho1 > 0 && phases.rho2 > 0))
    problems.add(d.place(), d.name() + ": both densities must be positive where phases change");
  auto change = model.make({pSat, phases, {own ? *own : d, problems}});
  problems.throwIfAny("transportProperties");
  return change;
}

}  // namespace eagre::physics
