// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/word_table.hpp"

/// The words that this room reads in a case: its registries, for `eagre list`.
namespace eagre::interface_ {

std::vector<Word> advectionWords();
std::vector<Word> reconstructionWords();
std::vector<Word> curvatureWords();
std::vector<Word> surfaceForceWords();
std::vector<Word> accelerationWords();

std::vector<WordKind> wordKinds();

}  // namespace eagre::interface_
