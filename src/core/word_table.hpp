// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace eagre {

/// A word that a case may use, as `eagre list` prints it.
struct Word {
  std::string word;
  std::string line;  ///< what it is, for a user: at most 110 characters
  std::string file;  ///< where it is made: the source with its row, as a path below src/
  std::string of{};  ///< which fields or matrices it is for, if not all: "scalar"
};

/// All words of one kind, and where a case has them.
struct WordKind {
  std::string name;  ///< "conditions"
  std::string line;
  std::vector<Word> words;
};

/// A registry: words, one line of what each is, and what makes it. A row without its line does not compile.
/// Maker: a function, or what else follows from a word.
template <class Maker = std::monostate>
class WordTable {
 public:
  struct Row : Word {
    /// file: left to its default, the source that has the row.
    Row(std::string word, std::string line, Maker maker = {}, const char* file = __builtin_FILE())
        : Word{std::move(word), std::move(line), belowSrc(file)}, make(std::move(maker)) {}
    Maker make;
  };

  WordTable() = default;
  /// The first row is the default where a case need not choose (config/word_choice.hpp).
  WordTable(std::initializer_list<Row> rows) : rows_(rows) {}

  void add(Row row) { rows_.push_back(std::move(row)); }
  /// In the order of the alphabet: a table whose rows come from several files.
  void sort() {
    std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) { return a.word < b.word; });
  }
  const std::vector<Row>& rows() const { return rows_; }

  /// nullptr: the word is not in the table.
  const Maker* find(std::string_view word) const {
    for (const Row& row : rows_)
      if (row.word == word) return &row.make;
    return nullptr;
  }
  bool contains(std::string_view word) const { return find(word) != nullptr; }

  /// In the order of the rows.
  std::vector<std::string> names() const {
    return namesWhere([](const Maker&) { return true; });
  }
  /// The names of the rows whose maker is such a one.
  template <class Fits>
  std::vector<std::string> namesWhere(Fits fits) const {
    std::vector<std::string> names;
    for (const Row& row : rows_)
      if (fits(row.make)) names.push_back(row.word);
    return names;
  }
  std::vector<Word> words() const { return {rows_.begin(), rows_.end()}; }

 private:
  static std::string belowSrc(std::string_view path) {
    const auto src = path.rfind("src/");
    return std::string(src == std::string_view::npos ? path : path.substr(src + 4));
  }
  std::vector<Row> rows_;
};

/// The words of several tables, each once and in the order of the alphabet; those that some of the tables have not say of what
/// they are: {"scalar", scalarTable.words()}, {"vector", vectorTable.words()}.
std::vector<Word> merged(const std::vector<std::pair<std::string, std::vector<Word>>>& tables);

}  // namespace eagre
