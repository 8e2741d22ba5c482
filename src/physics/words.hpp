// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/word_table.hpp"

/// The words that this room reads in a case: its registries, for `eagre list`.
namespace eagre::physics {

std::vector<Word> laminarModelWords();
std::vector<Word> rasModelWords();
std::vector<Word> lesModelWords();
std::vector<Word> lesDeltaWords();
std::vector<Word> viscosityModelWords();
std::vector<Word> phaseChangeWords();
std::vector<Word> fvOptionWords();
std::vector<Word> porosityWords();
std::vector<Word> meshMotionWords();
std::vector<Word> motionSolverWords();
std::vector<Word> rigidMotionWords();
std::vector<Word> bodySolverWords();
std::vector<Word> bodyConstraintWords();
std::vector<Word> bodyRestraintWords();
std::vector<Word> motionDiffusivityWords();
std::vector<Word> pointConditionWords();
std::vector<Word> waveMakerMotionWords();
namespace waves {
std::vector<Word> paddleWords();  ///< the theories, and what absorbs
std::vector<Word> planeWaveWords();
}  // namespace waves

std::vector<WordKind> wordKinds();

}  // namespace eagre::physics
