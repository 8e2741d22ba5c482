// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/word_table.hpp"

/// The words that a case may use: the registries of this room, and of all.
namespace eagre::run {

std::vector<Word> functionObjectWords();
std::vector<Word> volumeOperationWords();  ///< of volFieldValue
std::vector<Word> areaOperationWords();    ///< of surfaceFieldValue
std::vector<Word> runConditionWords();     ///< of runTimeControl
std::vector<Word> setWords();
std::vector<Word> setFormatWords();
std::vector<Word> surfaceWords();
std::vector<Word> surfaceFormatWords();
std::vector<Word> startFromWords();
std::vector<Word> stopAtWords();
std::vector<Word> writeControlWords();
std::vector<Word> timeFormatWords();
std::vector<Word> writeFormatWords();
std::vector<Word> dumpFormatWords();

/// Of all rooms.
std::vector<WordKind> wordKinds();

}  // namespace eagre::run
