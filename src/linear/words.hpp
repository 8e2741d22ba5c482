// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/word_table.hpp"
#include "linear/preconditioner.hpp"
#include "linear/settings.hpp"
#include "linear/smoother.hpp"

/// The registries of this room: the words of an entry of fvSolution, and what makes each.
namespace eagre::linear {

/// The matrices that a word is for.
enum class Fits { all, symmetric, asymmetric };
inline bool fits(Fits which, bool symmetric) { return which == Fits::all || (which == Fits::symmetric) == symmetric; }

/// What a solver is made from; fieldName, faceWeights, geometry: see makeSolver.
struct SolverInputs {
  const std::string& fieldName;
  bool symmetric;
  const Settings& settings;
  const LduAddressing& addressing;
  std::span<const double> faceWeights;
  const FaceGeometry& geometry;
};

struct SolverMaker {
  std::unique_ptr<Solver> (*make)(const SolverInputs&);
  Fits fits;
  bool preconditioned = false;
  bool hidesCommunication = false;
};
const WordTable<SolverMaker>& solverTable();

struct PreconditionerMaker {
  std::unique_ptr<Preconditioner> (*make)(const SolverInputs&);
  Fits fits;
};
const WordTable<PreconditionerMaker>& preconditionerTable();

struct SmootherMaker {
  std::unique_ptr<Smoother> (*make)(const LduAddressing&);
  Fits fits;
};
const WordTable<SmootherMaker>& smootherTable();

/// Words of settings.cpp alone.
std::vector<Word> coupledSolverWords();
std::vector<Word> agglomeratorWords();

std::vector<WordKind> wordKinds();

}  // namespace eagre::linear
