// SPDX-License-Identifier: BSD-3-Clause
#include "linear/pair_coarsening.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "linear/coupling.hpp"

namespace eagre::linear {

using kernel::parallelFor;
using kernel::sequentialFor;
using kernel::View;

namespace {

constexpr double tie = 1 + 1e-3;            // faces that conduct alike up to round-off: the first one is taken
constexpr double wellEnough = 0.5;          // share of a cell's best conductance that makes a partner
constexpr double alongLine = -0.5;          // cosine: what counts as the other side of a cell
constexpr float leastConductance = 1e-30F;  // so that resistances stay finite

std::size_t size(Label n) { return static_cast<std::size_t>(n); }

/// Of a partner_ that is there: the face, and the share of its resistance that lies between the cell and the group's unknown.
Label faceOf(Label partner) { return partner / 2; }
float reach(Label partner) { return partner % 2 == 1 ? 1.0F : 0.5F; }

/// The direction out of cell c through internal face f.
Vec3 outOf(const LduAddressing& a, const FaceNet& net, Label c, Label f) {
  return a.owner[f] == c ? net.delta[f] : -1.0 * net.delta[f];
}
Label across(const LduAddressing& a, Label c, Label f) { return a.owner[f] == c ? a.neighbour[f] : a.owner[f]; }

template <class F>
void forFacesOf(const LduAddressing& a, Label c, F&& f) {
  for (Label i = a.losortStart[c]; i < a.losortStart[c + 1]; ++i) f(a.losort[i]);
  for (Label i = a.ownerStart[c]; i < a.ownerStart[c + 1]; ++i) f(i);
}

double cosine(const Vec3& a, const Vec3& b) { return dot(a, b) / std::sqrt(dot(a, a) * dot(b, b) + vSmall); }

}  // namespace

FaceNet makeFaceNet(const LduAddressing& a, const FaceGeometry& geometry) {
  FaceNet net;
  net.delta.resize(size(a.nFaces() + a.nCoupled()));
  net.conductance.resize(net.delta.size());
  const auto set = [delta = View(net.delta), conductance = View(net.conductance), C = geometry.C, magSf = geometry.magSf](
                       Label f, Label P, Label N) {
    delta[f] = C[N] - C[P];
    conductance[f] = magSf[f] / std::max(mag(delta[f]), vSmall);
  };
  parallelFor("multigrid: face net", a.nFaces(), [=, P = View(a.owner), N = View(a.neighbour)](Label f) { set(f, P[f], N[f]); });
  parallelFor(
      "multigrid: face net", a.nCoupled(),
      [=, nFaces = a.nFaces(), nCells = a.nCells, P = View(a.coupledOwner)](Label i) { set(nFaces + i, P[i], nCells + i); });
  return net;
}

PairCoarsening::PairCoarsening(const LduAddressing& fine, FaceNet& net) {
  std::vector<Label> cellMap;
  Label nCoarse = 0;
  pair(fine, net, cellMap, nCoarse);
  step_ = coarsen(fine, std::move(cellMap), nCoarse);
  nCoarseFaces_ = static_cast<Label>(step_.owner.size());
  nCoarseCoupled_ = static_cast<Label>(step_.coupledOwner.size());
  if (fine.halo) faceHalo_ = faceExchange(fine);
  coupledOwner_.assign(fine.coupledOwner.begin(), fine.coupledOwner.end());
  coupledWeight_.resize(coupledOwner_.size());
  exchange_.resize(2 * coupledOwner_.size());
  findOpposite(fine, net);
  net = coarseNet(fine, net);
  std::vector<char>().swap(step_.faceFlipped);
  weight_.resize(size(fine.nCells));
}

void PairCoarsening::forgetCoarse() {
  for (auto* list : {&step_.owner, &step_.neighbour, &step_.ownerStart, &step_.losort, &step_.losortStart, &step_.coupledOwner})
    std::vector<Label>().swap(*list);
  step_.halo.reset();
}

void PairCoarsening::pair(const LduAddressing& fine, const FaceNet& net, std::vector<Label>& cellMap, Label& nCoarse) {
  cellMap.assign(size(fine.nCells), -1);
  partner_.assign(size(fine.nCells), -1);
  std::vector<char> members;  // of a group
  const auto best = [&](Label c, double least, auto&& accepts) {
    Label face = -1;
    forFacesOf(fine, c, [&](Label f) {
      if (net.conductance[f] <= least * tie || !accepts(cellMap[across(fine, c, f)])) return;
      least = net.conductance[f];
      face = f;
    });
    return face;
  };
  constexpr double nothing = 1e-200;
  for (Label c = 0; c < fine.nCells; ++c) {
    if (cellMap[c] >= 0) continue;
    const Label strongest = best(c, nothing, [](Label) { return true; });
    const double enough = strongest < 0 ? nothing : wellEnough * net.conductance[strongest];
    if (const Label f = best(c, enough, [](Label group) { return group < 0; }); f >= 0) {
      const Label other = across(fine, c, f);
      cellMap[c] = cellMap[other] = nCoarse++;
      partner_[c] = partner_[other] = 2 * f;
      members.push_back(2);
    } else if (const Label g = best(c, nothing, [](Label group) { return group >= 0; }); g >= 0) {
      cellMap[c] = cellMap[across(fine, c, g)];
      if (++members[cellMap[c]] == 3) joinThird(fine, net, c, g);
    } else {
      cellMap[c] = nCoarse++;
      members.push_back(1);
    }
  }
}

void PairCoarsening::joinThird(const LduAddressing& fine, const FaceNet& net, Label c, Label f) {
  const Label middle = across(fine, c, f);
  if (partner_[middle] < 0) return;  // a cell by itself has become two, in no order
  const Label g = faceOf(partner_[middle]), end = across(fine, middle, g);
  const bool prolongs = cosine(outOf(fine, net, c, f), outOf(fine, net, middle, g)) > -alongLine;
  partner_[middle] = -1;
  partner_[end] = prolongs ? 2 * g + 1 : -1;
  partner_[c] = prolongs ? 2 * f + 1 : -1;
}

void PairCoarsening::findOpposite(const LduAddressing& fine, const FaceNet& net) {
  oppositeFace_.assign(size(fine.nCells), -1);
  beyond_ = step_.cellMap;
  std::vector<double> best(size(fine.nCells), alongLine);
  for (Label c = 0; c < fine.nCells; ++c) {
    if (partner_[c] < 0) continue;
    const Vec3 line = outOf(fine, net, c, faceOf(partner_[c]));
    forFacesOf(fine, c, [&](Label f) {
      const Label other = step_.cellMap[across(fine, c, f)];
      const double cos = cosine(line, outOf(fine, net, c, f));
      if (other == step_.cellMap[c] || cos >= best[c]) return;
      best[c] = cos;
      oppositeFace_[c] = f;
      beyond_[c] = other;
    });
  }
  for (Label i = 0; i < fine.nCoupled(); ++i) {
    const Label c = fine.coupledOwner[i], f = fine.nFaces() + i;
    if (partner_[c] < 0) continue;
    const double cos = cosine(outOf(fine, net, c, faceOf(partner_[c])), net.delta[f]);
    if (cos >= best[c]) continue;
    best[c] = cos;
    oppositeFace_[c] = f;
    beyond_[c] = step_.cellMap[c];
  }
}

FaceNet PairCoarsening::coarseNet(const LduAddressing& fine, const FaceNet& net) const {
  std::vector<Vec3> toMiddle(size(fine.nAllCells()), Vec3{});
  const auto resistance = [&net](Label f) { return 1 / std::max(net.conductance[size(f)], vSmall); };
  std::vector<double> series(net.conductance.size());
  for (std::size_t f = 0; f < series.size(); ++f) series[f] = resistance(static_cast<Label>(f));
  for (Label c = 0; c < fine.nCells; ++c) {
    if (partner_[c] < 0) continue;
    toMiddle[c] = reach(partner_[c]) * outOf(fine, net, c, faceOf(partner_[c]));
    if (oppositeFace_[c] >= 0) series[oppositeFace_[c]] += reach(partner_[c]) * resistance(faceOf(partner_[c]));
  }
  const Label nFaces = fine.nFaces(), nCoarseFaces = static_cast<Label>(step_.owner.size());
  if (fine.halo) {
    fine.halo->update(toMiddle);
    for (Label i = 0; i < fine.nCoupled(); ++i) exchange_[i] = series[nFaces + i] - resistance(nFaces + i);
    exchangeCoupled();
    for (Label i = 0; i < fine.nCoupled(); ++i) series[nFaces + i] += exchange_[fine.nCoupled() + i];
  }
  FaceNet coarse;
  coarse.conductance.assign(size(nCoarseFaces) + step_.coupledOwner.size(), 0.0);
  coarse.delta.assign(coarse.conductance.size(), Vec3{});
  std::vector<std::uint16_t> count(coarse.conductance.size(), 0);
  const auto add = [&](Label f, Label g, Label own, Label nei, double sign) {
    coarse.conductance[g] += 1 / series[f];
    coarse.delta[g] += sign * (net.delta[f] - toMiddle[own] + toMiddle[nei]);
    ++count[g];
  };
  for (Label f = 0; f < nFaces; ++f)
    if (step_.faceMap[f] >= 0) add(f, step_.faceMap[f], fine.owner[f], fine.neighbour[f], step_.faceFlipped[f] ? -1 : 1);
  for (Label i = 0; i < fine.nCoupled(); ++i)
    add(nFaces + i, nCoarseFaces + step_.coupledMap[i], fine.coupledOwner[i], fine.nCells + i, 1);
  for (std::size_t g = 0; g < count.size(); ++g) coarse.delta[g] /= count[g];
  return coarse;
}

void PairCoarsening::assign(std::span<const float> conductance, std::span<const float> excess,
                            std::vector<float>& coarseConductance, std::vector<float>& coarseExcess,
                            std::vector<float>& seriesSpace) {
  const auto nCells = static_cast<Label>(step_.cellMap.size()), nAllFaces = static_cast<Label>(conductance.size());
  const auto nFaces = static_cast<Label>(step_.faceMap.size()), nCoarseFaces = nCoarseFaces_;
  const Label *partner = partner_.data(), *opposite = oppositeFace_.data(), *map = step_.cellMap.data();
  seriesSpace.resize(conductance.size());
  float *series = seriesSpace.data(), *weight = weight_.data();
  const auto resistance = [conductance](Label f) { return 1 / std::max(conductance[f], leastConductance); };
  const auto within = [resistance](Label p) { return reach(p) * resistance(faceOf(p)); };  // from a cell to the group's unknown
  parallelFor({"multigrid: resistance", 8}, nAllFaces, [=](Label f) { series[f] = resistance(f); });
  sequentialFor({"multigrid: halves", 20}, 0, nCells, [=](Label c) {
    if (opposite[c] >= 0) series[opposite[c]] += within(partner[c]);
  });
  const Label nCoupled = nAllFaces - nFaces;
  const View exchange(exchange_);
  parallelFor("multigrid: coupled halves", nCoupled, [=](Label i) { exchange[i] = series[nFaces + i] - resistance(nFaces + i); });
  exchangeCoupled();
  parallelFor("multigrid: coupled series", nCoupled,
              [=](Label i) { series[nFaces + i] += static_cast<float>(exchange[nCoupled + i]); });
  parallelFor({"multigrid: series", 8}, nAllFaces, [=](Label f) { series[f] = 1 / series[f]; });

  coarseConductance.assign(size(nCoarseFaces + nCoarseCoupled_), 0.0F);
  coarseExcess.assign(size(step_.nCells), 0.0F);
  float *faces = coarseConductance.data(), *cells = coarseExcess.data();
  const Label *faceMap = step_.faceMap.data(), *coupledMap = step_.coupledMap.data();
  sequentialFor({"multigrid: coarse faces", 12}, 0, nFaces, [=](Label f) {
    if (faceMap[f] >= 0) faces[faceMap[f]] += series[f];
  });
  sequentialFor("multigrid: coarse coupled faces", 0, nCoupled, [&](Label i) {
    const Label c = coupledOwner_[i];
    faces[nCoarseFaces + coupledMap[i]] += series[nFaces + i];
    coupledWeight_[i] = opposite[c] == nFaces + i ? within(partner[c]) * series[nFaces + i] : 0;
  });
  // What fixes a value at a boundary (an excess of the diagonal) keeps its strength, though the unknown moves away from there:
  // the excess does not say on which side of the cell the boundary is, and a matrix that is too weak makes corrections overshoot.
  sequentialFor({"multigrid: coarse cells", 12}, 0, nCells, [=](Label c) { cells[map[c]] += excess[c]; });
  parallelFor({"multigrid: weights", 24}, nCells, [=](Label c) {
    const bool goesOn = opposite[c] >= 0 && opposite[c] < nFaces;
    weight[c] = goesOn ? within(partner[c]) * series[opposite[c]] : 0;
  });
}

void PairCoarsening::exchangeCoupled() const {
  if (faceHalo_) faceHalo_->update(exchange_, 1);
}

void PairCoarsening::restrictTo(std::span<const float> fine, std::span<float> coarse) const {
  std::fill(coarse.begin(), coarse.end(), 0.0F);
  const Label *map = step_.cellMap.data(), *beyond = beyond_.data();
  const float *weight = weight_.data(), *in = fine.data();
  float* out = coarse.data();
  sequentialFor({"multigrid: restrict", 22}, 0, nFine(), [=](Label c) {
    const float share = weight[c] * in[c];
    out[map[c]] += in[c] - share;
    out[beyond[c]] += share;
  });
  const auto n = static_cast<Label>(coupledOwner_.size());
  sequentialFor("multigrid: restrict, cut", 0, n, [&](Label i) {
    const float share = coupledWeight_[i] * in[coupledOwner_[i]];
    out[map[coupledOwner_[i]]] -= share;
    exchange_[i] = share;
  });
  exchangeCoupled();
  sequentialFor("multigrid: restrict, across", 0, n,
                [&](Label i) { out[map[coupledOwner_[i]]] += static_cast<float>(exchange_[n + i]); });
}

void PairCoarsening::addBeyondCut(std::span<const float> coarse, std::span<float> fine) const {
  const Label* map = step_.cellMap.data();
  const auto n = static_cast<Label>(coupledOwner_.size());
  parallelFor("multigrid: interpolate, cut", n,
              [=, exchange = View(exchange_), owner = View(coupledOwner_)](Label i) { exchange[i] = coarse[map[owner[i]]]; });
  exchangeCoupled();
  sequentialFor("multigrid: interpolate, across", 0, n, [&](Label i) {
    fine[coupledOwner_[i]] += coupledWeight_[i] * (static_cast<float>(exchange_[n + i]) - coarse[map[coupledOwner_[i]]]);
  });
}

void PairCoarsening::interpolate(std::span<const float> coarse, std::span<float> fine) const {
  const Label *map = step_.cellMap.data(), *beyond = beyond_.data();
  const float *weight = weight_.data(), *in = coarse.data();
  float* out = fine.data();
  parallelFor({"multigrid: interpolate", 18}, nFine(),
              [=](Label c) { out[c] = in[map[c]] + weight[c] * (in[beyond[c]] - in[map[c]]); });
  addBeyondCut(coarse, fine);
}

void PairCoarsening::interpolateAdd(std::span<const float> coarse, std::span<float> fine) const {
  const Label *map = step_.cellMap.data(), *beyond = beyond_.data();
  const float *weight = weight_.data(), *in = coarse.data();
  float* out = fine.data();
  parallelFor({"multigrid: interpolate and add", 22}, nFine(),
              [=](Label c) { out[c] += in[map[c]] + weight[c] * (in[beyond[c]] - in[map[c]]); });
  addBeyondCut(coarse, fine);
}

}  // namespace eagre::linear
