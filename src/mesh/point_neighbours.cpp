// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/point_neighbours.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <tuple>
#include <utility>

#include "comm/shares.hpp"
#include "core/error.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/slabs.hpp"

namespace eagre::mesh {

/// A point that another rank has, too, or meets across cyclic patches: that rank sees what is around `point` here, at `seenAs`.
struct PointNeighbours::SharedPoint {
  int rank, partner;    ///< partner: the other rank, while this travels
  Label point, seenAs;  ///< in the global mesh; the same where it is one point
  Label translation;    ///< of PointImage
};

namespace {

using SharedPoint = PointNeighbours::SharedPoint;
using AroundPoint = PointNeighbours::AroundPoint;

/// A cell of one rank that another one sees.
struct SeenCell {
  int rank;                  ///< that owns it
  Label point, translation;  ///< where it is seen, and moved by what
  Label cell, around;        ///< in the global mesh: the cell, and its point that is seen there
  Label owned;               ///< the rank sees its own cell, moved by nothing; else -1
};

Label localPoint(const MeshPoints& points, Label global) {
  const auto& all = points.pointGlobal;
  return static_cast<Label>(std::lower_bound(all.begin(), all.end(), global) - all.begin());
}

/// Sends each item to the rank that it is for; returns those for this rank, with their senders. Collective.
template <class Item>
std::vector<Item> exchangeItems(const comm::Communicator& communicator, std::vector<Item> items) {
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.rank < b.rank; });
  std::vector<std::size_t> starts;
  for (int r = 0; r <= communicator.size(); ++r)
    starts.push_back(static_cast<std::size_t>(
        std::lower_bound(items.begin(), items.end(), r, [](const Item& a, int rank) { return a.rank < rank; }) - items.begin()));
  for (Item& item : items) item.rank = communicator.rank();
  return comm::deliver(communicator, std::move(items), starts);
}

/// The points of this rank that other ranks have too, or that ranks see across cyclic patches: one item per point, other rank and
/// point at which it is seen, by rank and point. They meet on the rank in whose slab of all points they are. Collective.
std::vector<SharedPoint> sharedPoints(const comm::Communicator& communicator, const MeshPoints& points) {
  const std::vector<GlobalLabel> starts = slabStarts(points.nPointsGlobal, communicator.size());
  const auto slabOf = [&starts](Label p) {
    return static_cast<int>(std::upper_bound(starts.begin(), starts.end(), p) - starts.begin()) - 1;
  };
  std::vector<SharedPoint> items;
  for (const Label p : points.pointGlobal) items.push_back({slabOf(p), 0, p, p, 0});
  points.images.each([&](Label p, const PointImage& image) {
    items.push_back({slabOf(image.point), 0, image.point, points.pointGlobal[p], image.translation});
  });
  std::vector<SharedPoint> met = exchangeItems(communicator, std::move(items));
  std::sort(met.begin(), met.end(), [](const SharedPoint& a, const SharedPoint& b) {
    return std::tie(a.point, a.rank, a.seenAs) < std::tie(b.point, b.rank, b.seenAs);
  });
  std::vector<SharedPoint> answers;
  for (auto first = met.begin(); first != met.end();) {
    const auto end = std::find_if(first, met.end(), [&](const SharedPoint& item) { return item.point != first->point; });
    for (auto a = first; a != end; ++a)
      for (auto b = first; b != end; ++b)
        if (a != b && a->seenAs == a->point) answers.push_back({a->rank, b->rank, a->point, b->seenAs, b->translation});
    first = end;
  }
  std::vector<SharedPoint> shared = exchangeItems(communicator, std::move(answers));
  for (SharedPoint& item : shared) item.rank = item.partner;
  std::sort(shared.begin(), shared.end(), [](const SharedPoint& a, const SharedPoint& b) {
    return std::tie(a.rank, a.point, a.seenAs) < std::tie(b.rank, b.point, b.seenAs);
  });
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

/// The same of boundary faces.
std::vector<std::pair<Label, Label>> ownFacesAround(const Mesh& mesh) {
  const PolyMesh& shape = mesh.points->shape;
  std::vector<std::pair<Label, Label>> uses;
  for (Label s = 0; s < shape.nFaces(); ++s)
    if (const Label b = mesh.points->faceOf[s] - mesh.nInteriorFaces(); b >= 0)
      for (const Label p : shape.pointsOf(s)) uses.emplace_back(p, b);
  std::sort(uses.begin(), uses.end());
  return uses;
}

/// Calls use(first, end) for each range of items with one rank.
template <class Item, class Use>
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

/// The owned cells around points that one rank sees, each once per translation, and with each the first of these points.
struct CellsForRank {
  int rank;
  std::vector<Label> cells, anchors;
};

/// For each rank that sees points of this one what is sent to it, and at which points it sees that; and the owned cells around
/// the points of this rank. A cell that this rank itself sees moved by nothing is none to be sent.
std::vector<CellsForRank> cellsForRanks(const Mesh& mesh, PointNeighbours::Around what, const std::vector<SharedPoint>& shared,
                                        std::vector<SeenCell>& toOthers, std::vector<AroundPoint>& around) {
  const int me = mesh.communicator().rank();
  const bool areCells = what == PointNeighbours::Around::cells;
  const Label* global = areCells ? mesh.cellGlobal.data() : mesh.faceGlobal.data() + mesh.nInteriorFaces();
  const std::vector<std::pair<Label, Label>> own =
      areCells ? ownCellsAround(mesh.points->shape, mesh.nCells) : ownFacesAround(mesh);
  for (const auto& [p, cell] : own) around.emplace_back(p, global[cell], mesh.points->pointGlobal[p], cell);
  std::vector<CellsForRank> sent;
  eachRank(shared, [&](auto first, auto end) {
    std::vector<std::tuple<Label, Label, Label>> cells;  // translation, cell, point
    for (auto item = first; item != end; ++item) {
      const Label p = localPoint(*mesh.points, item->point);
      const bool stays = item->rank == me && item->translation == 0;
      for (auto use = std::lower_bound(own.begin(), own.end(), std::pair(p, Label(0))); use != own.end() && use->first == p;
           ++use) {
        toOthers.push_back(
            {item->rank, item->seenAs, item->translation, global[use->second], item->point, stays ? use->second : -1});
        if (!stays) cells.emplace_back(item->translation, use->second, p);
      }
    }
    std::sort(cells.begin(), cells.end());
    CellsForRank& forRank = sent.emplace_back(CellsForRank{first->rank, {}, {}});
    for (auto entry = cells.begin(); entry != cells.end(); ++entry) {
      const auto& [translation, cell, point] = *entry;
      if (entry != cells.begin() && std::get<0>(*(entry - 1)) == translation && std::get<1>(*(entry - 1)) == cell) continue;
      forRank.cells.push_back(cell);
      forRank.anchors.push_back(point);
    }
  });
  return sent;
}

}  // namespace

PointNeighbours::PointNeighbours(const Mesh& mesh, Around around)
    : mesh_(&mesh), what_(around), nOwned_(around == Around::cells ? mesh.nCells : mesh.nBoundaryFaces) {
  if (!mesh.points) throw Error("the neighbours of points are asked for of a mesh that does not keep its points");
  nPoints_ = static_cast<Label>(mesh.points->pointGlobal.size());
  mesh.points->images.each([this](Label p, const PointImage&) {
    if (imaged_.empty() || imaged_.back() != p) imaged_.push_back(p);
  });
  const std::vector<SharedPoint> shared = sharedPoints(mesh.communicator(), *mesh.points);
  std::vector<SharedPoint> samePoints;
  std::copy_if(shared.begin(), shared.end(), std::back_inserter(samePoints),
               [](const SharedPoint& item) { return item.point == item.seenAs; });
  connectPoints(samePoints);
  connectCells(shared);
}

void PointNeighbours::connectPoints(const std::vector<SharedPoint>& shared) {
  const Mesh& mesh = *mesh_;
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

/// Both sides of a link list the cells around the points that they share by translation, and in the order of the global mesh.
void PointNeighbours::connectCells(const std::vector<SharedPoint>& shared) {
  const Mesh& mesh = *mesh_;
  std::vector<SeenCell> toOthers;
  std::vector<AroundPoint> around;
  const std::vector<CellsForRank> sent = cellsForRanks(mesh, what_, shared, toOthers, around);
  std::vector<SeenCell> others = exchangeItems(mesh.communicator(), std::move(toOthers));
  std::sort(others.begin(), others.end(), [](const SeenCell& a, const SeenCell& b) {
    return std::tie(a.rank, a.owned, a.translation, a.cell, a.around) <
           std::tie(b.rank, b.owned, b.translation, b.cell, b.around);
  });
  std::vector<comm::Link> links, anchorLinks;
  Label nOther = 0;
  auto item = others.cbegin();
  for (const CellsForRank& forRank : sent) {  // of boundary faces one side may have none
    const Label start = nOther;
    for (const auto first = item; item != others.cend() && item->rank == forRank.rank; ++item) {
      const Label p = localPoint(*mesh.points, item->point);
      if (item->owned < 0 && (item == first || item->cell != (item - 1)->cell || item->translation != (item - 1)->translation)) {
        if (item->translation != 0) images_.push_back({nOwned_ + nOther, p});
        ++nOther;
      }
      around.emplace_back(p, item->cell, item->around, item->owned < 0 ? nOwned_ + nOther - 1 : item->owned);
    }
    links.push_back(linkWith(forRank.rank, forRank.cells, start, nOther - start));
    anchorLinks.push_back(linkWith(forRank.rank, forRank.anchors, start, nOther - start));
  }
  cellExchange_.emplace(mesh.communicator(), nOwned_, std::move(links));
  if (mesh.communicator().any(!imaged_.empty())) anchorExchange_.emplace(mesh.communicator(), nPoints_, std::move(anchorLinks));
  listCells(std::move(around));
}

void PointNeighbours::listCells(std::vector<AroundPoint> around) {
  std::sort(around.begin(), around.end());
  cellStarts_.assign(static_cast<std::size_t>(nPoints_) + 1, 0);
  for (const auto& [p, cellGlobal, seen, cell] : around) {
    ++cellStarts_[p + 1];
    cells_.push_back(cell);
  }
  std::partial_sum(cellStarts_.begin(), cellStarts_.end(), cellStarts_.begin());
}

std::vector<Vec3> PointNeighbours::shifts() const {
  const std::vector<Vec3>& points = mesh_->points->shape.points;
  std::vector<Vec3> places = points;
  places.resize(points.size() + static_cast<std::size_t>(anchorExchange_->nGhost()));
  anchorExchange_->update(places);
  std::vector<Vec3> shifts;
  for (const Image& image : images_) shifts.push_back(points[image.point] - places[nPoints_ + image.cell - nOwned_]);
  return shifts;
}

void PointNeighbours::updatePlaces(std::span<double> cells, int nComp) const {
  update(cells, nComp);
  if (!hasImages()) return;
  const std::vector<Vec3>& moved = shifts_.get(*mesh_, [this] { return shifts(); });
  for (std::size_t i = 0; i < images_.size(); ++i)
    for (int d = 0; d < 3; ++d)
      cells[static_cast<std::size_t>(images_[i].cell) * static_cast<std::size_t>(nComp) + d] += moved[i][d];
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
