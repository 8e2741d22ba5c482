// SPDX-License-Identifier: BSD-3-Clause
#include "fv/expressions/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>

#include "config/expression.hpp"

namespace eagre::fv::expressions {
namespace {

/// A function of the language, apart from those of numbers.
struct Known {
  std::string_view name;
  std::size_t least, most;  ///< arguments
};
constexpr std::array known{Known{"pi", 0, 0},       Known{"time", 0, 0},       Known{"deltaT", 0, 0},
                           Known{"degToRad", 0, 1}, Known{"radToDeg", 0, 1},   Known{"vector", 3, 3},
                           Known{"tensor", 9, 9},   Known{"symmTensor", 6, 6}, Known{"sphericalTensor", 1, 1},
                           Known{"bool", 1, 1},     Known{"mag", 1, 1},        Known{"magSqr", 1, 1},
                           Known{"min", 1, 2},      Known{"max", 1, 2},        Known{"sum", 1, 1},
                           Known{"average", 1, 1},  Known{"weightSum", 1, 1},  Known{"weightAverage", 1, 1},
                           Known{"pos", 0, 1}};
constexpr std::array cellsOnly{Known{"vol", 0, 0}, Known{"dist", 0, 0}, Known{"cellZone", 1, 1}};
constexpr std::array patchOnly{Known{"area", 0, 0}, Known{"face", 0, 0}, Known{"internalField", 1, 1}, Known{"snGrad", 1, 1}};
/// What OpenFOAM has beside these.
constexpr std::array<std::string_view, 16> refused{
    "arg",         "rand",           "pts",     "fpos",    "point",    "cellToFace", "cellToPoint", "pointToCell", "faceToPoint",
    "pointToFace", "neighbourField", "cellSet", "faceSet", "faceZone", "pointSet",   "pointZone"};
constexpr std::array<std::string_view, 4> ofNames{"internalField", "snGrad", "cellZone", "neighbourField"};
constexpr std::array<std::string_view, 6> reductions{"min", "max", "sum", "average", "weightSum", "weightAverage"};

constexpr std::array<std::string_view, 3> composedTypes{"vector", "tensor", "symmTensor"};

bool isOneOf(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

/// A function that OpenFOAM's expressions have of the numbers alone.
std::size_t numberArguments(std::string_view name) {
  return config::unaryFunction(name) ? 1 : config::binaryFunction(name) ? 2 : 0;
}

std::optional<Known> functionOf(std::string_view name, Domain domain) {
  const auto in = [&](std::span<const Known> list) -> std::optional<Known> {
    const auto found = std::ranges::find(list, name, &Known::name);
    return found == list.end() ? std::nullopt : std::optional(*found);
  };
  if (auto f = in(known)) return f;
  if (auto f = domain == Domain::cells ? in(cellsOnly) : in(patchOnly)) return f;
  if (const std::size_t n = numberArguments(name)) return Known{name, n, n};
  return std::nullopt;
}

std::vector<std::string> functionNames(Domain domain) {
  std::vector<std::string> names = config::numberFunctionNames();
  const auto add = [&](std::span<const Known> list) {
    for (const Known& f : list)
      if (std::ranges::find(names, f.name) == names.end()) names.emplace_back(f.name);
  };
  add(known);
  domain == Domain::cells ? add(cellsOnly) : add(patchOnly);
  return names;
}

std::optional<Value> constant(const std::string& name) {
  if (name == "true" || name == "false") return Value::logic(name == "true");
  if (name == "Zero") return Value::of(0);
  if (name == "pi") return Value::of(std::numbers::pi);
  if (name == "vector::x") return Value{3, true, false, {1, 0, 0}};
  if (name == "vector::y") return Value{3, true, false, {0, 1, 0}};
  if (name == "vector::z") return Value{3, true, false, {0, 0, 1}};
  if (name == "tensor::I") return Value{9, true, false, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
  return std::nullopt;
}

/// Of a Function1 at each cell (face).
template <class T>
Value functionValues(const Function1<T>& function, const Value& x) {
  if (x.components != 1) throw Error(fmt::format("a function of time is not defined for a {}", typeName(x)));
  Value result{nComponents<T>, x.uniform, false, {}};
  for (const double at : x.data) {
    const T value = function.value(at);
    for (int k = 0; k < nComponents<T>; ++k) result.data.push_back(eagre::component(value, k));
  }
  return result;
}

}  // namespace

std::vector<std::string> Functions::names() const {
  std::vector<std::string> all;
  for (const auto& [name, function] : scalars) all.push_back(name);
  for (const auto& [name, function] : vectors) all.push_back(name);
  return all;
}

template <class F>
auto Expression::withPlace(F&& f) const {
  try {
    return f();
  } catch (const Error& e) {
    constexpr std::size_t shown = 200;
    std::string text = text_.substr(0, shown);
    std::ranges::replace_if(
        text, [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
    throw Error(place_, fmt::format("cannot evaluate \"{}\": {}", text, e.what()));
  }
}

Expression::Expression(std::string text, const Place& place, Domain domain, const Functions& functions)
    : text_(std::move(text)), place_(place), functions_(&functions) {
  withPlace([&] {
    root_ = parse(text_);
    check(root_, domain);
  });
}

void Expression::check(const Node& node, Domain domain) const {
  for (const Node& argument : node.arguments) check(argument, domain);
  if (node.kind != Node::Kind::call) return;
  const std::string& name = node.text;
  const std::size_t n = node.arguments.size();
  if (functions_->scalars.contains(name) || functions_->vectors.contains(name)) {
    if (n > 1) throw Error(fmt::format("{}() is a function of one number or, without it, of time", name));
    return;
  }
  if (isOneOf(refused, name))
    throw Error(fmt::format("{}() is a function of OpenFOAM's expressions that is not supported", name));
  const auto function = functionOf(name, domain);
  if (!function) {
    std::vector<std::string> valid = functionNames(domain);
    const auto own = functions_->names();
    valid.insert(valid.end(), own.begin(), own.end());
    throw Error(unknownWordMessage("function", name, valid));
  }
  if (n < function->least || n > function->most)
    throw Error(function->least == function->most
                    ? fmt::format("{}() takes {} arguments, not {}", name, function->least, n)
                    : fmt::format("{}() takes {} or {} arguments, not {}", name, function->least, function->most, n));
  if (isOneOf(ofNames, name) && node.arguments[0].kind != Node::Kind::name) throw Error(fmt::format("{}() takes a name", name));
}

std::set<std::string> Expression::names() const {
  std::set<std::string> names;
  const auto collect = [&](const auto& self, const Node& node) -> void {
    if (node.kind == Node::Kind::call && node.text == "cellZone") return;  // of no field
    if (node.kind == Node::Kind::name && !constant(node.text)) names.insert(node.text);
    for (const Node& argument : node.arguments) self(self, argument);
  };
  collect(collect, root_);
  return names;
}

Value Expression::evaluate(const Environment& environment, const Variables& variables) const {
  return withPlace([&] { return value(root_, environment, variables); });
}

Value Expression::value(const Node& node, const Environment& environment, const Variables& variables) const {
  const auto argument = [&](std::size_t i) { return value(node.arguments[i], environment, variables); };
  switch (node.kind) {
    case Node::Kind::number:
      return Value::of(node.number);
    case Node::Kind::name:
      return named(node.text, environment, variables);
    case Node::Kind::call:
      return call(node, environment, variables);
    case Node::Kind::negation:
      return node.text == "!" ? inverted(argument(0)) : negated(argument(0));
    case Node::Kind::binary:
      return binary(node.text, argument(0), argument(1));
    case Node::Kind::choice:
      return chosen(argument(0), argument(1), argument(2));
    case Node::Kind::method:
      break;
  }
  return component(argument(0), node.text);
}

Value Expression::named(const std::string& name, const Environment& environment, const Variables& variables) const {
  if (const auto found = variables.find(name); found != variables.end()) return found->second;
  if (auto value = constant(name)) return *value;
  if (auto value = environment.field(name)) return *value;
  std::vector<std::string> valid = environment.names();
  for (const auto& [variable, value] : variables) valid.push_back(variable);
  throw Error(unknownWordMessage("field or variable", name, valid));
}

/// time(), pi(), pos(), ...: functions without arguments; nothing for others.
static std::optional<Value> withoutArguments(const Node& node, const Environment& environment) {
  if (!node.arguments.empty()) return std::nullopt;
  const std::string& name = node.text;
  if (name == "time") return Value::of(environment.time());
  if (name == "deltaT") return Value::of(environment.deltaT());
  if (name == "degToRad") return Value::of(std::numbers::pi / 180);
  if (name == "radToDeg") return Value::of(180 / std::numbers::pi);
  if (auto value = constant(name)) return value;
  return environment.geometry(name);
}

Value Expression::call(const Node& node, const Environment& environment, const Variables& variables) const {
  const std::string& name = node.text;
  const std::size_t n = node.arguments.size();
  const auto argument = [&](std::size_t i) { return value(node.arguments[i], environment, variables); };
  const auto argumentOrTime = [&] { return n ? argument(0) : Value::of(environment.time()); };
  if (const auto f = functions_->scalars.find(name); f != functions_->scalars.end())
    return functionValues(*f->second, argumentOrTime());
  if (const auto f = functions_->vectors.find(name); f != functions_->vectors.end())
    return functionValues(*f->second, argumentOrTime());
  if (const auto value = withoutArguments(node, environment)) return *value;
  if (isOneOf(ofNames, name)) return environment.ofName(name, node.arguments[0].text);
  if (n == 1 && isOneOf(reductions, name)) return environment.reduced(name, argument(0));
  if (name == "bool") return toLogical(argument(0));
  if (name == "mag") return magnitude(argument(0));
  if (name == "magSqr") return magnitudeSquared(argument(0));
  if (name == "sphericalTensor") {
    const Value ii = argument(0), none = Value::of(0);
    return composed({ii, none, none, ii, none, ii}, 6);
  }
  if (isOneOf(composedTypes, name)) {
    std::vector<Value> parts;
    for (std::size_t i = 0; i < n; ++i) parts.push_back(argument(i));
    return composed(parts, static_cast<int>(n));
  }
  if (n == 2) return applied(config::binaryFunction(name), argument(0), argument(1), name);
  return applied(config::unaryFunction(name), argument(0), name);
}

std::vector<double> fieldOf(const Value& value, int components, std::size_t size, const Expression& expression) {
  const Value wanted{components, true, false, {}};
  if (value.components != components)
    throw Error(expression.place(),
                fmt::format("the expression gives a {}, but a {} is needed", typeName(value), typeName(wanted)));
  const auto n = static_cast<std::size_t>(components);
  std::vector<double> result;
  result.reserve(size * n);
  for (std::size_t i = 0; i < size; ++i) result.insert(result.end(), value.at(i), value.at(i) + components);
  const auto bad = std::ranges::find_if_not(result, [](double x) { return std::isfinite(x); });
  if (bad != result.end())
    throw Error(expression.place(), fmt::format("the expression gives {}, which is no finite number, at number {} of {}", *bad,
                                                static_cast<std::size_t>(bad - result.begin()) / n, size));
  return result;
}

}  // namespace eagre::fv::expressions
