// SPDX-License-Identifier: BSD-3-Clause
#include "linear/gathered_multigrid.hpp"

#include <algorithm>
#include <numeric>

#include "linear/coupling.hpp"

namespace eagre::linear {

GatheredMultigrid::GatheredMultigrid(const LduAddressing& level, const FaceNet& net, int nPairings)
    : communicator_(level.halo->communicator()),
      cells_(divide(static_cast<std::size_t>(level.nCells))),
      first_(cells_.starts[static_cast<std::size_t>(communicator_.rank())]) {
  whole_.nCells = static_cast<Label>(cells_.total);
  const std::vector<Label> neighbours = findOwnFaces(level);
  faces_ = divide(ownFaces_.size());
  FaceNet wholeNet = gatherFaces(level, net, neighbours);
  conductance_.resize(place_.size());
  gathered_.resize(place_.size());
  excess_.resize(cells_.total);
  multigrid_ = std::make_unique<FloatMultigrid>(whole_.addressing(), std::move(wholeNet), nPairings);
}

GatheredMultigrid::Division GatheredMultigrid::divide(std::size_t own) const {
  Division division;
  for (const std::int64_t n : communicator_.allGather(static_cast<std::int64_t>(own))) {
    division.counts.push_back(static_cast<int>(n));
    division.starts.push_back(static_cast<int>(division.total));
    division.total += static_cast<std::size_t>(n);
  }
  return division;
}

template <class T>
void GatheredMultigrid::gather(std::span<const T> own, const Division& division, std::span<T> all) const {
  communicator_.allGather(own, all, division.counts, division.starts);
}

std::vector<Label> GatheredMultigrid::findOwnFaces(const LduAddressing& level) {
  std::vector<double> number(static_cast<std::size_t>(level.nAllCells()));
  std::iota(number.begin(), number.begin() + level.nCells, static_cast<double>(first_));
  updateGhosts(level, number);
  std::vector<Label> neighbours;
  for (Label f = 0; f < level.nFaces(); ++f) {
    ownFaces_.push_back(f);
    neighbours.push_back(first_ + level.neighbour[f]);
  }
  for (Label i = 0; i < level.nCoupled(); ++i) {
    const auto beyond = static_cast<Label>(number[level.nCells + i]);
    if (beyond <= first_ + level.coupledOwner[i]) continue;  // the other side has it
    ownFaces_.push_back(level.nFaces() + i);
    neighbours.push_back(beyond);
  }
  return neighbours;
}

FaceNet GatheredMultigrid::gatherFaces(const LduAddressing& level, const FaceNet& net, const std::vector<Label>& neighbours) {
  const auto values = [&](auto&& of) {
    std::vector<double> own, all(faces_.total);
    for (std::size_t k = 0; k < ownFaces_.size(); ++k) own.push_back(of(k, ownFaces_[k]));
    gather<double>(own, faces_, all);
    return all;
  };
  const auto owner = values([&](std::size_t, Label f) {
    return first_ + (f < level.nFaces() ? level.owner[f] : level.coupledOwner[f - level.nFaces()]);
  });
  const auto neighbour = values([&](std::size_t k, Label) { return neighbours[k]; });
  std::vector<Label> order(owner.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](Label f, Label g) {
    return owner[f] < owner[g] || (owner[f] == owner[g] && neighbour[f] < neighbour[g]);
  });
  place_.resize(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    place_[order[i]] = static_cast<Label>(i);
    whole_.owner.push_back(static_cast<Label>(owner[order[i]]));
    whole_.neighbour.push_back(static_cast<Label>(neighbour[order[i]]));
  }
  makeStarts(whole_);

  FaceNet whole;
  whole.conductance.resize(order.size());
  whole.delta.resize(order.size());
  const auto conductance = values([&](std::size_t, Label f) { return net.conductance[f]; });
  for (std::size_t i = 0; i < order.size(); ++i) whole.conductance[i] = conductance[order[i]];
  for (int d = 0; d < 3; ++d) {
    const auto delta = values([&](std::size_t, Label f) { return net.delta[f][d]; });
    for (std::size_t i = 0; i < order.size(); ++i) whole.delta[i][d] = delta[order[i]];
  }
  return whole;
}

void GatheredMultigrid::assign(std::span<const float> conductance, std::span<const float> excess) {
  own_.clear();
  for (const Label f : ownFaces_) own_.push_back(conductance[f]);
  gather<float>(own_, faces_, gathered_);
  for (std::size_t f = 0; f < gathered_.size(); ++f) conductance_[place_[f]] = gathered_[f];
  gather(excess, cells_, std::span(excess_));
  multigrid_->assign(conductance_, excess_);
}

void GatheredMultigrid::solve(std::span<const float> b, std::span<float> x) {
  gather(b, cells_, multigrid_->source());
  multigrid_->cycle();
  std::copy_n(multigrid_->solution().begin() + first_, x.size(), x.begin());
}

}  // namespace eagre::linear
