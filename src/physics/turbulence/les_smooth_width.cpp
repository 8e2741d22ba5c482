// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "mesh/layout.hpp"
#include "physics/turbulence/les_delta.hpp"

namespace eagre::physics {
namespace {

constexpr double tolerance = 0.01;  ///< what is nearer than this is not passed on

/// Cells and the faces between them in the order of the undivided mesh; the two sides of a cyclic pair of faces are neighbours
/// through one face, behind the internal ones. On rank 0.
struct Graph {
  std::vector<Label> owner, neighbour;  ///< of each face
  std::vector<Label> start, faces;      ///< of each cell: those it owns, then the others

  void sortByCell(Label nCells) {
    start.assign(static_cast<std::size_t>(nCells) + 1, 0);
    for (const auto* side : {&owner, &neighbour})
      for (const Label c : *side) ++start[c + 1];
    for (Label c = 0; c < nCells; ++c) start[c + 1] += start[c];
    std::vector<Label> next(start.begin(), start.end() - 1);
    faces.resize(2 * owner.size());
    for (const auto* side : {&owner, &neighbour})
      for (std::size_t f = 0; f < side->size(); ++f) faces[next[(*side)[f]]++] = static_cast<Label>(f);
  }
};

/// Appends the pairs of cells that cyclic patches join.
void gatherCyclicPairs(const mesh::Mesh& mesh, Graph& graph) {
  const auto cellsBehind = [&](std::size_t patch) {
    std::vector<double> cells;
    for (const Label f : mesh::patchFaces(mesh, static_cast<int>(patch))) cells.push_back(mesh.cellGlobal[mesh.owner[f]]);
    return mesh::gatherPatch(mesh, static_cast<int>(patch), cells, 1);
  };
  const auto& patches = mesh.globalPatches;
  for (std::size_t a = 0; a < patches.size(); ++a)
    for (std::size_t b = a + 1; b < patches.size(); ++b) {
      if (patches[a].type != "cyclic" || patches[a].neighbourPatch != patches[b].name) continue;
      for (const double c : cellsBehind(a)) graph.owner.push_back(static_cast<Label>(c));
      for (const double c : cellsBehind(b)) graph.neighbour.push_back(static_cast<Label>(c));
    }
}

Graph gatherGraph(const mesh::Mesh& mesh) {
  std::vector<double> cell(static_cast<std::size_t>(mesh.nAllCells())), ends;
  std::copy(mesh.cellGlobal.begin(), mesh.cellGlobal.end(), cell.begin());
  mesh.halo->update(cell);
  for (Label f = 0; f < mesh.nInteriorFaces(); ++f) ends.insert(ends.end(), {cell[mesh.owner[f]], cell[mesh.neighbour[f]]});
  Graph graph;
  mesh::gatherFaces(mesh, ends, 2, [&](GlobalLabel, std::span<const double> piece) {
    for (std::size_t i = 0; i < piece.size(); i += 2) {
      graph.owner.push_back(static_cast<Label>(piece[i]));
      graph.neighbour.push_back(static_cast<Label>(piece[i + 1]));
    }
  });
  gatherCyclicPairs(mesh, graph);
  return graph;
}

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

/// The wave from faces to cells and from cells to faces, beginning where neighbours differ too much.
void raise(const Graph& graph, double ratio, std::vector<double>& width) {
  std::vector<double> onFace(graph.owner.size(), 0.0);  // 0: none yet
  MarkedList faces(onFace.size()), cells(width.size());
  for (std::size_t f = 0; f < onFace.size(); ++f) {
    const double own = width[graph.owner[f]], other = width[graph.neighbour[f]];
    if (std::max(own, other) <= ratio * std::min(own, other)) continue;
    onFace[f] = std::max(own, other);
    faces.add(static_cast<Label>(f));
  }
  while (!faces.isEmpty()) {
    faces.empty([&](Label f) {
      for (const Label c : {graph.owner[f], graph.neighbour[f]}) {
        if (!(onFace[f] > (1 + tolerance) * ratio * width[c])) continue;
        width[c] = onFace[f] / ratio;
        cells.add(c);
      }
    });
    cells.empty([&](Label c) {
      for (Label i = graph.start[c]; i < graph.start[c + 1]; ++i) {
        const Label f = graph.faces[i];
        if (!(width[c] > (1 + tolerance) * onFace[f])) continue;
        onFace[f] = width[c];
        faces.add(f);
      }
    });
  }
}

}  // namespace

void smoothWidth(double ratio, fv::VolScalarField& width) {
  const auto& mesh = width.mesh();
  Graph graph = gatherGraph(mesh);
  std::vector<double> whole;
  mesh::gatherCells(mesh, width.cells(), 1,
                    [&](GlobalLabel, std::span<const double> piece) { whole.insert(whole.end(), piece.begin(), piece.end()); });
  if (mesh.communicator().master()) {
    graph.sortByCell(static_cast<Label>(whole.size()));
    raise(graph, ratio, whole);
  }
  const std::vector<double> own = mesh::scatterCells(mesh, whole, 1);
  std::copy(own.begin(), own.end(), width.cells().begin());
  width.updateGhosts();
}

}  // namespace eagre::physics
