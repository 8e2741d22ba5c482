// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace eagre::fv::expressions {

/// A part of an expression.
struct Node {
  enum class Kind {
    number,
    name,      ///< of a field or a variable
    call,      ///< text(arguments)
    negation,  ///< - or !, in text
    binary,    ///< arguments[0] text arguments[1]
    choice,    ///< arguments[0] ? arguments[1] : arguments[2]
    method     ///< arguments[0].text()
  };
  Kind kind = Kind::number;
  std::string text{};
  double number = 0;
  std::vector<Node> arguments{};
};

/// Parses an expression with OpenFOAM's operators, which bind as those of C++: ?:, ||, &&, ^ (cross product), & (inner product),
/// == !=, < <= > >=, + -, * / %, - !, .x(). Names may hold dots and be in quotes. Errors, without place: what is no expression.
Node parse(std::string_view text);

}  // namespace eagre::fv::expressions
