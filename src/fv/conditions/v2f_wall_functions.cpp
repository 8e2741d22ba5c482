// SPDX-License-Identifier: BSD-3-Clause
// Walls of the turbulence models v2f and kEpsilonPhitF: v2WallFunction, fWallFunction.
#include <cmath>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/wall_functions.hpp"

namespace eagre::fv::conditions {
namespace {

/// A value at a wall of which nut has a wall function: from y+ = u_tau y/nu with u_tau = Cmu^(1/4) sqrt(k) of the cell behind.
class ByFriction : public FixedValue<double> {
 public:
  explicit ByFriction(const Source& source) : FixedValue<double>(source) { requireWall(source); }

 protected:
  std::string missing(const Context& context) const override {
    for (const auto* name : {"nu", "k"})
      if (std::string field = missingScalar(context, name); !field.empty()) return field;
    return lawOfWall(context, patch()) ? "" : "a wall function of nut on the same patch";
  }
  /// Sets each face to of(cell, law, uTau, yPlus).
  template <class Of>
  void setValues(const VolField<double>& field, const Context& context, Of of) {
    const PatchFaces faces = this->faces(field);
    const auto nu = patchScalar(context, patch(), "nu");
    const VolField<double>& k = *context.registry.scalar("k");
    const double* y = context.mesh.wallDistance.data() + patch().start;
    const WallLaw& law = *lawOfWall(context, patch());
    for (Label i = 0; i < faces.size(); ++i) {
      const double uTau = law.Cmu25() * std::sqrt(k[faces.cell(i)]);
      value_[i] = of(faces.cell(i), law, uTau, uTau * y[i] / nu[i]);
    }
  }
};

/// v2 at a wall (Kalitzin et al. 2005): u_tau^2 (Cv2/kappa ln(y+) + Bv2) above y+Lam, u_tau^2 Cv2 y+^4 below.
class V2WallFunction final : public ByFriction {
 public:
  explicit V2WallFunction(const Source& source)
      : ByFriction(source), Cv2_(source.dict.getOr("Cv2", 0.193)), Bv2_(source.dict.getOr("Bv2", -0.94)) {}
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      out.entry("Cv2", text(Cv2_));
      out.entry("Bv2", text(Bv2_));
    });
  }

 protected:
  void update(const VolField<double>& field, const Context& context) override {
    setValues(field, context, [this](Label, const WallLaw& law, double uTau, double yPlus) {
      const double v2Plus =
          yPlus > law.yPlusLam ? Cv2_ / law.kappa * std::log(yPlus) + Bv2_ : Cv2_ * (yPlus * yPlus) * (yPlus * yPlus);
      return v2Plus * (uTau * uTau);
    });
  }

 private:
  double Cv2_, Bv2_;
};

/// f at a wall. With v2f 6 v2 epsilon/(k^2 u_tau^2) of the cell above y+Lam, 0 below; with kEpsilonPhitF 0 (Laurence et al.
/// 2005).
class FWallFunction final : public ByFriction {
 public:
  using ByFriction::ByFriction;

 protected:
  std::string missing(const Context& context) const override {
    if (std::string what = ByFriction::missing(context); !what.empty()) return what;
    if (context.registry.scalar("phit") || context.registry.scalar("v2")) return missingScalar(context, "epsilon");
    return "turbulence model v2f or kEpsilonPhitF";
  }
  void update(const VolField<double>& field, const Context& context) override {
    const auto *v2 = context.registry.scalar("v2"), *epsilon = context.registry.scalar("epsilon");
    if (!v2) {
      value_.assign(value_.size(), 0);
      return;
    }
    setValues(field, context,
              [&v2 = *v2, &epsilon = *epsilon, &k = *context.registry.scalar("k")](Label c, const WallLaw& law, double uTau,
                                                                                   double yPlus) {
                if (yPlus <= law.yPlusLam) return 0.0;
                return 6 * v2[c] * epsilon[c] / (k[c] * k[c] + least) / (uTau * uTau + least);
              });
  }

 private:
  static constexpr double least = 1e-150;  ///< where there is no turbulence
};

}  // namespace

void addV2fWallFunctions(Table<double>& table) {
  table.add<V2WallFunction>("v2WallFunction", "v2 of the model v2f at walls by the log law or the viscous sublayer");
  table.add<FWallFunction>("fWallFunction", "f of the models v2f and kEpsilonPhitF at walls");
}

}  // namespace eagre::fv::conditions
