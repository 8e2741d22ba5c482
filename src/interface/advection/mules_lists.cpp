// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "interface/advection/mules.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

/// The lists of Mules: what there is to limit, and the faces of each cell among it.
namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::sequentialFor;
using kernel::View;

/// The smallest 1/dt of a cell [1/s].
static double leastRate(const fv::TimeState::Rate& rDeltaT, Label nCells) {
  return rDeltaT.cells ? *std::min_element(rDeltaT.cells, rDeltaT.cells + nCells) : rDeltaT.everywhere;
}

Label Mules::place(Label cell) {
  Label& at = place_[cell];
  if (at < 0) {
    at = static_cast<Label>(cells_.size());
    cells_.emplace_back();
    cellIndex_.push_back(cell);
    firstFace_[2 * at + 2] = firstFace_[2 * at + 3] = 0;
  }
  return at;
}

/// Faces with something to limit, their cells, P+ and P-; on the boundary all faces listed. lambda is 1 downwards, 0 upwards (but
/// on boundary faces that are not limited).
void Mules::gather(std::span<const Label> faces, std::span<const double> phiCorr, std::span<const double> outletFlux) {
  const auto& mesh = context_->mesh;
  parallelFor("MULES: forget cells", static_cast<Label>(cellIndex_.size()),
              [index = View(cellIndex_), place = View(place_)](Label i) { place[index[i]] = -1; });
  cells_.clear();
  cellIndex_.clear();
  faces_.clear();
  faceIndex_.clear();
  boundary_.clear();
  firstFace_[1] = 0;
  const bool upwards = controls_.upwards;
  const auto onBoundary =
      std::partition_point(faces.begin(), faces.end(), [&](Label f) { return f < mesh.nInteriorFaces(); }) - faces.begin();
  const auto start = static_cast<Label>(onBoundary);
  const auto rDeltaT = context_->time().rate();
  const double minVolume =
      minVolume_.get(mesh, [&] { return mesh.V.empty() ? 0 : *std::min_element(mesh.V.begin(), mesh.V.end()); });
  const double least = negligible_ * leastRate(rDeltaT, mesh.nCells) * minVolume;
  candidates_.resize(static_cast<std::size_t>(start) + 1);
  Label nCandidates = 0;
  sequentialFor({"MULES: sift", 12}, 0, start, [&](Label k) {
    candidates_[nCandidates] = k;
    nCandidates += std::abs(phiCorr[k]) > least || faces[k] >= mesh.nInternalFaces;
  });
  if (const auto n = static_cast<std::size_t>(nCandidates); n > faces_.capacity()) {
    std::vector<Face>().swap(faces_);  // first: both at once would be the peak
    std::vector<Label>().swap(faceIndex_);
    faces_.reserve(n + n / 8);
    faceIndex_.reserve(n + n / 8);
  }
  sequentialFor({"MULES: gather", 104}, 0, nCandidates, [&](Label i) {
    const Label k = candidates_[i], f = faces[k], P = mesh.owner[f], N = mesh.neighbour[f];
    const double A = std::abs(phiCorr[k]);
    if (f < mesh.nInternalFaces && A <= negligible_ * std::min(rDeltaT(P) * mesh.V[P], rDeltaT(N) * mesh.V[N])) return;
    const Label p = place(P), q = place(N);
    const bool out = phiCorr[k] > 0;
    const Label from = out ? p : q, to = out ? q : p;
    faces_.push_back({from, to, A, upwards ? 0.0 : 1.0});
    faceIndex_.push_back(out ? f : ~f);
    cells_[from].out += A;
    cells_[to].in += A;
    ++firstFace_[2 * to + 2];
    ++firstFace_[2 * from + 3];
  });
  gatherBoundary(faces, phiCorr, outletFlux, start);
  listFacesOfCells();
}

/// Of the faces from `start` on, which are those of the boundary.
void Mules::gatherBoundary(std::span<const Label> faces, std::span<const double> phiCorr, std::span<const double> outletFlux,
                           Label start) {
  const auto& mesh = context_->mesh;
  const bool upwards = controls_.upwards;
  std::size_t patch = 0;
  sequentialFor("MULES: gather boundary", start, static_cast<Label>(faces.size()), [&](Label k) {
    const Label f = faces[k], b = f - mesh.nInteriorFaces();
    while (b >= mesh.patches[patch].start + mesh.patches[patch].size) ++patch;
    const bool wedge = mesh.patches[patch].type == "wedge";
    const double A = wedge ? 0 : phiCorr[k];
    const bool outlet = !wedge && !outletFlux.empty() && outletFlux[k - start] + A > small * small;
    if (A == 0) return;
    const Label p = place(mesh.owner[f]);
    boundary_.push_back({f, p, outlet, A, upwards && outlet ? 0.0 : 1.0});
    (A > 0 ? cells_[p].out : cells_[p].in) += std::abs(A);
    ++firstFace_[2 * p + (A > 0 ? 3 : 2)];
  });
}

/// Sorts the faces by cell and direction, each list in the order of the faces. Up to now firstFace_ counts: entry s + 2 those of
/// list s.
void Mules::listFacesOfCells() {
  const auto nLists = 2 * static_cast<Label>(cells_.size()), nFaces = static_cast<Label>(faces_.size());
  sequentialFor("MULES: count faces of cells", 2, nLists + 2, [first = View(firstFace_)](Label s) { first[s] += first[s - 1]; });
  limited_.resize(faces_.size() + boundary_.size());
  facesOfCells_.resize(static_cast<std::size_t>(firstFace_[nLists + 1]));
  // Entry s + 1 is where the next face of list s goes; in the end it is where those of the next list begin.
  sequentialFor({"MULES: faces of cells", 48}, 0, nFaces,
                [faces = View(faces_), next = View(firstFace_), list = View(facesOfCells_), limited = View(limited_)](Label k) {
                  list[next[2 * faces[k].to + 1]++] = k;
                  list[next[2 * faces[k].from + 2]++] = k;
                  limited[k] = faces[k].A * faces[k].lambda;
                });
  sequentialFor(
      "MULES: boundary faces of cells", 0, static_cast<Label>(boundary_.size()),
      [nFaces, faces = View(boundary_), next = View(firstFace_), list = View(facesOfCells_), limited = View(limited_)](Label i) {
        const Label k = nFaces + i;
        list[next[2 * faces[i].cell + (faces[i].A > 0 ? 2 : 1)]++] = k;
        limited[k] = std::abs(faces[i].A) * faces[i].lambda;
      });
}

}  // namespace eagre::interface_
