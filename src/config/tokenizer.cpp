// SPDX-License-Identifier: BSD-3-Clause
#include "config/tokenizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "core/one_of.hpp"

namespace eagre::config {
namespace {

constexpr bool isBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isControl(char c) { return (c >= 0 && c < ' ' && !isBlank(c)) || c == 0x7f; }
/// Characters that may make up a number: what follows the number is then not one of them.
constexpr bool isNumberCharacter(char c) { return isDigit(c) || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E'; }
/// ${{ expression }} may hold blanks, a name may not.
bool belongsToMacro(char c, bool braced, std::size_t depth) {
  if (isControl(c)) return false;
  return isWordCharacter(c) || c == '/' || (braced && (c == '{' || c == '}' || (depth > 1 && c == ' ')));
}
std::size_t behindBlanks(std::string_view text, std::size_t position) {
  return std::min(text.find_first_not_of(" \t", position), text.size());
}
int nesting(char c) { return c == '(' ? 1 : c == ')' ? -1 : 0; }
bool endsCall(char c) { return isBlank(c) || isOneOf(c, ";{}"); }
constexpr std::size_t longestCall = 100'000;

/// Text as it can stand in a message: short, on one line.
std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::string result;
  for (const char c : text.substr(0, longest)) result += isControl(c) || isBlank(c) ? ' ' : c;
  return text.size() > longest ? result + "..." : result;
}

/// from_chars, with numbers too small for a double as zero. Returns the end of what was read, or null.
const char* parseDouble(const char* begin, const char* end, double& value) {
  const auto [stop, status] = std::from_chars(begin, end, value);
  if (status == std::errc{}) return stop;
  if (status != std::errc::result_out_of_range) return nullptr;
  value = std::strtod(std::string(begin, stop).c_str(), nullptr);
  return std::isfinite(value) ? stop : nullptr;
}

void requireText(const Cursor& cursor, char c) {
  if (isControl(c))
    cursor.fail(fmt::format("unexpected byte 0x{:02x}: this is not the text of a dictionary", static_cast<int>(c)));
}

}  // namespace

bool isWordCharacter(char c) { return !isBlank(c) && c != '"' && c != '\'' && c != '/' && c != ';' && c != '{' && c != '}'; }

bool isPlainWord(std::string_view text) {
  try {
    GrowthBudget budget(0);
    Tokenizer tokenizer(text, {}, budget);
    Token token;
    return tokenizer.next(token) && token.kind == Token::Kind::word && token.text == text && text[0] != '$' && text[0] != '#';
  } catch (const Error&) { return false; }
}

std::string describe(const Token& token) {
  switch (token.kind) {
    case Token::Kind::word:
      if (token.text == "#codeStream")
        return "a #codeStream whose code looks at 'dict', as one does that needs a mesh: such code is run in the files of fields "
               "only";
      return fmt::format("the word '{}'", shown(token.text));
    case Token::Kind::string:
      return fmt::format("the string \"{}\"", shown(token.text));
    case Token::Kind::number:
      return fmt::format("the number {}", token.text);
    case Token::Kind::list:
      return fmt::format("a List<{}>", token.list->type);
    case Token::Kind::punctuation:
      break;
  }
  return fmt::format("'{}'", token.text);
}

Token numberToken(double value, int line) {
  Token token;
  token.kind = Token::Kind::number;
  token.number = value;
  // From here on the text has an exponent, and is read as a real number again.
  constexpr double firstWithExponent = 1e16;
  token.isInteger = value == std::trunc(value) && std::abs(value) < firstWithExponent;
  token.text = token.isInteger ? fmt::format("{}", static_cast<std::int64_t>(value)) : fmt::format("{}", value);
  token.line = line;
  return token;
}

// Cursor

bool Cursor::skipComment() {
  const std::string_view start = text_.substr(position_, 2);
  if (start == "//") {
    // The line's end is left: it is to be counted.
    position_ = std::min(text_.find('\n', position_), text_.size()) - 1;
    return true;
  }
  if (start != "/*") return false;
  const std::size_t closing = text_.find("*/", position_ + 2);
  if (closing == std::string_view::npos) openComment_ = line_;
  const std::size_t last = closing == std::string_view::npos ? text_.size() - 1 : closing + 1;
  for (; position_ < last; ++position_)
    if (text_[position_] == '\n') ++line_;
  return true;
}

void Cursor::failExpected(char c, std::string_view where) const {
  if (remaining() == 0) fail(fmt::format("the file ends in {}: '{}' expected", where, c));
  fail(fmt::format("expected '{}' in {}, found '{}'", c, where, shown(text_.substr(position_, 20))));
}

double Cursor::listNumber() {
  skipBlank();
  double value = 0;
  const char* const begin = text_.data() + position_;
  const char* const end = text_.data() + text_.size();
  const char* const stop = parseDouble(begin, end, value);
  if (!stop || (stop != end && isWordCharacter(*stop) && *stop != ')' && *stop != '(')) {
    if (remaining() == 0) fail("the file ends in a list");
    fail(fmt::format("expected a number in a list, found '{}'", shown(text_.substr(position_, 20))));
  }
  position_ += static_cast<std::size_t>(stop - begin);
  return value;
}

std::int64_t Cursor::listInteger() {
  skipBlank();
  std::int64_t value = 0;
  const char* const begin = text_.data() + position_;
  const char* const end = text_.data() + text_.size();
  const auto [stop, status] = std::from_chars(begin, end, value);
  if (status != std::errc{} || (stop != end && isWordCharacter(*stop) && *stop != ')' && *stop != '(')) {
    if (remaining() == 0) fail("the file ends in a list");
    fail(fmt::format("expected an integer in a list, found '{}'", shown(text_.substr(position_, 20))));
  }
  position_ += static_cast<std::size_t>(stop - begin);
  return value;
}

std::string_view Cursor::letters() {
  skipBlank();
  const std::size_t begin = position_;
  while (position_ < text_.size() && ((text_[position_] | 0x20) >= 'a' && (text_[position_] | 0x20) <= 'z')) ++position_;
  return text_.substr(begin, position_ - begin);
}

std::string_view Cursor::raw(std::size_t n) {
  if (n > remaining()) fail(fmt::format("the file ends in a binary block: {} bytes expected, {} left", n, remaining()));
  position_ += n;
  return text_.substr(position_ - n, n);
}

void Cursor::skipTo(std::size_t offset) {
  for (; position_ < offset && position_ < text_.size(); ++position_)
    if (text_[position_] == '\n') ++line_;
}

// Tokenizer

bool Tokenizer::next(Token& token) {
  const char c = peekSignificant();
  if (position_ >= text_.size()) return false;
  token = Token{};
  token.line = line_;
  switch (c) {
    case ';':
    case '(':
    case ')':
    case '[':
    case ']':
    case '{':
    case '}':
    case ':':
    case ',':
    case '=':
    case '+':
    case '*':
    case '/':
      token.kind = Token::Kind::punctuation;
      token.text = c;
      ++position_;
      break;
    case '"':
    case '\'':
      readString(token);
      break;
    case '$':
      readMacro(token);
      break;
    case '#':
      if (text_.substr(position_, 2) == "#{")
        readVerbatim(token);
      else
        readWord(token);
      break;
    default:
      if (isDigit(c) || c == '-' || c == '.')
        readNumber(token);
      else
        readWord(token);
  }
  return true;
}

void Tokenizer::readWord(Token& token) {
  const std::size_t begin = position_;
  std::size_t depth = 0;
  for (; position_ < text_.size() && isWordCharacter(text_[position_]); ++position_) {
    const char c = text_[position_];
    requireText(*this, c);
    if (c == '(') ++depth;
    if (c == ')') {
      if (depth == 0) break;
      --depth;
    }
    if (position_ - begin > longestWord) fail(fmt::format("word '{}' is too long", shown(text_.substr(begin, 80))));
  }
  const std::string_view word = text_.substr(begin, position_ - begin);
  if (word.empty()) fail(fmt::format("unexpected character '{}'", text_[position_]));
  if (word == "#") fail("a lone '#' is not a directive");
  if (depth > 0) fail(fmt::format("word '{}' lacks {} closing ')' (no blanks can stand within a word)", shown(word), depth));
  token.kind = Token::Kind::word;
  token.text = word;
  if (isTypedList(word)) readTypedList(token);
}

void Tokenizer::readMacro(Token& token) {
  position_ = behindBlanks(text_, position_ + 1);  // OpenFOAM has `$ name` as `$name`
  const std::size_t begin = position_;
  std::size_t depth = 0;
  const bool braced = position_ < text_.size() && text_[position_] == '{';
  const char open = braced ? '{' : '(', close = braced ? '}' : ')';
  for (; position_ < text_.size(); ++position_) {
    const char c = text_[position_];
    if (!belongsToMacro(c, braced, depth) || position_ - begin > longestWord) break;
    if (c == open) ++depth;
    if (c == close) {
      if (depth == 0) break;
      --depth;
      if (braced && depth == 0) {
        ++position_;
        break;
      }
    }
  }
  token.kind = Token::Kind::word;
  token.text = fmt::format("${}", text_.substr(begin, position_ - begin));
  if (depth > 0) fail(fmt::format("macro '{}' lacks its '{}'", shown(token.text), close));
  if (token.text == "$" || token.text == "${}") fail("'$' without the name of a variable");
}

void Tokenizer::readString(Token& token) {
  token.kind = Token::Kind::string;
  const char quote = text_[position_];
  bool escaped = false;
  for (++position_; position_ < text_.size(); ++position_) {
    const char c = text_[position_];
    if (c == '\n') ++line_;
    if (c == quote || c == '\n') {
      if (!escaped && c == quote) {
        ++position_;
        return;
      }
      if (!escaped) throw Error({file_, token.line}, fmt::format("string \"{}\" is not closed on its line", shown(token.text)));
      token.text.pop_back();  // the backslash; all other ones stay, as in a regular expression
      escaped = false;
    } else {
      escaped = c == '\\' && !escaped;
    }
    token.text += c;
  }
  throw Error({file_, token.line}, fmt::format("string \"{}\" is not closed", shown(token.text)));
}

void Tokenizer::readVerbatim(Token& token) {
  const std::size_t end = text_.find("#}", position_ + 2);
  if (end == std::string_view::npos) fail("verbatim text #{ without its #}");
  token.kind = Token::Kind::string;
  token.text = text_.substr(position_ + 2, end - position_ - 2);
  for (const char c : token.text)
    if (c == '\n') ++line_;
  position_ = end + 2;
}

void Tokenizer::readNumber(Token& token) {
  const std::size_t begin = position_++;
  while (position_ < text_.size() && isNumberCharacter(text_[position_])) ++position_;
  const std::string_view text = text_.substr(begin, position_ - begin);
  token.text = text;
  if (text == "-") {
    token.kind = Token::Kind::punctuation;
    return;
  }
  token.kind = Token::Kind::number;
  const char* const end = text.data() + text.size();
  std::int64_t integer = 0;
  const auto [stop, status] = std::from_chars(text.data(), end, integer);
  if (status == std::errc{} && stop == end) {
    token.isInteger = true;
    token.number = static_cast<double>(integer);
  } else if (parseDouble(text.data(), end, token.number) != end) {
    fail(fmt::format("'{}' is not a number that can be read", shown(text)));
  }
}

std::string Tokenizer::functionCall() {
  const Place begin = place();
  if (peekSignificant() == '"') {
    Token token;
    readString(token);
    return token.text;
  }
  std::string call;
  int depth = 0;
  for (bool quoted = false; position_ < text_.size(); ++position_) {
    const char c = text_[position_];
    if (depth == 0 && endsCall(c)) {
      if (!isBlank(c) || call.find('(') != std::string::npos || peekSignificant() != '(') break;
      --position_;  // the arguments stand on lines of their own
      continue;
    }
    requireText(*this, c);
    if (call.size() > longestCall) throw Error(begin, fmt::format("'{}' is too long", shown(call)));
    if (c == '"') quoted = !quoted;
    if (!quoted) depth += nesting(c);
    if (depth < 0) fail(fmt::format("'{}' is followed by a ')' without its '('", shown(call)));
    if (c == '\n') ++line_;
    call += c == '\n' ? ' ' : c;
  }
  if (depth > 0) throw Error(begin, fmt::format("'{}' lacks {} closing ')'", shown(call), depth));
  return call;
}

std::string Tokenizer::restOfLine() {
  const std::size_t end = std::min(text_.find('\n', position_), text_.size());
  std::string line(text_.substr(position_, end - position_));
  position_ = end;
  return line;
}

std::string Tokenizer::untilClosingBrace() {
  const std::size_t begin = position_;
  const Place opened = place();
  for (std::size_t depth = 1; position_ < text_.size(); ++position_) {
    const char c = text_[position_];
    if (c == '\n') ++line_;
    if (c == '{') ++depth;
    if (c == '}' && --depth == 0) return std::string(text_.substr(begin, position_++ - begin));
  }
  throw Error(opened, "'{' without its '}'");
}

bool Tokenizer::isTypedList(std::string_view word) const {
  constexpr std::string_view prefix = "List<";
  if (!word.starts_with(prefix) || !word.ends_with('>')) return false;
  const std::string_view type = word.substr(prefix.size(), word.size() - prefix.size() - 1);
  if (listComponents(type) > 0) return true;
  const bool isText = type == "word" || type == "string" || type == "wordRe" || type == "keyType" || type == "fileName";
  if (format_.binary() && !isText) fail(fmt::format("{} in a binary file is not supported", word));
  return false;
}

void Tokenizer::readTypedList(Token& token) {
  const std::string type = token.text.substr(5, token.text.size() - 6);
  token.kind = Token::Kind::list;
  token.list = std::make_shared<const FieldList>(readFieldList(*this, type, format_, *budget_));
}

}  // namespace eagre::config
