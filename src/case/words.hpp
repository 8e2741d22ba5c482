// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/word_table.hpp"

/// The words that this room reads in a case: its registries, for `eagre list`.
namespace eagre::case_ {

std::vector<Word> blockEdgeWords();
std::vector<Word> gradingWords();
std::vector<Word> sourceWords();  ///< of cells, faces and points
std::vector<Word> zoneSourceWords();
std::vector<Word> topoActionWords();
std::vector<Word> zoneTypeWords();
std::vector<Word> surfaceWords();
std::vector<Word> implicitFunctionWords();

std::vector<WordKind> wordKinds();

}  // namespace eagre::case_
