// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <utility>
#include <vector>

#include "case/mesh_tools/cell_loops.hpp"

namespace eagre::case_ {

/// Loops around cells, each fitting to those before it, along which the cells are cut in two.
class CellCuts {
 public:
  explicit CellCuts(const EdgeMesh& edges) : edges_(edges), weight_(static_cast<std::size_t>(edges.nEdges()), uncut) {}

  /// Takes the loop, unless it does not cut the cell into two parts of three faces or more, or disagrees with a loop of another
  /// cell about where an edge or how a face is cut. Of weights that agree, an edge takes the last. Returns whether it is taken.
  bool add(Label cell, CellLoop loop);
  std::size_t size() const { return loops_.size(); }

  struct Result {
    mesh::PolyMesh mesh;
    std::map<Label, Label> added;  ///< for each cell that is cut: the new cell that is its other part
  };
  /// Cuts the cells. A new cell joins the cell zones of the one that it was part of.
  Result apply() const;

 private:
  static constexpr double uncut = -1;
  enum class Side : char { loop, first, second };
  struct CellLoopSides {
    CellLoop loop;
    std::map<Label, Side> sides;  ///< of the points of the cell
  };
  using Split = std::pair<Cut, Cut>;  ///< ends of the line that splits a face

  bool splitsOf(Label cell, const CellLoop& loop, std::map<Label, Split>& splits) const;
  bool fits(const CellLoop& loop, const std::map<Label, Split>& splits) const;
  bool findSides(Label cell, CellLoopSides& result) const;
  bool enoughFaces(Label cell, const CellLoopSides& result, const std::map<Label, Split>& splits) const;
  bool alongEdge(const Cut& from, const Cut& to) const;
  bool has(Label face, const Cut& cut) const;

  std::vector<std::vector<Label>> partsOf(Label face, const std::vector<Label>& pointOfEdge) const;
  Label cellOf(Label cell, Label face, const std::vector<Label>& part, const std::map<Label, Label>& added) const;
  std::vector<Label> loopPoints(const CellLoopSides& cut, const std::vector<Label>& pointOfEdge) const;
  bool pointsAtSecond(const CellLoopSides& cut, const std::vector<Label>& face, const std::vector<Vec3>& points) const;

  const EdgeMesh& edges_;
  std::vector<double> weight_;   ///< of every edge; uncut
  std::vector<Label> cutEdges_;  ///< in the order in which they were cut
  std::map<Label, CellLoopSides> loops_;
  std::map<Label, Split> splits_;  ///< of faces
};

}  // namespace eagre::case_
