// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "fv/schemes/faces.hpp"
#include "fv/schemes/gradient_schemes.hpp"
#include "fv/schemes/parse.hpp"
#include "fv/schemes/scheme_table.hpp"

namespace eagre::fv::schemes {

namespace {

/// Of faces, relative to the distance of the cells: v1912 corrects no mesh where none has more.
constexpr double leastSkewness = 1e-5;

template <class T>
class Linear final : public InterpolationScheme<T> {
 public:
  SchemeKind kind() const override { return SchemeKind::linear; }
  void weights(const VolField<T>& field, std::span<const double>, std::span<double> weights) override {
    const auto& linear = field.mesh().weights;
    std::copy_n(linear.begin(), field.mesh().nInteriorFaces(), weights.begin());
  }
};

template <class T>
class MidPoint final : public InterpolationScheme<T> {
 public:
  SchemeKind kind() const override { return SchemeKind::midPoint; }
  void weights(const VolField<T>& field, std::span<const double>, std::span<double> weights) override {
    std::fill_n(weights.begin(), field.mesh().nInteriorFaces(), 0.5);
  }
};

/// Linear with the weights of both cells swapped.
template <class T>
class ReverseLinear final : public InterpolationScheme<T> {
 public:
  void weights(const VolField<T>& field, std::span<const double>, std::span<double> weights) override {
    kernel::parallelFor({"reverseLinear weights", 16}, field.mesh().nInteriorFaces(),
                        [weights, linear = field.mesh().weights.data()](Label f) { weights[f] = 1 - linear[f]; });
  }
};

/// Linear with weights that no ratio of cell sizes beyond the given one makes.
template <class T>
class ClippedLinear final : public InterpolationScheme<T> {
 public:
  explicit ClippedLinear(double sizeRatio) : least_(sizeRatio / (1 + sizeRatio)) {}
  void weights(const VolField<T>& field, std::span<const double>, std::span<double> weights) override {
    kernel::parallelFor({"clippedLinear weights", 16}, field.mesh().nInteriorFaces(),
                        [weights, least = least_, linear = field.mesh().weights.data()](Label f) {
                          weights[f] = std::max(std::min(linear[f], 1 - least), least);
                        });
  }

 private:
  double least_;
};

/// The larger (sign = 1) or smaller (-1) value of both cells; of vectors and tensors for each component.
template <class T, int sign>
class LocalExtreme final : public InterpolationScheme<T> {
 public:
  bool corrected() const override { return nComponents<T> > 1; }
  void weights(const VolField<T>& field, std::span<const double>, std::span<double> weights) override {
    const mesh::Mesh& mesh = field.mesh();
    kernel::parallelFor(
        {"local extreme: weights", 32}, mesh.nInteriorFaces(),
        [weights, owner = mesh.owner.data(), neighbour = mesh.neighbour.data(), phi = kernel::View(field.cells())](Label f) {
          if constexpr (nComponents<T> == 1)
            weights[f] = sign * phi[owner[f]] >= sign * phi[neighbour[f]] ? 1 : 0;
          else
            weights[f] = 1;
        });
  }
  void correction(const VolField<T>& field, std::span<const double>, std::span<T> correction) override {
    const mesh::Mesh& mesh = field.mesh();
    kernel::parallelFor(
        {"local extreme", 8 + 24 * nComponents<T>}, mesh.nInteriorFaces(),
        [correction, owner = mesh.owner.data(), neighbour = mesh.neighbour.data(), phi = kernel::View(field.cells())](Label f) {
          const T& P = phi[owner[f]];
          const T& N = phi[neighbour[f]];
          correction[f] = (sign > 0 ? cmptMax(P, N) : cmptMin(P, N)) - P;
        });
  }
};

/// Weight of the owner such that the face value is the harmonic mean of both, the resistance of each half in series.
class Harmonic final : public InterpolationScheme<double> {
 public:
  SchemeKind kind() const override { return SchemeKind::harmonic; }
  void weights(const VolScalarField& field, std::span<const double>, std::span<double> weights) override {
    const mesh::Mesh& mesh = field.mesh();
    const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
    const double *phi = field.cells().data(), *linear = mesh.weights.data();
    kernel::parallelFor("harmonic weights", mesh.nInteriorFaces(), [=](Label f) {
      const double own = (1 - linear[f]) * phi[neighbour[f]], nei = linear[f] * phi[owner[f]];
      weights[f] = own / (own + nei);
    });
  }
};

/// weights = upwindShare (upwind weight) + (1 - upwindShare) (linear weight)
void upwindWeights(const mesh::Mesh& mesh, double upwindShare, std::span<const double> flux, std::span<double> weights) {
  const double* linear = mesh.weights.data();
  forInteriorFaces("upwind weights", mesh, [=](Label f, auto flipped) {
    weights[f] = (1 - upwindShare) * linear[f] + (isNonNegative(flux[f], flipped) ? upwindShare : 0.0);
  });
}

template <class T>
class Upwind final : public InterpolationScheme<T> {
 public:
  SchemeKind kind() const override { return SchemeKind::upwind; }
  bool needsFlux() const override { return true; }
  void weights(const VolField<T>& field, std::span<const double> flux, std::span<double> weights) override {
    forInteriorFaces("upwind weights", field.mesh(),
                     [=](Label f, auto flipped) { weights[f] = isNonNegative(flux[f], flipped) ? 1.0 : 0.0; });
  }
};

template <class T>
class Downwind final : public InterpolationScheme<T> {
 public:
  bool needsFlux() const override { return true; }
  void weights(const VolField<T>& field, std::span<const double> flux, std::span<double> weights) override {
    forInteriorFaces("downwind weights", field.mesh(),
                     [=](Label f, auto flipped) { weights[f] = isNonNegative(flux[f], flipped) ? 0.0 : 1.0; });
  }
};

/// correction = share (Cf - C) . gradient of the upwind cell
template <class T>
void linearUpwindCorrection(const mesh::Mesh& mesh, double share, std::span<const double> flux,
                            const std::vector<Gradient<T>>& gradient, std::span<T> correction) {
  const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
  const auto Cf = mesh.faceCentres();
  const Gradient<T>* grad = gradient.data();
  forInteriorFaces("linearUpwind correction", mesh, [=](Label f, auto flipped) {
    const Label cell = isPositive(flux[f], flipped) ? owner[f] : neighbour[f];
    correction[f] = share * dot(Cf(f) - Cf.C[cell], grad[cell]);
  });
}

/// Second-order upwind, Warming and Beam (1976); with a share below one mixed with linear: LUST, Weller (2012).
template <class T>
class LinearUpwind final : public InterpolationScheme<T> {
 public:
  LinearUpwind(const Context& context, std::string gradientName, double share)
      : gradientName_(std::move(gradientName)), scheme_(makeGradientScheme<T>(context, gradientName_)), share_(share) {}
  bool needsFlux() const override { return true; }
  bool corrected() const override { return true; }
  void weights(const VolField<T>& field, std::span<const double> flux, std::span<double> weights) override {
    upwindWeights(field.mesh(), share_, flux, weights);
  }
  void correction(const VolField<T>& field, std::span<const double> flux, std::span<T> correction) override {
    scheme_->cells(field, gradient_);
    linearUpwindCorrection<T>(field.mesh(), share_, flux, gradient_, correction);
  }
  UpwindCorrection<T> upwindCorrection(const VolField<T>& field, const KnownGradient<T>& known) override {
    if (known.cells != nullptr && known.name == gradientName_) return {share_, known.cells};
    scheme_->cells(field, gradient_);
    return {share_, gradient_.data()};
  }

 private:
  std::string gradientName_;
  std::unique_ptr<GradientScheme<T>> scheme_;
  double share_;
  std::vector<Gradient<T>> gradient_;
};

/// linearUpwind with the correction limited along the direction of the change across the face.
class LinearUpwindV final : public InterpolationScheme<Vec3> {
 public:
  explicit LinearUpwindV(std::unique_ptr<GradientScheme<Vec3>> gradient) : scheme_(std::move(gradient)) {}
  bool needsFlux() const override { return true; }
  bool corrected() const override { return true; }
  void weights(const VolVectorField& field, std::span<const double> flux, std::span<double> weights) override {
    upwindWeights(field.mesh(), 1, flux, weights);
  }
  void correction(const VolVectorField& field, std::span<const double> flux, std::span<Vec3> correction) override {
    scheme_->cells(field, gradient_);
    const mesh::Mesh& mesh = field.mesh();
    linearUpwindCorrection<Vec3>(mesh, 1, flux, gradient_, correction);
    const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
    const double* linear = mesh.weights.data();
    const Vec3* U = field.cells().data();
    forInteriorFaces("linearUpwindV limit", mesh, [=](Label f, auto flipped) {
      const Vec3 change = U[neighbour[f]] - U[owner[f]];
      const Vec3 largest = isPositive(flux[f], flipped) ? (1 - linear[f]) * change : -linear[f] * change;
      const double square = magSqr(correction[f]), along = dot(correction[f], largest);
      if (square > 0) {
        if (along < 0)
          correction[f] = {};
        else if (square > along)
          correction[f] *= along / (square + vSmall);
      }
    });
  }

 private:
  std::unique_ptr<GradientScheme<Vec3>> scheme_;
  std::vector<Tensor> gradient_;
};

/// Cubic interpolation along d from both values and Gauss linear gradients, as a correction of linear.
template <class T>
class Cubic final : public InterpolationScheme<T> {
 public:
  explicit Cubic(std::unique_ptr<GradientScheme<T>> gradient) : scheme_(std::move(gradient)) {}
  bool corrected() const override { return true; }
  void weights(const VolField<T>& field, std::span<const double> flux, std::span<double> weights) override {
    linear_.weights(field, flux, weights);
  }
  void correction(const VolField<T>& field, std::span<const double>, std::span<T> correction) override {
    scheme_->cells(field, gradient_);
    const mesh::Mesh& mesh = field.mesh();
    const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
    const double *weights = mesh.weights.data(), *magSf = mesh.magSf.data(), *deltaCoeffs = mesh.deltaCoeffs.data();
    const auto Sf = mesh.Sf.view();
    const T* phi = field.cells().data();
    const Gradient<T>* grad = gradient_.data();
    kernel::parallelFor("cubic correction", mesh.nInteriorFaces(), [=](Label f) {
      const double w = weights[f], k = w * (1 - w * (3 - 2 * w));
      const double kP = (1 - w) * (1 - w) * w, kN = w * w * (w - 1);
      const Label own = owner[f], nei = neighbour[f];
      correction[f] = k * (phi[own] - phi[nei]) + dot(Sf[f], kP * grad[own] + kN * grad[nei]) * (1 / (magSf[f] * deltaCoeffs[f]));
    });
  }

 private:
  Linear<T> linear_;
  std::unique_ptr<GradientScheme<T>> scheme_;
  std::vector<Gradient<T>> gradient_;
};

/// From where the line between the cells meets the plane of a face to the face's centre; zero on the boundary, and everywhere on
/// a mesh that counts as not skewed.
std::vector<Vec3> skewVectors(const mesh::Mesh& mesh) {
  std::vector<Vec3> vectors(static_cast<std::size_t>(mesh.nInteriorFaces()));
  double most = 0;
  for (Label f = 0; f < mesh.nInteriorFaces(); ++f) {
    const Vec3 S = mesh.Sf[f], d = mesh.delta(f), toFace = mesh.faceCentres()(f) - mesh.C[mesh.owner[f]];
    vectors[f] = toFace - (dot(S, toFace) / dot(S, d)) * d;
    most = std::max(most, mag(vectors[f]) * mesh.deltaCoeffs[f]);
  }
  if (mesh.communicator().max(most) < leastSkewness) std::fill(vectors.begin(), vectors.end(), Vec3{});
  return vectors;
}

/// Another scheme, plus the change from where the line between the cells meets the face to the face's centre by the Gauss linear
/// gradient, interpolated linearly. Jasak (1996), section 3.3.
template <class T>
class SkewCorrected final : public InterpolationScheme<T> {
 public:
  explicit SkewCorrected(SchemePointer<T> scheme) : scheme_(std::move(scheme)), gradientScheme_(makeGaussLinear<T>()) {}
  bool corrected() const override { return true; }
  void weights(const VolField<T>& field, std::span<const double> flux, std::span<double> weights) override {
    scheme_->weights(field, flux, weights);
  }
  void correction(const VolField<T>& field, std::span<const double> flux, std::span<T> correction) override {
    const mesh::Mesh& mesh = field.mesh();
    if (scheme_->corrected())
      scheme_->correction(field, flux, correction);
    else
      std::fill_n(correction.begin(), mesh.nInteriorFaces(), T{});
    const std::vector<Vec3>& skew = skew_.get(mesh, [&] { return skewVectors(mesh); });
    gradientScheme_->cells(field, gradient_);
    kernel::parallelFor("skew correction", mesh.nInteriorFaces(),
                        [correction, skew = skew.data(), w = mesh.weights.data(), owner = mesh.owner.data(),
                         neighbour = mesh.neighbour.data(), grad = gradient_.data()](Label f) {
                          const Gradient<T>& behind = grad[neighbour[f]];
                          correction[f] += dot(skew[f], w[f] * (grad[owner[f]] - behind) + behind);
                        });
  }

 private:
  SchemePointer<T> scheme_;
  std::unique_ptr<GradientScheme<T>> gradientScheme_;
  mesh::Derived<std::vector<Vec3>> skew_;
  std::vector<Gradient<T>> gradient_;
};

/// The word behind linearUpwind, which names a gradient in gradSchemes.
std::string readGradientName(const std::string& scheme, config::TokenReader& reader) {
  return readName(reader, "the gradient (as in gradSchemes) of scheme '" + scheme + "'");
}

template <class T, class Scheme>
SchemePointer<T> make(const std::string&, const Context&, config::TokenReader&) {
  return std::make_unique<Scheme>();
}
template <class T>
SchemePointer<T> makeClippedLinear(const std::string& name, const Context&, config::TokenReader& reader) {
  return std::make_unique<ClippedLinear<T>>(readCoefficient(reader, name, small, 1));
}
template <class T>
SchemePointer<T> makeLinearUpwind(const std::string& name, const Context& context, config::TokenReader& reader) {
  return std::make_unique<LinearUpwind<T>>(context, readGradientName(name, reader), 1.0);
}
template <class T>
SchemePointer<T> makeLust(const std::string& name, const Context& context, config::TokenReader& reader) {
  return std::make_unique<LinearUpwind<T>>(context, readGradientName(name, reader), 0.25);
}
template <class T>
SchemePointer<T> makeCubic(const std::string&, const Context&, config::TokenReader&) {
  return std::make_unique<Cubic<T>>(makeGaussLinear<T>());
}
template <class T>
SchemePointer<T> makeSkewCorrected(const std::string& name, const Context& context, config::TokenReader& reader) {
  const config::TokenReader start = reader;
  auto scheme = makeInterpolationScheme<T>(context, reader);
  if (scheme->needsFlux())
    start.fail(fmt::format("'{}' corrects linear, midPoint or cubic; other schemes behind it are not supported", name));
  return std::make_unique<SkewCorrected<T>>(std::move(scheme));
}
SchemePointer<Vec3> makeLinearUpwindV(const std::string& name, const Context& context, config::TokenReader& reader) {
  return std::make_unique<LinearUpwindV>(makeGradientScheme<Vec3>(context, readGradientName(name, reader)));
}

}  // namespace

bool isSkewed(const mesh::Mesh& mesh) {
  const auto vectors = skewVectors(mesh);
  return mesh.communicator().any(std::any_of(vectors.begin(), vectors.end(), [](const Vec3& v) { return magSqr(v) > 0; }));
}

template <class T>
void addBasicSchemes(SchemeTable<T>& table) {
  table.add({"linear", "central: linear between the cells, by distances to the face", {make<T, Linear<T>>, FluxUse::none}});
  table.add({"midPoint", "mean of both cells", {make<T, MidPoint<T>>, FluxUse::none}});
  table.add({"reverseLinear", "linear with the weights of both cells swapped", {make<T, ReverseLinear<T>>, FluxUse::none}});
  table.add({"clippedLinear",
             "linear, its weights clipped to a ratio of cell sizes that follows",
             {makeClippedLinear<T>, FluxUse::none}});
  table.add(
      {"localMax", "the larger value of both cells; not for divSchemes", {make<T, LocalExtreme<T, 1>>, FluxUse::notConvection}});
  table.add({"localMin",
             "the smaller value of both cells; not for divSchemes",
             {make<T, LocalExtreme<T, -1>>, FluxUse::notConvection}});
  table.add({"upwind", "value of the upwind cell, first order", {make<T, Upwind<T>>}});
  table.add({"downwind", "value of the downwind cell", {make<T, Downwind<T>>}});
  if constexpr (!std::is_same_v<T, SymmTensor>) {
    table.add({"linearUpwind",
               "upwind value plus its gradient to the face, second order; names a gradient of gradSchemes",
               {makeLinearUpwind<T>}});
    table.add({"LUST", "3/4 linear and 1/4 linearUpwind, for LES; names a gradient of gradSchemes", {makeLust<T>}});
    table.add({"cubic", "cubic along the line between the cells, from values and gradients", {makeCubic<T>, FluxUse::none}});
    table.add({"skewCorrected",
               "the scheme that follows (linear, midPoint or cubic), corrected for faces off the line between the cells",
               {makeSkewCorrected<T>, FluxUse::none}});
  }
  if constexpr (std::is_same_v<T, Vec3>)
    table.add({"linearUpwindV", "linearUpwind limited along the direction of the change of velocity", {makeLinearUpwindV}});
  if constexpr (nComponents<T> == 1)
    table.add({"harmonic", "harmonic mean of both cells, for diffusivities that jump", {make<T, Harmonic>, FluxUse::none}});
}

template void addBasicSchemes(SchemeTable<double>&);
template void addBasicSchemes(SchemeTable<Vec3>&);
template void addBasicSchemes(SchemeTable<SymmTensor>&);

}  // namespace eagre::fv::schemes
