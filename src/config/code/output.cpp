// SPDX-License-Identifier: BSD-3-Clause
#include "config/code/output.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "config/code/lexer.hpp"
#include "config/tokenizer.hpp"

namespace eagre::config::code {
namespace {

constexpr std::size_t longestText = std::size_t{1} << 26;

Token punctuation(char c, int line) {
  Token token;
  token.kind = Token::Kind::punctuation;
  token.text = c;
  token.line = line;
  return token;
}

std::string written(Type type, double number) {
  if (type == Type::scalar) return fmt::format("{}", number);
  return fmt::format("{}", static_cast<std::int64_t>(number));
}

void checkSet(Frame& frame, const List& list) {
  for (std::size_t i = 0; i < list.values.size(); ++i) {
    if (isUnset(list.values[i]))
      frame.fail(
          fmt::format("value {} of the list that is written has not been set{}; OpenFOAM writes what happens to be in memory "
                      "there, mostly 0: assign that before",
                      i / list.components, list.components == 3 ? fmt::format(" in its component {}", "xyz"[i % 3]) : ""));
    if (!std::isfinite(list.values[i]))
      frame.fail(fmt::format("value {} of the list that is written is {}", i / list.components, list.values[i]));
  }
}

}  // namespace

void Output::text(const std::string& text) {
  if (pending_.size() + text.size() > longestText) throw Error(place_, "code: the text that it writes is too long");
  pending_ += text;
}

void Output::number(Type type, double number) { text(written(type, number)); }

void Output::flush() {
  GrowthBudget budget(0);
  Tokenizer tokenizer(pending_, place_.file, budget);
  for (Token token; tokenizer.next(token);) {
    if (token.kind == Token::Kind::word && (token.text[0] == '$' || token.text[0] == '#'))
      refuse(place_, fmt::format("'{}' in what is written", token.text));
    token.line = place_.line;
    tokens_.push_back(token);
  }
  pending_.clear();
}

Token Output::listToken(Type type, const List& list) const {
  Token token;
  token.kind = Token::Kind::list;
  token.line = place_.line;
  token.list = std::make_shared<FieldList>(FieldList{nameOf(elementOf(type)), static_cast<int>(list.components), list.values});
  return token;
}

void Output::list(Type type, const List& list) {
  flush();
  if (!tokens_.empty() && tokens_.back().kind == Token::Kind::word && tokens_.back().text == "nonuniform") {
    tokens_.push_back(listToken(type, list));
    return;
  }
  const auto add = [&](double number) {
    tokens_.push_back(numberToken(number, place_.line));
    if (type != Type::labels) tokens_.back().text = written(Type::scalar, number);
  };
  add(static_cast<double>(list.size()));
  tokens_.push_back(punctuation('(', place_.line));
  for (std::size_t i = 0; i < list.values.size(); ++i) {
    if (list.components == 3 && i % 3 == 0) tokens_.push_back(punctuation('(', place_.line));
    add(list.values[i]);
    if (list.components == 3 && i % 3 == 2) tokens_.push_back(punctuation(')', place_.line));
  }
  tokens_.push_back(punctuation(')', place_.line));
}

void Output::fieldEntry(Type type, const List& list) {
  flush();
  Token word;
  word.text = "nonuniform";
  word.line = place_.line;
  tokens_.push_back(word);
  tokens_.push_back(listToken(type, list));
  tokens_.push_back(punctuation(';', place_.line));
}

std::vector<Token> Output::tokens() {
  flush();
  std::string open;
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    const Token& token = tokens_[i];
    if (token.is('(') || token.is('{')) open += token.text;
    if (token.is(')') || token.is('}')) {
      if (open.empty() || (open.back() == '(') != token.is(')'))
        throw Error(place_, "code: brackets in what it writes do not match");
      open.pop_back();
    }
    if (!token.is(';') || !open.empty()) continue;
    if (i + 1 < tokens_.size()) throw Error(place_, "code: it writes text behind the ';' that ends the entry");
    tokens_.pop_back();
    break;
  }
  if (!open.empty()) throw Error(place_, "code: brackets in what it writes are not closed");
  if (tokens_.empty()) throw Error(place_, "code: it writes nothing to the stream os");
  return std::move(tokens_);
}

std::function<void(Frame&)> entryWriter(const Node& keyword, const Node& value, const Place& place) {
  if (value->type == Type::cellCentres) return entryWriter(keyword, converted(value, Type::vectors, place), place);
  if (!isList(value->type)) refuse(place, fmt::format("writeEntry of {}", nameOf(value->type)));
  return [keyword, value](Frame& f) {
    if (const std::string word = keyword->text(f); !word.empty())
      f.fail(fmt::format("writeEntry with the keyword \"{}\": it must be \"\"", word));
    const ListPtr list = value->list(f);
    checkSet(f, *list);
    f.count(list->size());
    f.out.fieldEntry(value->type, *list);
  };
}

std::function<void(Frame&)> streamWriter(const Node& value, const Place& place) {
  if (value->type == Type::text) return [value](Frame& f) { f.out.text(value->text(f)); };
  if (isNumber(value->type))
    return [value](Frame& f) {
      const double number = value->number(f);
      if (!std::isfinite(number)) f.fail(fmt::format("the number that is written is {}", number));
      f.out.number(value->type, number);
    };
  if (value->type == Type::vector || value->type == Type::diagTensor)
    return [value](Frame& f) {
      const auto v = value->vector(f);
      for (const double x : v)
        if (!std::isfinite(x)) f.fail(fmt::format("a component of the vector that is written is {}", x));
      f.out.text(fmt::format("({} {} {})", v[0], v[1], v[2]));
    };
  if (isList(value->type))
    return [value](Frame& f) {
      const ListPtr list = value->list(f);
      checkSet(f, *list);
      f.count(list->size() * list->components);
      f.out.list(value->type, *list);
    };
  refuse(place, fmt::format("{} in what is written", nameOf(value->type)));
}

}  // namespace eagre::config::code
