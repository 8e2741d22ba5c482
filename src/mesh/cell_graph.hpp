// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "mesh/mesh.hpp"

/// Waves through a mesh whose result depends on the order in which cells are visited, because changes below a tolerance are not
/// passed on. So they run in the order of the global mesh, on rank 0: one answer on any number of ranks.
namespace eagre::mesh {

/// Cells and the faces between them in the order of the global mesh; the two sides of a cyclic pair of faces are neighbours
/// through one face, behind the internal ones. About 50 bytes per cell on rank 0; empty on the others.
class CellGraph {
 public:
  CellGraph() = default;
  /// Gathers that of a mesh. Collective.
  explicit CellGraph(const Mesh& mesh);
  /// Of faces between cells owner[f] and neighbour[f].
  CellGraph(Label nCells, std::vector<Label> owner, std::vector<Label> neighbour);

  Label nCells() const { return start_.empty() ? 0 : static_cast<Label>(start_.size()) - 1; }
  Label nFaces() const { return static_cast<Label>(owner_.size()); }
  Label owner(Label f) const { return owner_[f]; }
  Label neighbour(Label f) const { return neighbour_[f]; }

  /// Passes news on from faces to cells and from cells to faces, until nothing changes or `passes` times (negative: no limit).
  /// changed: the faces that begin, in their order. tellCell(c, f): cell c hears what face f holds; tellFace(f, c): face f hears
  /// what cell c holds; true if that has changed it. The order of visits is that of OpenFOAM's FaceCellWave.
  template <class TellCell, class TellFace>
  void wave(const std::vector<Label>& changed, Label passes, TellCell tellCell, TellFace tellFace) const {
    MarkedList faces(owner_.size()), cells(static_cast<std::size_t>(nCells()));
    for (const Label f : changed) faces.add(f);
    for (Label pass = 0; pass != passes && !faces.isEmpty(); ++pass) {
      faces.empty([&](Label f) {
        for (const Label c : {owner_[f], neighbour_[f]})
          if (tellCell(c, f)) cells.add(c);
      });
      cells.empty([&](Label c) {
        for (Label i = start_[c]; i < start_[c + 1]; ++i)
          if (tellFace(faces_[i], c)) faces.add(faces_[i]);
      });
    }
  }

 private:
  /// A list in which nothing stands twice.
  class MarkedList {
   public:
    explicit MarkedList(std::size_t n) : marked_(n, 0) {}
    void add(Label i) {
      if (!marked_[i]) list_.push_back(i);
      marked_[i] = 1;
    }
    /// Calls use(i) for each in the order added; the list is empty then.
    template <class Use>
    void empty(Use use) {
      for (const Label i : list_) {
        use(i);
        marked_[i] = 0;
      }
      list_.clear();
    }
    bool isEmpty() const { return list_.empty(); }

   private:
    std::vector<Label> list_;
    std::vector<char> marked_;
  };
  void sortByCell(Label nCells);

  std::vector<Label> owner_, neighbour_;  ///< of each face
  std::vector<Label> start_, faces_;      ///< of each cell: those it owns, then the others
};

/// Raises values until no cell's is below that of a neighbour over `ratio`, within the 1 % that OpenFOAM's fvc::smooth leaves
/// alone.
void smooth(const CellGraph& graph, double ratio, std::vector<double>& values);

/// Where the two cells of a face differ by more than alphaDiff in alpha, the larger of their values is carried nLayers cells to
/// both sides and raises what is lower there by more than 1 % (OpenFOAM's fvc::spread).
void spread(const CellGraph& graph, const std::vector<double>& alpha, int nLayers, double alphaDiff, std::vector<double>& values);

/// Places of cells and faces for sweep(), in the graph's order; shift is what a position behind a cyclic face is moved by to be
/// seen from its owner's side, one per face behind the nInternal first, whose centres are the owner's.
struct GraphPlaces {
  std::vector<Vec3> cells, faces, shift;
  Label nInternal = 0;
};
/// Gathers them on rank 0. Collective.
GraphPlaces gatherPlaces(const Mesh& mesh);

/// The same faces' values are carried nLayers cells along, each cell keeping that of the nearest face it hears of, and raise what
/// is lower there (OpenFOAM's fvc::sweep).
void sweep(const CellGraph& graph, const GraphPlaces& places, const std::vector<double>& alpha, int nLayers, double alphaDiff,
           std::vector<double>& values);

}  // namespace eagre::mesh
