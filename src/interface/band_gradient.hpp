// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "fv/gradient.hpp"
#include "interface/interface_band.hpp"

namespace eagre::interface_ {

/// Cell gradient of a phase fraction by a scheme of gradSchemes. Gauss linear (and what is spelt so) is computed in the band's
/// cells only and zero elsewhere, which it is there to round-off; other schemes see the whole mesh.
class BandGradient {
 public:
  BandGradient(const fv::Context& context, const std::string& schemeName);

  /// Gradient [1/m] in all cells and ghosts. alpha: ghosts and boundary values up to date. Collective.
  const std::vector<Vec3>& operator()(const fv::VolScalarField& alpha, const InterfaceBand& band);
  /// That of the last call.
  const std::vector<Vec3>& cells() const { return gradient_; }

 private:
  void gaussLinear(const fv::VolScalarField& alpha, const InterfaceBand& band);

  std::unique_ptr<fv::GradientScheme<double>> scheme_;  ///< none: Gauss linear
  std::vector<Vec3> gradient_;
  std::vector<Label> covered_;  ///< where the gradient may differ from zero
};

}  // namespace eagre::interface_
