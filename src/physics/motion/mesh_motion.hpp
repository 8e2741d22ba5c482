// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"

namespace eagre::physics {

/// How the points of a mesh move in time (constant/dynamicMeshDict).
class MeshMotion {
 public:
  virtual ~MeshMotion() = default;

  /// Takes the mesh, whose points are those of constant/polyMesh; it outlives this. Collective. Errors (badCase): the case names
  /// a part of the mesh that is not there; (of mesh::allowMotion).
  virtual void start(mesh::Mesh& mesh) = 0;
  /// Places the points where a run starts that continues from this time [s]. Collective. Errors: as mesh::placePoints.
  void place(std::vector<Vec3> points, double time);
  /// Moves the points to where they are at the time [s]; the first call in a time step (by its index) begins it
  /// (mesh::beginMotionStep). Collective. Errors (badCase): a 2D mesh that would leave its plane; of the motion.
  void move(const fv::TimeState& time);
  /// Where a point is at the start of the run that moves with the mesh from where it is in constant/polyMesh.
  Vec3 placeAtStart(const Vec3& point) const { return start_ ? placeOf(point, *start_) : point; }
  /// Cells keep their shapes and volumes.
  virtual bool isRigid() const = 0;

 protected:
  mesh::Mesh* mesh_ = nullptr;

 private:
  virtual std::vector<Vec3> points(double time) const = 0;
  virtual Vec3 placeOf(const Vec3& point, double time) const = 0;
  std::optional<double> start_;  ///< time of the points at the start; none: those of constant/polyMesh
  int index_ = -1;               ///< of the last time step
};

/// The motion that a dictionary asks for; null: the mesh stands still (no dictionary, staticFvMesh). Errors (badCase): unknown
/// words, with the nearest, and those of OpenFOAM that are not supported; coefficients that are missing or malformed.
std::unique_ptr<MeshMotion> makeMeshMotion(const config::Dictionary* dynamicMeshDict, const std::filesystem::path& caseDirectory);

}  // namespace eagre::physics
