// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "mesh/mesh.hpp"

namespace eagre::mesh {

/// The cell that a point lies in: it is behind the planes of all faces of the cell; of several such cells (a point on a face, to
/// a part in 1e9) the one whose centre is nearest, and of several such the first in the global mesh: the same one wherever the
/// mesh has moved as a rigid body. Collective; the result is a local index on one rank and -1 on the others. found: whether any
/// rank has it. Cells whose faces stick out of their planes may miss points near those faces.
Label findCell(const Mesh& mesh, const Vec3& point, bool& found);

}  // namespace eagre::mesh
