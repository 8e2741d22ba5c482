// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/code/lexer.hpp"
#include "config/code/value.hpp"

/// Operators with the types and the rounding of C++ and of OpenFOAM's vectors.
namespace eagre::config::code {
namespace {

/// r = a op b for one value; writes componentsOf(result) numbers.
using Kernel = void (*)(Frame&, const double* a, const double* b, double* r);
struct Operation {
  Type result = Type::nothing;  ///< nothing: not defined for these types
  Kernel kernel = nullptr;
};

/// Labels are exact in a double; what C++ leaves undefined is an error.
double checkedLabel(Frame& frame, double r) {
  if (!(std::fabs(r) < 2147483648.0) && r != -2147483648.0) frame.fail("an operation on labels goes beyond 32 bits");
  return r;
}

Operation labelOperation(const std::string& op) {
  if (op == "+")
    return {Type::label, [](Frame& f, const double* a, const double* b, double* r) { *r = checkedLabel(f, *a + *b); }};
  if (op == "-")
    return {Type::label, [](Frame& f, const double* a, const double* b, double* r) { *r = checkedLabel(f, *a - *b); }};
  if (op == "*")
    return {Type::label, [](Frame& f, const double* a, const double* b, double* r) { *r = checkedLabel(f, *a * *b); }};
  if (op == "/")
    return {Type::label, [](Frame& f, const double* a, const double* b, double* r) {
              if (*b == 0) f.fail("a label is divided by zero");
              *r = checkedLabel(f, std::trunc(*a / *b));
            }};
  if (op == "%")
    return {Type::label, [](Frame& f, const double* a, const double* b, double* r) {
              if (*b == 0) f.fail("a label is divided by zero");
              *r = std::fmod(*a, *b) + 0.0;
            }};
  return {};
}

Operation scalarOperation(const std::string& op) {
  if (op == "+") return {Type::scalar, [](Frame&, const double* a, const double* b, double* r) { *r = *a + *b; }};
  if (op == "-") return {Type::scalar, [](Frame&, const double* a, const double* b, double* r) { *r = *a - *b; }};
  if (op == "*") return {Type::scalar, [](Frame&, const double* a, const double* b, double* r) { *r = *a * *b; }};
  if (op == "/") return {Type::scalar, [](Frame&, const double* a, const double* b, double* r) { *r = *a / *b; }};
  return {};
}

Operation comparison(const std::string& op) {
  if (op == "<") return {Type::boolean, [](Frame&, const double* a, const double* b, double* r) { *r = *a < *b; }};
  if (op == ">") return {Type::boolean, [](Frame&, const double* a, const double* b, double* r) { *r = *a > *b; }};
  if (op == "<=") return {Type::boolean, [](Frame&, const double* a, const double* b, double* r) { *r = *a <= *b; }};
  if (op == ">=") return {Type::boolean, [](Frame&, const double* a, const double* b, double* r) { *r = *a >= *b; }};
  if (op == "==") return {Type::boolean, [](Frame&, const double* a, const double* b, double* r) { *r = *a == *b; }};
  if (op == "!=") return {Type::boolean, [](Frame&, const double* a, const double* b, double* r) { *r = *a != *b; }};
  return {};
}

Operation vectorOperation(const std::string& op) {
  if (op == "+")
    return {Type::vector, [](Frame&, const double* a, const double* b, double* r) {
              for (int k = 0; k < 3; ++k) r[k] = a[k] + b[k];
            }};
  if (op == "-")
    return {Type::vector, [](Frame&, const double* a, const double* b, double* r) {
              for (int k = 0; k < 3; ++k) r[k] = a[k] - b[k];
            }};
  if (op == "&")
    return {Type::scalar,
            [](Frame&, const double* a, const double* b, double* r) { *r = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }};
  if (op == "^")
    return {Type::vector, [](Frame&, const double* a, const double* b, double* r) {
              r[0] = a[1] * b[2] - a[2] * b[1];
              r[1] = a[2] * b[0] - a[0] * b[2];
              r[2] = a[0] * b[1] - a[1] * b[0];
            }};
  if (op == "==")
    return {Type::boolean, [](Frame&, const double* a, const double* b, double* r) { *r = std::equal(a, a + 3, b); }};
  if (op == "!=")
    return {Type::boolean, [](Frame&, const double* a, const double* b, double* r) { *r = !std::equal(a, a + 3, b); }};
  return {};
}

Operation operationOf(const std::string& op, Type a, Type b);

/// A diagTensor goes with numbers and its like as a vector does.
Operation diagonalOperation(const std::string& op, Type a, Type b) {
  const bool both = a == b;
  if (!(both ? op == "+" || op == "-" : isNumber(a) ? op == "*" : isNumber(b) && (op == "*" || op == "/"))) return {};
  const auto asVector = [](Type type) { return type == Type::diagTensor ? Type::vector : type; };
  return {Type::diagTensor, operationOf(op, asVector(a), asVector(b)).kernel};
}

Operation vectorByNumber(const std::string& op) {
  if (op == "*")
    return {Type::vector, [](Frame&, const double* u, const double* s, double* r) {
              for (int k = 0; k < 3; ++k) r[k] = u[k] * *s;
            }};
  if (op == "/")
    return {Type::vector, [](Frame&, const double* u, const double* s, double* r) {
              for (int k = 0; k < 3; ++k) r[k] = u[k] / *s;
            }};
  return {};
}

Operation numberByVector(const std::string& op) {
  if (op != "*") return {};
  return {Type::vector, [](Frame&, const double* s, const double* u, double* r) {
            for (int k = 0; k < 3; ++k) r[k] = *s * u[k];
          }};
}

Operation operationOf(const std::string& op, Type a, Type b) {
  if (a == Type::diagTensor || b == Type::diagTensor) return diagonalOperation(op, a, b);
  if (isNumber(a) && isNumber(b)) {
    if (const Operation compared = comparison(op); compared.kernel) return compared;
    return a == Type::scalar || b == Type::scalar ? scalarOperation(op) : labelOperation(op);
  }
  if (a == Type::vector && b == Type::vector) return vectorOperation(op);
  if (a == Type::vector && isNumber(b)) return vectorByNumber(op);
  if (isNumber(a) && b == Type::vector) return numberByVector(op);
  return {};
}

[[noreturn]] void refuseOperation(const std::string& op, Type a, Type b, const Place& place) {
  refuse(place, fmt::format("{} {} {}", nameOf(a), op, nameOf(b)));
}

Type single(Type type) { return isList(type) ? elementOf(type) : type; }

/// Operations on whole lists, element by element.
Node overLists(const Operation& operation, const Node& a, const Node& b) {
  const Type type = listOf(operation.result);
  const auto f = [operation, a, b, type](Frame& frame) {
    double one[3], other[3];
    const ListPtr listA = isList(a->type) ? a->list(frame) : nullptr;
    const ListPtr listB = isList(b->type) ? b->list(frame) : nullptr;
    if (!listA) load(*a, frame, one);
    if (!listB) load(*b, frame, other);
    if (listA && listB && listA->size() != listB->size())
      frame.fail(fmt::format("lists of {} and {} values do not go together", listA->size(), listB->size()));
    const std::size_t n = listA ? listA->size() : listB->size();
    frame.count(n);
    ListPtr result = frame.newList(type, n);
    for (std::size_t i = 0; i < n; ++i)
      operation.kernel(frame, listA ? &listA->values[i * listA->components] : one,
                       listB ? &listB->values[i * listB->components] : other, &result->values[i * result->components]);
    return result;
  };
  return listNode(type, f, {a, b});
}

/// Operations on single values.
Node overValues(const Operation& operation, const Node& a, const Node& b) {
  const Kernel kernel = operation.kernel;
  if (componentsOf(operation.result) == 3)
    return tripleNode(operation.result,
                      [kernel, a, b](Frame& f) {
                        double one[3], other[3];
                        std::array<double, 3> r{};
                        load(*a, f, one);
                        load(*b, f, other);
                        kernel(f, one, other, r.data());
                        return r;
                      },
                      {a, b});
  if (a->number && b->number)
    return numberNode(operation.result,
                      [kernel, a, b](Frame& f) {
                        const double one = a->number(f), other = b->number(f);
                        double r = 0;
                        kernel(f, &one, &other, &r);
                        return r;
                      },
                      {a, b});
  return numberNode(operation.result,
                    [kernel, a, b](Frame& f) {
                      double one[3], other[3], r = 0;
                      load(*a, f, one);
                      load(*b, f, other);
                      kernel(f, one, other, &r);
                      return r;
                    },
                    {a, b});
}

/// && and ||: b is evaluated if a does not decide.
Node logical(const std::string& op, const Node& a, const Node& b, const Place& place) {
  const Node left = converted(a, Type::boolean, place), right = converted(b, Type::boolean, place);
  if (op == "&&")
    return numberNode(Type::boolean,
                      [left, right](Frame& f) { return left->number(f) != 0 && right->number(f) != 0 ? 1.0 : 0.0; },
                      {left, right});
  return numberNode(Type::boolean, [left, right](Frame& f) { return left->number(f) != 0 || right->number(f) != 0 ? 1.0 : 0.0; },
                    {left, right});
}

bool isZero(const Node& node) { return node->type == Type::zero; }

}  // namespace

Node unary(const std::string& op, const Node& a, const Place& place) {
  if (op == "!" && isNumber(a->type))
    return numberNode(Type::boolean, [a](Frame& f) { return a->number(f) == 0 ? 1.0 : 0.0; }, {a});
  const bool minus = op == "-";
  if (op != "-" && op != "+") refuse(place, fmt::format("the operator {} before {}", op, nameOf(a->type)));
  if (a->type == Type::scalar)
    return numberNode(Type::scalar, [a, minus](Frame& f) { return minus ? -a->number(f) : a->number(f); }, {a});
  if (isNumber(a->type))
    return numberNode(Type::label, [a, minus](Frame& f) { return checkedLabel(f, (minus ? -a->number(f) : a->number(f)) + 0.0); },
                      {a});
  if (a->type == Type::vector && minus)
    return vectorNode(
        [a](Frame& f) {
          const auto v = a->vector(f);
          return std::array{-v[0], -v[1], -v[2]};
        },
        {a});
  if (minus && (a->type == Type::scalars || a->type == Type::vectors)) return binary("*", constant(Type::scalar, -1), a, place);
  refuse(place, fmt::format("the operator {} before {}", op, nameOf(a->type)));
}

Node binary(const std::string& op, const Node& a, const Node& b, const Place& place) {
  if (op == "&&" || op == "||") return logical(op, a, b, place);
  if (isZero(a) != isZero(b))
    return isZero(a) ? binary(op, converted(a, single(b->type), place), b, place)
                     : binary(op, a, converted(b, single(a->type), place), place);
  if (a->type == Type::cellCentres) return binary(op, converted(a, Type::vectors, place), b, place);
  if (b->type == Type::cellCentres) return binary(op, a, converted(b, Type::vectors, place), place);
  const Operation operation = operationOf(op, single(a->type), single(b->type));
  const bool lists = isList(a->type) || isList(b->type);
  if (!operation.kernel || (lists && (operation.result == Type::boolean || operation.result == Type::diagTensor)))
    refuseOperation(op, a->type, b->type, place);
  return lists ? overLists(operation, a, b) : overValues(operation, a, b);
}

Node chosen(const Node& condition, const Node& yes, const Node& no, const Place& place) {
  const Node test = converted(condition, Type::boolean, place);
  Type type = yes->type;
  if (isNumber(type) && isNumber(no->type)) {
    if (type != no->type) type = type == Type::scalar || no->type == Type::scalar ? Type::scalar : Type::label;
  } else if (type == Type::zero) {
    type = no->type;
  } else if (type != no->type && !isZero(no)) {
    refuse(place, fmt::format("'?:' between {} and {}", nameOf(type), nameOf(no->type)));
  }
  const Node a = converted(yes, type, place), b = converted(no, type, place);
  if (isNumber(type))
    return numberNode(type, [test, a, b](Frame& f) { return test->number(f) != 0 ? a->number(f) : b->number(f); }, {test, a, b});
  if (type == Type::vector)
    return vectorNode([test, a, b](Frame& f) { return test->number(f) != 0 ? a->vector(f) : b->vector(f); }, {test, a, b});
  refuse(place, fmt::format("'?:' between {}s", nameOf(type)));
}

namespace {

/// list = value: one for all, or another list.
std::function<void(Frame&)> listAssignment(const Node& a, const Node& b, const Place& place) {
  if (!isList(b->type)) {
    const Node value = converted(b, elementOf(a->type), place);
    return [a, value](Frame& f) {
      double numbers[3];
      load(*value, f, numbers);
      const ListPtr list = a->list(f);
      f.count(list->size());
      for (std::size_t i = 0; i < list->values.size(); ++i) list->values[i] = numbers[i % list->components];
    };
  }
  const Node value = converted(b, a->type, place);
  return [a, value](Frame& f) {
    const ListPtr from = value->list(f), to = a->list(f);
    if (to->fixedLength && to->size() != from->size())
      f.fail(fmt::format("a list of {} values is assigned to {} faces", from->size(), to->size()));
    f.count(from->size());
    if (from != to) to->values = from->values;
  };
}

}  // namespace

std::function<void(Frame&)> assignment(const std::string& op, const Node& a, const Node& b, const Place& place) {
  if (!a->assignable) refuse(place, fmt::format("'{}' to what is const or no variable", op));
  if (op != "=") {
    const std::string operation = op.substr(0, 1);
    if (op.size() != 2 || std::string("+-*/%").find(operation) == std::string::npos)
      refuse(place, fmt::format("the operator {}", op));
    return assignment("=", a, binary(operation, a, b, place), place);
  }
  if (isList(a->type)) return listAssignment(a, b->type == Type::cellCentres ? converted(b, Type::vectors, place) : b, place);
  const Node value = converted(b, a->type, place);
  if (!a->target) refuse(place, fmt::format("an assignment to {}", nameOf(a->type)));
  const std::size_t n = componentsOf(a->type);
  return [a, value, n](Frame& f) {
    double numbers[3];
    load(*value, f, numbers);
    std::copy_n(numbers, n, a->target(f));
  };
}

}  // namespace eagre::config::code
