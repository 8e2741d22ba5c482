// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/pattern.hpp"
#include "config/reading/parser.hpp"

/// #if, #ifeq, #else, #endif.
namespace eagre::config {

bool Parser::condition(Source& source, const Token& word) {
  const Place place{source.place().file, word.line};
  const std::vector<Token> tokens = lineTokens(source);
  TokenReader reader(tokens, place, word.text);
  if (!tokens.empty() && tokens[0].kind == Token::Kind::number) return std::abs(reader.number()) > 0.5;
  return reader.boolean();
}

bool Parser::equalOperands(Source& source, const Token& word) {
  const Place place{source.place().file, word.line};
  std::vector<Token> operands;
  const bool enclosed = source.acceptSignificant('(');  // as openfoam.org has them
  for (int i = 0; i < 2; ++i) {
    Token token;
    if (!source.next(token)) throw Error(place, "#ifeq: two words are expected behind it");
    if (token.kind == Token::Kind::list || token.kind == Token::Kind::punctuation)
      throw Error(place, fmt::format("#ifeq: expected a word, found {}", describe(token)));
    if (token.kind == Token::Kind::word && token.text[0] == '$') {
      const std::string name = token.text.substr(1);
      const Entry* const entry = lookUp(name, true);
      if (entry)
        token = entry->reader().peek();
      else
        token.text = expandText(token.text, place, true);
    }
    operands.push_back(token);
  }
  if (enclosed) source.expectSignificant(')', "#ifeq (a b)");
  const Token &a = operands[0], &b = operands[1];
  if (a.kind == Token::Kind::number && b.kind == Token::Kind::number) return a.number == b.number;
  return a.text == b.text || (a.kind == Token::Kind::string && Pattern(a.text, place).matches(b.text)) ||
         (b.kind == Token::Kind::string && Pattern(b.text, place).matches(a.text));
}

void Parser::conditional(Source& source, Dictionary& dictionary, const Token& word) {
  const Place opened{source.place().file, word.line};
  if (++conditionals_ > deepestNesting) throw Error(opened, fmt::format("#if is nested more than {} deep", deepestNesting));
  bool taken = word.text == "#if" ? condition(source, word) : equalOperands(source, word);
  bool done = taken;  // one branch has been read
  for (;;) {
    const End end = taken ? readEntries(source, dictionary) : skipBranch(source, opened);
    if (end == End::endIf) break;
    if (end == End::otherwise) {
      taken = !done;
    } else if (end == End::elseIf) {
      Token branch;
      branch.text = "#elif";
      branch.line = source.line();
      if (done) source.restOfLine();
      taken = !done && condition(source, branch);
    } else {
      throw Error(opened, fmt::format("{} without its #endif in the same dictionary", word.text));
    }
    done = done || taken;
  }
  --conditionals_;
}

Parser::End Parser::skipBranch(Source& source, const Place& opened) {
  std::size_t depth = 0;
  Token token;
  while (source.next(token)) {
    if (token.kind != Token::Kind::word) continue;
    if (token.text == "#if" || token.text == "#ifeq") ++depth;
    if (token.text == "#endif" && depth-- == 0) return End::endIf;
    if (depth == 0 && token.text == "#else") return End::otherwise;
    if (depth == 0 && token.text == "#elif") return End::elseIf;
  }
  throw Error(opened, "#if without its #endif");
}

}  // namespace eagre::config
