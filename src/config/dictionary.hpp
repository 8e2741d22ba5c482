// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <regex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/dimensions.hpp"
#include "core/error.hpp"
#include "core/vec.hpp"

/// The dictionary tree and typed look-up with place and hint. Syntax of OpenFOAM v1912.
namespace eagre::config {

/// A list met as one token of a stream: "List<scalar> 8(...)", ascii or binary. Values flattened to doubles
/// (vector: 3 a value). `type` is the word between the angle brackets.
struct FieldList {
  std::string type;
  int components = 1;
  std::vector<double> values;
};

struct Token {
  enum class Kind { word, string, number, punctuation, list };
  Kind kind = Kind::word;
  std::string text;        ///< word, string without its quotes, one punctuation character, or the number as it was written
  double number = 0;       ///< Kind::number
  bool isInteger = false;  ///< Kind::number: written as an integer that fits 64 bits
  std::shared_ptr<const FieldList> list;
  int line = 0;
  bool is(char c) const { return kind == Kind::punctuation && text.size() == 1 && text[0] == c; }
};

class Dictionary;

/// Reads the tokens of one entry one after another, with errors that say the place, the keyword, what was
/// expected and what was met.
class TokenReader {
 public:
  TokenReader(std::span<const Token> tokens, Place place, std::string keyword);
  bool atEnd() const;
  const Token& peek() const;
  Token next();
  std::string word();  ///< a word or a string
  double number();
  std::int64_t integer();
  bool boolean();                 ///< yes/no, on/off, true/false, y/n, t/f, none
  Vec3 vector();                  ///< (x y z)
  Dimensions dimensions();        ///< [..5 to 7 numbers..] or [symbols such as m s^-1]
  bool accept(char punctuation);  ///< consumes it if it is next
  void expect(char punctuation);
  void expectEnd();  ///< Error if tokens are left over
  [[noreturn]] void fail(const std::string& message) const;
  Place place() const;

 private:
  std::span<const Token> tokens_;
  std::size_t position_ = 0;
  Place place_;
  std::string keyword_;
};

/// One entry: a keyword (maybe a regular expression) with either a stream of tokens or a sub-dictionary.
struct Entry {
  std::string keyword;
  bool isPattern = false;
  Place place;
  std::vector<Token> tokens;
  std::shared_ptr<Dictionary> dict;  ///< non-null: a sub-dictionary
  bool isDict() const { return dict != nullptr; }
  TokenReader reader() const;
};

struct ReadOptions {
  /// #calc, #eval and friends are evaluated; #codeStream is always an error.
  /// Where #includeEtc looks; empty: directories of the environment's WM_PROJECT_DIR/etc if set.
  std::vector<std::filesystem::path> etcDirectories;
  /// <case>, <system>, <constant> and $FOAM_CASE in file names.
  std::filesystem::path caseDirectory;
};

/// An ordered dictionary. Look-up follows OpenFOAM: an exact keyword first, else the last pattern entry that
/// matches the whole keyword; a later entry of the same keyword replaces (sub-dictionaries merge by default, see #inputMode).
/// Every look-up marks the entry as used, so that a reader can report entries that nobody asked for.
class Dictionary {
 public:
  explicit Dictionary(std::string name = {}, Place place = {}) : name_(std::move(name)), place_(std::move(place)) {}

  /// Reads a file (plain or .gz: "file" falls back to "file.gz"); directives and macros resolved; header FoamFile
  /// kept as a sub-dictionary entry. Errors: badCase with file and line.
  static Dictionary read(const std::filesystem::path& file, const ReadOptions& options = {});
  /// Parses text; name stands for the file in messages.
  static Dictionary parse(std::string_view text, const std::string& name, const ReadOptions& options = {});

  const std::string& name() const { return name_; }  ///< full scoped name, e.g. "system/fvSolution.solvers.p_rgh"
  const Place& place() const { return place_; }
  const std::vector<Entry>& entries() const { return entries_; }
  bool empty() const { return entries_.empty(); }
  std::vector<std::string> toc() const;

  /// Keyword match with patterns (see class). nullptr if none. "a.b" and "a/b" are not scoped here.
  const Entry* find(std::string_view keyword) const;
  /// Exact keyword only.
  const Entry* findExact(std::string_view keyword) const;
  bool has(std::string_view keyword) const { return find(keyword) != nullptr; }
  /// As find, but Error with the nearest keyword that is there.
  const Entry& at(std::string_view keyword) const;

  const Dictionary& subDict(std::string_view keyword) const;   ///< Error if missing or not a dictionary
  const Dictionary* findDict(std::string_view keyword) const;  ///< nullptr if missing

  /// Typed look-up; T: double, int, std::int64_t, bool, std::string (word or string), Vec3, Dimensions,
  /// std::vector<double>, std::vector<std::string>, std::vector<Vec3>, std::vector<int>. The whole entry must be consumed
  /// except that a number may be preceded by OpenFOAM's old "name [dims]" form (dimensioned values).
  template <class T>
  T get(std::string_view keyword) const;
  template <class T>
  T getOr(std::string_view keyword, T defaultValue) const {
    return has(keyword) ? get<T>(keyword) : defaultValue;
  }
  std::string getOr(std::string_view keyword, const char* defaultValue) const {
    return getOr<std::string>(keyword, defaultValue);
  }
  /// A word out of `valid`; Error with the nearest otherwise.
  std::string getChoice(std::string_view keyword, std::span<const std::string> valid) const;
  /// A number with optional name and dimensions: "nu 1e-6;", "nu [0 2 -1 0 0 0 0] 1e-6;", "nu nu [..] 1e-6;".
  /// Dimensions that are given must equal `expected`.
  double getDimensioned(std::string_view keyword, const Dimensions& expected) const;
  Vec3 getDimensionedVector(std::string_view keyword, const Dimensions& expected) const;

  // Making and changing one
  Entry& set(Entry entry);                                    ///< adds or replaces
  void set(std::string_view keyword, std::string_view text);  ///< parses text as the entry's tokens
  Dictionary& setDict(std::string_view keyword);              ///< adds an empty sub-dictionary (or returns the one there)
  bool remove(std::string_view keyword);
  /// merges `other` into this, its entries winning, sub-dictionaries merged recursively
  void merge(const Dictionary& other);

  /// Entries that no look-up has touched, as full names; FoamFile left out.
  std::vector<std::string> unusedEntries() const;

  /// OpenFOAM syntax; read again it gives an equal dictionary.
  std::string toString(int indent = 0) const;
  bool operator==(const Dictionary& other) const;

 private:
  friend class Parser;
  std::string name_;
  Place place_;
  std::vector<Entry> entries_;
  mutable std::vector<bool> used_;
};

/// The FoamFile header of a file, without reading the rest.
struct FoamHeader {
  std::string format = "ascii", className, object, location, arch, note;
  bool binary() const { return format == "binary"; }
  int labelBytes = 4, scalarBytes = 8;
};

/// The whole text of a file, gunzipped if it ends in .gz (or if only file.gz exists). Error if it cannot be read.
std::string readFileText(const std::filesystem::path& file);
/// Parses the header at the start of text; returns the offset just behind it.
FoamHeader parseHeader(std::string_view text, const std::string& name, std::size_t& offset);
/// The header that OpenFOAM's tools expect, banner included.
std::string headerText(const FoamHeader& header);

}  // namespace eagre::config
