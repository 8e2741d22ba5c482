// SPDX-License-Identifier: BSD-3-Clause
#include "linear/agglomeration.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>

#include "linear/coupling.hpp"

namespace eagre::linear {

namespace {

/// Calls f(face) for the faces of cell c, those below the diagonal first.
template <class F>
void forFacesOf(const LduAddressing& a, Label c, F&& f) {
  for (Label i = a.losortStart[c]; i < a.losortStart[c + 1]; ++i) f(a.losort[i]);
  for (Label i = a.ownerStart[c]; i < a.ownerStart[c + 1]; ++i) f(i);
}

/// The face of cell c of largest weight among those that `accepts`; -1 if there is none.
template <class F>
Label heaviestFace(const LduAddressing& a, std::span<const double> weights, Label c, F&& accepts) {
  Label best = -1;
  double largest = -great;
  forFacesOf(a, c, [&](Label f) {
    if (weights[f] > largest && accepts(f)) {
      best = f;
      largest = weights[f];
    }
  });
  return best;
}

/// The coarse faces under construction: those of one coarse owner are chained in the order in which they are met.
struct FaceChains {
  std::vector<Label> first, last;       // a coarse cell
  std::vector<Label> neighbour, after;  // a coarse face
  explicit FaceChains(Label nCells) : first(static_cast<std::size_t>(nCells), -1), last(first) {}

  Label findOrAdd(Label low, Label high) {
    for (Label g = first[low]; g >= 0; g = after[g])
      if (neighbour[g] == high) return g;
    const Label g = static_cast<Label>(neighbour.size());
    neighbour.push_back(high);
    after.push_back(-1);
    (first[low] < 0 ? first[low] : after[last[low]]) = g;
    return last[low] = g;
  }
};

/// Coarse faces: one for each pair of coarse cells that fine faces join; by owner, then as they are met.
void coarsenFaces(const LduAddressing& fine, Coarsening& coarse) {
  const auto nFine = fine.owner.size();
  coarse.faceMap.resize(nFine);
  coarse.faceFlipped.assign(nFine, 0);
  FaceChains chains(coarse.nCells);
  for (std::size_t f = 0; f < nFine; ++f) {
    const Label own = coarse.cellMap[fine.owner[f]], nei = coarse.cellMap[fine.neighbour[f]];
    coarse.faceFlipped[f] = own > nei;
    coarse.faceMap[f] = own == nei ? -1 - own : chains.findOrAdd(std::min(own, nei), std::max(own, nei));
  }
  std::vector<Label> number(chains.neighbour.size());
  coarse.ownerStart.assign(1, 0);
  for (Label c = 0; c < coarse.nCells; ++c) {
    for (Label g = chains.first[c]; g >= 0; g = chains.after[g]) {
      number[g] = static_cast<Label>(coarse.owner.size());
      coarse.owner.push_back(c);
      coarse.neighbour.push_back(chains.neighbour[g]);
    }
    coarse.ownerStart.push_back(static_cast<Label>(coarse.owner.size()));
  }
  for (Label& g : coarse.faceMap)
    if (g >= 0) g = number[g];
}

/// losort and what follows from it.
void sortByNeighbour(Coarsening& coarse) {
  coarse.losortStart.assign(static_cast<std::size_t>(coarse.nCells) + 1, 0);
  for (Label n : coarse.neighbour) ++coarse.losortStart[n + 1];
  std::partial_sum(coarse.losortStart.begin(), coarse.losortStart.end(), coarse.losortStart.begin());
  std::vector<Label> next(coarse.losortStart.begin(), coarse.losortStart.end() - 1);
  coarse.losort.resize(coarse.neighbour.size());
  for (std::size_t f = 0; f < coarse.neighbour.size(); ++f) coarse.losort[next[coarse.neighbour[f]]++] = static_cast<Label>(f);
  for (Label f : coarse.losort) coarse.lowerColumn.push_back(coarse.owner[f]);
  const kernel::FaceOrder order{
      coarse.nCells, coarse.owner, coarse.neighbour, coarse.ownerStart, coarse.losort, coarse.losortStart, {}, {}};
  coarse.stretches = kernel::stretches(order);
}

/// Coarse coupled faces of one link: one for each pair (coarse cell here, coarse cell there). Both sides sort the pairs by
/// the same side's cell first, so that they agree on the order without asking.
void coarsenLink(const LduAddressing& fine, std::span<const double> cellMapWithGhosts, int rank, comm::Link& link,
                 Coarsening& coarse) {
  const bool first = std::pair(rank, link.sendTag) < std::pair(link.rank, link.receiveTag);
  const Label start = link.receiveStart, end = start + link.receiveCount;
  const auto key = [&](Label f) {
    const Label here = coarse.cellMap[fine.coupledOwner[f]], there = static_cast<Label>(cellMapWithGhosts[fine.nCells + f]);
    return first ? std::pair(here, there) : std::pair(there, here);
  };
  std::map<std::pair<Label, Label>, Label> faces;
  for (Label f = start; f < end; ++f) faces.emplace(key(f), 0);
  link.receiveStart = static_cast<Label>(coarse.coupledOwner.size());
  link.receiveCount = static_cast<Label>(faces.size());
  link.send.clear();
  for (auto& [pair, number] : faces) {
    number = static_cast<Label>(coarse.coupledOwner.size());
    coarse.coupledOwner.push_back(first ? pair.first : pair.second);
    link.send.push_back(coarse.coupledOwner.back());
  }
  for (Label f = start; f < end; ++f) coarse.coupledMap[f] = faces.at(key(f));
}

void coarsenCoupled(const LduAddressing& fine, Coarsening& coarse) {
  if (!fine.halo) return;
  coarse.coupledMap.resize(fine.coupledOwner.size());
  std::vector<double> map(static_cast<std::size_t>(fine.nAllCells()));
  std::copy(coarse.cellMap.begin(), coarse.cellMap.end(), map.begin());
  updateGhosts(fine, map);
  std::vector<comm::Link> links = fine.halo->links();
  for (comm::Link& link : links) coarsenLink(fine, map, fine.halo->communicator().rank(), link, coarse);
  coarse.halo = std::make_unique<comm::Exchange>(fine.halo->communicator(), coarse.nCells, std::move(links));
}

std::vector<double> restrictWeights(const Coarsening& step, std::span<const double> fine) {
  std::vector<double> coarse(step.owner.size(), 0.0);
  for (std::size_t f = 0; f < fine.size(); ++f)
    if (step.faceMap[f] >= 0) coarse[step.faceMap[f]] += fine[f];
  return coarse;
}

/// Makes one step out of `first` and the one that follows it.
void append(Coarsening& first, Coarsening second) {
  for (std::size_t f = 0; f < first.faceMap.size(); ++f) {
    const Label g = first.faceMap[f];
    if (g < 0) {
      first.faceMap[f] = -1 - second.cellMap[-1 - g];
    } else {
      first.faceFlipped[f] = second.faceMap[g] >= 0 && first.faceFlipped[f] != second.faceFlipped[g];
      first.faceMap[f] = second.faceMap[g];
    }
  }
  for (Label& c : first.cellMap) c = second.cellMap[c];
  for (Label& f : first.coupledMap) f = second.coupledMap[f];
  second.cellMap = std::move(first.cellMap);
  second.faceMap = std::move(first.faceMap);
  second.faceFlipped = std::move(first.faceFlipped);
  second.coupledMap = std::move(first.coupledMap);
  first = std::move(second);
}

}  // namespace

void makeStarts(Coarsening& level) {
  level.ownerStart.assign(static_cast<std::size_t>(level.nCells) + 1, 0);
  for (Label c : level.owner) ++level.ownerStart[c + 1];
  std::partial_sum(level.ownerStart.begin(), level.ownerStart.end(), level.ownerStart.begin());
  sortByNeighbour(level);
}

Label pairCells(const LduAddressing& fine, std::span<const double> weights, bool forward, std::vector<Label>& cellMap) {
  cellMap.assign(static_cast<std::size_t>(fine.nCells), -1);
  Label nCoarse = 0;
  const auto inOrder = [&](auto&& visit) {
    for (Label i = 0; i < fine.nCells; ++i) {
      const Label c = forward ? i : fine.nCells - 1 - i;
      if (cellMap[c] < 0) visit(c);
    }
  };
  inOrder([&](Label c) {
    Label f =
        heaviestFace(fine, weights, c, [&](Label g) { return cellMap[fine.owner[g]] < 0 && cellMap[fine.neighbour[g]] < 0; });
    if (f >= 0) {
      cellMap[fine.owner[f]] = cellMap[fine.neighbour[f]] = nCoarse++;
      return;
    }
    f = heaviestFace(fine, weights, c, [](Label) { return true; });
    if (f >= 0) cellMap[c] = std::max(cellMap[fine.owner[f]], cellMap[fine.neighbour[f]]);
  });
  inOrder([&](Label c) { cellMap[c] = nCoarse++; });
  if (!forward)
    for (Label& c : cellMap) c = nCoarse - 1 - c;
  return nCoarse;
}

Coarsening coarsen(const LduAddressing& fine, std::vector<Label> cellMap, Label nCoarse) {
  Coarsening coarse;
  coarse.cellMap = std::move(cellMap);
  coarse.nCells = nCoarse;
  coarsenFaces(fine, coarse);
  sortByNeighbour(coarse);
  coarsenCoupled(fine, coarse);
  return coarse;
}

std::vector<Coarsening> agglomerate(const LduAddressing& finest, std::vector<double> weights, const MultigridSettings& settings) {
  constexpr std::size_t maxLevels = 50;
  double nCoarsest = std::max(1, std::min(finest.nCells / 2, settings.nCellsInCoarsestLevel));
  int nRanks = 1;
  if (finest.halo) {
    nCoarsest = finest.halo->communicator().min(nCoarsest);
    nRanks = finest.halo->communicator().size();
  }
  std::vector<Coarsening> steps;
  LduAddressing fine = finest;
  bool forward = true;
  for (int pairing = 0; steps.size() < maxLevels - 1; ++pairing, forward = !forward) {
    std::vector<Label> cellMap;
    const Label nCoarse = pairCells(fine, weights, forward, cellMap);
    std::array<double, 2> totals{static_cast<double>(nCoarse), static_cast<double>(fine.nCells)};
    sumAll(finest, totals);
    if (totals[0] < nRanks * nCoarsest || totals[0] >= totals[1]) break;
    Coarsening step = coarsen(fine, std::move(cellMap), nCoarse);
    weights = restrictWeights(step, weights);
    if (pairing % settings.mergeLevels)
      append(steps.back(), std::move(step));
    else
      steps.push_back(std::move(step));
    fine = steps.back().addressing();
  }
  return steps;
}

}  // namespace eagre::linear
