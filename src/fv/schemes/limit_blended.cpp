// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "fv/fields/context.hpp"
#include "fv/schemes/blended.hpp"
#include "fv/schemes/faces.hpp"
#include "fv/schemes/limited_scheme.hpp"
#include "fv/schemes/parse.hpp"

namespace eagre::fv::schemes {
namespace {

template <class T>
using Scheme = std::unique_ptr<InterpolationScheme<T>>;

/// A limited scheme as one that gives limiters.
template <class T>
Scheme<T> readLimited(const std::string& name, const Context& context, config::TokenReader& reader) {
  const config::TokenReader start = reader;
  auto scheme = makeInterpolationScheme<T>(context, reader);
  if (!isLimited(*scheme))
    start.fail(fmt::format("scheme '{}' takes the limiter of a limited scheme, as limitedLinear 1 or vanLeer", name));
  return scheme;
}

/// The limiters of a limited scheme on interior faces: its weights are limiter linear + (1 - limiter) upwind.
template <class T>
void limiters(InterpolationScheme<T>& limited, const VolField<T>& field, std::span<const double> flux,
              std::span<double> limiter) {
  limited.weights(field, flux, limiter);
  forInteriorFaces("limiters of weights", field.mesh(), [=, linear = field.mesh().weights.data()](Label f, auto flipped) {
    const double upwind = isNonNegative(flux[f], flipped) ? 1.0 : 0.0;
    limiter[f] = (limiter[f] - upwind) / (linear[f] - upwind);
  });
}

template <class T>
class FixedBlended final : public BlendedScheme<T> {
 public:
  FixedBlended(double shareOfFirst, Scheme<T> first, Scheme<T> second)
      : BlendedScheme<T>(std::move(first), std::move(second)), shareOfFirst_(shareOfFirst) {}

 protected:
  void shareOfSecond(const VolField<T>&, std::span<double> share) override { std::ranges::fill(share, 1 - shareOfFirst_); }

 private:
  double shareOfFirst_;
};

template <class T>
class LimiterBlended final : public BlendedScheme<T> {
 public:
  LimiterBlended(Scheme<T> limited, Scheme<T> first, Scheme<T> second)
      : BlendedScheme<T>(std::move(first), std::move(second)), limited_(std::move(limited)) {}
  bool needsFlux() const override { return true; }
  void weights(const VolField<T>& field, std::span<const double> flux, std::span<double> weights) override {
    flux_ = flux;
    BlendedScheme<T>::weights(field, flux, weights);
  }

 protected:
  void shareOfSecond(const VolField<T>& field, std::span<double> share) override {
    limiters(*limited_, field, flux_, share);
    kernel::parallelFor({"limiterBlended share", 16}, static_cast<Label>(share.size()),
                        [share](Label f) { share[f] = 1 - share[f]; });
  }

 private:
  Scheme<T> limited_;
  std::span<const double> flux_;  ///< of weights(), while it runs
};

/// Another scheme instead of linear in a limited one:   face = limiter other + (1 - limiter) upwind.
template <class T>
class LimitWith final : public InterpolationScheme<T> {
 public:
  LimitWith(Scheme<T> other, Scheme<T> limited) : other_(std::move(other)), limited_(std::move(limited)) {}
  bool needsFlux() const override { return true; }
  bool corrected() const override { return other_->corrected(); }
  void weights(const VolField<T>& field, std::span<const double> flux, std::span<double> weights) override {
    limiter_.resize(static_cast<std::size_t>(field.mesh().nInteriorFaces()));
    limiters<T>(*limited_, field, flux, limiter_);
    other_->weights(field, flux, weights);
    forInteriorFaces("limitWith", field.mesh(), [=, limiter = kernel::View(std::as_const(limiter_))](Label f, auto flipped) {
      weights[f] = limiter[f] * weights[f] + (1 - limiter[f]) * (isNonNegative(flux[f], flipped) ? 1.0 : 0.0);
    });
  }
  /// With the limiters of the last weights().
  void correction(const VolField<T>& field, std::span<const double> flux, std::span<T> correction) override {
    other_->correction(field, flux, correction);
    kernel::parallelFor({"limitWith, correction", 8 + 16 * nComponents<T>}, field.mesh().nInteriorFaces(),
                        [correction, limiter = kernel::View(std::as_const(limiter_))](Label f) { correction[f] *= limiter[f]; });
  }

 private:
  Scheme<T> other_, limited_;
  std::vector<double> limiter_;
};

}  // namespace

template <class T>
Scheme<T> makeFixedBlended(const Context& context, config::TokenReader& reader) {
  const double share = readCoefficient(reader, "fixedBlended");
  auto first = makeInterpolationScheme<T>(context, reader);
  return std::make_unique<FixedBlended<T>>(share, std::move(first), makeInterpolationScheme<T>(context, reader));
}
template <class T>
Scheme<T> makeLimiterBlended(const Context& context, config::TokenReader& reader) {
  auto limited = readLimited<T>("limiterBlended", context, reader);
  auto first = makeInterpolationScheme<T>(context, reader);
  return std::make_unique<LimiterBlended<T>>(std::move(limited), std::move(first), makeInterpolationScheme<T>(context, reader));
}
template <class T>
Scheme<T> makeLimitWith(const Context& context, config::TokenReader& reader) {
  auto other = makeInterpolationScheme<T>(context, reader);
  return std::make_unique<LimitWith<T>>(std::move(other), readLimited<T>("limitWith", context, reader));
}

template Scheme<double> makeFixedBlended(const Context&, config::TokenReader&);
template Scheme<Vec3> makeFixedBlended(const Context&, config::TokenReader&);
template Scheme<double> makeLimiterBlended(const Context&, config::TokenReader&);
template Scheme<Vec3> makeLimiterBlended(const Context&, config::TokenReader&);
template Scheme<double> makeLimitWith(const Context&, config::TokenReader&);
template Scheme<Vec3> makeLimitWith(const Context&, config::TokenReader&);

}  // namespace eagre::fv::schemes
