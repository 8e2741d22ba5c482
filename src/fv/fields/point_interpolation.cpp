// SPDX-License-Identifier: BSD-3-Clause
#include "fv/fields/point_interpolation.hpp"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/mesh_points.hpp"

namespace eagre::fv {

using kernel::parallelFor;
using kernel::View;

PointInterpolation::PointInterpolation(const mesh::Mesh& mesh) : mesh_(&mesh), neighbours_(mesh) {
  findPartners();
  findSpecialPoints();
}

/// The corners of cyclic faces, and those on the other side that they meet: the ones at the same place about the face's centre.
void PointInterpolation::findPartners() {
  const auto& mesh = *mesh_;
  const auto& shape = mesh.points->shape;
  std::vector<int> pairOf(static_cast<std::size_t>(mesh.nCoupledFaces), -1);  // the lower of the two patches
  for (const auto& range : mesh.coupled) {
    if (range.globalIndex < 0) continue;
    const auto& patches = mesh.globalPatches;
    const auto partner =
        std::ranges::find(patches, patches[static_cast<std::size_t>(range.globalIndex)].neighbourPatch, &mesh::PolyPatch::name);
    const int pair = std::min(range.globalIndex, static_cast<int>(partner - patches.begin()));
    std::fill_n(pairOf.begin() + range.start, range.size, pair);
  }
  std::vector<std::pair<Label, Label>> faces;  // coupled face, face of the shape
  double most = 0;
  for (Label s = 0; s < shape.nFaces(); ++s) {
    const Label i = mesh.points->faceOf[s] - mesh.nInternalFaces;
    if (i < 0 || i >= mesh.nCoupledFaces || pairOf[i] < 0) continue;
    faces.emplace_back(i, s);
    most = std::max(most, static_cast<double>(shape.pointsOf(s).size()));
  }
  cornersPerFace_ = static_cast<int>(mesh.communicator().max(most));
  if (cornersPerFace_ == 0) return;
  const auto perFace = static_cast<std::size_t>(cornersPerFace_);
  cornersOfCoupled_.assign(perFace * pairOf.size(), -1);
  std::vector<Vec3> about(2 * cornersOfCoupled_.size(), Vec3{great, great, great});
  for (const auto& [i, s] : faces) {
    const auto corners = shape.pointsOf(s);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      cornersOfCoupled_[i * perFace + k] = corners[k];
      about[i * perFace + k] = shape.points[corners[k]] - mesh.faceCentres()(mesh.nInternalFaces + i);
    }
  }
  mesh.faceHalo->update(std::span<double>(&about.data()->x, 3 * about.size()), 3 * cornersPerFace_);
  std::vector<std::pair<int, std::pair<Label, Label>>> uses;  // pair of patches, point, place
  for (const auto& [i, s] : faces)
    for (std::size_t k = 0; k < shape.pointsOf(s).size(); ++k) {
      const std::size_t own = i * perFace + k, first = cornersOfCoupled_.size() + i * perFace;
      std::size_t nearest = first;
      for (std::size_t other = first; other < first + perFace; ++other)
        if (mag(about[other] - about[own]) < mag(about[nearest] - about[own])) nearest = other;
      uses.push_back({pairOf[i], {cornersOfCoupled_[own], static_cast<Label>(nearest)}});
    }
  std::sort(uses.begin(), uses.end());
  for (int patch = 0; patch < static_cast<int>(mesh.globalPatches.size()); ++patch) {
    const auto& global = mesh.globalPatches[static_cast<std::size_t>(patch)];
    if (global.type != "cyclic") continue;
    const auto partner = std::ranges::find(mesh.globalPatches, global.neighbourPatch, &mesh::PolyPatch::name);
    if (partner - mesh.globalPatches.begin() < patch) continue;
    auto& cyclic = cyclics_.emplace_back();
    for (const auto& [pair, use] : uses) {
      if (pair != patch || (!cyclic.points.empty() && cyclic.points.back() == use.first)) continue;
      cyclic.points.push_back(use.first);
      cyclic.places.push_back(use.second);
    }
  }
}

/// Points on patches of whatever rank, and what is summed there.
void PointInterpolation::findSpecialPoints() {
  const auto& mesh = *mesh_;
  const auto& shape = mesh.points->shape;
  std::vector<double> kind(shape.points.size(), 0.0);  // 2: on a patch, 1: on a cyclic one alone
  for (const Label p : cornersOfCoupled_)
    if (p >= 0) kind[p] = 1;
  const auto boundaryFace = [&](Label s) { return mesh.points->faceOf[s] - mesh.nInteriorFaces(); };
  for (Label s = 0; s < shape.nFaces(); ++s)
    if (boundaryFace(s) >= 0)
      for (const Label p : shape.pointsOf(s)) kind[p] = 2;
  neighbours_.largest(kind, 1);
  std::vector<std::pair<Label, Label>> uses;  // point, source
  for (Label s = 0; s < shape.nFaces(); ++s)
    for (const Label p : shape.pointsOf(s)) {
      if (kind[p] == 2 && boundaryFace(s) >= 0) uses.emplace_back(p, boundaryFace(s));
      if (kind[p] != 1) continue;
      if (shape.owner[s] < mesh.nCells) uses.emplace_back(p, ~shape.owner[s]);
      if (s < shape.nInternalFaces() && shape.neighbour[s] < mesh.nCells) uses.emplace_back(p, ~shape.neighbour[s]);
    }
  std::sort(uses.begin(), uses.end());
  uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
  isSpecial_.resize(kind.size());
  for (std::size_t p = 0; p < kind.size(); ++p) {
    isSpecial_[p] = kind[p] > 0;
    if (!isSpecial_[p]) continue;
    special_.push_back(static_cast<Label>(p));
  }
  auto use = uses.begin();
  for (const Label p : special_) {
    for (; use != uses.end() && use->first == p; ++use) sources_.push_back(use->second);
    sourceStarts_.push_back(static_cast<Label>(sources_.size()));
  }
}

void PointInterpolation::updateCentres() {
  if (!geometry_.renew(*mesh_)) return;
  centres_.assign(mesh_->C.begin(), mesh_->C.begin() + mesh_->nCells);
  centres_.resize(centres_.size() + static_cast<std::size_t>(neighbours_.nOtherCells()));
  neighbours_.update(centres_);
}

/// sums_: of the weights, and of the weighted components. What this rank has, then what the others have, then the partners.
template <class T>
void PointInterpolation::sumAtSpecialPoints(const VolField<T>& field) {
  constexpr int n = 1 + nComponents<T>;
  const auto& mesh = *mesh_;
  sums_.assign(mesh.points->shape.points.size() * n, 0.0);
  parallelFor({"points: sums at patches", 100}, static_cast<Label>(special_.size()),
              [special = View(special_), starts = View(sourceStarts_), sources = View(sources_), sums = View(sums_),
               points = View(mesh.points->shape.points), C = View(mesh.C), Cf = mesh.faceCentres(), first = mesh.nInteriorFaces(),
               cells = View(field.cells()), boundary = View(field.boundary())](Label i) {
                const Label p = special[i];
                for (Label k = starts[i]; k < starts[i + 1]; ++k) {
                  const Label source = sources[k];
                  const double w = 1 / mag(points[p] - (source >= 0 ? Cf(first + source) : C[~source]));
                  const T value = source >= 0 ? boundary[source] : cells[~source];
                  sums[n * p] += w;
                  for (int c = 0; c < nComponents<T>; ++c) sums[n * p + 1 + c] += w * component(value, c);
                }
              });
  neighbours_.sum(sums_, n);
  addAcrossCyclics(n);
}

/// One pair of patches after the other, so that corners where several meet have the sums of all around them.
void PointInterpolation::addAcrossCyclics(int nComp) {
  const auto& mesh = *mesh_;
  const auto n = static_cast<std::size_t>(nComp);
  for (const Cyclic& cyclic : cyclics_) {
    exchanged_.assign(2 * cornersOfCoupled_.size() * n, 0.0);
    for (std::size_t i = 0; i < cornersOfCoupled_.size(); ++i)
      if (const Label p = cornersOfCoupled_[i]; p >= 0)
        std::copy_n(sums_.begin() + static_cast<std::ptrdiff_t>(p * n), n,
                    exchanged_.begin() + static_cast<std::ptrdiff_t>(i * n));
    mesh.faceHalo->update(exchanged_, nComp * cornersPerFace_);
    // A rank may have a point of the patch without any of its faces: the mean of the ranks that have one.
    added_.assign(sums_.size() / n * (n + 1), 0.0);
    for (std::size_t i = 0; i < cyclic.points.size(); ++i) {
      const std::size_t to = static_cast<std::size_t>(cyclic.points[i]) * (n + 1),
                        from = static_cast<std::size_t>(cyclic.places[i]) * n;
      for (std::size_t c = 0; c < n; ++c) added_[to + c] = exchanged_[from + c];
      added_[to + n] = 1;
    }
    neighbours_.sum(added_, nComp + 1);
    for (const Label p : special_) {
      const double* added = added_.data() + static_cast<std::size_t>(p) * (n + 1);
      for (std::size_t c = 0; c < n && added[n] > 0; ++c) sums_[static_cast<std::size_t>(p) * n + c] += added[c] / added[n];
    }
  }
}

template <class T>
void PointInterpolation::operator()(const VolField<T>& field, const std::vector<Label>& points, std::vector<T>& values) {
  constexpr int n = 1 + nComponents<T>;
  const auto& mesh = *mesh_;
  updateCentres();
  sumAtSpecialPoints(field);
  auto& cells = [this]() -> std::vector<T>& {
    if constexpr (std::is_same_v<T, double>)
      return scalars_;
    else
      return vectors_;
  }();
  cells.resize(centres_.size());
  std::copy_n(field.cells().begin(), mesh.nCells, cells.begin());
  neighbours_.update(cells);
  values.resize(mesh.points->shape.points.size());
  parallelFor(
      {"points: interpolate", 400}, static_cast<Label>(points.size()),
      [list = View(points), values = View(values), isSpecial = View(isSpecial_), sums = View(sums_), neighbours = &neighbours_,
       x = View(mesh.points->shape.points), centres = View(centres_), cells = View(cells)](Label i) {
        const Label p = list[i];
        double weight = 0;
        T sum{};
        if (isSpecial[p]) {
          weight = sums[n * p];
          for (int c = 0; c < nComponents<T>; ++c) component(sum, c) = sums[n * p + 1 + c];
        } else {
          for (const Label c : neighbours->cellsOf(p)) {
            const double w = 1 / mag(x[p] - centres[c]);
            weight += w;
            sum += w * cells[c];
          }
        }
        values[p] = sum / weight;
      });
}

template void PointInterpolation::operator()(const VolScalarField&, const std::vector<Label>&, std::vector<double>&);
template void PointInterpolation::operator()(const VolVectorField&, const std::vector<Label>&, std::vector<Vec3>&);

}  // namespace eagre::fv
