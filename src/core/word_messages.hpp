// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Messages about words of which there are many: the few that are most like the one that is there, and where all are.
namespace eagre {

/// The n candidates most like word, by their edit distance as a part of the longer one's length, the most alike first.
std::vector<std::string> nearestWords(std::string_view word, std::span<const std::string> candidates, std::size_t n);

/// The valid words, or, of more than 20, the five most like `word`: "a, b, c, d, e and 58 more; `eagre list conditions` prints
/// all". kind: the registry of `eagre list` that has them, or "".
std::string wordsToChooseFrom(std::string_view word, std::span<const std::string> valid, std::string_view kind);

/// As unknownWordMessage() without kind; where the words are too many to be printed it says which `eagre list` has them.
std::string unknownWordMessage(std::string_view what, std::string_view word, std::span<const std::string> valid,
                               std::string_view kind);

}  // namespace eagre
