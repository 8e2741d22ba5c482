// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <limits>

#include "config/dictionary.hpp"
#include "config/units.hpp"

namespace eagre::config {
namespace {

/// The reader behind OpenFOAM's old "name [dims]" before a value, if it is there.
TokenReader behindDimensions(const Entry& entry) {
  TokenReader reader = entry.reader();
  TokenReader ahead = reader;
  if (!ahead.atEnd() && ahead.peek().kind == Token::Kind::word) ahead.next();
  if (ahead.atEnd() || !ahead.peek().is('[')) return reader;
  ahead.dimensions();
  return ahead;
}

/// The reader behind an optional name and optional dimensions; the latter must be as expected.
TokenReader behindDimensions(const Entry& entry, const Dimensions& expected) {
  TokenReader reader = entry.reader();
  if (!reader.atEnd() && reader.peek().kind == Token::Kind::word) reader.next();
  if (reader.atEnd() || !reader.peek().is('[')) return reader;
  const TokenReader start = reader;
  if (const Dimensions found = reader.dimensions(); !(found == expected))
    start.fail(fmt::format("has the dimensions {}, but {} are expected", toString(found), toString(expected)));
  return reader;
}

void take(TokenReader& reader, double& value) { value = readValueWithUnits(reader); }
void take(TokenReader& reader, std::int64_t& value) { value = reader.integer(); }
void take(TokenReader& reader, int& value) {
  const TokenReader start = reader;
  const std::int64_t wide = reader.integer();
  if (wide < std::numeric_limits<int>::min() || wide > std::numeric_limits<int>::max())
    start.fail(fmt::format("{} is out of the range of integers", wide));
  value = static_cast<int>(wide);
}
void take(TokenReader& reader, bool& value) { value = reader.boolean(); }
void take(TokenReader& reader, std::string& value) { value = reader.word(); }
void take(TokenReader& reader, Vec3& value) {
  value = reader.vector();
  if (!reader.atEnd() && reader.peek().is('[')) value *= readUnits(reader).factor;
}
void take(TokenReader& reader, Dimensions& value) { value = reader.dimensions(); }
void take(TokenReader& reader, std::vector<double>& value) { value = reader.scalarList(); }
void take(TokenReader& reader, std::vector<std::string>& value) { value = reader.wordList(); }
void take(TokenReader& reader, std::vector<Vec3>& value) { value = reader.vectorList(); }
void take(TokenReader& reader, std::vector<int>& value) {
  value.clear();
  if (!reader.atEnd() && reader.peek().kind == Token::Kind::list) {
    for (const std::int64_t label : reader.labelList()) value.push_back(static_cast<int>(label));
    return;
  }
  reader.list([&] { take(reader, value.emplace_back()); });
}

template <class T>
inline constexpr bool mayHaveDimensions = std::is_same_v<T, double> || std::is_same_v<T, Vec3>;

}  // namespace

template <class T>
T Dictionary::get(std::string_view keyword) const {
  const Entry& entry = at(keyword);
  TokenReader reader = [&] {
    if constexpr (mayHaveDimensions<T>)
      return behindDimensions(entry);
    else
      return entry.reader();
  }();
  T value{};
  take(reader, value);
  reader.expectEnd();
  return value;
}

template double Dictionary::get(std::string_view) const;
template int Dictionary::get(std::string_view) const;
template std::int64_t Dictionary::get(std::string_view) const;
template bool Dictionary::get(std::string_view) const;
template std::string Dictionary::get(std::string_view) const;
template Vec3 Dictionary::get(std::string_view) const;
template Dimensions Dictionary::get(std::string_view) const;
template std::vector<double> Dictionary::get(std::string_view) const;
template std::vector<std::string> Dictionary::get(std::string_view) const;
template std::vector<Vec3> Dictionary::get(std::string_view) const;
template std::vector<int> Dictionary::get(std::string_view) const;

std::string Dictionary::getChoice(std::string_view keyword, std::span<const std::string> valid) const {
  const Entry& entry = at(keyword);
  TokenReader reader = entry.reader();
  const TokenReader start = reader;
  std::string word = reader.word();
  reader.expectEnd();
  for (const std::string& choice : valid)
    if (choice == word) return word;
  throw Error(start.place(), unknownWordMessage(keyword, word, valid));
}

double Dictionary::getDimensioned(std::string_view keyword, const Dimensions& expected) const {
  TokenReader reader = behindDimensions(at(keyword), expected);
  double value = reader.number();
  if (!reader.atEnd() && reader.peek().is('[')) {  // units behind the value: openfoam.org's later versions
    const TokenReader start = reader;
    const UnitValue unit = readUnits(reader);
    if (!(unit.dimensions == expected))
      start.fail(
          fmt::format("has the dimensions {}, but {} are expected", eagre::toString(unit.dimensions), eagre::toString(expected)));
    value *= unit.factor;
  }
  reader.expectEnd();
  return value;
}

Vec3 Dictionary::getDimensionedVector(std::string_view keyword, const Dimensions& expected) const {
  TokenReader reader = behindDimensions(at(keyword), expected);
  const Vec3 value = reader.vector();
  reader.expectEnd();
  return value;
}

}  // namespace eagre::config
