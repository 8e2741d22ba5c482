// SPDX-License-Identifier: BSD-3-Clause
#include "physics/transport/viscosity_model.hpp"

#include <fmt/format.h>

#include <cmath>

#include "config/word_choice.hpp"
#include "core/one_of.hpp"
#include "fv/fields/patch_faces.hpp"
#include "fv/functions/function1.hpp"
#include "kernel/parallel_for.hpp"
#include "physics/words.hpp"

namespace eagre::physics {
namespace {

const config::Dictionary& coefficients(const config::Dictionary& phase, const std::string& model) {
  const auto* sub = phase.findDict(model + "Coeffs");
  return sub ? *sub : phase;
}

class Newtonian {
 public:
  explicit Newtonian(const config::Dictionary& phase) : nu_(phase.getDimensioned("nu", dimViscosity)) {
    if (nu_ < 0) throw Error(phase.at("nu").place, fmt::format("nu is {:g}; a viscosity is not negative", nu_));
  }
  double operator()(double) const { return nu_; }

 private:
  double nu_;
};

/// Cross (1965) without a yield stress.
class CrossPowerLaw {
 public:
  explicit CrossPowerLaw(const config::Dictionary& d)
      : nu0_(d.getDimensioned("nu0", dimViscosity)),
        nuInf_(d.getDimensioned("nuInf", dimViscosity)),
        m_(d.getDimensioned("m", dimTime)),
        n_(d.getDimensioned("n", dimless)) {}
  double operator()(double shearRate) const { return (nu0_ - nuInf_) / (1 + std::pow(m_ * shearRate, n_)) + nuInf_; }

 private:
  double nu0_, nuInf_, m_, n_;
};

/// Carreau-Yasuda; a = 2 is Bird-Carreau.
class BirdCarreau {
 public:
  explicit BirdCarreau(const config::Dictionary& d)
      : nu0_(d.getDimensioned("nu0", dimViscosity)),
        nuInf_(d.getDimensioned("nuInf", dimViscosity)),
        k_(d.getDimensioned("k", dimTime)),
        n_(d.getDimensioned("n", dimless)),
        a_(d.has("a") ? d.getDimensioned("a", dimless) : 2) {}
  double operator()(double shearRate) const {
    return nuInf_ + (nu0_ - nuInf_) * std::pow(1 + std::pow(k_ * shearRate, a_), (n_ - 1) / a_);
  }

 private:
  double nu0_, nuInf_, k_, n_, a_;
};

/// Ostwald-de Waele, bounded on both sides.
class PowerLaw {
 public:
  explicit PowerLaw(const config::Dictionary& d)
      : k_(d.getDimensioned("k", dimViscosity)),
        n_(d.getDimensioned("n", dimless)),
        nuMin_(d.getDimensioned("nuMin", dimViscosity)),
        nuMax_(d.getDimensioned("nuMax", dimViscosity)) {}
  double operator()(double shearRate) const {
    return std::max(nuMin_, std::min(nuMax_, k_ * std::pow(std::max(shearRate, small), n_ - 1)));
  }

 private:
  double k_, n_, nuMin_, nuMax_;
};

class HerschelBulkley {
 public:
  explicit HerschelBulkley(const config::Dictionary& d)
      : k_(d.getDimensioned("k", dimViscosity)),
        n_(d.getDimensioned("n", dimless)),
        tau0_(d.getDimensioned("tau0", dimKinematicPressure)),
        nu0_(d.getDimensioned("nu0", dimViscosity)) {}
  double operator()(double shearRate) const {
    return std::min(nu0_, (tau0_ + k_ * std::pow(shearRate, n_)) / std::max(shearRate, vSmall));
  }

 private:
  double k_, n_, tau0_, nu0_;
};

/// Casson: a yield stress tau0 and the viscosity m far above it, bounded on both sides.
class Casson {
 public:
  explicit Casson(const config::Dictionary& d)
      : m_(d.getDimensioned("m", dimViscosity)),
        tau0_(d.getDimensioned("tau0", dimKinematicPressure)),
        nuMin_(d.getDimensioned("nuMin", dimViscosity)),
        nuMax_(d.getDimensioned("nuMax", dimViscosity)) {}
  double operator()(double shearRate) const {
    const double root = std::sqrt(tau0_ / std::max(shearRate, vSmall)) + std::sqrt(m_);
    return std::max(nuMin_, std::min(nuMax_, root * root));
  }

 private:
  double m_, tau0_, nuMin_, nuMax_;
};

/// Any function of the shear rate, as a Function1.
class StrainRateFunction {
 public:
  explicit StrainRateFunction(const config::Dictionary& d) : function_(fv::makeFunction1<double>(d, "function")) {}
  double operator()(double shearRate) const { return function_->value(shearRate); }

 private:
  std::shared_ptr<const fv::Function1<double>> function_;
};

/// A model by its law: nu of a shear rate, copied into the loops.
template <class Law>
class ViscosityBy final : public ViscosityModel {
 public:
  explicit ViscosityBy(const config::Dictionary& d) : law_(d) {}
  double nu(double shearRate) const override { return law_(shearRate); }
  void nu(const char* loop, std::span<const Tensor> gradU, std::span<double> values) const override {
    kernel::parallelFor(loop, static_cast<Label>(values.size()),
                        [law = law_, gradU, values](Label i) { values[i] = law(std::sqrt(2.0) * mag(symm(gradU[i]))); });
  }
  bool constant() const override { return std::is_same_v<Law, Newtonian>; }

 private:
  Law law_;
};

template <class Law>
std::unique_ptr<ViscosityModel> make(const config::Dictionary& coefficients) {
  return std::make_unique<ViscosityBy<Law>>(coefficients);
}

using Maker = std::unique_ptr<ViscosityModel> (*)(const config::Dictionary&);
const WordTable<Maker>& table() {
  static const WordTable<Maker> models{
      {"Newtonian", "constant viscosity nu", make<Newtonian>},
      {"CrossPowerLaw", "Cross: from nu0 at rest to nuInf by (m shear rate)^n", make<CrossPowerLaw>},
      {"BirdCarreau", "Bird-Carreau; with `a` Carreau-Yasuda", make<BirdCarreau>},
      {"powerLaw", "k (shear rate)^(n - 1) between nuMin and nuMax", make<PowerLaw>},
      {"HerschelBulkley", "yield stress tau0 and power law, at most nu0", make<HerschelBulkley>},
      {"Casson", "yield stress tau0 and viscosity m far above it, between nuMin and nuMax", make<Casson>},
      {"strainRateFunction", "`function` of the shear rate, a Function1", make<StrainRateFunction>}};
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
  model.nu("viscosity: cells", gradU.cells, nu.cells);
  model.nu("viscosity: boundary", gradU.boundary, nu.boundary);
}

void updateViscosity(const ViscosityModel& model, const fv::CellValues<Tensor>& gradU, fv::VolScalarField& nu) {
  updateViscosity(model, gradU, nu.values());
  for (const mesh::Patch& patch : nu.mesh().patches) {
    if (!isOneOf(patch.type, {"symmetry", "symmetryPlane", "wedge"})) continue;
    const fv::PatchFaces faces(nu.mesh(), patch);
    for (Label i = 0; i < faces.size(); ++i) nu.boundary()[patch.start + i] = nu.cells()[faces.cell(i)];
  }
}

}  // namespace eagre::physics
