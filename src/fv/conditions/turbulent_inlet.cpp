// SPDX-License-Identifier: BSD-3-Clause
// turbulentInlet: a mean value with random fluctuations.
#include <fmt/format.h>

#include <cmath>

#include "fv/conditions/basic.hpp"

namespace eagre::fv::conditions {
namespace {

/// SplitMix64 (Steele, Lea and Flood 2014): scrambles the bits of a counter.
std::uint64_t scrambled(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

/// The number of a text (FNV-1a).
std::uint64_t hash(const std::string& text) {
  std::uint64_t h = 0xcbf29ce484222325U;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return h;
}

/// Once per time step, at each face,
///     value = (1 - alpha) value + alpha (ref + c |ref| (r - 1/2) scale),   c = (12 (2 alpha - alpha^2))^(1/2) / alpha,
/// r random, uniform in [0, 1] in each component: a first-order autoregression in time whose standard deviation is |ref| scale.
/// r follows from the field's name, the face's number in the global mesh, the component and the number of the step alone, so
/// that it is the same on any number of ranks and in a run that continues another.
template <class T>
class TurbulentInlet : public FixedValue<T> {
 public:
  explicit TurbulentInlet(const Source& source)
      : TurbulentInlet(source, readPatchValues<T>(source.dict, "referenceField", source.patch)) {}
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] {
      out.entry("fluctuationScale", text(scale_));
      out.entry("referenceField", std::span<const T>(reference_));
      out.entry("alpha", text(alpha_));
    });
  }

 protected:
  void update(const VolField<T>& field, const Context& context) override {
    if (step_ == context.time().index) return;
    step_ = context.time().index;
    const double c = std::sqrt(12 * (2 * alpha_ - alpha_ * alpha_)) / alpha_;
    const Label* number = context.mesh.faceGlobal.data();
    const PatchFaces faces = this->faces(field);
    const std::uint64_t seed = scrambled(hash(field.name()) + static_cast<std::uint64_t>(step_));
    for (Label i = 0; i < faces.size(); ++i) {
      T fluctuation = scale_ * (c * mag(reference_[i]));
      for (int j = 0; j < nComponents<T>; ++j) component(fluctuation, j) *= random(seed, number[faces.face(i)], j) - 0.5;
      this->value_[i] = (1 - alpha_) * this->value_[i] + alpha_ * (reference_[i] + fluctuation);
    }
  }

 private:
  TurbulentInlet(const Source& source, std::vector<T> reference)
      : FixedValue<T>(source, reference),
        scale_(source.dict.get<T>("fluctuationScale")),
        reference_(std::move(reference)),
        alpha_(source.dict.getOr("alpha", 0.1)),
        step_(source.context.time().index) {
    if (!(alpha_ > 0 && alpha_ <= 1)) source.fail(fmt::format("alpha is {}, it must be in (0, 1]", alpha_), "alpha");
  }
  /// In [0, 1), with the 53 bits of a double.
  static double random(std::uint64_t seed, Label face, int component) {
    const auto counter = 4 * static_cast<std::uint64_t>(face) + static_cast<std::uint64_t>(component);
    return static_cast<double>(scrambled(seed ^ scrambled(counter)) >> 11) * 0x1p-53;
  }

  T scale_;
  std::vector<T> reference_;
  double alpha_;
  int step_;  ///< of the fluctuations that stand
};

}  // namespace

template <class T>
void addTurbulentInlet(Table<T>& table) {
  table.template add<TurbulentInlet<T>>(
      "turbulentInlet", "referenceField with random fluctuations of relative size fluctuationScale, correlated in time");
}
template void addTurbulentInlet(Table<double>&);
template void addTurbulentInlet(Table<Vec3>&);

}  // namespace eagre::fv::conditions
