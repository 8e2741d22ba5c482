// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "config/dictionary.hpp"
#include "core/error.hpp"

namespace eagre::interface_ {

/// A registry: words of a dictionary and what makes each. The first is the default.
template <class Maker>
class WordTable {
 public:
  struct Row {
    std::string word;
    Maker make;
  };
  /// what: in messages, "curvature model".
  WordTable(std::string what, std::vector<Row> rows) : what_(std::move(what)), rows_(std::move(rows)) {}

  /// What the entry asks for; without one the default. Errors (badCase): the word is not in the table.
  const Maker& find(const config::Entry* entry) const {
    if (!entry) return rows_.front().make;
    auto reader = entry->reader();
    const std::string word = reader.word();
    std::vector<std::string> valid;
    for (const Row& row : rows_) {
      if (row.word == word) return row.make;
      valid.push_back(row.word);
    }
    throw Error(entry->place, unknownWordMessage(what_, word, valid));
  }

 private:
  std::string what_;
  std::vector<Row> rows_;
};

}  // namespace eagre::interface_
