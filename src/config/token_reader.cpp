// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "config/tokenizer.hpp"

namespace eagre::config {
namespace {

constexpr std::array<std::string_view, 10> trueFalse{"true", "false", "on", "off", "yes", "no", "y", "n", "t", "f"};

}  // namespace

TokenReader Entry::reader() const {
  if (dict) throw Error(place, fmt::format("'{}' is a dictionary where a value is expected", keyword));
  return TokenReader(tokens, place, keyword);
}

TokenReader::TokenReader(std::span<const Token> tokens, Place place, std::string keyword)
    : tokens_(tokens), place_(std::move(place)), keyword_(std::move(keyword)) {}

bool TokenReader::atEnd() const { return position_ == tokens_.size(); }

Place TokenReader::place() const {
  if (tokens_.empty()) return place_;
  return {place_.file, tokens_[std::min(position_, tokens_.size() - 1)].line};
}

void TokenReader::fail(const std::string& message) const { throw Error(place(), fmt::format("{}: {}", keyword_, message)); }

const Token& TokenReader::peek() const {
  if (atEnd()) fail(tokens_.empty() ? "a value is missing" : "a value is missing at its end");
  return tokens_[position_];
}

Token TokenReader::next() {
  Token token = peek();
  ++position_;
  return token;
}

std::string TokenReader::word() {
  const Token& token = peek();
  if (token.kind != Token::Kind::word && token.kind != Token::Kind::string)
    fail(fmt::format("expected a word, found {}", describe(token)));
  ++position_;
  return token.text;
}

double TokenReader::number() {
  const Token& token = peek();
  if (token.kind != Token::Kind::number) fail(fmt::format("expected a number, found {}", describe(token)));
  ++position_;
  return token.number;
}

// Also a whole number that is written as a real one (3e6), as openfoam.com from v2106 on reads it.
std::int64_t TokenReader::integer() {
  const Token& token = peek();
  constexpr double exact = 9007199254740992;  // 2^53: up to here a double holds every integer
  const bool isNumber = token.kind == Token::Kind::number;
  const bool isWhole = isNumber && token.number == std::trunc(token.number) && std::abs(token.number) <= exact;
  if (!isWhole && !(isNumber && token.isInteger)) fail(fmt::format("expected an integer, found {}", describe(token)));
  ++position_;
  if (!token.isInteger) return static_cast<std::int64_t>(token.number);
  std::int64_t value = 0;
  std::from_chars(token.text.data(), token.text.data() + token.text.size(), value);
  return value;
}

bool TokenReader::boolean() {
  const Token& token = peek();
  if (token.kind == Token::Kind::number && token.isInteger) return integer() != 0;
  const std::string text = word();
  if (text == "none") return false;
  if (text == "any") return true;
  for (std::size_t i = 0; i < trueFalse.size(); ++i)
    if (text == trueFalse[i]) return i % 2 == 0;
  --position_;
  fail(fmt::format("expected {}, found {}", fmt::join(trueFalse, ", "), describe(token)));
}

Vec3 TokenReader::vector() {
  expect('(');
  Vec3 v;
  for (int i = 0; i < 3; ++i) v[i] = number();
  expect(')');
  return v;
}

bool TokenReader::accept(char punctuation) {
  if (atEnd() || !tokens_[position_].is(punctuation)) return false;
  ++position_;
  return true;
}

void TokenReader::expect(char punctuation) {
  if (atEnd()) fail(fmt::format("'{}' expected at its end", punctuation));
  if (!accept(punctuation)) fail(fmt::format("expected '{}', found {}", punctuation, describe(peek())));
}

void TokenReader::expectEnd() {
  if (atEnd()) return;
  const Token& token = peek();
  const bool newLine = position_ > 0 && tokens_[position_ - 1].line != token.line;
  fail(fmt::format("unexpected {} behind the value{}", describe(token),
                   newLine ? fmt::format("; is a ';' missing at the end of line {}?", tokens_[position_ - 1].line) : ""));
}

void TokenReader::list(const std::function<void()>& readValue) {
  const bool counted = peek().kind == Token::Kind::number;
  const std::int64_t count = counted ? integer() : std::numeric_limits<std::int64_t>::max();
  if (count < 0) fail(fmt::format("a list cannot have {} values", count));
  if (count == 0 && (atEnd() || !peek().is('('))) return;
  if (counted && accept('{')) {
    constexpr std::int64_t longest = 10'000'000;
    if (count > longest) fail(fmt::format("a list of {} values is longer than is credible here", count));
    const std::size_t value = position_;
    for (std::int64_t i = 0; i < count; ++i) {
      position_ = value;
      readValue();
    }
    expect('}');
    return;
  }
  expect('(');
  std::int64_t met = 0;
  for (; !accept(')'); ++met) {
    if (met == count) fail(fmt::format("the list has more than the {} values that it says", count));
    readValue();
  }
  if (counted && met != count) {
    --position_;
    fail(fmt::format("the list says {} values and has {}", count, met));
  }
}

std::vector<double> TokenReader::scalarList() {
  if (const Token& token = peek(); token.kind == Token::Kind::list) {
    if (token.list->components != 1) fail(fmt::format("expected a List<scalar>, found {}", describe(token)));
    ++position_;
    return token.list->values;
  }
  std::vector<double> values;
  list([&] { values.push_back(number()); });
  return values;
}

std::vector<std::int64_t> TokenReader::labelList() {
  std::vector<std::int64_t> values;
  if (const Token& token = peek(); token.kind == Token::Kind::list) {
    if (token.list->type != "label") fail(fmt::format("expected a List<label>, found {}", describe(token)));
    ++position_;
    values.assign(token.list->values.begin(), token.list->values.end());
    return values;
  }
  list([&] { values.push_back(integer()); });
  return values;
}

std::vector<Vec3> TokenReader::vectorList() {
  std::vector<Vec3> values;
  if (const Token& token = peek(); token.kind == Token::Kind::list) {
    if (token.list->type != "vector") fail(fmt::format("expected a List<vector>, found {}", describe(token)));
    ++position_;
    const std::vector<double>& flat = token.list->values;
    for (std::size_t i = 0; i + 2 < flat.size(); i += 3) values.push_back({flat[i], flat[i + 1], flat[i + 2]});
    return values;
  }
  list([&] { values.push_back(vector()); });
  return values;
}

std::vector<std::string> TokenReader::wordList() {
  std::vector<std::string> values;
  if (!atEnd() && peek().kind == Token::Kind::word && peek().text.starts_with("List<")) next();  // what it holds follows as text
  list([&] { values.push_back(word()); });
  return values;
}

Dictionary TokenReader::dict(const std::string& name) {
  const Place opened = place();
  expect('{');
  Dictionary result(name, opened);
  while (!accept('}')) {
    if (atEnd()) throw Error(opened, fmt::format("{}: '{{' without its '}}'", keyword_));
    if (accept(';')) continue;
    Entry entry;
    entry.place = place();
    entry.isPattern = peek().kind == Token::Kind::string;
    entry.keyword = word();
    if (!atEnd() && peek().is('{')) {
      entry.dict = std::make_shared<Dictionary>(dict(name + "." + entry.keyword));
      if (const Entry* const there = result.findExact(entry.keyword); there && there->isDict()) {
        there->dict->merge(*entry.dict);
        continue;
      }
    } else {
      for (int depth = 0; !(depth == 0 && accept(';')); ++position_) {
        const Token& token = peek();
        if (token.is('(') || token.is('{')) ++depth;
        if (token.is(')') || token.is('}')) --depth;
        if (depth < 0) fail(fmt::format("unexpected {} in '{}': is the ';' at its end missing?", describe(token), entry.keyword));
        entry.tokens.push_back(token);
      }
    }
    result.set(std::move(entry));
  }
  return result;
}

}  // namespace eagre::config
