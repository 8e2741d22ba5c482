// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "core/dimensions.hpp"

namespace eagre::physics {

/// What a case must have for a turbulence model beside nut, grad(U) and the coefficients: {} for an algebraic one. Made without
/// the model, for `eagre check` and the set-up.
struct ModelNeeds {
  struct Transported {
    std::string field;
    Dimensions dimensions;
    std::string diffusivity;  ///< its name in laplacianSchemes; "": there is none
    bool isRead = true;       ///< the case has a file of it
  };
  std::vector<Transported> equations;     ///< the fields with a transport equation
  std::vector<Transported> read{};        ///< fields that are read and have no equation, beside nut
  std::vector<std::string> gradients{};   ///< their names in gradSchemes, e.g. "grad(k)"
  std::vector<Transported> elliptic{};    ///< the fields with an equation of diffusion alone, by the scheme "laplacian(<field>)"
  std::vector<std::string> laplacians{};  ///< explicit ones: their names in laplacianSchemes
  std::string stress{};                   ///< its name in divSchemes, beside that of nut; "": there is none
  bool wallDistance = false;              ///< Mesh::cellWallDistance and boundaryWallDistance
};

}  // namespace eagre::physics
