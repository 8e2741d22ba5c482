// SPDX-License-Identifier: BSD-3-Clause
// Turbulence at walls: nutkWallFunction, epsilonWallFunction, kqRWallFunction (Launder and Spalding 1974).
#include "fv/wall_functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fv/conditions/basic.hpp"

namespace eagre::fv {

WallLaw WallLaw::make(double Cmu, double kappa, double E) {
  double yPlus = 11.0;
  for (int i = 0; i < 10; ++i) yPlus = std::log(std::max(E * yPlus, 1.0)) / kappa;
  return {Cmu, kappa, E, yPlus};
}

namespace conditions {
namespace {

void requireWall(const Source& source) {
  if (source.patch.type != "wall")
    source.fail(fmt::format("boundary condition {} is for walls; this patch is of type {}", source.dict.get<std::string>("type"),
                            source.patch.type),
                "type");
}

/// Eddy viscosity that gives the wall shear stress of the logarithmic law, with the friction velocity Cmu^(1/4) sqrt(k):
///     nut = nu (y+ kappa / ln(E y+) - 1) above y+Lam, 0 below;   y+ = Cmu^(1/4) y sqrt(k) / nu.
class NutkWallFunction : public FixedValue<double>, public ViscosityWallFunction {
 public:
  explicit NutkWallFunction(const Source& source)
      : FixedValue<double>(source),
        law_(WallLaw::make(source.dict.getOr("Cmu", 0.09), source.dict.getOr("kappa", 0.41), source.dict.getOr("E", 9.8))) {
    requireWall(source);
  }
  const WallLaw& law() const override { return law_; }
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      out.entry("Cmu", text(law_.Cmu));
      out.entry("kappa", text(law_.kappa));
      out.entry("E", text(law_.E));
    });
  }

 protected:
  std::string missing(const Context& context) const override {
    const std::string k = missingScalar(context, "k");
    return k.empty() ? missingScalar(context, "nu") : k;
  }
  void update(const VolField<double>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    const auto nu = patchScalar(context, patch(), "nu");
    const auto& k = context.registry.scalar("k")->cells();
    const double* y = context.mesh.wallDistance.data() + patch().start;
    const double Cmu25 = std::pow(law_.Cmu, 0.25);
    for (Label i = 0; i < faces.size(); ++i) {
      const double yPlus = Cmu25 * y[i] * std::sqrt(k[faces.cell(i)]) / nu[i];
      value_[i] = yPlus > law_.yPlusLam ? nu[i] * (yPlus * law_.kappa / std::log(law_.E * yPlus) - 1.0) : 0.0;
    }
  }

 private:
  WallLaw law_;
};

/// The dissipation of the cells at the wall is that of the logarithmic layer in equilibrium; the turbulence model sets it
/// (physics/turbulence/wall_cells.hpp). Starts from the cell's value.
class EpsilonWallFunction : public FixedValue<double>, public DissipationWallFunction {
 public:
  explicit EpsilonWallFunction(const Source& source)
      : FixedValue<double>(source), lowReCorrection_(source.dict.getOr("lowReCorrection", false)) {
    requireWall(source);
  }
  bool lowReCorrection() const override { return lowReCorrection_; }
  void setValues(std::span<const double> values) override { value_.assign(values.begin(), values.end()); }
  void initialise(const VolField<double>& field, std::span<double> values) override {
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) value_[i] = values[i] = field[faces.cell(i)];
  }
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] { out.entry("lowReCorrection", lowReCorrection_ ? "true" : "false"); });
  }

 private:
  bool lowReCorrection_;
};

/// No gradient of k, q or R at the wall.
class KqRWallFunction : public ZeroGradient<double> {
 public:
  explicit KqRWallFunction(const Source& source) : ZeroGradient<double>(source) { requireWall(source); }
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeType(out);
    out.entry("value", field.patchValues(patch()));
  }
};

}  // namespace

void addWallFunctions(Table<double>& table) {
  table.add<NutkWallFunction>("nutkWallFunction");
  table.add<EpsilonWallFunction>("epsilonWallFunction");
  table.add<KqRWallFunction>("kqRWallFunction");
}

}  // namespace conditions
}  // namespace eagre::fv
