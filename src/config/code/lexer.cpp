// SPDX-License-Identifier: BSD-3-Clause
#include "config/code/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>

#include "core/one_of.hpp"

namespace eagre::config::code {
namespace {

constexpr std::array<std::string_view, 25> longSymbols{
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&",
    "||",  "+=",  "-=",  "*=", "/=", "%=", "&=", "|=", "^=", "::", "##", ".*"};

bool isLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }

class Lexer {
 public:
  Lexer(std::string_view text, const Place& place) : text_(text), place_(place) {}

  std::vector<Lexeme> run() {
    std::vector<Lexeme> lexemes;
    while (skipBlanks()) {
      Lexeme lexeme;
      lexeme.line = place_.line;
      read(lexeme);
      lexemes.push_back(std::move(lexeme));
    }
    lexemes.push_back({.line = place_.line});
    return lexemes;
  }

 private:
  bool skipBlanks() {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '\n') ++place_.line;
      // a line's end behind a backslash is none
      const bool spliced = c == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n';
      if (!spliced && !std::isspace(static_cast<unsigned char>(c))) return true;
    }
    return false;
  }
  char ahead(std::size_t n = 1) const { return at_ + n < text_.size() ? text_[at_ + n] : '\0'; }

  void read(Lexeme& lexeme) {
    const char c = text_[at_];
    if (isLetter(c)) {
      const std::size_t begin = at_;
      while (at_ < text_.size() && (isLetter(text_[at_]) || isDigit(text_[at_]))) ++at_;
      lexeme.kind = Lexeme::Kind::identifier;
      lexeme.text = text_.substr(begin, at_ - begin);
    } else if (isDigit(c) || (c == '.' && isDigit(ahead()))) {
      readNumber(lexeme);
    } else if (c == '"') {
      readText(lexeme);
    } else {
      if (c == '#') refuse(place_, "a line for the preprocessor ('#')");
      if (c == '\'')
        readCharacter(lexeme);
      else
        readSymbol(lexeme);
    }
  }

  void readSymbol(Lexeme& lexeme) {
    lexeme.kind = Lexeme::Kind::symbol;
    for (const std::string_view symbol : longSymbols)
      if (text_.substr(at_).starts_with(symbol)) {
        lexeme.text = symbol;
        at_ += symbol.size();
        return;
      }
    constexpr std::string_view known = "()[]{};,.:?+-*/%<>=!&|^~";
    if (known.find(text_[at_]) == std::string_view::npos)
      refuse(place_, fmt::format("the character 0x{:02x}", static_cast<int>(static_cast<unsigned char>(text_[at_]))));
    lexeme.text = text_[at_++];
  }

  void skipDigits() {
    while (isDigit(ahead(0))) ++at_;
  }

  /// Digits, point and exponent; whether it is a real number.
  bool skipNumber() {
    skipDigits();
    bool real = ahead(0) == '.';
    if (real) {
      ++at_;
      skipDigits();
    }
    if (isOneOf(ahead(0), "eE")) {
      const std::size_t digits = isOneOf(ahead(1), "+-") ? 2 : 1;
      if (isDigit(ahead(digits))) {
        real = true;
        at_ += digits;
        skipDigits();
      }
    }
    return real;
  }

  void readNumber(Lexeme& lexeme) {
    const std::size_t begin = at_;
    const bool real = skipNumber();
    const std::string_view number = text_.substr(begin, at_ - begin);
    if (const char behind = ahead(0); isLetter(behind) || isDigit(behind) || behind == '\'')
      refuse(place_, fmt::format("the number '{}{}': a suffix, or of another base than 10", number, behind));
    if (!real && number.size() > 1 && number[0] == '0') refuse(place_, fmt::format("the octal number '{}'", number));
    lexeme.kind = real ? Lexeme::Kind::real : Lexeme::Kind::integer;
    lexeme.text = number;
    const auto [end, status] = std::from_chars(number.data(), number.data() + number.size(), lexeme.number);
    if (status != std::errc{} || end != number.data() + number.size())
      refuse(place_, fmt::format("the number '{}', which no double holds", number.substr(0, 60)));
    if (!real && lexeme.number > std::numeric_limits<int>::max())
      refuse(place_, fmt::format("the integer '{}', which is too large for a label of 32 bits", number));
  }

  char escaped() {
    switch (ahead()) {
      case 'n':
        return '\n';
      case 't':
        return '\t';
      case '"':
      case '\'':
      case '\\':
        return ahead();
      default:
        refuse(place_, "an escape sequence other than \\n \\t \\\" \\' \\\\");
    }
  }

  void readText(Lexeme& lexeme) {
    lexeme.kind = Lexeme::Kind::text;
    for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
      if (text_[at_] == '"') {
        ++at_;
        return;
      }
      if (text_[at_] == '\\') {
        lexeme.text += escaped();
        ++at_;
      } else {
        lexeme.text += text_[at_];
      }
    }
    throw Error(place_, "code: a string is not closed on its line");
  }

  /// ' ' is there to be written, so it is a text of one letter.
  void readCharacter(Lexeme& lexeme) {
    lexeme.kind = Lexeme::Kind::text;
    ++at_;
    if (at_ < text_.size() && text_[at_] == '\\') {
      lexeme.text = escaped();
      ++at_;
    } else if (at_ < text_.size()) {
      lexeme.text = text_[at_];
    }
    if (ahead() != '\'') throw Error(place_, "code: a character is not closed");
    at_ += 2;
  }

  std::string_view text_;
  Place place_;
  std::size_t at_ = 0;
};

}  // namespace

void refuse(const Place& place, const std::string& what) {
  throw Error(place,
              fmt::format("code: {} is not supported; code is not compiled but read as a subset of C++ (docs/code.md)", what));
}

/// The position of the closing quote of what begins at i, or of the end of its line.
static std::size_t quotedEnd(std::string_view code, std::size_t i) {
  const char quote = code[i];
  for (++i; i < code.size() && code[i] != quote && code[i] != '\n'; ++i)
    if (code[i] == '\\') ++i;
  return i;
}

/// The position behind the comment that begins at i; i if none begins there.
static std::size_t commentEnd(std::string_view code, std::size_t i) {
  const std::string_view rest = code.substr(i, 2);
  if (rest == "//") {
    // a comment goes on behind a line that ends with a backslash
    while (i < code.size() && (code[i] != '\n' || code[i - 1] == '\\')) ++i;
    return i;
  }
  if (rest != "/*") return i;
  const std::size_t close = code.find("*/", i + 2);
  return close == std::string_view::npos ? code.size() : close + 2;
}

std::string withoutComments(std::string_view code) {
  std::string out(code);
  for (std::size_t i = 0; i < code.size();) {
    if (isOneOf(code[i], "\"'")) {
      i = quotedEnd(code, i) + 1;
      continue;
    }
    const std::size_t end = commentEnd(code, i);
    std::replace_if(
        out.begin() + static_cast<std::ptrdiff_t>(i), out.begin() + static_cast<std::ptrdiff_t>(end),
        [](char c) { return c != '\n'; }, ' ');
    i = std::max(end, i + 1);
  }
  return out;
}

std::vector<Lexeme> lex(std::string_view code, const Place& place) {
  const std::string plain = withoutComments(code);
  return Lexer(plain, place).run();
}

}  // namespace eagre::config::code
