// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"

/// Shell scripts as text: what an Allrun asks for, found without executing it.
namespace eagre::case_::shell {

struct Redirect {
  /// ">", ">>", "<", "&>", ">&", ...; without the number before it. "<<": a here-document; "<<'": one without variables.
  std::string sign;
  std::string target;  ///< a raw word; the text of a here-document
};

/// A command of a script. Words are raw: with their quotes, variables and command substitutions.
struct Node {
  enum class Kind {
    simple,      ///< words, redirects
    sequence,    ///< children, one after another; links: ";", "&&" or "||" in front of each
    pipeline,    ///< children; negated
    condition,   ///< if: children are condition, body, condition, body, ..., and the body of else if their number is odd
    forLoop,     ///< words: the variable and the values; child: the body
    whileLoop,   ///< children: condition (negated: until), body
    choice,      ///< case: words: the subject; children: bodies; patterns: those of each body
    function,    ///< words: its name; child: its body
    subshell,    ///< child in parentheses
    unreadable,  ///< the rest of the script, from here on, is beyond this parser; words: why
  };
  Kind kind = Kind::simple;
  std::vector<std::string> words{};
  std::vector<Redirect> redirects{};
  std::vector<Node> children{};
  std::vector<std::string> links{};
  std::vector<std::vector<std::string>> patterns{};
  bool negated = false;
  int line = 0;
};

struct ShellToken {
  enum class Kind { word, sign, end };
  Kind kind = Kind::end;
  std::string text{};
  int line = 0;
};

/// A quote or a bracket within a word that is never closed.
struct NeverClosed : Error {
  explicit NeverClosed(const Place& place) : Error(place, reason), line(place.line) {}
  static constexpr const char* reason = "a quote or a bracket that is opened here is never closed";
  int line;
};

/// Words and signs ("\n", ";", "&&", "(", ">", ...) of a script; comments and continued lines are left out, the text of a
/// here-document is the word behind its sign. Error (badCase, with file and line): NeverClosed.
std::vector<ShellToken> tokenize(std::string_view text, const std::string& file);

/// The commands of a script, a sequence. Never fails: what cannot be read ends in an `unreadable` node.
Node parseScript(std::string_view text, const std::string& file);

/// The position behind the bracket that closes the one at `open`, quotes regarded; npos: none.
std::size_t behindBracket(std::string_view text, std::size_t open);

}  // namespace eagre::case_::shell
