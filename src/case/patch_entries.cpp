// SPDX-License-Identifier: BSD-3-Clause
#include "case/patch_entries.hpp"

namespace eagre::case_ {

std::string readEntryText(config::TokenReader& in) {
  std::string text;
  int depth = 0;
  while (true) {
    const config::Token token = in.next();
    if (depth == 0 && token.is(';')) return text;
    if (token.is('(') || token.is('{')) ++depth;
    if (token.is(')') || token.is('}')) --depth;
    // No blank behind '(' and between the count of a list and its '('.
    const bool isCount = token.is('(') && text.find_last_not_of("0123456789") == std::string::npos;
    if (!text.empty() && text.back() != '(' && !token.is(')') && !token.is(';') && !isCount) text += ' ';
    text += token.kind == config::Token::Kind::string ? '"' + token.text + '"' : token.text;
    if (depth == 0 && token.is('}')) return text;
  }
}

std::vector<std::string> wordsOf(const std::string& text, const Place& place) {
  try {
    const auto dict = config::Dictionary::parse("list " + text + ";", place.file);
    config::TokenReader in = dict.at("list").reader();
    if (in.peek().text.starts_with("List<")) in.next();
    if (in.peek().kind == config::Token::Kind::number) in.integer();
    if (!in.accept('(')) return {in.word()};
    std::vector<std::string> words;
    while (!in.accept(')')) words.push_back(in.word());
    return words;
  } catch (const Error&) { throw Error(place, "expected a list of words, found '" + text + "'"); }
}

}  // namespace eagre::case_
