// SPDX-License-Identifier: BSD-3-Clause
// Eddy viscosity at walls from the energy of turbulence: nutkWallFunction, nutkRoughWallFunction,
// nutkAtmRoughWallFunction.
#include "fv/conditions/nut_wall_functions.hpp"

#include <algorithm>
#include <cmath>

namespace eagre::fv {

WallLaw WallLaw::make(double Cmu, double kappa, double E) {
  double yPlus = 11.0;
  for (int i = 0; i < 10; ++i) yPlus = std::log(std::max(E * yPlus, 1.0)) / kappa;
  return {Cmu, kappa, E, yPlus};
}

namespace conditions {
namespace {

/// The logarithmic law with the friction velocity of turbulence in equilibrium (Launder and Spalding 1974),
///     nut = nu (y+ kappa / ln(E y+) - 1) above y+Lam, 0 below;   y+ = Cmu^(1/4) y sqrt(k) / nu.
class NutkWallFunction : public NutWallFunction {
 public:
  using NutWallFunction::NutWallFunction;
  std::vector<double> yPlus(const VolField<double>& nut, const Context& context) const override {
    return eachFace(context, [&](std::vector<double>& values, std::span<const double> nu, const double* y) {
      eachFriction(nut, context, [&](Label i, double uTau) { values[i] = uTau * y[i] / nu[i]; });
    });
  }

 protected:
  std::string missing(const Context& context) const override {
    const std::string k = missingScalar(context, "k");
    return k.empty() ? NutWallFunction::missing(context) : k;
  }
  void update(const VolField<double>& field, const Context& context) override {
    const auto nu = patchScalar(context, patch(), "nu");
    const double* y = wallDistance(context);
    eachFriction(field, context, [&](Label i, double uTau) { value_[i] = logarithmicNut(law_, uTau * y[i] / nu[i], nu[i]); });
  }
  /// use(face, Cmu^(1/4) sqrt(k))
  template <class Use>
  void eachFriction(const VolField<double>& field, const Context& context, Use use) const {
    const PatchFaces faces = this->faces(field);
    const auto& k = context.registry.scalar("k")->cells();
    const double Cmu25 = std::pow(law_.Cmu, 0.25);
    for (Label i = 0; i < faces.size(); ++i) use(i, Cmu25 * std::sqrt(k[faces.cell(i)]));
  }
};

/// The same on a wall of sand-grain roughness Ks [m] with the roughness constant Cs: E is divided by a function of
/// Ks+ = u_tau Ks / nu (Cebeci and Bradshaw 1977). nut changes by no more than a factor of 2 at a time.
class NutkRoughWallFunction final : public NutkWallFunction {
 public:
  explicit NutkRoughWallFunction(const Source& source)
      : NutkWallFunction(source),
        Ks_(readPatchValues<double>(source.dict, "Ks", source.patch)),
        Cs_(readPatchValues<double>(source.dict, "Cs", source.patch)) {}

 protected:
  void writeOwn(ConditionWriter& out) const override {
    out.entry("Cs", std::span<const double>(Cs_));
    out.entry("Ks", std::span<const double>(Ks_));
  }
  void update(const VolField<double>& field, const Context& context) override {
    const auto nu = patchScalar(context, patch(), "nu");
    const double* y = wallDistance(context);
    eachFriction(field, context, [&](Label i, double uTau) {
      const double yPlus = uTau * y[i] / nu[i], E = law_.E / roughness(uTau * Ks_[i] / nu[i], Cs_[i]);
      const double limit = std::max(value_[i], nu[i]);
      const double nut = nu[i] * (yPlus * law_.kappa / std::log(std::max(E * yPlus, 1 + 1e-4)) - 1);
      value_[i] = std::max(std::min(nut, 2 * limit), 0.5 * limit);
    });
  }

 private:
  /// By what E is divided: 1 where the wall is smooth, between there and the fully rough regime a blend.
  static double roughness(double KsPlus, double Cs) {
    if (KsPlus <= 2.25) return 1;
    if (KsPlus >= 90) return 1 + Cs * KsPlus;
    return std::pow((KsPlus - 2.25) / 87.75 + Cs * KsPlus, std::sin(0.4258 * (std::log(KsPlus) - 0.811)));
  }
  std::vector<double> Ks_, Cs_;
};

/// On ground of roughness height z0 [m] under an atmospheric boundary layer, whose law is ln((y + z0)/z0)/kappa at any y+.
class NutkAtmRoughWallFunction final : public NutkWallFunction {
 public:
  explicit NutkAtmRoughWallFunction(const Source& source)
      : NutkWallFunction(source), z0_(readPatchValues<double>(source.dict, "z0", source.patch)) {}

 protected:
  void writeOwn(ConditionWriter& out) const override { out.entry("z0", std::span<const double>(z0_)); }
  void update(const VolField<double>& field, const Context& context) override {
    const auto nu = patchScalar(context, patch(), "nu");
    const double* y = wallDistance(context);
    eachFriction(field, context, [&](Label i, double uTau) {
      const double yPlus = uTau * y[i] / nu[i], E = (y[i] + z0_[i]) / z0_[i];
      value_[i] = nu[i] * (yPlus * law_.kappa / std::log(std::max(E, 1 + 1e-4)) - 1);
    });
  }

 private:
  std::vector<double> z0_;
};

}  // namespace

void addNutWallFunctions(Table<double>& table) {
  table.add<NutkWallFunction>("nutkWallFunction", "nut at smooth walls by the log law from k");
  table.add<NutkRoughWallFunction>("nutkRoughWallFunction", "nut at rough walls by the log law from k, with roughness Ks and Cs");
  table.add<NutkAtmRoughWallFunction>("nutkAtmRoughWallFunction",
                                      "nut at the ground of an atmospheric boundary layer from k, with roughness height z0");
}

}  // namespace conditions
}  // namespace eagre::fv
