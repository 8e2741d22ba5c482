// SPDX-License-Identifier: BSD-3-Clause
#include "linear/words.hpp"

namespace eagre::linear {
namespace {

template <class Maker>
std::vector<Word> wordsOf(const WordTable<Maker>& table) {
  std::vector<Word> words;
  for (const auto& row : table.rows()) {
    words.push_back(row);
    if (row.make.fits != Fits::all) words.back().of = row.make.fits == Fits::symmetric ? "symmetric" : "asymmetric";
  }
  return words;
}

}  // namespace

std::vector<WordKind> wordKinds() {
  return {{"solvers", "linear solvers: `solver` of a field in fvSolution", wordsOf(solverTable())},
          {"preconditioners", "preconditioners of Krylov solvers: `preconditioner` of a field in fvSolution",
           wordsOf(preconditionerTable())},
          {"smoothers", "smoothers of smoothSolver and GAMG: `smoother` of a field in fvSolution", wordsOf(smootherTable())},
          {"coupledSolvers", "linear solvers of a vector where fvSolution has `type coupled`", coupledSolverWords()},
          {"agglomerators", "coarsening of GAMG: `agglomerator` of a field in fvSolution", agglomeratorWords()}};
}

}  // namespace eagre::linear
