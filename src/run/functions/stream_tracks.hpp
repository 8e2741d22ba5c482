// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "fv/fields/context.hpp"
#include "mesh/corner_mesh.hpp"

namespace eagre::run {

/// How streamlines are followed.
struct TrackSettings {
  std::string U = "U";
  std::vector<std::string> scalars, vectors;  ///< fields to sample
  mesh::PointScheme scheme = mesh::PointScheme::cellPoint;
  int lifeTime = 0;        ///< samples of one track, at most
  int nSubCycle = 1;       ///< steps across a cell
  double trackLength = 0;  ///< of one step [m]; 0: nSubCycle counts
  bool forward = true, backward = false;
};

/// Where a track begins.
struct Seed {
  Vec3 position;
  Label cell = -1;  ///< of the global mesh
};

/// One streamline: its points, and the values of the fields there, scalars and then components of vectors.
struct Track {
  std::vector<Vec3> positions;
  std::vector<std::vector<double>> values;
};

/// Follows U, or -U, from the seeds on until a track leaves the mesh, stagnates or has lived long enough: in a step it goes
/// straight along the direction at its point, for trackLength or a part of its way across the cell, no farther than to the next
/// face. Each rank follows a track through its own cells; positions do not depend on the number of ranks.
/// seeds: the same on all ranks. Returns, on rank 0, one track per seed and direction, in the order of the seeds, backward before
/// forward; elsewhere nothing. Collective. Errors (badCase): a field that the solver has not.
std::vector<Track> followStreamlines(const fv::Context& context, const mesh::CornerMesh& corners, const TrackSettings& settings,
                                     const std::vector<Seed>& seeds);

}  // namespace eagre::run
