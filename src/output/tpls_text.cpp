// SPDX-License-Identifier: BSD-3-Clause
#include "output/tpls_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

#include "config/dictionary.hpp"
#include "core/error.hpp"

namespace eagre::output::tpls {
namespace fs = std::filesystem;

namespace {

/// Lines and numbers of a text, with errors that say where.
class Scanner {
 public:
  explicit Scanner(const fs::path& file) : text_(config::readFileText(file)), name_(file.string()) {}

  [[noreturn]] void fail(const std::string& message) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    throw Error(Place{name_, static_cast<int>(line)}, message);
  }
  std::string line() {
    if (at_ >= text_.size()) fail("the file ends too early");
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string result = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    return result;
  }
  double number() {
    skipBlanks();
    double value = 0;
    const char* const first = text_.data() + at_ + (at_ < text_.size() && text_[at_] == '+' ? 1 : 0);
    const auto result = std::from_chars(first, text_.data() + text_.size(), value);
    if (result.ec != std::errc()) fail(at_ >= text_.size() ? "the file ends too early" : "a number is expected");
    if (!std::isfinite(value)) fail(fmt::format("{} is no value", value));
    at_ = static_cast<std::size_t>(result.ptr - text_.data());
    return value;
  }
  /// A number that counts points.
  int index() {
    const double value = number();
    if (std::abs(value) > 1e9 || value != std::floor(value)) fail(fmt::format("an index is expected, not {}", value));
    return static_cast<int>(value);
  }
  /// Bytes that are still to be read: no more numbers can follow.
  std::size_t left() const { return text_.size() - at_; }
  void end() {
    skipBlanks();
    if (at_ < text_.size()) fail("more numbers than the header says");
  }

 private:
  void skipBlanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t')) ++at_;
  }
  std::string text_, name_;
  std::size_t at_ = 0;
};

/// The number behind "I=" in a line of Tecplot's.
int extent(const std::string& line, char letter, const Scanner& scanner) {
  const std::size_t at = line.find(fmt::format("{}=", letter));
  int n = 0;
  const std::size_t digit = at == std::string::npos ? at : line.find_first_not_of(' ', at + 2);
  if (digit == std::string::npos || std::from_chars(line.data() + digit, line.data() + line.size(), n).ec != std::errc() || n < 1)
    scanner.fail(fmt::format("{}= and a number of points are expected: a zone of F=POINT", letter));
  return n;
}

/// The words between quotes; TPLS writes "X " with a blank, and forgets quotes that close.
std::vector<std::string> variableNames(const std::string& line) {
  std::vector<std::string> names;
  std::string word;
  for (const char c : line.substr(std::min(line.find('=') + 1, line.size())) + ',') {
    if (c == ',')
      names.push_back(word), word.clear();
    else if (c != '"' && c != ' ' && c != '\r')
      word += c;
  }
  return names;
}

std::size_t product(const std::array<std::size_t, 3>& n) { return n[0] * n[1] * n[2]; }

}  // namespace

double Array::at(int i, int j, int k) const {
  const auto n = [&](std::size_t d) { return static_cast<std::size_t>(last[d] - first[d] + 1); };
  return values.at(static_cast<std::size_t>(i - first[0]) +
                   n(0) * (static_cast<std::size_t>(j - first[1]) + n(1) * static_cast<std::size_t>(k - first[2])));
}

Array Array::read(const fs::path& file) {
  Scanner scanner(file);
  Array array;
  array.title = scanner.line();
  scanner.line();
  for (std::size_t d = 0; d < 3; ++d) {
    array.first[d] = scanner.index();
    array.last[d] = scanner.index();
    if (array.last[d] < array.first[d] || array.last[d] - array.first[d] > 1000000)
      scanner.fail(fmt::format("indices from {} to {} are no array", array.first[d], array.last[d]));
  }
  std::array<std::size_t, 3> n{};
  for (std::size_t d = 0; d < 3; ++d) n[d] = static_cast<std::size_t>(array.last[d] - array.first[d] + 1);
  for (std::size_t i = 0; i < product(n); ++i) array.values.push_back(scanner.number());
  scanner.end();
  return array;
}

void Array::write(const fs::path& file) const {
  replaceFile(file, false, [&](FileSink& sink) {
    sink.write(fmt::format("{}\n DIMENSIONS: Lmin Lmax Mmin Mmax Nmin Nmax\n{:12}{:12}{:12}{:12}{:12}{:12}\n", title, first[0],
                           last[0], first[1], last[1], first[2], last[2]));
    std::string text;
    for (const double value : values) {
      text.clear();
      fmt::format_to(std::back_inserter(text), "{:25.16E}\n", value);
      sink.write(text);
    }
  });
}

PointFile PointFile::read(const fs::path& file) {
  Scanner scanner(file);
  PointFile points;
  const std::string names = scanner.line();
  points.variables = variableNames(names);
  if (names.find("VARIABLES") == std::string::npos || points.variables.size() < 4)
    scanner.fail("no phi_channel or uvw_channel file of TPLS: VARIABLES=\"X \",\"Y \",\"Z \", ... is expected in its first line");
  points.variables.erase(points.variables.begin(), points.variables.begin() + 3);
  const std::string zone = scanner.line();
  std::array<std::size_t, 3> n{};
  for (std::size_t d = 0; d < 3; ++d) n[d] = static_cast<std::size_t>(extent(zone, "IJK"[d], scanner));
  for (std::size_t d = 0; d < 3; ++d) {
    if (n[d] > scanner.left()) scanner.fail(fmt::format("the file is too short for {} points along {}", n[d], "IJK"[d]));
    points.axes[d].resize(n[d]);
  }
  points.values.resize(points.variables.size());
  for (std::size_t k = 0; k < n[2]; ++k)
    for (std::size_t j = 0; j < n[1]; ++j)
      for (std::size_t i = 0; i < n[0]; ++i) {
        points.axes[0][i] = scanner.number();
        points.axes[1][j] = scanner.number();
        points.axes[2][k] = scanner.number();
        for (auto& values : points.values) values.push_back(scanner.number());
      }
  scanner.end();
  return points;
}

PointWriter::PointWriter(FileSink& sink, std::span<const std::string> variables, std::array<std::vector<double>, 3> axes)
    : sink_(sink), axes_(std::move(axes)) {
  std::string header = " VARIABLES=\"X \",\"Y \",\"Z \"";
  for (const std::string& name : variables) header += fmt::format(",\"{}\"", name);
  sink_.write(fmt::format("{}\n ZONE T=\"Floor\", I={:12}  J={:12}  K={:12}  F=POINT\n", header, axes_[0].size(), axes_[1].size(),
                          axes_[2].size()));
}

void PointWriter::plane(std::size_t k, std::span<const std::vector<double>> values) {
  std::string text;
  std::size_t at = 0;
  for (const double y : axes_[1])
    for (const double x : axes_[0]) {
      text.clear();
      fmt::format_to(std::back_inserter(text), "{:25.16E}{:25.16E}{:25.16E}", x, y, axes_[2][k]);
      for (const auto& v : values) fmt::format_to(std::back_inserter(text), "{:25.16E}", v[at]);
      text += '\n';
      sink_.write(text);
      ++at;
    }
}

}  // namespace eagre::output::tpls
