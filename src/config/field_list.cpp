// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "config/tokenizer.hpp"

namespace eagre::config {
namespace {

double readAsciiComponent(Cursor& cursor, const std::string& type) {
  if (type == "label") return static_cast<double>(cursor.listInteger());
  if (type != "bool") return cursor.listNumber();
  const char c = cursor.peekSignificant();
  if (c >= '0' && c <= '9') return cursor.listInteger() != 0 ? 1 : 0;
  const std::string_view word = cursor.letters();
  for (const std::string_view yes : {"true", "yes", "on", "t", "y"})
    if (word == yes) return 1;
  for (const std::string_view no : {"false", "no", "off", "f", "n"})
    if (word == no) return 0;
  cursor.fail(fmt::format("expected true or false in a List<bool>, found '{}'", word));
}

void readAsciiValue(Cursor& cursor, FieldList& list) {
  // sphericalTensor has one component, yet stands in parentheses
  const bool enclosed = list.components > 1 || list.type == "sphericalTensor";
  const auto where = [&] { return fmt::format("a value of a List<{}>", list.type); };
  if (enclosed) cursor.expectSignificant('(', where);
  for (int i = 0; i < list.components; ++i) list.values.push_back(readAsciiComponent(cursor, list.type));
  if (enclosed) cursor.expectSignificant(')', where);
}

template <class T>
void appendRaw(std::string_view bytes, std::vector<double>& values) {
  const std::size_t n = bytes.size() / sizeof(T);
  values.reserve(n);
  for (std::size_t i = 0; i < n; ++i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    values.push_back(static_cast<double>(value));
  }
}

void readBinaryValues(Cursor& cursor, std::int64_t count, const FoamHeader& format, FieldList& list) {
  const std::size_t bytes = list.type == "bool"    ? 1
                            : list.type == "label" ? labelBytes(cursor, count, format)
                                                   : static_cast<std::size_t>(format.scalarBytes);
  const std::string_view block = readBinaryBlock(cursor, count, bytes * static_cast<std::size_t>(list.components));
  if (list.type == "bool")
    for (const char byte : block) list.values.push_back(byte != 0 ? 1 : 0);  // any other byte is true, too
  else if (list.type == "label")
    bytes == 8 ? appendRaw<std::int64_t>(block, list.values) : appendRaw<std::int32_t>(block, list.values);
  else
    bytes == 4 ? appendRaw<float>(block, list.values) : appendRaw<double>(block, list.values);
  requireFinite(cursor, list.values);
}

/// N{value}: the one value, N times
void readUniform(Cursor& cursor, std::int64_t count, GrowthBudget& budget, FieldList& list) {
  const auto copies = static_cast<std::size_t>(count);
  if (copies > std::numeric_limits<std::size_t>::max() / 128) cursor.fail(fmt::format("a list of {} values is too long", count));
  readAsciiValue(cursor, list);
  cursor.expectSignificant('}', "a list N{value}");
  budget.spend(copies * static_cast<std::size_t>(list.components) * sizeof(double), cursor.place());
  const std::vector<double> value = list.values;
  list.values.clear();
  list.values.reserve(copies * value.size());
  for (std::size_t i = 0; i < copies; ++i) list.values.insert(list.values.end(), value.begin(), value.end());
}

void readCounted(Cursor& cursor, std::int64_t count, FieldList& list) {
  const std::string what = fmt::format("a List<{}> of {} values", list.type, count);
  // A value takes at least two characters, a digit and a blank, so a bogus count is found before memory is asked for.
  const auto characters = static_cast<std::uint64_t>(count) * static_cast<std::uint64_t>(2 * list.components);
  if (static_cast<std::uint64_t>(count) > cursor.remaining() || characters > cursor.remaining() + 1)
    cursor.fail(fmt::format("the file ends in {}", what));
  list.values.reserve(static_cast<std::size_t>(count) * static_cast<std::size_t>(list.components));
  for (std::int64_t i = 0; i < count; ++i) {
    if (cursor.peekSignificant() == ')') cursor.fail(fmt::format("{} is closed after {}", what, i));
    readAsciiValue(cursor, list);
  }
  if (cursor.peekSignificant() != ')' && cursor.remaining() > 0)
    cursor.fail(fmt::format("{} is not closed behind the last of them: it has more values, or ')' is missing", what));
  cursor.expectSignificant(')', what);
}

}  // namespace

int listComponents(std::string_view type) {
  if (type == "scalar" || type == "label" || type == "bool" || type == "sphericalTensor") return 1;
  if (type == "vector") return 3;
  if (type == "symmTensor") return 6;
  if (type == "tensor") return 9;
  return 0;
}

void requireFinite(const Cursor& cursor, std::span<const double> values) {
  const auto bad = std::find_if_not(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  if (bad != values.end())
    cursor.fail(fmt::format("number {} of {} in a binary list is {}: was it written by a run that had blown up?",
                            bad - values.begin(), values.size(), *bad));
}

std::string_view readBinaryBlock(Cursor& cursor, std::int64_t count, std::size_t bytesPerValue) {
  if (count == 0) return {};
  cursor.expectSignificant('(', fmt::format("a binary list of {} values", count));
  if (static_cast<std::uint64_t>(count) > cursor.remaining() / bytesPerValue)
    cursor.fail(fmt::format("the file ends in a binary list: {} values of {} bytes expected, {} bytes left", count, bytesPerValue,
                            cursor.remaining()));
  const std::string_view block = cursor.raw(static_cast<std::size_t>(count) * bytesPerValue);
  cursor.expectSignificant(')', fmt::format("a binary list behind its {} values", count));
  return block;
}

std::size_t labelBytes(const Cursor& cursor, std::int64_t count, const FoamHeader& format) {
  const auto ofHeader = static_cast<std::size_t>(format.labelBytes);
  Cursor ahead = cursor;
  if (!format.arch.empty() || !ahead.acceptSignificant('(') || static_cast<std::uint64_t>(count) >= (ahead.remaining() + 7) / 8)
    return ofHeader;
  // The bytes of labels can look like the end of a list of half the length, so that the labels themselves are looked at.
  const std::string_view block = ahead.raw(static_cast<std::size_t>(count) * 8);
  for (std::size_t at = 0; at < block.size(); at += 8) {
    std::int64_t label;
    std::memcpy(&label, block.data() + at, sizeof label);
    if (label != static_cast<std::int32_t>(label)) return ofHeader;
  }
  if (ahead.raw(1) != ")") return ofHeader;
  return ahead.remaining() == 0 || std::string_view(" \t\r\n;").find(ahead.raw(1)) != std::string_view::npos ? 8 : ofHeader;
}

FieldList readFieldList(Cursor& cursor, const std::string& type, const FoamHeader& format, GrowthBudget& budget) {
  FieldList list;
  list.type = type;
  list.components = listComponents(type);
  const char first = cursor.peekSignificant();
  if (first == '(' && !format.binary()) {
    cursor.acceptSignificant('(');
    while (cursor.peekSignificant() != ')') readAsciiValue(cursor, list);
    cursor.acceptSignificant(')');
    return list;
  }
  if (first < '0' || first > '9') cursor.fail(fmt::format("expected the number of values or '(' behind List<{}>", type));
  const std::int64_t count = cursor.listInteger();
  if (count == 0) {
    if (cursor.acceptSignificant('('))
      cursor.expectSignificant(')', "a list of 0 values");
    else if (cursor.acceptSignificant('{'))
      cursor.fail(fmt::format("List<{}> 0{{..}}: a list of no values holds a value", type));
  } else if (format.binary()) {
    readBinaryValues(cursor, count, format, list);
  } else if (cursor.acceptSignificant('{')) {
    readUniform(cursor, count, budget, list);
  } else {
    cursor.expectSignificant('(', fmt::format("a List<{}> of {} values", type, count));
    readCounted(cursor, count, list);
  }
  return list;
}

}  // namespace eagre::config
