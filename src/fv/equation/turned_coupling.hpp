// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "fv/fields/field.hpp"
#include "linear/ldu.hpp"

namespace eagre::fv {

/// Behind patches that are turned against each other component i of a ghost is made of all components in the cell there,
/// ghost_i = sum_j T_ij x_j. While this lives, the matrix has the part T_ii of the component itself, and the source of the
/// equation of that component what the others give with their present values, as OpenFOAM v1912 splits them.
class TurnedCoupling {
 public:
  /// psi: with its ghosts; source: of component i, nCells.
  TurnedCoupling(linear::LduMatrix& matrix, const VolVectorField& psi, int i, std::span<double> source);
  ~TurnedCoupling();
  TurnedCoupling(const TurnedCoupling&) = delete;
  TurnedCoupling& operator=(const TurnedCoupling&) = delete;

 private:
  linear::LduMatrix& matrix_;
  std::vector<std::pair<Label, double>> whole_;  ///< coupled face, its coefficient
};

}  // namespace eagre::fv
