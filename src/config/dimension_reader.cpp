// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>

#include "config/tokenizer.hpp"

namespace eagre::config {
namespace {

/// The units of OpenFOAM's default unit set that carry no scale factor.
const std::map<std::string, Dimensions, std::less<>>& units() {
  static const std::map<std::string, Dimensions, std::less<>> table{
      {"kg", {{1}}},
      {"m", {{0, 1}}},
      {"s", {{0, 0, 1}}},
      {"K", {{0, 0, 0, 1}}},
      {"mol", {{0, 0, 0, 0, 1}}},
      {"A", {{0, 0, 0, 0, 0, 1}}},
      {"Cd", {{0, 0, 0, 0, 0, 0, 1}}},
      {"Hz", {{0, 0, -1}}},
      {"N", {{1, 1, -2}}},
      {"Pa", {{1, -1, -2}}},
      {"J", {{1, 2, -2}}},
      {"W", {{1, 2, -3}}},
      {"area", {{0, 2}}},
      {"volume", {{0, 3}}},
      {"density", {{1, -3}}},
      {"acceleration", {{0, 1, -2}}},
      {"kinematicPressure", {{0, 2, -2}}},
      // of openfoam.org's later versions
      {"velocity", {{0, 1, -1}}},
      {"pressure", {{1, -1, -2}}},
      {"length", {{0, 1}}},
      {"force", {{1, 1, -2}}},
      {"kinematicViscosity", {{0, 2, -1}}},
      {"dynamicViscosity", {{1, -1, -1}}},
      {"turbulentViscosity", {{0, 2, -1}}},
      {"turbulentKineticEnergy", {{0, 2, -2}}},
      {"turbulentEpsilon", {{0, 2, -3}}},
      {"turbulentOmega", {{0, 0, -1}}},
  };
  return table;
}

Dimensions power(Dimensions base, double exponent) {
  for (double& e : base.exponents) {
    e *= exponent;
    if (std::abs(e - std::round(e)) < 1e-9) e = std::round(e);
  }
  return base;
}

/// expression := term (('*' | '/' | nothing) term)*;  term := factor ['^' number];  factor := unit | '(' expression ')'
/// As in OpenFOAM all three operators bind from left to right, so "kg/m s" is (kg/m) s.
class UnitExpression {
 public:
  UnitExpression(std::string text, const TokenReader& reader) : text_(std::move(text)), reader_(reader) {}
  Dimensions parse() {
    const Dimensions result = expression(0);
    if (peek() != '\0') fail();
    return result;
  }

 private:
  char peek() {
    while (position_ < text_.size() && text_[position_] == ' ') ++position_;
    return position_ < text_.size() ? text_[position_] : '\0';
  }
  [[noreturn]] void fail() const { reader_.fail(fmt::format("cannot make sense of the dimensions [{}]", text_)); }

  Dimensions expression(std::size_t depth) {
    Dimensions result = term(depth);
    for (char c = peek(); c != '\0' && c != ')'; c = peek()) {
      if (c == '*' || c == '/') ++position_;
      const Dimensions next = term(depth);
      result = c == '/' ? result / next : result * next;
    }
    return result;
  }
  Dimensions term(std::size_t depth) {
    const Dimensions base = factor(depth);
    if (peek() != '^') return base;
    ++position_;
    peek();
    const bool enclosed = text_[position_] == '(';
    if (enclosed) ++position_;
    double exponent = 0;
    const char* const begin = text_.data() + position_;
    const auto [stop, status] = std::from_chars(begin, text_.data() + text_.size(), exponent);
    if (status != std::errc{}) fail();
    position_ += static_cast<std::size_t>(stop - begin);
    if (enclosed && peek() != ')') fail();
    if (enclosed) ++position_;
    return power(base, exponent);
  }
  Dimensions factor(std::size_t depth) {
    if (depth > deepestNesting) fail();
    if (peek() == '(') {
      ++position_;
      const Dimensions inner = expression(depth + 1);
      if (peek() != ')') fail();
      ++position_;
      return inner;
    }
    const std::size_t begin = position_;
    while (position_ < text_.size() && std::string_view("*/^() ").find(text_[position_]) == std::string_view::npos) ++position_;
    const std::string name = text_.substr(begin, position_ - begin);
    if (name.empty()) fail();
    if (name == "1") return dimless;
    if (const auto unit = units().find(name); unit != units().end()) return unit->second;
    std::vector<std::string> valid;
    for (const auto& unit : units()) valid.push_back(unit.first);
    reader_.fail(unknownWordMessage("unit", name, valid));
  }

  std::string text_;
  const TokenReader& reader_;
  std::size_t position_ = 0;
};

}  // namespace

Dimensions TokenReader::dimensions() {
  expect('[');
  if (!atEnd() && peek().kind != Token::Kind::number) {
    // A word runs up to the next blank or '/', so the ']' may be its last character: "[kg m s^-2]"
    std::string text;
    for (bool closed = false; !closed;) {
      const std::string piece = next().text;
      closed = piece.ends_with(']');
      text += piece + " ";
    }
    text.resize(text.size() - 2);
    if (text.find_first_not_of(' ') == std::string::npos) return dimless;
    return UnitExpression(text, *this).parse();
  }
  Dimensions result;
  std::size_t n = 0;
  while (!accept(']')) {
    if (n == result.exponents.size()) fail("dimensions have 5 to 7 exponents [kg m s K mol A cd], found more");
    result.exponents[n++] = number();
  }
  if (n < 5) fail(fmt::format("dimensions have 5 to 7 exponents [kg m s K mol A cd], found {}", n));
  return result;
}

}  // namespace eagre::config
