// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fv/equation/equation.hpp"
#include "linear/settings.hpp"

namespace eagre::fv {

/// Whether component i of a field has an equation: those across the empty direction of a case in two dimensions have none. Of a
/// tensor it is the product of two directions, as in OpenFOAM: zz has one.
template <class T>
bool isSolved(const mesh::Mesh& mesh, int i) {
  const auto& d = mesh.solutionD;
  constexpr int rows[] = {0, 0, 0, 1, 1, 2}, columns[] = {0, 1, 2, 1, 2, 2};
  if constexpr (nComponents<T> == 1) return true;
  if constexpr (nComponents<T> == 3) return d[i] != -1;
  return d[rows[i]] * d[columns[i]] != -1;
}

/// What an Equation keeps for its solves: solvers by name, work space.
template <class T>
struct Equation<T>::Impl {
  struct SolverSlot {
    std::string name;
    bool symmetric;
    linear::Settings settings;
    std::shared_ptr<linear::Solver> solver;  ///< one for all entries of the same method; null: maxIter 0, nothing is solved
  };
  int version = 0;  ///< of fvSolution (Context::solutionVersion) that the solvers and the relaxation are from
  std::deque<SolverSlot> solvers;
  bool diagonal = false;                              ///< no term has faces
  std::array<std::optional<double>, 2> relaxation{};  ///< factor of an outer iteration, and of the last; 0: not relaxed

  std::optional<bool> together;  ///< whether components are to be solved for at once

  // During a solve:
  kernel::Array<T> totalSource;     ///< nCells: source with boundary and extra contributions
  kernel::Array<double> totalDiag;  ///< nCells: diagonal with boundary contributions of one component

  SolverSlot makeSlot(const std::string& name, const Equation& equation) const;
  linear::Solver* solver(const std::string& name, const Equation& equation);
  void follow(const Context& context);  ///< forgets what an older fvSolution said
};

}  // namespace eagre::fv
