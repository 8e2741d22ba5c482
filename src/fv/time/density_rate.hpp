// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <span>
#include <string>

#include "fv/time/ddt.hpp"

namespace eagre::fv {

/// d rho/dt of this step by the scheme "ddt(<rho>)" of ddtSchemes, on a mesh that moves d(V rho)/dt / V [kg/(m^3 s)].
class DensityRate {
 public:
  DensityRate(const Context& context, const std::string& rho)
      : context_(&context), scheme_(ddtScheme(context, "ddt(" + rho + ")")) {}

  /// rate: nCells. Errors: the scheme needs more old levels of rho than are kept, or is one that moving meshes do not have.
  void operator()(const VolScalarField& rho, std::span<double> rate);

  /// Old levels that rho must keep for it.
  static int nOldTimes(const Context& context, const std::string& rho) {
    return ddtScheme(context, "ddt(" + rho + ")").nOldTimes();
  }

 private:
  const Context* context_;
  DdtScheme scheme_;
  std::optional<CrankNicolsonRate<double>> before_;  ///< CrankNicolson only
};

}  // namespace eagre::fv
