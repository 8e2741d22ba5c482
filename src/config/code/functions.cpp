// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "config/code/lexer.hpp"
#include "config/code/value.hpp"
#include "core/one_of.hpp"

/// The functions of OpenFOAM and of the standard library that code may call, in OpenFOAM's order of operations.
namespace eagre::config::code {
namespace {

using std::numbers::pi;

double sqr(double s) { return s * s; }
double pow3(double s) { return s * sqr(s); }
double pow4(double s) { return sqr(sqr(s)); }
double pow5(double s) { return s * pow4(s); }
double pow6(double s) { return pow3(sqr(s)); }
double sign(double s) { return s >= 0 ? 1 : -1; }
double pos(double s) { return s > 0 ? 1 : 0; }
double pos0(double s) { return s >= 0 ? 1 : 0; }
double neg(double s) { return s < 0 ? 1 : 0; }
double neg0(double s) { return s <= 0 ? 1 : 0; }
double degToRad(double deg) { return deg * pi / 180.0; }
double radToDeg(double rad) { return rad * 180.0 / pi; }

struct Unary {
  const char* name;
  double (*function)(double);
  bool isStandard;  ///< also as std::name
};
constexpr std::array unaryFunctions{
    Unary{"sqrt", std::sqrt, true},   Unary{"cbrt", std::cbrt, true},     Unary{"exp", std::exp, true},
    Unary{"log", std::log, true},     Unary{"log10", std::log10, true},   Unary{"sin", std::sin, true},
    Unary{"cos", std::cos, true},     Unary{"tan", std::tan, true},       Unary{"asin", std::asin, true},
    Unary{"acos", std::acos, true},   Unary{"atan", std::atan, true},     Unary{"sinh", std::sinh, true},
    Unary{"cosh", std::cosh, true},   Unary{"tanh", std::tanh, true},     Unary{"asinh", std::asinh, true},
    Unary{"acosh", std::acosh, true}, Unary{"atanh", std::atanh, true},   Unary{"erf", std::erf, true},
    Unary{"erfc", std::erfc, true},   Unary{"floor", std::floor, true},   Unary{"ceil", std::ceil, true},
    Unary{"round", std::round, true}, Unary{"trunc", std::trunc, true},   Unary{"fabs", std::fabs, true},
    Unary{"sqr", sqr, false},         Unary{"pow3", pow3, false},         Unary{"pow4", pow4, false},
    Unary{"pow5", pow5, false},       Unary{"pow6", pow6, false},         Unary{"sign", sign, false},
    Unary{"pos", pos, false},         Unary{"pos0", pos0, false},         Unary{"neg", neg, false},
    Unary{"neg0", neg0, false},       Unary{"degToRad", degToRad, false}, Unary{"radToDeg", radToDeg, false}};

struct Binary {
  const char* name;
  double (*function)(double, double);
};
double larger(double a, double b) { return a > b ? a : b; }
double smaller(double a, double b) { return a < b ? a : b; }
constexpr std::array binaryFunctions{Binary{"pow", std::pow},   Binary{"atan2", std::atan2}, Binary{"hypot", std::hypot},
                                     Binary{"fmod", std::fmod}, Binary{"fmin", std::fmin},   Binary{"fmax", std::fmax},
                                     Binary{"max", larger},     Binary{"min", smaller}};
struct NamedNumber {
  const char* name;
  double value;
};
constexpr std::array namedNumbers{NamedNumber{"constant::mathematical::pi", pi},
                                  NamedNumber{"mathematical::pi", pi},
                                  NamedNumber{"mathematicalConstant::pi", pi},
                                  NamedNumber{"constant::mathematical::twoPi", 2 * pi},
                                  NamedNumber{"constant::mathematical::piByTwo", 0.5 * pi},
                                  NamedNumber{"constant::mathematical::e", std::numbers::e},
                                  NamedNumber{"M_PI", pi},
                                  NamedNumber{"M_PI_2", pi / 2},
                                  NamedNumber{"M_PI_4", pi / 4},
                                  NamedNumber{"M_E", std::numbers::e},
                                  NamedNumber{"GREAT", 1e15},
                                  NamedNumber{"great", 1e15},
                                  NamedNumber{"SMALL", 1e-15},
                                  NamedNumber{"small", 1e-15},
                                  NamedNumber{"VGREAT", 1e300},
                                  NamedNumber{"vGreat", 1e300},
                                  NamedNumber{"VSMALL", 1e-300},
                                  NamedNumber{"vSmall", 1e-300},
                                  NamedNumber{"ROOTVSMALL", 1e-150},
                                  NamedNumber{"ROOTVGREAT", 1e150}};
struct NamedText {
  const char* name;
  const char* text;
};
constexpr std::array namedTexts{NamedText{"nl", "\n"}, NamedText{"endl", "\n"}, NamedText{"tab", "\t"},
                                NamedText{"token::SPACE", " "}, NamedText{"token::END_STATEMENT", ";"}};
constexpr std::array otherFunctions{"mag",     "magSqr",    "abs",         "cmptMultiply", "cmptDivide", "cmptMag", "sum",
                                    "average", "gSum",      "gMax",        "gMin",         "gAverage",   "Rx",      "Ry",
                                    "Rz",      "transform", "cmptProduct", "cmptMax",      "cmptMin"};

/// A number of each value or element, by f(its numbers, the result).
template <class F>
Node mapped(Type result, const Node& a, F f) {
  if (!isList(a->type)) {
    if (result == Type::vector)
      return vectorNode(
          [a, f](Frame& frame) {
            double in[3];
            std::array<double, 3> out{};
            load(*a, frame, in);
            f(in, out.data());
            return out;
          },
          {a});
    return numberNode(result,
                      [a, f](Frame& frame) {
                        double in[3], out = 0;
                        load(*a, frame, in);
                        f(in, &out);
                        return out;
                      },
                      {a});
  }
  const Type type = listOf(result);
  return listNode(type,
                  [a, f, type](Frame& frame) {
                    const ListPtr in = a->list(frame);
                    frame.count(in->size());
                    ListPtr out = frame.newList(type, in->size());
                    for (std::size_t i = 0; i < in->size(); ++i)
                      f(&in->values[i * in->components], &out->values[i * out->components]);
                    return out;
                  },
                  {a});
}

/// The same of two, one of which may be for all elements of the other.
template <class F>
Node mapped(Type result, const Node& a, const Node& b, F f) {
  if (!isList(a->type) && !isList(b->type)) {
    const auto value = [a, b, f](Frame& frame) {
      double one[3], other[3];
      std::array<double, 3> out{};
      load(*a, frame, one);
      load(*b, frame, other);
      f(one, other, out.data());
      return out;
    };
    if (result == Type::vector) return vectorNode(value, {a, b});
    return numberNode(result, [value](Frame& frame) { return value(frame)[0]; }, {a, b});
  }
  const Type type = listOf(result);
  return listNode(type,
                  [a, b, f, type](Frame& frame) {
                    double one[3], other[3];
                    const ListPtr listA = isList(a->type) ? a->list(frame) : nullptr,
                                  listB = isList(b->type) ? b->list(frame) : nullptr;
                    if (!listA) load(*a, frame, one);
                    if (!listB) load(*b, frame, other);
                    const std::size_t n = listA ? listA->size() : listB->size();
                    if (listB && listB->size() != n)
                      frame.fail(fmt::format("lists of {} and {} values do not go together", n, listB->size()));
                    frame.count(n);
                    ListPtr out = frame.newList(type, n);
                    for (std::size_t i = 0; i < n; ++i)
                      f(listA ? &listA->values[i * listA->components] : one,
                        listB ? &listB->values[i * listB->components] : other, &out->values[i * out->components]);
                    return out;
                  },
                  {a, b});
}

Type single(Type type) { return isList(type) ? elementOf(type) : type; }

double magnitudeSquared(const double* v) { return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]; }

Node magnitude(const Node& a, bool squared, const Place& place) {
  const Type type = single(a->type);
  if (type == Type::vector)
    return mapped(Type::scalar, a,
                  [squared](const double* v, double* r) { *r = squared ? magnitudeSquared(v) : std::sqrt(magnitudeSquared(v)); });
  if (!isNumber(type) || (squared && type != Type::scalar)) refuse(place, fmt::format("the magnitude of {}", nameOf(a->type)));
  return mapped(type, a, [squared](const double* s, double* r) { *r = squared ? *s * *s : std::fabs(*s); });
}

/// Over all elements of a list: largest, smallest, sum, mean.
Node reduced(std::string name, const Node& a, const Place& place) {
  if (name[0] == 'g') {  // gMax
    name.erase(0, 1);
    name[0] = static_cast<char>(name[0] + ('a' - 'A'));
  }
  if (a->type != Type::scalars && !(a->type == Type::vectors && (name == "sum" || name == "average")))
    refuse(place, fmt::format("{}({})", name, nameOf(a->type)));
  const auto value = [a, name](Frame& frame) {
    const ListPtr list = a->list(frame);
    const std::size_t n = list->size(), components = list->components;
    if (n == 0) frame.fail(fmt::format("{} of a list without values", name));
    frame.count(n);
    std::array<double, 3> r{};
    std::copy_n(list->values.begin(), components, r.begin());
    for (std::size_t i = components; i < list->values.size(); ++i) {
      double& x = r[i % components];
      const double y = list->values[i];
      x = name == "max" ? larger(x, y) : name == "min" ? smaller(x, y) : x + y;
    }
    if (name == "average")
      for (double& x : r) x /= static_cast<double>(n);
    return r;
  };
  if (a->type == Type::vectors) return vectorNode(value, {a});
  return numberNode(Type::scalar, [value](Frame& frame) { return value(frame)[0]; }, {a});
}

/// pow(2, 3) of labels is OpenFOAM's own, a label.
Node powerOfLabels(const Node& a, const Node& b) {
  return numberNode(Type::label,
                    [a, b](Frame& frame) {
                      const double base = a->number(frame), exponent = b->number(frame);
                      if (exponent < 0) frame.fail("pow of labels with a negative exponent");
                      double r = 1;
                      for (double i = 0; i < exponent && r != 0 && !(r == 1 && base == 1); ++i) {
                        r *= base;
                        if (std::fabs(r) > 2147483647.0) frame.fail("pow of labels goes beyond 32 bits");
                        frame.count();
                      }
                      return r;
                    },
                    {a, b});
}

[[noreturn]] void refuseArguments(const std::string& name, const Node& a, const Node& b, const Place& place) {
  refuse(place, fmt::format("{}({}, {})", name, nameOf(a->type), nameOf(b->type)));
}

/// cmptMultiply, cmptDivide
Node byComponents(const std::string& name, const Node& a, const Node& b, const Place& place) {
  if (single(a->type) != Type::vector || single(b->type) != Type::vector) refuseArguments(name, a, b, place);
  const bool divides = name == "cmptDivide";
  return mapped(Type::vector, a, b, [divides](const double* u, const double* v, double* r) {
    for (int k = 0; k < 3; ++k) r[k] = divides ? u[k] / v[k] : u[k] * v[k];
  });
}

/// max, min
Node extreme(const Binary& function, const Node& a, const Node& b, bool standard, const Place& place) {
  const Type typeA = single(a->type), typeB = single(b->type);
  if (typeA == Type::vector && typeB == Type::vector && !standard)
    return mapped(Type::vector, a, b, [f = function.function](const double* u, const double* v, double* r) {
      for (int k = 0; k < 3; ++k) r[k] = f(u[k], v[k]);
    });
  if (!isNumber(typeA) || !isNumber(typeB)) refuseArguments(function.name, a, b, place);
  if (standard && typeA != typeB)
    refuse(place, fmt::format("std::{} of a {} and a {}", function.name, nameOf(typeA), nameOf(typeB)));
  return mapped(typeA == Type::label && typeB == Type::label ? Type::label : Type::scalar, a, b,
                [f = function.function](const double* x, const double* y, double* r) { *r = f(*x, *y); });
}

Node ofTwo(const std::string& name, const Node& a, const Node& b, bool standard, const Place& place) {
  if (name == "cmptMultiply" || name == "cmptDivide") return byComponents(name, a, b, place);
  const auto function = std::ranges::find_if(binaryFunctions, [&](const Binary& f) { return f.name == name; });
  if (function == binaryFunctions.end()) refuse(place, fmt::format("{} with two arguments", name));
  if (name == "max" || name == "min") return extreme(*function, a, b, standard, place);
  const Type typeA = single(a->type), typeB = single(b->type);
  if (!isNumber(typeA) || !isNumber(typeB)) refuseArguments(name, a, b, place);
  if (name == "pow" && typeA == Type::label && typeB == Type::label && !standard) return powerOfLabels(a, b);
  return mapped(Type::scalar, a, b, [f = function->function](const double* x, const double* y, double* r) { *r = f(*x, *y); });
}

/// The rotation about an axis (0, 1, 2) by an angle [rad].
Node rotation(int axis, const Node& angle, const Place& place) {
  if (!isNumber(angle->type)) refuse(place, fmt::format("R{}({})", "xyz"[axis], nameOf(angle->type)));
  return tripleNode(Type::rotation,
                    [axis, angle](Frame& frame) {
                      std::array<double, 3> r{};
                      r[static_cast<std::size_t>(axis)] = angle->number(frame) * (frame.host.rightHandedRotations() ? 1 : -1);
                      return r;
                    },
                    {angle});
}

/// transform(Rz(angle), vector or list of vectors)
Node turned(const Node& rotation, const Node& a, const Place& place) {
  if (rotation->type != Type::rotation || single(a->type) != Type::vector)
    refuse(place, fmt::format("transform({}, {})", nameOf(rotation->type), nameOf(a->type)));
  return mapped(Type::vector, rotation, a, [](const double* angles, const double* v, double* r) {
    const int k = angles[0] != 0 ? 0 : angles[1] != 0 ? 1 : 2, i = (k + 1) % 3, j = (k + 2) % 3;
    const double c = std::cos(angles[k]), s = std::sin(angles[k]);
    r[i] = c * v[i] - s * v[j];
    r[j] = s * v[i] + c * v[j];
    r[k] = v[k];
  });
}

bool isReduction(const std::string& name) {
  constexpr std::array names{"max", "min", "sum", "average", "gMax", "gMin", "gSum", "gAverage"};
  return std::ranges::find(names, name) != names.end();
}

std::vector<std::string> allNames() {
  std::vector<std::string> names(otherFunctions.begin(), otherFunctions.end());
  for (const Unary& f : unaryFunctions) names.emplace_back(f.name);
  for (const Binary& f : binaryFunctions) names.emplace_back(f.name);
  std::ranges::sort(names);
  return names;
}

}  // namespace

bool isFunction(const std::string& name) {
  const auto names = allNames();
  return std::ranges::binary_search(names, name);
}

static Node absolute(const Node& a, bool standard, const Place& place) {
  const Type type = single(a->type);
  if (type == Type::scalar && !standard)
    refuse(place, "abs of a scalar without std::, which may be that of integers (write mag or std::abs)");
  if (isNumber(type) && !isList(a->type)) return mapped(type, a, [](const double* s, double* r) { *r = std::fabs(*s); });
  refuse(place, fmt::format("abs({})", nameOf(a->type)));
}

/// cmptMag; cmptProduct, cmptMax, cmptMin: a number of each vector.
static Node overComponents(const std::string& name, const Node& a) {
  if (name == "cmptMag")
    return mapped(Type::vector, a, [](const double* v, double* r) {
      for (int k = 0; k < 3; ++k) r[k] = std::fabs(v[k]);
    });
  if (name == "cmptProduct") return mapped(Type::scalar, a, [](const double* v, double* r) { *r = v[0] * v[1] * v[2]; });
  const bool largest = name == "cmptMax";
  return mapped(Type::scalar, a, [largest](const double* v, double* r) {
    *r = largest ? std::max({v[0], v[1], v[2]}) : std::min({v[0], v[1], v[2]});
  });
}

static Node ofOne(const std::string& name, const Node& a, bool standard, const Place& place) {
  const Type type = single(a->type);
  if (isOneOf(name, {"Rx", "Ry", "Rz"})) return rotation(name[1] - 'x', a, place);
  if (isOneOf(name, {"mag", "magSqr"})) return magnitude(a, name == "magSqr", place);
  if (name.starts_with("cmpt") && type == Type::vector) return overComponents(name, a);
  if (name == "abs") return absolute(a, standard, place);
  if (isList(a->type) && isReduction(name)) return reduced(name, a, place);
  const auto function = std::ranges::find_if(unaryFunctions, [&](const Unary& f) { return f.name == name; });
  if (function == unaryFunctions.end() || !isNumber(type) || (standard && !function->isStandard))
    refuse(place, fmt::format("{}{}({})", standard ? "std::" : "", name, nameOf(a->type)));
  return mapped(Type::scalar, a, [f = function->function](const double* x, double* r) { *r = f(*x); });
}

Node call(const std::string& name, const std::vector<Node>& given, bool standard, const Place& place) {
  if (!isFunction(name)) {
    const std::string near = nearestWord(name, allNames());
    refuse(place, fmt::format("the function '{}'{}", name, near.empty() ? "" : " (did you mean '" + near + "'?)"));
  }
  std::vector<Node> arguments;
  for (const Node& a : given) arguments.push_back(a->type == Type::cellCentres ? converted(a, Type::vectors, place) : a);
  if (name == "transform" && arguments.size() == 2) return turned(arguments[0], arguments[1], place);
  if (arguments.size() == 2) return ofTwo(name, arguments[0], arguments[1], standard, place);
  if (arguments.size() == 1) return ofOne(name, arguments[0], standard, place);
  refuse(place, fmt::format("{} with {} arguments", name, arguments.size()));
}

Node namedConstant(const std::string& name) {
  for (const NamedNumber& each : namedNumbers)
    if (name == each.name) return constant(Type::scalar, each.value);
  if (name == "true" || name == "false") return constant(Type::boolean, name == "true" ? 1 : 0);
  if (isOneOf(name, {"vector::X", "vector::Y", "vector::Z"})) return constant(Type::label, name.back() - 'X');
  if (name == "vector::zero" || name == "vector::one") {
    const double x = name == "vector::one" ? 1 : 0;
    return vectorNode([x](Frame&) { return std::array{x, x, x}; });
  }
  if (name == "Zero" || name == "pTraits<vector>::zero") return numberNode(Type::zero, {});
  for (const NamedText& each : namedTexts)
    if (name == each.name) return textNode([text = each.text](Frame&) { return std::string(text); });
  return nullptr;
}

}  // namespace eagre::config::code
