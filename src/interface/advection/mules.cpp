// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/mules.hpp"

#include <algorithm>

#include "comm/profile.hpp"
#include "config/counts.hpp"
#include "fv/boundary_condition.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;

MulesControls MulesControls::read(const config::Dictionary& d, bool nLimiterIterRequired) {
  MulesControls c;
  const auto* mules = d.findDict("MULES");
  const config::Dictionary& source = mules ? *mules : d;
  c.upwards = mules != nullptr;
  if (mules) {
    c.nIter = config::readCount(*mules, "nIter", 3);
    c.tolerance = mules->getOr<double>("tolerance", 0);
    c.globalBounds = mules->getOr<bool>("globalBounds", false);
  } else if (nLimiterIterRequired) {
    c.nIter = config::readCount(d, "nLimiterIter");
  } else {
    c.nIter = config::readCount(d, "nLimiterIter", 3);
  }
  if (c.nIter < 0) throw Error(source.place(), source.name() + ": the number of limiter iterations must not be negative");
  c.smoothLimiter = source.getOr<double>("smoothLimiter", 0);
  c.extremaCoeff = source.getOr<double>("extremaCoeff", 0);
  c.boundaryExtremaCoeff = source.getOr<double>("boundaryExtremaCoeff", c.extremaCoeff);
  return c;
}

Mules::Mules(const fv::Context& context, MulesControls controls)
    : context_(&context), controls_(controls), place_(static_cast<std::size_t>(context.mesh.nAllCells()), -1) {
  cells_.reserve(place_.size());  // memory that is not touched costs nothing
  cellIndex_.reserve(place_.size());
  if (context.mesh.nGhost() > 0 || context.mesh.communicator().parallel()) exchanged_.resize(2 * place_.size());
}

/// The smallest 1/dt of a cell [1/s].
static double leastRate(const fv::TimeState::Rate& rDeltaT, Label nCells) {
  return rDeltaT.cells ? *std::min_element(rDeltaT.cells, rDeltaT.cells + nCells) : rDeltaT.everywhere;
}

inline Label Mules::place(Label cell) {
  Label& at = place_[cell];
  if (at < 0) {
    at = static_cast<Label>(cells_.size());
    cells_.emplace_back();
    cellIndex_.push_back(cell);
  }
  return at;
}

/// Faces with something to limit, their cells, P+ and P-; on the boundary all faces listed.
void Mules::gather(std::span<const Label> faces, std::span<const double> phiCorr, std::span<const double> outletFlux) {
  const auto& mesh = context_->mesh;
  for (const Label c : cellIndex_) place_[c] = -1;
  cells_.clear();
  cellIndex_.clear();
  faces_.clear();
  faceIndex_.clear();
  boundary_.clear();
  const bool upwards = controls_.upwards;
  const auto onBoundary =
      std::partition_point(faces.begin(), faces.end(), [&](Label f) { return f < mesh.nInteriorFaces(); }) - faces.begin();
  const auto start = static_cast<Label>(onBoundary), n = static_cast<Label>(faces.size());
  const auto rDeltaT = context_->time.rate();
  const double minVolume =
      minVolume_.get(mesh, [&] { return mesh.V.empty() ? 0 : *std::min_element(mesh.V.begin(), mesh.V.end()); });
  const double least = negligible_ * leastRate(rDeltaT, mesh.nCells) * minVolume;
  candidates_.resize(static_cast<std::size_t>(start) + 1);
  Label nCandidates = 0;
  kernel::sequentialFor({"MULES: sift", 12}, 0, start, [&](Label k) {
    candidates_[nCandidates] = k;
    nCandidates += std::abs(phiCorr[k]) > least || faces[k] >= mesh.nInternalFaces;
  });
  if (const auto n = static_cast<std::size_t>(nCandidates); n > faces_.capacity()) {
    std::vector<Face>().swap(faces_);  // first: both at once would be the peak
    std::vector<Label>().swap(faceIndex_);
    faces_.reserve(n + n / 8);
    faceIndex_.reserve(n + n / 8);
  }
  kernel::sequentialFor({"MULES: gather", 104}, 0, nCandidates, [&](Label i) {
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
  });
  std::size_t patch = 0;
  kernel::sequentialFor("MULES: gather boundary", start, n, [&](Label k) {
    const Label f = faces[k], b = f - mesh.nInteriorFaces();
    while (b >= mesh.patches[patch].start + mesh.patches[patch].size) ++patch;
    const bool wedge = mesh.patches[patch].type == "wedge";
    const double A = wedge ? 0 : phiCorr[k];
    const bool outlet = !wedge && !outletFlux.empty() && outletFlux[k - start] + A > small * small;
    if (A == 0) return;
    const Label p = place(mesh.owner[f]);
    boundary_.push_back({f, p, outlet, A, upwards && outlet ? 0.0 : 1.0});
    (A > 0 ? cells_[p].out : cells_[p].in) += std::abs(A);
  });
}

/// Extrema of each cell over its neighbours and fixed boundary values; the cell itself is not among them (as in OpenFOAM).
void Mules::extrema(const fv::VolScalarField& psi) {
  if (controls_.globalBounds) {
    parallelFor({"MULES: extrema", 16}, static_cast<Label>(cells_.size()), [&](Label i) {
      cells_[i].max = 1;
      cells_[i].min = 0;
    });
    return;
  }
  const auto& mesh = context_->mesh;
  const double* value = psi.cells().data();
  const auto widen = [](Cell& cell, double v) {
    cell.max = std::max(cell.max, v);
    cell.min = std::min(cell.min, v);
  };
  parallelFor({"MULES: extrema", 96}, static_cast<Label>(cells_.size()), [&](Label i) {
    const Label c = cellIndex_[i];
    if (c >= mesh.nCells) return;
    double hi = 0, lo = 1;
    const auto neighbour = [&](Label N) {
      hi = std::max(hi, value[N]);
      lo = std::min(lo, value[N]);
    };
    for (Label k = mesh.losortStart[c]; k < mesh.losortStart[c + 1]; ++k) neighbour(mesh.losortOwner[k]);
    for (Label f = mesh.ownerStart[c]; f < mesh.ownerStart[c + 1]; ++f) neighbour(mesh.neighbour[f]);
    cells_[i].max = hi;
    cells_[i].min = lo;
  });
  parallelFor({"MULES: extrema of ghosts", 16}, mesh.nInternalFaces, mesh.nInteriorFaces(), [&](Label f) {
    if (const Label p = place_[mesh.owner[f]]; p >= 0) widen(cells_[p], value[mesh.neighbour[f]]);
  });
  const double boundaryExtra = std::max(controls_.boundaryExtremaCoeff - controls_.extremaCoeff, 0.0);
  const Label first = mesh.nInteriorFaces();
  for (std::size_t i = 0; i < mesh.patches.size(); ++i) {
    const auto& patch = mesh.patches[i];
    const bool fixed = psi.conditions()[i]->fixesValue();
    if (!fixed && boundaryExtra == 0) continue;
    parallelFor("MULES: boundary extrema", patch.start, patch.start + patch.size, [&](Label b) {
      const Label p = place_[mesh.owner[first + b]];
      if (p < 0) return;
      if (fixed) {
        widen(cells_[p], psi.boundary()[b]);
      } else {
        cells_[p].max += boundaryExtra;
        cells_[p].min -= boundaryExtra;
      }
    });
  }
}

/// Clips the extrema and turns them into Q+ and Q-: the net anti-diffusive flux that brings the cell to them [m^3/s]. Starts the
/// sums of limited fluxes: lambda is 1 downwards, 0 upwards (but on boundary faces that are not limited).
void Mules::allowances(const fv::VolScalarField& psi, std::span<const double> base, std::span<const double> sumBounded,
                       const MulesSources& sources) {
  const auto& mesh = context_->mesh;
  const auto rDeltaT = context_->time.rate();
  const double extra = controls_.extremaCoeff, smooth = controls_.smoothLimiter;
  const bool upwards = controls_.upwards, withSources = !sources.empty();
  parallelFor({"MULES: allowances", 92}, static_cast<Label>(cells_.size()), [&](Label i) {
    const Label c = cellIndex_[i];
    if (c >= mesh.nCells) return;
    Cell& cell = cells_[i];
    double hi = std::min(cell.max + extra, 1.0), lo = std::max(cell.min - extra, 0.0);
    if (smooth > small) {
      hi = std::min(smooth * psi[c] + (1 - smooth) * hi, 1.0);
      lo = std::max(smooth * psi[c] + (1 - smooth) * lo, 0.0);
    }
    const double bounded = sumBounded.empty() ? 0 : sumBounded[c];
    cell.max = mesh.V[c] * rDeltaT(c) * (hi - base[c]) + bounded;
    cell.min = mesh.V[c] * rDeltaT(c) * (base[c] - lo) - bounded;
    if (withSources) {
      cell.max -= mesh.V[c] * (sources.Su[c] + sources.Sp[c] * hi);
      cell.min += mesh.V[c] * (sources.Su[c] + sources.Sp[c] * lo);
    }
    cell.limitedIn = upwards ? 0 : cell.in;
    cell.limitedOut = upwards ? 0 : cell.out;
  });
  if (!upwards) return;
  for (const BoundaryFace& face : boundary_)
    (face.A > 0 ? cells_[face.cell].limitedOut : cells_[face.cell].limitedIn) += face.lambda * std::abs(face.A);
}

/// Lambdas of faces from those of their cells, and the limited sums that follow from them. True if one has changed by more than
/// the tolerance.
bool Mules::limitFaces() {
  const bool upwards = controls_.upwards;
  double change = 0;
  Cell* cells = cells_.data();
  Face* faces = faces_.data();
  parallelFor({"MULES: face lambdas", 48}, static_cast<Label>(faces_.size()), [&](Label k) {
    Face& face = faces[k];
    Cell &from = cells[face.from], &to = cells[face.to];
    const double lambda = face.limit(std::min(from.lambdaOut, to.lambdaIn), upwards);
    change = std::max(change, std::abs(lambda - face.lambda));
    face.lambda = lambda;
    from.limitedOut += lambda * face.A;
    to.limitedIn += lambda * face.A;
  });
  for (BoundaryFace& face : boundary_) {
    Cell& cell = cells[face.cell];
    if (face.limited) {
      const double limit = face.A > 0 ? cell.lambdaOut : cell.lambdaIn;
      const double lambda = upwards ? std::max(face.lambda, limit) : std::min(face.lambda, limit);
      change = std::max(change, std::abs(lambda - face.lambda));
      face.lambda = lambda;
    }
    (face.A > 0 ? cell.limitedOut : cell.limitedIn) += face.lambda * std::abs(face.A);
  }
  return change > controls_.tolerance;
}

/// Lambdas of ghosts from the other side. A cell there that takes no part sends zeros: its side lets the face be, and so must we.
void Mules::exchangeCells() {
  if (exchanged_.empty()) return;
  const Label nCells = context_->mesh.nCells, n = static_cast<Label>(cells_.size());
  for (Label i = 0; i < n; ++i) {
    const std::size_t k = 2 * static_cast<std::size_t>(cellIndex_[i]);
    exchanged_[k] = cells_[i].lambdaIn;
    exchanged_[k + 1] = cells_[i].lambdaOut;
  }
  context_->mesh.halo->synchronise(exchanged_, 2);
  for (Label i = 0; i < n; ++i) {
    const std::size_t k = 2 * static_cast<std::size_t>(cellIndex_[i]);
    if (cellIndex_[i] >= nCells) {
      cells_[i].lambdaIn = exchanged_[k];
      cells_[i].lambdaOut = exchanged_[k + 1];
    }
    exchanged_[k] = exchanged_[k + 1] = 0;
  }
}

void Mules::iterate() {
  comm::Phase phase(context_->mesh.communicator(), "MULES");
  const auto n = static_cast<Label>(cells_.size());
  for (int iteration = 0; iteration < controls_.nIter; ++iteration) {
    parallelFor({"MULES: cell lambdas", 80}, n, [&](Label i) {  // limited outflow relieves inflow, and the other way round
      Cell& cell = cells_[i];
      cell.lambdaIn = std::max(std::min((cell.limitedOut + cell.max) / (cell.in + rootVSmall), 1.0), 0.0);
      cell.lambdaOut = std::max(std::min((cell.limitedIn + cell.min) / (cell.out + rootVSmall), 1.0), 0.0);
      cell.limitedIn = cell.limitedOut = 0;
    });
    exchangeCells();
    phase.turns(1);
    const bool changed = limitFaces();
    if (controls_.upwards && controls_.tolerance > 0 && !context_->mesh.communicator().any(changed)) break;
  }
}

/// flux += relax lambda phiCorr.
void Mules::apply(std::span<double> flux, double relax) const {
  parallelFor({"MULES: apply", 44}, static_cast<Label>(faces_.size()), [&](Label k) {
    const Label f = faceIndex_[k];
    const double limited = relax * faces_[k].lambda * faces_[k].A;
    if (f >= 0)
      flux[f] += limited;
    else
      flux[~f] -= limited;
  });
  for (const BoundaryFace& face : boundary_) flux[face.face] += relax * face.lambda * face.A;
}

/// Conditions that take no assignment: where psi is relaxed, their boundary values stay those of the whole correction, as in
/// OpenFOAM, which assigns the relaxed fraction to the field.
template <class Use>
static void eachKept(fv::VolScalarField& psi, Use use) {
  for (const auto& condition : psi.conditions())
    if (!condition->assignable()) use(*condition, psi.patchValues(condition->patch()));
}

/// Their values, one patch after the other, with renewed(cell) in the cells behind them.
template <class Renewed>
static std::vector<double> valuesKept(fv::VolScalarField& psi, Renewed renewed) {
  const auto& mesh = psi.mesh();
  std::vector<double> kept, before, after;
  eachKept(psi, [&](auto& condition, std::span<double> values) {
    const auto cells = std::span(mesh.owner).subspan(static_cast<std::size_t>(mesh.nInteriorFaces() + condition.patch().start));
    before.clear(), after.clear();
    for (std::size_t i = 0; i < values.size(); ++i) before.push_back(psi[cells[i]]), after.push_back(renewed(cells[i]));
    for (std::size_t i = 0; i < values.size(); ++i) psi[cells[i]] = after[i];
    condition.evaluate(psi, values);
    for (std::size_t i = 0; i < values.size(); ++i) psi[cells[i]] = before[i];
    kept.insert(kept.end(), values.begin(), values.end());
  });
  return kept;
}

void Mules::correct(fv::VolScalarField& psi, std::span<const Label> faces, std::span<const double> phiCorr,
                    std::span<const double> outletFlux, std::span<double> flux, double relax, const MulesSources& sources) {
  const auto& mesh = context_->mesh;
  const auto rDeltaT = context_->time.rate();
  gather(faces, phiCorr, outletFlux);
  extrema(psi);
  allowances(psi, psi.cells(), {}, sources);
  iterate();
  apply(flux, relax);
  const auto renewed = [&](Label c) {
    const Label i = place_[c];
    const double before = psi[c], rate = rDeltaT(c), net = i < 0 ? 0 : cells_[i].limitedOut - cells_[i].limitedIn;
    return sources.empty() ? (before * rate - net / mesh.V[c]) / rate
                           : (before * rate + sources.Su[c] - net / mesh.V[c]) / (rate - sources.Sp[c]);
  };
  const auto kept = relax < 1 ? valuesKept(psi, renewed) : std::vector<double>();
  const auto renew = [&](Label c) { psi[c] = relax * renewed(c) + (1 - relax) * psi[c]; };
  parallelFor({"MULES: new psi", 44}, static_cast<Label>(cells_.size()), [&](Label i) {
    if (cellIndex_[i] < mesh.nCells) renew(cellIndex_[i]);
  });
  if (!sources.empty())
    parallelFor({"MULES: sources", 36}, mesh.nCells, [&](Label c) {
      if (place_[c] < 0) renew(c);
    });
  psi.correctBoundaryConditions();
  auto next = kept.begin();
  if (relax < 1)
    eachKept(psi, [&](auto&, std::span<double> values) {
      std::copy_n(next, values.size(), values.begin());
      next += static_cast<std::ptrdiff_t>(values.size());
    });
}

void Mules::explicitSolve(fv::VolScalarField& psi, std::span<const double> psiOld, std::span<const double> phi,
                          std::span<const Label> faces, std::span<double> highOrder, std::span<double> phiPsi,
                          const MulesSources& sources) {
  const auto& mesh = context_->mesh;
  const auto rDeltaT = context_->time.rate();
  const Label first = mesh.nInteriorFaces();
  psi.correctBoundaryConditions();
  sumBounded_.assign(static_cast<std::size_t>(mesh.nAllCells()), 0.0);
  parallelFor({"MULES: bounded flux", 36}, first, [&](Label f) {
    const Label P = mesh.owner[f], N = mesh.neighbour[f];
    phiPsi[f] = phi[f] * psi[phi[f] >= 0 ? P : N];
    sumBounded_[P] += phiPsi[f];
    sumBounded_[N] -= phiPsi[f];
  });
  parallelFor("MULES: boundary flux", first, mesh.nFaces(), [&](Label f) { sumBounded_[mesh.owner[f]] += phiPsi[f]; });
  const auto n = static_cast<Label>(faces.size());
  parallelFor({"MULES: correction", 28}, n,
              [&](Label k) { highOrder[k] = faces[k] < first ? highOrder[k] - phiPsi[faces[k]] : 0; });
  gather(faces, highOrder, {});
  extrema(psi);
  allowances(psi, psiOld, sumBounded_, sources);
  iterate();
  apply(phiPsi, 1);
  for (std::size_t i = 0; i < cells_.size(); ++i) sumBounded_[cellIndex_[i]] += cells_[i].limitedOut - cells_[i].limitedIn;
  auto& cells = psi.cells();
  if (sources.empty())
    parallelFor({"MULES: new psi", 32}, mesh.nCells,
                [&](Label c) { cells[c] = (psiOld[c] * rDeltaT(c) - sumBounded_[c] / mesh.V[c]) / rDeltaT(c); });
  else
    parallelFor({"MULES: new psi", 48}, mesh.nCells, [&](Label c) {
      cells[c] = (psiOld[c] * rDeltaT(c) + sources.Su[c] - sumBounded_[c] / mesh.V[c]) / (rDeltaT(c) - sources.Sp[c]);
    });
  psi.correctBoundaryConditions();
}

}  // namespace eagre::interface_
