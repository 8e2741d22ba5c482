// SPDX-License-Identifier: BSD-3-Clause
// Velocities that follow from the flow: swirlFlowRateInletVelocity, matchedFlowRateOutletVelocity, fluxCorrectedVelocity,
// interstitialInletVelocity, fixedShearStress.
#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/extrapolated_flow.hpp"
#include "fv/conditions/transform.hpp"
#include "fv/functions/function1.hpp"

namespace eagre::fv::conditions {
namespace {

/// The rate flowRate [m^3/s, or kg/s where the flux is one of mass], evenly over the patch and along the normals of its faces,
/// and a rotation of rpm about an axis; origin: the patch's centre, axis: against its mean normal.
class SwirlFlowRateInletVelocity final : public FixedValue<Vec3> {
 public:
  explicit SwirlFlowRateInletVelocity(const Source& source)
      : FixedValue<Vec3>(source),
        phiName_(source.dict.getOr("phi", "phi")),
        rhoName_(source.dict.getOr("rho", "rho")),
        flowRate_(makeFunction1<double>(source.dict, "flowRate", source.context)),
        rpm_(makeFunction1<double>(source.dict, "rpm", source.context)) {
    const PatchFaces faces(source.context.mesh, source.patch);
    double sums[6] = {};
    for (Label i = 0; i < faces.size(); ++i) {
      const Vec3 centre = faces.magSf(i) * faces.Cf(i), area = faces.magSf(i) * faces.normal(i);
      for (int k = 0; k < 3; ++k) {
        sums[k] += centre[k];
        sums[3 + k] -= area[k];
      }
    }
    faces.sum(sums);
    const double by = std::max(area(faces), vSmall);  // of a patch without faces
    origin_ = source.dict.has("origin") ? source.dict.get<Vec3>("origin") : Vec3{sums[0], sums[1], sums[2]} / by;
    axis_ = source.dict.has("axis") ? source.dict.get<Vec3>("axis") : Vec3{sums[3], sums[4], sums[5]} / by;
    if (mag(axis_) < small && area(faces) > 0) source.fail("the axis has no length", "axis");
  }
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      if (phiName_ != "phi") out.entry("phi", phiName_);
      if (rhoName_ != "rho") out.entry("rho", rhoName_);
      out.entry("origin", text(origin_));
      out.entry("axis", text(axis_));
      flowRate_->write(out);
      rpm_->write(out);
    });
  }

 protected:
  std::string missing(const Context& context) const override { return missingVolumeFlux(context, phiName_, rhoName_); }
  void update(const VolField<Vec3>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    const VolumeFlux flux = volumeFlux(context, patch(), phiName_, rhoName_);
    const double t = context.time().value, mean = -flowRate_->value(t) / area(faces);
    const Vec3 omega = axis_ / mag(axis_) * (rpm_->value(t) * std::numbers::pi / 30);
    for (Label i = 0; i < faces.size(); ++i) {
      const double speed = flux.rho.empty() ? mean : mean / flux.rho[i];
      value_[i] = cross(omega, faces.Cf(i) - origin_) + faces.normal(i) * speed;
    }
  }

 private:
  static double area(const PatchFaces& faces) {
    double area = 0;
    for (Label i = 0; i < faces.size(); ++i) area += faces.magSf(i);
    return faces.sum(area);
  }
  std::string phiName_, rhoName_;
  std::unique_ptr<Function1<double>> flowRate_, rpm_;
  Vec3 origin_, axis_;
};

/// The cells' velocity, scaled or shifted so that what leaves is what enters through inletPatch: its volume, or its mass.
class MatchedFlowRateOutletVelocity final : public FixedValue<Vec3> {
 public:
  explicit MatchedFlowRateOutletVelocity(const Source& source)
      : FixedValue<Vec3>(source, Start::updated),
        inletName_(source.dict.get<std::string>("inletPatch")),
        volumetric_(source.dict.getOr("volumetric", true)),
        rhoName_(source.dict.getOr("rho", "rho")),
        inlet_(source.context.mesh.findPatch(inletName_)) {
    if (!inlet_) source.fail(fmt::format("there is no patch '{}'", inletName_), "inletPatch");
    if (inlet_ == &source.patch) source.fail("inletPatch is the patch itself", "inletPatch");
  }
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      out.entry("inletPatch", inletName_);
      out.entry("volumetric", volumetric_ ? "true" : "false");
      if (!volumetric_ && rhoName_ != "rho") out.entry("rho", rhoName_);
    });
  }

 protected:
  std::string missing(const Context& context) const override { return volumetric_ ? "" : missingScalar(context, rhoName_); }
  void update(const VolField<Vec3>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field), inlet(context.mesh, *inlet_);
    const std::span<const Vec3> U = velocityOfInlet(field, context);
    std::vector<double> rho(static_cast<std::size_t>(faces.size()), 1.0), rhoIn(static_cast<std::size_t>(inlet.size()), 1.0);
    if (!volumetric_) {
      std::ranges::copy(patchScalar(context, patch(), rhoName_), rho.begin());
      std::ranges::copy(patchScalar(context, *inlet_, rhoName_), rhoIn.begin());
    }
    double rate = 0;
    for (Label i = 0; i < inlet.size(); ++i) rate -= rhoIn[i] * inlet.magSf(i) * dot(inlet.normal(i), U[i]);
    extrapolateFlow(field, faces, {rho, faces.sum(rate), 1}, value_);
  }

 private:
  /// As it is now, whichever of the two conditions is updated first.
  std::span<const Vec3> velocityOfInlet(const VolField<Vec3>& field, const Context& context) {
    if (updating_)
      throw Error(
          fmt::format("{}: the condition of its inletPatch '{}' takes the flow from this patch", label(field.name()), inletName_),
          ExitCode::badCase);
    updating_ = true;
    auto& U = const_cast<VolField<Vec3>&>(field);  // OpenFOAM's updateCoeffs() of the inlet sets its values, too
    U.conditions()[static_cast<std::size_t>(inlet_ - context.mesh.patches.data())]->updateCoeffs(U, context);
    updating_ = false;
    return field.patchValues(*inlet_);
  }
  std::string inletName_;
  bool volumetric_;
  std::string rhoName_;
  const mesh::Patch* inlet_;
  bool updating_ = false;
};

/// The cell's velocity with its normal component from the flux.
class FluxCorrectedVelocity final : public ZeroGradient<Vec3> {
 public:
  explicit FluxCorrectedVelocity(const Source& source)
      : ZeroGradient<Vec3>(source),
        phiName_(source.dict.getOr("phi", "phi")),
        rhoName_(source.dict.getOr("rho", "rho")),
        context_(&source.context),
        start_(source.context.time().startIndex == 0 ? std::nullopt : readOptionalPatchValues<Vec3>(source, "value")) {}
  void initialise(const VolField<Vec3>& field, std::span<Vec3> values) override {
    if (start_) std::ranges::copy(*start_, values.begin());
    if (!start_) ZeroGradient<Vec3>::faceValues(field, values);
  }
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeType(out);
    if (phiName_ != "phi") out.entry("phi", phiName_);
    if (rhoName_ != "rho") out.entry("rho", rhoName_);
    out.entry("value", field.patchValues(patch()));
  }

 protected:
  std::string missing(const Context& context) const override { return missingVolumeFlux(context, phiName_, rhoName_); }
  void faceValues(const VolField<Vec3>& field, std::span<Vec3> values) override {
    const PatchFaces faces = this->faces(field);
    const VolumeFlux flux = volumeFlux(*context_, patch(), phiName_, rhoName_);
    for (Label i = 0; i < faces.size(); ++i)
      values[i] = tangential(faces.normal(i), field[faces.cell(i)]) + faces.normal(i) * flux[i] / faces.magSf(i);
  }

 private:
  std::string phiName_, rhoName_;
  const Context* context_;
  std::optional<std::vector<Vec3>> start_;
};

/// inletVelocity, that of the whole, divided by the fraction alpha that the phase has.
class InterstitialInletVelocity final : public FixedValue<Vec3> {
 public:
  explicit InterstitialInletVelocity(const Source& source)
      : FixedValue<Vec3>(source),
        velocity_(readPatchValues<Vec3>(source.dict, "inletVelocity", source.patch)),
        alphaName_(source.dict.getOr("alpha", "alpha")) {}
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      out.entry("inletVelocity", std::span<const Vec3>(velocity_));
      out.entry("alpha", alphaName_);
    });
  }

 protected:
  std::string missing(const Context& context) const override { return missingScalar(context, alphaName_); }
  void update(const VolField<Vec3>&, const Context& context) override {
    const auto alpha = patchScalar(context, patch(), alphaName_);
    for (Label i = 0; i < patch().size; ++i) value_[i] = velocity_[i] / alpha[i];
  }

 private:
  std::vector<Vec3> velocity_;
  std::string alphaName_;
};

/// A shear stress tau [m^2/s^2], as of wind on water: the velocity along tau with which nuEff dU/dn is tau.
class FixedShearStress final : public FixedValue<Vec3> {
 public:
  explicit FixedShearStress(const Source& source)
      : FixedValue<Vec3>(source, Start::updated),
        tau_(source.dict.has("tau") ? source.dict.get<Vec3>("tau") : Vec3{}),
        isFirstStart_(source.context.time().startIndex == 0 || !source.dict.has("value")) {}
  void initialise(const VolField<Vec3>& field, std::span<Vec3> values) override {
    if (!isFirstStart_) return FixedValue<Vec3>::initialise(field, values);
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) value_[i] = values[i] = field[faces.cell(i)];
  }
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] { out.entry("tau", text(tau_)); });
  }

 protected:
  std::string missing(const Context& context) const override { return missingScalar(context, "nu"); }
  void update(const VolField<Vec3>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    const auto nu = patchScalar(context, patch(), "nu");
    const bool turbulent = context.registry.scalar("nut") != nullptr;
    const auto nut = turbulent ? patchScalar(context, patch(), "nut") : std::span<const double>{};
    const Vec3 along = tau_ / (mag(tau_) + rootVSmall);
    for (Label i = 0; i < faces.size(); ++i) {
      const double nuEff = turbulent ? nut[i] + nu[i] : nu[i];
      value_[i] = along * dot(along, tau_ / (faces.deltaCoeff(i) * nuEff) + field[faces.cell(i)]);
    }
  }

 private:
  Vec3 tau_;
  bool isFirstStart_;
};

}  // namespace

void addVelocityByFlow(Table<Vec3>& table) {
  table.add<SwirlFlowRateInletVelocity>("swirlFlowRateInletVelocity",
                                        "normal inflow of flowRate [m3/s or kg/s] that turns with rpm about an axis");
  table.add<MatchedFlowRateOutletVelocity>(
      "matchedFlowRateOutletVelocity", "outflow of what enters through inletPatch: the cells' velocity, scaled or shifted to it");
  table.add<FluxCorrectedVelocity>("fluxCorrectedVelocity", "zero gradient, the normal component from the flux");
  table.add<InterstitialInletVelocity>("interstitialInletVelocity", "inletVelocity divided by the phase fraction alpha");
  table.add<FixedShearStress>("fixedShearStress", "a shear stress tau [m2/s2], as of wind: the velocity along it that has it");
}

}  // namespace eagre::fv::conditions
