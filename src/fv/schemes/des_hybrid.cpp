// SPDX-License-Identifier: BSD-3-Clause
#include "fv/schemes/des_hybrid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fv/fields/cell_faces.hpp"
#include "fv/schemes/blended.hpp"
#include "fv/schemes/gradient.hpp"
#include "fv/schemes/parse.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::fv::schemes {
namespace {

struct Coefficients {
  double CDES, U0, L0, sigmaMin, sigmaMax, OmegaLim;

  static Coefficients read(config::TokenReader& reader) {
    const auto next = [&](double lower, double upper) { return readCoefficient(reader, "DEShybrid", lower, upper); };
    Coefficients c{};
    c.CDES = next(0, vGreat);
    c.U0 = next(vSmall, vGreat);
    c.L0 = next(vSmall, vGreat);
    c.sigmaMin = next(0, 1);
    c.sigmaMax = next(0, 1);
    c.OmegaLim = next(0, vGreat);
    return c;
  }

  /// Share of the second scheme in a cell.
  double sigma(const Tensor& gradU, double nuEff, double delta) const {
    const double SS = 2 * magSqr(symm(gradU)), OmegaOmega = magSqr(gradU - transpose(gradU)) / 2;
    const double S = std::sqrt(SS), Omega = std::sqrt(OmegaOmega), mean = 0.5 * (SS + OmegaOmega), rTau = U0 / L0;
    const double B = 2 * Omega * std::max(S, Omega) / std::max(mean, sqr(OmegaLim * rTau));
    const double K = std::max(std::sqrt(mean), 0.1 * rTau);
    const double lTurb = std::sqrt(std::max(nuEff / (std::pow(0.09, 1.5) * K), 0.0)), g = std::tanh(B * B * B * B);
    const double A = std::max(0.0, CDES * delta / std::max(lTurb * g, 1e-15 * L0) - 0.5);
    return std::max(sigmaMax * std::tanh(A * A * A), sigmaMin);
  }
};

template <class T>
class DesHybrid final : public BlendedScheme<T> {
 public:
  DesHybrid(const Context& context, config::TokenReader& reader, std::unique_ptr<InterpolationScheme<T>> first,
            std::unique_ptr<InterpolationScheme<T>> second)
      : BlendedScheme<T>(std::move(first), std::move(second)),
        context_(&context),
        deltaName_(readName(reader, "the field of the filter's width, as delta")),
        coefficients_(Coefficients::read(reader)),
        gradient_(makeGradientScheme<Vec3>(context, "grad(U)")) {}

 protected:
  /// sigma, interpolated linearly.
  void shareOfSecond(const VolField<T>& field, std::span<double> sigma) override {
    const mesh::Mesh& mesh = field.mesh();
    const double *nu = scalar("nu").cells().data(), *nut = scalar("nut").cells().data(),
                 *delta = scalar(deltaName_).cells().data();
    gradient_->cells(*context_->registry.vector("U"), gradU_);
    inCells_.resize(static_cast<std::size_t>(mesh.nAllCells()));
    kernel::parallelFor({"DEShybrid sigma", 104}, mesh.nAllCells(),
                        [=, inCells = kernel::View(inCells_), gradU = kernel::View(gradU_), coefficients = coefficients_](
                            Label c) { inCells[c] = coefficients.sigma(gradU[c], nu[c] + nut[c], delta[c]); });
    eachInteriorFace({"DEShybrid sigma on faces", 32}, mesh,
                     [sigma, inCells = kernel::View(inCells_), weights = mesh.weights.data()](Label f, Label P, Label N) {
                       sigma[f] = weights[f] * (inCells[P] - inCells[N]) + inCells[N];
                     });
  }

 private:
  const VolScalarField& scalar(const std::string& name) const {
    if (const auto* field = context_->registry.scalar(name)) return *field;
    throw Error(fmt::format("scheme DEShybrid needs the field '{}' of a large-eddy or detached-eddy simulation", name),
                ExitCode::badCase);
  }
  const Context* context_;
  std::string deltaName_;
  Coefficients coefficients_;
  std::unique_ptr<GradientScheme<Vec3>> gradient_;
  std::vector<Tensor> gradU_;
  std::vector<double> inCells_;
};

}  // namespace

template <class T>
std::unique_ptr<InterpolationScheme<T>> makeDesHybrid(const Context& context, config::TokenReader& reader) {
  auto first = makeInterpolationScheme<T>(context, reader);
  auto second = makeInterpolationScheme<T>(context, reader);
  return std::make_unique<DesHybrid<T>>(context, reader, std::move(first), std::move(second));
}
template std::unique_ptr<InterpolationScheme<double>> makeDesHybrid(const Context&, config::TokenReader&);
template std::unique_ptr<InterpolationScheme<Vec3>> makeDesHybrid(const Context&, config::TokenReader&);

}  // namespace eagre::fv::schemes
