// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "physics/motion/mesh_motion.hpp"

namespace eagre::physics {

/// Several motions of one mesh, such as bodies that float beside each other.
struct MotionParts {
  enum class Where {
    everywhere,  ///< the displacements of all add up (dynamicMotionSolverListFvMesh)
    inZones      ///< of the motions that move a point the last one counts (dynamicMultiMotionSolverFvMesh)
  };
  struct Part {
    std::string name;
    std::unique_ptr<MeshMotion> motion;
  };
};

/// Points of a body's patches are left to that body. The state of each part is a dictionary of its name in
/// uniform/motionPartsState. Errors (badCase, at place): two parts that have a field of the same name, but pointDisplacement of
/// bodies.
std::unique_ptr<MeshMotion> makeMotionParts(std::vector<MotionParts::Part> parts, MotionParts::Where where, const Place& place);

}  // namespace eagre::physics
