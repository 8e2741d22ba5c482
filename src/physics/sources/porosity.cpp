// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "config/word_choice.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/sources/cell_selection.hpp"
#include "physics/sources/coordinate_system.hpp"
#include "physics/sources/fv_option.hpp"
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

const WordTable<>& table() {
  static const WordTable<> models{{"DarcyForchheimer", "resistance -(mu d + rho |U| f/2) U of Darcy and Forchheimer"}};
  return models;
}

/// Resistance of a porous zone by Darcy (1856) and Forchheimer (1901):
///     S = -(mu D + 1/2 rho |U| F) U
/// with D [1/m^2] and F [1/m] diagonal in a coordinate system of the zone's own. Its trace is implicit, the rest explicit.
class DarcyForchheimer final : public FvOption {
 public:
  explicit DarcyForchheimer(const FvOptionSource& source) : FvOption({"U"}), selection_(source.coefficients, source.context) {
    const auto& d = source.coefficients;
    // With the coefficients beside the option's own entries, `type` is the option's.
    if (&d == &source.entry)
      throw Error(source.entry.place(), d.name() + ": explicitPorositySourceCoeffs with the porosity model is missing");
    const std::string model = config::chosen(table(), d, "type").word;
    const auto* own = d.findDict(model + "Coeffs");
    const auto& values = own ? *own : d;
    const Tensor R = readRotation(values);
    D_ = rotated(R, readResistance(values, "d", Dimensions{{0, -2}}));
    F_ = rotated(R, 0.5 * readResistance(values, "f", Dimensions{{0, -1}}));
    refuseUnused(source.entry, {"active", "log", "libs"});
    refuseUnused(d, {"active", "selectionMode", "cellZone", "timeStart", "duration", "d", "f", "coordinateSystem"});
    if (own) refuseUnused(*own, {});
  }

  void addTo(fv::Equation<Vec3>& UEqn, const Momentum& momentum) override {
    if (!selection_.active()) return;
    const auto& U = UEqn.psi();
    const auto cells = selection_.cells();
    const double* density = momentum.rho ? momentum.rho->cells().data() : nullptr;
    kernel::parallelFor({"porosity", 140}, static_cast<Label>(cells.size()),
                        [D = D_, F = F_, density, cells, nu = View(momentum.nu.cells()), V = View(U.mesh().V),
                         U = View(U.cells()), diag = View(UEqn.diag()), source = View(UEqn.source())](Label i) {
                          const Label c = cells[i];
                          const double rho = density ? density[c] : 1;
                          const Tensor resistance = (rho * nu[c]) * D + (rho * mag(U[c])) * F;
                          const double isotropic = trace(resistance);
                          diag[c] += V[c] * isotropic;
                          source[c] -= V[c] * (dot(resistance, U[c]) - isotropic * U[c]);
                        });
  }

 private:
  CellSelection selection_;
  Tensor D_, F_;
};

}  // namespace

std::vector<Word> porosityWords() { return table().words(); }

std::unique_ptr<FvOption> makeExplicitPorositySource(const FvOptionSource& source) {
  return std::make_unique<DarcyForchheimer>(source);
}

}  // namespace eagre::physics
