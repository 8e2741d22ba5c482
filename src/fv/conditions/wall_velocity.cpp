// SPDX-License-Identifier: BSD-3-Clause
// Velocities that walls and prescribed inlets have: noSlip, movingWallVelocity, translatingWallVelocity, rotatingWallVelocity,
// surfaceNormalFixedValue, uniformNormalFixedValue, cylindricalInletVelocity, swirlInletVelocity; in a rotating frame
// SRFVelocity, SRFWallVelocity, SRFFreestreamVelocity.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/transform.hpp"
#include "fv/conditions/uniform.hpp"
#include "fv/fields/rotating_frame.hpp"
#include "fv/time/ddt.hpp"
#include "fv/time/mesh_flux.hpp"
#include "mesh/motion.hpp"

namespace eagre::fv::conditions {
namespace {

using Function = std::unique_ptr<Function1<double>>;

Function function(const Source& source, const std::string& keyword) {
  return makeFunction1<double>(source.dict, keyword, source.context);
}

class NoSlip : public FixedValue<Vec3> {
 public:
  explicit NoSlip(const Source& source)
      : FixedValue<Vec3>(source, std::vector<Vec3>(static_cast<std::size_t>(source.patch.size))) {
    std::ranges::fill(value_, Vec3{});  // a `value` is not looked at
  }
  void write(const VolField<Vec3>&, ConditionWriter& out) const override { writeType(out); }
};

/// Base of conditions that start from their own formula, whatever `value` says.
class Prescribed : public FixedValue<Vec3> {
 public:
  explicit Prescribed(const Source& source) : FixedValue<Vec3>(source, Start::updated) {}
  void initialise(const VolField<Vec3>& field, std::span<Vec3> values) override { evaluate(field, values); }
};

/// v1912's walls that move update themselves when they are made, so that the first momentum equation still has their velocity of
/// the start. A restart does not do that again: it goes on as the run would have done.
bool staysAtStart(const Source& source) { return source.context.time().startIndex == 0; }

class TranslatingWallVelocity : public Prescribed {
 public:
  explicit TranslatingWallVelocity(const Source& source)
      : Prescribed(source), U_(makeFunction1<Vec3>(source.dict, "U", source.context)), staysAtStart_(staysAtStart(source)) {}
  void initialise(const VolField<Vec3>& field, std::span<Vec3> values) override {
    Prescribed::initialise(field, values);
    if (staysAtStart_) setUpdated();
  }
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] { U_->write(out); });
  }

 protected:
  void update(const VolField<Vec3>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    const Vec3 U = U_->value(context.time().value);
    for (Label i = 0; i < faces.size(); ++i) value_[i] = tangential(faces.normal(i), U);
  }

 private:
  std::unique_ptr<Function1<Vec3>> U_;
  bool staysAtStart_;
};

/// omega [rad/s] about an axis; what would stick out of a wall that is not quite round is removed.
class RotatingWallVelocity : public FixedValue<Vec3> {
 public:
  explicit RotatingWallVelocity(const Source& source)
      : FixedValue<Vec3>(source, Start::updated),
        origin_(source.dict.get<Vec3>("origin")),
        axis_(source.dict.get<Vec3>("axis")),
        omega_(function(source, "omega")),
        staysAtStart_(!source.dict.has("value") && staysAtStart(source)) {}
  void initialise(const VolField<Vec3>& field, std::span<Vec3> values) override {
    FixedValue<Vec3>::initialise(field, values);
    if (staysAtStart_) setUpdated();
  }
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      out.entry("origin", text(origin_));
      out.entry("axis", text(axis_));
      omega_->write(out);
    });
  }

 protected:
  void update(const VolField<Vec3>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    const Vec3 spin = omega_->value(context.time().value) * (axis_ / mag(axis_));
    for (Label i = 0; i < faces.size(); ++i) value_[i] = tangential(faces.normal(i), cross(spin, faces.Cf(i) - origin_));
  }

 private:
  Vec3 origin_, axis_;
  Function omega_;
  bool staysAtStart_;  ///< without a `value`
};

/// On a mesh that moves the velocity of the faces: that of their centres, its normal part made the volume that they sweep per
/// time and area, so that nothing flows through them. `value` before the mesh has moved, and where it stands still.
class MovingWallVelocity : public FixedValue<Vec3> {
 public:
  explicit MovingWallVelocity(const Source& source) : FixedValue<Vec3>(source) {}

 protected:
  void update(const VolField<Vec3>& field, const Context& context) override {
    const mesh::Mesh& mesh = field.mesh();
    if (!mesh.motion || !mesh.motion->moving) return;
    const PatchFaces faces = this->faces(field);
    const MeshFlux swept(mesh, ddtScheme(context, "ddt(" + field.name() + ")"), context.time());
    for (Label i = 0; i < faces.size(); ++i) {
      const Vec3 centre = (faces.Cf(i) - mesh.motion->oldBoundaryCf[patch().start + i]) / context.time().deltaT,
                 n = faces.normal(i);
      const double through = swept.isZero() ? 0 : swept(faces.face(i)) / (faces.magSf(i) + vSmall);
      value_[i] = centre + n * (through - dot(n, centre));
    }
  }
};

/// The same normal part, and slip along the faces: U = (I - n n) . P + n U_n (openfoam.org).
class MovingWallSlipVelocity : public Symmetry<Vec3> {
 public:
  explicit MovingWallSlipVelocity(const Source& source)
      : Symmetry<Vec3>(source), normal_(static_cast<std::size_t>(source.patch.size)) {}
  bool assignable() const override { return false; }
  void snGrad(const VolField<Vec3>& field, std::span<Vec3> gradient) const override {
    Symmetry<Vec3>::snGrad(field, gradient);
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) gradient[i] += faces.deltaCoeff(i) * normal_[i] * faces.normal(i);
  }

 protected:
  void update(const VolField<Vec3>& field, const Context& context) override {
    const mesh::Mesh& mesh = field.mesh();
    if (!mesh.motion || !mesh.motion->moving) return;
    const PatchFaces faces = this->faces(field);
    const MeshFlux swept(mesh, ddtScheme(context, "ddt(" + field.name() + ")"), context.time());
    for (Label i = 0; i < faces.size(); ++i) normal_[i] = swept.isZero() ? 0 : swept(faces.face(i)) / (faces.magSf(i) + vSmall);
  }
  void turned(const VolField<Vec3>& field, std::span<Vec3> values) const override {
    Symmetry<Vec3>::turned(field, values);
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) values[i] += normal_[i] * faces.normal(i);
  }

 private:
  std::vector<double> normal_;  ///< [m/s] one per face
};

/// refValue n, times ramp(t).
class SurfaceNormalFixedValue : public Prescribed {
 public:
  explicit SurfaceNormalFixedValue(const Source& source)
      : Prescribed(source),
        refValue_(readPatchValues<double>(source.dict, "refValue", source.patch)),
        ramp_(source.dict.has("ramp") ? function(source, "ramp") : nullptr) {}
  void write(const VolField<Vec3>&, ConditionWriter& out) const override {
    writeType(out);
    out.entry("refValue", std::span<const double>(refValue_));
    if (ramp_) ramp_->write(out);
  }

 protected:
  void update(const VolField<Vec3>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    const double ramp = ramp_ ? ramp_->value(context.time().value) : 1.0;
    for (Label i = 0; i < faces.size(); ++i) value_[i] = refValue_[i] * faces.normal(i) * ramp;
  }

 private:
  std::vector<double> refValue_;
  Function ramp_;
};

/// uniformValue(t) n, times ramp(t).
class UniformNormalFixedValue : public FixedValue<Vec3> {
 public:
  explicit UniformNormalFixedValue(const Source& source)
      : FixedValue<Vec3>(source, Start::updated),
        uniformValue_(source, "uniformValue"),
        ramp_(source.dict.has("ramp") ? function(source, "ramp") : nullptr),
        normalVelocity_(static_cast<std::size_t>(source.patch.size)) {}
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      uniformValue_.write(out);
      if (ramp_) ramp_->write(out);
    });
  }

 protected:
  void update(const VolField<Vec3>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    uniformValue_.values(context.time().value, normalVelocity_);
    const double ramp = ramp_ ? ramp_->value(context.time().value) : 1.0;
    for (Label i = 0; i < faces.size(); ++i) value_[i] = normalVelocity_[i] * faces.normal(i) * ramp;
  }

 private:
  PatchFunction<double> uniformValue_;
  Function ramp_;
  std::vector<double> normalVelocity_;
};

/// Axial and radial velocity [m/s] and rotation [rpm] about an axis, functions of time.
class CylindricalInletVelocity : public FixedValue<Vec3> {
 public:
  explicit CylindricalInletVelocity(const Source& source)
      : FixedValue<Vec3>(source),
        origin_(source.dict.get<Vec3>(source.dict.has("origin") ? "origin" : "centre")),
        axis_(source.dict.get<Vec3>("axis")),
        axial_(function(source, "axialVelocity")),
        radial_(function(source, "radialVelocity")),
        rpm_(function(source, "rpm")) {}
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      out.entry("origin", text(origin_));
      out.entry("axis", text(axis_));
      for (const auto* f : {&axial_, &radial_, &rpm_}) (*f)->write(out);
    });
  }

 protected:
  void update(const VolField<Vec3>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    const double t = context.time().value, axial = axial_->value(t), radial = radial_->value(t);
    const double omega = rpm_->value(t) * std::numbers::pi / 30;
    const Vec3 axis = axis_ / mag(axis_);
    for (Label i = 0; i < faces.size(); ++i) {
      const Vec3 r = tangential(axis, faces.Cf(i) - origin_);
      value_[i] = cross(omega * axis, r) + axis * axial + radial * r / mag(r);
    }
  }

 private:
  Vec3 origin_, axis_;
  Function axial_, radial_, rpm_;
};

/// Axial, radial and tangential velocity as functions of the distance from the axis.
class SwirlInletVelocity : public FixedValue<Vec3> {
 public:
  explicit SwirlInletVelocity(const Source& source)
      : FixedValue<Vec3>(source),
        origin_(source.dict.get<Vec3>("origin")),
        axis_(source.dict.get<Vec3>("axis")),
        axial_(function(source, "axialVelocity")),
        radial_(function(source, "radialVelocity")),
        tangential_(function(source, "tangentialVelocity")) {}
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      out.entry("origin", text(origin_));
      out.entry("axis", text(axis_));
      for (const auto* f : {&axial_, &radial_, &tangential_}) (*f)->write(out);
    });
  }

 protected:
  void update(const VolField<Vec3>& field, const Context&) override {
    const PatchFaces faces = this->faces(field);
    const Vec3 axis = axis_ / mag(axis_);
    for (Label i = 0; i < faces.size(); ++i) {
      const Vec3 d = tangential(axis, faces.Cf(i) - origin_);
      const double r = mag(d);
      value_[i] = axial_->value(r) * axis + radial_->value(r) * (d / r) + tangential_->value(r) * cross(axis, d / r);
    }
  }

 private:
  Vec3 origin_, axis_;
  Function axial_, radial_, tangential_;
};

std::string missingFrame(const Context& context) {
  return RotatingFrame::of(context.registry)
             ? ""
             : "a rotating frame (constant/SRFProperties), which SRFSimpleFoam and SRFPimpleFoam have";
}

/// An absolute velocity inletValue seen from the rotating frame; `relative yes`: it is relative to it already.
class SRFVelocity final : public FixedValue<Vec3> {
 public:
  explicit SRFVelocity(const Source& source)
      : FixedValue<Vec3>(source),
        relative_(source.dict.get<bool>("relative")),
        inletValue_(readPatchValues<Vec3>(source.dict, "inletValue", source.patch)) {}
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      out.entry("relative", relative_ ? "true" : "false");
      out.entry("inletValue", std::span<const Vec3>(inletValue_));
    });
  }

 protected:
  std::string missing(const Context& context) const override { return relative_ ? "" : missingFrame(context); }
  void update(const VolField<Vec3>& field, const Context& context) override {
    value_ = inletValue_;
    if (relative_) return;
    const PatchFaces faces = this->faces(field);
    const RotatingFrame frame = *RotatingFrame::of(context.registry);
    for (Label i = 0; i < faces.size(); ++i) value_[i] -= frame.velocity(faces.Cf(i));
  }

 private:
  bool relative_;
  std::vector<Vec3> inletValue_;
};

/// A wall that stands still, seen from the rotating frame, without what a wall that is not quite round has along its normal.
class SRFWallVelocity final : public FixedValue<Vec3> {
 public:
  explicit SRFWallVelocity(const Source& source) : FixedValue<Vec3>(source) {}

 protected:
  std::string missing(const Context& context) const override { return missingFrame(context); }
  void update(const VolField<Vec3>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    const RotatingFrame frame = *RotatingFrame::of(context.registry);
    for (Label i = 0; i < faces.size(); ++i) value_[i] = tangential(faces.normal(i), -1.0 * frame.velocity(faces.Cf(i)));
  }
};

/// An unbounded stream UInf seen from the rotating frame, in which it turns with the time (steady flow: it is that of the time
/// 0); zero gradient where it leaves.
class SRFFreestreamVelocity final : public SwitchedMixed<Vec3> {
 public:
  explicit SRFFreestreamVelocity(const Source& source)
      : SwitchedMixed<Vec3>(source, std::vector<Vec3>(static_cast<std::size_t>(source.patch.size)), Reference::updated,
                            Start::needed),
        relative_(source.dict.getOr("relative", false)),
        UInf_(source.dict.get<Vec3>("UInf")),
        phiName_(source.dict.getOr("phi", "phi")) {
    steady_ = ddtScheme(source.context, "ddt(" + source.fieldName + ")").kind == DdtScheme::Kind::steadyState;
  }
  bool assignable() const override { return true; }
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      out.entry("relative", relative_ ? "true" : "false");
      out.entry("UInf", text(UInf_));
      out.entry("phi", phiName_);
    });
  }

 protected:
  std::string missing(const Context& context) const override { return missingFrame(context); }
  void update(const VolField<Vec3>& field, const Context& context) override {
    const PatchFaces faces = this->faces(field);
    const RotatingFrame frame = *RotatingFrame::of(context.registry);
    // As in v1912 about the axis as it is given, the same way round whatever the sign of rpm.
    const double angle = steady_ ? 0 : context.time().value * mag(frame.Omega);
    const Vec3 stream = std::cos(angle) * UInf_ + std::sin(angle) * cross(frame.axis, UInf_);
    for (Label i = 0; i < faces.size(); ++i) {
      refValue_[i] = steady_ && relative_ ? UInf_ : stream - frame.velocity(faces.Cf(i));
      valueFraction_[i] = dot(refValue_[i], faces.normal(i)) >= 0 ? 0 : 1;
    }
  }

 private:
  bool relative_, steady_ = false;
  Vec3 UInf_;
  std::string phiName_;
};

}  // namespace

void addWallVelocity(Table<Vec3>& table) {
  table.add<NoSlip>("noSlip", "velocity 0");
  table.add<MovingWallSlipVelocity>("movingWallSlipVelocity",
                                    "slip along faces of a mesh that moves, whose normal velocity is theirs");
  table.add<MovingWallVelocity>("movingWallVelocity", "the velocity of the faces of a mesh that moves; else `value`");
  table.add<TranslatingWallVelocity>("translatingWallVelocity", "a wall that moves along itself with the velocity U");
  table.add<RotatingWallVelocity>("rotatingWallVelocity", "a wall that turns about an axis with omega, a function of time");
  table.add<SurfaceNormalFixedValue>("surfaceNormalFixedValue",
                                     "velocity along the normal of each face by refValue (negative: inwards)");
  table.add<UniformNormalFixedValue>(
      "uniformNormalFixedValue",
      "velocity along the normal of each face by uniformValue, a function of time (negative: inwards)");
  table.add<CylindricalInletVelocity>("cylindricalInletVelocity",
                                      "axial, radial and tangential (rpm) velocity about an axis, functions of time");
  table.add<SwirlInletVelocity>("swirlInletVelocity",
                                "axial, radial and tangential velocity about an axis, functions of the radius");
  table.add<SRFVelocity>("SRFVelocity", "an absolute velocity inletValue in a rotating frame (SRFSimpleFoam, SRFPimpleFoam)");
  table.add<SRFWallVelocity>("SRFWallVelocity", "a wall that stands still in a rotating frame (SRFSimpleFoam, SRFPimpleFoam)");
  table.add<SRFFreestreamVelocity>(
      "SRFFreestreamVelocity", "a stream UInf in a rotating frame, zero gradient where it leaves (SRFSimpleFoam, SRFPimpleFoam)");
}

}  // namespace eagre::fv::conditions
