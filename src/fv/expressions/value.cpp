// SPDX-License-Identifier: BSD-3-Clause
#include "fv/expressions/value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

namespace eagre::fv::expressions {
namespace {

constexpr int tensorComponents = 9, symmTensorComponents = 6;

/// f(x, result) for each cell, x the numbers of a there.
template <class F>
Value each(const Value& a, int components, F&& f) {
  Value result{components, a.uniform, false, {}};
  result.data.resize(a.size() * static_cast<std::size_t>(components));
  for (std::size_t i = 0; i < a.size(); ++i) f(a.at(i), result.data.data() + i * static_cast<std::size_t>(components));
  return result;
}

/// f(x, y, result)
template <class F>
Value each(const Value& a, const Value& b, int components, F&& f) {
  Value result{components, a.uniform && b.uniform, false, {}};
  const std::size_t n = a.uniform ? b.size() : a.size();
  result.data.resize(n * static_cast<std::size_t>(components));
  for (std::size_t i = 0; i < n; ++i) f(a.at(i), b.at(i), result.data.data() + i * static_cast<std::size_t>(components));
  return result;
}

bool isTensor(const Value& a) { return a.components >= symmTensorComponents; }

/// A symmetric tensor with all its nine components.
Value asTensor(const Value& a) {
  if (a.components == tensorComponents) return a;
  constexpr std::array from{0, 1, 2, 1, 3, 4, 2, 4, 5};
  return each(a, tensorComponents, [&](const double* x, double* out) {
    for (int k = 0; k < tensorComponents; ++k) out[k] = x[from[static_cast<std::size_t>(k)]];
  });
}

[[noreturn]] void undefined(const std::string& operation, const Value& a, const Value& b) {
  throw Error(fmt::format("'{}' is not defined between a {} and a {}", operation, typeName(a), typeName(b)));
}

template <class F>
Value componentwise(const std::string& operation, const Value& a, const Value& b, F&& f) {
  if (a.components != b.components) {
    if (!isTensor(a) || !isTensor(b)) undefined(operation, a, b);
    return componentwise(operation, asTensor(a), asTensor(b), f);
  }
  return each(a, b, a.components, [&](const double* x, const double* y, double* out) {
    for (int k = 0; k < a.components; ++k) out[k] = f(x[k], y[k]);
  });
}

Value product(const Value& a, const Value& b) {
  if (a.components == 1 || b.components == 1) {
    const int n = std::max(a.components, b.components), da = a.components > 1, db = b.components > 1;
    return each(a, b, n, [&](const double* x, const double* y, double* out) {
      for (int k = 0; k < n; ++k) out[k] = x[k * da] * y[k * db];
    });
  }
  if (a.components != 3 || b.components != 3) undefined("*", a, b);
  return each(a, b, tensorComponents, [](const double* x, const double* y, double* out) {
    for (int k = 0; k < tensorComponents; ++k) out[k] = x[k / 3] * y[k % 3];
  });
}

Value inner(const Value& a, const Value& b) {
  if (a.components == 3 && b.components == 3)
    return each(a, b, 1, [](const double* x, const double* y, double* out) { *out = x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; });
  if (a.components == 1 || b.components == 1) undefined("&", a, b);
  const Value left = a.components == 3 ? a : asTensor(a), right = b.components == 3 ? b : asTensor(b);
  const int rows = left.components / 3, columns = right.components / 3;
  return each(left, right, rows * columns, [&](const double* x, const double* y, double* out) {
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) {
        const double* row = x + 3 * i;
        out[i * columns + j] = row[0] * y[j] + row[1] * y[columns + j] + row[2] * y[2 * columns + j];
      }
  });
}

Value crossProduct(const Value& a, const Value& b) {
  if (a.components != 3 || b.components != 3) undefined("^", a, b);
  return each(a, b, 3, [](const double* x, const double* y, double* out) {
    out[0] = x[1] * y[2] - x[2] * y[1];
    out[1] = x[2] * y[0] - x[0] * y[2];
    out[2] = x[0] * y[1] - x[1] * y[0];
  });
}

template <class F>
Value compared(const std::string& operation, const Value& a, const Value& b, F&& f) {
  if (a.components != 1 || b.components != 1) undefined(operation, a, b);
  Value result = each(a, b, 1, [&](const double* x, const double* y, double* out) { *out = f(*x, *y) ? 1 : 0; });
  result.logical = true;
  return result;
}

bool isTrue(double x) { return std::abs(x) > 0.5; }

}  // namespace

std::string typeName(const Value& value) {
  if (value.logical) return "logical value";
  return value.components == 1 ? "scalar" : value.components == 3 ? "vector" : value.components == 6 ? "symmTensor" : "tensor";
}

static Value quotient(const Value& a, const Value& b) {
  if (b.components != 1) undefined("/", a, b);
  return each(a, b, a.components, [&](const double* x, const double* y, double* out) {
    for (int k = 0; k < a.components; ++k) out[k] = x[k] / *y;
  });
}

static Value remainder(const Value& a, const Value& b) {
  if (a.components != 1 || b.components != 1) undefined("%", a, b);
  return each(a, b, 1, [](const double* x, const double* y, double* out) { *out = std::fmod(*x, *y); });
}

static Value logical(const std::string& operation, const Value& a, const Value& b) {
  if (operation == "==") return compared(operation, a, b, std::equal_to<>());
  if (operation == "!=") return compared(operation, a, b, std::not_equal_to<>());
  if (operation == "<") return compared(operation, a, b, std::less<>());
  if (operation == "<=") return compared(operation, a, b, std::less_equal<>());
  if (operation == ">") return compared(operation, a, b, std::greater<>());
  if (operation == ">=") return compared(operation, a, b, std::greater_equal<>());
  if (operation == "&&") return compared(operation, a, b, [](double x, double y) { return isTrue(x) && isTrue(y); });
  return compared(operation, a, b, [](double x, double y) { return isTrue(x) || isTrue(y); });
}

Value binary(const std::string& operation, const Value& a, const Value& b) {
  if (operation == "+") return componentwise(operation, a, b, std::plus<>());
  if (operation == "-") return componentwise(operation, a, b, std::minus<>());
  if (operation == "*") return product(a, b);
  if (operation == "&") return inner(a, b);
  if (operation == "^") return crossProduct(a, b);
  if (operation == "/") return quotient(a, b);
  if (operation == "%") return remainder(a, b);
  return logical(operation, a, b);
}

Value negated(const Value& a) { return product(Value::of(-1), a); }

Value inverted(const Value& a) {
  Value result = toLogical(a);
  for (double& x : result.data) x = 1 - x;
  return result;
}

Value toLogical(const Value& a) {
  if (a.components != 1) throw Error(fmt::format("a {} is neither true nor false", typeName(a)));
  Value result = each(a, 1, [](const double* x, double* out) { *out = isTrue(*x) ? 1 : 0; });
  result.logical = true;
  return result;
}

Value chosen(const Value& condition, const Value& yes, const Value& no) {
  if (condition.components != 1) throw Error(fmt::format("a {} is no condition of '?'", typeName(condition)));
  if (yes.components != no.components)
    throw Error(fmt::format("'?' gives a {} or a {}; both must be of one type", typeName(yes), typeName(no)));
  if (condition.uniform) {
    const Value& value = isTrue(condition.data[0]) ? yes : no;
    return value;
  }
  Value result{yes.components, false, yes.logical && no.logical, {}};
  for (std::size_t i = 0; i < condition.size(); ++i) {
    const double* value = (isTrue(condition.data[i]) ? yes : no).at(i);
    result.data.insert(result.data.end(), value, value + yes.components);
  }
  return result;
}

bool isComponent(const std::string& name) {
  if (name == "T" || name == "diag") return true;
  return (name.size() == 1 || name.size() == 2) && name.find_first_not_of("xyz") == std::string::npos;
}

Value component(const Value& a, const std::string& name) {
  if (name == "T" && isTensor(a))
    return each(asTensor(a), tensorComponents, [](const double* x, double* out) {
      for (int k = 0; k < tensorComponents; ++k) out[k] = x[3 * (k % 3) + k / 3];
    });
  if (name == "diag" && isTensor(a))
    return each(asTensor(a), 3, [](const double* x, double* out) {
      for (int k = 0; k < 3; ++k) out[k] = x[4 * k];
    });
  if (name.size() == 2 && isTensor(a)) {
    const int at = 3 * (name[0] - 'x') + (name[1] - 'x');
    return each(asTensor(a), 1, [&](const double* x, double* out) { *out = x[at]; });
  }
  if (name.size() == 1 && a.components == 3 && name != "T")
    return each(a, 1, [&](const double* x, double* out) { *out = x[name[0] - 'x']; });
  throw Error(fmt::format("a {} has no .{}()", typeName(a), name));
}

Value composed(const std::vector<Value>& parts, int components) {
  Value result{components, true, false, {}};
  std::size_t n = 1;
  for (const Value& part : parts) {
    if (part.components != 1) throw Error(fmt::format("a {} where a scalar is expected as a component", typeName(part)));
    if (part.uniform) continue;
    result.uniform = false;
    n = part.size();
  }
  result.data.reserve(n * parts.size());
  for (std::size_t i = 0; i < n; ++i)
    for (const Value& part : parts) result.data.push_back(*part.at(i));
  return result;
}

Value magnitudeSquared(const Value& a) {
  const Value all = isTensor(a) ? asTensor(a) : a;
  return each(all, 1, [&](const double* x, double* out) {
    double sum = 0;
    for (int k = 0; k < all.components; ++k) sum += x[k] * x[k];
    *out = sum;
  });
}

Value magnitude(const Value& a) {
  if (a.components == 1) return each(a, 1, [](const double* x, double* out) { *out = std::abs(*x); });
  Value result = magnitudeSquared(a);
  for (double& x : result.data) x = std::sqrt(x);
  return result;
}

Value applied(double (*function)(double), const Value& a, const std::string& name) {
  if (a.components != 1) throw Error(fmt::format("{}() is not defined for a {}", name, typeName(a)));
  return each(a, 1, [&](const double* x, double* out) { *out = function(*x); });
}

Value applied(double (*function)(double, double), const Value& a, const Value& b, const std::string& name) {
  if (a.components != b.components || (a.components != 1 && name != "min" && name != "max"))
    throw Error(fmt::format("{}() is not defined for a {} and a {}", name, typeName(a), typeName(b)));
  return componentwise(name, a, b, function);
}

}  // namespace eagre::fv::expressions
