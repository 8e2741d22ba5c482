// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace eagre::run {

/// What `eagre plot` and the Python module ask for.
struct SliceOptions {
  std::filesystem::path caseDirectory, output;  ///< output may be a pipe
  std::vector<std::string> times;               ///< names of times
  std::vector<std::string> fields;              ///< of cells, scalars and vectors
  int normal = -1;                              ///< 0, 1, 2: x, y, z; -1: the direction in which the mesh is thinnest
  std::optional<double> position{};             ///< of the plane along its normal [m]; without it the middle of the mesh
  bool cells = false;                           ///< all cells instead of a plane
  std::vector<double> line{};                   ///< x y z of its start and end [m]: what lies on it instead of a plane
  int linePoints = 0;                           ///< at so many points at equal distances; 0: in each cell that it goes through
};

/// Cuts the mesh of a case by a plane across an axis, and writes the polygons with the values of their cells: what pictures
/// are drawn from, so that whoever draws reads neither OpenFOAM's files nor HDF5. The output is a sequence of records, a line of
/// JSON each with the arrays behind it that it names (little-endian, real64 or int64):
///
///     {"times": [{"name": "0.3", "value": 0.3, "fields": ["U", "p"]}, ..]}
///         always the first: the times that there are, directories and dumps of the present mesh, with their fields of cells; of
///         times that were asked for, these alone, since all dumps of a case take long to open
///     {"mesh": {"axis": 2, "points": n, "polygons": m, "corners": k}}
///         points [n, 3] [m], offsets [m + 1] and corners [k] of the polygons, the cell of each [m]: before the first time, and
///         where another mesh follows
///     {"mesh": {"cells": n, "faces": k}}
///         in place of that, if all cells are asked for: centres [n, 3] [m] and volumes [n] [m^3], in the order of the global
///         mesh; the cells on both sides of each internal face, owners [k] and neighbours [k]
///     {"mesh": {"samples": n}}
///         in place of that, of a line: positions [n, 3] [m] and distances from its start [n] [m]
///     {"time": "0.3", "fields": [["U", 3], ..]}
///         for each field [m or n, components]; one that the time does not have is left out
///
/// Without times it is the first record alone. The mesh of a directory is that of its time (output::MeshTimes). Of a directory
/// and a dump of one time the dump is taken, which is exact. Serial. Errors: badCase, no such case, no mesh, no such time, a
/// plane beside the mesh; io.
void writeSlices(const SliceOptions& options);

}  // namespace eagre::run
