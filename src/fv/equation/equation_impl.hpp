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

  // During a solve:
  kernel::Array<T> totalSource;     ///< nCells: source with boundary and extra contributions
  kernel::Array<double> totalDiag;  ///< nCells: diagonal with boundary contributions of one component

  SolverSlot makeSlot(const std::string& name, const Equation& equation) const;
  linear::Solver* solver(const std::string& name, const Equation& equation);
  void follow(const Context& context);  ///< forgets what an older fvSolution said
};

}  // namespace eagre::fv
