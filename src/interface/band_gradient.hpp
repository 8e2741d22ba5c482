// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fv/schemes/gradient.hpp"
#include "interface/interface_band.hpp"
#include "kernel/zero_pages.hpp"

namespace eagre::interface_ {

/// Cell gradient of a phase fraction by a scheme of gradSchemes. Gauss linear (and what is spelt so) is computed in the band's
/// cells only and zero elsewhere, which it is there to round-off; other schemes see the whole mesh.
class BandGradient {
 public:
  BandGradient(const fv::Context& context, const std::string& schemeName);

  /// fv::GradientScheme::words().
  std::string words() const { return scheme_->words(); }
  /// Gradient [1/m] in all cells and ghosts. alpha: ghosts and boundary values up to date. Collective.
  std::span<const Vec3> operator()(const fv::VolScalarField& alpha, const InterfaceBand& band);
  /// That of the last call.
  std::span<const Vec3> cells() const { return gaussLinear_ ? std::span<const Vec3>(inBand_) : whole_; }

 private:
  void gaussLinear(const fv::VolScalarField& alpha, const InterfaceBand& band);

  std::unique_ptr<fv::GradientScheme<double>> scheme_;
  bool gaussLinear_;
  std::vector<Vec3> whole_;           ///< of other schemes
  kernel::MostlyZeros<Vec3> inBand_;  ///< of Gauss linear
  std::vector<Label> covered_;        ///< where the gradient may differ from zero
};

}  // namespace eagre::interface_
