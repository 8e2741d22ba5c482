// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

namespace eagre::config::code {

/// A word of C++ source.
struct Lexeme {
  enum class Kind { identifier, integer, real, text, symbol, end };
  Kind kind = Kind::end;
  std::string text{};
  double number = 0;
  int line = 0;
  bool is(std::string_view word) const { return (kind == Kind::symbol || kind == Kind::identifier) && text == word; }
  bool isOneOf(std::initializer_list<std::string_view> words) const {
    return std::ranges::any_of(words, [this](std::string_view word) { return is(word); });
  }
};

/// The code with blanks for its comments; lines keep their numbers. Macros in comments are not to be expanded.
std::string withoutComments(std::string_view code);

/// Splits C++ source into lexemes, the last one of Kind::end. place: of the first line.
/// Errors: what is no lexeme of the subset (preprocessor, character and octal literals, suffixes of numbers).
std::vector<Lexeme> lex(std::string_view code, const Place& place);

/// Throws an Error for what is outside of the subset; `what` names it.
[[noreturn]] void refuse(const Place& place, const std::string& what);

}  // namespace eagre::config::code
