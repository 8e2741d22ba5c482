// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "config/dictionary.hpp"
#include "core/error.hpp"
#include "core/word_table.hpp"

/// What an entry chooses out of a table of words.
namespace eagre::config {

/// What the entry asks for; without one the table's first. what: in messages, "curvature model".
/// Errors (badCase): the word is not in the table, or more than a word.
template <class Maker>
const Maker& chosen(const WordTable<Maker>& table, const std::string& what, const Entry* entry) {
  if (!entry) return table.rows().front().make;
  auto reader = entry->reader();
  const std::string word = reader.word();
  reader.expectEnd();
  if (const Maker* make = table.find(word)) return *make;
  throw Error(entry->place, unknownWordMessage(what, word, table.names()));
}

/// The row of the word that the entry `keyword` must have. Errors as Dictionary::getChoice.
template <class Maker>
const typename WordTable<Maker>::Row& chosen(const WordTable<Maker>& table, const Dictionary& dict, std::string_view keyword) {
  const std::string word = dict.getChoice(keyword, table.names());
  for (const auto& row : table.rows())
    if (row.word == word) return row;
  throw Error(dict.at(keyword).place, unknownWordMessage(keyword, word, table.names()));
}

}  // namespace eagre::config
