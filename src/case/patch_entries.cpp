// SPDX-License-Identifier: BSD-3-Clause
#include "case/patch_entries.hpp"

namespace eagre::case_ {

namespace {

void append(std::string& text, const config::Token& token) {
  // No blank behind '(' and between the count of a list and its '('.
  const bool isCount = token.is('(') && text.find_last_not_of("0123456789") == std::string::npos;
  if (!text.empty() && text.back() != '(' && !token.is(')') && !token.is(';') && !isCount) text += ' ';
  const bool isCode = token.kind == config::Token::Kind::string && token.text.find('\n') != std::string::npos;
  text += isCode ? "#{" + token.text + "#}" : token.kind == config::Token::Kind::string ? '"' + token.text + '"' : token.text;
}

}  // namespace

std::string readEntryText(config::TokenReader& in) {
  std::string text;
  int depth = 0;
  while (true) {
    const config::Token token = in.next();
    if (depth == 0 && token.is(';')) return text;
    if (token.is('(') || token.is('{')) ++depth;
    if (token.is(')') || token.is('}')) --depth;
    append(text, token);
    if (depth == 0 && token.is('}')) return text;
  }
}

TextEntries textEntries(const config::Dictionary& dict) {
  TextEntries entries;
  for (const config::Entry& entry : dict.entries()) {
    std::string text;
    if (entry.isDict()) {
      text = "{ ";
      for (const auto& [keyword, value] : textEntries(*entry.dict))
        text += keyword + ' ' + value + (value.starts_with('{') ? " " : "; ");
      text += '}';
    }
    for (const config::Token& token : entry.tokens) append(text, token);
    dict.find(entry.keyword);  // it has been used
    entries.emplace_back(entry.keyword, std::move(text));
  }
  return entries;
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
