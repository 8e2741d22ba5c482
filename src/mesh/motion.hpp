// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "mesh/mesh.hpp"
#include "mesh/near_walls.hpp"
#include "mesh/patch_distance.hpp"

/// Meshes whose points move while their cells and faces stay.
namespace eagre::mesh {

/// Rate at which faces swept volume when a time step began, of a time scheme that carries it from step to step: fv::MeshFlux.
struct SweptRate {
  std::vector<double> faces;      ///< nFaces [m^3/s]; empty: no such scheme has asked yet
  int startIndex = 0, index = 0;  ///< time step in which it was first asked for, and that which it is of
};

/// The volumes of a time step in which points move:
///     V - V0 = sum of the volumes swept by the faces of the cell,
/// which is the law of space conservation (Demirdzic and Peric 1988). It holds to round-off, for faces that are not plane too.
struct Motion {
  std::vector<Vec3> oldPoints;             ///< [m] at the start of the time step
  std::vector<double> V0, V00;             ///< nAllCells [m^3]: at the start of this time step and of the previous one
  std::vector<double> swept, sweptBefore;  ///< nFaces [m^3]: volume swept in this time step and in the previous one, along Sf
  std::vector<Vec3> oldBoundaryCf;         ///< nBoundaryFaces: face centres at the start of the time step
  SweptRate rate;
  bool isRigid = false;                        ///< the mesh moves as a rigid body
  bool moving = false;                         ///< a time step has begun in which points may move
  std::optional<NearWalls> walls;              ///< if there are any
  std::optional<PatchDistance> wallDistances;  ///< those of all cells, if they are wanted and change
  bool findsWallDistances = true;              ///< at the next movePoints()
};

/// Computes the geometry of cells and faces again from mesh.points, and which faces of overlapping patches meet. Collective.
/// Errors: as findOverlaps().
void placeFromPoints(Mesh& mesh);

/// Makes a mesh one that can move: sets mesh.points, if they are not there, and mesh.motion, with all volumes those of the
/// present points. whole: the global mesh on rank 0, nullptr elsewhere; it must be the one from which `mesh` was made.
/// isRigid: the mesh will move as a rigid body, so that distances stay what they are. correctWalls: as of addWallDistances(),
/// for a mesh that has the distances of all cells to walls. Collective.
void allowMotion(const PolyMesh* whole, Mesh& mesh, bool isRigid = false, bool correctWalls = true);

/// Places the points where a run starts, before its first time step: all old volumes are then the present ones, and nothing is
/// swept. points: as of movePoints(). Collective. Errors: as movePoints().
void placePoints(Mesh& mesh, std::vector<Vec3> points);

/// Starts a time step: the present volumes become the old ones, those swept become the ones of the previous time step. Local.
/// Error: a mesh without allowMotion().
void beginMotionStep(Mesh& mesh);

/// Moves the points to where they are at the end of the time step: computes all of the mesh's geometry again (except geometricD
/// and solutionD), totalVolume, extent, the distances to near walls and, where they are kept, those of all cells (a wave on rank
/// 0, mesh/patch_distance.hpp), and the volumes swept since beginMotionStep(), and increases geometryVersion. May be called
/// several times in a time step. points: one per point of mesh.points->shape [m]; those that several ranks have must be the same
/// to the last bit. Points of cyclic patches must move together with those of the partner. Collective. Errors: a mesh without
/// allowMotion(); a wrong number of points.
void movePoints(Mesh& mesh, std::vector<Vec3> points);

/// The volume [m^3] that a face sweeps while its corners go on straight lines from `before` to `after`: that of the triangles
/// about the mean of its corners, and what a pyramid on a face that is not plane has in facesAndCells() beside those on these
/// triangles.
double sweptVolume(const PolyMesh& mesh, std::span<const Vec3> before, std::span<const Vec3> after, Label face);

}  // namespace eagre::mesh
