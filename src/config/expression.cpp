// SPDX-License-Identifier: BSD-3-Clause
#include "config/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <string>

#include "config/tokenizer.hpp"
#include "core/one_of.hpp"

namespace eagre::config {
namespace {

using Value = ExpressionValue;

double positiveModulo(double a, double b) { return std::fmod(a, b); }
double square(double a) { return a * a; }
double signOf(double a) { return a < 0 ? -1 : 1; }
double isPositive(double a) { return a > 0 ? 1 : 0; }
double isNotNegative(double a) { return a >= 0 ? 1 : 0; }
double isNegative(double a) { return a < 0 ? 1 : 0; }
double isNotPositive(double a) { return a <= 0 ? 1 : 0; }
double toRadians(double degrees) { return degrees * (std::numbers::pi / 180); }
double toDegrees(double radians) { return radians * (180 / std::numbers::pi); }

struct Unary {
  std::string_view name;
  double (*function)(double);
};
constexpr std::array unaryFunctions{
    Unary{"sqrt", std::sqrt},     Unary{"cbrt", std::cbrt},     Unary{"sqr", square},       Unary{"exp", std::exp},
    Unary{"log", std::log},       Unary{"log10", std::log10},   Unary{"sin", std::sin},     Unary{"cos", std::cos},
    Unary{"tan", std::tan},       Unary{"asin", std::asin},     Unary{"acos", std::acos},   Unary{"atan", std::atan},
    Unary{"sinh", std::sinh},     Unary{"cosh", std::cosh},     Unary{"tanh", std::tanh},   Unary{"floor", std::floor},
    Unary{"ceil", std::ceil},     Unary{"round", std::round},   Unary{"trunc", std::trunc}, Unary{"mag", std::fabs},
    Unary{"abs", std::fabs},      Unary{"fabs", std::fabs},     Unary{"magSqr", square},    Unary{"sign", signOf},
    Unary{"pos", isPositive},     Unary{"pos0", isNotNegative}, Unary{"neg", isNegative},   Unary{"neg0", isNotPositive},
    Unary{"degToRad", toRadians}, Unary{"radToDeg", toDegrees}};

struct Binary {
  std::string_view name;
  double (*function)(double, double);
};
constexpr std::array binaryFunctions{Binary{"pow", std::pow},   Binary{"atan2", std::atan2},   Binary{"hypot", std::hypot},
                                     Binary{"min", std::fmin},  Binary{"max", std::fmax},      Binary{"fmin", std::fmin},
                                     Binary{"fmax", std::fmax}, Binary{"fmod", positiveModulo}};

/// Recursive descent over C's precedences.
class Evaluator {
 public:
  Evaluator(std::string_view text, Arithmetic arithmetic, const Place& place)
      : text_(text), compiled_(arithmetic == Arithmetic::compiled), place_(place) {}

  Value run() {
    if (peek() == '\0') fail("the expression is empty");
    const Value result = conditional();
    if (peek() != '\0') fail(fmt::format("cannot make sense of '{}'", text_.substr(position_, 20)));
    if (!std::isfinite(result.number)) fail("the result is not a finite number");
    return result;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    constexpr std::size_t shown = 200;
    std::string message = fmt::format("cannot evaluate \"{}\": {}", text_.substr(0, shown), reason);
    if (compiled_) message += "; #calc is evaluated as arithmetic, other C++ code is not compiled";
    throw Error(place_, message);
  }
  char peek() {
    while (position_ < text_.size() && (text_[position_] == ' ' || (text_[position_] >= '\t' && text_[position_] <= '\r')))
      ++position_;
    return position_ < text_.size() ? text_[position_] : '\0';
  }
  bool accept(std::string_view symbol) {
    if (peek() == '\0' || !text_.substr(position_).starts_with(symbol)) return false;
    position_ += symbol.size();
    return true;
  }
  void expect(std::string_view symbol) {
    if (!accept(symbol))
      fail(fmt::format("'{}' expected{}", symbol,
                       position_ < text_.size() ? fmt::format(" before '{}'", text_.substr(position_, 20)) : " at its end"));
  }

  Value make(double number, bool isInteger = false) const { return {number, isInteger && compiled_, false}; }
  static Value makeBool(bool b) { return {b ? 1.0 : 0.0, true, true}; }

  Value conditional() {
    if (++depth_ > deepestNesting) fail("it is nested too deep");
    Value value = disjunction();
    if (accept("?")) {
      const Value yes = conditional();
      expect(":");
      const Value no = conditional();
      value = value.number != 0 ? yes : no;
    }
    --depth_;
    return value;
  }
  Value disjunction() {
    Value value = conjunction();
    while (accept("||")) {
      const Value right = conjunction();
      value = makeBool(value.number != 0 || right.number != 0);
    }
    return value;
  }
  Value conjunction() {
    Value value = equality();
    while (accept("&&")) {
      const Value right = equality();
      value = makeBool(value.number != 0 && right.number != 0);
    }
    return value;
  }
  Value equality() {
    Value value = relation();
    for (;;) {
      if (accept("=="))
        value = makeBool(value.number == relation().number);
      else if (accept("!="))
        value = makeBool(value.number != relation().number);
      else
        return value;
    }
  }
  Value relation() {
    Value value = sum();
    for (;;) {
      if (accept("<="))
        value = makeBool(value.number <= sum().number);
      else if (accept(">="))
        value = makeBool(value.number >= sum().number);
      else if (accept("<"))
        value = makeBool(value.number < sum().number);
      else if (accept(">"))
        value = makeBool(value.number > sum().number);
      else
        return value;
    }
  }
  Value sum() {
    Value value = product();
    for (;;) {
      const bool plus = accept("+");
      if (!plus && !accept("-")) return value;
      const Value right = product();
      value = make(plus ? value.number + right.number : value.number - right.number, value.isInteger && right.isInteger);
    }
  }
  Value product() {
    Value value = power();
    for (;;) {
      const char operation = peek();
      if (operation != '*' && operation != '/' && operation != '%') return value;
      ++position_;
      const Value right = power();
      const bool integers = value.isInteger && right.isInteger;
      if (operation != '*' && right.number == 0) fail("division by zero");
      if (operation == '*')
        value = make(value.number * right.number, integers);
      else if (operation == '%')
        value = make(std::fmod(value.number, right.number), integers);
      else
        value = make(integers && compiled_ ? std::trunc(value.number / right.number) : value.number / right.number, integers);
    }
  }
  /// a^b^c is a^(b^c), and -a^2 is -(a^2)
  Value power() {
    if (++depth_ > deepestNesting) fail("it is nested too deep");
    Value value;
    if (accept("-")) {
      const Value operand = power();
      value = make(-operand.number, operand.isInteger);
    } else if (accept("+")) {
      value = power();
    } else if (peek() == '!' && text_.substr(position_, 2) != "!=") {
      ++position_;
      value = makeBool(power().number == 0);
    } else {
      value = primary();
      if (accept("^")) {
        if (compiled_) fail("'^' is the exclusive or of C++; a power is pow(a, b)");
        value = make(std::pow(value.number, power().number));
      }
    }
    --depth_;
    return value;
  }
  Value primary() {
    const char c = peek();
    if (accept("(")) {
      const Value value = conditional();
      expect(")");
      return value;
    }
    if ((c >= '0' && c <= '9') || c == '.') return literal();
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '_') return named();
    if (c == '\0') fail("a number is missing at its end");
    fail(fmt::format("cannot make sense of '{}'", text_.substr(position_, 20)));
  }
  Value literal() {
    double number = 0;
    const char* const begin = text_.data() + position_;
    const auto [stop, status] = std::from_chars(begin, text_.data() + text_.size(), number);
    if (status != std::errc{}) fail(fmt::format("'{}' is not a number", text_.substr(position_, 20)));
    const std::string_view digits(begin, static_cast<std::size_t>(stop - begin));
    position_ += digits.size();
    return make(number, digits.find_first_not_of("0123456789") == std::string_view::npos);
  }
  std::string_view identifier() {
    const std::size_t begin = position_;
    while (position_ < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[position_])) || text_[position_] == '_' || text_[position_] == ':')) {
      if (text_[position_] == ':' && text_.substr(position_, 2) != "::") break;
      position_ += text_[position_] == ':' ? 2 : 1;
    }
    const std::string_view name = text_.substr(begin, position_ - begin);
    const std::size_t scope = name.rfind("::");  // std::, Foam::, constant::mathematical::
    return scope == std::string_view::npos ? name : name.substr(scope + 2);
  }
  Value named() {
    const std::string name(identifier());
    if (name == "true" || name == "false") return makeBool(name == "true");
    std::vector<Value> arguments;
    const bool isCall = accept("(");
    if (isCall && !accept(")")) {
      do arguments.push_back(conditional());
      while (accept(","));
      expect(")");
    }
    if (arguments.empty()) return constant(name);
    return call(name, arguments);
  }
  Value constant(const std::string& name) const {
    if (name == "pi" || name == "M_PI") return make(std::numbers::pi);
    if (name == "twoPi") return make(2 * std::numbers::pi);
    if (name == "degToRad") return make(toRadians(1));
    if (name == "radToDeg") return make(toDegrees(1));
    unknown(name);
  }
  Value call(const std::string& name, const std::vector<Value>& arguments) const {
    const bool integers = arguments[0].isInteger && arguments.back().isInteger;
    if (arguments.size() == 1) {
      if (name == "bool") return makeBool(arguments[0].number != 0);
      if (isOneOf(name, {"int", "label"})) return make(std::trunc(arguments[0].number), true);
      if (isOneOf(name, {"scalar", "double"})) return make(arguments[0].number);
      if (name == "float") return make(static_cast<float>(arguments[0].number));
      for (const Unary& unary : unaryFunctions)
        if (unary.name == name) return make(unary.function(arguments[0].number), integers && isOneOf(name, {"mag", "abs"}));
    }
    if (arguments.size() == 2)
      for (const Binary& binary : binaryFunctions)
        if (binary.name == name)
          return make(binary.function(arguments[0].number, arguments[1].number), integers && isOneOf(name, {"min", "max"}));
    unknown(name);
  }
  [[noreturn]] void unknown(const std::string& name) const {
    std::vector<std::string> valid = numberFunctionNames();
    valid.insert(valid.begin(), {"pi", "bool", "int", "scalar"});
    const bool known = std::find(valid.begin(), valid.end(), name) != valid.end();
    fail(known ? fmt::format("'{}' with a wrong number of arguments", name) : unknownWordMessage("name", name, valid));
  }

  std::string_view text_;
  bool compiled_;
  const Place& place_;
  std::size_t position_ = 0;
  std::size_t depth_ = 0;
};

}  // namespace

UnaryFunction unaryFunction(std::string_view name) {
  const auto found = std::find_if(unaryFunctions.begin(), unaryFunctions.end(), [&](const Unary& f) { return f.name == name; });
  return found == unaryFunctions.end() ? nullptr : found->function;
}

BinaryFunction binaryFunction(std::string_view name) {
  const auto found =
      std::find_if(binaryFunctions.begin(), binaryFunctions.end(), [&](const Binary& f) { return f.name == name; });
  return found == binaryFunctions.end() ? nullptr : found->function;
}

std::vector<std::string> numberFunctionNames() {
  std::vector<std::string> names;
  for (const Unary& unary : unaryFunctions) names.emplace_back(unary.name);
  for (const Binary& binary : binaryFunctions) names.emplace_back(binary.name);
  return names;
}

Token ExpressionValue::token(int line) const {
  if (!isBool) return numberToken(number, line);
  Token token;
  token.text = number != 0 ? "true" : "false";
  token.line = line;
  return token;
}

ExpressionValue evaluateExpression(std::string_view text, Arithmetic arithmetic, const Place& place) {
  return Evaluator(text, arithmetic, place).run();
}

}  // namespace eagre::config
