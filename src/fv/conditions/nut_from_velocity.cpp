// SPDX-License-Identifier: BSD-3-Clause
// Eddy viscosity at walls from the velocity: nutUWallFunction, nutURoughWallFunction, nutUBlendedWallFunction,
// nutUSpaldingWallFunction, nutLowReWallFunction.
#include <algorithm>
#include <cmath>

#include "fv/conditions/nut_wall_functions.hpp"
#include "fv/conditions/transform.hpp"

namespace eagre::fv::conditions {
namespace {

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

/// NutUWallFunction on a wall of roughnessHeight [m], of which roughnessFactor counts: the law ln(E y+) has ln G subtracted, with
/// G a function of the roughness Ks+ = y+ roughnessFactor roughnessHeight / y and of roughnessConstant (Cebeci and Bradshaw
/// 1977).
class NutURoughWallFunction final : public NutFromVelocity {
 public:
  explicit NutURoughWallFunction(const Source& source)
      : NutFromVelocity(source),
        height_(source.dict.get<double>("roughnessHeight")),
        constant_(source.dict.get<double>("roughnessConstant")),
        factor_(source.dict.get<double>("roughnessFactor")),
        maxIter_(source.dict.getOr("maxIter", 10)),
        tolerance_(source.dict.getOr("tolerance", 0.0001)) {}
  std::vector<double> yPlus(const VolField<double>& nut, const Context& context) const override {
    return eachFace(context, [&, magU = slip(nut, context)](auto& values, auto nu, const double* y) {
      for (Label i = 0; i < patch().size; ++i) values[i] = solveYPlus(law_.kappa * magU[i] * y[i] / nu[i], y[i]);
    });
  }

 protected:
  void writeOwn(ConditionWriter& out) const override {
    NutFromVelocity::writeOwn(out);
    out.entry("roughnessHeight", text(height_));
    out.entry("roughnessConstant", text(constant_));
    out.entry("roughnessFactor", text(factor_));
    out.entry("maxIter", std::to_string(maxIter_));
    out.entry("tolerance", text(tolerance_));
  }
  void update(const VolField<double>& field, const Context& context) override {
    const auto nu = patchScalar(context, patch(), "nu");
    const auto magU = slip(field, context), yPlus = this->yPlus(field, context);
    const double* y = wallDistance(context);
    for (Label i = 0; i < patch().size; ++i)
      value_[i] = yPlus[i] > law_.yPlusLam ? nu[i] * (yPlus[i] * yPlus[i] / (magU[i] * y[i] / nu[i] + rootVSmall) - 1) : 0.0;
  }

 private:
  struct Roughness {
    double lnG = 0, slope = 0;  ///< slope: d ln G / d ln y+
  };
  Roughness roughness(double KsPlus) const {
    if (KsPlus >= 90) {
      const double G = 1 + constant_ * KsPlus;
      return {std::log(G), constant_ * KsPlus / G};
    }
    if (KsPlus <= 2.25) return {};
    const double a = 1 / 87.75 + constant_, b = 2 * std::atan(1.0) / std::log(90 / 2.25);
    const double G = a * KsPlus - 2.25 / 87.75, angle = b * std::log(KsPlus) - b * std::log(2.25), lnG = std::log(G);
    return {lnG * std::sin(angle), a * std::sin(angle) * KsPlus / G + b * lnG * std::cos(angle)};
  }
  double solveYPlus(double kappaRe, double y) const {
    const double KsOfYPlus = std::max(height_, 0.0) / y * factor_;
    double yPlus = law_.yPlusLam, last = 0;
    int i = 0;
    do {
      last = yPlus;
      const Roughness rough = roughness(yPlus * KsOfYPlus);
      const double denominator = 1 + std::log(law_.E * yPlus) - rough.lnG - rough.slope;
      if (std::abs(denominator) > vSmall) yPlus = (kappaRe + yPlus * (1 - rough.slope)) / denominator;
    } while (std::abs(yPlus - last) / law_.yPlusLam > tolerance_ && ++i < maxIter_ && yPlus > vSmall);
    return std::max(0.0, yPlus);
  }
  double height_, constant_, factor_;
  int maxIter_;
  double tolerance_;
};

/// The friction velocity between that of the viscous sublayer and that of the logarithmic law, u_tau^n = u_vis^n + u_log^n, with
/// u_vis = |U_t| / y+, u_log = kappa |U_t| / ln(E y+) (Menter, Carregal Ferreira, Esch, Konno 2003); nut = u_tau^2 / |dU/dn| -
/// nu.
class NutUBlendedWallFunction final : public NutFromVelocity {
 public:
  explicit NutUBlendedWallFunction(const Source& source) : NutFromVelocity(source), n_(source.dict.getOr("n", 4.0)) {}
  std::vector<double> yPlus(const VolField<double>& nut, const Context& context) const override {
    return eachFace(context, [&, uTau = frictionVelocity(nut, context)](auto& values, auto nu, const double* y) {
      for (Label i = 0; i < patch().size; ++i) values[i] = y[i] * uTau[i] / nu[i];
    });
  }

 protected:
  void writeOwn(ConditionWriter& out) const override {
    NutFromVelocity::writeOwn(out);
    out.entry("n", text(n_));
  }
  void update(const VolField<double>& field, const Context& context) override {
    const auto nu = patchScalar(context, patch(), "nu");
    const auto uTau = frictionVelocity(field, context), shear = shearRate(context);
    for (Label i = 0; i < patch().size; ++i) value_[i] = std::max(0.0, uTau[i] * uTau[i] / (shear[i] + rootVSmall) - nu[i]);
  }

 private:
  std::vector<double> frictionVelocity(const VolField<double>& field, const Context& context) const {
    const auto nu = patchScalar(context, patch(), "nu");
    const auto shear = shearRate(context);
    const PatchFaces faces = this->faces(field);
    const auto atWall = U(context).patchValues(patch());
    std::vector<double> uTau(static_cast<std::size_t>(faces.size()));
    for (Label i = 0; i < faces.size(); ++i) {
      const Vec3 along = tangential(faces.normal(i), U(context)[faces.cell(i)] - atWall[i]);
      uTau[i] = blended(std::sqrt((value_[i] + nu[i]) * shear[i]), mag(along), wallDistance(context)[i] / nu[i]);
    }
    return uTau;
  }
  double blended(double u, double magU, double yOverNu) const {
    if (u <= rootVSmall) return u;
    double error = great;
    for (int i = 0; i < 10 && error > 0.001; ++i) {
      const double yPlus = yOverNu * u, viscous = magU / yPlus, logarithmic = law_.kappa * magU / std::log(law_.E * yPlus);
      const double next = std::pow(std::pow(viscous, n_) + std::pow(logarithmic, n_), 1 / n_);
      error = std::abs(u - next) / (u + rootVSmall);
      u = 0.5 * (u + next);
    }
    return u;
  }
  double n_;
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

void addNutFromVelocity(Table<double>& table) {
  table.add<NutUWallFunction>("nutUWallFunction", "nut at smooth walls by the log law from U");
  table.add<NutURoughWallFunction>("nutURoughWallFunction", "nut at rough walls by the log law from U, with roughnessHeight");
  table.add<NutUBlendedWallFunction>("nutUBlendedWallFunction",
                                     "nut at smooth walls from U, between viscous sublayer and log law");
  table.add<NutLowReWallFunction>("nutLowReWallFunction", "nut 0 at walls whose viscous sublayer the mesh resolves");
  table.add<NutUSpaldingWallFunction>("nutUSpaldingWallFunction", "nut at smooth walls by Spalding's law, for any y+");
}

}  // namespace eagre::fv::conditions
