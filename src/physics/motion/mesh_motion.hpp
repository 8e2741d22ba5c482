// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"
#include "fv/fields/point_field.hpp"
#include "physics/motion/mesh_quality.hpp"

namespace eagre::physics {

/// Reads the file of a point field: of the start time, or else of the first time that has it, or of 0.orig. Collective; errors
/// (badCase): what is wrong with it, on all ranks.
using ReadPointField = std::function<fv::PointFieldFile(const std::string& name, const Dimensions& dimensions)>;

/// What the start time has for a motion, beside the points.
struct MotionStart {
  const config::Dictionary* state = nullptr;  ///< uniform/<stateName()>; null: it is not there
  ReadPointField pointField;
  GlobalLabel nPoints = std::numeric_limits<GlobalLabel>::max();  ///< points of constant/polyMesh, which come first; those behind
                                                                  ///< are of a refinement
};

/// What a motion reads of a case besides dynamicMeshDict.
struct MotionInputs {
  fv::Context& context;
  ReadPointField pointField;
  /// Values of the start time into a field that the motion makes for itself; false if they are not there. Collective.
  std::function<bool(fv::VolVectorField&)> readVector;
  std::function<bool(fv::VolScalarField&)> readScalar;
};

/// Where a body with six degrees of freedom is, and how it moves.
struct BodyState {
  Vec3 centreOfRotation{}, centreOfMass{};  ///< [m]
  Tensor orientation = identityTensor();    ///< from the axes of the body to those of space
  Vec3 velocity{}, angularVelocity{};       ///< [m/s] of the centre of rotation, [rad/s]
};

/// How the points of a mesh move in time (constant/dynamicMeshDict).
class MeshMotion {
 public:
  virtual ~MeshMotion() = default;

  /// Takes what is needed of the global mesh. On rank 0, before start().
  virtual void takeGlobalMesh(const mesh::PolyMesh&) {}
  /// Takes the mesh, whose points are those of constant/polyMesh; it outlives this. Again whenever its cells have changed, if
  /// followsRefinement(): the motion then keeps its state. Collective. Errors (badCase): the case names a part of the mesh that
  /// is not there; what the motion needs of the start is not there or wrong; (of mesh::allowMotion).
  virtual void start(mesh::Mesh& mesh, const MotionStart& from) = 0;
  /// Reads the fields that the motion has, and checks what it takes from fvSchemes and fvSolution. Once after start(), before
  /// move(). Collective. Errors (badCase): what is missing or wrong there.
  virtual void readFields(const MotionInputs&, Problems&) {}
  /// Patches that go with a body, as indices in mesh.patches. Errors (badCase): the case names none that is there.
  virtual std::vector<std::size_t> bodyPatches(const mesh::Mesh&) const { return {}; }
  /// Patches of other bodies, whose points this motion is to leave where they are. Before start().
  virtual void leave(const std::vector<std::size_t>&) {}
  /// The name of the dictionary in uniform/ that the motion keeps its state in; null: it has none.
  virtual const char* stateName() const { return nullptr; }
  /// The text of that dictionary; empty: it has none.
  virtual std::string state() const { return {}; }
  /// Places the points where a run starts that continues from this time [s], or where they are in cells that have changed.
  /// Collective. Errors: as mesh::placePoints.
  void place(std::vector<Vec3> points, double time);
  /// Moves the points to where they are at the end of the time step; the first call in a time step (by its index) begins it
  /// (mesh::beginMotionStep). finalIteration: of PIMPLE, whose linear solvers have entries of their own. Collective. Errors
  /// (badCase): a 2D mesh that would leave its plane; of the motion; (diverged): a cell has no positive volume any more.
  void move(const fv::Context& context, bool finalIteration = true);
  /// The body of a motion solver sixDoFRigidBodyMotion at the present time; none: another motion solver.
  virtual std::optional<BodyState> sixDoFState() const { return {}; }
  /// Where a point is at the start of the run that moves with the mesh from where it is in constant/polyMesh.
  Vec3 placeAtStart(const Vec3& point) const { return start_ ? placeOf(point, *start_) : point; }
  /// Cells keep their shapes and volumes.
  virtual bool isRigid() const = 0;
  /// Whether the points of a patch stay where they are in constant/polyMesh at all times. Collective. After readFields().
  virtual bool standsStill(const mesh::Patch&) const { return false; }
  /// Whether the cells of the mesh may change during the run.
  virtual bool followsRefinement() const { return false; }
  /// Fields that a time directory holds.
  virtual std::vector<const fv::VolVectorField*> vectors() const { return {}; }
  virtual std::vector<const fv::VolScalarField*> scalars() const { return {}; }
  virtual std::vector<const fv::PointField*> pointFields() const { return {}; }
  /// The last time [s] of a table that the motion follows; vGreat: it goes on for ever.
  virtual double lastTime() const { return vGreat; }

 protected:
  /// What `motion`, a part of this one, makes of the points at the end of the time step, and of any other point at some time.
  std::vector<Vec3> pointsOf(MeshMotion& motion, const fv::Context& context, bool isFirst) const;
  static Vec3 placeOf(const MeshMotion& motion, const Vec3& point, double time) { return motion.placeOf(point, time); }

  mesh::Mesh* mesh_ = nullptr;
  bool finalIteration_ = true;  ///< of the present move()

 private:
  /// The points at the end of the time step; isFirst: the first time in this time step.
  virtual std::vector<Vec3> points(const fv::Context& context, bool isFirst) = 0;
  virtual Vec3 placeOf(const Vec3& point, double time) const = 0;
  void watchFromHere();
  std::optional<double> start_;         ///< time of the points at the start; none: those of constant/polyMesh
  int index_ = -1;                      ///< of the last time step
  std::optional<MeshQuality> quality_;  ///< of a mesh that deforms, from the first motion on
};

/// The motion that a dictionary asks for; null: the mesh stands still (no dictionary, staticFvMesh). Errors (badCase): unknown
/// words, with the nearest, and those of OpenFOAM that are not supported; coefficients that are missing or malformed.
std::unique_ptr<MeshMotion> makeMeshMotion(const config::Dictionary* dynamicMeshDict, const std::filesystem::path& caseDirectory);

}  // namespace eagre::physics
