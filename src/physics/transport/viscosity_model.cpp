// SPDX-License-Identifier: BSD-3-Clause
#include "physics/transport/viscosity_model.hpp"

#include <fmt/format.h>

#include <cmath>

#include "config/word_choice.hpp"
#include "kernel/parallel_for.hpp"
#include "physics/words.hpp"

namespace eagre::physics {
namespace {

const config::Dictionary& coefficients(const config::Dictionary& phase, const std::string& model) {
  const auto* sub = phase.findDict(model + "Coeffs");
  return sub ? *sub : phase;
}

class Newtonian final : public ViscosityModel {
 public:
  explicit Newtonian(const config::Dictionary& phase) : nu_(phase.getDimensioned("nu", dimViscosity)) {
    if (nu_ < 0) throw Error(phase.at("nu").place, fmt::format("nu is {:g}; a viscosity is not negative", nu_));
  }
  double nu(double) const override { return nu_; }
  bool constant() const override { return true; }

 private:
  double nu_;
};

/// Cross (1965) without a yield stress.
class CrossPowerLaw final : public ViscosityModel {
 public:
  explicit CrossPowerLaw(const config::Dictionary& d)
      : nu0_(d.getDimensioned("nu0", dimViscosity)),
        nuInf_(d.getDimensioned("nuInf", dimViscosity)),
        m_(d.getDimensioned("m", dimTime)),
        n_(d.getDimensioned("n", dimless)) {}
  double nu(double shearRate) const override { return (nu0_ - nuInf_) / (1 + std::pow(m_ * shearRate, n_)) + nuInf_; }

 private:
  double nu0_, nuInf_, m_, n_;
};

/// Carreau-Yasuda; a = 2 is Bird-Carreau.
class BirdCarreau final : public ViscosityModel {
 public:
  explicit BirdCarreau(const config::Dictionary& d)
      : nu0_(d.getDimensioned("nu0", dimViscosity)),
        nuInf_(d.getDimensioned("nuInf", dimViscosity)),
        k_(d.getDimensioned("k", dimTime)),
        n_(d.getDimensioned("n", dimless)),
        a_(d.has("a") ? d.getDimensioned("a", dimless) : 2) {}
  double nu(double shearRate) const override {
    return nuInf_ + (nu0_ - nuInf_) * std::pow(1 + std::pow(k_ * shearRate, a_), (n_ - 1) / a_);
  }

 private:
  double nu0_, nuInf_, k_, n_, a_;
};

/// Ostwald-de Waele, bounded on both sides.
class PowerLaw final : public ViscosityModel {
 public:
  explicit PowerLaw(const config::Dictionary& d)
      : k_(d.getDimensioned("k", dimViscosity)),
        n_(d.getDimensioned("n", dimless)),
        nuMin_(d.getDimensioned("nuMin", dimViscosity)),
        nuMax_(d.getDimensioned("nuMax", dimViscosity)) {}
  double nu(double shearRate) const override {
    return std::max(nuMin_, std::min(nuMax_, k_ * std::pow(std::max(shearRate, small), n_ - 1)));
  }

 private:
  double k_, n_, nuMin_, nuMax_;
};

class HerschelBulkley final : public ViscosityModel {
 public:
  explicit HerschelBulkley(const config::Dictionary& d)
      : k_(d.getDimensioned("k", dimViscosity)),
        n_(d.getDimensioned("n", dimless)),
        tau0_(d.getDimensioned("tau0", dimKinematicPressure)),
        nu0_(d.getDimensioned("nu0", dimViscosity)) {}
  double nu(double shearRate) const override {
    return std::min(nu0_, (tau0_ + k_ * std::pow(shearRate, n_)) / std::max(shearRate, vSmall));
  }

 private:
  double k_, n_, tau0_, nu0_;
};

template <class Model>
std::unique_ptr<ViscosityModel> make(const config::Dictionary& coefficients) {
  return std::make_unique<Model>(coefficients);
}

using Maker = std::unique_ptr<ViscosityModel> (*)(const config::Dictionary&);
const WordTable<Maker>& table() {
  static const WordTable<Maker> models{
      {"Newtonian", "constant viscosity nu", make<Newtonian>},
      {"CrossPowerLaw", "Cross: from nu0 at rest to nuInf by (m shear rate)^n", make<CrossPowerLaw>},
      {"BirdCarreau", "Bird-Carreau; with `a` Carreau-Yasuda", make<BirdCarreau>},
      {"powerLaw", "k (shear rate)^(n - 1) between nuMin and nuMax", make<PowerLaw>},
      {"HerschelBulkley", "yield stress tau0 and power law, at most nu0", make<HerschelBulkley>}};
  return models;
}

}  // namespace

std::vector<Word> viscosityModelWords() { return table().words(); }

std::unique_ptr<ViscosityModel> makeViscosityModel(const config::Dictionary& phase) {
  const auto& model = config::chosen(table(), phase, "transportModel");
  return model.make(model.word == "Newtonian" ? phase : coefficients(phase, model.word));
}

void updateViscosity(const ViscosityModel& model, const fv::CellValues<Tensor>& gradU, fv::CellValues<double>& nu) {
  if (model.constant()) {
    const double value = model.nu(0);
    std::fill(nu.cells.begin(), nu.cells.end(), value);
    std::fill(nu.boundary.begin(), nu.boundary.end(), value);
    return;
  }
  const auto shearRate = [](const Tensor& g) { return std::sqrt(2.0) * mag(symm(g)); };
  kernel::parallelFor("viscosity: cells", static_cast<Label>(nu.cells.size()),
                      [&](Label c) { nu.cells[c] = model.nu(shearRate(gradU.cells[c])); });
  kernel::parallelFor("viscosity: boundary", static_cast<Label>(nu.boundary.size()),
                      [&](Label b) { nu.boundary[b] = model.nu(shearRate(gradU.boundary[b])); });
}

}  // namespace eagre::physics
