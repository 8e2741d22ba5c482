// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "core/dimensions.hpp"

namespace eagre::physics {

/// What a case must have for a turbulence model: its fields with a transport equation each, beside nut.
struct ModelNeeds {
  struct Transported {
    std::string field;
    Dimensions dimensions;
    std::string diffusivity;  ///< its name in laplacianSchemes
  };
  std::vector<Transported> equations;
  std::vector<std::string> gradients{};  ///< of scalars, in gradSchemes, e.g. "grad(k)"
  bool wallDistance = false;             ///< Mesh::cellWallDistance
};

}  // namespace eagre::physics
