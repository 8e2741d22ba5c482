// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "comm/exchange.hpp"
#include "core/types.hpp"
#include "core/vec.hpp"
#include "kernel/stretch.hpp"
#include "mesh/face_areas.hpp"
#include "mesh/poly_mesh.hpp"
#include "mesh/rotations.hpp"

namespace eagre::mesh {

struct MeshPoints;
struct Motion;
struct Overlaps;

/// A boundary patch on one rank. Boundary faces are counted b = 0 .. nBoundaryFaces-1; face b has face index
/// nInternalFaces + nCoupledFaces + b. An empty patch (2D) has size 0 here: its faces carry no values.
/// Every rank has every patch of the mesh that is not coupled, in the same order, possibly of size 0.
struct Patch {
  std::string name, type;
  Label start = 0;  ///< first boundary face b
  Label size = 0;
  GlobalLabel globalSize = 0;  ///< faces in the global mesh (0 for empty)
  int globalIndex = 0;         ///< position in PolyMesh::patches
  std::vector<std::string> inGroups;
};

/// A cyclic or overlapping patch or (rank-to-rank) the cut between two ranks: a range of coupled faces.
struct CoupledRange {
  std::string patchName;  ///< coupled patch; "" for a cut between ranks
  int globalIndex = -1;
  int neighbourRank = 0;      ///< of an overlapping patch, which has several neighbours: this rank
  Label start = 0, size = 0;  ///< in coupled faces
};

/// Corners of the faces of a patch: face i has points [starts[i], starts[i + 1]).
struct FaceCorners {
  std::vector<Label> starts{0};
  std::vector<Vec3> points;
};

/// The part of a mesh that one rank owns, ready for computing.
///
/// Faces are ordered [internal | coupled | boundary]:
///   internal (0 .. nInternalFaces): both cells owned, by owner (owner < neighbour);
///   coupled  (nCoupledFaces): owner owned, neighbour a ghost: neighbour[f] = nCells + (f - nInternalFaces).
///            Cuts between ranks and cyclic patches alike, then overlapping patches (cyclicAMI), whose ghosts are means of cells
///            (mesh/overlaps.hpp). The normal points out of the owned cell, on both sides;
///   boundary (nBoundaryFaces): owner only.
/// So one loop over [0, nInteriorFaces) visits every face with two cells, and what it adds to a ghost is ignored.
/// Cell arrays hold nCells owned values, then nGhost = nCoupledFaces ghosts, filled by halo.update().
struct Mesh {
  Mesh();
  Mesh(Mesh&&) noexcept;
  Mesh& operator=(Mesh&&) noexcept;
  ~Mesh();

  Label nCells = 0, nInternalFaces = 0, nCoupledFaces = 0, nBoundaryFaces = 0;
  Label nGhost() const { return nCoupledFaces; }
  Label nAllCells() const { return nCells + nCoupledFaces; }
  Label nInteriorFaces() const { return nInternalFaces + nCoupledFaces; }
  Label nFaces() const { return nInteriorFaces() + nBoundaryFaces; }

  std::vector<Label> owner;                ///< nFaces
  std::vector<Label> neighbour;            ///< nInteriorFaces
  std::vector<Label> ownerStart;           ///< nCells + 1: internal faces that a cell owns are [ownerStart[c], ownerStart[c+1])
  std::vector<Label> losort;               ///< internal faces sorted by neighbour (then by owner)
  std::vector<Label> losortStart;          ///< nCells + 1
  std::vector<Label> losortOwner;          ///< owner[losort[i]]
  std::vector<Label> outerStart;           ///< nCells + 1
  std::vector<Label> outer;                ///< coupled and boundary faces sorted by owner (then by face)
  std::vector<kernel::Stretch> stretches;  ///< all owned cells
  std::vector<Patch> patches;
  std::vector<CoupledRange> coupled;
  std::vector<Zone> cellZones;                 ///< all of the mesh, each with the cells owned here (mesh/cell_zones.hpp)
  std::map<std::string, FaceCorners> corners;  ///< of the patches where something needs them (mesh/face_corners.hpp)

  // Geometry [m, m^2, m^3]; formulae of OpenFOAM v1912 (surfaceInterpolation, basicFvGeometryScheme).
  FaceAreas Sf;  ///< nFaces: area vector
  /// Face centres from face firstCf on. Internal faces whose centre lies on the line between the cells' centres, at the linear
  /// weight and to round-off, as in a mesh of boxes, need no more: then firstCf is nInternalFaces, else 0.
  std::vector<Vec3> Cf;
  Label firstCf = 0;
  std::vector<double> magSf;        ///< nFaces
  std::vector<Vec3> C;              ///< nAllCells: a ghost behind a cyclic patch is moved to this side
  std::vector<double> V;            ///< nAllCells
  std::vector<double> weights;      ///< nFaces: linear interpolation, weight of owner; 1 on the boundary
  std::vector<double> deltaCoeffs;  ///< nFaces: 1/|delta|
  /// nFaces: 1/max(n.delta, 0.05|delta|); empty if that is deltaCoeffs to the last bit on all faces of this rank, as in a mesh of
  /// boxes.
  std::vector<double> nonOrthDeltaCoeffs;
  std::vector<Vec3> nonOrthCorrection;  ///< nFaces: n - nonOrthDeltaCoeffs delta; 0 on the boundary; empty if orthogonal
  std::vector<double> wallDistance;     ///< nBoundaryFaces: of the cell to the wall [m] (mesh/wall_distance.hpp); 0: no wall
  /// nAllCells and nBoundaryFaces: to the nearest wall [m]; empty unless asked for (mesh/wall_wave.hpp).
  std::vector<double> cellWallDistance, boundaryWallDistance;
  std::vector<Label> nearestWallFace;  ///< nCells, with them: a boundary face of the global mesh, from its first; -1: none
  bool orthogonal = true;              ///< no |nonOrthCorrection| above 1e-10 anywhere (all ranks agree)
  /// Interior faces with more than that, in order, and the owned cells beside them: where hanging faces are, on a mesh of boxes
  /// whose cells are halved. For loops that need not look at other faces.
  struct {
    bool areFew = false;  ///< else there is no list
    std::vector<Label> faces, cells;
  } slanted;
  int geometricD[3] = {1, 1, 1};  ///< -1: direction of no extent (empty or wedge)
  int solutionD[3] = {1, 1, 1};   ///< -1: component not solved for (empty)

  /// Of the geometry: increased whenever points have moved. Of the addressing: increased whenever cells or faces have changed,
  /// and the geometry's with it. Data derived from either is kept with its version (mesh/derived.hpp).
  std::int64_t geometryVersion = 0, topologyVersion = 0;
  std::unique_ptr<MeshPoints> points;  ///< and corners of faces; null unless asked for (mesh/mesh_points.hpp)
  /// Old volumes and volumes swept by faces of a mesh that can move; null for a static mesh (mesh/motion.hpp).
  std::unique_ptr<Motion> motion;

  // Where things stand in the global mesh.
  std::vector<Label> cellGlobal;  ///< nCells
  std::vector<Label> faceGlobal;  ///< nFaces
  std::vector<char> faceFlipped;  ///< nFaces: 1 if the normal here is opposite to the global mesh's (coupled only)
  GlobalLabel nCellsGlobal = 0, nFacesGlobal = 0, nInternalFacesGlobal = 0;
  /// Patches of the global mesh, coupled and empty ones included (for writing).
  std::vector<PolyPatch> globalPatches;
  double totalVolume = 0;  ///< over all ranks
  Vec3 extent{};           ///< of the box around all points of the global mesh, along the axes [m]

  /// Centres of all faces, for loops.
  struct FaceCentres {
    const Label *owner, *neighbour;
    const Vec3 *C, *Cf;
    const double* weights;
    Label first;
    [[gnu::always_inline]] Vec3 operator()(Label f) const {
      if (f >= first) return Cf[f - first];
      const Vec3& P = C[owner[f]];
      return P + (1 - weights[f]) * (C[neighbour[f]] - P);
    }
    /// The same for who knows the cells of the face.
    [[gnu::always_inline]] Vec3 operator()(Label f, Label P, Label N) const {
      return f >= first ? Cf[f - first] : C[P] + (1 - weights[f]) * (C[N] - C[P]);
    }
  };
  FaceCentres faceCentres() const { return {owner.data(), neighbour.data(), C.data(), Cf.data(), weights.data(), firstCf}; }
  /// C[neighbour] - C[owner]; boundary: normal part n n.(Cf - C), v1912's patch delta.
  Vec3 delta(Label face) const;

  std::unique_ptr<comm::Exchange> halo;
  /// Between the two sides of coupled faces: "owned" values are those of this side's coupled faces, ghosts the other side's (of
  /// an overlapping patch the mean).
  std::unique_ptr<comm::Exchange> faceHalo;
  const comm::Communicator& communicator() const { return halo->communicator(); }
  const Patch* findPatch(const std::string& name) const;
  const Zone* findCellZone(const std::string& name) const;  ///< nullptr if there is none
  /// Of the patches with transform rotational, by position in globalPatches: from the other side to this one. Ghosts of vectors
  /// and tensors are turned by halo and faceHalo.
  std::map<int, Rotation> rotations;
  /// What cells are behind the faces of overlapping patches; null if there are none.
  std::unique_ptr<Overlaps> overlaps;
};

/// Divides cells among nParts by recursive coordinate bisection of their centres (Berger and Bokhari 1987):
/// part of each cell. Deterministic; parts differ by at most one cell.
std::vector<int> partition(const std::vector<Vec3>& cellCentres, int nParts);
/// The same of cells that stand in slabs: the centres of the slab that begins with firstCell. The parts are those of the cells
/// on one rank. Collective.
std::vector<int> partition(const comm::Communicator& communicator, const std::vector<Vec3>& cellCentres, GlobalLabel firstCell,
                           int nParts);

/// Cuts the mesh that rank 0 holds (other ranks pass nullptr), which stays as it is, into one part a rank; collective.
/// cellPart as from partition() (rank 0 only). How the parts are laid out, and how it is done: slab_mesh.hpp.
/// Errors (badCase, on all ranks): what checkTopology and checkPatches find; processor patches (a decomposed case).
std::unique_ptr<Mesh> distribute(const comm::Communicator& communicator, const PolyMesh* mesh, const std::vector<int>& cellPart);

/// Makes a flux on cut faces the exact opposite of itself on the other side, where the two were computed apart and differ by
/// round-off: the side that is not flipped decides. So a dump holds all there is to know of a flux. flux: nFaces. Collective.
void synchroniseFlux(const Mesh& mesh, std::span<double> flux);

}  // namespace eagre::mesh
