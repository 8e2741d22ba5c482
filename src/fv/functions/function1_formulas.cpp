// SPDX-License-Identifier: BSD-3-Clause
// Functions given by formulae: constants, polynomial, sine, square, scale, ramps, code.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>

#include "config/code/lexer.hpp"
#include "config/code/program.hpp"
#include "fv/functions/function1_coefficients.hpp"

namespace eagre::fv::functions {
using config::Token;
using config::TokenReader;

namespace {

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

/// Sum of c x^e over the pairs (c e), component by component; in openfoam.org's later versions also (c0 c1 ..) with e = 0, 1, ..
template <class T>
class Polynomial : public Function1<T> {
 public:
  explicit Polynomial(Coefficients& c) {
    TokenReader reader = c.inlineReader();
    if (reader.peek().kind == Token::Kind::number) reader.next();
    reader.expect('(');
    while (!reader.accept(')')) {
      if constexpr (nComponents<T> == 1)
        if (reader.peek().kind == Token::Kind::number) {
          const T coefficient = readValue<T>(reader);
          terms_.emplace_back(coefficient, static_cast<double>(terms_.size()));
          continue;
        }
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

void addRamps(Types<Vec3>&) {}
void addRamps(Types<double>& types) {
  using P = std::unique_ptr<Function1<double>>;
  constexpr double pi = std::numbers::pi;
  types.add({"linearRamp", "s = (t - start)/duration, 0 to 1",
             [](Coefficients& c) -> P { return std::make_unique<Ramp>(c, [](double s) { return s; }); }});
  types.add({"quadraticRamp", "s^2 with s = (t - start)/duration, 0 to 1",
             [](Coefficients& c) -> P { return std::make_unique<Ramp>(c, [](double s) { return s * s; }); }});
  types.add({"halfCosineRamp", "(1 - cos(pi s))/2 with s = (t - start)/duration", [](Coefficients& c) -> P {
               return std::make_unique<Ramp>(c, [](double s) { return 0.5 * (1 - std::cos(pi * s)); });
             }});
  types.add({"quarterCosineRamp", "1 - cos(pi s/2) with s = (t - start)/duration", [](Coefficients& c) -> P {
               return std::make_unique<Ramp>(c, [](double s) { return 1 - std::cos(0.5 * pi * s); });
             }});
  types.add({"quarterSineRamp", "sin(pi s/2) with s = (t - start)/duration",
             [](Coefficients& c) -> P { return std::make_unique<Ramp>(c, [](double s) { return std::sin(0.5 * pi * s); }); }});
}

/// Code of x that returns the value, as openfoam.org has it: code #{ return sqr(x); #}. It is read as the subset of C++ of
/// docs/code.md, in which it writes the value where it returns it.
template <class T>
class Coded : public Function1<T> {
 public:
  explicit Coded(Coefficients& c) {
    for (const char* unused : {"name", "codeInclude", "codeOptions", "codeLibs"}) c.getOr<std::string>(unused, "");
    const Token code = c.token("code");
    place_ = {c.place().file, code.line};
    body_ = withoutReturns(config::code::withoutComments(code.text));
    check();
  }
  T value(double x) const override { return evaluate(x); }

 private:
  std::unique_ptr<const config::code::Program> program(double x) const {
    auto made = std::make_unique<const config::code::Program>(fmt::format("const scalar x = {:.17g}; {}", x, body_), place_,
                                                              config::code::Signature{});
    if (made->looksAtDictionary()) throw Error(place_, "code: `dict` is known in #codeStream alone");
    return made;
  }

  T evaluate(double x) const {
    config::code::Host host;
    return read(program(x)->tokens(host));
  }

  /// Whether the code can be read, and returns a T. That it has no value at 0 is no mistake: sin(x)/x is of use elsewhere.
  void check() const {
    const auto atZero = program(0);
    config::code::Host host;
    std::vector<Token> tokens;
    try {
      tokens = atZero->tokens(host);
    } catch (const Error&) { return; }
    read(std::move(tokens));
  }

  T read(std::vector<Token> tokens) const {
    config::Entry entry;
    entry.keyword = "code";
    entry.place = place_;
    entry.tokens = std::move(tokens);
    TokenReader reader = entry.reader();
    const T value = readValue<T>(reader);
    reader.expectEnd();
    return value;
  }

  /// `return a;` as `{ os << (a); return; }`.
  std::string withoutReturns(const std::string& code) const {
    const auto isPartOfName = [&](std::size_t i) {
      return i < code.size() && (std::isalnum(static_cast<unsigned char>(code[i])) || code[i] == '_');
    };
    constexpr std::string_view word = "return";
    std::string result;
    for (std::size_t i = 0; i < code.size();) {
      if (code.compare(i, word.size(), word) != 0 || (i > 0 && isPartOfName(i - 1)) || isPartOfName(i + word.size())) {
        result += code[i++];
        continue;
      }
      const std::size_t end = code.find(';', i);
      if (end == std::string::npos) throw Error(place_, "code: a ';' is missing behind return");
      result += "{ os << (" + code.substr(i + word.size(), end - i - word.size()) + "); return; }";
      i = end + 1;
    }
    if (result == code) throw Error(place_, "code: it returns no value");
    return result;
  }

  Place place_;
  std::string body_;
};

}  // namespace

template <class T>
void addFormulas(Types<T>& types) {
  using P = std::unique_ptr<Function1<T>>;
  add<Constant<T>>(types, "constant", "one value");
  add<Constant<T>>(types, "uniform", "one value");
  types.add({"zero", "0", [](Coefficients&) -> P { return std::make_unique<Constant<T>>(T{}); }});
  types.add({"one", "1", [](Coefficients&) -> P { return std::make_unique<Constant<T>>(uniformValue<T>(1)); }});
  add<Polynomial<T>>(types, "polynomial", "sum of coefficients times powers");
  add<Sine<T>>(types, "sine", "amplitude sin(2 pi frequency (t - t0)) scale + level");
  add<Square<T>>(types, "square", "square wave of amplitude, frequency and markSpace, times scale, plus level");
  add<Coded<T>>(types, "coded", "code #{ return ..; #} of x, in the subset of C++ that Eagre reads");
  add<Scale<T>>(types, "scale", "a function times a scale, which is a function too");
  addRamps(types);
}
template void addFormulas(Types<double>&);
template void addFormulas(Types<Vec3>&);

}  // namespace eagre::fv::functions
