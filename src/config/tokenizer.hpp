// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "config/dictionary.hpp"

namespace eagre::config {

/// The memory that may still be made out of a short text (N{value} lists, macros): a guard against bogus lengths.
class GrowthBudget {
 public:
  explicit GrowthBudget(std::size_t bytes) : left_(bytes) {}
  void spend(std::size_t bytes, const Place& place) {
    if (bytes > left_)
      throw Error(place, "this expands to more memory than a dictionary may take: a wrong count, or macros gone wild");
    left_ -= bytes;
  }

 private:
  std::size_t left_;
};

/// The longest word that is read.
inline constexpr std::size_t longestWord = 1024;

/// The deepest nesting of dictionaries, lists and expressions that is read.
inline constexpr std::size_t deepestNesting = 200;

/// Reads white space, comments, numbers, strings and words off a text one after another, counting lines.
/// Errors say the place.
class Cursor {
 public:
  Cursor(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

  Place place() const { return {file_, line_}; }
  int line() const { return line_; }
  std::size_t offset() const { return position_; }
  std::size_t remaining() const { return text_.size() - position_; }
  /// The line of a comment that is not closed and has been read to the end of the text, as OpenFOAM does; 0: there is none.
  int openComment() const { return openComment_; }
  [[noreturn]] void fail(const std::string& message) const { throw Error(place(), message); }

  /// The next character behind white space and comments, not consumed; '\0' at the end.
  char peekSignificant() {
    skipBlank();
    return position_ < text_.size() ? text_[position_] : '\0';
  }
  /// Consumes c if it is the next significant character.
  bool acceptSignificant(char c) {
    skipBlank();
    if (position_ >= text_.size() || text_[position_] != c) return false;
    ++position_;
    return true;
  }
  /// Error if c is not next; `where` is a string or makes one: "expected '(' in <where>".
  void expectSignificant(char c, const auto& where) {
    if (acceptSignificant(c)) return;
    if constexpr (std::is_invocable_v<decltype(where)>)
      failExpected(c, where());
    else
      failExpected(c, where);
  }
  /// A floating point number that ends at a delimiter, as lists hold them.
  double listNumber();
  std::int64_t listInteger();
  /// The letters that follow, maybe none.
  std::string_view letters();
  /// The next n bytes as they are.
  std::string_view raw(std::size_t n);
  /// On to a later position in the text.
  void skipTo(std::size_t offset);

 protected:
  void skipBlank() {
    for (; position_ < text_.size(); ++position_) {
      const char c = text_[position_];
      if (c == '\n')
        ++line_;
      else if (c != ' ' && (c < '\t' || c > '\r') && !(c == '/' && skipComment()))
        return;
    }
  }
  /// At a '/': whether a comment begins here; if so goes on to its last character (or to the text's end).
  bool skipComment();
  [[noreturn]] void failExpected(char c, std::string_view where) const;

  std::string_view text_;
  std::string file_;
  std::size_t position_ = 0;
  int line_ = 1;
  int openComment_ = 0;
};

/// Splits the text of a dictionary into tokens. A macro is a word that begins with '$', a directive one that begins with '#'.
/// Typed lists (List<scalar> 8(..), ascii or binary) become one token.
class Tokenizer : public Cursor {
 public:
  Tokenizer(std::string_view text, std::string file, GrowthBudget& budget) : Cursor(text, std::move(file)), budget_(&budget) {}

  /// false at the end of the text
  bool next(Token& token);
  /// From here on typed lists are in the format that the header says.
  void setFormat(const FoamHeader& header) { format_ = header; }
  std::string restOfLine();
  /// "name" or "name(argument, ..)" as #includeFunc has it: up to the blank or the ';' behind it, blanks, lists and strings
  /// within its parentheses included.
  std::string functionCall();
  /// Up to the '}' that closes a '{' already consumed.
  std::string untilClosingBrace();

 private:
  void readWord(Token& token);
  void readMacro(Token& token);
  void readString(Token& token);
  void readVerbatim(Token& token);
  void readNumber(Token& token);
  bool isTypedList(std::string_view word) const;
  void readTypedList(Token& token);

  GrowthBudget* budget_;
  FoamHeader format_;
};

/// Number of components of the values of List<type>, 0 if the type is not a number or a tensor.
int listComponents(std::string_view type);
/// Reads "N(..)", "(..)", "N{..}" or, in a binary file, N and N values as raw bytes.
FieldList readFieldList(Cursor& cursor, const std::string& type, const FoamHeader& format, GrowthBudget& budget);
/// N values of raw bytes between '(' and ')'. Nothing follows N = 0.
std::string_view readBinaryBlock(Cursor& cursor, std::int64_t count, std::size_t bytesPerValue);
/// Bytes of each label of the binary list that follows: as the header says, or, where it does not as before version 4, 8 if
/// as many labels of 8 bytes, none beyond 2^31, end where the list does.
std::size_t labelBytes(const Cursor& cursor, std::int64_t count, const FoamHeader& format);
/// Error (badCase), with the place behind the list, if one of its numbers is NaN or infinite.
void requireFinite(const Cursor& cursor, std::span<const double> values);
/// Whether c can stand within a word.
bool isWordCharacter(char c);
/// Whether the text, where a keyword stands, is one plain word.
bool isPlainWord(std::string_view text);
/// "the word 'abc'", "'('", "the number 5": for messages
std::string describe(const Token& token);
/// The number token for a value; whole numbers count as integers.
Token numberToken(double value, int line);

}  // namespace eagre::config
