// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::fv::schemes {

/// Base of the blends of two schemes, face by face:   face = (1 - share) first + share second.
template <class T>
class BlendedScheme : public InterpolationScheme<T> {
 public:
  bool needsFlux() const override { return first_->needsFlux() || second_->needsFlux(); }
  bool corrected() const override { return first_->corrected() || second_->corrected(); }
  void weights(const VolField<T>& field, std::span<const double> flux, std::span<double> weights) override {
    const auto n = static_cast<std::size_t>(field.mesh().nInteriorFaces());
    share_.resize(n);
    shareOfSecond(field, share_);
    other_.resize(n);
    first_->weights(field, flux, weights);
    second_->weights(field, flux, other_);
    kernel::parallelFor({"blended weights", 32}, static_cast<Label>(n),
                        [weights, share = kernel::View(share_), other = kernel::View(other_)](Label f) {
                          weights[f] = (1 - share[f]) * weights[f] + share[f] * other[f];
                        });
  }
  /// With the shares of the last weights().
  void correction(const VolField<T>& field, std::span<const double> flux, std::span<T> correction) override {
    const auto n = field.mesh().nInteriorFaces();
    const auto first = [share = kernel::View(share_)](Label f) { return 1 - share[f]; };
    const auto second = [share = kernel::View(share_)](Label f) { return share[f]; };
    const auto begin = [&](InterpolationScheme<T>& scheme, auto share) {
      scheme.correction(field, flux, correction);
      kernel::parallelFor({"blended correction", 8 + 16 * nComponents<T>}, n,
                          [correction, share](Label f) { correction[f] = share(f) * correction[f] + T{}; });
    };
    if (!first_->corrected()) return begin(*second_, second);
    begin(*first_, first);
    if (!second_->corrected()) return;
    part_.resize(static_cast<std::size_t>(n));
    second_->correction(field, flux, part_);
    kernel::parallelFor({"blended correction", 8 + 24 * nComponents<T>}, n,
                        [correction, second, part = kernel::View(part_)](Label f) { correction[f] += second(f) * part[f]; });
  }

 protected:
  BlendedScheme(std::unique_ptr<InterpolationScheme<T>> first, std::unique_ptr<InterpolationScheme<T>> second)
      : first_(std::move(first)), second_(std::move(second)) {}
  /// The share of the second scheme on interior faces, in [0, 1].
  virtual void shareOfSecond(const VolField<T>& field, std::span<double> share) = 0;

 private:
  std::unique_ptr<InterpolationScheme<T>> first_, second_;
  std::vector<double> share_, other_;
  std::vector<T> part_;
};

/// localBlended: factor of the first scheme, 1 - factor of the second, with a field of factors on faces that a function object
/// makes (stabilityBlendingFactor) and registers as <field>BlendingFactor. Behind the name stand the two schemes. Without that
/// field an Error (badCase).
template <class T>
std::unique_ptr<InterpolationScheme<T>> makeLocalBlended(const Context& context, config::TokenReader& reader);

/// CoBlended: the first scheme where the Courant number of a face is below Co1, the second where it is above Co2, a share of both
/// that is linear in it between. Behind the name stand Co1, the first scheme, Co2, the second.
template <class T>
std::unique_ptr<InterpolationScheme<T>> makeCoBlended(const Context& context, config::TokenReader& reader);

/// cellCoBlended: the same by the Courant numbers of the cells, interpolated to faces by "interpolate(Co)".
template <class T>
std::unique_ptr<InterpolationScheme<T>> makeCellCoBlended(const Context& context, config::TokenReader& reader);

/// fixedBlended: a share of the first scheme, the rest of the second. Behind the name stand the share and the two schemes.
template <class T>
std::unique_ptr<InterpolationScheme<T>> makeFixedBlended(const Context& context, config::TokenReader& reader);

/// limiterBlended: the limiter of a limited scheme is the share of the second one, the rest is that of the third. The three stand
/// behind the name.
template <class T>
std::unique_ptr<InterpolationScheme<T>> makeLimiterBlended(const Context& context, config::TokenReader& reader);

/// outletStabilised: the scheme that stands behind the name, upwind at outlets.
template <class T>
std::unique_ptr<InterpolationScheme<T>> makeOutletStabilised(const Context& context, config::TokenReader& reader);

/// limitWith: a scheme, and a limited one in which it takes the place of linear. Both stand behind the name.
template <class T>
std::unique_ptr<InterpolationScheme<T>> makeLimitWith(const Context& context, config::TokenReader& reader);

}  // namespace eagre::fv::schemes
