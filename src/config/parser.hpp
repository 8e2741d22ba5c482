// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "config/dictionary.hpp"
#include "config/tokenizer.hpp"

namespace eagre::config {

/// The name of a file in messages: relative to the case if it lies there.
std::string displayName(const std::filesystem::path& file, const std::filesystem::path& caseDirectory);

/// Makes a Dictionary of a text: entries, macros, directives. One object reads one file with all that it includes.
/// Semantics as OpenFOAM v1912: a sub-dictionary is looked into by macros only once it is closed; a later entry replaces an
/// earlier one of the same keyword, dictionaries merge (#inputMode).
class Parser {
 public:
  explicit Parser(const ReadOptions& options) : options_(options), budget_(options.growthLimit) {}
  Dictionary read(const std::filesystem::path& file);
  Dictionary parse(std::string_view text, const std::string& name);

 private:
  enum class Mode { merge, overwrite, protect, error };
  /// What ended a sequence of entries.
  enum class End { file, brace, parenthesis, elseIf, otherwise, endIf };

  /// A text being read: the file itself or one that it includes.
  struct Source : Tokenizer {
    Source(std::string_view text, std::string name, GrowthBudget& budget, std::filesystem::path folder, bool isIncluded)
        : Tokenizer(text, std::move(name), budget), directory(std::move(folder)), included(isIncluded) {}
    std::filesystem::path directory;
    bool included;
    std::size_t outerScopes = 0;  ///< number of scopes open where this text begins
  };

  // parser.cpp: entries
  void readTop(Source& source, Dictionary& dictionary);
  End readEntries(Source& source, Dictionary& dictionary);
  void readEntry(Source& source, Dictionary& dictionary, Token keyword, Mode mode);
  void readDict(Source& source, Dictionary& parent, Entry& entry);
  void readListEntry(Source& source, Dictionary& dictionary, const Token& first);
  /// The tokens up to ';' (or, in an included text, up to its end).
  void readValue(Source& source, Entry& entry);
  void skipEntry(Source& source, const std::string& keyword);
  void add(Dictionary& dictionary, Entry entry, Mode mode);
  Dictionary& scopedDict(Dictionary& start, std::string_view path, const Place& place);
  void openScope(Dictionary& dictionary, const Place& place);

  // macros.cpp
  /// The entry that a variable's name stands for ("a", ":a.b", "..a", "../a", "/a/b"), or null.
  const Entry* lookUp(std::string_view name, bool withPatterns) const;
  /// $name; or ${name}; where a keyword could stand: merges that dictionary in place.
  void substitute(Source& source, Dictionary& dictionary, const Token& macro);
  /// The tokens of $name within a value.
  void appendMacro(const Token& macro, const Place& place, bool nested, std::vector<Token>& tokens);
  void appendDictTokens(const Dictionary& dictionary, const Place& place, std::vector<Token>& tokens);
  std::string variableText(std::string_view name, const Place& place, bool allowEmpty);
  /// Replaces $a, ${a}, ${a:-default}, ${a:+alternative} and ${{expression}} in a string.
  std::string expandText(std::string_view text, const Place& place, bool allowEmpty);
  std::string expandBraces(std::string_view text, std::size_t& position, const Place& place, bool allowEmpty, std::size_t depth);
  std::string environment(const std::string& name) const;
  std::shared_ptr<Dictionary> clone(const Dictionary& dictionary, const std::string& name, const Place& place, std::size_t depth);

  // directives.cpp
  void directive(Source& source, Dictionary& dictionary, const Token& word);
  void valueDirective(Source& source, Entry& entry, const Token& word);
  void include(Source& source, Dictionary& dictionary, const Token& word);
  void includeFunction(Source& source, Dictionary& dictionary, const Token& word);
  void setMode(Source& source);
  void removeEntries(Source& source, Dictionary& dictionary);
  void conditional(Source& source, Dictionary& dictionary, const Token& word);
  bool condition(Source& source, const Token& word);
  bool equalOperands(Source& source, const Token& word);
  End skipBranch(Source& source, const Place& opened);
  Token evaluate(Source& source, const Token& word);
  std::vector<Token> lineTokens(Source& source);

  // files.cpp
  std::string displayName(const std::filesystem::path& file) const { return config::displayName(file, options_.caseDirectory); }
  std::filesystem::path caseDirectory() const;  ///< absolute
  std::filesystem::path expandTag(const std::string& name) const;
  std::vector<std::filesystem::path> etcDirectories() const;
  /// The path that an #include (or #includeEtc) names; empty if there is no such file and it is optional.
  std::filesystem::path resolveInclude(const Source& source, const Token& word, const std::string& name);
  std::filesystem::path findFunctionFile(const std::string& name) const;
  /// Opens the file as a Source and hands it to use; errors for cycles and for too many files.
  void withIncluded(const std::filesystem::path& file, const Place& place, const std::function<void(Source&)>& use);

  const ReadOptions& options_;
  GrowthBudget budget_;
  Mode mode_ = Mode::merge;
  std::vector<Dictionary*> scopes_;
  std::vector<std::filesystem::path> openFiles_;
  std::size_t filesRead_ = 0;
  std::size_t conditionals_ = 0;
};

}  // namespace eagre::config
