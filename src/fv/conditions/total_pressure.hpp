// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <fmt/format.h>

#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fv/conditions/basic.hpp"

namespace eagre::fv::conditions {

/// p = p0 - 1/2 rho |U|^2 where the flux enters, p0 elsewhere; rho is 1 if p is kinematic. With psi (compressibility) the
/// isentropic relation p0 / (1 + (gamma-1)/(2 gamma) psi |U|^2)^(gamma/(gamma-1)), or p0 / (1 + 1/2 psi |U|^2) if gamma is 1.
class TotalPressure : public FixedValue<double> {
 public:
  explicit TotalPressure(const Source& source)
      : TotalPressure(source, readPatchValues<double>(source.dict, "p0", source.patch)) {}
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      if (UName_ != "U") out.entry("U", UName_);
      if (phiName_ != "phi") out.entry("phi", phiName_);
      out.entry("rho", rhoName_);
      out.entry("psi", psiName_);
      out.entry("gamma", text(gamma_));
      writeP0(out);
    });
  }

 protected:
  TotalPressure(const Source& source, std::vector<double> p0)
      : FixedValue<double>(source, p0),
        p0_(std::move(p0)),
        UName_(source.dict.getOr("U", "U")),
        phiName_(source.dict.getOr("phi", "phi")),
        rhoName_(source.dict.getOr("rho", "rho")),
        psiName_(source.dict.getOr("psi", "none")),
        gamma_(psiName_ != "none" ? source.dict.get<double>("gamma") : source.dict.getOr<double>("gamma", 1)) {
    if (psiName_ == "none") gamma_ = 1;
  }
  virtual void writeP0(ConditionWriter& out) const { out.entry("p0", std::span<const double>(p0_)); }

  std::string missing(const Context& context) const override {
    for (std::string what : {missingFlux(context, phiName_), missingVector(context, UName_)})
      if (!what.empty()) return what;
    return {};
  }

  void update(const VolField<double>& field, const Context& context) override {
    const auto phi = patchFlux(context, patch(), phiName_);
    const auto U = velocity(context);
    const bool kinematic = field.dimensions() == dimKinematicPressure;
    if (!kinematic && !(field.dimensions() == dimPressure))
      throw Error(
          fmt::format("{}: the field has dimensions {}; a pressure {} or a kinematic pressure {} is needed", label(field.name()),
                      toString(field.dimensions()), toString(dimPressure), toString(dimKinematicPressure)),
          ExitCode::badCase);
    const PatchFaces faces(context.mesh, patch());
    const auto speedSqr = [&](Label i) { return ofNormal_ ? sqr(phi[i] / context.mesh.magSf[faces.face(i)]) : magSqr(U[i]); };
    if (kinematic || (psiName_ == "none" && rhoName_ == "none")) {  // `rho none`: OpenFOAM up to 2.2
      for (Label i = 0; i < patch().size; ++i) value_[i] = p0_[i] - 0.5 * inflow(phi[i]) * speedSqr(i);
    } else if (psiName_ == "none") {
      const auto rho = patchScalar(context, patch(), rhoName_);
      for (Label i = 0; i < patch().size; ++i) value_[i] = p0_[i] - 0.5 * rho[i] * inflow(phi[i]) * speedSqr(i);
    } else {
      compressible(patchScalar(context, patch(), psiName_), phi, U);
    }
  }

  /// What U is on the patch.
  virtual std::span<const Vec3> velocity(const Context& context) { return patchVector(context, patch(), UName_); }

  std::vector<double> p0_;
  bool ofNormal_ = false;  ///< U_n = phi/|S| stands for U

 private:
  static double sqr(double a) { return a * a; }
  void compressible(std::span<const double> psi, std::span<const double> phi, std::span<const Vec3> U) {
    const double g = (gamma_ - 1) / gamma_;
    for (Label i = 0; i < patch().size; ++i) {
      const double dynamic = 0.5 * psi[i] * inflow(phi[i]) * magSqr(U[i]);
      value_[i] = p0_[i] / (gamma_ > 1 ? std::pow(1.0 + g * dynamic, 1.0 / g) : 1.0 + dynamic);
    }
  }
  std::string UName_, phiName_, rhoName_, psiName_;
  double gamma_;
};

}  // namespace eagre::fv::conditions
