// SPDX-License-Identifier: BSD-3-Clause
#include "interface/interface_band.hpp"

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::sequentialFor;
using kernel::View;

InterfaceBand::InterfaceBand(const mesh::Mesh& mesh)
    : mesh_(&mesh), phase_(static_cast<std::size_t>(mesh.nAllCells())), inBand_(static_cast<std::size_t>(mesh.nCells)) {}

inline void InterfaceBand::classify(Label c, const fv::CellValues<double>& alpha, const fv::CellValues<double>* old) {
  const char now = phaseOf(alpha.cells[c]);
  phase_[c] = old && phaseOf(old->cells[c]) != now ? mixed : now;
}

inline void InterfaceBand::join(Label c) {
  if (c >= mesh_->nCells || inBand_[c]) return;
  inBand_[c] = 2;
  cells_.push_back(c);
}

void InterfaceBand::build(const fv::CellValues<double>& alpha, const fv::CellValues<double>* old) {
  parallelFor("band: leave", static_cast<Label>(cells_.size()),
              [cells = View(cells_), inBand = View(inBand_)](Label i) { inBand[cells[i]] = 0; });
  cells_.clear();
  faces_.clear();
  ring_.clear();
  nListed_ = nInternal_ = nInterior_ = 0;
  const PhaseOf phaseOf{purity_};
  if (old)
    parallelFor({"band: phases", 17}, mesh_->nAllCells(),
                [phaseOf, now = View(alpha.cells), old = View(old->cells), phase = View(phase_)](Label c) {
                  phase[c] = phaseOf(old[c]) != phaseOf(now[c]) ? mixed : phaseOf(now[c]);
                });
  else
    parallelFor({"band: phase", 9}, mesh_->nAllCells(),
                [phaseOf, now = View(alpha.cells), phase = View(phase_)](Label c) { phase[c] = phaseOf(now[c]); });
  const Label *neighbour = mesh_->neighbour.data(), *start = mesh_->ownerStart.data();
  const char* phase = phase_.data();
  const double facesPerCell = static_cast<double>(mesh_->nInternalFaces) / std::max<Label>(mesh_->nCells, 1);
  sequentialFor({"band: cells", 5 + 4 * facesPerCell}, 0, mesh_->nCells, [&](Label c) {
    for (Label f = start[c]; f < start[c + 1]; ++f) {
      if (trivial(phase[c], phase[neighbour[f]])) continue;
      join(c);
      join(neighbour[f]);
    }
  });
  sequentialFor({"band: coupled", 9}, mesh_->nInternalFaces, mesh_->nInteriorFaces(), [&](Label f) {
    if (!trivial(phase[mesh_->owner[f]], phase[neighbour[f]])) join(mesh_->owner[f]);
  });
  joinBoundary(alpha, old);
  listNewCells();
}

/// A face that has both cells in the band changes nothing, one that has none has not changed: only the ring can grow.
void InterfaceBand::extend(const fv::CellValues<double>& alpha, const fv::CellValues<double>* old) {
  const auto& mesh = *mesh_;
  const auto widen = [&](Label f) {
    const Label P = mesh.owner[f], N = mesh.neighbour[f];
    classify(P, alpha, old);
    classify(N, alpha, old);
    if (trivial(phase_[P], phase_[N])) return;
    join(P);
    join(N);
  };
  sequentialFor("band: ring", 0, static_cast<Label>(ring_.size()), [&](Label i) { widen(ring_[i]); });
  sequentialFor("band: coupled", mesh.nInternalFaces, mesh.nInteriorFaces(), widen);
  joinBoundary(alpha, old);
  listNewCells();
}

void InterfaceBand::add(std::span<const Label> faces) {
  for (const Label f : faces) {
    join(mesh_->owner[f]);
    if (f < mesh_->nInternalFaces) join(mesh_->neighbour[f]);
  }
  listNewCells();
}

/// Cells at boundary faces that are not trivial.
void InterfaceBand::joinBoundary(const fv::CellValues<double>& alpha, const fv::CellValues<double>* old) {
  const auto& mesh = *mesh_;
  const Label first = mesh.nInteriorFaces();
  sequentialFor({"band: boundary", 21}, 0, mesh.nBoundaryFaces, [&](Label b) {
    const Label P = mesh.owner[first + b];
    classify(P, alpha, old);
    const bool changed = old && phaseOf(old->boundary[b]) != phaseOf(alpha.boundary[b]);
    if (changed || !trivial(phase_[P], phaseOf(alpha.boundary[b]))) join(P);
  });
}

/// Lists the internal faces of the cells that have joined, each once, and behind them all outer faces of the band.
void InterfaceBand::listNewCells() {
  const auto& mesh = *mesh_;
  if (nListed_ == 0) {  // from scratch: in the order of the mesh
    cells_.clear();
    sequentialFor({"band: collect", 1}, 0, mesh.nCells, [&](Label c) {
      if (inBand_[c]) cells_.push_back(c);
    });
  }
  faces_.resize(nInternal_);
  const auto n = static_cast<Label>(cells_.size());
  const auto list = [&](Label f, Label other) {
    faces_.push_back(f);
    if (!inBand_[other]) ring_.push_back(f);
  };
  sequentialFor("band: list faces", static_cast<Label>(nListed_), n, [&](Label i) {
    const Label c = cells_[i];
    for (Label k = mesh.losortStart[c]; k < mesh.losortStart[c + 1]; ++k)
      if (const Label f = mesh.losort[k], P = mesh.owner[f]; !inBand_[P]) list(f, P);
    for (Label f = mesh.ownerStart[c]; f < mesh.ownerStart[c + 1]; ++f)
      if (const Label N = mesh.neighbour[f]; inBand_[N] != 1) list(f, N);
  });
  parallelFor("band: listed", static_cast<Label>(nListed_), n,
              [cells = View(cells_), inBand = View(inBand_)](Label i) { inBand[cells[i]] = 1; });
  nListed_ = cells_.size();
  nInternal_ = faces_.size();
  listOuterFaces();
}

void InterfaceBand::listOuterFaces() {
  const auto& mesh = *mesh_;
  const auto list = [&](Label f) {
    if (inBand_[mesh.owner[f]]) faces_.push_back(f);
  };
  sequentialFor({"band: list coupled faces", 5}, mesh.nInternalFaces, mesh.nInteriorFaces(), list);
  nInterior_ = faces_.size();
  sequentialFor({"band: list boundary faces", 5}, mesh.nInteriorFaces(), mesh.nFaces(), list);
}

}  // namespace eagre::interface_
