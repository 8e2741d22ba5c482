// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"

namespace eagre::physics {

/// The diffusivity on faces of the equation that moves a mesh (LaplacianMotion), of the present geometry: large where cells are
/// to keep their shapes.
class MotionDiffusivity {
 public:
  virtual ~MotionDiffusivity() = default;
  /// Whether start() is to have the global mesh.
  virtual bool needsGlobalMesh() const { return false; }
  /// whole: on rank 0, if it is needed; nullptr elsewhere. Collective. Errors (badCase): patches that the mesh has not.
  virtual void start(const mesh::PolyMesh* /*whole*/, const mesh::Mesh&) {}
  /// faces: nFaces. Collective.
  virtual void find(const fv::Context& context, std::vector<double>& faces) = 0;
};

/// What the entry `diffusivity` of dynamicMeshDict asks for: "inverseDistance (patches)", "quadratic inverseDistance (patches)".
/// Errors (badCase): unknown words, with the nearest; those of OpenFOAM that are not supported.
std::unique_ptr<MotionDiffusivity> makeMotionDiffusivity(const config::Dictionary& d);

}  // namespace eagre::physics
