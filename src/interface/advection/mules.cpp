// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/mules.hpp"

#include <algorithm>

#include "comm/profile.hpp"
#include "fv/fields/boundary_condition.hpp"
#include "fv/fields/cell_faces.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/motion.hpp"
#include "mesh/overlaps.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::parallelMax;
using kernel::View;

Mules::Mules(const fv::Context& context, MulesControls controls)
    : context_(&context),
      controls_(controls),
      place_(static_cast<std::size_t>(context.mesh.nAllCells()), -1),
      firstFace_(2 * place_.size() + 2) {
  cells_.reserve(place_.size());  // memory that is not touched costs nothing
  cellIndex_.reserve(place_.size());
  if (context.mesh.nGhost() > 0 || context.mesh.communicator().parallel()) exchanged_.resize(2 * place_.size());
}

/// Extrema of each cell over its neighbours and fixed boundary values; the cell itself is not among them (as in OpenFOAM).
void Mules::extrema(const fv::VolScalarField& psi) {
  const auto n = static_cast<Label>(cells_.size());
  if (controls_.globalBounds) {
    parallelFor({"MULES: extrema", 16}, n, [cells = View(cells_)](Label i) {
      cells[i].max = 1;
      cells[i].min = 0;
    });
    return;
  }
  const auto& mesh = context_->mesh;
  const double boundaryExtra = std::max(controls_.boundaryExtremaCoeff - controls_.extremaCoeff, 0.0);
  bounds_.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
  for (std::size_t i = 0; i < mesh.patches.size(); ++i)
    std::fill_n(bounds_.begin() + mesh.patches[i].start, mesh.patches[i].size,
                psi.conditions()[i]->fixesValue() ? Bound::value
                : boundaryExtra > 0               ? Bound::extra
                                                  : Bound::nothing);
  parallelFor({"MULES: extrema", 104}, n,
              [boundaryExtra, nCells = mesh.nCells, nInterior = mesh.nInteriorFaces(), around = fv::AroundAnyCell(mesh),
               index = View(cellIndex_), value = View(psi.cells()), onBoundary = View(psi.boundary()), bounds = View(bounds_),
               cells = View(cells_)](Label i) {
                const Label c = index[i];
                if (c >= nCells) return;
                double hi = 0, lo = 1;
                const auto widen = [&](double v) {
                  hi = std::max(hi, v);
                  lo = std::min(lo, v);
                };
                const auto neighbour = [&](Label, Label N) { widen(value[N]); };
                fv::AroundAnyCell(around, c)(neighbour, neighbour, neighbour, [&](Label f) {
                  const Label b = f - nInterior;
                  if (bounds[b] == Bound::value) {
                    widen(onBoundary[b]);
                  } else if (bounds[b] == Bound::extra) {
                    hi += boundaryExtra;
                    lo -= boundaryExtra;
                  }
                });
                cells[i].max = hi;
                cells[i].min = lo;
              });
}

/// Clips the extrema and turns them into Q+ and Q-: the net anti-diffusive flux that brings the cell to them [m^3/s].
void Mules::allowances(const fv::VolScalarField& psi, std::span<const double> base, std::span<const double> sumBounded,
                       std::span<const double> V, const MulesSources& sources) {
  const auto& mesh = context_->mesh;
  parallelFor({"MULES: allowances", 92}, static_cast<Label>(cells_.size()),
              [extra = controls_.extremaCoeff, smooth = controls_.smoothLimiter, withSources = !sources.empty(), base, sumBounded,
               sources, nCells = mesh.nCells, rDeltaT = context_->time().rate(), V, psi = View(psi.cells()),
               index = View(cellIndex_), cells = View(cells_)](Label i) {
                const Label c = index[i];
                if (c >= nCells) return;
                Cell& cell = cells[i];
                double hi = std::min(cell.max + extra, 1.0), lo = std::max(cell.min - extra, 0.0);
                if (smooth > small) {
                  hi = std::min(smooth * psi[c] + (1 - smooth) * hi, 1.0);
                  lo = std::max(smooth * psi[c] + (1 - smooth) * lo, 0.0);
                }
                const double bounded = sumBounded.empty() ? 0 : sumBounded[c];
                cell.max = V[c] * rDeltaT(c) * (hi - base[c]) + bounded;
                cell.min = V[c] * rDeltaT(c) * (base[c] - lo) - bounded;
                if (withSources) {
                  cell.max -= V[c] * (sources.Su[c] + sources.Sp[c] * hi);
                  cell.min += V[c] * (sources.Su[c] + sources.Sp[c] * lo);
                }
              });
}

/// Lambdas of faces from those of their cells. True if one has changed by more than the tolerance.
bool Mules::limitFaces() {
  const auto limit = [upwards = controls_.upwards](double lambda, double ofCells) {
    return upwards ? std::max(lambda, ofCells) : std::min(lambda, ofCells);
  };
  const auto nFaces = static_cast<Label>(faces_.size());
  const double change = parallelMax({"MULES: face lambdas", 48}, nFaces, 0.0,
                                    [limit, faces = View(faces_), lambdas = View(lambdas_), limited = View(limited_)](Label k) {
                                      Face& face = faces[k];
                                      const double before = face.lambda;
                                      face.lambda = limit(before, std::min(lambdas[face.from].out, lambdas[face.to].in));
                                      limited[k] = face.lambda * face.A;
                                      return std::abs(face.lambda - before);
                                    });
  return parallelMax("MULES: boundary lambdas", static_cast<Label>(boundary_.size()), change,
                     [limit, nFaces, faces = View(boundary_), lambdas = View(lambdas_), limited = View(limited_)](Label i) {
                       BoundaryFace& face = faces[i];
                       const double before = face.lambda;
                       if (face.limited) face.lambda = limit(before, face.A > 0 ? lambdas[face.cell].out : lambdas[face.cell].in);
                       limited[nFaces + i] = face.lambda * std::abs(face.A);
                       return std::abs(face.lambda - before);
                     }) > controls_.tolerance;
}

/// Lambdas of ghosts from the other side. A cell there that takes no part sends zeros: its side lets the face be, and so must we.
void Mules::exchangeLambdas() {
  if (exchanged_.empty()) return;
  const auto n = static_cast<Label>(cells_.size());
  parallelFor("MULES: lambdas to send", n,
              [index = View(cellIndex_), lambdas = View(lambdas_), exchanged = View(exchanged_)](Label i) {
                exchanged[2 * index[i]] = lambdas[i].in;
                exchanged[2 * index[i] + 1] = lambdas[i].out;
              });
  context_->mesh.halo->synchronise(exchanged_, 2);
  // Each side of an overlapping patch limits by its own cells alone, as in OpenFOAM: the ghost is no cell with a lambda.
  const auto& mesh = context_->mesh;
  const Label firstMean = mesh.nCells + (mesh.overlaps ? mesh.overlaps->first : mesh.nCoupledFaces);
  parallelFor("MULES: lambdas of ghosts", n,
              [nCells = mesh.nCells, firstMean, index = View(cellIndex_), lambdas = View(lambdas_),
               exchanged = View(exchanged_)](Label i) {
                double &in = exchanged[2 * index[i]], &out = exchanged[2 * index[i] + 1];
                if (index[i] >= firstMean)
                  lambdas[i] = {1, 1};
                else if (index[i] >= nCells)
                  lambdas[i] = {in, out};
                in = out = 0;
              });
}

void Mules::iterate() {
  comm::Phase phase(context_->mesh.communicator(), "MULES");
  const auto n = static_cast<Label>(cells_.size());
  lambdas_.resize(cells_.size());
  const double facesPerCell = static_cast<double>(faces_.size()) / std::max<Label>(n, 1);
  for (int iteration = 0; iteration < controls_.nIter; ++iteration) {
    const bool allOnes = iteration == 0 && !controls_.upwards;  // lambdas of faces: the sums are known
    // Limited outflow relieves inflow, and the other way round.
    parallelFor({"MULES: cell lambdas", 56 + 16 * facesPerCell}, n,
                [allOnes, sums = limitedSums(), cells = View(cells_), lambdas = View(lambdas_)](Label i) {
                  const Cell& cell = cells[i];
                  const double in = allOnes ? cell.in : sums.in(i), out = allOnes ? cell.out : sums.out(i);
                  lambdas[i].in = std::max(std::min((out + cell.max) / (cell.in + rootVSmall), 1.0), 0.0);
                  lambdas[i].out = std::max(std::min((in + cell.min) / (cell.out + rootVSmall), 1.0), 0.0);
                });
    exchangeLambdas();
    phase.iterations(1);
    const bool changed = limitFaces();
    if (controls_.upwards && controls_.tolerance > 0 && !context_->mesh.communicator().any(changed)) break;
  }
}

/// flux += relax lambda phiCorr.
void Mules::apply(std::span<double> flux, double relax) const {
  parallelFor({"MULES: apply", 44}, static_cast<Label>(faces_.size()),
              [flux, relax, index = View(faceIndex_), faces = View(faces_)](Label k) {
                const Label f = index[k];
                const double limited = relax * faces[k].lambda * faces[k].A;
                if (f >= 0)
                  flux[f] += limited;
                else
                  flux[~f] -= limited;
              });
  parallelFor("MULES: apply on the boundary", static_cast<Label>(boundary_.size()),
              [flux, relax, faces = View(boundary_)](Label i) { flux[faces[i].face] += relax * faces[i].lambda * faces[i].A; });
}

/// Conditions that take no assignment, where psi is relaxed: they stay those of the whole correction, renewed(cell) in the cells
/// behind them, as in OpenFOAM, which assigns the relaxed fraction to the field.
template <class Renewed>
static void evaluateAsRenewed(fv::VolScalarField& psi, Renewed renewed) {
  const auto& mesh = psi.mesh();
  std::vector<double> before, after;
  for (const auto& condition : psi.conditions()) {
    if (condition->assignable()) continue;
    const auto& patch = condition->patch();
    const auto cells =
        std::span(mesh.owner)
            .subspan(static_cast<std::size_t>(mesh.nInteriorFaces() + patch.start), static_cast<std::size_t>(patch.size));
    before.clear(), after.clear();
    for (const Label c : cells) before.push_back(psi[c]), after.push_back(renewed(c));
    for (std::size_t i = 0; i < cells.size(); ++i) psi[cells[i]] = after[i];
    condition->evaluate(psi, psi.patchValues(patch));
    for (std::size_t i = 0; i < cells.size(); ++i) psi[cells[i]] = before[i];
  }
}

void Mules::correct(fv::VolScalarField& psi, std::span<const Label> faces, std::span<const double> phiCorr,
                    std::span<const double> outletFlux, std::span<double> flux, double relax, const MulesSources& sources) {
  const auto& mesh = context_->mesh;
  gather(faces, phiCorr, outletFlux);
  extrema(psi);
  const auto V = volumesOfPart();
  allowances(psi, psi.cells(), {}, V, sources);
  iterate();
  apply(flux, relax);
  const auto renewed = [sources, rDeltaT = context_->time().rate(), place = View(place_), sums = limitedSums(), V,
                        psi = View(psi.cells())](Label c) {
    const Label i = place[c];
    const double before = psi[c], rate = rDeltaT(c), net = i < 0 ? 0 : sums.out(i) - sums.in(i);
    return sources.empty() ? (before * rate - net / V[c]) / rate
                           : (before * rate + sources.Su[c] - net / V[c]) / (rate - sources.Sp[c]);
  };
  if (relax < 1) evaluateAsRenewed(psi, renewed);
  const auto renew = [renewed, relax, psi = View(psi.cells())](Label c) { psi[c] = relax * renewed(c) + (1 - relax) * psi[c]; };
  parallelFor({"MULES: new psi", 44}, static_cast<Label>(cells_.size()),
              [renew, nCells = mesh.nCells, index = View(cellIndex_)](Label i) {
                if (index[i] < nCells) renew(index[i]);
              });
  if (!sources.empty())
    parallelFor({"MULES: sources", 36}, mesh.nCells, [renew, place = View(place_)](Label c) {
      if (place[c] < 0) renew(c);
    });
  if (!(relax < 1)) return psi.correctBoundaryConditions();
  psi.updateGhosts();
  for (const auto& condition : psi.conditions())
    if (condition->assignable()) condition->evaluate(psi, psi.patchValues(condition->patch()));
}

/// The volumes at the end of the (sub-)step. On a mesh that moves they grow linearly between the ends of a time step, as the
/// fluxes of all its sub-cycles are the same.
std::span<const double> Mules::volumesOfPart() {
  const auto& mesh = context_->mesh;
  const double end = context_->time().partEnd;
  if (!mesh.motion || end == 1) return mesh.V;
  partVolumes_.resize(static_cast<std::size_t>(mesh.nCells));
  parallelFor({"MULES: volumes", 24}, mesh.nCells,
              [end, V0 = View(mesh.motion->V0), V = View(mesh.V), volumes = View(partVolumes_)](Label c) {
                volumes[c] = V0[c] + end * (V[c] - V0[c]);
              });
  return partVolumes_;
}

/// On a mesh that moves: psiOld times the volume at the start of the (sub-)step over that at its end.
std::span<const double> Mules::perVolumeOfPart(std::span<const double> psiOld, std::span<const double> volumes) {
  const auto& mesh = context_->mesh;
  psiOldPerVolume_.resize(volumes.size());
  parallelFor({"MULES: old values", 40}, mesh.nCells,
              [psiOld, start = context_->time().partStart, V0 = View(mesh.motion->V0), V = View(mesh.V), volumes,
               perVolume = View(psiOldPerVolume_)](Label c) {
                perVolume[c] = psiOld[c] * ((V0[c] + start * (V[c] - V0[c])) / volumes[c]);
              });
  return psiOldPerVolume_;
}

void Mules::explicitSolve(fv::VolScalarField& psi, std::span<const double> psiOld, std::span<const double> phi,
                          std::span<const Label> faces, std::span<double> highOrder, std::span<double> phiPsi,
                          const MulesSources& sources) {
  const auto& mesh = context_->mesh;
  const auto rDeltaT = context_->time().rate();
  const Label first = mesh.nInteriorFaces();
  psi.correctBoundaryConditions();
  sumBounded_.resize(static_cast<std::size_t>(mesh.nCells));
  fv::eachInteriorFace({"MULES: bounded flux", 36}, mesh, [phi, phiPsi, psi = View(psi.cells())](Label f, Label P, Label N) {
    phiPsi[f] = phi[f] * psi[phi[f] >= 0 ? P : N];
  });
  fv::eachCell({"MULES: sums of bounded fluxes", fv::bytesOfCellFaces(mesh) + 8 + 8 * fv::facesPerCell(mesh)}, mesh,
               [phiPsi, sums = View(sumBounded_)](Label c, const auto& around) {
                 double sum = 0;
                 around([&](Label f, double sign) { sum += sign * phiPsi[f]; });
                 sums[c] = sum;
               });
  parallelFor({"MULES: correction", 28}, static_cast<Label>(faces.size()), [faces, first, highOrder, phiPsi](Label k) {
    highOrder[k] = faces[k] < first ? highOrder[k] - phiPsi[faces[k]] : 0;
  });
  gather(faces, highOrder, {});
  extrema(psi);
  const auto V = volumesOfPart();
  if (mesh.motion) psiOld = perVolumeOfPart(psiOld, V);
  allowances(psi, psiOld, sumBounded_, V, sources);
  iterate();
  apply(phiPsi, 1);
  parallelFor({"MULES: sums of fluxes", 28}, static_cast<Label>(cells_.size()),
              [nCells = mesh.nCells, index = View(cellIndex_), limited = limitedSums(), sums = View(sumBounded_)](Label i) {
                if (index[i] < nCells) sums[index[i]] += limited.out(i) - limited.in(i);
              });
  parallelFor({"MULES: new psi", 48}, mesh.nCells,
              [psiOld, rDeltaT, sources, sums = View(sumBounded_), V, psi = View(psi.cells())](Label c) {
                const double rate = rDeltaT(c), net = sums[c] / V[c];
                psi[c] = sources.empty() ? (psiOld[c] * rate - net) / rate
                                         : (psiOld[c] * rate + sources.Su[c] - net) / (rate - sources.Sp[c]);
              });
  psi.correctBoundaryConditions();
}

}  // namespace eagre::interface_
