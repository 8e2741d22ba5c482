// SPDX-License-Identifier: BSD-3-Clause
// Functions given by points: table, tableFile, csvFile.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "fv/functions/function1_coefficients.hpp"

namespace eagre::fv::functions {
using config::Dictionary;
using config::Token;
using config::TokenReader;

namespace {

/// Linear or cubic (Catmull-Rom, as v1912's spline weights) between given points.
template <class T>
class TableFunction : public Function1<T> {
 public:
  T value(double x) const override;

 protected:
  explicit TableFunction(Coefficients& c)
      : outOfBounds_(c.choice("outOfBounds", {"clamp", "error", "warn", "repeat"})),
        spline_(c.choice("interpolationScheme", {"linear", "spline"}) == "spline"),
        name_(c.keyword()),
        log_(c.log()) {}
  void set(Coefficients& c, std::vector<std::pair<double, T>> table) {
    table_ = std::move(table);
    if (table_.empty()) c.fail("the table is empty");
    for (std::size_t i = 1; i < table_.size(); ++i)
      if (table_[i].first <= table_[i - 1].first)
        c.fail(fmt::format("the table is not in rising order: {} follows {} (point {})", table_[i].first, table_[i - 1].first,
                           i + 1));
  }
  static std::vector<std::pair<double, T>> readTable(TokenReader& reader) {
    std::vector<std::pair<double, T>> table;
    reader.list([&] {
      reader.expect('(');
      const double x = reader.number();
      table.emplace_back(x, readValue<T>(reader));
      reader.expect(')');
    });
    reader.expectEnd();
    return table;
  }

 private:
  T point(std::ptrdiff_t i) const;
  std::string outOfBounds_;
  bool spline_;
  std::string name_;
  Log* log_;
  std::vector<std::pair<double, T>> table_;
};

template <class T>
T TableFunction<T>::value(double x) const {
  const double low = table_.front().first, high = table_.back().first;
  if (x < low || x > high) {
    const bool warn = outOfBounds_ == "warn";
    if (outOfBounds_ == "error" || (warn && !log_))
      throw Error(fmt::format("function '{}': {} is outside the table, which spans {} to {}", name_, x, low, high));
    if (warn)
      log_->warnOnce(fmt::format("function '{}' goes on with the {} entry of its table, which spans {} to {}", name_,
                                 x < low ? "first" : "last", low, high));
    if (outOfBounds_ == "repeat") x = std::fmod(x - low, high - low) + low;
  }
  if (x <= low) return table_.front().second;
  if (x >= high) return table_.back().second;
  const auto above = std::ranges::lower_bound(table_, x, {}, &std::pair<double, T>::first);
  const std::ptrdiff_t hi = above - table_.begin(), lo = hi - 1;
  const double x0 = table_[lo].first, x1 = table_[hi].first;
  if (!spline_ || table_.size() <= 2) {
    const double w = (x1 - x) / (x1 - x0);
    return w * table_[lo].second + (1.0 - w) * table_[hi].second;
  }
  const double m = (x - x0) / (x1 - x0);
  return 0.5 * (m * (-1 + m * (2 - m))) * point(lo - 1) + 0.5 * (2 + m * m * (-5 + 3 * m)) * point(lo) +
         0.5 * (m * (1 + m * (4 - 3 * m))) * point(hi) + 0.5 * (m * m * (m - 1)) * point(hi + 1);
}

/// Beyond the ends the table goes on in a straight line.
template <class T>
T TableFunction<T>::point(std::ptrdiff_t i) const {
  const auto last = static_cast<std::ptrdiff_t>(table_.size()) - 1;
  if (i < 0) return 2.0 * table_[0].second - table_[1].second;
  if (i > last) return 2.0 * table_[last].second - table_[last - 1].second;
  return table_[i].second;
}

template <class T>
class TableFile : public TableFunction<T> {
 public:
  explicit TableFile(Coefficients& c) : TableFunction<T>(c) { readFile(c); }

 protected:
  struct Unread {};
  TableFile(Coefficients& c, Unread) : TableFunction<T>(c) {}
  void readFile(Coefficients& c) {
    const auto file = c.file();
    const Dictionary content = Dictionary::parse("table " + config::readFileText(file) + "\n;", file.string());
    TokenReader reader = content.at("table").reader();
    this->set(c, this->readTable(reader));
  }
};

/// In the dictionary, or as openfoam.com has it from v2006 on in the file that it names.
template <class T>
class InlineTable : public TableFile<T> {
 public:
  explicit InlineTable(Coefficients& c) : TableFile<T>(c, typename TableFile<T>::Unread{}) {
    if (c.namesFile()) {
      this->readFile(c);
    } else {
      TokenReader reader = c.inlineReader();
      this->set(c, this->readTable(reader));
    }
  }
};

/// Columns of a text file, counted from 0; reading stops at the first line with fewer than two.
template <class T>
class CsvFile : public TableFunction<T> {
 public:
  explicit CsvFile(Coefficients& c) : TableFunction<T>(c) {
    const int headerLines = c.get<int>("nHeaderLine"), reference = c.get<int>("refColumn");
    const auto columns = c.get<std::vector<int>>("componentColumns");
    const std::string separator = c.getOr<std::string>("separator", ",");
    const bool merge = c.get<bool>("mergeSeparators");
    if (columns.size() != nComponents<T>)
      c.fail(fmt::format("componentColumns holds {} columns; a value has {} components", columns.size(), nComponents<T>));
    if (separator.empty()) c.fail("the separator is empty");
    const auto file = c.file();
    std::istringstream lines(config::readFileText(file));
    std::vector<std::pair<double, T>> table;
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
      if (number <= headerLines) continue;
      const std::vector<std::string> cells = split(line, separator[0], merge);
      if (cells.size() <= 1) break;
      const auto cell = [&](int column) { return numberIn(cells, column, {file.string(), number}); };
      T value{};
      for (int i = 0; i < nComponents<T>; ++i) component(value, i) = cell(columns[i]);
      table.emplace_back(cell(reference), value);
    }
    this->set(c, std::move(table));
  }

 private:
  static std::vector<std::string> split(const std::string& line, char separator, bool merge) {
    std::vector<std::string> cells{""};
    for (const char ch : line)
      if (ch != separator)
        cells.back() += ch;
      else if (!merge || !cells.back().empty())
        cells.emplace_back();
    return cells;
  }
  static double numberIn(const std::vector<std::string>& cells, int column, const Place& place) {
    if (column < 0 || column >= static_cast<int>(cells.size()))
      throw Error(place, fmt::format("no column {}: the line has {}", column, cells.size()));
    const std::string& text = cells[column];
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const bool number = end != text.c_str() && std::string(end).find_first_not_of(" \t\r") == std::string::npos;
    if (!number) throw Error(place, fmt::format("column {}: '{}' is not a number", column, text));
    return value;
  }
};

}  // namespace

template <class T>
void addTables(Types<T>& types) {
  add<InlineTable<T>>(types, "table", "table of points in the dictionary, interpolated (interpolationScheme, outOfBounds)");
  add<TableFile<T>>(types, "tableFile", "table in a file");
  add<CsvFile<T>>(types, "csvFile", "columns refColumn and componentColumns of a file of separated values");
}
template void addTables(Types<double>&);
template void addTables(Types<Vec3>&);

}  // namespace eagre::fv::functions
