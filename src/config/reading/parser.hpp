// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/dictionary.hpp"
#include "config/tokenizer.hpp"

namespace eagre::config {
namespace code {
class Program;
}

/// The name of a file in messages: relative to the case if it lies there.
std::string displayName(const std::filesystem::path& file, const std::filesystem::path& caseDirectory);

/// Makes a Dictionary of a text: entries, macros, directives. One object reads one file with all that it includes.
/// Semantics as OpenFOAM v1912: a sub-dictionary is looked into by macros only once it is closed; a later entry replaces an
/// earlier one of the same keyword, dictionaries merge (#inputMode).
class Parser {
 public:
  explicit Parser(const ReadOptions& options) : options_(options), budget_(options.growthLimit) {}
  Dictionary read(const std::filesystem::path& file);
  /// The same with another text than the file's.
  Dictionary read(const std::filesystem::path& file, const std::string& text);
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

  /// What an #include names: a file, or a text of Eagre's own (etc_files.hpp).
  struct Included {
    std::filesystem::path file{};
    std::optional<std::string> text{};
    std::string name{};  ///< of the text, in messages
    explicit operator bool() const { return text || !file.empty(); }
  };
  /// Arguments of #includeFunc: their entries stay as they are while the function's file is read.
  struct Pinned {
    const Dictionary* dictionary = nullptr;
    std::vector<std::string> keywords{};
  };

  // parser.cpp: entries
  void readTop(Source& source, Dictionary& dictionary);
  End readEntries(Source& source, Dictionary& dictionary);
  void readEntry(Source& source, Dictionary& dictionary, Token keyword, Mode mode);
  /// The dictionary that a keyword such as "a/b/keyword" leads to; its path is taken off.
  Dictionary& targetOf(Token& keyword, Dictionary& dictionary, const Place& place);
  void readDict(Source& source, Dictionary& parent, Entry& entry);
  void readListEntry(Source& source, Dictionary& dictionary, const Token& first);
  /// The tokens up to ';' (or, in an included text, up to its end).
  void readValue(Source& source, Entry& entry);
  /// A word of a value that begins with '$' or '#'; nested: within brackets.
  void macroOrDirective(Source& source, Entry& entry, const Token& word, bool nested);
  void skipEntry(Source& source, const std::string& keyword);
  void add(Dictionary& dictionary, Entry entry, Mode mode);
  Dictionary& scopedDict(Dictionary& start, std::string_view path, const Place& place);
  void openScope(Dictionary& dictionary, const Place& place);
  /// Warns of a comment that goes on to the end of the text.
  void remarkOpenComment(const Source& source);
  void remarkOpenBrace(Source& source);
  /// Runs f. Within ReadOptions::tolerantDictionary an error makes the entry in it a defective one, or, between its entries, is
  /// remarked; reading goes on behind what f has consumed. Returns whether there was none.
  bool tolerantly(const std::function<void()>& f);

  // macros.cpp
  /// The entry that a variable's name stands for ("a", ":a.b", "..a", "../a", "/a/b"), or null.
  const Entry* lookUp(std::string_view name, bool withPatterns) const;
  /// $name; or ${name}; where a keyword could stand: merges that dictionary in place.
  void substitute(Source& source, Dictionary& dictionary, const Token& macro);
  /// The tokens of $name within a value.
  void appendMacro(const Token& macro, const Place& place, bool nested, std::vector<Token>& tokens);
  void appendEnvironment(const std::string& name, const Place& place, std::vector<Token>& tokens);
  void appendDictTokens(const Dictionary& dictionary, const Place& place, std::vector<Token>& tokens);
  std::string variableText(std::string_view name, const Place& place, bool allowEmpty);
  /// Replaces $a, ${a}, ${a:-default}, ${a:+alternative} and ${{expression}} in a string.
  std::string expandText(std::string_view text, const Place& place, bool allowEmpty);
  std::string expandBraces(std::string_view text, std::size_t& position, const Place& place, bool allowEmpty, std::size_t depth);
  std::string environment(const std::string& name) const;
  /// "file!a/b": the entry of another file, found beside the one being read.
  const Entry* lookUpInFile(std::string_view name, bool withPatterns) const;
  std::shared_ptr<Dictionary> clone(const Dictionary& dictionary, const std::string& name, const Place& place, std::size_t depth);

  // directives.cpp
  void directive(Source& source, Dictionary& dictionary, const Token& word);
  /// The entry that follows a directive such as #merge.
  void readNextEntry(Source& source, Dictionary& dictionary, const Token& word, Mode mode);
  void valueDirective(Source& source, Entry& entry, const Token& word);
  void include(Source& source, Dictionary& dictionary, const Token& word);
  void includeFunction(Source& source, Dictionary& dictionary, const Token& word);
  void setMode(Source& source);
  void removeEntries(Source& source, Dictionary& dictionary);
  void conditional(Source& source, Dictionary& dictionary, const Token& word);
  bool condition(Source& source, const Token& word);
  bool equalOperands(Source& source, const Token& word);
  End skipBranch(Source& source, const Place& opened);
  std::vector<Token> evaluate(Source& source, const Token& word);
  std::vector<Token> calculatedByCode(const std::string& text, const Place& place, int line);
  std::vector<Token> tokensOf(code::Program& program, const Place& place, int line);  ///< what the code writes
  /// #neg: the value behind it, with the signs of its numbers changed.
  void negated(Source& source, Entry& entry, const Token& word);
  std::vector<Token> lineTokens(Source& source);

  // code_stream.cpp
  void codeStream(Source& source, Entry& entry, const Token& word);
  bool isSaidAlone(Source& source, const Token& word);
  Token codeText(Source& source, const std::string& keyword, const Token& word);
  void codeAlone(Source& source, const Token& word);
  /// Code without its comments, macros replaced.
  std::string expandCode(const std::string& text, const Place& place);

  // files.cpp
  std::string displayName(const std::filesystem::path& file) const { return config::displayName(file, options_.caseDirectory); }
  std::filesystem::path caseDirectory() const;  ///< absolute
  std::filesystem::path expandTag(const std::string& name) const;
  std::vector<std::filesystem::path> etcDirectories() const;
  /// What an #include (or #includeEtc) names; empty if there is no such file and it is optional.
  Included resolveInclude(const Source& source, const Token& word, const std::string& name);
  /// Where the file may be, in the order of the search.
  std::vector<std::filesystem::path> includeCandidates(const Source& source, bool fromEtc,
                                                       const std::filesystem::path& name) const;
  /// The function object of #includeFunc: of the case's system directory, of OpenFOAM's etc directory, or Eagre's own.
  Included findFunction(const std::string& name) const;
  /// Opens the file as a Source and hands it to use; errors for cycles and for too many files.
  void withIncluded(const Included& included, const Place& place, const std::function<void(Source&)>& use);

  const ReadOptions& options_;
  GrowthBudget budget_;
  Mode mode_ = Mode::merge;
  std::vector<Dictionary*> scopes_;
  std::vector<std::filesystem::path> openFiles_;
  std::size_t filesRead_ = 0;
  std::size_t conditionals_ = 0;
  Pinned pinned_;
  mutable std::map<std::filesystem::path, std::shared_ptr<const Dictionary>> others_;  ///< of lookUpInFile
};

}  // namespace eagre::config
