// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fv/fields/context.hpp"
#include "fv/schemes/blended.hpp"
#include "fv/schemes/parse.hpp"
#include "fv/schemes/schemes.hpp"

namespace eagre::fv::schemes {
namespace {

struct CourantRange {
  double Co1, Co2;
};

template <class T>
class CoBlended final : public BlendedScheme<T> {
 public:
  CoBlended(const Context& context, CourantRange range, std::unique_ptr<InterpolationScheme<T>> first,
            std::unique_ptr<InterpolationScheme<T>> second)
      : BlendedScheme<T>(std::move(first), std::move(second)), context_(&context), range_(range) {}
  void weights(const VolField<T>& field, std::span<const double> flux, std::span<double> weights) override {
    flux_ = flux;
    BlendedScheme<T>::weights(field, flux, weights);
  }

 protected:
  /// min(max((Co - Co1)/(Co2 - Co1), 0), 1) with Co = deltaT |phi|/(|S| |d|); of a mass flux, phi = rhoPhi/rho.
  void shareOfSecond(const VolField<T>& field, std::span<double> share) override {
    const mesh::Mesh& mesh = field.mesh();
    const double* const rho = densityOnFaces();
    kernel::parallelFor({"CoBlended share", 40}, static_cast<Label>(share.size()),
                        [=, deltaT = context_->time().deltaT, range = range_, flux = flux_, magSf = mesh.magSf.data(),
                         deltaCoeffs = mesh.deltaCoeffs.data()](Label f) {
                          const double volumeFlux = rho ? flux[f] / rho[f] : flux[f];
                          const double Co = deltaT * deltaCoeffs[f] * std::abs(volumeFlux) / magSf[f];
                          share[f] = std::max(std::min((Co - range.Co1) / (range.Co2 - range.Co1), 1.0), 0.0);
                        });
  }

 private:
  /// "interpolate(rho)" if the flux is rhoPhi; nullptr if it is a volume flux.
  const double* densityOnFaces() {
    const auto* const rhoPhi = context_->registry.surfaceScalar("rhoPhi");
    if (!rhoPhi || rhoPhi->faces().data() != flux_.data()) return nullptr;
    rho_.resize(rhoPhi->faces().size());
    interpolate(*context_, *context_->registry.scalar("rho"), "interpolate(rho)", rho_);
    return rho_.data();
  }

  const Context* context_;
  CourantRange range_;
  std::span<const double> flux_;  ///< of weights(), while it runs
  std::vector<double> rho_;
};

}  // namespace

template <class T>
std::unique_ptr<InterpolationScheme<T>> makeCoBlended(const Context& context, config::TokenReader& reader) {
  CourantRange range{};
  range.Co1 = readCoefficient(reader, "CoBlended", 0, vGreat);
  auto first = makeInterpolationScheme<T>(context, reader);
  const config::TokenReader start = reader;
  range.Co2 = readCoefficient(reader, "CoBlended", 0, vGreat);
  if (range.Co1 >= range.Co2)
    start.fail(
        fmt::format("scheme CoBlended: the second Courant number ({}) must be above the first ({})", range.Co2, range.Co1));
  return std::make_unique<CoBlended<T>>(context, range, std::move(first), makeInterpolationScheme<T>(context, reader));
}
template std::unique_ptr<InterpolationScheme<double>> makeCoBlended(const Context&, config::TokenReader&);
template std::unique_ptr<InterpolationScheme<Vec3>> makeCoBlended(const Context&, config::TokenReader&);

}  // namespace eagre::fv::schemes
