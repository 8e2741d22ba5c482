// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "cli/commands.hpp"
#include "core/error.hpp"
#include "run/words.hpp"

namespace eagre::cli {
namespace {

/// Text in columns, or as a table of Markdown.
class Table {
 public:
  explicit Table(std::vector<std::string> heads) : rows_{std::move(heads)} {}
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  std::string columns() const {
    std::vector<std::size_t> widths(rows_.front().size());
    for (const auto& row : rows_)
      for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    std::string text;
    for (auto row = rows_.begin() + 1; row != rows_.end(); ++row) {
      std::string line;
      for (std::size_t i = 0; i < row->size(); ++i) line += fmt::format("  {:{}}", (*row)[i], widths[i]);
      text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
    }
    return text;
  }

  std::string markdown() const {
    std::string text;
    for (const auto& row : rows_) {
      text += '|';
      for (const std::string& cell : row) text += ' ' + escaped(cell) + " |";
      text += '\n';
      if (&row != &rows_.front()) continue;
      text += '|';
      for (std::size_t i = 0; i < row.size(); ++i) text += "---|";
      text += '\n';
    }
    return text;
  }

 private:
  /// What would be a column or an HTML tag.
  static std::string escaped(const std::string& cell) {
    std::string text;
    for (const char c : cell) {
      if (c == '|' || c == '<' || c == '*') text += '\\';
      text += c;
    }
    return text;
  }

  std::vector<std::vector<std::string>> rows_;
};

Table summary(const std::vector<WordKind>& kinds) {
  Table table({"kind", "words", "where a case has them"});
  for (const WordKind& kind : kinds) table.add({kind.name, std::to_string(kind.words.size()), kind.line});
  return table;
}

Table wordTable(const WordKind& kind) {
  const bool some = std::ranges::any_of(kind.words, [](const Word& word) { return !word.of.empty(); });
  std::vector<std::string> heads{"word", "what it is", "made in"};
  if (some) heads.insert(heads.begin() + 1, "of");
  Table table(heads);
  for (const Word& word : kind.words) {
    std::vector<std::string> row{word.word, word.line, word.file};
    if (some) row.insert(row.begin() + 1, word.of);
    table.add(row);
  }
  return table;
}

std::string lowerCase(std::string word) {
  std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word;
}

/// The kind that `asked` names, else those whose names end in it: "schemes". Errors (usage): there is none.
std::vector<WordKind> chosen(const std::string& asked) {
  std::vector<WordKind> kinds = run::wordKinds();
  if (asked == "all" || asked.empty()) return kinds;
  std::vector<std::string> names;
  for (WordKind& kind : kinds) {
    if (kind.name == asked) return {std::move(kind)};
    names.push_back(kind.name);
  }
  std::erase_if(kinds, [&](const WordKind& kind) { return !lowerCase(kind.name).ends_with(lowerCase(asked)); });
  if (!kinds.empty()) return kinds;
  throw Error("eagre list: " + unknownWordMessage("kind", asked, names), ExitCode::usage);
}

std::string section(const WordKind& kind) {
  return fmt::format("## {}\n{}.\n\n{}", kind.name, kind.line, wordTable(kind).markdown());
}

/// docs/words.md
std::string page(const std::vector<WordKind>& kinds) {
  std::string text =
      "<!-- SPDX-License-Identifier: BSD-3-Clause -->\n"
      "<!-- Written by `make words`; tests/docs/test_words.py holds it. -->\n"
      "# The words of a case\n\n"
      "Every word that a case may use, by kind. `eagre list` prints the kinds, `eagre list conditions` the words of one kind, "
      "`eagre list schemes`\n"
      "those of all kinds that end so, `eagre list all` all of them. Any other word is an error with file, line and the nearest "
      "word (of function objects a "
      "warning).\n"
      "The last column is the file below `src/` in which the word is registered.\n\n";
  Table index({"kind", "words", "where a case has them"});
  for (const WordKind& kind : kinds)
    index.add({fmt::format("[{}](#{})", kind.name, lowerCase(kind.name)), std::to_string(kind.words.size()), kind.line});
  text += index.markdown();
  for (const WordKind& kind : kinds) text += '\n' + section(kind);
  return text;
}

std::string listing(const std::string& asked, bool markdown) {
  const std::vector<WordKind> kinds = chosen(asked);
  if (asked.empty()) return markdown ? page(kinds) : summary(kinds).columns();
  std::string text;
  for (const WordKind& kind : kinds) {
    if (!text.empty()) text += '\n';
    text += markdown ? section(kind) : fmt::format("{}: {}\n{}", kind.name, kind.line, wordTable(kind).columns());
  }
  return text;
}

}  // namespace

Action listAction(std::string kind, bool markdown) {
  return [kind = std::move(kind), markdown](const comm::Communicator&, Log& log) {
    std::string text = listing(kind, markdown);
    text.pop_back();  // the newline that the log adds
    log.line(text);
    return 0;
  };
}

}  // namespace eagre::cli
