// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <utility>

#include "core/error.hpp"
#include "fv/schemes/gradient_schemes.hpp"
#include "fv/schemes/invert.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/derived.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/point_neighbours.hpp"

namespace eagre::fv::schemes {

namespace {

using mesh::PointNeighbours;

/// Corners of each owned cell, or the two ends of each of its edges, each once and ascending.
template <class Corner, class Each>
std::pair<std::vector<Label>, std::vector<Corner>> ofCells(const mesh::Mesh& mesh, Each&& each) {
  const mesh::PolyMesh& shape = mesh.points->shape;
  std::vector<std::pair<Label, Corner>> uses;
  for (Label f = 0; f < shape.nFaces(); ++f)
    each(shape.pointsOf(f), [&](const Corner& corner) {
      if (shape.owner[f] < mesh.nCells) uses.emplace_back(shape.owner[f], corner);
      if (f < shape.nInternalFaces() && shape.neighbour[f] < mesh.nCells) uses.emplace_back(shape.neighbour[f], corner);
    });
  std::sort(uses.begin(), uses.end());
  uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
  std::vector<Label> starts(static_cast<std::size_t>(mesh.nCells) + 1, 0);
  std::vector<Corner> corners;
  for (const auto& [cell, corner] : uses) {
    ++starts[cell + 1];
    corners.push_back(corner);
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  return {std::move(starts), std::move(corners)};
}

/// What each cell's gradient is made of: the cells and boundary faces that share a point, or an edge, with it. Cells that have
/// both ends of an edge share the edge, which holds for convex cells. It belongs to the topology.
class Stencil {
 public:
  Stencil(const mesh::Mesh& mesh, bool byEdges) : cells_(mesh), faces_(mesh, PointNeighbours::Around::boundaryFaces) {
    if (byEdges)
      list(mesh, ofCells<std::array<Label, 2>>(mesh, [](const auto& corners, const auto& use) {
             for (std::size_t i = 0; i < corners.size(); ++i) {
               const auto [p, q] = std::minmax(corners[i], corners[(i + 1) % corners.size()]);
               use(std::array<Label, 2>{p, q});
             }
           }));
    else
      list(mesh, ofCells<std::array<Label, 1>>(mesh, [](const auto& corners, const auto& use) {
             for (const Label p : corners) use(std::array<Label, 1>{p});
           }));
  }

  /// Sources of cell c are [starts[c], starts[c + 1]), in an order that ranks do not change: a boundary face, or ~cell. Those of
  /// other ranks are behind this rank's (PointNeighbours).
  const std::vector<Label>& starts() const { return starts_; }
  const std::vector<Label>& sources() const { return sources_; }
  const PointNeighbours& cells() const { return cells_; }
  const PointNeighbours& faces() const { return faces_; }

 private:
  template <std::size_t n>
  void list(const mesh::Mesh& mesh, const std::pair<std::vector<Label>, std::vector<std::array<Label, n>>>& of) {
    std::vector<Label> found;
    for (Label c = 0; c < mesh.nCells; ++c) {
      found.clear();
      const auto add = [&](const PointNeighbours& around, const std::array<Label, n>& corner, auto&& source) {
        const auto others = around.cellsOf(corner.back());
        for (const Label i : around.cellsOf(corner.front())) {
          if (n == 2 && std::find(others.begin(), others.end(), i) == others.end()) continue;
          const Label s = source(i);
          if (s != ~c && std::find(found.begin(), found.end(), s) == found.end()) found.push_back(s);
        }
      };
      for (Label k = of.first[c]; k < of.first[c + 1]; ++k) add(cells_, of.second[k], [](Label i) { return ~i; });
      for (Label k = of.first[c]; k < of.first[c + 1]; ++k) add(faces_, of.second[k], [](Label i) { return i; });
      sources_.insert(sources_.end(), found.begin(), found.end());
      starts_.push_back(static_cast<Label>(sources_.size()));
    }
  }

  PointNeighbours cells_, faces_;
  std::vector<Label> starts_{0}, sources_;
};

/// Values of cells and boundary faces, with those of other ranks.
template <class T>
struct Values {
  std::vector<T> cells, faces;

  template <class Update>
  void fill(const Stencil& stencil, const T* ofCells, Label nCells, const T* ofFaces, Label nFaces, Update&& update) {
    cells.resize(static_cast<std::size_t>(nCells + stencil.cells().nOtherCells()));
    faces.resize(static_cast<std::size_t>(nFaces + stencil.faces().nOtherCells()));
    std::copy_n(ofCells, nCells, cells.begin());
    std::copy_n(ofFaces, nFaces, faces.begin());
    update(stencil.cells(), cells);
    update(stencil.faces(), faces);
  }
};

/// The vectors that a difference to each source of a stencil is multiplied with: weights 1/|d|^2, d from cell to source.
std::vector<Vec3> vectorsOf(const mesh::Mesh& mesh, const Stencil& stencil) {
  std::vector<Vec3> centres(static_cast<std::size_t>(mesh.nBoundaryFaces));
  for (Label b = 0; b < mesh.nBoundaryFaces; ++b) centres[b] = mesh.faceCentres()(mesh.nInteriorFaces() + b);
  Values<Vec3> places;
  places.fill(stencil, mesh.C.data(), mesh.nCells, centres.data(), mesh.nBoundaryFaces,
              [](const PointNeighbours& around, std::vector<Vec3>& values) { around.updatePlaces(values); });
  std::vector<Vec3> vectors(stencil.sources().size());
  const auto* D = mesh.geometricD;
  const SymmTensor flat{D[0] < 0 ? 1.0 : 0, 0, 0, D[1] < 0 ? 1.0 : 0, 0, D[2] < 0 ? 1.0 : 0};
  kernel::parallelFor(
      "least squares over points, vectors", mesh.nCells,
      [flat, starts = kernel::View(stencil.starts()), sources = kernel::View(stencil.sources()),
       cells = kernel::View(places.cells), faces = kernel::View(places.faces), vectors = kernel::View(vectors)](Label c) {
        SymmTensor sum = flat;
        for (Label i = starts[c]; i < starts[c + 1]; ++i) {
          const Label s = sources[i];
          vectors[i] = (s < 0 ? cells[~s] : faces[s]) - cells[c];
          sum += (1 / magSqr(vectors[i])) * sqr(vectors[i]);
        }
        const SymmTensor inverse = inverseInPlane(sum);
        for (Label i = starts[c]; i < starts[c + 1]; ++i) vectors[i] = (1 / magSqr(vectors[i])) * dot(inverse, vectors[i]);
      });
  return vectors;
}

/// Stencil and vectors of the mesh as it is.
class StencilOfMesh {
 public:
  const Stencil& stencil(const mesh::Mesh& mesh, bool byEdges) {
    if (topology_ != mesh.topologyVersion) stencil_.emplace(mesh, byEdges);
    topology_ = mesh.topologyVersion;
    return *stencil_;
  }
  /// Those of the stencil that was asked for last.
  const std::vector<Vec3>& vectors(const mesh::Mesh& mesh) {
    return vectors_.get(mesh, [&] { return vectorsOf(mesh, *stencil_); });
  }

 private:
  std::optional<Stencil> stencil_;
  std::int64_t topology_ = -1;
  mesh::Derived<std::vector<Vec3>> vectors_;
};

/// It has no words(): whether a kept gradient is still that of the field each rank sees by its own values and ghosts, and this
/// one takes cells beyond them.
template <class T>
class PointLeastSquares final : public GradientScheme<T> {
 public:
  PointLeastSquares(const Context& context, bool byEdges)
      : byEdges_(byEdges), ofMesh_(context.gradients->ofMesh<StencilOfMesh>(byEdges ? "edgeCells" : "pointCells")) {}

  void ownedCells(const VolField<T>& field, std::span<Gradient<T>> gradient) override {
    const auto each = [n = field.mesh().nCells](const kernel::Loop& loop, const auto& body) {
      kernel::parallelFor(loop, n, body);
    };
    gradients(field, gradient, each);
  }

 protected:
  void ownedCellsOf(std::span<const Label> cells, const VolField<T>& field, std::span<Gradient<T>> gradient) override {
    gradients(field, gradient, [cells](const kernel::Loop& loop, const auto& body) {
      kernel::parallelFor(loop, static_cast<Label>(cells.size()), [cells, body](Label i) { body(cells[i]); });
    });
  }

 private:
  /// each(loop, body): over the cells.
  template <class Each>
  void gradients(const VolField<T>& field, std::span<Gradient<T>> gradient, Each&& each) {
    const mesh::Mesh& mesh = field.mesh();
    const Stencil& stencil = ofMesh_->stencil(mesh, byEdges_);
    const std::vector<Vec3>& vectors = ofMesh_->vectors(mesh);
    values_.fill(stencil, field.cells().data(), mesh.nCells, field.boundary().data(), mesh.nBoundaryFaces,
                 [](const PointNeighbours& around, std::vector<T>& values) { around.update(values); });
    const double bytes = (28 + 8 * nComponents<T>)*static_cast<double>(vectors.size()) / std::max(mesh.nCells, Label(1));
    each({"least squares over points", bytes},
         [starts = kernel::View(stencil.starts()), sources = kernel::View(stencil.sources()), vectors = kernel::View(vectors),
          cells = kernel::View(values_.cells), faces = kernel::View(values_.faces), gradient](Label c) {
           Gradient<T> sum{};
           for (Label i = starts[c]; i < starts[c + 1]; ++i) {
             const Label s = sources[i];
             sum += outer(vectors[i], (s < 0 ? cells[~s] : faces[s]) - cells[c]);
           }
           gradient[c] = sum;
         });
  }

  bool byEdges_;
  std::shared_ptr<StencilOfMesh> ofMesh_;
  Values<T> values_;
};

}  // namespace

template <class T>
std::unique_ptr<GradientScheme<T>> makePointLeastSquares(const Context& context, bool byEdges) {
  return std::make_unique<PointLeastSquares<T>>(context, byEdges);
}
template std::unique_ptr<GradientScheme<double>> makePointLeastSquares(const Context&, bool);
template std::unique_ptr<GradientScheme<Vec3>> makePointLeastSquares(const Context&, bool);

}  // namespace eagre::fv::schemes
