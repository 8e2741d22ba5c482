// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "core/types.hpp"
#include "core/vec.hpp"

namespace eagre::run {

/// Polygons with values on their points or on themselves; rank 0 has them.
struct SurfaceShape {
  std::string name;
  bool atPoints = false;
  std::vector<Vec3> points{}, faceCentres{};
  std::vector<std::vector<Label>> faces{};
  std::size_t nValues() const { return atPoints ? points.size() : faces.size(); }
};

/// The values of one field on one surface after another.
struct FieldColumn {
  std::string name;
  int components;
  std::vector<double> values;
};

// Texts of files of OpenFOAM's surfaceWriters; the surface's values in the columns begin with number `first`.
/// surfaceFormat raw: one field.
std::string rawText(const SurfaceShape& surface, const FieldColumn& column, std::size_t first, int digits);
/// surfaceFormat vtk: PolyData in XML, numbers in ascii. time [s].
std::string vtpText(const SurfaceShape& surface, const std::vector<FieldColumn>& columns, std::size_t first, double time,
                    int digits);

}  // namespace eagre::run
