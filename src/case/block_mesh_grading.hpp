// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "core/types.hpp"

namespace eagre::case_ {

/// One section of a graded edge: its share of the edge's length, its share of the cells (both normalised to a sum of
/// one over the sections), and the ratio of its last to its first cell size.
struct GradingSection {
  double length = 1, cells = 1, ratio = 1;
};
using Grading = std::vector<GradingSection>;

/// The same edge walked from its other end.
Grading reversed(const Grading& grading);

/// Where the n + 1 points of an edge of n cells lie, as fractions of its length: 0 first, 1 last. Within a section the
/// cell sizes are a geometric series. With more sections than cells the division is uniform, as in OpenFOAM.
std::vector<double> edgeDivisions(const Grading& grading, Label n);

}  // namespace eagre::case_
