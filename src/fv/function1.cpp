// SPDX-License-Identifier: BSD-3-Clause
#include "fv/function1.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numbers>
#include <sstream>

namespace eagre::fv {
namespace {
using config::Dictionary;
using config::Entry;
using config::Token;
using config::TokenReader;

template <class T>
T readValue(TokenReader& reader) {
  if constexpr (nComponents < T >> 1)
    return reader.vector();
  else
    return reader.number();
}

/// Where a function's coefficients stand, and which of them it looks at.
class Coefficients {
 public:
  Coefficients(const Dictionary& dict, const std::string& keyword, Log* log) : keyword_(keyword), log_(log) {
    const Entry* entry = dict.findExact(keyword);
    entry_ = entry ? entry : &dict.at(keyword);  // at() knows what to say
    const Entry* separate = dict.findExact(keyword + "Coeffs");
    if (entry_->isDict()) {
      dict_ = entry_->dict.get();
    } else if (separate && separate->isDict()) {
      separate_ = separate;
      dict_ = separate->dict.get();
      dict.find(separate->keyword);
    } else {
      dict_ = &dict;
      beside_ = true;
    }
    dict.find(keyword);
  }

  /// The function's type; "" for a bare value.
  std::string type() const {
    if (entry_->isDict()) return dict_->get<std::string>("type");
    TokenReader reader = entry_->reader();
    return reader.peek().kind == Token::Kind::word ? reader.word() : std::string{};
  }
  /// Stands behind the type's name.
  TokenReader inlineReader() const {
    TokenReader reader = (entry_->isDict() ? dict_->at(keyword_) : *entry_).reader();
    if (reader.peek().kind == Token::Kind::word) reader.next();
    return reader;
  }
  template <class U>
  U get(const std::string& key) {
    const U value = dict_->get<U>(key);
    note(key);
    return value;
  }
  template <class U>
  U getOr(const std::string& key, U otherwise) {
    return dict_->has(key) ? get<U>(key) : otherwise;
  }
  std::string choice(const std::string& key, const std::vector<std::string>& valid) {
    if (!dict_->has(key)) return valid.front();
    note(key);
    return dict_->getChoice(key, valid);
  }
  template <class U>
  std::unique_ptr<Function1<U>> function(const std::string& key) {
    auto f = makeFunction1<U>(*dict_, key, log_);
    if (beside_) beside_entries_.insert(beside_entries_.end(), f->entries().begin(), f->entries().end());
    return f;
  }
  /// The entries that the function was made from.
  std::vector<Entry> entries() const {
    std::vector<Entry> all{*entry_};
    if (separate_) all.push_back(*separate_);
    all.insert(all.end(), beside_entries_.begin(), beside_entries_.end());
    return all;
  }
  std::filesystem::path file();
  const std::string& keyword() const { return keyword_; }
  Log* log() const { return log_; }
  [[noreturn]] void fail(const std::string& message) const {
    throw Error(entry_->place, fmt::format("function '{}': {}", keyword_, message));
  }

 private:
  void note(const std::string& key) {
    if (beside_) beside_entries_.push_back(*dict_->find(key));
  }
  std::string keyword_;
  Log* log_;
  const Entry* entry_ = nullptr;
  const Entry* separate_ = nullptr;
  const Dictionary* dict_ = nullptr;
  bool beside_ = false;
  std::vector<Entry> beside_entries_;
};

/// $NAME and ${NAME} from the environment ($FOAM_CASE: the case directory), <case>, <constant>, <system>.
std::string expandPath(std::string path, const std::string& caseDirectory) {
  const std::pair<std::string, std::string> tags[] = {{"<case>", caseDirectory},
                                                      {"<constant>", caseDirectory + "/constant"},
                                                      {"<system>", caseDirectory + "/system"},
                                                      {"${FOAM_CASE}", caseDirectory},
                                                      {"$FOAM_CASE", caseDirectory}};
  for (const auto& [tag, text] : tags)
    if (const auto at = path.find(tag); at != std::string::npos) path.replace(at, tag.size(), text);
  while (true) {
    const auto at = path.find('$');
    if (at == std::string::npos) return path;
    const bool braces = at + 1 < path.size() && path[at + 1] == '{';
    const std::size_t begin = at + (braces ? 2 : 1);
    std::size_t end = begin;
    while (end < path.size() && (std::isalnum(static_cast<unsigned char>(path[end])) || path[end] == '_')) ++end;
    const char* value = std::getenv(path.substr(begin, end - begin).c_str());
    path.replace(at, end + (braces && end < path.size() ? 1 : 0) - at, value ? value : "");
  }
}

std::filesystem::path Coefficients::file() {
  const std::string given = get<std::string>("file");
  const std::filesystem::path caseDirectory =
      std::filesystem::absolute(std::filesystem::path(entry_->place.file)).parent_path().parent_path();
  const std::filesystem::path path = expandPath(given, caseDirectory.string());
  return path.is_absolute() ? path : caseDirectory / path;
}

// ---- the functions ----------------------------------------------------------------------------------------------
template <class T>
class Constant : public Function1<T> {
 public:
  explicit Constant(T value) : value_(value) {}
  explicit Constant(Coefficients& c) {
    TokenReader reader = c.inlineReader();
    value_ = readValue<T>(reader);
    reader.expectEnd();
  }
  T value(double) const override { return value_; }

 private:
  T value_;
};

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
    if (reader.peek().kind == Token::Kind::number) reader.next();
    reader.expect('(');
    while (!reader.accept(')')) {
      reader.expect('(');
      const double x = reader.number();
      table.emplace_back(x, readValue<T>(reader));
      reader.expect(')');
    }
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
class InlineTable : public TableFunction<T> {
 public:
  explicit InlineTable(Coefficients& c) : TableFunction<T>(c) {
    TokenReader reader = c.inlineReader();
    this->set(c, this->readTable(reader));
  }
};

template <class T>
class TableFile : public TableFunction<T> {
 public:
  explicit TableFile(Coefficients& c) : TableFunction<T>(c) {
    const auto file = c.file();
    const Dictionary content = Dictionary::parse("table " + config::readFileText(file) + "\n;", file.string());
    TokenReader reader = content.at("table").reader();
    this->set(c, this->readTable(reader));
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

/// Sum of c x^e over the pairs (c e), component by component.
template <class T>
class Polynomial : public Function1<T> {
 public:
  explicit Polynomial(Coefficients& c) {
    TokenReader reader = c.inlineReader();
    if (reader.peek().kind == Token::Kind::number) reader.next();
    reader.expect('(');
    while (!reader.accept(')')) {
      reader.expect('(');
      const T coefficient = readValue<T>(reader);
      terms_.emplace_back(coefficient, readValue<T>(reader));
      reader.expect(')');
    }
    reader.expectEnd();
    if (terms_.empty()) c.fail("the polynomial has no terms");
  }
  T value(double x) const override {
    T sum{};
    for (const auto& [coefficient, exponent] : terms_)
      for (int i = 0; i < nComponents<T>; ++i)
        component(sum, i) += component(coefficient, i) * std::pow(x, component(exponent, i));
    return sum;
  }

 private:
  std::vector<std::pair<T, T>> terms_;
};

/// amplitude wave(frequency (t - t0)) scale + level
template <class T>
class Wave : public Function1<T> {
 protected:
  explicit Wave(Coefficients& c)
      : t0_(c.getOr<double>("t0", 0)),
        amplitude_(c.function<double>("amplitude")),
        frequency_(c.function<double>("frequency")),
        scale_(c.function<T>("scale")),
        level_(c.function<T>("level")) {}
  double cycles(double t) const { return frequency_->value(t) * (t - t0_); }
  T scaled(double wave, double t) const { return amplitude_->value(t) * wave * scale_->value(t) + level_->value(t); }

 private:
  double t0_;
  std::unique_ptr<Function1<double>> amplitude_, frequency_;
  std::unique_ptr<Function1<T>> scale_, level_;
};

template <class T>
class Sine : public Wave<T> {
 public:
  explicit Sine(Coefficients& c) : Wave<T>(c) {}
  T value(double t) const override { return this->scaled(std::sin(2 * std::numbers::pi * this->cycles(t)), t); }
};

/// +1 during the mark, -1 during the space of each cycle; markSpace is the ratio of the two.
template <class T>
class Square : public Wave<T> {
 public:
  explicit Square(Coefficients& c) : Wave<T>(c), markSpace_(c.getOr<double>("markSpace", 1)) {}
  T value(double t) const override {
    double whole;
    const double fraction = std::modf(this->cycles(t), &whole);
    return this->scaled(fraction < markSpace_ / (1 + markSpace_) ? 1 : -1, t);
  }

 private:
  double markSpace_;
};

template <class T>
class Scale : public Function1<T> {
 public:
  explicit Scale(Coefficients& c) : scale_(c.function<double>("scale")), value_(c.function<T>("value")) {}
  T value(double x) const override { return scale_->value(x) * value_->value(x); }

 private:
  std::unique_ptr<Function1<double>> scale_;
  std::unique_ptr<Function1<T>> value_;
};

/// From 0 at `start` to 1 after `duration`, along shape(fraction of the duration).
class Ramp : public Function1<double> {
 public:
  using Shape = double (*)(double);
  Ramp(Coefficients& c, Shape shape) : start_(c.getOr<double>("start", 0)), duration_(c.get<double>("duration")), shape_(shape) {}
  double value(double t) const override { return shape_(std::clamp((t - start_) / duration_, 0.0, 1.0)); }

 private:
  double start_, duration_;
  Shape shape_;
};

// ---- the table of types -----------------------------------------------------------------------------------------
template <class T>
using Maker = std::unique_ptr<Function1<T>> (*)(Coefficients&);

template <class F, class T>
std::unique_ptr<Function1<T>> make(Coefficients& c) {
  return std::make_unique<F>(c);
}

void addRamps(std::map<std::string, Maker<Vec3>>&) {}
void addRamps(std::map<std::string, Maker<double>>& types) {
  using P = std::unique_ptr<Function1<double>>;
  constexpr double pi = std::numbers::pi;
  types["linearRamp"] = [](Coefficients& c) -> P { return std::make_unique<Ramp>(c, [](double s) { return s; }); };
  types["quadraticRamp"] = [](Coefficients& c) -> P { return std::make_unique<Ramp>(c, [](double s) { return s * s; }); };
  types["halfCosineRamp"] = [](Coefficients& c) -> P {
    return std::make_unique<Ramp>(c, [](double s) { return 0.5 * (1 - std::cos(pi * s)); });
  };
  types["quarterCosineRamp"] = [](Coefficients& c) -> P {
    return std::make_unique<Ramp>(c, [](double s) { return 1 - std::cos(0.5 * pi * s); });
  };
  types["quarterSineRamp"] = [](Coefficients& c) -> P {
    return std::make_unique<Ramp>(c, [](double s) { return std::sin(0.5 * pi * s); });
  };
}

template <class T>
std::map<std::string, Maker<T>> makeTypes() {
  using P = std::unique_ptr<Function1<T>>;
  std::map<std::string, Maker<T>> types{
      {"constant", make<Constant<T>, T>},   {"uniform", make<Constant<T>, T>}, {"table", make<InlineTable<T>, T>},
      {"tableFile", make<TableFile<T>, T>}, {"csvFile", make<CsvFile<T>, T>},  {"polynomial", make<Polynomial<T>, T>},
      {"sine", make<Sine<T>, T>},           {"square", make<Square<T>, T>},    {"scale", make<Scale<T>, T>}};
  types["zero"] = [](Coefficients&) -> P { return std::make_unique<Constant<T>>(T{}); };
  types["one"] = [](Coefficients&) -> P { return std::make_unique<Constant<T>>(uniformValue<T>(1)); };
  addRamps(types);
  return types;
}

template <class T>
const std::map<std::string, Maker<T>>& types() {
  static const auto all = makeTypes<T>();
  return all;
}

/// Tokens as text; what is read back from it is equal.
std::string tokensText(const std::vector<Token>& tokens) {
  std::string text;
  for (const Token& token : tokens) {
    if (!text.empty() && text.back() != '(' && !token.is(')')) text += ' ';
    text += token.kind == Token::Kind::string ? '"' + token.text + '"' : token.text;
  }
  return text;
}

}  // namespace

template <class T>
void Function1<T>::write(ConditionWriter& out) const {
  for (const Entry& entry : entries_)
    if (entry.isDict())
      out.dictionary(entry.keyword, *entry.dict);
    else
      out.entry(entry.keyword, tokensText(entry.tokens));
}

template <class T>
std::vector<std::string> function1Types() {
  std::vector<std::string> names;
  for (const auto& [name, maker] : types<T>()) names.push_back(name);
  return names;
}

template <class T>
std::unique_ptr<Function1<T>> makeFunction1(const Dictionary& dict, const std::string& keyword, Log* log) {
  Coefficients coefficients(dict, keyword, log);
  const std::string type = coefficients.type();
  const auto maker = types<T>().find(type.empty() ? "constant" : type);
  if (maker == types<T>().end()) coefficients.fail(unknownWordMessage("type of function", type, function1Types<T>()));
  auto function = maker->second(coefficients);
  function->entries_ = coefficients.entries();
  return function;
}

template class Function1<double>;
template class Function1<Vec3>;
template std::vector<std::string> function1Types<double>();
template std::vector<std::string> function1Types<Vec3>();
template std::unique_ptr<Function1<double>> makeFunction1(const Dictionary&, const std::string&, Log*);
template std::unique_ptr<Function1<Vec3>> makeFunction1(const Dictionary&, const std::string&, Log*);

}  // namespace eagre::fv
