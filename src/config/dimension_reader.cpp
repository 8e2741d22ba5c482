// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <numbers>

#include "config/tokenizer.hpp"
#include "config/units.hpp"

namespace eagre::config {
namespace {

/// A unit, or a product of units: its dimensions, and its size in SI units.
using Unit = UnitValue;

/// Names of quantities in place of units; most are openfoam.org's of later versions.
const std::pair<const char*, Unit> quantities[]{
    {"area", {{{0, 2}}}},
    {"volume", {{{0, 3}}}},
    {"density", {{{1, -3}}}},
    {"acceleration", {{{0, 1, -2}}}},
    {"kinematicPressure", {{{0, 2, -2}}}},
    {"velocity", {{{0, 1, -1}}}},
    {"pressure", {{{1, -1, -2}}}},
    {"mass", {{{1}}}},
    {"length", {{{0, 1}}}},
    {"time", {{{0, 0, 1}}}},
    {"temperature", {{{0, 0, 0, 1}}}},
    {"rate", {{{0, 0, -1}}}},
    {"momentum", {{{1, 1, -1}}}},
    {"energy", {{{1, 2, -2}}}},
    {"power", {{{1, 2, -3}}}},
    {"compressibility", {{{0, -2, 2}}}},
    {"gasConstant", {{{0, 2, -2, -1}}}},
    {"specificHeatCapacity", {{{0, 2, -2, -1}}}},
    {"thermalConductivity", {{{1, 1, -3, -1}}}},
    {"volumetricFlux", {{{0, 3, -1}}}},
    {"massFlux", {{{1, 0, -1}}}},
    {"force", {{{1, 1, -2}}}},
    {"kinematicViscosity", {{{0, 2, -1}}}},
    {"dynamicViscosity", {{{1, -1, -1}}}},
    {"turbulentViscosity", {{{0, 2, -1}}}},
    {"turbulentKineticEnergy", {{{0, 2, -2}}}},
    {"turbulentEpsilon", {{{0, 2, -3}}}},
    {"turbulentOmega", {{{0, 0, -1}}}},
    {"kinematicStress", {{{0, 2, -2}}}},
};

/// The units of OpenFOAM's default unit set; those of openfoam.org's later versions with a factor. Angles are in radians there,
/// and rpm is an angular velocity.
using Units = std::map<std::string, Unit, std::less<>>;
const Units& units() {
  constexpr double pi = std::numbers::pi;
  static const Units table = [] {
    Units all{
        {"kg", {{{1}}}},
        {"m", {{{0, 1}}}},
        {"s", {{{0, 0, 1}}}},
        {"K", {{{0, 0, 0, 1}}}},
        {"mol", {{{0, 0, 0, 0, 1}}}},
        {"A", {{{0, 0, 0, 0, 0, 1}}}},
        {"Cd", {{{0, 0, 0, 0, 0, 0, 1}}}},
        {"Hz", {{{0, 0, -1}}}},
        {"N", {{{1, 1, -2}}}},
        {"Pa", {{{1, -1, -2}}}},
        {"J", {{{1, 2, -2}}}},
        {"W", {{{1, 2, -3}}}},
        {"rad", {{}, 1}},
        {"rot", {{}, 2 * pi}},
        {"deg", {{}, pi / 180}},
        {"rpm", {{{0, 0, -1}}, 2 * pi / 60}},
        {"%", {{}, 0.01}},
        {"min", {{{0, 0, 1}}, 60}},
        {"hr", {{{0, 0, 1}}, 3600}},
        {"ms", {{{0, 0, 1}}, 1e-3}},
        {"us", {{{0, 0, 1}}, 1e-6}},
        {"km", {{{0, 1}}, 1e3}},
        {"cm", {{{0, 1}}, 1e-2}},
        {"mm", {{{0, 1}}, 1e-3}},
        {"um", {{{0, 1}}, 1e-6}},
        {"l", {{{0, 3}}, 1e-3}},
        {"ml", {{{0, 3}}, 1e-6}},
        {"cc", {{{0, 3}}, 1e-6}},
        {"g", {{{1}}, 1e-3}},
        {"bar", {{{1, -1, -2}}, 1e5}},
        {"atm", {{{1, -1, -2}}, 101325}},
        {"kPa", {{{1, -1, -2}}, 1e3}},
        {"MPa", {{{1, -1, -2}}, 1e6}},
    };
    all.insert(std::begin(quantities), std::end(quantities));
    return all;
  }();
  return table;
}

Unit power(Unit base, double exponent) {
  for (double& e : base.dimensions.exponents) {
    e *= exponent;
    if (std::abs(e - std::round(e)) < 1e-9) e = std::round(e);
  }
  base.factor = std::pow(base.factor, exponent);
  return base;
}

/// expression := term (('*' | '/' | nothing) term)*;  term := factor ['^' number];  factor := unit | '(' expression ')'
/// As in OpenFOAM all three operators bind from left to right, so "kg/m s" is (kg/m) s.
class UnitExpression {
 public:
  UnitExpression(std::string text, const TokenReader& reader) : text_(std::move(text)), reader_(reader) {}
  Unit parse() {
    const Unit result = expression(0);
    if (peek() != '\0') fail();
    return result;
  }

 private:
  char peek() {
    while (position_ < text_.size() && text_[position_] == ' ') ++position_;
    return position_ < text_.size() ? text_[position_] : '\0';
  }
  [[noreturn]] void fail() const { reader_.fail(fmt::format("cannot make sense of the dimensions [{}]", text_)); }

  Unit expression(std::size_t depth) {
    Unit result = term(depth);
    for (char c = peek(); c != '\0' && c != ')'; c = peek()) {
      if (c == '*' || c == '/') ++position_;
      const Unit next = term(depth);
      if (c == '/')
        result = {result.dimensions / next.dimensions, result.factor / next.factor};
      else
        result = {result.dimensions * next.dimensions, result.factor * next.factor};
    }
    return result;
  }
  Unit term(std::size_t depth) {
    const Unit base = factor(depth);
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
  Unit factor(std::size_t depth) {
    if (depth > deepestNesting) fail();
    if (peek() == '(') {
      ++position_;
      const Unit inner = expression(depth + 1);
      if (peek() != ')') fail();
      ++position_;
      return inner;
    }
    const std::size_t begin = position_;
    while (position_ < text_.size() && std::string_view("*/^() ").find(text_[position_]) == std::string_view::npos) ++position_;
    const std::string name = text_.substr(begin, position_ - begin);
    if (name.empty()) fail();
    if (name == "1") return {};
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

UnitValue readUnits(TokenReader& reader) {
  const TokenReader start = reader;
  reader.expect('[');
  if (!reader.atEnd() && reader.peek().kind != Token::Kind::number) {
    // A word runs up to the next blank or '/', so the ']' may be its last character: "[kg m s^-2]"
    std::string text;
    for (bool closed = false; !closed;) {
      const std::string piece = reader.next().text;
      closed = piece.ends_with(']');
      text += piece + " ";
    }
    text.resize(text.size() - 2);
    if (text.find_first_not_of(' ') == std::string::npos) return {};
    return UnitExpression(text, reader).parse();
  }
  reader = start;
  return {reader.dimensions(), 1};
}

double readValueWithUnits(TokenReader& reader) {
  const double value = reader.number();
  return reader.atEnd() || !reader.peek().is('[') ? value : value * readUnits(reader).factor;
}

Dimensions TokenReader::dimensions() {
  const TokenReader start = *this;
  expect('[');
  if (!atEnd() && peek().kind != Token::Kind::number) {
    *this = start;
    const UnitValue unit = readUnits(*this);
    if (unit.factor != 1)
      start.fail("units with a factor (mm, rpm, deg, ..) stand behind values, and are no dimensions of a field");
    return unit.dimensions;
  }
  Dimensions result;
  std::size_t n = 0;
  while (!accept(']')) {
    if (n == result.exponents.size())
      fail("dimensions have 5 or 7 exponents [kg m s K mol A cd], found more; is the ']' missing?");
    result.exponents[n++] = number();
  }
  if (n != 5 && n != 7) fail(fmt::format("dimensions have 5 or 7 exponents [kg m s K mol A cd], found {}", n));
  return result;
}

}  // namespace eagre::config
