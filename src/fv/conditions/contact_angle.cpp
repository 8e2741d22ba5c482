// SPDX-License-Identifier: BSD-3-Clause
#include "fv/conditions/contact_angle.hpp"

#include <algorithm>
#include <array>

#include "fv/conditions/basic.hpp"

namespace eagre::fv::conditions {
namespace {

const std::vector<std::string> limitNames = {"none", "gradient", "zeroGradient", "alpha"};

class ContactAngle : public FixedGradient<double>, public ContactAngleCondition {
 public:
  void setGradient(std::span<const double> snGrad, std::span<const double> values) override {
    std::ranges::copy(snGrad, gradient_.begin());
    valueOfNormal_.emplace(values.begin(), values.end());
  }
  const std::vector<double>* valueOfNormal() const override { return valueOfNormal_ ? &*valueOfNormal_ : nullptr; }
  Limit limit() const override { return limit_; }

 protected:
  explicit ContactAngle(const Source& source)
      : FixedGradient<double>(source, readOptionalPatchValues<double>(source, "gradient")
                                          .value_or(std::vector<double>(static_cast<std::size_t>(source.patch.size), 0.0))),
        limit_(
            static_cast<Limit>(std::ranges::find(limitNames, source.dict.getChoice("limit", limitNames)) - limitNames.begin())) {
    // Both are there after a restart: the state as it was, which v1912 would limit once more.
    if (source.dict.has("gradient")) start_ = readOptionalPatchValues<double>(source, "value");
    if (start_) valueOfNormal_ = readOptionalPatchValues<double>(source, "valueOfNormal");
  }

  void faceValues(const VolField<double>& field, std::span<double> values) override {
    const PatchFaces faces = this->faces(field);
    if (limit_ == Limit::gradient) {
      // As v1912: limited with the value that stands on the wall, not with the cell's.
      for (Label i = 0; i < faces.size(); ++i) {
        const double d = faces.deltaCoeff(i);
        gradient_[i] = d * (std::clamp(values[i] + gradient_[i] / d, 0.0, 1.0) - values[i]);
      }
    } else if (limit_ == Limit::zeroGradient) {
      std::ranges::fill(gradient_, 0.0);
    }
    FixedGradient<double>::faceValues(field, values);
    if (limit_ == Limit::alpha)
      for (double& value : values) value = std::clamp(value, 0.0, 1.0);
  }

  /// Before the first evaluation the value on the wall is that of the cell, plus a gradient that was read.
  void initialise(const VolField<double>& field, std::span<double> values) override {
    if (start_) return std::ranges::copy(*start_, values.begin()), void();
    FixedGradient<double>::faceValues(field, values);
    evaluate(field, values);
  }

  void write(const VolField<double>& field, ConditionWriter& out) const override {
    FixedGradient<double>::write(field, out);
    out.entry("limit", limitNames[static_cast<std::size_t>(limit_)]);
    writeAngle(out);
    if (valueOfNormal_) out.entry("valueOfNormal", std::span<const double>(*valueOfNormal_));
    out.entry("value", field.patchValues(patch()));
  }
  virtual void writeAngle(ConditionWriter& out) const = 0;

 private:
  Limit limit_;
  std::optional<std::vector<double>> start_, valueOfNormal_;
};

class ConstantAngle : public ContactAngle {
 public:
  explicit ConstantAngle(const Source& source) : ContactAngle(source), theta0_(source.dict.get<double>("theta0")) {}
  void theta(const VolVectorField&, std::span<const Vec3>, std::span<double> degrees) const override {
    std::ranges::fill(degrees, theta0_);
  }

 protected:
  void writeAngle(ConditionWriter& out) const override { out.entry("theta0", text(theta0_)); }

 private:
  double theta0_;
};

/// theta0 + (thetaA - thetaR) tanh(u/uTheta), u the speed at which the fluid next to the wall moves towards the interface's
/// normal along the wall.
class DynamicAngle : public ContactAngle {
 public:
  explicit DynamicAngle(const Source& source)
      : ContactAngle(source),
        theta0_(source.dict.get<double>("theta0")),
        uTheta_(source.dict.get<double>("uTheta")),
        thetaA_(source.dict.get<double>("thetaA")),
        thetaR_(source.dict.get<double>("thetaR")) {}
  void theta(const VolVectorField& U, std::span<const Vec3> nHat, std::span<double> degrees) const override {
    if (uTheta_ < small) return std::ranges::fill(degrees, theta0_), void();
    const PatchFaces faces(U.mesh(), patch());
    const auto wall = U.patchValues(patch());
    for (Label i = 0; i < faces.size(); ++i) {
      const Vec3 n = faces.normal(i);
      Vec3 slide = U[faces.cell(i)] - wall[i];
      slide -= dot(n, slide) * n;
      Vec3 along = nHat[i] - dot(n, nHat[i]) * n;
      along /= mag(along) + small;
      degrees[i] = theta0_ + (thetaA_ - thetaR_) * std::tanh(dot(along, slide) / uTheta_);
    }
  }

 protected:
  void writeAngle(ConditionWriter& out) const override {
    out.entry("theta0", text(theta0_));
    out.entry("uTheta", text(uTheta_));
    out.entry("thetaA", text(thetaA_));
    out.entry("thetaR", text(thetaR_));
  }

 private:
  double theta0_, uTheta_, thetaA_, thetaR_;
};

/// From thetaT0 at time t0 to thetaTe at te, in a straight line.
class TimeVaryingAngle : public ContactAngle {
 public:
  explicit TimeVaryingAngle(const Source& source)
      : ContactAngle(source),
        context_(&source.context),
        t0_(source.dict.get<double>("t0")),
        thetaT0_(source.dict.get<double>("thetaT0")),
        te_(source.dict.get<double>("te")),
        thetaTe_(source.dict.get<double>("thetaTe")) {}
  void theta(const VolVectorField&, std::span<const Vec3>, std::span<double> degrees) const override {
    const double t = context_->time().value;
    const double now = t < t0_ ? thetaT0_ : t > te_ ? thetaTe_ : thetaT0_ + (t - t0_) * (thetaTe_ - thetaT0_) / (te_ - t0_);
    std::ranges::fill(degrees, now);
  }

 protected:
  void writeAngle(ConditionWriter& out) const override {
    out.entry("t0", text(t0_));
    out.entry("thetaT0", text(thetaT0_));
    out.entry("te", text(te_));
    out.entry("thetaTe", text(thetaTe_));
  }

 private:
  const Context* context_;
  double t0_, thetaT0_, te_, thetaTe_;
};

}  // namespace

void addContactAngle(Table<double>& table) {
  table.add<ConstantAngle>("constantAlphaContactAngle", "contact angle theta0 on a wall");
  table.add<DynamicAngle>("dynamicAlphaContactAngle",
                          "contact angle between thetaA and thetaR, by the speed of the contact line over uTheta");
  table.add<TimeVaryingAngle>("timeVaryingAlphaContactAngle",
                              "contact angle that goes from thetaT0 at the time t0 to thetaTe at te");
}

}  // namespace eagre::fv::conditions
