// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/point_neighbours.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "comm/shares.hpp"
#include "core/error.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/slabs.hpp"

namespace eagre::mesh {

/// A point of the global mesh that another rank has, too, and, where it matters, a cell around it.
struct PointNeighbours::SharedPoint {
  int rank;
  Label point, cell;
};

namespace {

using SharedPoint = PointNeighbours::SharedPoint;

Label localPoint(const MeshPoints& points, Label global) {
  const auto& all = points.pointGlobal;
  return static_cast<Label>(std::lower_bound(all.begin(), all.end(), global) - all.begin());
}

/// Sends each item to the rank that it is for; returns those for this rank, with their senders. Collective.
std::vector<SharedPoint> exchangeItems(const comm::Communicator& communicator, std::vector<SharedPoint> items) {
  std::stable_sort(items.begin(), items.end(), [](const SharedPoint& a, const SharedPoint& b) { return a.rank < b.rank; });
  std::vector<std::size_t> starts;
  for (int r = 0; r <= communicator.size(); ++r)
    starts.push_back(static_cast<std::size_t>(
        std::lower_bound(items.begin(), items.end(), r, [](const SharedPoint& a, int rank) { return a.rank < rank; }) -
        items.begin()));
  for (SharedPoint& item : items) item.rank = communicator.rank();
  return comm::deliver(communicator, std::move(items), starts);
}

/// The points of this rank that other ranks have too: one item per point and other rank, by rank and point. They meet on the rank
/// in whose slab of all points they are. Collective.
std::vector<SharedPoint> sharedPoints(const comm::Communicator& communicator, const MeshPoints& points) {
  const std::vector<GlobalLabel> starts = slabStarts(points.nPointsGlobal, communicator.size());
  std::vector<SharedPoint> items;
  for (const Label p : points.pointGlobal)
    items.push_back({static_cast<int>(std::upper_bound(starts.begin(), starts.end(), p) - starts.begin()) - 1, p, -1});
  std::vector<SharedPoint> met = exchangeItems(communicator, std::move(items));
  std::sort(met.begin(), met.end(),
            [](const SharedPoint& a, const SharedPoint& b) { return std::tie(a.point, a.rank) < std::tie(b.point, b.rank); });
  std::vector<SharedPoint> answers;
  for (auto first = met.begin(); first != met.end();) {
    const auto end = std::find_if(first, met.end(), [&](const SharedPoint& item) { return item.point != first->point; });
    for (auto a = first; a != end; ++a)
      for (auto b = first; b != end; ++b)
        if (a != b) answers.push_back({a->rank, a->point, b->rank});
    first = end;
  }
  std::vector<SharedPoint> shared = exchangeItems(communicator, std::move(answers));
  for (SharedPoint& item : shared) item.rank = std::exchange(item.cell, -1);
  std::sort(shared.begin(), shared.end(),
            [](const SharedPoint& a, const SharedPoint& b) { return std::tie(a.rank, a.point) < std::tie(b.rank, b.point); });
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
void eachRank(const std::vector<SharedPoint>& items, Use&& use) {
  for (auto first = items.begin(); first != items.end();) {
    const auto end = std::find_if(first, items.end(), [&](const SharedPoint& item) { return item.rank != first->rank; });
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
  nPoints_ = static_cast<Label>(mesh.points->pointGlobal.size());
  const std::vector<SharedPoint> shared = sharedPoints(mesh.communicator(), *mesh.points);
  connectPoints(mesh, shared);
  connectCells(mesh, shared);
}

void PointNeighbours::connectPoints(const Mesh& mesh, const std::vector<SharedPoint>& shared) {
  for (const SharedPoint& item : shared) shared_.push_back(localPoint(*mesh.points, item.point));
  std::sort(shared_.begin(), shared_.end());
  shared_.erase(std::unique(shared_.begin(), shared_.end()), shared_.end());
  const auto nShared = static_cast<Label>(shared_.size());
  std::vector<comm::Link> links;
  std::vector<std::tuple<Label, int, Label>> places;  // place in shared_, rank, where its value is
  eachRank(shared, [&](auto first, auto end) {
    const auto start = static_cast<Label>(first - shared.begin());
    std::vector<Label> sent;
    for (auto item = first; item != end; ++item) {
      const auto found = std::lower_bound(shared_.begin(), shared_.end(), localPoint(*mesh.points, item->point));
      const auto i = static_cast<Label>(found - shared_.begin());
      sent.push_back(i);
      places.emplace_back(i, item->rank, nShared + static_cast<Label>(item - shared.begin()));
      places.emplace_back(i, mesh.communicator().rank(), i);
    }
    links.push_back(linkWith(first->rank, std::move(sent), start, static_cast<Label>(end - first)));
  });
  pointExchange_.emplace(mesh.communicator(), nShared, std::move(links));
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  placeStarts_.assign(shared_.size() + 1, 0);
  for (const auto& [i, rank, place] : places) {
    places_.push_back(place);
    placeStarts_[static_cast<std::size_t>(i) + 1] = static_cast<Label>(places_.size());
  }
}

/// Both sides of a link list the cells around the points that they share in the order of the global mesh.
void PointNeighbours::connectCells(const Mesh& mesh, const std::vector<SharedPoint>& shared) {
  const std::vector<std::pair<Label, Label>> own = ownCellsAround(mesh.points->shape, mesh.nCells);
  std::vector<SharedPoint> toOthers;
  std::vector<std::vector<Label>> sent;  // one list per rank
  eachRank(shared, [&](auto first, auto end) {
    std::vector<Label> cells;
    for (auto item = first; item != end; ++item) {
      const Label p = localPoint(*mesh.points, item->point);
      for (auto use = std::lower_bound(own.begin(), own.end(), std::pair(p, Label(0))); use != own.end() && use->first == p;
           ++use) {
        cells.push_back(use->second);
        toOthers.push_back({item->rank, item->point, mesh.cellGlobal[use->second]});
      }
    }
    std::sort(cells.begin(), cells.end());
    cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
    sent.push_back(std::move(cells));
  });
  std::vector<SharedPoint> others = exchangeItems(mesh.communicator(), std::move(toOthers));
  std::sort(others.begin(), others.end(),
            [](const SharedPoint& a, const SharedPoint& b) { return std::tie(a.rank, a.cell) < std::tie(b.rank, b.cell); });
  std::vector<std::tuple<Label, Label, Label>> around;  // point, cell in the global mesh, cell here
  for (const auto& [p, cell] : own) around.emplace_back(p, mesh.cellGlobal[cell], cell);
  std::vector<comm::Link> links;
  Label nOther = 0;
  eachRank(others, [&](auto first, auto end) {
    const Label start = nOther;
    for (auto item = first; item != end; ++item) {
      if (item == first || item->cell != (item - 1)->cell) ++nOther;
      around.emplace_back(localPoint(*mesh.points, item->point), item->cell, mesh.nCells + nOther - 1);
    }
    links.push_back(linkWith(first->rank, std::move(sent[links.size()]), start, nOther - start));
  });
  cellExchange_.emplace(mesh.communicator(), mesh.nCells, std::move(links));
  std::sort(around.begin(), around.end());
  cellStarts_.assign(static_cast<std::size_t>(nPoints_) + 1, 0);
  for (const auto& [p, cellGlobal, cell] : around) {
    ++cellStarts_[p + 1];
    cells_.push_back(cell);
  }
  std::partial_sum(cellStarts_.begin(), cellStarts_.end(), cellStarts_.begin());
}

template <class Combine>
void PointNeighbours::combine(std::span<double> values, int nComp, Combine&& combine) const {
  const auto n = static_cast<std::size_t>(nPoints_) * nComp;
  if (values.size() < n) throw Error("fewer values than points are to be combined between ranks");
  std::vector<double> all((shared_.size() + static_cast<std::size_t>(pointExchange_->nGhost())) * nComp);
  for (std::size_t i = 0; i < shared_.size(); ++i)
    std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(shared_[i]) * nComp, nComp,
                all.begin() + static_cast<std::ptrdiff_t>(i) * nComp);
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
