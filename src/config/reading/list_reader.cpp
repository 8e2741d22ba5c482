// SPDX-License-Identifier: BSD-3-Clause
#include "config/reading/list_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "config/reading/parser.hpp"
#include "config/tokenizer.hpp"

namespace eagre::config {
namespace {

/// N{value} lists of a file may make this many values.
constexpr std::int64_t longestUniform = std::int64_t{1} << 27;

template <class Raw, class T>
std::vector<T> unpack(std::string_view block) {
  std::vector<T> values(block.size() / sizeof(Raw));
  if constexpr (std::is_same_v<Raw, T>) {
    if (!block.empty()) std::memcpy(values.data(), block.data(), block.size());
  } else {
    for (std::size_t i = 0; i < values.size(); ++i) {
      Raw raw;
      std::memcpy(&raw, block.data() + i * sizeof(Raw), sizeof(Raw));
      values[i] = static_cast<T>(raw);
    }
  }
  return values;
}

Label toLabel(std::int64_t value, const Cursor& cursor) {
  if (value < std::numeric_limits<Label>::min() || value > std::numeric_limits<Label>::max())
    cursor.fail(fmt::format("label {} is out of the range of 32 bits", value));
  return static_cast<Label>(value);
}

Label asciiLabel(Cursor& cursor) { return toLabel(cursor.listInteger(), cursor); }

Vec3 asciiVector(Cursor& cursor) {
  Vec3 v;
  cursor.expectSignificant('(', "a vector");
  for (int i = 0; i < 3; ++i) v[i] = cursor.listNumber();
  cursor.expectSignificant(')', "a vector");
  return v;
}

}  // namespace

ListFileReader::ListFileReader(const std::filesystem::path& file, const ReadOptions& options)
    : text_(std::make_unique<std::string>(readFileText(file))) {
  open(displayName(file, options.caseDirectory));
}

ListFileReader::ListFileReader(std::string text, const std::string& name)
    : text_(std::make_unique<std::string>(std::move(text))) {
  open(name);
}

ListFileReader::~ListFileReader() = default;
ListFileReader::ListFileReader(ListFileReader&&) noexcept = default;
ListFileReader& ListFileReader::operator=(ListFileReader&&) noexcept = default;

void ListFileReader::open(const std::string& name) {
  std::size_t offset = 0;
  header_ = parseHeader(*text_, name, offset);
  cursor_ = std::make_unique<Cursor>(*text_, name);
  cursor_->skipTo(offset);
}

Place ListFileReader::place() const { return cursor_->place(); }
bool ListFileReader::atEnd() { return cursor_->peekSignificant() == '\0' && cursor_->remaining() == 0; }
void ListFileReader::expectEnd() {
  if (!atEnd()) cursor_->fail("there is more behind the list than there should be");
}

std::int64_t ListFileReader::readCount(std::size_t fewestCharacters) {
  const char first = cursor_->peekSignificant();
  if (first == '(' && !header_.binary()) return -1;
  if (first < '0' || first > '9') cursor_->fail("expected a list: its number of values or '('");
  const std::int64_t count = cursor_->listInteger();
  const bool uniform = !header_.binary() && cursor_->peekSignificant() == '{';
  if (!uniform && static_cast<std::uint64_t>(count) > cursor_->remaining() / fewestCharacters)
    cursor_->fail(fmt::format("the file ends in a list of {} values", count));
  if (uniform && count > longestUniform) cursor_->fail(fmt::format("a uniform list of {} values is too long", count));
  return count;
}

template <class T, class ReadOne>
std::vector<T> ListFileReader::readAsciiList(std::size_t fewestCharacters, const ReadOne& readOne) {
  Cursor& cursor = *cursor_;
  const std::int64_t count = readCount(fewestCharacters);
  std::vector<T> values;
  if (cursor.acceptSignificant('{')) {
    values.assign(static_cast<std::size_t>(count), readOne(cursor));
    cursor.expectSignificant('}', "a list N{value}");
    return values;
  }
  if (count == 0 && cursor.peekSignificant() != '(') return values;
  cursor.expectSignificant('(', "a list");
  if (count > 0) values.reserve(static_cast<std::size_t>(count));
  for (; !cursor.acceptSignificant(')'); values.push_back(readOne(cursor)))
    if (count >= 0 && values.size() == static_cast<std::size_t>(count)) {
      if (cursor.remaining() == 0) cursor.fail("the file ends in a list: ')' is missing");
      cursor.fail(fmt::format("the list has more than the {} values that it says", count));
    }
  if (count >= 0 && values.size() != static_cast<std::size_t>(count))
    cursor.fail(fmt::format("the list says {} values and has {}", count, values.size()));
  return values;
}

std::vector<Label> ListFileReader::readBinaryLabels(std::int64_t count) {
  const std::size_t bytes = labelBytes(*cursor_, count, header_);
  const std::string_view block = readBinaryBlock(*cursor_, count, bytes);
  if (bytes == 4) return unpack<std::int32_t, Label>(block);
  const std::vector<std::int64_t> wide = unpack<std::int64_t, std::int64_t>(block);
  std::vector<Label> labels;
  labels.reserve(wide.size());
  for (const std::int64_t value : wide) labels.push_back(toLabel(value, *cursor_));
  return labels;
}

std::vector<Label> ListFileReader::readLabelList() {
  if (header_.binary()) return readBinaryLabels(readCount(static_cast<std::size_t>(header_.labelBytes)));
  return readAsciiList<Label>(1, asciiLabel);
}

std::vector<Label> ListFileReader::readTextLabelList() { return readAsciiList<Label>(1, asciiLabel); }

std::vector<double> ListFileReader::readScalarList() {
  const auto bytes = static_cast<std::size_t>(header_.scalarBytes);
  if (!header_.binary()) return readAsciiList<double>(1, [](Cursor& cursor) { return cursor.listNumber(); });
  const std::string_view block = readBinaryBlock(*cursor_, readCount(bytes), bytes);
  std::vector<double> values = bytes == 8 ? unpack<double, double>(block) : unpack<float, double>(block);
  requireFinite(*cursor_, values);
  return values;
}

std::vector<Vec3> ListFileReader::readVectorList() {
  if (!header_.binary()) return readAsciiList<Vec3>(7, asciiVector);
  const auto bytes = 3 * static_cast<std::size_t>(header_.scalarBytes);
  const std::string_view block = readBinaryBlock(*cursor_, readCount(bytes), bytes);
  if (header_.scalarBytes == 8) {
    static_assert(sizeof(Vec3) == 3 * sizeof(double));
    std::vector<Vec3> values = unpack<Vec3, Vec3>(block);
    requireFinite(*cursor_, {reinterpret_cast<const double*>(values.data()), 3 * values.size()});
    return values;
  }
  const std::vector<double> flat = unpack<float, double>(block);
  requireFinite(*cursor_, flat);
  std::vector<Vec3> values(flat.size() / 3);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = {flat[3 * i], flat[3 * i + 1], flat[3 * i + 2]};
  return values;
}

double ListFileReader::readScalar() { return cursor_->listNumber(); }
Vec3 ListFileReader::readVector() { return asciiVector(*cursor_); }

CompactLists ListFileReader::readFaceCompactList() {
  CompactLists faces;
  faces.offsets = readLabelList();
  faces.labels = readLabelList();
  const auto& offsets = faces.offsets;
  if (offsets.empty() || offsets.front() != 0 || !std::is_sorted(offsets.begin(), offsets.end()) ||
      static_cast<std::size_t>(offsets.back()) != faces.labels.size())
    cursor_->fail("the offsets of this faceCompactList do not rise from 0 to the number of its labels");
  return faces;
}

CompactLists ListFileReader::readFaceList() {
  if (header_.className == "faceCompactList") return readFaceCompactList();
  CompactLists faces;
  Cursor& cursor = *cursor_;
  const std::int64_t count = readCount(2);
  if (count == 0 && cursor.peekSignificant() != '(') return faces;
  cursor.expectSignificant('(', "a faceList");
  std::int64_t met = 0;
  for (; !cursor.acceptSignificant(')'); ++met) {
    if (met == count) cursor.fail(fmt::format("the faceList has more than the {} faces that it says, or ')' is missing", count));
    const std::int64_t points = readCount(header_.binary() ? static_cast<std::size_t>(header_.labelBytes) : 1);
    if (points < 0) cursor.fail("a face begins with the number of its points");
    if (header_.binary()) {
      const std::vector<Label> face = readBinaryLabels(points);
      faces.labels.insert(faces.labels.end(), face.begin(), face.end());
    } else {
      cursor.expectSignificant('(', "a face");
      for (std::int64_t i = 0; i < points; ++i) faces.labels.push_back(asciiLabel(cursor));
      cursor.expectSignificant(')', "a face behind the number of points that it says");
    }
    faces.offsets.push_back(toLabel(static_cast<std::int64_t>(faces.labels.size()), cursor));
  }
  if (count >= 0 && met != count) cursor.fail(fmt::format("the faceList says {} faces and has {}", count, met));
  return faces;
}

}  // namespace eagre::config
