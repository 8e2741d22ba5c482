// SPDX-License-Identifier: BSD-3-Clause
#include "fv/conditions/superposed_waves.hpp"

#include <algorithm>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/transform.hpp"
#include "fv/fields/patch_waves.hpp"

namespace eagre::fv::conditions {
namespace {

std::string missingWaves(const Context& context, const mesh::Patch& patch, const std::string& phiName) {
  return context.waves.contains(patch.name) ? missingFlux(context, phiName) : "wave model of constant/waveProperties";
}

/// What a field takes from the waves: velocity, or the fraction of the phase that `liquid` names.
template <class T>
class FromWaves {
 public:
  explicit FromWaves(const Source& source) : liquid_(source.dict.getOr("liquid", true)) {}
  void get(const Context& context, const mesh::Patch& patch, std::vector<T>& values) const {
    PatchWaves& waves = *context.waves.at(patch.name);
    waves.correct();
    if constexpr (nComponents<T> == 1)
      std::ranges::transform(waves.phaseFraction(), values.begin(), [&](double a) { return liquid_ ? a : 1 - a; });
    else
      std::ranges::copy(waves.velocity(), values.begin());
  }
  void write(ConditionWriter& out) const {
    if (!liquid_) out.entry("liquid", "false");
  }

 private:
  bool liquid_;
};

/// Version 9 and later.
template <class T>
class FixedInletOutlet final : public FixedValue<T> {
 public:
  explicit FixedInletOutlet(const Source& source)
      : FixedValue<T>(source, FixedValue<T>::Start::updated),
        phiName_(source.dict.getOr("phi", "phi")),
        fromWaves_(source),
        leaves_(static_cast<std::size_t>(source.patch.size), false) {}

  void valueCoeffs(const VolField<T>& field, std::span<T> internal, std::span<T> boundary) const override {
    FixedValue<T>::valueCoeffs(field, internal, boundary);
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) {
      if (!leaves_[i]) continue;
      internal[i] = uniformValue<T>(1);
      boundary[i] = this->value_[i] - field[faces.cell(i)];
    }
  }
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] {
      if (phiName_ != "phi") out.entry("phi", phiName_);
      fromWaves_.write(out);
    });
  }

 protected:
  std::string missing(const Context& context) const override { return missingWaves(context, this->patch(), phiName_); }
  void update(const VolField<T>&, const Context& context) override {
    fromWaves_.get(context, this->patch(), this->value_);
    const auto phi = patchFlux(context, this->patch(), phiName_);
    std::ranges::transform(phi, leaves_.begin(), [](double flux) { return flux >= 0; });
  }

 private:
  std::string phiName_;
  FromWaves<T> fromWaves_;
  std::vector<char> leaves_;
};

/// The phase fraction of versions 5 to 8.
class MixedFraction final : public SwitchedMixed<double> {
 public:
  explicit MixedFraction(const Source& source)
      : SwitchedMixed<double>(source, std::vector<double>(static_cast<std::size_t>(source.patch.size)), Reference::updated,
                              Start::internal),
        fromWaves_(source),
        inletOutlet_(source.dict.get<bool>("inletOutlet")) {}
  void write(const VolField<double>& field, ConditionWriter& out) const override {
    writeWith(field, out, [&] {
      if (!inletOutlet_) out.entry("inletOutlet", "false");
      fromWaves_.write(out);
    });
  }

 protected:
  std::string missing(const Context& context) const override { return missingWaves(context, patch(), "phi"); }
  void update(const VolField<double>&, const Context& context) override {
    fromWaves_.get(context, patch(), refValue_);
    const auto phi = patchFlux(context, patch(), "phi");
    std::ranges::transform(phi, valueFraction_.begin(), [&](double flux) { return inletOutlet_ ? inflow(flux) : 1.0; });
  }

 private:
  FromWaves<double> fromWaves_;
  bool inletOutlet_;
};

/// The velocity of versions 5 to 8. Where the flow leaves: value = n (n . refValue) + (I - n n) . P.
class MixedVelocity final : public Transform<Vec3> {
 public:
  explicit MixedVelocity(const Source& source)
      : Transform<Vec3>(source),
        phiName_(source.dict.getOr("phi", "phi")),
        fromWaves_(source),
        inletOutlet_(source.dict.get<bool>("inletOutlet")),
        refValue_(static_cast<std::size_t>(source.patch.size)),
        leaves_(static_cast<std::size_t>(source.patch.size), true),
        start_(readOptionalPatchValues<Vec3>(source, "value")) {}
  bool fixesValue() const override { return true; }
  bool assignable() const override { return false; }

  void initialise(const VolField<Vec3>& field, std::span<Vec3> values) override {
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) values[i] = start_ ? (*start_)[i] : field[faces.cell(i)];
  }
  void snGrad(const VolField<Vec3>& field, std::span<Vec3> gradient) const override {
    const PatchFaces faces = this->faces(field);
    turned(field, gradient);
    for (Label i = 0; i < faces.size(); ++i) gradient[i] = (gradient[i] - field[faces.cell(i)]) * faces.deltaCoeff(i);
  }
  void write(const VolField<Vec3>& field, ConditionWriter& out) const override {
    writeType(out);
    if (phiName_ != "phi") out.entry("phi", phiName_);
    if (!inletOutlet_) out.entry("inletOutlet", "false");
    out.entry("value", field.patchValues(patch()));
  }

 protected:
  std::string missing(const Context& context) const override { return missingWaves(context, patch(), phiName_); }
  void update(const VolField<Vec3>& field, const Context& context) override {
    fromWaves_.get(context, patch(), refValue_);
    std::ranges::fill(leaves_, false);
    if (!inletOutlet_) return;
    const PatchFaces faces = this->faces(field);
    const auto phi = patchFlux(context, patch(), phiName_);
    double out[2] = {};  // what leaves by the flux, and by the waves
    for (Label i = 0; i < faces.size(); ++i) {
      leaves_[i] = phi[i] >= 0;
      if (!leaves_[i]) continue;
      out[0] += phi[i];
      out[1] += faces.magSf(i) * dot(faces.normal(i), refValue_[i]);
    }
    faces.sum(out);
    for (Label i = 0; i < faces.size(); ++i)
      if (leaves_[i]) refValue_[i] = (out[0] > vSmall ? out[1] / out[0] * phi[i] : out[1]) / faces.magSf(i) * faces.normal(i);
  }
  void turned(const VolField<Vec3>& field, std::span<Vec3> values) const override {
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) {
      values[i] = refValue_[i];
      if (leaves_[i]) values[i] += tangential(faces.normal(i), field[faces.cell(i)]);
    }
  }
  void mask(const VolField<Vec3>& field, std::span<Vec3> d) const override {
    const PatchFaces faces = this->faces(field);
    for (Label i = 0; i < faces.size(); ++i) d[i] = leaves_[i] ? mirrorMask(faces.normal(i), Vec3{}) : uniformValue<Vec3>(1);
  }

 private:
  std::string phiName_;
  FromWaves<Vec3> fromWaves_;
  bool inletOutlet_;
  std::vector<Vec3> refValue_;
  std::vector<char> leaves_;
  std::optional<std::vector<Vec3>> start_;
};

}  // namespace

template <class T>
std::unique_ptr<BoundaryCondition<T>> makeSuperposedWave(const Source& source) {
  if (!source.dict.has("inletOutlet")) return std::make_unique<FixedInletOutlet<T>>(source);
  if constexpr (nComponents<T> == 1)
    return std::make_unique<MixedFraction>(source);
  else
    return std::make_unique<MixedVelocity>(source);
}
template std::unique_ptr<BoundaryCondition<double>> makeSuperposedWave(const Source&);
template std::unique_ptr<BoundaryCondition<Vec3>> makeSuperposedWave(const Source&);

}  // namespace eagre::fv::conditions
