// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/near_faces.hpp"

namespace eagre::mesh {

/// What a face has in common with one face of the other patch.
struct OverlapPart {
  const NearFace* target;
  double area;  ///< [m^2]
};

/// Of the faces that one face overlaps, those of one sheet, in their order. Where a patch has a sharp edge, as the rim of a
/// cylinder has, a face lies, seen along the mean of the normals, also over slivers of faces round the edge, which it has nothing
/// to do with. Faces belong to one sheet if a way of faces leads from one to the other, each beside the next one (they share an
/// edge) at less than 89 degrees, the angle at which the walk of OpenFOAM v1912 stops; of several sheets the one with the largest
/// area is kept. Faces at less than 89 degrees from each other are all kept.
std::vector<OverlapPart> onOneSheet(std::vector<OverlapPart> parts);

}  // namespace eagre::mesh
