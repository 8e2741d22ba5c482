// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "comm/exchange.hpp"
#include "mesh/mesh.hpp"

namespace eagre::mesh {

/// What meets at the points of a rank's cells, on all ranks: the plan of exchanges for values at points and for the values of all
/// cells around a point. It belongs to the topology of the mesh, and is made once while that stands (Mesh::topologyVersion). The
/// two sides of a cyclic patch are different points: nothing is exchanged across it.
///
/// Points are those of mesh.points->shape. Values are nComp doubles per point or cell, interleaved.
class PointNeighbours {
 public:
  /// mesh has its points (mesh/mesh_points.hpp). Collective. Error: it has not.
  explicit PointNeighbours(const Mesh& mesh);

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
  /// Cells around a point, in the order of the global mesh: owned ones are below nCells, those of other ranks from nCells on.
  std::span<const Label> cellsOf(Label point) const {
    return std::span(cells_).subspan(static_cast<std::size_t>(cellStarts_[point]),
                                     static_cast<std::size_t>(cellStarts_[point + 1] - cellStarts_[point]));
  }
  Label nOtherCells() const { return cellExchange_->nGhost(); }  ///< of other ranks, around points of this one
  /// Fills the values of other ranks' cells, behind those of the nCells owned ones: (nCells + nOtherCells()) * nComp. (A ghost
  /// behind a coupled face has no part in this.) Collective.
  void update(std::span<double> cells, int nComp) const { cellExchange_->update(cells, nComp); }
  template <class T>
  void update(std::vector<T>& cells) const {
    cellExchange_->update(cells);
  }

  struct SharedPoint;

 private:
  void connectPoints(const Mesh& mesh, const std::vector<SharedPoint>& shared);
  void connectCells(const Mesh& mesh, const std::vector<SharedPoint>& shared);
  template <class Combine>
  void combine(std::span<double> values, int nComp, Combine&& combine) const;

  Label nPoints_;
  std::optional<comm::Exchange> pointExchange_, cellExchange_;
  /// Points that other ranks have too, and the places of what each rank has there, in the order of the ranks: those below
  /// shared_.size() are this one's, in its order.
  std::vector<Label> shared_, placeStarts_{0}, places_;
  std::vector<Label> cellStarts_{0}, cells_;
};

}  // namespace eagre::mesh
