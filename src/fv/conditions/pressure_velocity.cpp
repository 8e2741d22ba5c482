// SPDX-License-Identifier: BSD-3-Clause
// Velocity where the pressure is given: taken from the flux that the pressure equation leaves on the patch.
#include <fmt/format.h>

#include <algorithm>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/transform.hpp"
#include "fv/fields/assigned_velocity.hpp"
#include "fv/functions/function1.hpp"

namespace eagre::fv::conditions {
namespace {

/// Names of the flux and the density, and the velocity that belongs to the flux.
struct FluxVelocity {
  std::string phiName, rhoName;
  explicit FluxVelocity(const Source& source)
      : phiName(source.dict.getOr("phi", "phi")), rhoName(source.dict.getOr("rho", "rho")) {}
  void write(ConditionWriter& out) const {
    if (phiName != "phi") out.entry("phi", phiName);
    if (rhoName != "rho") out.entry("rho", rhoName);
  }
  /// n phi/|Sf| (divided by rho for a mass flux).
  void normalTo(const PatchFaces& faces, const VolumeFlux& flux, std::span<Vec3> U) const {
    for (Label i = 0; i < faces.size(); ++i) U[i] = faces.normal(i) * flux[i] / faces.magSf(i);
  }
  /// d phi/(n . d |Sf|): along d, carrying the flux; 0 on a face without area (v1912: 0/0).
  void along(const PatchFaces& faces, const VolumeFlux& flux, std::span<const Vec3> d, std::span<Vec3> U) const {
    for (Label i = 0; i < faces.size(); ++i)
      U[i] = faces.magSf(i) > vSmall ? d[i] * flux[i] / (dot(faces.normal(i), d[i]) * faces.magSf(i)) : Vec3{};
  }
};

class PressureInletVelocity : public FixedValue<Vec3>, public AssignedVelocity {
 public:
  explicit PressureInletVelocity(const Source& source) : FixedValue<Vec3>(source), fromFlux_(source) {}
  bool assignable() const override { return true; }
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] { fromFlux_.write(out); });
  }
  /// n (n . U)
  void follow(const VolField<Vec3>& field, std::span<const Vec3> U) override {
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) value_[i] = faces.normal(i) * dot(faces.normal(i), U[i]);
  }

 protected:
  std::string missing(const Context& context) const override {
    return missingVolumeFlux(context, fromFlux_.phiName, fromFlux_.rhoName);
  }
  VolumeFlux flux(const Context& context) const { return volumeFlux(context, patch(), fromFlux_.phiName, fromFlux_.rhoName); }
  void update(const VolField<Vec3>& field, const Context& context) override {
    fromFlux_.normalTo(faces(field), flux(context), value_);
  }
  FluxVelocity fromFlux_;
};

/// The same, averaged over the patch.
class PressureInletUniformVelocity : public PressureInletVelocity {
 public:
  using PressureInletVelocity::PressureInletVelocity;
  void follow(const VolField<Vec3>& field, std::span<const Vec3> U) override {
    PressureInletVelocity::follow(field, U);
    average(faces(field));
  }

 protected:
  void update(const VolField<Vec3>& field, const Context& context) override {
    PressureInletVelocity::update(field, context);
    average(faces(field));
  }

 private:
  void average(const PatchFaces& faces) {
    double sums[2] = {};
    for (Label i = 0; i < faces.size(); ++i) {
      sums[0] += faces.magSf(i) * dot(faces.normal(i), value_[i]);
      sums[1] += faces.magSf(i);
    }
    faces.sum(sums);
    for (Label i = 0; i < faces.size(); ++i) value_[i] = faces.normal(i) * (sums[0] / sums[1]);
  }
};

class PressureDirectedInletVelocity : public PressureInletVelocity {
 public:
  explicit PressureDirectedInletVelocity(const Source& source)
      : PressureInletVelocity(source), direction_(readPatchValues<Vec3>(source.dict, "inletDirection", source.patch)) {}
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      fromFlux_.write(out);
      out.entry("inletDirection", std::span<const Vec3>(direction_));
    });
  }
  /// d (d . U), d as it is given
  void follow(const VolField<Vec3>&, std::span<const Vec3> U) override {
    for (std::size_t i = 0; i < U.size(); ++i) value_[i] = direction_[i] * dot(direction_[i], U[i]);
  }

 protected:
  void update(const VolField<Vec3>& field, const Context& context) override {
    fromFlux_.along(faces(field), flux(context), direction_, value_);
  }

 private:
  std::vector<Vec3> direction_;
};

/// Zero gradient where the flux leaves; where it enters, the velocity that carries the flux: normal to the patch, with the
/// cell's tangential velocity added (ParSlip), or along inletDirection (Directed).
class PressureInletOutlet : public SwitchedMixed<Vec3> {
 public:
  explicit PressureInletOutlet(const Source& source)
      : SwitchedMixed<Vec3>(source, readPatchValues<Vec3>(source.dict, "value", source.patch), Reference::updated, Start::needed),
        fromFlux_(source) {}
  bool assignable() const override { return true; }
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      fromFlux_.write(out);
      writeOwn(out);
    });
  }

 protected:
  std::string missing(const Context& context) const override {
    return missingVolumeFlux(context, fromFlux_.phiName, fromFlux_.rhoName);
  }
  virtual void inflowVelocity(const VolField<Vec3>& field, const VolumeFlux& flux) {
    fromFlux_.normalTo(faces(field), flux, refValue_);
  }
  virtual void writeOwn(ConditionWriter&) const {}
  void update(const VolField<Vec3>& field, const Context& context) override {
    const VolumeFlux flux = volumeFlux(context, patch(), fromFlux_.phiName, fromFlux_.rhoName);
    inflowVelocity(field, flux);
    std::ranges::transform(flux.phi, valueFraction_.begin(), inflow);
  }
  FluxVelocity fromFlux_;
};

/// An opening for one phase, a wall for the other (openfoam.com, v2106 and later): zero gradient where the flux leaves and the
/// fraction of the phase `alpha` is at most alphaMin; zero elsewhere. Without `alpha` as pressureInletOutlet.
class PermeableAlphaPressureInletOutlet : public PressureInletOutlet {
 public:
  explicit PermeableAlphaPressureInletOutlet(const Source& source)
      : PressureInletOutlet(source),
        alphaName_(source.dict.getOr("alpha", "none")),
        alphaMin_(source.dict.getOr<double>("alphaMin", 1)) {}

 protected:
  std::string missing(const Context& context) const override {
    const std::string what = PressureInletOutlet::missing(context);
    return what.empty() && alphaName_ != "none" ? missingScalar(context, alphaName_) : what;
  }
  void writeOwn(ConditionWriter& out) const override {
    if (alphaName_ != "none") out.entry("alpha", alphaName_);
    out.entry("alphaMin", text(alphaMin_));
  }
  void update(const VolField<Vec3>& field, const Context& context) override {
    PressureInletOutlet::update(field, context);
    if (alphaName_ == "none") return;
    const auto alpha = patchScalar(context, patch(), alphaName_);
    for (Label i = 0; i < patch().size; ++i) {
      if (alpha[i] > alphaMin_) valueFraction_[i] = 1;
      if (valueFraction_[i] == 1) refValue_[i] = {};
    }
  }

 private:
  std::string alphaName_;
  double alphaMin_;
};

class PressureInletOutletParSlip : public PressureInletOutlet {
 public:
  using PressureInletOutlet::PressureInletOutlet;

 protected:
  void inflowVelocity(const VolField<Vec3>& field, const VolumeFlux& flux) override {
    PressureInletOutlet::inflowVelocity(field, flux);
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) refValue_[i] += tangential(faces.normal(i), field[faces.cell(i)]);
  }
};

class PressureDirectedInletOutlet : public PressureInletOutlet {
 public:
  explicit PressureDirectedInletOutlet(const Source& source)
      : PressureInletOutlet(source), direction_(readPatchValues<Vec3>(source.dict, "inletDirection", source.patch)) {}

 protected:
  void inflowVelocity(const VolField<Vec3>& field, const VolumeFlux& flux) override {
    fromFlux_.along(faces(field), flux, direction_, refValue_);
  }
  void writeOwn(ConditionWriter& out) const override { out.entry("inletDirection", std::span<const Vec3>(direction_)); }

 private:
  std::vector<Vec3> direction_;
};

/// Zero gradient, except that the tangential components are prescribed (0 or tangentialVelocity) where the flux enters:
/// value = F . refValue + (I - F) . P with F = (phi < 0) (I - n n).
class PressureInletOutletVelocity : public Transform<Vec3> {
 public:
  explicit PressureInletOutletVelocity(const Source& source)
      : Transform<Vec3>(source),
        phiName_(source.dict.getOr("phi", "phi")),
        start_(readOptionalPatchValues<Vec3>(source, "value")),
        tangential_(readOptionalPatchValues<Vec3>(source, "tangentialVelocity")),
        refValue_(static_cast<std::size_t>(source.patch.size)),
        enters_(readOptionalPatchValues<double>(source, "valueFraction")
                    .value_or(std::vector<double>(static_cast<std::size_t>(source.patch.size), 0.0))) {
    const PatchFaces faces(source.context.mesh, source.patch);
    for (Label i = 0; tangential_ && i < faces.size(); ++i) refValue_[i] = tangential(faces.normal(i), (*tangential_)[i]);
  }
  bool fixesValue() const override { return true; }
  /// Without `value`, which openfoam.org's dev does not need: the cells' velocity says which way the flow goes.
  void initialise(const VolField<Vec3>& field, std::span<Vec3> values) override {
    if (start_) {
      std::ranges::copy(*start_, values.begin());
      return;
    }
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) enters_[i] = dot(field[faces.cell(i)], faces.normal(i)) < 0 ? 1 : 0;
    turned(field, values);
  }
  void snGrad(const VolField<Vec3>& field, std::span<Vec3> gradient) const override {
    const PatchFaces faces = this->faces(field);
    turned(field, gradient);
    for (Label i = 0; i < faces.size(); ++i) gradient[i] = (gradient[i] - field[faces.cell(i)]) * faces.deltaCoeff(i);
  }
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeType(out);
    if (phiName_ != "phi") out.entry("phi", phiName_);
    writeOwn(out);
    out.entry("valueFraction", std::span<const double>(enters_));  // of the last update, as SwitchedMixed
    out.entry("value", field.patchValues(patch()));
  }

 protected:
  std::string missing(const Context& context) const override { return missingFlux(context, phiName_); }
  virtual void writeOwn(ConditionWriter& out) const {
    if (tangential_) out.entry("tangentialVelocity", std::span<const Vec3>(*tangential_));
  }
  bool evaluatesInUpdate() const override { return true; }
  void update(const VolField<Vec3>&, const Context& context) override {
    std::ranges::transform(patchFlux(context, patch(), phiName_), enters_.begin(), inflow);
  }
  void prescribedValues(const VolField<Vec3>& field, std::span<Vec3> values) const override { turned(field, values); }
  void turned(const VolField<Vec3>& field, std::span<Vec3> values) const override {
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) {
      const Vec3& P = field[faces.cell(i)];
      const Vec3 n = faces.normal(i);
      values[i] = enters_[i] > 0 ? refValue_[i] + n * dot(n, P) : P;
    }
  }
  /// sqrt|F_ii|
  void mask(const VolField<Vec3>& field, std::span<Vec3> d) const override {
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) {
      const Vec3 n = faces.normal(i);
      for (int k = 0; k < 3; ++k) d[i][k] = std::sqrt(std::abs(enters_[i] * (1 - n[k] * n[k])));
    }
  }

 private:
  std::string phiName_;
  std::optional<std::vector<Vec3>> start_;
  std::optional<std::vector<Vec3>> tangential_;

 protected:
  std::vector<Vec3> refValue_;

 private:
  std::vector<double> enters_;
};

/// The same where the frame turns with omega [rad/s] about an axis through the origin: the air of the room stands still, and
/// comes in with -omega x r along the patch. omega is that of the start, as in v1912.
class RotatingPressureInletOutletVelocity final : public PressureInletOutletVelocity {
 public:
  explicit RotatingPressureInletOutletVelocity(const Source& source)
      : PressureInletOutletVelocity(source), omega_(makeFunction1<Vec3>(source.dict, "omega", source.context)) {
    const PatchFaces faces(source.context.mesh, source.patch);
    const Vec3 omega = omega_->value(source.context.time().value);
    if (mag(omega) == 0) source.fail("omega has no direction", "omega");
    const Vec3 axis = omega / mag(omega);
    for (Label i = 0; i < faces.size(); ++i)
      refValue_[i] = tangential(faces.normal(i), cross(-omega, tangential(axis, faces.Cf(i))));
  }

 protected:
  void writeOwn(ConditionWriter& out) const override { omega_->write(out); }

 private:
  std::unique_ptr<Function1<Vec3>> omega_;
};

}  // namespace

void addPressureVelocity(Table<Vec3>& table) {
  table.add<PressureInletVelocity>("pressureInletVelocity", "normal inflow from the flux, where the pressure is given");
  table.add<PressureInletUniformVelocity>("pressureInletUniformVelocity", "pressureInletVelocity averaged over the patch");
  table.add<PressureDirectedInletVelocity>("pressureDirectedInletVelocity",
                                           "inflow from the flux in the direction inletDirection, where the pressure is given");
  table.add<PressureInletOutlet>("pressureNormalInletOutletVelocity",
                                 "normal inflow from the flux, zero gradient where it leaves, where the pressure is given");
  table.add<PermeableAlphaPressureInletOutlet>("permeableAlphaPressureInletOutletVelocity",
                                               "an opening for one phase, a wall for the other, where the pressure is given");
  table.add<PressureInletOutletParSlip>(
      "pressureInletOutletParSlipVelocity",
      "normal inflow from the flux and the cells' tangential velocity, zero gradient where it leaves");
  table.add<PressureDirectedInletOutlet>("pressureDirectedInletOutletVelocity",
                                         "inflow from the flux in the direction inletDirection, zero gradient where it leaves");
  table.add<PressureInletOutletVelocity>("pressureInletOutletVelocity",
                                         "zero gradient; where the flux enters, tangential components 0 or tangentialVelocity");
  table.add<RotatingPressureInletOutletVelocity>("rotatingPressureInletOutletVelocity",
                                                 "pressureInletOutletVelocity of a frame that turns with omega [rad/s]");
}

}  // namespace eagre::fv::conditions
