// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/point_neighbours.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "comm/shares.hpp"
#include "core/error.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/slabs.hpp"

namespace eagre::mesh {
namespace {

/// A point of the global mesh and something about it, for or from a rank.
struct Item {
  int rank;
  Label point, cell;
};

/// Sends each item to the rank that it is for; returns those for this rank, with their senders. Collective.
std::vector<Item> exchangeItems(const comm::Communicator& communicator, std::vector<Item> items) {
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.rank < b.rank; });
  std::vector<std::size_t> starts;
  for (int r = 0; r <= communicator.size(); ++r)
    starts.push_back(static_cast<std::size_t>(
        std::lower_bound(items.begin(), items.end(), r, [](const Item& a, int rank) { return a.rank < rank; }) - items.begin()));
  for (Item& item : items) item.rank = communicator.rank();
  return comm::deliver(communicator, std::move(items), starts);
}

/// The points of this rank that other ranks have too: one item per point and other rank, by rank and point. They meet on the rank
/// in whose slab of all points they are. Collective.
std::vector<Item> sharedPoints(const comm::Communicator& communicator, const MeshPoints& points) {
  const std::vector<GlobalLabel> starts = slabStarts(points.nPointsGlobal, communicator.size());
  std::vector<Item> items;
  for (const Label p : points.pointGlobal)
    items.push_back({static_cast<int>(std::upper_bound(starts.begin(), starts.end(), p) - starts.begin()) - 1, p, -1});
  std::vector<Item> met = exchangeItems(communicator, std::move(items));
  std::sort(met.begin(), met.end(),
            [](const Item& a, const Item& b) { return std::tie(a.point, a.rank) < std::tie(b.point, b.rank); });
  std::vector<Item> answers;
  for (auto first = met.begin(); first != met.end();) {
    const auto end = std::find_if(first, met.end(), [&](const Item& item) { return item.point != first->point; });
    for (auto a = first; a != end; ++a)
      for (auto b = first; b != end; ++b)
        if (a != b) answers.push_back({a->rank, a->point, b->rank});
    first = end;
  }
  std::vector<Item> shared = exchangeItems(communicator, std::move(answers));
  for (Item& item : shared) item.rank = std::exchange(item.cell, -1);
  std::sort(shared.begin(), shared.end(),
            [](const Item& a, const Item& b) { return std::tie(a.rank, a.point) < std::tie(b.rank, b.point); });
  return shared;
}

/// The owned cells around each point, by point.
std::vector<std::pair<Label, Label>> ownCellsAround(const PolyMesh& shape, Label nCells) {
  std::vector<std::pair<Label, Label>> uses;
  for (Label f = 0; f < shape.nFaces(); ++f)
    for (const Label p : shape.pointsOf(f)) {
      if (shape.owner[f] < nCells) uses.emplace_back(p, shape.owner[f]);
      if (f < shape.nInternalFaces() && shape.neighbour[f] < nCells) uses.emplace_back(p, shape.neighbour[f]);
    }
  std::sort(uses.begin(), uses.end());
  uses.erase(std::unique(uses.begin(), uses.end()), uses.end());
  return uses;
}

/// Calls use(first, end) for each range of items with one rank.
template <class Use>
void eachRank(const std::vector<Item>& items, Use&& use) {
  for (auto first = items.begin(); first != items.end();) {
    const auto end = std::find_if(first, items.end(), [&](const Item& item) { return item.rank != first->rank; });
    use(first, end);
    first = end;
  }
}

comm::Link linkWith(int rank, std::vector<Label> send, Label receiveStart, Label receiveCount) {
  return {.rank = rank,
          .sendTag = 0,
          .receiveTag = 0,
          .send = std::move(send),
          .receiveStart = receiveStart,
          .receiveCount = receiveCount};
}

}  // namespace

PointNeighbours::PointNeighbours(const Mesh& mesh) {
  if (!mesh.points) throw Error("the neighbours of points are asked for of a mesh that does not keep its points");
  const MeshPoints& points = *mesh.points;
  const auto& communicator = mesh.communicator();
  const auto& global = points.pointGlobal;
  nPoints_ = static_cast<Label>(global.size());
  const auto local = [&](Label p) {
    return static_cast<Label>(std::lower_bound(global.begin(), global.end(), p) - global.begin());
  };
  const std::vector<Item> shared = sharedPoints(communicator, points);
  const std::vector<std::pair<Label, Label>> own = ownCellsAround(points.shape, mesh.nCells);

  std::vector<comm::Link> pointLinks;
  std::vector<std::tuple<Label, int, Label>> places;  // point, rank, where its value is
  std::vector<Item> toOthers;                         // cells around points that are shared
  std::vector<std::pair<int, std::vector<Label>>> sentCells;
  eachRank(shared, [&](auto first, auto end) {
    const auto start = static_cast<Label>(first - shared.begin());
    std::vector<Label> sent, cells;
    for (auto item = first; item != end; ++item) {
      const Label p = local(item->point);
      sent.push_back(p);
      places.emplace_back(p, item->rank, nPoints_ + static_cast<Label>(item - shared.begin()));
      places.emplace_back(p, communicator.rank(), p);
      for (auto use = std::lower_bound(own.begin(), own.end(), std::pair(p, Label(0))); use != own.end() && use->first == p;
           ++use) {
        cells.push_back(use->second);
        toOthers.push_back({item->rank, item->point, mesh.cellGlobal[use->second]});
      }
    }
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    pointLinks.push_back(linkWith(first->rank, std::move(sent), start, static_cast<Label>(end - first)));
    sentCells.emplace_back(first->rank, std::move(cells));
  });
  pointExchange_.emplace(communicator, nPoints_, std::move(pointLinks));
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  for (const auto& [p, rank, place] : places) {
    if (shared_.empty() || shared_.back() != p) {
      shared_.push_back(p);
      placeStarts_.push_back(placeStarts_.back());
    }
    places_.push_back(place);
    ++placeStarts_.back();
  }

  // Both sides list the cells around the points that they share in the order of the global mesh.
  std::vector<Item> others = exchangeItems(communicator, std::move(toOthers));
  std::sort(others.begin(), others.end(),
            [](const Item& a, const Item& b) { return std::tie(a.rank, a.cell) < std::tie(b.rank, b.cell); });
  std::vector<std::tuple<Label, Label, Label>> around;  // point, cell in the global mesh, cell here
  for (const auto& [p, cell] : own) around.emplace_back(p, mesh.cellGlobal[cell], cell);
  std::vector<comm::Link> cellLinks;
  Label nOther = 0;
  auto sent = sentCells.begin();
  eachRank(others, [&](auto first, auto end) {
    const Label start = nOther;
    for (auto item = first; item != end; ++item) {
      if (item == first || item->cell != (item - 1)->cell) ++nOther;
      around.emplace_back(local(item->point), item->cell, mesh.nCells + nOther - 1);
    }
    cellLinks.push_back(linkWith(first->rank, std::move((sent++)->second), start, nOther - start));
  });
  cellExchange_.emplace(communicator, mesh.nCells, std::move(cellLinks));
  std::sort(around.begin(), around.end());
  cellStarts_.assign(global.size() + 1, 0);
  for (const auto& [p, cellGlobal, cell] : around) {
    ++cellStarts_[p + 1];
    cells_.push_back(cell);
  }
  for (std::size_t p = 0; p < global.size(); ++p) cellStarts_[p + 1] += cellStarts_[p];
}

template <class Combine>
void PointNeighbours::combine(std::span<double> values, int nComp, Combine&& combine) const {
  const auto n = static_cast<std::size_t>(nPoints_) * nComp;
  if (values.size() < n) throw Error("fewer values than points are to be combined between ranks");
  std::vector<double> all(n + static_cast<std::size_t>(pointExchange_->nGhost()) * nComp);
  std::copy_n(values.begin(), n, all.begin());
  pointExchange_->update(std::span<double>(all), nComp);
  for (std::size_t i = 0; i < shared_.size(); ++i)
    for (int k = 0; k < nComp; ++k) {
      const auto of = [&](Label t) { return all[static_cast<std::size_t>(places_[t]) * nComp + k]; };
      double value = of(placeStarts_[i]);
      for (Label t = placeStarts_[i] + 1; t < placeStarts_[i + 1]; ++t) value = combine(value, of(t));
      values[static_cast<std::size_t>(shared_[i]) * nComp + k] = value;
    }
}

void PointNeighbours::sum(std::span<double> values, int nComp) const {
  combine(values, nComp, [](double a, double b) { return a + b; });
}
void PointNeighbours::largest(std::span<double> values, int nComp) const {
  combine(values, nComp, [](double a, double b) { return std::max(a, b); });
}
void PointNeighbours::smallest(std::span<double> values, int nComp) const {
  combine(values, nComp, [](double a, double b) { return std::min(a, b); });
}

}  // namespace eagre::mesh
