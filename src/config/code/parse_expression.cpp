// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "config/code/parser.hpp"
#include "core/one_of.hpp"

/// Expressions, by recursive descent over the precedences of C++.
namespace eagre::config::code {
namespace {

/// 0: no binary operator of the subset. '<<' is of streams only, in parse_statement.cpp.
int precedence(const Lexeme& lexeme) {
  if (lexeme.kind != Lexeme::Kind::symbol) return 0;
  struct Level {
    std::string_view op;
    int level;
  };
  constexpr std::array levels{Level{"||", 1}, Level{"&&", 2}, Level{"^", 4},  Level{"&", 5},  Level{"==", 6},
                              Level{"!=", 6}, Level{"<", 7},  Level{">", 7},  Level{"<=", 7}, Level{">=", 7},
                              Level{"+", 9},  Level{"-", 9},  Level{"*", 10}, Level{"/", 10}, Level{"%", 10}};
  for (const Level& each : levels)
    if (lexeme.text == each.op) return each.level;
  return 0;
}

Node uniformVector(const Node& x) {
  return vectorNode(
      [x](Frame& f) {
        const double value = x->number(f);
        return std::array{value, value, value};
      },
      {x});
}

/// A cast to IOdictionary, which only the dictionary of the file is.
Node fileDictionary(const Node& dictionary) {
  return numberNode(Type::fileDictionary,
                    [dictionary](Frame& f) {
                      const double depth = dictionary->number(f);
                      if (depth != 0)
                        f.fail(
                            fmt::format("a cast to IOdictionary of what is not the dictionary of the file: it is {} level{} "
                                        "below; parent() leads up",
                                        depth, depth > 1 ? "s" : ""));
                      return 0.0;
                    },
                    {dictionary});
}

}  // namespace

Node Parser::expression() {
  const Level level(*this);
  const Place place = here();
  Node condition = binaryChain(1);
  if (!accept("?")) return condition;
  const Node yes = expression();
  expect(":");
  const Node no = expression();
  return chosen(condition, yes, no, place);
}

Node Parser::binaryChain(int lowest) {
  Node left = prefixed();
  for (int level = precedence(peek()); level >= lowest && level > 0; level = precedence(peek())) {
    const Place place = here();
    const std::string op = next().text;
    left = binary(op, left, binaryChain(level + 1), place);
  }
  return left;
}

Node Parser::prefixed() {
  const Level level(*this);
  const Place place = here();
  for (const char* op : {"-", "+", "!"})
    if (accept(op)) return unary(op, prefixed(), place);
  if (peek().is("*") && peek(1).is("this") && isCondition()) {
    at_ += 2;
    return ofCondition("*this", {}, place);
  }
  for (const char* op : {"*", "&", "~", "++", "--", "new", "delete", "sizeof", "throw"})
    if (peek().is(op)) failAt(peek(), "not as part of an expression");
  return postfixed(primary());
}

Node Parser::postfixed(Node node) {
  for (;;) {
    const Place place = here();
    if (accept("[")) {
      const bool outer = indexAllowed_;
      indexAllowed_ = true;
      const Node index = expression();
      indexAllowed_ = outer;
      expect("]");
      checkIndex(node, index, place);
      node = indexed(node, index, place);
    } else if (peek().is(".") || peek().is("->")) {
      if (peek().is("->") && node->type != Type::condition) failAt(peek(), "no pointers but this");
      if (peek(1).isOneOf({"lookupPatchField", "lookupObject"}) && peek(2).is("<")) {
        node = lookedUp(node, place);
        continue;
      }
      // what changes its object is a statement
      if (peek(1).kind != Lexeme::Kind::identifier || !peek(2).is("(")) failAt(peek(1), "a method call is expected");
      const std::size_t begin = at_;
      next();
      const std::string name = next().text;
      next();
      const std::vector<Node> given = arguments(")");
      if (changingMethod(node, name, given, place)) {
        at_ = begin;
        return node;
      }
      node = node->type == Type::condition ? ofCondition(name, given, place) : method(node, name, given, place);
    } else {
      return node;
    }
  }
}

/// .lookupPatchField<volScalarField, scalar>("alpha.water"): '.' is next.
Node Parser::lookedUp(const Node& of, const Place& place) {
  next();
  const std::string name = next().text;
  expect("<");
  bool standard = false;
  const std::string field = qualifiedName(standard);
  if (accept(",")) {
    const std::string value = qualifiedName(standard);
    if (value != (field == "volVectorField" ? "vector" : "scalar")) refuse(place, fmt::format("{}<{}, {}>", name, field, value));
  }
  expect(">");
  expect("(");
  const Node text = expression();
  expect(")");
  if (of->type != Type::condition) return lookup(of, name, field, text, place);
  refuse(place, fmt::format("'{}' of the condition itself; patch() and db() have it", name));
}

std::vector<Node> Parser::arguments(std::string_view close) {
  std::vector<Node> list;
  if (accept(close)) return list;
  do {
    if (peek().is(close) && close == "}") break;  // a comma may end a list in braces
    list.push_back(expression());
  } while (accept(","));
  expect(close);
  return list;
}

Node Parser::primary() {
  const Place place = here();
  const Lexeme& lexeme = peek();
  switch (lexeme.kind) {
    case Lexeme::Kind::integer:
      return constant(Type::label, next().number);
    case Lexeme::Kind::real:
      return constant(Type::scalar, next().number);
    case Lexeme::Kind::text: {
      std::string text;
      while (peek().kind == Lexeme::Kind::text) text += next().text;
      return textNode([text](Frame&) { return text; });
    }
    case Lexeme::Kind::identifier:
      return named();
    default:
      break;
  }
  if (accept("(")) {
    const std::size_t begin = at_;
    if (const auto type = typeWords(); type && accept(")")) {  // (scalar)x
      if (type->type == Type::nothing || type->isReference) failAt(peek(), "a cast to this type");
      return converted(prefixed(), type->type, place);
    }
    at_ = begin;
    Node inner = expression();
    expect(")");
    return inner;
  }
  if (peek().is("::")) return named();
  failAt(lexeme, "an expression is expected");
}

Node Parser::named(const Variable& found) {
  const Place place = here();
  if (found.type == Type::dictionary && found.slot == 0) looksAtDictionary_ = true;
  next();
  if (isCondition() && found.isIndex && !indexAllowed_)
    refuse(place, "the number of a face as a value, which depends on the decomposition,");
  return variable(found);
}

/// vector(1, 0, 0), vector{1, 0, 0}, scalarField({a, b}); the name of the type is read.
Node Parser::constructed(const TypeWords& type, const Place& place) {
  if (type.type == Type::nothing || type.isConst || type.isReference) failAt(peek(), "an expression is expected before it");
  if (accept("{")) return constructed(type.type, arguments("}"), place);
  if (!accept("(")) failAt(peek(), "expected '(' behind the name of a type");
  if (peek().is("{") && isList(type.type)) {
    Node list = bracedList(type.type);
    expect(")");
    return list;
  }
  return constructed(type.type, arguments(")"), place);
}

Node Parser::named() {
  const Place place = here();
  if (peek().is("this")) {
    if (!isCondition()) failAt(peek(), "no object here");
    next();
    return constant(Type::condition, 0);
  }
  if (const Variable* found = peek().is("::") ? nullptr : find(peek().text); found && !peek(1).is("::")) return named(*found);
  if (const auto type = typeWords()) return constructed(*type, place);
  const Lexeme first = peek();
  bool standard = false;
  const std::string name = qualifiedName(standard);
  if (!standard)
    if (Node value = namedConstant(name); value && !peek().is("(")) return value;
  if (name == "vector::uniform" && accept("(")) {
    const auto given = arguments(")");
    if (given.size() != 1) failAt(first, "one argument is expected");
    return uniformVector(converted(given[0], Type::scalar, place));
  }
  if (peek().is("(") || peek().is("<")) return castOrCall(name, standard, place);
  refuse(place, fmt::format("the name '{}', which is neither declared nor known,", name));
}

/// static_cast<T>(x) and its like; '<' is read.
Node Parser::cast(const std::string& name, const Place& place) {
  const auto type = typeWords();
  if (!type || type->type == Type::nothing) failAt(peek(), "unknown type");
  expect(">");
  expect("(");
  Node value = expression();
  expect(")");
  if (type->type == Type::fileDictionary && value->type == Type::dictionary) return fileDictionary(value);
  if (type->type == Type::mesh && value->type == Type::database) return constant(Type::mesh, 0);
  if (name == "static_cast" && isNumber(type->type)) return converted(value, type->type, place);
  // Of what code can only read, the cast is the thing itself; of a variable it would let it be changed.
  constexpr std::array readOnly{Type::mesh, Type::dictionary, Type::fileDictionary, Type::database};
  if (name == "const_cast" && value->type == type->type && std::ranges::find(readOnly, type->type) != readOnly.end())
    return value;
  refuse(place, fmt::format("{}<{}> of {}", name, nameOf(type->type), nameOf(value->type)));
}

Node Parser::castOrCall(const std::string& name, bool standard, const Place& place) {
  if (isOneOf(name, {"static_cast", "refCast", "dynamicCast", "dynamic_cast", "const_cast"}) && accept("<"))
    return cast(name, place);
  if (peek().is("<")) refuse(place, fmt::format("the name '{}', which is neither declared nor known,", name));
  expect("(");
  const std::vector<Node> given = arguments(")");
  if (isCondition() && !standard && !isFunction(name)) return ofCondition(name, given, place);
  if (isCondition() && given.size() == 1 && isList(given[0]->type) &&
      isOneOf(name, {"max", "min", "sum", "average", "gMax", "gMin", "gSum", "gAverage"}))
    refuse(place, fmt::format("{} over a patch, which depends on the decomposition,", name));
  return call(name, given, standard, place);
}

void Parser::checkIndex(const Node& list, const Node& index, const Place& place) const {
  if (!isCondition() || list->type == Type::vector || list->type == Type::fieldOfPatches || index->slot >= 0) return;
  refuse(place, "an index that is not the variable of the loop, and so depends on the decomposition,");
}

void Parser::checkSum(const std::string& op, const Node& target, const Place& place) const {
  if (!isCondition() || op == "=" || loops_ == 0 || target->slot < 0) return;
  for (const auto& scope : scopes_)
    for (const auto& [name, variable] : scope)
      if (variable.slot == target->slot && variable.loops < loops_ && !isList(variable.type))
        refuse(place, fmt::format("'{}' over the faces of a patch, which depends on the decomposition,", op));
}

Node Parser::ofCondition(const std::string& name, const std::vector<Node>& given, const Place& place) {
  const Type value = signature_.components == 3 ? Type::vector : Type::scalar;
  const bool mixed = signature_.use == Signature::Use::mixed;
  if (given.empty())
    if (Node list = listOfCondition(name, value, mixed)) return list;
  if (given.empty() && name == "size") return method(listOfCondition("*this", value, mixed), name, given, place);
  if (name == "patch" || name == "db") return method(constant(Type::condition, 0), name, given, place);
  refuse(place, fmt::format("the function or method '{}'", name));
}

Node Parser::constructedList(Type type, const std::vector<Node>& given, const Place& place) {
  if (given.size() == 1 && !isNumber(given[0]->type)) {
    const Node from = converted(given[0], type, place);
    return listNode(type,
                    [from](Frame& f) {
                      return std::make_shared<List>(List{from->list(f)->components, from->list(f)->values});
                    },
                    {from});
  }
  const Node size = given.empty() ? constant(Type::label, 0) : given[0];
  if (!isNumber(size->type) || size->type == Type::scalar)
    refuse(place, fmt::format("a list whose length is a {}", nameOf(size->type)));
  const Node value = given.size() == 2 ? converted(given[1], elementOf(type), place) : nullptr;
  const auto list = [type, size, value](Frame& f) {
    const double n = size->number(f);
    if (n < 0) f.fail("a list of a negative number of values");
    f.checkLength(static_cast<std::size_t>(n));
    f.count(static_cast<std::size_t>(n));
    ListPtr made = f.newList(type, static_cast<std::size_t>(n));
    if (!value) return made;
    double numbers[3];
    load(*value, f, numbers);
    for (std::size_t i = 0; i < made->values.size(); ++i) made->values[i] = numbers[i % made->components];
    return made;
  };
  return value ? listNode(type, list, {size, value}) : listNode(type, list, {size});
}

Node Parser::constructed(Type type, const std::vector<Node>& given, const Place& place) {
  if ((type == Type::vector || type == Type::diagTensor) && given.size() == 3) {
    const Node x = converted(given[0], Type::scalar, place), y = converted(given[1], Type::scalar, place),
               z = converted(given[2], Type::scalar, place);
    return tripleNode(type, [x, y, z](Frame& f) { return std::array{x->number(f), y->number(f), z->number(f)}; }, {x, y, z});
  }
  if (isList(type) && given.size() <= 2) return constructedList(type, given, place);
  if (given.size() == 1 && (isNumber(type) || type == Type::vector)) return converted(given[0], type, place);
  if (given.size() == 1 && type == Type::text && given[0]->type == Type::text) return given[0];
  refuse(place, fmt::format("a {} made of {} arguments", nameOf(type), given.size()));
}

Node Parser::assigned(Type type) {
  if (!peek().is("{")) return expression();
  return isList(type) ? bracedList(type) : type == Type::vector ? bracedValue(type) : expression();
}

Node Parser::bracedValue(Type type) {
  const Place place = here();
  if (type == Type::vector && accept("{")) return constructed(type, arguments("}"), place);
  return converted(expression(), type, place);
}

Node Parser::bracedList(Type type) {
  const Level level(*this);
  expect("{");
  std::vector<Node> values;
  while (!accept("}")) {
    values.push_back(bracedValue(elementOf(type)));
    if (!accept(",") && !peek().is("}")) failAt(peek(), "expected ',' or '}'");
  }
  return listNode(type, [type, values](Frame& f) {
    ListPtr list = f.newList(type, values.size());
    for (std::size_t i = 0; i < values.size(); ++i) load(*values[i], f, &list->values[i * list->components]);
    return list;
  });
}

}  // namespace eagre::config::code
