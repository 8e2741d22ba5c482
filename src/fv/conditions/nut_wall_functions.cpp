// SPDX-License-Identifier: BSD-3-Clause
// Eddy viscosity at walls: nutkWallFunction, nutkRoughWallFunction, nutUWallFunction, nutUSpaldingWallFunction,
// nutLowReWallFunction.
#include <algorithm>
#include <cmath>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/wall_functions.hpp"

namespace eagre::fv {

WallLaw WallLaw::make(double Cmu, double kappa, double E) {
  double yPlus = 11.0;
  for (int i = 0; i < 10; ++i) yPlus = std::log(std::max(E * yPlus, 1.0)) / kappa;
  return {Cmu, kappa, E, yPlus};
}

namespace conditions {
namespace {

/// nut that gives the wall shear stress of the logarithmic law at a given y+; 0 in the viscous sublayer.
double logarithmicNut(const WallLaw& law, double yPlus, double nu) {
  return yPlus > law.yPlusLam ? nu * (yPlus * law.kappa / std::log(law.E * yPlus) - 1.0) : 0.0;
}

/// What they share: the coefficients Cmu, kappa and E, and the distance of the cells.
class NutWallFunction : public FixedValue<double>, public ViscosityWallFunction {
 public:
  explicit NutWallFunction(const Source& source)
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
      writeOwn(out);
    });
  }

 protected:
  virtual void writeOwn(ConditionWriter&) const {}
  std::string missing(const Context& context) const override { return missingScalar(context, "nu"); }
  /// One value per face of the patch: fill(values, nu, y).
  template <class Fill>
  std::vector<double> eachFace(const Context& context, Fill fill) const {
    std::vector<double> values(static_cast<std::size_t>(patch().size));
    fill(values, patchScalar(context, patch(), "nu"), wallDistance(context));
    return values;
  }
  const double* wallDistance(const Context& context) const { return context.mesh.wallDistance.data() + patch().start; }
  WallLaw law_;
};

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

/// What they share that look at the velocity.
class NutFromVelocity : public NutWallFunction {
 public:
  explicit NutFromVelocity(const Source& source) : NutWallFunction(source), UName_(source.dict.getOr("U", "U")) {}

 protected:
  void writeOwn(ConditionWriter& out) const override {
    if (UName_ != "U") out.entry("U", UName_);
  }
  std::string missing(const Context& context) const override {
    const std::string U = missingVector(context, UName_);
    return U.empty() ? NutWallFunction::missing(context) : U;
  }
  const VolVectorField& U(const Context& context) const { return *context.registry.vector(UName_); }
  /// |U - U_w| of the cells.
  std::vector<double> slip(const VolField<double>& field, const Context& context) const {
    const PatchFaces faces = this->faces(field);
    const auto& velocity = U(context);
    const auto atWall = velocity.patchValues(patch());
    std::vector<double> slip(static_cast<std::size_t>(faces.size()));
    for (Label i = 0; i < faces.size(); ++i) slip[i] = mag(velocity[faces.cell(i)] - atWall[i]);
    return slip;
  }

  /// |dU/dn| at the wall.
  std::vector<double> shearRate(const Context& context) const {
    const auto& velocity = U(context);
    std::vector<Vec3> gradient(static_cast<std::size_t>(patch().size));
    velocity.conditions()[static_cast<std::size_t>(&patch() - context.mesh.patches.data())]->snGrad(velocity, gradient);
    std::vector<double> magnitude;
    for (const Vec3& g : gradient) magnitude.push_back(mag(g));
    return magnitude;
  }

 private:
  std::string UName_;
};

/// The logarithmic law with the y+ that belongs to the cell's velocity, U y/nu = y+ ln(E y+)/kappa, by fixed-point iteration.
class NutUWallFunction final : public NutFromVelocity {
 public:
  using NutFromVelocity::NutFromVelocity;
  std::vector<double> yPlus(const VolField<double>& nut, const Context& context) const override {
    return eachFace(context, [&, magU = slip(nut, context)](auto& values, auto nu, const double* y) {
      for (Label i = 0; i < patch().size; ++i) values[i] = solveYPlus(law_.kappa * magU[i] * y[i] / nu[i]);
    });
  }

 protected:
  void update(const VolField<double>& field, const Context& context) override {
    const auto nu = patchScalar(context, patch(), "nu");
    const double* y = wallDistance(context);
    const auto magU = slip(field, context);
    for (Label i = 0; i < patch().size; ++i)
      value_[i] = logarithmicNut(law_, solveYPlus(law_.kappa * magU[i] * y[i] / nu[i]), nu[i]);
  }

 private:
  double solveYPlus(double kappaRe) const {
    double yPlus = law_.yPlusLam, last = 0;
    int i = 0;
    do {
      last = yPlus;
      yPlus = (kappaRe + yPlus) / (1 + std::log(law_.E * yPlus));
    } while (std::abs(yPlus - last) / law_.yPlusLam > 0.01 && ++i < 10);
    return std::max(0.0, yPlus);
  }
};

/// No eddy viscosity at walls whose viscous sublayer the mesh resolves; y+ = y sqrt(|dU/dn| / nu).
class NutLowReWallFunction final : public NutFromVelocity {
 public:
  using NutFromVelocity::NutFromVelocity;
  std::vector<double> yPlus(const VolField<double>&, const Context& context) const override {
    return eachFace(context, [&, magGradU = shearRate(context)](auto& values, auto nu, const double* y) {
      for (Label i = 0; i < patch().size; ++i) values[i] = y[i] * std::sqrt(magGradU[i] / nu[i]);
    });
  }

 protected:
  void update(const VolField<double>&, const Context&) override { std::ranges::fill(value_, 0.0); }
};

/// Spalding's law (1961) for the whole of the boundary layer, solved for the friction velocity by Newton's method:
///     y+ = u+ + (exp(kappa u+) - 1 - kappa u+ - (kappa u+)^2/2 - (kappa u+)^3/6) / E,   nut = u_tau^2 / |dU/dn| - nu.
class NutUSpaldingWallFunction final : public NutFromVelocity {
 public:
  explicit NutUSpaldingWallFunction(const Source& source)
      : NutFromVelocity(source),
        maxIter_(source.dict.getOr("maxIter", 10)),
        tolerance_(source.dict.getOr("tolerance", standardTolerance)) {}
  std::vector<double> yPlus(const VolField<double>& nut, const Context& context) const override {
    return eachFace(context, [&, magU = slip(nut, context), shear = shearRate(context)](auto& values, auto nu, const double* y) {
      for (Label i = 0; i < patch().size; ++i) {
        const double start = std::sqrt((value_[i] + nu[i]) * shear[i]);
        values[i] = y[i] * frictionVelocity({magU[i], y[i] / nu[i]}, start, maxIter_).uTau / nu[i];
      }
    });
  }

 protected:
  void writeOwn(ConditionWriter& out) const override {
    NutFromVelocity::writeOwn(out);
    if (maxIter_ != 10) out.entry("maxIter", std::to_string(maxIter_));
    if (tolerance_ != standardTolerance) out.entry("tolerance", text(tolerance_));
  }
  void update(const VolField<double>& field, const Context& context) override {
    const auto nu = patchScalar(context, patch(), "nu");
    const double* y = wallDistance(context);
    const auto magU = slip(field, context);
    const auto shear = shearRate(context);
    for (Label i = 0; i < patch().size; ++i) {
      const double magGradU = shear[i], start = std::sqrt((value_[i] + nu[i]) * magGradU);
      const WallFlow flow{magU[i], y[i] / nu[i]};
      // With a tolerance of one's own, a value that meets it stays.
      if (tolerance_ != standardTolerance && frictionVelocity(flow, start, 1).error < tolerance_) continue;
      const double uTau = frictionVelocity(flow, start, maxIter_).uTau;
      value_[i] = std::max(0.0, uTau * uTau / (magGradU + rootVSmall) - nu[i]);
    }
  }

 private:
  static constexpr double standardTolerance = 0.01;
  struct WallFlow {
    double magU, yOverNu;
  };
  struct Friction {
    double uTau = 0, error = 0;
  };
  Friction frictionVelocity(const WallFlow& flow, double start, int maxIter) const {
    Friction friction;
    double u = start;
    if (u <= rootVSmall) return friction;
    int i = 0;
    do {
      const double kappaU = std::min(law_.kappa * flow.magU / u, 50.0);
      const double exponential = std::exp(kappaU) - 1 - kappaU * (1 + 0.5 * kappaU);
      const double f = -u * flow.yOverNu + flow.magU / u + (exponential - kappaU * kappaU * kappaU / 6) / law_.E;
      const double df = flow.yOverNu + flow.magU / (u * u) + kappaU * exponential / u / law_.E;
      const double next = u + f / df;
      friction.error = std::abs((u - next) / u);
      u = next;
    } while (u > rootVSmall && friction.error > tolerance_ && ++i < maxIter);
    friction.uTau = std::max(0.0, u);
    return friction;
  }

  int maxIter_;
  double tolerance_;
};

}  // namespace

void addNutWallFunctions(Table<double>& table) {
  table.add<NutkWallFunction>("nutkWallFunction", "nut at smooth walls by the log law from k");
  table.add<NutkRoughWallFunction>("nutkRoughWallFunction", "nut at rough walls by the log law from k, with roughness Ks and Cs");
  table.add<NutUWallFunction>("nutUWallFunction", "nut at smooth walls by the log law from U");
  table.add<NutLowReWallFunction>("nutLowReWallFunction", "nut 0 at walls whose viscous sublayer the mesh resolves");
  table.add<NutUSpaldingWallFunction>("nutUSpaldingWallFunction", "nut at smooth walls by Spalding's law, for any y+");
}

}  // namespace conditions
}  // namespace eagre::fv
