// SPDX-License-Identifier: BSD-3-Clause
// Turbulence at walls: epsilonWallFunction, omegaWallFunction, kqRWallFunction, kLowReWallFunction.
#include "fv/conditions/wall_functions.hpp"

#include <algorithm>
#include <cmath>

#include "fv/conditions/basic.hpp"

namespace eagre::fv {

const WallLaw* lawOfWall(const Context& context, const mesh::Patch& patch) {
  const auto* nut = context.registry.scalar("nut");
  if (!nut) return nullptr;
  const auto p = static_cast<std::size_t>(&patch - context.mesh.patches.data());
  const auto* wall = dynamic_cast<const ViscosityWallFunction*>(nut->conditions()[p].get());
  return wall ? &wall->law() : nullptr;
}

namespace conditions {
namespace {

/// Production in the logarithmic layer in equilibrium, G = (nut_w + nu_w) |dU/dn|_w Cmu^(1/4) sqrt(k) / (kappa y).
double production(const WallLaw& law, const WallFace& face) {
  return (face.nut + face.nu) * face.magGradU * law.Cmu25() * std::sqrt(face.k) / (law.kappa * face.y);
}

bool inSublayer(const WallLaw& law, const WallFace& face) {
  return law.Cmu25() * face.y * std::sqrt(face.k) / face.nu < law.yPlusLam;
}

/// What they share: the value at the wall is that of the cell behind, which the model sets (physics/turbulence/wall_cells.hpp).
/// Starts from the cell's value. What a run has written is that to the rounding of its linear solver, and is kept, so that the
/// run goes on with the same bits.
class DissipationAtWall : public FixedValue<double>, public DissipationWallFunction {
 public:
  explicit DissipationAtWall(const Source& source) : FixedValue<double>(source) { requireWall(source); }
  void setValues(std::span<const double> values) override { value_.assign(values.begin(), values.end()); }
  void initialise(const VolField<double>& field, std::span<double> values) override {
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) {
      const double inCell = field[faces.cell(i)];
      if (std::abs(value_[i] - inCell) > 1e-10 * std::abs(inCell)) value_[i] = inCell;
      values[i] = value_[i];
    }
  }
};

/// The dissipation of the logarithmic layer in equilibrium (Launder and Spalding 1974), epsilon = Cmu^(3/4) k^(3/2) / (kappa y);
/// with lowReCorrection in the viscous sublayer epsilon = 2 k nu_w / y^2 and G = 0.
class EpsilonWallFunction final : public DissipationAtWall {
 public:
  explicit EpsilonWallFunction(const Source& source)
      : DissipationAtWall(source), lowReCorrection_(source.dict.getOr("lowReCorrection", false)) {}
  void cellValues(const WallLaw& law, std::span<const WallFace> faces, std::span<WallCellValues> values) const override {
    const double Cmu75 = std::pow(law.Cmu, 0.75);
    std::ranges::transform(faces, values.begin(), [&](const WallFace& face) -> WallCellValues {
      if (lowReCorrection_ && inSublayer(law, face)) return {2.0 * face.k * face.nu / (face.y * face.y), 0};
      return {Cmu75 * std::pow(face.k, 1.5) / (law.kappa * face.y), production(law, face)};
    });
  }
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] { out.entry("lowReCorrection", lowReCorrection_ ? "true" : "false"); });
  }

 private:
  bool lowReCorrection_;
};

/// omega of the logarithmic layer, sqrt(k) / (Cmu^(1/4) kappa y), and of the viscous sublayer, 6 nu_w / (beta1 y^2) (Menter and
/// Esch 2001): the root of the sum of their squares, or with `blended no` one or the other, without production in the sublayer.
class OmegaWallFunction final : public DissipationAtWall {
 public:
  explicit OmegaWallFunction(const Source& source)
      : DissipationAtWall(source), blended_(source.dict.getOr("blended", true)), beta1_(source.dict.getOr("beta1", 0.075)) {}
  void cellValues(const WallLaw& law, std::span<const WallFace> faces, std::span<WallCellValues> values) const override {
    std::ranges::transform(faces, values.begin(), [&](const WallFace& face) -> WallCellValues {
      const double viscous = 6 * face.nu / (beta1_ * face.y * face.y);
      const double logarithmic = std::sqrt(face.k) / (law.Cmu25() * law.kappa * face.y);
      if (blended_) return {std::sqrt(viscous * viscous + logarithmic * logarithmic), production(law, face)};
      if (law.Cmu25() * face.y * std::sqrt(face.k) / face.nu > law.yPlusLam) return {logarithmic, production(law, face)};
      return {viscous, 0};
    });
  }
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      out.entry("blended", blended_ ? "true" : "false");
      out.entry("beta1", text(beta1_));
    });
  }

 private:
  bool blended_;
  double beta1_;
};

/// No gradient of k, q or R at the wall.
class KqRWallFunction final : public ZeroGradient<double> {
 public:
  explicit KqRWallFunction(const Source& source) : ZeroGradient<double>(source) { requireWall(source); }
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeType(out);
    out.entry("value", field.patchValues(patch()));
  }
};

/// k at a wall, from the viscous sublayer outwards (Kalitzin et al. 2005): k = u_tau^2 k+ with u_tau = Cmu^(1/4) sqrt(k of the
/// cell),
///     k+ = Ck/kappa ln(y+) + Bk above y+Lam,   2400/Ceps2^2 (1/(y+ + C)^2 + 2 y+/C^3 - 1/C^2) below.
class KLowReWallFunction final : public FixedValue<double> {
 public:
  explicit KLowReWallFunction(const Source& source)
      : FixedValue<double>(source),
        Ceps2_(source.dict.getOr("Ceps2", 1.9)),
        Ck_(source.dict.getOr("Ck", -0.416)),
        Bk_(source.dict.getOr("Bk", 8.366)),
        C_(source.dict.getOr("C", 11.0)) {
    requireWall(source);
  }
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      out.entry("Ceps2", text(Ceps2_));
      out.entry("Ck", text(Ck_));
      out.entry("Bk", text(Bk_));
      out.entry("C", text(C_));
    });
  }

 protected:
  std::string missing(const Context& context) const override {
    if (std::string nu = missingScalar(context, "nu"); !nu.empty()) return nu;
    return lawOfWall(context, patch()) ? "" : "a wall function of nut on the same patch";
  }
  void update(const VolField<double>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    const auto nu = patchScalar(context, patch(), "nu");
    const double* y = context.mesh.wallDistance.data() + patch().start;
    const WallLaw& law = *lawOfWall(context, patch());
    for (Label i = 0; i < faces.size(); ++i) {
      const double uTau = law.Cmu25() * std::sqrt(field[faces.cell(i)]);
      value_[i] = std::max(uTau * uTau * kPlus(law, uTau * y[i] / nu[i]), small);
    }
  }

 private:
  static constexpr double small = 1e-15;  ///< models divide by k
  double kPlus(const WallLaw& law, double yPlus) const {
    if (yPlus > law.yPlusLam) return Ck_ / law.kappa * std::log(yPlus) + Bk_;
    return 2400 / (Ceps2_ * Ceps2_) * (1 / ((yPlus + C_) * (yPlus + C_)) + 2 * yPlus / (C_ * C_ * C_) - 1 / (C_ * C_));
  }
  double Ceps2_, Ck_, Bk_, C_;
};

}  // namespace

void addWallFunctions(Table<double>& table) {
  table.add<EpsilonWallFunction>("epsilonWallFunction", "epsilon and production of k in cells at walls, by the log law");
  table.add<OmegaWallFunction>("omegaWallFunction",
                               "omega and production of k in cells at walls, by log law and viscous sublayer");
  table.add<KLowReWallFunction>("kLowReWallFunction", "k at walls by the log law or the viscous sublayer, for any y+");
  table.add<KqRWallFunction>("kqRWallFunction", "zero gradient of k at walls");
}

}  // namespace conditions
}  // namespace eagre::fv
