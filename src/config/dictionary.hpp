// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
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
  TokenReader(std::span<const Token> tokens, Place place, std::string keyword);  ///< the tokens must outlive the reader
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
  /// A list "(a b ..)", "N(a b ..)" or "N{a}", each value read by `readValue`; Error if N and the count differ.
  void list(const std::function<void()>& readValue);
  std::vector<double> scalarList();  ///< also the typed List<scalar>
  std::vector<std::int64_t> labelList();
  std::vector<Vec3> vectorList();
  std::vector<std::string> wordList();
  /// A block "{ keyword value; .. }" inside a stream, as blockMeshDict's boundary and setFieldsDict's regions have it.
  Dictionary dict(const std::string& name);
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
  // #calc, #eval and friends are evaluated; #codeStream is always an error.
  /// Where #includeEtc looks; empty: directories of the environment's WM_PROJECT_DIR/etc if set.
  std::vector<std::filesystem::path> etcDirectories;
  /// <case>, <system>, <constant> and $FOAM_CASE in file names.
  std::filesystem::path caseDirectory;
  /// false: #include and its kin are errors, and macros do not look into the environment.
  bool allowFileAccess = true;
  /// Variables that OpenFOAM's programs put into the environment that macros fall back on, such as FOAM_EXECUTABLE.
  std::map<std::string, std::string> variables{{"FOAM_API", "1912"}};
  /// A dictionary of the top level, such as controlDict's functions, in which an error of a directive or a macro spoils only the
  /// entry that it stands in (Dictionary::defect), and one of a directive beside its entries leaves out what it would have added.
  std::string tolerantDictionary{};
  /// Bytes that uniform lists N{value} and macros may make out of a short text before it counts as an error.
  std::size_t growthLimit = std::size_t{1} << 30;
};

class Pattern;

/// An ordered dictionary. Look-up follows OpenFOAM: an exact keyword first, else the last pattern entry that
/// matches the whole keyword; a later entry of the same keyword replaces (sub-dictionaries merge by default, see #inputMode).
/// Every look-up marks the entry as used, and one that finds nothing is noted, so that a reader can report entries that nobody
/// asked for, and those that are a slip of the pen.
class Dictionary {
 public:
  explicit Dictionary(std::string name = {}, Place place = {}) : name_(std::move(name)), place_(std::move(place)) {}
  /// Copies are deep: no sub-dictionary is shared.
  Dictionary(const Dictionary& other);
  Dictionary& operator=(const Dictionary& other);
  Dictionary(Dictionary&&) = default;
  Dictionary& operator=(Dictionary&&) = default;

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
  /// Removes the entries whose keyword is, or matches, the regular expression; returns how many.
  std::size_t removeMatching(const std::string& expression, const Place& place);
  /// merges `other` into this, its entries winning, sub-dictionaries merged recursively
  void merge(const Dictionary& other);

  /// Entries that no look-up has touched, as full names; FoamFile left out.
  std::vector<std::string> unusedEntries() const;
  /// Entries that no look-up has touched and that differ in one letter from a keyword that was looked for in vain, with their
  /// places: "system/controlDict:18: 'maxCoo' is not used; did you mean 'maxCo'?". With them, macros "$name;" that name nothing.
  std::vector<std::string> misspeltEntries() const;
  /// Adds a remark to misspeltEntries(): something of this dictionary is not used as it is written.
  void warn(const Place& place, const std::string& message) const;
  /// What warn() was told of this dictionary, and reading a file's text of the file as a whole.
  const std::vector<std::string>& remarks() const { return remarks_; }
  /// Why this dictionary is not to be used: what could not be read in it (ReadOptions::tolerantDictionary). Empty: it is whole.
  const std::string& defect() const { return defect_; }
  /// Error that names each entry whose keyword is not among `valid`, the nearest valid one and all of them.
  void checkKeywords(std::span<const std::string> valid) const;

  /// OpenFOAM syntax; read again it gives an equal dictionary.
  std::string toString(int indent = 0) const;
  bool operator==(const Dictionary& other) const;

 private:
  friend class Parser;
  struct KeywordHash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  enum class Use : unsigned char { none, macro, lookUp };

  std::size_t locateExact(std::string_view keyword) const;  ///< position in entries_ or none; marks nothing
  std::size_t locate(std::string_view keyword) const;
  std::string scope() const;  ///< the name without the file
  void markAllUsed() const;
  template <class Predicate>
  std::size_t removeIf(const Predicate& isUnwanted);
  [[noreturn]] void failMissing(std::string_view keyword) const;
  void appendUnused(const std::string& prefix, std::vector<std::string>& names) const;
  void appendMisspelt(std::vector<std::string>& messages) const;
  const Entry* found(std::size_t position, std::string_view keyword) const;  ///< marks it as used, or as looked for in vain

  std::string name_;
  Place place_;
  std::vector<Entry> entries_;
  std::vector<std::shared_ptr<const Pattern>> patterns_;  ///< beside entries_: the compiled keyword, null if it is a plain word
  std::unordered_map<std::string, std::size_t, KeywordHash, std::equal_to<>> index_;
  mutable std::vector<Use> used_;
  mutable std::vector<std::string> missed_;  ///< keywords that were looked for in vain
  /// Macros "$name;" that name no dictionary: they are reported, and neither written nor compared.
  struct Unmerged {
    std::string macro;
    Place place;
  };
  std::vector<Unmerged> unmerged_;
  mutable std::vector<std::string> remarks_;
  std::string defect_;
};

/// The FoamFile header of a file, without reading the rest.
struct FoamHeader {
  std::string format = "ascii", className, object, location, arch, note;
  bool binary() const { return format == "binary"; }
  int labelBytes = 4, scalarBytes = 8;
};

/// The file, or the file.gz that OpenFOAM reads in its place; empty if neither is there.
std::filesystem::path existingFile(const std::filesystem::path& file);
inline bool fileExists(const std::filesystem::path& file) { return !existingFile(file).empty(); }
/// The whole text of a file, gunzipped if it ends in .gz (or if only file.gz exists). Error if it cannot be read.
std::string readFileText(const std::filesystem::path& file);
/// The first bytes of a file, gunzipped in the same way; all of them if it is shorter. Errors: as above.
std::string readFileStart(const std::filesystem::path& file, std::size_t bytes);
/// Parses the header at the start of text; returns the offset just behind it.
FoamHeader parseHeader(std::string_view text, const std::string& name, std::size_t& offset);
/// The header that OpenFOAM's tools expect, banner included.
std::string headerText(const FoamHeader& header);

}  // namespace eagre::config
