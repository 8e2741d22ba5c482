// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "grid/field.hpp"

namespace eagre::channel {

/// Where the values of a field stand.
enum class Position { centre = -1, xFace = 0, yFace = 1, zFace = 2 };

struct NamedField {
  std::string name;
  grid::Field* field = nullptr;
  Position position = Position::centre;
  std::string units = "1", longName{};
};

struct NamedNumber {
  std::string name;
  double* number = nullptr;
};

/// All that a run must find again to go on as if it had not stopped: each part of the channel adds its own. Restart files are
/// written from it and read into it. Ghosts are not part of it: whoever reads fills them. A count is a number, exact to 2^53.
struct State {
  std::vector<NamedField> fields;
  std::vector<NamedNumber> numbers;
};

}  // namespace eagre::channel
