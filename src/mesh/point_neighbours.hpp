// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "comm/exchange.hpp"
#include "mesh/derived.hpp"
#include "mesh/mesh.hpp"

namespace eagre::mesh {

/// What meets at the points of a rank's cells, on all ranks: the plan of exchanges for values at points and for the values of all
/// cells around a point. It belongs to the topology of the mesh, and is made once while that stands (Mesh::topologyVersion).
///
/// The two sides of a cyclic patch are different points, and have values of their own. But the cells around one are around the
/// other one too: as images, moved to its side by the translation of the patches. An image counts as a cell of another rank, even
/// if this rank owns it, and a cell that is seen by several translations is as many cells. Patches of transform rotational have
/// none.
///
/// Points are those of mesh.points->shape. Values are nComp doubles per point or cell, interleaved.
///
/// In the place of cells there may be the boundary faces (Mesh): then cellsOf() and update() are about these, owned ones are
/// below nBoundaryFaces and others from there on.
class PointNeighbours {
 public:
  enum class Around { cells, boundaryFaces };
  /// mesh has its points (mesh/mesh_points.hpp), and outlives this. Collective. Error: it has not.
  explicit PointNeighbours(const Mesh& mesh, Around around = Around::cells);

  // ---- values at points. Collective.
  /// Replaces what each rank has at a point (nPoints * nComp) by the sum over the ranks that have it, in the order of the ranks:
  /// all of them get the same to the last bit, but another number of ranks gives another round-off. Sums that are to be the same
  /// for any number of ranks go over cellsOf().
  void sum(std::span<double> values, int nComp) const;
  void largest(std::span<double> values, int nComp) const;   ///< likewise, exact
  void smallest(std::span<double> values, int nComp) const;  ///< likewise, exact

  /// The points that other ranks have too, ascending.
  const std::vector<Label>& shared() const { return shared_; }

  // ---- cells around points
  /// Cells around a point, in the order of the global mesh, images included: owned ones are below nCells, others from nCells on.
  std::span<const Label> cellsOf(Label point) const {
    return std::span(cells_).subspan(static_cast<std::size_t>(cellStarts_[point]),
                                     static_cast<std::size_t>(cellStarts_[point + 1] - cellStarts_[point]));
  }
  Label nOtherCells() const { return cellExchange_->nGhost(); }  ///< of other ranks and images, around points of this rank
  /// Fills the values of other cells, behind those of the nCells owned ones: (nCells + nOtherCells()) * nComp. (A ghost behind a
  /// coupled face has no part in this.) Collective.
  void update(std::span<double> cells, int nComp) const { cellExchange_->update(cells, nComp); }
  template <class T>
  void update(std::vector<T>& cells) const {
    cellExchange_->update(cells);
  }
  /// The same of values whose first three components are a place, which moves with the image of its cell. Collective.
  void updatePlaces(std::span<double> cells, int nComp) const;
  void updatePlaces(std::vector<Vec3>& places) const { updatePlaces({&places.data()->x, 3 * places.size()}, 3); }

  /// Whether there are images, on whatever rank, and the points of this rank that have some among their cells, ascending.
  bool hasImages() const { return anchorExchange_.has_value(); }
  const std::vector<Label>& imaged() const { return imaged_; }

  struct SharedPoint;
  /// A point, a cell around it and the point of this cell that is seen there in the global mesh, and what cellsOf() has for it.
  using AroundPoint = std::tuple<Label, Label, Label, Label>;

 private:
  void connectPoints(const std::vector<SharedPoint>& shared);
  void connectCells(const std::vector<SharedPoint>& shared);
  void listCells(std::vector<AroundPoint> around);
  std::vector<Vec3> shifts() const;
  template <class Combine>
  void combine(std::span<double> values, int nComp, Combine&& combine) const;

  const Mesh* mesh_;
  Around what_;
  Label nOwned_;  ///< of the cells or boundary faces
  Label nPoints_;
  std::optional<comm::Exchange> pointExchange_, cellExchange_;
  /// Points that other ranks have too, and the places of what each rank has there, in the order of the ranks: those below
  /// shared_.size() are this one's, in its order.
  std::vector<Label> shared_, placeStarts_{0}, places_;
  std::vector<Label> cellStarts_{0}, cells_;

  /// An image among the other cells, and a point here beside it. The same point on the other side is what anchorExchange_ brings:
  /// one is as far from the other as the image from its cell, wherever points move.
  struct Image {
    Label cell, point;
  };
  std::vector<Image> images_;
  std::vector<Label> imaged_;
  std::optional<comm::Exchange> anchorExchange_;
  mutable Derived<std::vector<Vec3>> shifts_;  ///< of images_
};

}  // namespace eagre::mesh
