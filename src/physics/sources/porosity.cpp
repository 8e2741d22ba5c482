// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "config/word_choice.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/sources/coordinate_system.hpp"
#include "physics/sources/porous_zone.hpp"
#include "physics/words.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

Tensor rotated(const Tensor& R, const Vec3& diagonal) {
  Tensor t{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) t(i, j) += R(i, k) * diagonal[k] * R(j, k);
  return t;
}

/// A component of a resistance that is negative is that many times the largest.
Vec3 readResistance(const config::Dictionary& d, const char* keyword, const Dimensions& dimensions) {
  Vec3 resistance = d.getDimensionedVector(keyword, dimensions);
  const double largest = std::max({resistance.x, resistance.y, resistance.z});
  if (largest < 0)
    throw Error(
        d.at(keyword).place,
        fmt::format("{}: all components of {} are negative; a negative one is a multiple of the largest", d.name(), keyword));
  for (int i = 0; i < 3; ++i)
    if (resistance[i] < 0) resistance[i] *= -largest;
  return resistance;
}

/// Refuses what nobody has read, other than `valid`. A number that a macro takes has been read: cases keep some of their own, as
/// in `D 1000; d ($D $D $D);`.
void refuseUnused(const config::Dictionary& d, const std::vector<std::string>& valid) {
  const std::vector<std::string> unused = d.unusedEntries();
  const auto has = [](const std::vector<std::string>& words, const std::string& word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  for (const auto& entry : d.entries())
    if (has(unused, d.name() + "." + entry.keyword) && !has(valid, entry.keyword))
      throw Error(entry.place, unknownWordMessage("keyword of " + d.name(), entry.keyword, valid));
}

/// The dictionaries of a porous zone: of the option, of the porosity model, and the model's own if there is one.
struct ZoneEntries {
  const config::Dictionary &option, &model, &values;
  /// Of constant/porosityProperties.
  bool isOfSolver() const { return &option == &model; }

  /// Refuses what nothing has read; `own`: the keywords of the model.
  void refuseOthers(const std::vector<std::string>& own) const {
    if (isOfSolver()) return;  // v1912 reads what it needs, and no more
    refuseUnused(option, {"active", "log", "libs"});
    std::vector<std::string> valid{"active", "selectionMode", "cellZone", "timeStart", "duration", "coordinateSystem"};
    valid.insert(valid.end(), own.begin(), own.end());
    refuseUnused(model, valid);
    if (&values != &model) refuseUnused(values, {});
  }
};

/// resistance: cell -> R.
template <class Resistance>
void add(fv::Equation<Vec3>& UEqn, std::span<const Label> cells, const Resistance& resistanceOf) {
  const auto& U = UEqn.psi();
  kernel::parallelFor({"porosity", 140}, static_cast<Label>(cells.size()),
                      [resistanceOf, cells, V = View(U.mesh().V), U = View(U.cells()), diag = View(UEqn.diag()),
                       source = View(UEqn.source())](Label i) {
                        const Label c = cells[i];
                        const Tensor resistance = resistanceOf(c);
                        const double isotropic = trace(resistance);
                        diag[c] += V[c] * isotropic;
                        source[c] -= V[c] * (dot(resistance, U[c]) - isotropic * U[c]);
                      });
}
template <class Resistance>
void add(std::span<Tensor> A, std::span<const Label> cells, const Resistance& resistanceOf) {
  kernel::parallelFor({"porosity", 140}, static_cast<Label>(cells.size()),
                      [resistanceOf, cells, A = View(A)](Label i) { A[cells[i]] += resistanceOf(cells[i]); });
}

/// Both forms of a resistance that resistanceOf(momentum, U) gives by cells.
template <class Model>
class TensorZone : public PorousZone {
 protected:
  using PorousZone::PorousZone;

 private:
  void addResistance(fv::Equation<Vec3>& UEqn, const Momentum& momentum, std::span<const Label> cells) const final {
    add(UEqn, cells, static_cast<const Model&>(*this).resistanceOf(momentum, UEqn.psi()));
  }
  void addResistance(std::span<Tensor> A, const fv::VolVectorField& U, const Momentum& momentum,
                     std::span<const Label> cells) const final {
    add(A, cells, static_cast<const Model&>(*this).resistanceOf(momentum, U));
  }
};

/// Resistance of a porous zone by Darcy (1856) and Forchheimer (1901):
///     S = -(mu D + 1/2 rho |U| F) U
/// with D [1/m^2] and F [1/m] diagonal in a coordinate system of the zone's own.
class DarcyForchheimer final : public TensorZone<DarcyForchheimer> {
 public:
  DarcyForchheimer(const FvOptionSource& source, const ZoneEntries& entries) : TensorZone(source) {
    const Tensor R = readRotation(entries.values);
    D_ = rotated(R, readResistance(entries.values, "d", Dimensions{{0, -2}}));
    F_ = rotated(R, 0.5 * readResistance(entries.values, "f", Dimensions{{0, -1}}));
    entries.refuseOthers({"d", "f"});
  }

  auto resistanceOf(const Momentum& momentum, const fv::VolVectorField& U) const {
    const double* density = momentum.rho ? momentum.rho->cells().data() : nullptr;
    return [D = D_, F = F_, density, nu = View(momentum.nu.cells()), U = View(U.cells())](Label c) {
      const double rho = density ? density[c] : 1;
      return (rho * nu[c]) * D + (rho * mag(U[c])) * F;
    };
  }

 private:
  Tensor D_, F_;
};

/// Fixed coefficients: S = -rhoRef (alpha + beta |U|) U with alpha [1/s] and beta [1/m] diagonal in a coordinate system of the
/// zone's own. rhoRef [kg/m^3] is that of an equation with density, else 1.
class FixedCoefficients final : public TensorZone<FixedCoefficients> {
 public:
  FixedCoefficients(const FvOptionSource& source, const ZoneEntries& entries) : TensorZone(source) {
    const auto& d = entries.values;
    const Tensor R = readRotation(d);
    alpha_ = rotated(R, readResistance(d, "alpha", Dimensions{{0, 0, -1}}));
    beta_ = rotated(R, readResistance(d, "beta", Dimensions{{0, -1}}));
    if (d.has("rhoRef")) rhoRef_ = d.get<double>("rhoRef");
    place_ = d.place();
    entries.refuseOthers({"alpha", "beta", "rhoRef"});
  }
  void check(const OptionSurroundings& surroundings) const override {
    if (surroundings.withDensity && !rhoRef_)
      throw Error(place_, "fixedCoeff needs rhoRef [kg/m^3] in the momentum equation of two fluids, which has a density");
  }

  auto resistanceOf(const Momentum& momentum, const fv::VolVectorField& U) const {
    const double rho = momentum.rho ? rhoRef_.value() : 1;
    return [alpha = rho * alpha_, beta = rho * beta_, U = View(U.cells())](Label c) { return alpha + mag(U[c]) * beta; };
  }

 private:
  Tensor alpha_, beta_;
  std::optional<double> rhoRef_;
  Place place_;
};

/// Power law: S = -rho C0 |U|^(C1 - 1) U, the same in all directions.
class PowerLawZone final : public PorousZone {
 public:
  PowerLawZone(const FvOptionSource& source, const ZoneEntries& entries) : PorousZone(source) {
    const auto& d = entries.values;
    readRotation(d);  // which v1912 asks for, though it turns nothing
    C0_ = d.get<double>("C0");
    C1_ = d.get<double>("C1");
    entries.refuseOthers({"C0", "C1"});
  }

 private:
  void addResistance(fv::Equation<Vec3>& UEqn, const Momentum& momentum, std::span<const Label> cells) const override {
    const double* density = momentum.rho ? momentum.rho->cells().data() : nullptr;
    kernel::parallelFor({"porosity", 80}, static_cast<Label>(cells.size()),
                        [C0 = C0_, half = (C1_ - 1) / 2, density, cells, V = View(UEqn.psi().mesh().V),
                         U = View(UEqn.psi().cells()), diag = View(UEqn.diag())](Label i) {
                          const Label c = cells[i];
                          diag[c] += V[c] * (density ? density[c] : 1) * C0 * std::pow(magSqr(U[c]), half);
                        });
  }

  void addResistance(std::span<Tensor> A, const fv::VolVectorField& U, const Momentum& momentum,
                     std::span<const Label> cells) const override {
    const double* density = momentum.rho ? momentum.rho->cells().data() : nullptr;
    add(A, cells, [C0 = C0_, half = (C1_ - 1) / 2, density, U = View(U.cells())](Label c) {
      return ((density ? density[c] : 1) * C0 * std::pow(magSqr(U[c]), half)) * identityTensor();
    });
  }

  double C0_ = 0, C1_ = 1;
};

using ZoneMaker = std::unique_ptr<PorousZone> (*)(const FvOptionSource&, const ZoneEntries&);

template <class Model>
std::unique_ptr<PorousZone> makeZone(const FvOptionSource& source, const ZoneEntries& entries) {
  return std::make_unique<Model>(source, entries);
}

const WordTable<ZoneMaker>& table() {
  static const WordTable<ZoneMaker> models{
      {"DarcyForchheimer", "resistance -(mu d + rho |U| f/2) U of Darcy and Forchheimer", makeZone<DarcyForchheimer>},
      {"fixedCoeff", "resistance -rhoRef (alpha + beta |U|) U", makeZone<FixedCoefficients>},
      {"powerLaw", "resistance -rho C0 |U|^(C1 - 1) U", makeZone<PowerLawZone>}};
  return models;
}

}  // namespace

PorousZone::PorousZone(const FvOptionSource& source)
    : FvOption({"U"}),
      selection_(source.coefficients, source.context, &source.coefficients == &source.entry),
      isActive_(source.coefficients.getOr<bool>("active", true)) {}

void PorousZone::addTo(fv::Equation<Vec3>& UEqn, const Momentum& momentum) {
  if (selection_.active()) addResistance(UEqn, momentum, selection_.cells());
}

void PorousZone::addTo(std::span<Tensor> A, const fv::VolVectorField& U, const Momentum& momentum) const {
  addResistance(A, U, momentum, selection_.cells());
}

std::vector<Word> porosityWords() { return table().words(); }

std::unique_ptr<FvOption> makeExplicitPorositySource(const FvOptionSource& source) {
  const auto& d = source.coefficients;
  // With the coefficients beside the option's own entries, `type` is the option's.
  if (&d == &source.entry)
    throw Error(source.entry.place(), d.name() + ": explicitPorositySourceCoeffs with the porosity model is missing");
  const auto& model = config::chosen(table(), d, "type");
  const auto* own = d.findDict(model.word + "Coeffs");
  return model.make(source, {source.entry, d, own ? *own : d});
}

std::vector<std::unique_ptr<PorousZone>> makePorousZones(const config::Dictionary* dictionary, const fv::Context& context) {
  std::vector<std::unique_ptr<PorousZone>> zones;
  if (!dictionary) return zones;
  static const std::function<const config::Dictionary*()> noWaves = [] { return nullptr; };
  Problems problems;
  for (const auto& entry : dictionary->entries()) {
    if (!entry.isDict() || entry.keyword == "FoamFile") continue;
    problems.guard([&] {
      const config::Dictionary& d = *entry.dict;
      const auto& model = config::chosen(table(), d, "type");
      const auto* own = d.findDict(model.word + "Coeffs");
      auto zone = model.make({entry.keyword, d, d, context, nullptr, noWaves}, {d, d, own ? *own : d});
      if (!zone->isActive())
        d.warn(d.at("active").place,
               d.name() + ": active no leaves the resistance as it is, as in OpenFOAM v1912; leave the zone out");
      zone->setTitle(
          fmt::format("Porosity region {}: {} in cellZone {}", entry.keyword, model.word, d.get<std::string>("cellZone")));
      zones.push_back(std::move(zone));
    });
  }
  problems.throwIfAny(dictionary->name());
  return zones;
}

}  // namespace eagre::physics
