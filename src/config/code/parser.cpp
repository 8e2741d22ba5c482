// SPDX-License-Identifier: BSD-3-Clause
#include "config/code/parser.hpp"

#include <fmt/format.h>

#include "core/one_of.hpp"

namespace eagre::config::code {
namespace {

Type typeNamed(const std::string& name) {
  static const std::map<std::string, Type> types{{"scalar", Type::scalar},
                                                 {"double", Type::scalar},
                                                 {"doubleScalar", Type::scalar},
                                                 {"label", Type::label},
                                                 {"int", Type::label},
                                                 {"bool", Type::boolean},
                                                 {"vector", Type::vector},
                                                 {"diagTensor", Type::diagTensor},
                                                 {"point", Type::vector},
                                                 {"word", Type::text},
                                                 {"string", Type::text},
                                                 {"labelList", Type::labels},
                                                 {"labelField", Type::labels},
                                                 {"scalarList", Type::scalars},
                                                 {"scalarField", Type::scalars},
                                                 {"vectorList", Type::vectors},
                                                 {"vectorField", Type::vectors},
                                                 {"pointField", Type::vectors},
                                                 {"pointList", Type::vectors},
                                                 {"dictionary", Type::dictionary},
                                                 {"IOdictionary", Type::fileDictionary},
                                                 {"objectRegistry", Type::database},
                                                 {"fvMesh", Type::mesh},
                                                 {"fvBoundaryMesh", Type::boundaries},
                                                 {"polyBoundaryMesh", Type::polyBoundaries},
                                                 {"fvPatch", Type::patch},
                                                 {"polyPatch", Type::polyPatch},
                                                 {"Time", Type::time},
                                                 {"volVectorField", Type::cellCentres},
                                                 {"volScalarField", Type::volScalars},
                                                 {"fvPatchScalarField", Type::scalars},
                                                 {"fvsPatchScalarField", Type::scalars},
                                                 {"fvPatchVectorField", Type::vectors}};
  const auto found = types.find(name);
  return found == types.end() ? Type::nothing : found->second;
}

}  // namespace

Parser::Parser(std::string_view code, const Place& place, const Signature& signature)
    : lexemes_(lex(code, place)), file_(place.file), signature_(signature), scopes_(1) {
  if (signature.use != Signature::Use::stream) return;
  declare("dict", Type::dictionary, true);
  declare("os", Type::stream, false);
}

Statement Parser::program() {
  scopes_.emplace_back();
  std::vector<Statement> statements;
  if (signature_.use == Signature::Use::stream)
    statements.push_back([](Frame& f) {
      f.slots[0].value[0] = f.host.depth();
      return Flow::next;
    });
  while (peek().kind != Lexeme::Kind::end) statements.push_back(statement());
  return sequence(std::move(statements));
}

const Lexeme& Parser::peek(std::size_t n) const { return lexemes_[std::min(at_ + n, lexemes_.size() - 1)]; }

Lexeme Parser::next() {
  Lexeme lexeme = peek();
  if (at_ + 1 < lexemes_.size()) ++at_;
  return lexeme;
}

bool Parser::accept(std::string_view word) {
  if (!peek().is(word)) return false;
  next();
  return true;
}

void Parser::expect(std::string_view word) {
  if (!accept(word)) failAt(peek(), fmt::format("expected '{}'", word));
}

void Parser::failAt(const Lexeme& lexeme, const std::string& message) const {
  const std::string met = lexeme.kind == Lexeme::Kind::end ? "the end of the code" : "'" + lexeme.text + "'";
  refuse({file_, lexeme.line}, fmt::format("{} ({})", met, message));
}

const Parser::Variable* Parser::find(const std::string& name) const {
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (const auto found = scope->find(name); found != scope->end()) return &found->second;
  return nullptr;
}

int Parser::declare(const std::string& name, Type type, bool isConst) {
  const int slot = static_cast<int>(nSlots_++);
  if (!scopes_.back().emplace(name, Variable{.type = type, .isConst = isConst, .slot = slot, .loops = loops_}).second)
    throw Error(here(), fmt::format("code: '{}' is declared twice", name));
  return slot;
}

namespace {

double* numbersOf(Frame& frame, std::size_t slot) {
  Slot& s = frame.slots[slot];
  if (!s.isReference) return s.value.data();
  if (s.offset + s.list->components > s.list->values.size())
    frame.fail("a reference to a value of a list that has been shortened since");
  return &s.list->values[s.offset];
}

double checked(Frame& frame, double number) {
  if (isUnset(number)) frame.fail("a variable is used before it has a value");
  return number;
}

}  // namespace

Node Parser::variable(const Variable& variable) const {
  const auto slot = static_cast<std::size_t>(variable.slot);
  Expression e{.type = variable.type, .assignable = !variable.isConst, .slot = variable.slot};
  e.temporary = false;
  if (isList(variable.type)) {
    e.list = [slot](Frame& f) { return f.slots[slot].list; };
  } else if (isNamed(variable.type)) {
    e.assignable = false;
    e.text = [slot](Frame& f) { return f.slots[slot].text; };
  } else if (variable.type == Type::vector) {
    e.target = [slot](Frame& f) { return numbersOf(f, slot); };
    e.vector = [slot](Frame& f) {
      const double* v = numbersOf(f, slot);
      return std::array{checked(f, v[0]), checked(f, v[1]), checked(f, v[2])};
    };
  } else if (isNumber(variable.type)) {
    e.target = [slot](Frame& f) { return numbersOf(f, slot); };
    e.number = [slot](Frame& f) { return checked(f, *numbersOf(f, slot)); };
  } else {
    e.assignable = false;
    e.number = [slot](Frame& f) { return f.slots[slot].value[0]; };
  }
  return std::make_shared<const Expression>(std::move(e));
}

std::string Parser::qualifiedName(bool& standard) {
  std::string name;
  standard = accept("::");  // ::pow is that of C
  for (;;) {
    const Lexeme word = next();
    if (word.kind != Lexeme::Kind::identifier) failAt(word, "a name is expected");
    name += word.text;
    if (!accept("::")) return name;
    if (name == "Foam") {
      name.clear();
      standard = false;
    } else if (name == "std") {
      name.clear();
      standard = true;
    } else {
      name += "::";
    }
  }
}

std::string Parser::listName(const std::string& container) {
  const std::string element = peek(1).text;
  const Type type = typeNamed(element);
  const bool isVector = container == "Vector";
  const bool isKnown = type == Type::scalar || (!isVector && (type == Type::vector || type == Type::label));
  if (!peek(2).is(">") || !isKnown) refuse(here(), fmt::format("the type {}<{}>", container, element));
  at_ += 3;
  return isVector ? "vector" : nameOf(listOf(type));
}

std::optional<Parser::TypeWords> Parser::typeWords() {
  const std::size_t begin = at_;
  TypeWords words;
  words.isConst = accept("const") || accept("constexpr");
  const bool isConst = words.isConst;
  if (accept("auto")) {
    words.isConst = accept("const") || isConst;
    words.isReference = accept("&");
    return words;
  }
  if (peek().is("Foam") && peek(1).is("::")) at_ += 2;
  std::string name = peek().kind == Lexeme::Kind::identifier && !find(peek().text) ? next().text : "";
  if (peek().is("<") && isOneOf(name, {"Field", "List", "Vector", "fvPatchField", "fvsPatchField"})) name = listName(name);
  words.type = typeNamed(name);
  if (words.type == Type::nothing || peek().is("::")) {
    at_ = begin;
    if (isConst) failAt(peek(1), "unknown type");
    return std::nullopt;
  }
  words.isConst = accept("const") || isConst;
  words.isReference = accept("&");
  return words;
}

}  // namespace eagre::config::code
