// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fv/gradient.hpp"
#include "interface/interface_band.hpp"
#include "kernel/zero_pages.hpp"

namespace eagre::interface_ {

/// Cell gradient of a phase fraction by a scheme of gradSchemes. Gauss linear (and what is spelt so) is computed in the band's
/// cells only and zero elsewhere, which it is there to round-off; other schemes see the whole mesh.
class BandGradient {
 public:
  BandGradient(const fv::Context& context, const std::string& schemeName);

  /// Gradient [1/m] in all cells and ghosts. alpha: ghosts and boundary values up to date. Collective.
  std::span<const Vec3> operator()(const fv::VolScalarField& alpha, const InterfaceBand& band);
  /// That of the last call.
  std::span<const Vec3> cells() const { return scheme_ ? std::span<const Vec3>(whole_) : inBand_; }

 private:
  void gaussLinear(const fv::VolScalarField& alpha, const InterfaceBand& band);

  std::unique_ptr<fv::GradientScheme<double>> scheme_;  ///< none: Gauss linear
  std::vector<Vec3> whole_;                             ///< of scheme_
  kernel::MostlyZeros<Vec3> inBand_;                    ///< of Gauss linear
  std::vector<Label> covered_;                          ///< where the gradient may differ from zero
};

}  // namespace eagre::interface_
