// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "config/code/output.hpp"
#include "config/code/parser.hpp"
#include "core/one_of.hpp"

/// Statements and declarations.
namespace eagre::config::code {
namespace {

/// A word of C++ that begins no statement of the subset.
bool isOtherKeyword(const Lexeme& lexeme) {
  return lexeme.isOneOf({"switch",   "goto",  "try",       "catch", "class",   "struct", "template", "typedef", "static",
                         "enum",     "union", "namespace", "case",  "default", "else",   "asm",      "extern",  "volatile",
                         "unsigned", "long",  "short",     "float", "char",    "void",   "tmp",      "autoPtr"});
}

/// A type whose variables have values of their own, and are no objects of OpenFOAM's.
bool isValue(Type type) { return isNumber(type) || type == Type::vector || isList(type); }

void checkReference(Type type, bool isConst, const Node& from, const Place& place) {
  if (type == Type::diagTensor) refuse(place, "a variable of type diagTensor");
  if (isValue(type) && !isConst && (!from->assignable || from->type != type))
    refuse(place, fmt::format("a reference that is not const to a const, a temporary or another type ({})", nameOf(from->type)));
}

}  // namespace

Statement Parser::numbered(const Place& place, std::function<void(Frame&)> action) const {
  return [line = place.line, action = std::move(action)](Frame& f) {
    f.place.line = line;
    f.count();
    action(f);
    return Flow::next;
  };
}

Statement Parser::sequence(std::vector<Statement> statements) const {
  return [statements = std::move(statements)](Frame& f) {
    for (const Statement& statement : statements)
      if (const Flow flow = statement(f); flow != Flow::next) return flow;
    return Flow::next;
  };
}

Statement Parser::block() {
  scopes_.emplace_back();
  std::vector<Statement> statements;
  while (!accept("}")) {
    if (peek().kind == Lexeme::Kind::end) failAt(peek(), "a '}' is missing");
    statements.push_back(statement());
  }
  scopes_.pop_back();
  return sequence(std::move(statements));
}

Statement Parser::statement() {
  const Level level(*this);
  if (accept("{")) return block();
  if (accept(";")) return sequence({});
  if (peek().is("if")) return ifStatement();
  if (peek().is("for")) return forStatement();
  if (peek().isOneOf({"forAll", "forAllReverse"})) return forAllStatement();
  if (peek().isOneOf({"while", "do"})) return whileStatement();
  if (accept("using")) return usingDirective();
  if (peek().isOneOf({"break", "continue", "return"})) return jump();
  if (isOtherKeyword(peek()) && !find(peek().text)) failAt(peek(), "a statement is expected");
  const std::size_t begin = at_;
  if (const auto type = typeWords()) {
    // "vector(1, 0, 0);" is an expression
    if (peek().kind == Lexeme::Kind::identifier) {
      Statement made = declaration(*type);
      expect(";");
      return made;
    }
    at_ = begin;
  }
  Statement made = expressionStatement();
  expect(";");
  return made;
}

Statement Parser::usingDirective() {
  if (!accept("namespace") || !accept("Foam")) failAt(peek(), "only 'using namespace Foam;'");
  expect(";");
  return sequence({});
}

/// break, continue, return
Statement Parser::jump() {
  const std::string word = next().text;
  if (word != "return" && loops_ == 0) failAt(peek(), "outside of a loop");
  expect(";");
  const Flow flow = word == "break" ? Flow::breakLoop : word == "continue" ? Flow::continueLoop : Flow::leave;
  return [flow](Frame&) { return flow; };
}

Statement Parser::ifStatement() {
  next();
  expect("(");
  const Place place = here();
  const Node condition = converted(expression(), Type::boolean, place);
  expect(")");
  // what is declared in a branch ends with it
  const auto branch = [&] {
    scopes_.emplace_back();
    Statement made = statement();
    scopes_.pop_back();
    return made;
  };
  Statement yes = branch(), no = sequence({});
  if (accept("else")) no = branch();
  return [condition, yes, no, line = place.line](Frame& f) {
    f.place.line = line;
    f.count();
    return condition->number(f) != 0 ? yes(f) : no(f);
  };
}

Statement Parser::declaration(const TypeWords& type) {
  std::vector<Statement> all;
  do {
    TypeWords own = type;
    if (!all.empty()) own.isReference = accept("&");
    const Place place = here();
    const Lexeme name = next();
    if (name.kind != Lexeme::Kind::identifier) failAt(name, "a name is expected");
    all.push_back(declared(own, name.text, place));
  } while (accept(","));
  return sequence(std::move(all));
}

Statement Parser::declared(const TypeWords& type, const std::string& name, const Place& place) {
  if (accept("=")) return initialised(type, name, assigned(type.type), place);
  if (type.type == Type::nothing) failAt(peek(), "expected '='");
  if (accept("(")) return declaredInParentheses(type, name, place);
  if (peek().is("{")) {
    if (isList(type.type)) return initialised(type, name, bracedList(type.type), place);
    next();
    return initialised(type, name, constructed(type.type, arguments("}"), place), place);
  }
  if (type.isReference || type.isConst) failAt(peek(), "a const or a reference needs a value");
  if (isList(type.type)) return initialised(type, name, constructed(type.type, {}, place), place);
  if (type.type == Type::text) return initialised(type, name, textNode([](Frame&) { return std::string(); }), place);
  if (!isNumber(type.type) && type.type != Type::vector) failAt(peek(), "expected '='");
  const auto slot = static_cast<std::size_t>(declare(name, type.type, false));
  return numbered(place, [slot](Frame& f) {
    f.slots[slot] = Slot{};
    f.slots[slot].value.fill(unset());
  });
}

/// scalarField f({a, b}); const vector& v(w); scalar s(1);
Statement Parser::declaredInParentheses(const TypeWords& type, const std::string& name, const Place& place) {
  if (peek().is("{") && isList(type.type)) {
    const Node list = bracedList(type.type);
    expect(")");
    return initialised(type, name, list, place);
  }
  const auto given = arguments(")");
  if (given.size() == 1 && !isList(type.type)) return initialised(type, name, given[0], place);
  if (type.isReference && given.size() == 1) return reference(type, name, given[0], place);
  return initialised(type, name, constructed(type.type, given, place), place);
}

Statement Parser::store(std::size_t slot, const Node& value, const Place& place) const {
  return numbered(place, [slot, value](Frame& f) {
    std::array<double, 3> numbers{};
    load(*value, f, numbers.data());
    f.slots[slot] = Slot{};
    f.slots[slot].value = numbers;
  });
}

Statement Parser::initialised(const TypeWords& given, const std::string& name, const Node& from, const Place& place) {
  TypeWords type = given;
  if (type.type == Type::nothing) type.type = from->type == Type::zero ? Type::nothing : from->type;
  if (type.type == Type::nothing) refuse(place, "auto for this value");
  if (type.isReference) return reference(type, name, from, place);
  const Node value = converted(from, type.type, place);
  const auto slot = static_cast<std::size_t>(declare(name, type.type, type.isConst));
  if (isList(type.type))
    return numbered(place, [slot, value](Frame& f) {
      const ListPtr list = value->list(f);
      f.slots[slot].list = value->temporary ? list : std::make_shared<List>(List{list->components, list->values});
    });
  if (type.type == Type::text) return numbered(place, [slot, value](Frame& f) { f.slots[slot].text = value->text(f); });
  if (!isValue(type.type)) refuse(place, fmt::format("a copy of {} (a reference is missing its '&')", nameOf(type.type)));
  return store(slot, value, place);
}

Statement Parser::reference(const TypeWords& type, const std::string& name, const Node& from, const Place& place) {
  checkReference(type.type, type.isConst, from, place);
  if (from->slot >= 0 && from->type == type.type && isValue(type.type)) {  // another name of a variable
    Variable other{.type = type.type, .isConst = type.isConst, .slot = from->slot, .loops = loops_};
    if (!scopes_.back().emplace(name, other).second) throw Error(place, fmt::format("code: '{}' is declared twice", name));
    return sequence({});
  }
  const Node value = converted(from, type.type, place);
  const auto slot = static_cast<std::size_t>(declare(name, type.type, type.isConst));
  if (isList(type.type)) return numbered(place, [slot, value](Frame& f) { f.slots[slot].list = value->list(f); });
  if (value == from && from->element)
    return numbered(place, [slot, from](Frame& f) {
      Slot s;
      std::tie(s.list, s.offset) = from->element(f);
      s.isReference = true;
      f.slots[slot] = std::move(s);
    });
  if (isNamed(type.type)) return numbered(place, [slot, value](Frame& f) { f.slots[slot].text = value->text(f); });
  if (isValue(type.type) && from->assignable && value == from) refuse(place, "a reference to a component of a vector");
  return store(slot, value, place);
}

Statement Parser::streamOutput(const Node& stream) {
  std::vector<Statement> all;
  while (peek().is("<<")) {
    const Place place = here();
    next();
    const Node value = binaryChain(9);
    const auto write = streamWriter(value, place);
    if (stream->type == Type::stream) all.push_back(numbered(place, write));
  }
  return sequence(std::move(all));
}

/// operator==(f); this->operator==(f); (*this) == f;
Statement Parser::conditionAssignment() {
  const Place place = here();
  const bool infix = accept("(");
  if (infix) {
    at_ += 2;  // *this
    expect(")");
  } else {
    if (peek().is("this")) at_ += 2;
    expect("operator");
  }
  if (!accept("==")) failAt(peek(), "only operator==, as a fixed value ignores operator=");
  if (!infix) expect("(");
  const Node value = expression();
  if (!infix) expect(")");
  return numbered(place, assignment("=", ofCondition("*this", {}, place), value, place));
}

bool Parser::isConditionAssignment() const {
  if (!isCondition()) return false;
  const auto follow = [this](std::initializer_list<std::string_view> words) {
    std::size_t n = 0;
    return std::ranges::all_of(words, [&](std::string_view word) { return peek(n++).is(word); });
  };
  if (follow({"*", "this", "="})) failAt(peek(2), "a fixed value ignores operator=; write operator==");
  return peek().is("operator") || follow({"this", "->", "operator"}) || (follow({"(", "*", "this"}) && peek(4).is("=="));
}

/// writeEntry(os, "", field)
Statement Parser::writeEntryCall() {
  const Place place = here();
  at_ += 2;
  const auto given = arguments(")");
  if (given.size() != 3 || given[0]->type != Type::stream || given[1]->type != Type::text)
    refuse(place, "writeEntry with other arguments than (os, \"\", field)");
  return numbered(place, entryWriter(given[1], given[2], place));
}

/// op: ++, --
Statement Parser::increment(const std::string& op, const Node& target, const Place& place) const {
  return numbered(place, assignment(op == "++" ? "+=" : "-=", target, constant(Type::label, 1), place));
}

/// =, +=, ... is next.
Statement Parser::assignmentTo(const Node& target, const Place& place) {
  const std::string op = next().text;
  const Node value = op == "=" ? assigned(target->type) : expression();
  checkSum(op, target, place);
  if (peek().is("=")) failAt(peek(), "one assignment in a statement");
  return numbered(place, assignment(op, target, value, place));
}

Statement Parser::expressionStatement() {
  const Place place = here();
  if (isConditionAssignment()) return conditionAssignment();
  if (peek().isOneOf({"Info", "Pout", "Sout"}) && !find(peek().text)) {  // to the log: what it says does not count
    next();
    return streamOutput(constant(Type::log, 0));
  }
  if (peek().is("writeEntry") && peek(1).is("(") && !find("writeEntry")) return writeEntryCall();
  if (peek().isOneOf({"++", "--"})) {
    const std::string op = next().text;
    return increment(op, prefixed(), place);
  }
  const Node left = expression();
  if (left->type == Type::stream && peek().is("<<")) return streamOutput(left);
  if (peek().isOneOf({"++", "--"})) return increment(next().text, left, place);
  if (accept(".")) {  // a method that changes the list
    const std::string name = next().text;
    expect("(");
    return numbered(place, changingMethod(left, name, arguments(")"), place));
  }
  if (peek().isOneOf({"=", "+=", "-=", "*=", "/=", "%="})) return assignmentTo(left, place);
  if (!peek().is(";") && !peek().is(")")) failAt(peek(), "expected an operator or ';'");
  refuse(place, "a statement that does nothing");
}

}  // namespace eagre::config::code
