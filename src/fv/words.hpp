// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/word_table.hpp"

/// The words that this room reads in a case: its registries, for `eagre list`.
namespace eagre::fv {

std::vector<Word> conditionWords();
std::vector<Word> jumpConditionWords();  ///< those of pairs of cyclic patches
std::vector<Word> function1Words();
std::vector<Word> ddtWords();
std::vector<Word> gradientWords();
std::vector<Word> convectionWords();
std::vector<Word> interpolationWords();
std::vector<Word> laplacianWords();
std::vector<Word> snGradWords();

std::vector<WordKind> wordKinds();

}  // namespace eagre::fv
