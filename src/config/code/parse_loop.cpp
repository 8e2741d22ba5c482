// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <utility>

#include "config/code/parser.hpp"

/// Loops.
namespace eagre::config::code {

namespace {

bool isSized(Type type) {
  return isList(type) || type == Type::cellCentres || type == Type::patch || type == Type::polyPatch ||
         type == Type::boundaries || type == Type::polyBoundaries;
}

/// for (; condition; step) body
Statement loop(Node condition, Statement step, Statement body, bool bodyFirst, int line) {
  return [condition = std::move(condition), step = std::move(step), body = std::move(body), bodyFirst, line](Frame& f) {
    for (bool first = true;; first = false) {
      f.place.line = line;
      f.count();
      if (!(first && bodyFirst) && condition->number(f) == 0) return Flow::next;
      const Flow flow = body(f);
      if (flow == Flow::leave) return flow;
      if (flow == Flow::breakLoop) return Flow::next;
      step(f);
    }
  };
}

}  // namespace

Statement Parser::forStatement() {
  const Place place = here();
  next();
  expect("(");
  scopes_.emplace_back();
  Statement start = sequence({});
  if (!peek().is(";")) {
    const auto type = typeWords();
    start = type ? declaration(*type) : expressionStatement();
  }
  if (peek().is(":")) failAt(peek(), "a loop over the values of a list; write forAll");
  expect(";");
  for (auto& [name, variable] : scopes_.back()) variable.isIndex = variable.type == Type::label;
  indexAllowed_ = true;
  const Node condition = peek().is(";") ? constant(Type::boolean, 1) : converted(expression(), Type::boolean, place);
  expect(";");
  std::vector<Statement> steps;
  if (!peek().is(")")) do {
      steps.push_back(expressionStatement());
    } while (accept(","));
  indexAllowed_ = false;
  expect(")");
  ++loops_;
  Statement body = statement();
  --loops_;
  scopes_.pop_back();
  std::vector<Statement> both;
  both.push_back(std::move(start));
  both.push_back(loop(condition, sequence(std::move(steps)), std::move(body), false, place.line));
  return sequence(std::move(both));
}

Statement Parser::whileStatement() {
  const Place place = here();
  const bool bodyFirst = next().text == "do";
  const auto readCondition = [&] {
    expect("(");
    Node condition = converted(expression(), Type::boolean, place);
    expect(")");
    return condition;
  };
  const auto readBody = [&] {
    ++loops_;
    scopes_.emplace_back();
    Statement body = statement();
    scopes_.pop_back();
    --loops_;
    return body;
  };
  if (!bodyFirst) {
    const Node condition = readCondition();
    return loop(condition, sequence({}), readBody(), false, place.line);
  }
  Statement body = readBody();
  expect("while");
  const Node condition = readCondition();
  expect(";");
  return loop(condition, sequence({}), std::move(body), true, place.line);
}

Statement Parser::forAllStatement() {
  const Place place = here();
  const bool reverse = next().text == "forAllReverse";
  expect("(");
  const Node list = expression();
  if (!isSized(list->type)) refuse(place, fmt::format("forAll over {}", nameOf(list->type)));
  const Node size = method(list, "size", {}, place);
  expect(",");
  const Lexeme name = next();
  if (name.kind != Lexeme::Kind::identifier) failAt(name, "a name is expected");
  expect(")");
  scopes_.emplace_back();
  const auto slot = static_cast<std::size_t>(declare(name.text, Type::label, false));
  scopes_.back().at(name.text).isIndex = true;
  const Node index = variable(*find(name.text));
  ++loops_;
  Statement body = statement();
  --loops_;
  scopes_.pop_back();
  const Node zero = constant(Type::label, 0), one = constant(Type::label, 1);
  const Node condition = reverse ? binary(">=", index, zero, place) : binary("<", index, size, place);
  const auto stepped = assignment(reverse ? "-=" : "+=", index, one, place);
  Statement step = [stepped](Frame& f) {
    stepped(f);
    return Flow::next;
  };
  std::vector<Statement> both;
  both.push_back([slot, size, reverse, line = place.line](Frame& f) {
    f.place.line = line;
    f.slots[slot] = Slot{};
    f.slots[slot].value[0] = reverse ? size->number(f) - 1 : 0;
    return Flow::next;
  });
  both.push_back(loop(condition, std::move(step), std::move(body), false, place.line));
  return sequence(std::move(both));
}

}  // namespace eagre::config::code
