// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "core/error.hpp"

/// Expressions over cells or faces, as OpenFOAM v1912 has them in setExprFields and in the conditions exprFixedValue and
/// exprMixed.
namespace eagre::fv::expressions {

/// What a part of an expression gives: a scalar, vector, symmetric tensor or tensor (1, 3, 6, 9 components), one for all cells
/// (faces) or one for each.
struct Value {
  int components = 1;
  bool uniform = true;
  bool logical = false;      ///< 0 or 1, of a comparison
  std::vector<double> data;  ///< `components` numbers, or as many per cell (face)

  static Value of(double number) { return {1, true, false, {number}}; }
  static Value logic(bool value) { return {1, true, true, {value ? 1.0 : 0.0}}; }
  /// The numbers of cell (face) i.
  const double* at(std::size_t i) const { return data.data() + (uniform ? 0 : i * static_cast<std::size_t>(components)); }
  std::size_t size() const { return data.size() / static_cast<std::size_t>(components); }
};

/// "scalar", "vector", "symmTensor", "tensor", "logical value".
std::string typeName(const Value& value);

// All throw an Error, without place, where the operation is not defined for the types.

/// + - * / % & ^ == != < <= > >= && ||. & is the inner product, ^ the cross product of vectors.
Value binary(const std::string& operation, const Value& a, const Value& b);
Value negated(const Value& a);
Value inverted(const Value& a);  ///< logical not
/// condition ? yes : no, cell by cell.
Value chosen(const Value& condition, const Value& yes, const Value& no);
/// x, y, z, xx .. zz, T, diag.
Value component(const Value& a, const std::string& name);
bool isComponent(const std::string& name);
/// vector(x, y, z), tensor(..9), symmTensor(..6), sphericalTensor(ii) of scalars.
Value composed(const std::vector<Value>& parts, int components);
Value magnitude(const Value& a);
Value magnitudeSquared(const Value& a);
/// A function of one or two scalars, at each cell; min and max of two also component by component.
Value applied(double (*function)(double), const Value& a, const std::string& name);
Value applied(double (*function)(double, double), const Value& a, const Value& b, const std::string& name);
/// 0 or 1: farther from 0 than a half.
Value toLogical(const Value& a);

}  // namespace eagre::fv::expressions
