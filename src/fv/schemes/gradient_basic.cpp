// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "core/lanes.hpp"
#include "fv/fields/cell_faces.hpp"
#include "fv/schemes/gradient_schemes.hpp"
#include "fv/schemes/invert.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/derived.hpp"

namespace eagre::fv::schemes {

namespace {

/// 1/V sum Sf value(face) in one pass over the cells; value(f, owner, neighbour) on faces with two cells, as lanes. each(loop,
/// body): over the cells.
template <class T, class Each, class F>
void gaussSum(const VolField<T>& field, std::span<Gradient<T>> gradient, Each&& each, F&& value) {
  const mesh::Mesh& mesh = field.mesh();
  const auto Sf = mesh.Sf.view();
  const T* boundary = field.boundary().data();
  const double* V = mesh.V.data();
  Gradient<T>* out = gradient.data();
  const double bytes = bytesOfCellFaces(mesh) + 8 + 32 * nComponents<T> + 32 * facesPerCell(mesh);
  each({"Gauss gradient", bytes}, [=, first = mesh.nInteriorFaces()](Label c, const auto& around) {
    GradientLanes<T> sum;
    const auto outwards = [&](Label f, Label N) { sum.addOuter(Sf[f], value(f, c, N)); };
    around([&](Label f, Label N) { sum.subtractOuter(Sf[f], value(f, N, c)); }, outwards, outwards,
           [&](Label f) { sum.addOuter(Sf[f], lanes(boundary[f - first])); });
    sum /= V[c];
    sum.store(out[c]);
  });
}
template <class T, class F>
void gaussSum(const VolField<T>& field, std::span<Gradient<T>> gradient, F&& value) {
  gaussSum<T>(
      field, gradient, [&mesh = field.mesh()](const kernel::Loop& loop, const auto& body) { eachCell(loop, mesh, body); }, value);
}

template <class T>
class GaussLinear final : public GradientScheme<T> {
 public:
  std::string words() const override { return "Gauss linear"; }
  void ownedCells(const VolField<T>& field, std::span<Gradient<T>> gradient) override {
    gaussSum<T>(field, gradient, linear(field));
  }

 protected:
  void ownedCellsOf(std::span<const Label> cells, const VolField<T>& field, std::span<Gradient<T>> gradient) override {
    const auto each = [&](const kernel::Loop& loop, const auto& body) { eachCellOf(cells, loop, field.mesh(), body); };
    gaussSum<T>(field, gradient, each, linear(field));
  }

 private:
  static auto linear(const VolField<T>& field) {
    return [w = field.mesh().weights.data(), phi = field.cells().data()](Label f, Label own, Label nei) {
      const auto behind = lanes(phi[nei]);
      return w[f] * (lanes(phi[own]) - behind) + behind;
    };
  }
};

template <class T>
class Gauss final : public GradientScheme<T> {
 public:
  Gauss(const Context& context, std::unique_ptr<InterpolationScheme<T>> interpolation, std::string fluxName)
      : context_(&context), interpolation_(std::move(interpolation)), fluxName_(std::move(fluxName)) {}
  void ownedCells(const VolField<T>& field, std::span<Gradient<T>> gradient) override {
    const mesh::Mesh& mesh = field.mesh();
    std::span<const double> flux;
    if (!fluxName_.empty()) flux = findFlux(*context_, fluxName_).faces();
    weights_.resize(static_cast<std::size_t>(mesh.nInteriorFaces()));
    interpolation_->weights(field, flux, weights_);
    const double* w = weights_.data();
    const T* phi = field.cells().data();
    if (interpolation_->corrected()) {
      correction_.resize(weights_.size());
      interpolation_->correction(field, flux, correction_);
      const T* correction = correction_.data();
      gaussSum<T>(field, gradient,
                  [=](Label f, Label own, Label nei) { return lanes(w[f] * (phi[own] - phi[nei]) + phi[nei] + correction[f]); });
    } else {
      gaussSum<T>(field, gradient, [=](Label f, Label own, Label nei) { return lanes(w[f] * (phi[own] - phi[nei]) + phi[nei]); });
    }
  }

 private:
  const Context* context_;
  std::unique_ptr<InterpolationScheme<T>> interpolation_;
  std::string fluxName_;
  std::vector<double> weights_;
  std::vector<T> correction_;
};

/// Vectors with which a difference across a face is multiplied to give its part of the gradient on either side.
struct LeastSquaresVectors {
  std::vector<Vec3> owner, neighbour;  ///< nFaces, nInternalFaces

  LeastSquaresVectors() = default;
  explicit LeastSquaresVectors(const mesh::Mesh& mesh)
      : owner(static_cast<std::size_t>(mesh.nFaces())), neighbour(static_cast<std::size_t>(mesh.nInternalFaces)) {
    const Label nInterior = mesh.nInteriorFaces(), nInternal = mesh.nInternalFaces;
    std::vector<Vec3> deltas(owner.size());
    for (Label f = 0; f < mesh.nFaces(); ++f) deltas[f] = mesh.delta(f);
    std::vector<SymmTensor> inverses(static_cast<std::size_t>(mesh.nCells));
    const kernel::View inverse(inverses);
    const kernel::View delta(deltas);
    // On the boundary the patch value counts in full.
    const auto ownerShare = [nInterior, weights = mesh.weights.data()](Label f) { return f < nInterior ? 1 - weights[f] : 1.0; };
    const auto factor = [delta, magSf = mesh.magSf.data()](Label f) { return magSf[f] / magSqr(delta[f]); };
    eachCell("least squares, inverse", mesh, [=, weights = mesh.weights.data()](Label c, const auto& around) {
      SymmTensor sum{};
      const auto add = [&](Label f, double share) { sum += share * (factor(f) * sqr(delta[f])); };
      const auto outwards = [&](Label f, Label) { add(f, ownerShare(f)); };
      around([&](Label f, Label) { add(f, weights[f]); }, outwards, outwards, [&](Label f) { add(f, ownerShare(f)); });
      inverse[c] = inverseInPlane(sum);
    });
    kernel::parallelFor("least squares, vectors", mesh.nFaces(),
                        [=, owner = kernel::View(owner), neighbour = kernel::View(neighbour), weights = mesh.weights.data(),
                         P = mesh.owner.data(), N = mesh.neighbour.data()](Label f) {
                          owner[f] = (ownerShare(f) * factor(f)) * dot(inverse[P[f]], delta[f]);
                          if (f < nInternal) neighbour[f] = (weights[f] * factor(f)) * dot(inverse[N[f]], delta[f]);
                        });
  }
};

template <class T>
class LeastSquares final : public GradientScheme<T> {
 public:
  explicit LeastSquares(const Context& context)
      : vectors_(context.gradients->ofMesh<mesh::Derived<LeastSquaresVectors>>("leastSquares")) {
    vectorsOf(context.mesh);
  }
  std::string words() const override { return "leastSquares"; }
  void ownedCells(const VolField<T>& field, std::span<Gradient<T>> gradient) override {
    const mesh::Mesh& mesh = field.mesh();
    const LeastSquaresVectors& vectors = vectorsOf(mesh);
    const Vec3 *own = vectors.owner.data(), *nei = vectors.neighbour.data();
    const T *phi = field.cells().data(), *boundary = field.boundary().data();
    Gradient<T>* g = gradient.data();
    const double bytes = bytesOfCellFaces(mesh) + 32 * nComponents<T> + 48 * facesPerCell(mesh);
    eachCell({"least squares gradient", bytes}, mesh, [=, first = mesh.nInteriorFaces()](Label c, const auto& around) {
      Gradient<T> sum{};
      const auto outwards = [&](Label f, Label N) { sum += outer(own[f], phi[N] - phi[c]); };
      around([&](Label f, Label N) { sum += outer(nei[f], phi[c] - phi[N]); }, outwards, outwards,
             [&](Label f) { sum += outer(own[f], boundary[f - first] - phi[c]); });
      g[c] = sum;
    });
  }

  const LeastSquaresVectors& vectorsOf(const mesh::Mesh& mesh) {
    return vectors_->get(mesh, [&] { return LeastSquaresVectors(mesh); });
  }

 private:
  std::shared_ptr<mesh::Derived<LeastSquaresVectors>> vectors_;
};

/// leastSquares g, less half of the change of g along each d: with a weight w of the owner and d from owner to neighbour, the
/// difference psi_N - psi_P counts as w d . (g_N - g_P)/2 less, seen from N with 1 - w. It has no words(): ghosts of g are those
/// of cells whose neighbours this rank does not see. Collective.
template <class T>
class Fourth final : public GradientScheme<T> {
 public:
  explicit Fourth(const Context& context) : leastSquares_(context) {}
  void ownedCells(const VolField<T>& field, std::span<Gradient<T>> gradient) override {
    const mesh::Mesh& mesh = field.mesh();
    leastSquares_.cells(field, second_);
    const LeastSquaresVectors& vectors = leastSquares_.vectorsOf(mesh);
    const Vec3 *own = vectors.owner.data(), *nei = vectors.neighbour.data();
    const Gradient<T>* g = second_.data();
    Gradient<T>* out = gradient.data();
    const double bytes = bytesOfCellFaces(mesh) + 96 * nComponents<T> + 80 * facesPerCell(mesh);
    eachCell({"fourth gradient", bytes}, mesh, [=, w = mesh.weights.data(), C = mesh.C.data()](Label c, const auto& around) {
      Gradient<T> sum = g[c];
      const auto outwards = [&](Label f, Label N) { sum -= outer((0.5 * w[f]) * own[f], dot(C[N] - C[c], g[N] - g[c])); };
      around([&](Label f, Label P) { sum += outer((0.5 * (1 - w[f])) * nei[f], dot(C[c] - C[P], g[c] - g[P])); }, outwards,
             outwards, [](Label) {});
      out[c] = sum;
    });
  }

 private:
  LeastSquares<T> leastSquares_;
  std::vector<Gradient<T>> second_;
};

}  // namespace

const SurfaceScalarField& findFlux(const Context& context, const std::string& name) {
  const SurfaceScalarField* flux = context.registry.surfaceScalar(name);
  if (flux == nullptr)
    throw Error("an interpolation scheme names the flux '" + name + "', which is not there", ExitCode::badCase);
  return *flux;
}

template <class T>
std::unique_ptr<GradientScheme<T>> makeGaussLinear() {
  return std::make_unique<GaussLinear<T>>();
}
template <class T>
std::unique_ptr<GradientScheme<T>> makeGauss(const Context& context, std::unique_ptr<InterpolationScheme<T>> interpolation,
                                             const std::string& fluxName) {
  return std::make_unique<Gauss<T>>(context, std::move(interpolation), fluxName);
}
template <class T>
std::unique_ptr<GradientScheme<T>> makeLeastSquares(const Context& context) {
  return std::make_unique<LeastSquares<T>>(context);
}

template <class T>
std::unique_ptr<GradientScheme<T>> makeFourth(const Context& context) {
  return std::make_unique<Fourth<T>>(context);
}

template std::unique_ptr<GradientScheme<double>> makeGaussLinear();
template std::unique_ptr<GradientScheme<Vec3>> makeGaussLinear();
template std::unique_ptr<GradientScheme<double>> makeGauss(const Context&, std::unique_ptr<InterpolationScheme<double>>,
                                                           const std::string&);
template std::unique_ptr<GradientScheme<Vec3>> makeGauss(const Context&, std::unique_ptr<InterpolationScheme<Vec3>>,
                                                         const std::string&);
template std::unique_ptr<GradientScheme<double>> makeLeastSquares(const Context&);
template std::unique_ptr<GradientScheme<Vec3>> makeLeastSquares(const Context&);
template std::unique_ptr<GradientScheme<double>> makeFourth(const Context&);
template std::unique_ptr<GradientScheme<Vec3>> makeFourth(const Context&);

}  // namespace eagre::fv::schemes
