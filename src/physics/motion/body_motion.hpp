// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "physics/motion/mesh_motion.hpp"

namespace eagre::physics {

/// Motion solver sixDoFRigidBodyMotion: the mesh deforms around a body that moves under the forces of the flow. d: its
/// coefficients. Errors (badCase): missing or malformed entries; unknown words, with the nearest.
std::unique_ptr<MeshMotion> makeSixDoFMotion(const config::Dictionary& d, const std::filesystem::path& caseDirectory);

/// Motion solver rigidBodyMotion with one body, on joints. As above.
std::unique_ptr<MeshMotion> makeJointedMotion(const config::Dictionary& d, const std::filesystem::path& caseDirectory);

}  // namespace eagre::physics
