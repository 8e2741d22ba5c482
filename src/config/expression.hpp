// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "config/dictionary.hpp"

namespace eagre::config {

/// real: numbers are real throughout, as #eval has it. compiled: as C++ has it in #calc, 7/2 is 3.
enum class Arithmetic { real, compiled };

/// What an arithmetic expression gives.
struct ExpressionValue {
  double number = 0;
  bool isInteger = false;  ///< Arithmetic::compiled: of a C++ integer type
  bool isBool = false;
  /// A number, or for real arithmetic the word true or false.
  Token token(int line) const;
};

/// Evaluates + - * / % ^, comparisons, && || !, ?:, parentheses and the functions of one, two or three numbers that OpenFOAM's
/// #eval and C++'s <cmath> share. Errors: what is not arithmetic, division by zero, a result that is no finite number.
ExpressionValue evaluateExpression(std::string_view text, Arithmetic arithmetic, const Place& place);

// The functions of numbers, for other expressions than those of one number.
using UnaryFunction = double (*)(double);
using BinaryFunction = double (*)(double, double);
/// nullptr: there is none of this name.
UnaryFunction unaryFunction(std::string_view name);
BinaryFunction binaryFunction(std::string_view name);
/// Names of all of them.
std::vector<std::string> numberFunctionNames();

}  // namespace eagre::config
