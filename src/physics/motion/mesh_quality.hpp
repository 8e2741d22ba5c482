// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "core/error.hpp"
#include "fv/fields/context.hpp"
#include "mesh/mesh.hpp"

namespace eagre::physics {

/// A cell has no positive volume: what follows from folded cells has no meaning.
struct MeshCollapse : Error {
  explicit MeshCollapse(const std::string& message) : Error(message, ExitCode::diverged) {}
};

/// Watches the shapes of cells while a mesh deforms: tells of a mesh that becomes bad long before a cell has no volume left,
/// and ends the run when one has none.
///
/// What is watched, as the worst value of all ranks:
///     V / V of the start               below 0.2 is told, with the time left if V goes on as in this time step
///     90 degrees - angle between n and the line between the centres of the cells (non-orthogonality)    below 20 degrees
///     S . (C_f - C) / (3 V)            of a pyramid on a face with its apex in the centre of the cell: not positive
/// A value is told of again each time it has fallen to a half of what was told, so that lines are few.
class MeshQuality {
 public:
  /// Takes the volumes and angles of the present mesh, from which deformation counts; again if its cells have changed, which
  /// changes nothing about what has been told. Collective.
  void start(const mesh::Mesh& mesh);
  /// Warns in the log. Collective. Error: MeshCollapse, with cell, place, and what can be done.
  void check(const mesh::Mesh& mesh, const fv::Context& context);

 private:
  /// What falls, and below what it is told.
  struct Limit {
    double value;
    bool isPassed(double worst);
  };
  void checkVolumes(const mesh::Mesh& mesh, const fv::Context& context);
  void checkAngles(const mesh::Mesh& mesh, const fv::Context& context);
  void checkPyramids(const mesh::Mesh& mesh, const fv::Context& context);

  std::vector<double> startV_;  ///< nCells [m^3]
  Limit volume_{0.2}, angle_{20};
  bool isFolded_ = false;  ///< a pyramid was not positive when it was last told, or at the start
};

}  // namespace eagre::physics
