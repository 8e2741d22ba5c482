// SPDX-License-Identifier: BSD-3-Clause
#include "case/block_mesh_grading.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"

namespace eagre::case_ {

Grading reversed(const Grading& grading) {
  Grading result(grading.rbegin(), grading.rend());
  for (GradingSection& section : result) section.ratio = 1 / section.ratio;
  return result;
}

namespace {

/// Cells of each section: rounded shares; the largest section takes what rounding left over.
std::vector<Label> sectionCells(const Grading& grading, Label n) {
  std::vector<Label> cells;
  Label sum = 0;
  for (const GradingSection& section : grading) {
    cells.push_back(static_cast<Label>(section.cells * n + 0.5));  // as blockMesh rounds. NOLINT(bugprone-incorrect-roundings)
    sum += cells.back();
  }
  const auto largest =
      std::max_element(grading.begin(), grading.end(), [](const auto& a, const auto& b) { return a.cells < b.cells; });
  Label& remainder = cells[static_cast<std::size_t>(largest - grading.begin())];
  remainder += n - sum;
  if (remainder < 0) throw Error("the sections of a grading cannot share " + std::to_string(n) + " cells", ExitCode::badCase);
  return cells;
}

}  // namespace

std::vector<double> edgeDivisions(const Grading& grading, Label n) {
  std::vector<double> divisions(static_cast<std::size_t>(n) + 1, 0.0);
  divisions.back() = 1;
  if (n < static_cast<Label>(grading.size())) {
    for (Label i = 1; i < n; ++i) divisions[i] = static_cast<double>(i) / n;
    return divisions;
  }
  const std::vector<Label> cells = sectionCells(grading, n);
  Label done = 0;
  for (std::size_t s = 0; s < grading.size(); ++s) {
    const double start = divisions[done], length = grading[s].length, ratio = grading[s].ratio;
    const double growth = cells[s] > 1 ? std::pow(ratio, 1.0 / (cells[s] - 1)) : 0.0;  // of one cell to the next
    for (Label i = 1; i <= cells[s]; ++i) {
      const double fraction =
          ratio == 1 ? static_cast<double>(i) / cells[s] : (1 - std::pow(growth, i)) / (1 - std::pow(growth, cells[s]));
      divisions[done + i] = start + length * fraction;
    }
    done += cells[s];
  }
  return divisions;
}

}  // namespace eagre::case_
