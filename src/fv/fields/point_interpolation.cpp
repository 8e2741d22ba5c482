// SPDX-License-Identifier: BSD-3-Clause
#include "fv/fields/point_interpolation.hpp"

#include <algorithm>
#include <tuple>
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

namespace {

/// The lower of the two patches of a cyclic pair.
int lowerOfPair(const mesh::Mesh& mesh, int patch) {
  const auto& patches = mesh.globalPatches;
  const auto partner =
      std::ranges::find(patches, patches[static_cast<std::size_t>(patch)].neighbourPatch, &mesh::PolyPatch::name);
  return std::min(patch, static_cast<int>(partner - patches.begin()));
}

/// A cyclic face: where it is among the coupled faces and in the shape, and the pair of patches.
struct CyclicFace {
  Label coupled, shape;
  int pair;
};

std::vector<CyclicFace> cyclicFaces(const mesh::Mesh& mesh) {
  std::vector<int> pairOf(static_cast<std::size_t>(mesh.nCoupledFaces), -1);
  for (const auto& range : mesh.coupled)
    if (range.globalIndex >= 0) std::fill_n(pairOf.begin() + range.start, range.size, lowerOfPair(mesh, range.globalIndex));
  std::vector<CyclicFace> faces;
  for (Label s = 0; s < mesh.points->shape.nFaces(); ++s) {
    const Label i = mesh.points->faceOf[s] - mesh.nInternalFaces;
    if (i >= 0 && i < mesh.nCoupledFaces && pairOf[i] >= 0) faces.push_back({i, s, pairOf[i]});
  }
  return faces;
}

}  // namespace

/// The corners of cyclic faces, and those on the other side that they meet: the ones at the same place about the face's centre.
void PointInterpolation::findPartners() {
  const auto& mesh = *mesh_;
  const auto& shape = mesh.points->shape;
  if (!mesh.rotations.empty())
    throw Error(
        "values at points, as a motion by an equation needs, are not found across patches of transform "
        "rotational",
        ExitCode::badCase);
  const std::vector<CyclicFace> faces = cyclicFaces(mesh);
  double most = 0;
  for (const auto& face : faces) most = std::max(most, static_cast<double>(shape.pointsOf(face.shape).size()));
  cornersPerFace_ = static_cast<int>(mesh.communicator().max(most));
  if (cornersPerFace_ == 0) return;
  const auto perFace = static_cast<std::size_t>(cornersPerFace_);
  cornersOfCoupled_.assign(perFace * static_cast<std::size_t>(mesh.nCoupledFaces), -1);
  std::vector<Vec3> about(2 * cornersOfCoupled_.size(), Vec3{great, great, great});
  for (const auto& face : faces) {
    const auto corners = shape.pointsOf(face.shape);
    for (std::size_t k = 0; k < corners.size(); ++k) {
      cornersOfCoupled_[face.coupled * perFace + k] = corners[k];
      about[face.coupled * perFace + k] = shape.points[corners[k]] - mesh.faceCentres()(mesh.nInternalFaces + face.coupled);
    }
  }
  mesh.faceHalo->update(std::span<double>(&about.data()->x, 3 * about.size()), 3 * cornersPerFace_);
  std::vector<std::tuple<int, Label, Label>> uses;  // pair of patches, point, place
  for (const auto& face : faces)
    for (std::size_t k = 0; k < shape.pointsOf(face.shape).size(); ++k) {
      const std::size_t own = face.coupled * perFace + k, first = cornersOfCoupled_.size() + face.coupled * perFace;
      const auto isNearer = [&](const Vec3& a, const Vec3& b) { return mag(a - about[own]) < mag(b - about[own]); };
      const auto others = std::span(about).subspan(first, perFace);
      const auto nearest = std::ranges::min_element(others, isNearer) - others.begin();
      uses.emplace_back(face.pair, cornersOfCoupled_[own], static_cast<Label>(first) + static_cast<Label>(nearest));
    }
  listPartners(std::move(uses));
}

/// One list for each pair of patches of the mesh, on all ranks.
void PointInterpolation::listPartners(std::vector<std::tuple<int, Label, Label>> uses) {
  std::sort(uses.begin(), uses.end());
  for (int patch = 0; patch < static_cast<int>(mesh_->globalPatches.size()); ++patch) {
    if (mesh_->globalPatches[static_cast<std::size_t>(patch)].type != "cyclic" || lowerOfPair(*mesh_, patch) < patch) continue;
    auto& cyclic = cyclics_.emplace_back();
    for (const auto& [pair, point, place] : uses) {
      if (pair != patch || (!cyclic.points.empty() && cyclic.points.back() == point)) continue;
      cyclic.points.push_back(point);
      cyclic.places.push_back(place);
    }
  }
}

/// 2: on a patch, of whatever rank, 1: on a cyclic one alone, 0: neither.
std::vector<double> PointInterpolation::kindsOfPoints() const {
  const auto& mesh = *mesh_;
  const auto& shape = mesh.points->shape;
  std::vector<double> kind(shape.points.size(), 0.0);
  for (const Label p : cornersOfCoupled_)
    if (p >= 0) kind[p] = 1;
  for (Label s = 0; s < shape.nFaces(); ++s)
    if (mesh.points->faceOf[s] >= mesh.nInteriorFaces())
      for (const Label p : shape.pointsOf(s)) kind[p] = 2;
  neighbours_.largest(kind, 1);
  return kind;
}

/// Points on patches, and what is summed there.
void PointInterpolation::findSpecialPoints() {
  const auto& mesh = *mesh_;
  const auto& shape = mesh.points->shape;
  const std::vector<double> kind = kindsOfPoints();
  std::vector<std::pair<Label, Label>> uses;  // point, source
  for (Label s = 0; s < shape.nFaces(); ++s) {
    const Label b = mesh.points->faceOf[s] - mesh.nInteriorFaces();
    const Label sides[] = {shape.owner[s], s < shape.nInternalFaces() ? shape.neighbour[s] : shape.owner[s]};
    for (const Label p : shape.pointsOf(s)) {
      if (kind[p] == 2 && b >= 0) uses.emplace_back(p, b);
      for (const Label c : sides)
        if (kind[p] == 1 && c < mesh.nCells) uses.emplace_back(p, ~c);
    }
  }
  std::sort(uses.begin(), uses.end());
  uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
  isSpecial_.assign(kind.size(), 0);
  auto use = uses.begin();
  for (std::size_t p = 0; p < kind.size(); ++p) {
    if (kind[p] == 0) continue;
    isSpecial_[p] = 1;
    special_.push_back(static_cast<Label>(p));
    for (; use != uses.end() && use->first == static_cast<Label>(p); ++use) sources_.push_back(use->second);
    sourceStarts_.push_back(static_cast<Label>(sources_.size()));
  }
}

void PointInterpolation::updateCentres() {
  if (!geometry_.renew(*mesh_)) return;
  centres_.assign(mesh_->C.begin(), mesh_->C.begin() + mesh_->nCells);
  centres_.resize(centres_.size() + static_cast<std::size_t>(neighbours_.nOtherCells()));
  neighbours_.updatePlaces(centres_);
}

/// sums_: of the weights, and of the weighted components. What this rank has, then what the others have, then the partners.
template <class T>
void PointInterpolation::sumAtSpecialPoints(const VolField<T>& field) {
  constexpr int n = 1 + nComponents<T>;
  const auto& mesh = *mesh_;
  // Only special points have a sum, and what ranks add up is clean.
  sums_.resize(std::max(sums_.size(), mesh.points->shape.points.size() * n));
  for (const Label p : neighbours_.shared()) std::fill_n(sums_.begin() + static_cast<std::ptrdiff_t>(p) * n, n, 0.0);
  parallelFor({"points: sums at patches", 100}, static_cast<Label>(special_.size()),
              [special = View(special_), starts = View(sourceStarts_), sources = View(sources_), sums = View(sums_),
               points = View(mesh.points->shape.points), C = View(mesh.C), Cf = mesh.faceCentres(), first = mesh.nInteriorFaces(),
               cells = View(field.cells()), boundary = View(field.boundary())](Label i) {
                const Label p = special[i];
                for (int c = 0; c < n; ++c) sums[n * p + c] = 0;
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
    added_.assign(mesh.points->shape.points.size() * (n + 1), 0.0);
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
  const T* cells = field.cells().data();
  if (mesh.communicator().size() > 1) {
    auto& all = std::get<std::vector<T>>(cells_);
    all.resize(centres_.size());
    std::copy_n(field.cells().begin(), mesh.nCells, all.begin());
    neighbours_.update(all);
    cells = all.data();
  }
  values.resize(mesh.points->shape.points.size());
  parallelFor({"points: interpolate", 400}, static_cast<Label>(points.size()),
              [list = View(points), values = View(values), isSpecial = View(isSpecial_), sums = View(sums_),
               neighbours = &neighbours_, x = View(mesh.points->shape.points), centres = View(centres_), cells](Label i) {
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
