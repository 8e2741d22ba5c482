// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fv/conditions/conditions.hpp"
#include "fv/schemes/faces.hpp"
#include "fv/schemes/gradient.hpp"
#include "fv/schemes/limiters.hpp"
#include "fv/schemes/schemes.hpp"
#include "kernel/view.hpp"

namespace eagre::fv::schemes {

/// weight = limiter linearWeight + (1 - limiter) upwindWeight, in one pass over the interior faces. `gradient` may be
/// empty if the limiter does not look at it. Value: double, or Vec3 for the V forms.
template <class Limiter, class Value>
void limitedWeights(const mesh::Mesh& mesh, const Limiter& limiter, const std::vector<Value>& values,
                    const std::vector<Gradient<Value>>& gradient, std::span<const double> flux, std::span<double> weights) {
  const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
  const double* linear = mesh.weights.data();
  const Vec3* C = mesh.C.data();
  const Value* phi = values.data();
  const Gradient<Value>* grad = gradient.data();
  forInteriorFaces("limited weights", mesh, [=](Label f, auto flipped) {
    const Label own = owner[f], nei = neighbour[f];
    const bool positive = isPositive(flux[f], flipped);
    Gradient<Value> upwindGradient{};
    if constexpr (Limiter::needsGradient) upwindGradient = grad[positive ? own : nei];
    FaceStencil stencil = makeStencil(linear[f], flux[f], positive, phi[own], phi[nei], upwindGradient, C[nei] - C[own]);
    if constexpr (requires { Limiter::needsBothGradients; }) {
      stencil.gradcP = changeAlong(phi[own], phi[nei], grad[own], C[nei] - C[own]);
      stencil.gradcN = changeAlong(phi[own], phi[nei], grad[nei], C[nei] - C[own]);
    }
    if constexpr (requires { Limiter::cubicAlongFaceValue; }) {
      const Vec3 along = linear[f] * phi[own] + (1 - linear[f]) * phi[nei], d = C[nei] - C[own];
      stencil.P = dot(along, phi[own]);
      stencil.N = dot(along, phi[nei]);
      stencil.gradcP = dot(along, dot(d, grad[own]));
      stencil.gradcN = dot(along, dot(d, grad[nei]));
    }
    const double l = limiter(stencil);
    weights[f] = l * linear[f] + (1 - l) * (isNonNegative(flux[f], flipped) ? 1.0 : 0.0);
  });
}

/// The gradient of gradSchemes "grad(<field>)", made when the field is first seen and then kept.
template <class T>
class FieldGradient {
 public:
  explicit FieldGradient(const Context& context) : context_(&context) {}
  const std::vector<Gradient<T>>& operator()(const VolField<T>& field) {
    if (!scheme_ || field.name() != fieldName_) {
      scheme_ = makeGradientScheme<T>(*context_, "grad(" + field.name() + ")");
      fieldName_ = field.name();
    }
    scheme_->cells(field, gradient_);
    return gradient_;
  }
  const std::vector<Gradient<T>>& last() const { return gradient_; }

 private:
  const Context* context_;
  std::string fieldName_;
  std::unique_ptr<GradientScheme<T>> scheme_;
  std::vector<Gradient<T>> gradient_;
};

/// Base of the schemes whose weights are limiter linear + (1 - limiter) upwind, so that they have a limiter to give. Upwind, of
/// the limiter 0, is known by its kind.
struct GivesLimiter {
  virtual ~GivesLimiter() = default;
};
/// Whether weights() of the scheme are those of a limiter: OpenFOAM's limited schemes.
template <class T>
bool isLimited(const InterpolationScheme<T>& scheme) {
  return scheme.kind() == SchemeKind::upwind || dynamic_cast<const GivesLimiter*>(&scheme) != nullptr;
}

/// A limited scheme that looks at the field itself: scalars, and the V forms for vectors (limited along the direction of the
/// largest change; all components share a limiter).
template <class T, class Limiter>
class LimitedScheme final : public InterpolationScheme<T>, public GivesLimiter {
 public:
  LimitedScheme(const Context& context, Limiter limiter) : limiter_(limiter), gradient_(context) {}
  SchemeKind kind() const override {
    if constexpr (std::is_same_v<Limiter, OfRatio<VanLeer>>) return SchemeKind::vanLeer;
    if constexpr (std::is_same_v<Limiter, InterfaceCompression>) return SchemeKind::interfaceCompression;
    return SchemeKind::other;
  }
  bool needsFlux() const override { return true; }
  void weights(const VolField<T>& field, std::span<const double> flux, std::span<double> weights) override {
    static const std::vector<Gradient<T>> none;
    if constexpr (Limiter::needsGradient)
      limitedWeights(field.mesh(), limiter_, field.cells(), gradient_(field), flux, weights);
    else
      limitedWeights(field.mesh(), limiter_, field.cells(), none, flux, weights);
  }
  const Gradient<T>* gradientOfField() const override { return Limiter::needsGradient ? gradient_.last().data() : nullptr; }

 private:
  Limiter limiter_;
  FieldGradient<T> gradient_;
};

/// What the limiter of a field's components looks at, as in OpenFOAM: of vectors the square of the magnitude, of tensors the
/// trace.
inline double limitedOn(const Vec3& a) { return magSqr(a); }
inline double limitedOn(const SymmTensor& a) { return trace(a); }

/// A limited scheme of a field of vectors or tensors with one limiter for all components (OpenFOAM's forms without V).
template <class T, class Limiter>
class SharedLimitedScheme final : public InterpolationScheme<T>, public GivesLimiter {
 public:
  SharedLimitedScheme(const Context& context, Limiter limiter) : limiter_(limiter), gradient_(context) {}
  bool needsFlux() const override { return true; }
  void weights(const VolField<T>& field, std::span<const double> flux, std::span<double> weights) override {
    const std::string name = (std::is_same_v<T, Vec3> ? "magSqr(" : "tr(") + field.name() + ")";
    if (!looked_ || looked_->name() != name) {
      const Dimensions& d = field.dimensions();
      looked_.emplace(name, std::is_same_v<T, Vec3> ? d * d : d, field.mesh());
      setCalculatedConditions(*looked_);
    }
    const auto look = [](const std::vector<T>& from, std::vector<double>& to) {
      kernel::parallelFor("limiter: what it looks at", static_cast<Label>(from.size()),
                          [to = kernel::View(to), from = kernel::View(from)](Label i) { to[i] = limitedOn(from[i]); });
    };
    look(field.cells(), looked_->cells());
    look(field.boundary(), looked_->boundary());
    limitedWeights(field.mesh(), limiter_, looked_->cells(), gradient_(*looked_), flux, weights);
  }

 private:
  Limiter limiter_;
  FieldGradient<double> gradient_;
  std::optional<VolScalarField> looked_;
};

}  // namespace eagre::fv::schemes
