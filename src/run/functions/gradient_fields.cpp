// SPDX-License-Identifier: BSD-3-Clause
// Fields made of a gradient: grad, Q, vorticity, Lambda2, enstrophy, lambVector, flowType.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "run/functions/made_fields.hpp"

namespace eagre::run {

using kernel::View;

namespace {

constexpr Dimensions perSecond{{0, 0, -1}};
constexpr Dimensions perSecondSquared{{0, 0, -2}};

/// The field named by `field`, U by default, of which a function object takes the gradient.
std::string velocityName(const config::Dictionary& d) { return d.getOr<std::string>("field", "U"); }

/// A field of a velocity and its gradient in every cell and on the boundary.
template <class T, T (*value)(const Tensor& gradU, const Vec3& U)>
class OfGradient final : public DerivedField<T> {
 public:
  /// operation: grad or curl, whose entry of gradSchemes is taken: v1912 knows curl(U) by that name.
  OfGradient(const FunctionSource& source, const std::string& name, const Dimensions& dimensions, std::string operation)
      : DerivedField<T>(source, nameOfResult(source.dict, name, velocityName(source.dict), "U"), dimensions),
        U_(velocityName(source.dict)),
        operation_(std::move(operation)) {}

 protected:
  void prepare(const fv::Context& context) override {
    vectorNamed(context, U_);
    scheme_ = fv::makeGradientScheme<Vec3>(context, operation_ + "(" + U_ + ")");
  }

  void make(const fv::Context& context) override {
    const auto& U = vectorNamed(context, U_);
    (*scheme_)(U, gradient_);
    const auto set = [](kernel::Loop loop, Label n, const std::vector<Tensor>& gradient, const std::vector<Vec3>& velocity,
                        std::vector<T>& values) {
      kernel::parallelFor(loop, n, [gradient = View(gradient), velocity = View(velocity), values = View(values)](Label i) {
        values[i] = value(gradient[i], velocity[i]);
      });
    };
    set({"field of grad U", 96 + 8.0 * nComponents<T>}, context.mesh.nCells, gradient_.cells, U.cells(), this->field_.cells());
    set("field of grad U: boundary", context.mesh.nBoundaryFaces, gradient_.boundary, U.boundary(), this->field_.boundary());
  }

 private:
  std::string U_, operation_;
  std::unique_ptr<fv::GradientScheme<Vec3>> scheme_;
  fv::CellValues<Tensor> gradient_;
};

/// Second invariant Q = 1/2 ((tr grad U)^2 - tr(grad U . grad U)) [1/s^2] (Hunt, Wray and Moin 1988).
double secondInvariant(const Tensor& g, const Vec3&) {
  double square = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) square += g(i, j) * g(j, i);
  return 0.5 * (sqr(trace(g)) - square);
}

/// curl U [1/s].
Vec3 curl(const Tensor& g, const Vec3&) { return {g.yz - g.zy, g.zx - g.xz, g.xy - g.yx}; }

/// 1/2 |curl U|^2 [1/s^2].
double enstrophy(const Tensor& g, const Vec3& U) { return 0.5 * magSqr(curl(g, U)); }

/// Lamb vector curl U x U [m/s^2].
Vec3 lambVector(const Tensor& g, const Vec3& U) { return cross(curl(g, U), U); }

/// The antisymmetric part of a tensor.
Tensor skew(const Tensor& t) { return 0.5 * (t - transpose(t)); }
Tensor whole(const SymmTensor& s) { return {s.xx, s.xy, s.xz, s.xy, s.yy, s.yz, s.xz, s.yz, s.zz}; }

/// -1 in pure rotation, 0 in simple shear, 1 in pure strain: (|D| - |Omega|)/(|D| + |Omega|).
double flowType(const Tensor& g, const Vec3&) {
  const double strain = mag(symm(g)), rotation = mag(skew(g));
  constexpr double small = 1e-15;
  return (strain - rotation) / (strain + rotation + small);
}

/// Middle eigenvalue of a symmetric tensor, by the angle of its deviator's invariants (Smith 1961).
double middleEigenvalue(const Tensor& a) {
  const double mean = trace(a) / 3;
  const Tensor b{a.xx - mean, a.xy, a.xz, a.yx, a.yy - mean, a.yz, a.zx, a.zy, a.zz - mean};
  const double size = std::sqrt(magSqr(b) / 6);
  if (size <= vSmall) return mean;
  const double determinant =
      b.xx * (b.yy * b.zz - b.yz * b.zy) - b.xy * (b.yx * b.zz - b.yz * b.zx) + b.xz * (b.yx * b.zy - b.yy * b.zx);
  const double angle = std::acos(std::clamp(determinant / (2 * size * size * size), -1.0, 1.0)) / 3;
  return mean + 2 * size * std::cos(angle - 2 * std::numbers::pi / 3);
}

/// Minus the middle eigenvalue of S.S + W.W [1/s^2], positive in vortices (Jeong and Hussain 1995), signed as OpenFOAM does.
double lambda2(const Tensor& g, const Vec3&) {
  const Tensor S = whole(symm(g)), W = skew(g);
  return -middleEigenvalue(dot(S, S) + dot(W, W));
}

/// Gradient of a scalar or a vector by gradSchemes, as a field grad(<field>).
class GradientField final : public MadeFields {
 public:
  explicit GradientField(const FunctionSource& source)
      : MadeFields(source), of_(source.dict.get<std::string>("field")), name_(nameOfResult(source.dict, "grad", of_)) {}

 protected:
  void prepare(const fv::Context& context) override {
    const std::string scheme = "grad(" + of_ + ")";
    constexpr Dimensions perMetre{{0, -1}};
    if (const auto* scalar = context.registry.scalar(of_)) {
      ofScalar_ = fv::makeGradientScheme<double>(context, scheme);
      vector_ = &add<Vec3>(name_, scalar->dimensions() * perMetre, context.mesh);
    } else {
      ofVector_ = fv::makeGradientScheme<Vec3>(context, scheme);
      tensor_ = &add<Tensor>(name_, vectorNamed(context, of_).dimensions() * perMetre, context.mesh);
    }
  }

  void make(const fv::Context& context) override {
    if (ofScalar_)
      (*ofScalar_)(scalarNamed(context, of_), vector_->values());
    else
      (*ofVector_)(vectorNamed(context, of_), tensor_->values());
  }

 private:
  std::string of_, name_;
  std::unique_ptr<fv::GradientScheme<double>> ofScalar_;
  std::unique_ptr<fv::GradientScheme<Vec3>> ofVector_;
  fv::VolVectorField* vector_ = nullptr;
  fv::VolField<Tensor>* tensor_ = nullptr;
};

template <class T, T (*value)(const Tensor&, const Vec3&)>
std::unique_ptr<FunctionObject> ofGradient(const FunctionSource& source, const std::string& name, const Dimensions& dimensions,
                                           const std::string& operation = "grad") {
  return std::make_unique<OfGradient<T, value>>(source, name, dimensions, operation);
}

}  // namespace

std::unique_ptr<FunctionObject> makeQ(const FunctionSource& source) {
  return ofGradient<double, secondInvariant>(source, "Q", perSecondSquared);
}
std::unique_ptr<FunctionObject> makeVorticity(const FunctionSource& source) {
  return ofGradient<Vec3, curl>(source, "vorticity", perSecond, "curl");
}
std::unique_ptr<FunctionObject> makeLambda2(const FunctionSource& source) {
  return ofGradient<double, lambda2>(source, "Lambda2", perSecondSquared);
}
std::unique_ptr<FunctionObject> makeEnstrophy(const FunctionSource& source) {
  return ofGradient<double, enstrophy>(source, "enstrophy", perSecondSquared, "curl");
}
std::unique_ptr<FunctionObject> makeLambVector(const FunctionSource& source) {
  return ofGradient<Vec3, lambVector>(source, "lambVector", dimAcceleration, "curl");
}
std::unique_ptr<FunctionObject> makeFlowType(const FunctionSource& source) {
  return ofGradient<double, flowType>(source, "flowType", dimless);
}
std::unique_ptr<FunctionObject> makeGrad(const FunctionSource& source) { return std::make_unique<GradientField>(source); }

}  // namespace eagre::run
