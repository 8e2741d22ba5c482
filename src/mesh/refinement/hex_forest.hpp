// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "mesh/poly_mesh.hpp"
#include "mesh/refinement/hex_shape.hpp"

/// Refinement of hexes into eight, or in two dimensions into four, again and again, and back.
namespace eagre::mesh {

/// How the cells and faces of a mesh come from those of the one before a change.
struct MeshChange {
  /// Of a cell: the old one that it is or was part of; ~i: it was put together of the cells united[i].
  std::vector<Label> cells;
  std::vector<std::vector<Label>> united;
  /// Of a face: the old one that it is or was part of; newFace: none, it is inside of an old cell; newFace - 1 - i: it was put
  /// together of the old ones merged[i].
  std::vector<Label> faces;
  std::vector<std::vector<Label>> merged;
  std::vector<char> isPart;  ///< of a face: it is a part of the old one
  std::vector<Vec3> places;  ///< of a mesh that moves: where its points are
  static constexpr Label newFace = -1;
};

/// A mesh whose hexes can be divided: each is the root of an octree, and the cells of the mesh are the leaves, in the order of
/// the roots and, within a tree, of its octants, so that neighbours stay near. Everything else is derived from the trees: the
/// same trees give the same mesh, whatever the way to them. Neighbours across a face differ by one level at most, of which the
/// caller takes care (consistent); a cell beside finer ones is a polyhedron with more faces, and their corners on its edges are
/// points of its faces.
///
/// What can be divided: cells with eight points of at most their own level, whose six sides are a face each or four of the next
/// level. Points: the middle of an edge is that of its ends, those of faces and cells are the centres of the polygon of four and
/// the hex of eight corners. (OpenFOAM's hexRef8 divides alike; it takes the centres of the polyhedra, which are the same where
/// faces are plane.) A mesh that moves is another one with the same numbers: places of its points go through a change, and the
/// new ones are put where the corners around them are, in the same way.
///
/// A mesh with faces in empty or wedge patches has one cell across, which is not divided in that direction: cells into four,
/// faces along it into two (quadtrees; what libraries call dynamicRefine2DFvMesh). Divided can be what has two opposite sides
/// there.
///
/// Cells on both sides of cyclic patches have the same level, always: their faces match then, in the order of the base mesh.
///
/// On rank 0, where the global mesh is.
class HexForest {
 public:
  /// base: has passed checkTopology. Levels: one for each cell and point, as refinement before has left them; empty: all 0.
  /// Errors (badCase): lists of other lengths; patches with cells behind them (but cyclic and translational), cells of other
  /// levels on the two sides of these: not divided.
  HexForest(PolyMesh base, std::vector<Label> cellLevels, std::vector<Label> pointLevels);

  const PolyMesh& mesh() const { return mesh_; }                                             ///< of the leaves
  GlobalLabel nBasePoints() const { return static_cast<GlobalLabel>(base_.points.size()); }  ///< which come first
  const std::vector<Label>& cellLevels() const { return cellLevels_; }                       ///< of its cells
  std::vector<Label> pointLevels() const;                                                    ///< of its points
  bool canDivide(Label cell) const { return nodes_[leaves_[cell]].corners[0] >= 0; }
  /// The cell of the base mesh that each cell is, or is in.
  std::vector<Label> roots() const;

  bool isFlat() const { return flat_; }           ///< in two dimensions
  Label nParts() const { return flat_ ? 4 : 8; }  ///< of a cell that is divided

  /// Cells on the two sides of cyclic patches, face by face.
  const std::vector<std::pair<Label, Label>>& coupledCells() const { return coupledCells_; }

  /// The cells that were one.
  struct Family {
    Label node;
    std::vector<Label> cells;
  };
  std::vector<Family> families() const;

  /// Divides cells of mesh(), which can be divided, and puts families together again; mesh() is another one then. Which ones must
  /// leave neighbours within one level of each other. places: where the points of mesh() are, if they move; else empty.
  MeshChange change(std::span<const Label> divide, std::span<const Family> unite, std::span<const Vec3> places = {});

  /// The nodes of the trees that are divided, with their octants and before them: parent (-1: none) and, where it is divided, the
  /// first of its octants among the entries, else -1. And for each cell its entry; -1: it has never been divided.
  struct History {
    std::vector<std::pair<Label, Label>> entries;
    std::vector<Label> ofCells;
  };
  History history() const;

  /// A cell of the base mesh and the nodes of its tree: 1 divided, 0 not; a node before its octants. Only of cells that are
  /// divided.
  using Trees = std::vector<std::pair<Label, std::string>>;
  Trees trees() const;
  /// Divides the base mesh by trees that trees() has given. Errors (badCase): trees that are not of this mesh.
  void plant(const Trees& trees);

 private:
  struct Node {
    /// By bits: x 1, y 2, z 4, right-handed, z across a flat mesh; the first is -1: not divisible.
    std::array<Label, 8> corners{-1};
    Label parent = -1, children = -1;  ///< the first of nParts() in a row; -1: none
    Label level = 0;
  };
  using Quad = std::array<Label, 4>;
  struct Surface;

  void makeRoots(std::span<const Label> cellLevels);
  /// The part of a divided node at a corner.
  Label partAt(std::size_t corner) const { return static_cast<Label>(flat_ ? corner & 3U : corner); }
  template <class F>
  void eachDividedEdge(F&& f) const;
  void noteDivided(const HexShape& shape, std::span<const Label> faces, Label level);
  Label middleOf(Label a, Label b, Label level);
  Label centreOf(const Quad& quad, Label level);
  Label centreOf(const std::array<Label, 8>& corners, Label level);
  Label addPoint(const Vec3& point, Label level);
  template <class F>
  void putWhereItMoved(Label point, F&& middle);
  void divide(Label node);
  void unite(Label node);
  void compareFaces(const std::vector<std::uint64_t>& oldKeys, const std::vector<std::uint64_t>& oldParents,
                    MeshChange& change) const;
  void build();
  void number();
  void addHanging(Label a, Label b, std::vector<Label>& points) const;
  Label octantAt(Label node, Label point) const;
  Label towards(Label node, const Quad& quad, Label level) const;
  bool dividesAt(Label node, Label level) const { return node >= 0 && nodes_[node].children >= 0 && nodes_[node].level == level; }
  Quad cornersOf(Label face, Label level) const;
  Quad cornersLikePartner(Label face, Label partner, Label level) const;
  void couple();
  void emitBaseFace(Label face, Surface& surface) const;
  void emit(const Quad& quad, Label level, Label a, Label b, std::uint64_t parent, Surface& surface) const;
  void emitInside(Label node, Surface& surface) const;
  void take(const Surface& surface);
  void takePoints();
  void takeZones(std::span<const Label> baseFaces, std::span<const Label> newFace);

  PolyMesh base_, mesh_;
  bool flat_ = false;
  std::vector<Label> partners_;  ///< of the boundary faces of the base mesh, across cyclic patches; -1: none
  std::vector<std::pair<Label, Label>> coupledCells_;
  std::vector<Node> nodes_;           ///< those of the base mesh first
  std::vector<Label> freeNodes_;      ///< first ones of rows that are not used
  std::vector<Vec3> points_;          ///< of all that was ever divided; those of the base mesh first
  std::vector<Label> pointLevel_;     ///< of points_
  std::vector<Label> nDividedEdges_;  ///< of points_: how many divided cells have it as the middle of an edge
  std::unordered_map<std::uint64_t, Label> middles_, centres_;  ///< of edges; of quads and cells
  std::vector<Label> leaves_;                                   ///< node of each cell
  std::vector<Label> cellOfNode_;                               ///< -1: not a leaf
  std::vector<Label> cellLevels_;
  std::vector<Label> pointOf_;  ///< number in points_ of each point of mesh_
  std::vector<Vec3> places_;    ///< of points_, during a change of a mesh that moves; not a number: not in the mesh
  /// Of the faces of mesh_: their names, and those of what they are parts of; 0: of none.
  std::vector<std::uint64_t> faceKeys_, faceParents_;
};

}  // namespace eagre::mesh
