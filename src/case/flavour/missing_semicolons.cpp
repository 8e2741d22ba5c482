// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "case/flavour/words.hpp"

namespace eagre::flavour {
namespace {

using config::Dictionary;
using config::Entry;
using config::Token;

/// Where the first value of an entry ends: behind its only token, or behind the ')' of a list.
std::size_t endOfFirstValue(const std::vector<Token>& tokens) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is('(')) ++depth;
    if (tokens[i].is(')')) --depth;
    if (depth == 0) return i + 1;
  }
  return tokens.size();
}

/// Where the entry begins that another has swallowed because its ';' is missing: a word on a line of its own with something
/// behind it, as in "maxCo 0.5 <new line> writeControl timeStep;". The number of tokens if there is none.
std::size_t swallowed(const Entry& entry) {
  const auto& tokens = entry.tokens;
  const std::size_t end = endOfFirstValue(tokens);
  const bool is =
      end > 0 && end + 1 < tokens.size() && tokens[end].kind == Token::Kind::word && tokens[end].line > tokens[end - 1].line;
  return is ? end : tokens.size();
}

/// Versions that read a value and do not look at what follows it.
bool readsOn(const Flavour& flavour) { return flavour.fork != Fork::com || flavour.version < 1812; }

void end(Dictionary& dict, Case& of) {
  for (const Entry& entry : std::vector<Entry>(dict.entries())) {
    if (entry.isDict()) {
      if (entry.keyword != "functions") end(*entry.dict, of);
      continue;
    }
    if (entry.keyword == "diffusivity") continue;  // several words, which may be written on several lines
    const std::size_t first = swallowed(entry);
    if (first == entry.tokens.size()) continue;
    of.warn(fmt::format("{}: a ';' is missing behind '{}': '{} ...' of line {} belongs to it and is not read, as in {}",
                        toString(entry.place), entry.keyword, entry.tokens[first].text, entry.tokens[first].line,
                        of.flavour.name()));
    if (entry.tokens[first].text == "application" && !dict.findExact("application"))
      dict.set(entryOf("application", entry.tokens[first + 1].text, {entry.place.file, entry.tokens[first].line}));
    Entry shorter = entry;
    shorter.tokens.resize(first);
    dict.set(std::move(shorter));
  }
}

}  // namespace

void endEntries(Dictionary& dict, Case& of) {
  if (readsOn(of.flavour)) end(dict, of);
}

}  // namespace eagre::flavour
