// SPDX-License-Identifier: BSD-3-Clause
// Pressure at openings and walls: totalPressure, uniformTotalPressure, entrainmentPressure, prghTotalPressure, prghPressure,
// fixedFluxPressure, prghEntrainmentPressure, prghPermeableAlphaTotalPressure.
#include <fmt/format.h>

#include <algorithm>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/total_pressure.hpp"
#include "fv/conditions/uniform.hpp"

namespace eagre::fv::conditions {
namespace {

/// p = p0 - 1/2 rho U_n^2 where the flux enters, U_n = phi/|S|: openfoam.org, from version 9 on.
class EntrainmentPressure : public TotalPressure {
 public:
  explicit EntrainmentPressure(const Source& source) : TotalPressure(source) {
    ofNormal_ = true;
    if (source.dict.getOr("psi", "none") != "none") source.fail("psi, a compressibility, is not supported", "psi");
  }
};

/// totalPressure of a frame that turns with omega [rad/s] about an axis through the origin: |U + omega x r| is the speed.
class RotatingTotalPressure final : public TotalPressure {
 public:
  explicit RotatingTotalPressure(const Source& source)
      : TotalPressure(source), omega_(makeFunction1<Vec3>(source.dict, "omega", source.context)) {}

 protected:
  void writeP0(ConditionWriter& out) const override {
    TotalPressure::writeP0(out);
    omega_->write(out);
  }
  std::span<const Vec3> velocity(const Context& context) override {
    const PatchFaces faces(context.mesh, patch());
    const Vec3 omega = omega_->value(context.time().value), axis = omega / std::max(mag(omega), vSmall);
    const auto U = TotalPressure::velocity(context);
    seen_.resize(U.size());
    for (Label i = 0; i < faces.size(); ++i) seen_[i] = U[i] + cross(omega, faces.Cf(i) - axis * dot(axis, faces.Cf(i)));
    return seen_;
  }

 private:
  std::unique_ptr<Function1<Vec3>> omega_;
  std::vector<Vec3> seen_;  ///< from the frame
};

/// p0 is one value, a function of time.
class UniformTotalPressure : public TotalPressure {
 public:
  explicit UniformTotalPressure(const Source& source)
      : UniformTotalPressure(source, makeFunction1<double>(source.dict, "p0", source.context)) {}

 protected:
  void update(const VolField<double>& field, const Context& context) override {
    std::ranges::fill(p0_, function_->value(context.time().value));
    TotalPressure::update(field, context);
  }
  void writeP0(ConditionWriter& out) const override { function_->write(out); }

 private:
  UniformTotalPressure(const Source& source, std::unique_ptr<Function1<double>> function)
      : TotalPressure(source, std::vector<double>(static_cast<std::size_t>(source.patch.size),
                                                  function->value(source.context.time().value))),
        function_(std::move(function)) {}
  std::unique_ptr<Function1<double>> function_;
};

/// p_rgh = p - rho g.h for a given static pressure p. Takes g.h, reference height included, from the context.
class PrghPressure : public FixedValue<double> {
 public:
  explicit PrghPressure(const Source& source)
      : PrghPressure(source, "p", readPatchValues<double>(source.dict, "p", source.patch)) {}
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      writeNames(out);
      out.entry(keyword_, std::span<const double>(p_));
    });
  }

 protected:
  PrghPressure(const Source& source, const std::string& keyword, std::vector<double> p)
      : FixedValue<double>(source, p), keyword_(keyword), p_(std::move(p)), rhoName_(source.dict.getOr("rho", "rho")) {}
  virtual void writeNames(ConditionWriter& out) const {
    if (rhoName_ != "rho") out.entry("rho", rhoName_);
  }
  std::string missing(const Context& context) const override {
    std::string what = missingScalar(context, rhoName_);
    if (!what.empty()) return what;
    return context.ghRef ? "" : "gravity and its reference height";
  }
  void update(const VolField<double>&, const Context& context) override {
    const auto rho = patchScalar(context, patch(), rhoName_);
    const PatchFaces faces(context.mesh, patch());
    for (Label i = 0; i < patch().size; ++i) value_[i] = p_[i] - rho[i] * context.gh(faces.Cf(i));
  }

  std::string keyword_;
  std::vector<double> p_;
  std::string rhoName_;
};

/// p_rgh of EntrainmentPressure: p0 - rho g.h - 1/2 rho U_n^2 where the flux enters.
class PrghEntrainmentPressure : public PrghPressure {
 public:
  explicit PrghEntrainmentPressure(const Source& source)
      : PrghPressure(source, "p0", readPatchValues<double>(source.dict, "p0", source.patch)),
        phiName_(source.dict.getOr("phi", "phi")) {
    if (source.dict.getOr("psi", "none") != "none") source.fail("psi, a compressibility, is not supported", "psi");
  }

 protected:
  void writeNames(ConditionWriter& out) const override {
    if (phiName_ != "phi") out.entry("phi", phiName_);
    PrghPressure::writeNames(out);
  }
  std::string missing(const Context& context) const override {
    const std::string what = PrghPressure::missing(context);
    return what.empty() ? missingFlux(context, phiName_) : what;
  }
  void update(const VolField<double>& field, const Context& context) override {
    PrghPressure::update(field, context);
    const auto rho = patchScalar(context, patch(), rhoName_);
    const auto phi = patchFlux(context, patch(), phiName_);
    const PatchFaces faces(context.mesh, patch());
    for (Label i = 0; i < patch().size; ++i) {
      const double speed = phi[i] / context.mesh.magSf[faces.face(i)];
      value_[i] -= 0.5 * rho[i] * inflow(phi[i]) * speed * speed;
    }
  }

 private:
  std::string phiName_;
};

/// p_rgh = p0 - rho g.h - 1/2 rho |U|^2 where the flux enters.
class PrghTotalPressure : public PrghPressure {
 public:
  explicit PrghTotalPressure(const Source& source)
      : PrghPressure(source, "p0", readPatchValues<double>(source.dict, "p0", source.patch)),
        UName_(source.dict.getOr("U", "U")),
        phiName_(source.dict.getOr("phi", "phi")) {}

 protected:
  void writeNames(ConditionWriter& out) const override {
    if (UName_ != "U") out.entry("U", UName_);
    if (phiName_ != "phi") out.entry("phi", phiName_);
    PrghPressure::writeNames(out);
  }
  std::string missing(const Context& context) const override {
    for (std::string what : {PrghPressure::missing(context), missingFlux(context, phiName_), missingVector(context, UName_)})
      if (!what.empty()) return what;
    return {};
  }
  void update(const VolField<double>&, const Context& context) override {
    const auto rho = patchScalar(context, patch(), rhoName_);
    const PatchFaces faces(context.mesh, patch());
    const auto phi = patchFlux(context, patch(), phiName_);
    const auto U = patchVector(context, patch(), UName_);
    for (Label i = 0; i < patch().size; ++i)
      value_[i] = p_[i] - 0.5 * rho[i] * inflow(phi[i]) * magSqr(U[i]) - rho[i] * context.gh(faces.Cf(i));
  }

 private:
  std::string UName_, phiName_;
};

/// The gradient that makes the flux through the face what the velocity's boundary value says; the pressure equation sets it
/// (setGradient) before it is assembled, once in every time step at least.
class FixedFluxPressure : public FixedGradient<double>, public FixedFluxCondition {
 public:
  explicit FixedFluxPressure(const Source& source)
      : FixedGradient<double>(source, std::vector<double>(static_cast<std::size_t>(source.patch.size), 0.0)),
        context_(&source.context) {
    auto value = readOptionalPatchValues<double>(source, "value");
    auto gradient = readOptionalPatchValues<double>(source, "gradient");
    if (value && gradient) {
      start_ = std::move(*value);
      gradient_ = std::move(*gradient);
    }
  }
  void initialise(const VolField<double>& field, std::span<double> values) override {
    if (start_)
      std::ranges::copy(*start_, values.begin());
    else
      faceValues(field, values);
  }
  void setGradient(std::span<const double> snGrad) override {
    if (updated()) return;
    std::ranges::copy(snGrad, gradient_.begin());
    setIndex_ = context_->time().index;
    setUpdated();
  }
  using FixedGradient<double>::updateCoeffs;
  void updateCoeffs(const VolField<double>& field, const Context& context) override {
    if (setIndex_ != context.time().index)
      throw Error(fmt::format("{}: the solver has not set its gradient in this time step", label(field.name())));
  }
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    FixedGradient<double>::write(field, out);
    out.entry("value", field.patchValues(patch()));
  }

 private:
  const Context* context_;
  std::optional<std::vector<double>> start_;
  int setIndex_ = -1;
};

/// An opening for one phase, a wall for the other (openfoam.com, v2106 and later): as prghTotalPressure where the fraction of
/// the phase `alpha` is at most alphaMin, as fixedFluxPressure where it is larger. Without `alpha` a wall.
class PrghPermeableAlphaTotalPressure : public SwitchedMixed<double>, public FixedFluxCondition {
 public:
  explicit PrghPermeableAlphaTotalPressure(const Source& source)
      : SwitchedMixed<double>(source, std::vector<double>(static_cast<std::size_t>(source.patch.size), 1.0), Reference::updated,
                              Start::reference),
        p_(makeFunction1<double>(source.dict, "p", source.context)),
        UName_(source.dict.getOr("U", "U")),
        phiName_(source.dict.getOr("phi", "phi")),
        rhoName_(source.dict.getOr("rho", "rho")),
        alphaName_(source.dict.getOr("alpha", "none")),
        alphaMin_(source.dict.getOr<double>("alphaMin", 1)),
        context_(&source.context) {}
  void setGradient(std::span<const double> snGrad) override {
    if (updated()) return;
    std::ranges::copy(snGrad, refGradient_.begin());
    setIndex_ = context_->time().index;
  }
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      if (phiName_ != "phi") out.entry("phi", phiName_);
      if (rhoName_ != "rho") out.entry("rho", rhoName_);
      if (UName_ != "U") out.entry("U", UName_);
      if (alphaName_ != "none") out.entry("alpha", alphaName_);
      out.entry("alphaMin", text(alphaMin_));
      p_->write(out);
    });
  }

 protected:
  std::string missing(const Context& context) const override {
    for (std::string what : {missingScalar(context, rhoName_), missingFlux(context, phiName_), missingVector(context, UName_),
                             alphaName_ == "none" ? std::string() : missingScalar(context, alphaName_)})
      if (!what.empty()) return what;
    return context.ghRef ? "" : "gravity and its reference height";
  }
  void update(const VolField<double>& field, const Context& context) override {
    if (setIndex_ != context.time().index)
      throw Error(fmt::format("{}: the solver has not set its gradient in this time step", label(field.name())));
    const auto rho = patchScalar(context, patch(), rhoName_);
    const auto phi = patchFlux(context, patch(), phiName_);
    const auto U = patchVector(context, patch(), UName_);
    const PatchFaces faces = this->faces(field);
    const double p = p_->value(context.time().value);
    for (Label i = 0; i < faces.size(); ++i)
      refValue_[i] = p - 0.5 * rho[i] * inflow(phi[i]) * magSqr(U[i]) - rho[i] * context.gh(faces.Cf(i));
    if (alphaName_ == "none") return;
    const auto alpha = patchScalar(context, patch(), alphaName_);
    for (Label i = 0; i < faces.size(); ++i) valueFraction_[i] = alpha[i] > alphaMin_ ? 0 : 1;
  }

 private:
  std::unique_ptr<Function1<double>> p_;
  std::string UName_, phiName_, rhoName_, alphaName_;
  double alphaMin_;
  const Context* context_;
  int setIndex_ = -1;
};

}  // namespace

void addPressure(Table<double>& table) {
  table.add<TotalPressure>("totalPressure", "total pressure: p0 - rho |U|^2/2 where the flux enters, p0 where it leaves");
  table.add<UniformTotalPressure>("uniformTotalPressure", "totalPressure with one p0 for the patch, a function of time");
  table.add<RotatingTotalPressure>("rotatingTotalPressure", "totalPressure of a frame that turns with omega [rad/s]");
  table.add<EntrainmentPressure>("entrainmentPressure",
                                 "totalPressure with the velocity normal to the faces alone (openfoam.org)");
  table.add<PrghPressure>("prghPressure", "p_rgh of a given static pressure p");
  table.add<PrghTotalPressure>("prghTotalPressure", "p_rgh of a given total pressure p0");
  table.add<PrghEntrainmentPressure>("prghEntrainmentPressure",
                                     "prghTotalPressure with the velocity normal to the faces alone (openfoam.org)");
  table.add<FixedFluxPressure>(
      "fixedFluxPressure", "the gradient of pressure with which the flux is that of the velocity's condition (walls, inlets)");
  table.add<FixedFluxPressure>("fixedFluxExtrapolatedPressure",
                               "fixedFluxPressure where H/A of the cell, not U, is the velocity without pressure");
  table.add<PrghPermeableAlphaTotalPressure>("prghPermeableAlphaTotalPressure",
                                             "an opening for one phase with its total pressure, a wall for the other");
}

}  // namespace eagre::fv::conditions
