// SPDX-License-Identifier: BSD-3-Clause
#include "fv/schemes/des_hybrid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fv/gradient.hpp"
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
class DesHybrid final : public InterpolationScheme<T> {
 public:
  DesHybrid(const Context& context, config::TokenReader& reader)
      : context_(&context),
        first_(makeInterpolationScheme<T>(context, reader)),
        second_(makeInterpolationScheme<T>(context, reader)),
        deltaName_(readName(reader, "the field of the filter's width, as delta")),
        coefficients_(Coefficients::read(reader)),
        gradient_(makeGradientScheme<Vec3>(context, "grad(U)")) {}

  bool needsFlux() const override { return first_->needsFlux() || second_->needsFlux(); }
  bool corrected() const override { return first_->corrected() || second_->corrected(); }
  void weights(const VolField<T>& field, std::span<const double> flux, std::span<double> weights) override {
    const auto n = static_cast<std::size_t>(field.mesh().nInteriorFaces());
    blend(field.mesh());
    other_.resize(n);
    first_->weights(field, flux, weights);
    second_->weights(field, flux, other_);
    kernel::parallelFor({"DEShybrid weights", 32}, static_cast<Label>(n),
                        [&](Label f) { weights[f] = (1 - sigma_[f]) * weights[f] + sigma_[f] * other_[f]; });
  }
  /// With the shares of the last weights().
  void correction(const VolField<T>& field, std::span<const double> flux, std::span<T> correction) override {
    const auto n = static_cast<std::size_t>(field.mesh().nInteriorFaces());
    std::fill_n(correction.begin(), n, T{});
    part_.resize(n);
    const auto add = [&](InterpolationScheme<T>& scheme, auto share) {
      if (!scheme.corrected()) return;
      scheme.correction(field, flux, part_);
      kernel::parallelFor("DEShybrid correction", static_cast<Label>(n), [&](Label f) { correction[f] += share(f) * part_[f]; });
    };
    add(*first_, [&](Label f) { return 1 - sigma_[f]; });
    add(*second_, [&](Label f) { return sigma_[f]; });
  }

 private:
  const VolScalarField& scalar(const std::string& name) const {
    if (const auto* field = context_->registry.scalar(name)) return *field;
    throw Error(fmt::format("scheme DEShybrid needs the field '{}' of a large-eddy or detached-eddy simulation", name),
                ExitCode::badCase);
  }
  /// sigma on interior faces, interpolated linearly.
  void blend(const mesh::Mesh& mesh) {
    const double *nu = scalar("nu").cells().data(), *nut = scalar("nut").cells().data(),
                 *delta = scalar(deltaName_).cells().data();
    gradient_->cells(*context_->registry.vector("U"), gradU_);
    inCells_.resize(static_cast<std::size_t>(mesh.nAllCells()));
    kernel::parallelFor({"DEShybrid sigma", 104}, mesh.nAllCells(),
                        [&](Label c) { inCells_[c] = coefficients_.sigma(gradU_[c], nu[c] + nut[c], delta[c]); });
    sigma_.resize(static_cast<std::size_t>(mesh.nInteriorFaces()));
    kernel::parallelFor({"DEShybrid sigma on faces", 32}, mesh.nInteriorFaces(), [&](Label f) {
      const double P = inCells_[mesh.owner[f]], N = inCells_[mesh.neighbour[f]];
      sigma_[f] = mesh.weights[f] * (P - N) + N;
    });
  }

  const Context* context_;
  std::unique_ptr<InterpolationScheme<T>> first_, second_;
  std::string deltaName_;
  Coefficients coefficients_;
  std::unique_ptr<GradientScheme<Vec3>> gradient_;
  std::vector<Tensor> gradU_;
  std::vector<double> inCells_, sigma_, other_;
  std::vector<T> part_;
};

}  // namespace

template <class T>
std::unique_ptr<InterpolationScheme<T>> makeDesHybrid(const Context& context, config::TokenReader& reader) {
  return std::make_unique<DesHybrid<T>>(context, reader);
}
template std::unique_ptr<InterpolationScheme<double>> makeDesHybrid(const Context&, config::TokenReader&);
template std::unique_ptr<InterpolationScheme<Vec3>> makeDesHybrid(const Context&, config::TokenReader&);

}  // namespace eagre::fv::schemes
