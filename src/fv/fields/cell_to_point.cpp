// SPDX-License-Identifier: BSD-3-Clause
#include "fv/fields/cell_to_point.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/mesh_points.hpp"

namespace eagre::fv {

using kernel::parallelFor;
using kernel::View;

namespace {
template <class T>
constexpr int nDoubles = static_cast<int>(sizeof(T) / sizeof(double));

template <class T>
std::span<double> asDoubles(std::vector<T>& values) {
  return {reinterpret_cast<double*>(values.data()), values.size() * nDoubles<T>};
}
}  // namespace

CellToPoint::CellToPoint(const mesh::Mesh& mesh) : mesh_(mesh), neighbours_(mesh) {
  const mesh::MeshPoints& points = *mesh.points;
  const std::size_t nPoints = points.shape.points.size();
  std::vector<std::pair<Label, Label>> uses;  // point, boundary face
  for (std::size_t i = 0; i < points.faceOf.size(); ++i)
    if (const Label b = points.faceOf[i] - mesh.nInteriorFaces(); points.faceOf[i] >= 0 && b >= 0)
      for (const Label p : points.shape.pointsOf(static_cast<Label>(i))) uses.emplace_back(p, b);
  std::sort(uses.begin(), uses.end());
  onPatch_.assign(nPoints, 0.0);
  faceStarts_.assign(nPoints + 1, 0);
  for (const auto& [p, b] : uses) {
    onPatch_[p] = 1;
    ++faceStarts_[p + 1];
    faces_.push_back(b);
  }
  for (std::size_t p = 0; p < nPoints; ++p) faceStarts_[p + 1] += faceStarts_[p];
  neighbours_.largest(onPatch_, 1);
}

template <class T>
void CellToPoint::fromCells(const VolField<T>& field, std::vector<T>& points) const {
  const auto nCells = static_cast<std::size_t>(mesh_.nCells), n = nCells + neighbours_.nOtherCells();
  std::vector<Vec3> centres(mesh_.C.begin(), mesh_.C.begin() + static_cast<std::ptrdiff_t>(nCells));
  std::vector<T> values(field.cells().begin(), field.cells().begin() + static_cast<std::ptrdiff_t>(nCells));
  centres.resize(n);
  values.resize(n);
  neighbours_.update(centres);
  neighbours_.update(values);
  parallelFor({"points: of cells", 32 + 8 * (3.0 + nDoubles<T>)}, static_cast<Label>(points.size()),
              [around = &neighbours_, onPatch = View(onPatch_), at = View(mesh_.points->shape.points), C = View(centres),
               values = View(values), points = View(points)](Label p) {
                if (onPatch[p] > 0) return;
                double sum = 0;
                T value{};
                for (const Label c : around->cellsOf(p)) {
                  const double weight = 1 / mag(at[p] - C[c]);
                  sum += weight;
                  value += weight * values[c];
                }
                points[p] = (1 / sum) * value;
              });
}

template <class T>
void CellToPoint::fromFaces(const VolField<T>& field, std::vector<T>& points) const {
  using Sum = std::array<double, 1 + nDoubles<T>>;  // of the weights, and of the weighted values
  std::vector<Sum> sums(points.size());
  parallelFor({"points: of faces", 16 + 8.0 * (4 + nDoubles<T>)}, static_cast<Label>(points.size()),
              [starts = View(faceStarts_), faces = View(faces_), at = View(mesh_.points->shape.points), Cf = mesh_.faceCentres(),
               first = mesh_.nInteriorFaces(), values = View(field.boundary()), sums = View(sums)](Label p) {
                Sum& sum = sums[p];
                for (Label i = starts[p]; i < starts[p + 1]; ++i) {
                  const double weight = 1 / mag(at[p] - Cf(first + faces[i]));
                  sum[0] += weight;
                  const T& value = values[faces[i]];
                  for (int k = 0; k < nDoubles<T>; ++k) sum[1 + k] += weight * reinterpret_cast<const double*>(&value)[k];
                }
              });
  neighbours_.sum(asDoubles(sums), 1 + nDoubles<T>);
  parallelFor({"points: means of faces", 8.0 + 8 * (2 + 2 * nDoubles<T>)}, static_cast<Label>(points.size()),
              [onPatch = View(onPatch_), sums = View(sums), points = View(points)](Label p) {
                if (onPatch[p] == 0) return;
                for (int k = 0; k < nDoubles<T>; ++k) reinterpret_cast<double*>(&points[p])[k] = sums[p][1 + k] / sums[p][0];
              });
}

template <class T>
void CellToPoint::interpolate(const VolField<T>& field, std::vector<T>& points) const {
  points.resize(mesh_.points->shape.points.size());
  fromCells(field, points);
  fromFaces(field, points);
}

template void CellToPoint::interpolate(const VolField<double>&, std::vector<double>&) const;
template void CellToPoint::interpolate(const VolField<Vec3>&, std::vector<Vec3>&) const;

}  // namespace eagre::fv
