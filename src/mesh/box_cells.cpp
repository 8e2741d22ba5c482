// SPDX-License-Identifier: BSD-3-Clause
#include "mesh/box_cells.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "comm/shares.hpp"
#include "core/error.hpp"

namespace eagre::mesh {
namespace {

constexpr double tolerance = 1e-6;  ///< of lengths, against the edges of the box: what writing of points leaves

/// A cell as all ranks know it; without a rank, what there is instead.
struct Address {
  int rank = -1;
  Label cell = BoxCells::none;
  bool operator==(const Address&) const = default;
  bool operator<(const Address& b) const { return std::pair(rank, cell) < std::pair(b.rank, b.cell); }
};

struct Box {
  Vec3 width{};  ///< 0: an empty direction; all 0: no box
  std::array<Address, 6> beside;
};

/// Which side of a box a face is, 2 axis + upwards; -1: its normal is along no axis.
int sideOf(const Vec3& normal) {
  for (int d = 0; d < 3; ++d)
    if (std::abs(normal[d]) > 1 - tolerance * tolerance) return 2 * d + (normal[d] > 0 ? 1 : 0);
  return -1;
}

/// The faces of a cell, by the side that they are on.
struct Sides {
  std::array<double, 6> area{};
  std::array<Label, 6> face{-1, -1, -1, -1, -1, -1};  ///< -1: none or several
  std::array<int, 6> number{};
};

/// Calls use(face, outward normal) for the faces of an owned cell.
template <class Use>
void eachFaceOf(const Mesh& mesh, Label c, Use&& use) {
  const auto normal = [&](Label f) { return mesh.Sf[f] / mesh.magSf[f]; };
  for (Label i = mesh.losortStart[c]; i < mesh.losortStart[c + 1]; ++i) use(mesh.losort[i], -normal(mesh.losort[i]));
  for (Label f = mesh.ownerStart[c]; f < mesh.ownerStart[c + 1]; ++f) use(f, normal(f));
  for (Label i = mesh.outerStart[c]; i < mesh.outerStart[c + 1]; ++i) use(mesh.outer[i], normal(mesh.outer[i]));
}

/// The edges of a cell that is a box, with its faces by sides; zero if it is none.
Vec3 edges(const Mesh& mesh, Label c, Sides& sides) {
  bool alongAxes = true;
  std::vector<std::pair<int, double>> distances;
  eachFaceOf(mesh, c, [&](Label f, const Vec3& n) {
    const int side = sideOf(n);
    alongAxes &= side >= 0;
    if (side < 0) return;
    sides.area[side] += mesh.magSf[f];
    sides.face[side] = sides.number[side]++ == 0 ? f : -1;
    distances.emplace_back(side, dot(n, mesh.faceCentres()(f) - mesh.C[c]));
  });
  Vec3 width{};
  for (int d = 0; d < 3 && alongAxes; ++d) {
    const double low = sides.area[2 * d], high = sides.area[2 * d + 1];
    alongAxes = std::abs(low - high) <= tolerance * high;
    if (high > 0) width[d] = mesh.V[c] / high;
  }
  for (const auto& [side, distance] : distances)
    alongAxes = alongAxes && std::abs(distance - 0.5 * width[side / 2]) <= tolerance * width[side / 2];
  return alongAxes ? width : Vec3{};
}

/// The owned cells as boxes, each with what is beside it. A side of one face is shared whole if it is one face of the other, too.
std::vector<Box> ownBoxes(const Mesh& mesh) {
  std::vector<Box> boxes(static_cast<std::size_t>(mesh.nCells));
  std::vector<Sides> sides(boxes.size());
  std::vector<Vec3> addresses(static_cast<std::size_t>(mesh.nAllCells()));  // rank, cell, sides of one face as bits
  for (Label c = 0; c < mesh.nCells; ++c) {
    boxes[c].width = edges(mesh, c, sides[c]);
    int single = 0;
    for (int s = 0; s < 6; ++s) single |= boxes[c].width != Vec3{} && sides[c].face[s] >= 0 ? 1 << s : 0;
    addresses[c] = {static_cast<double>(mesh.communicator().rank()), static_cast<double>(c), static_cast<double>(single)};
  }
  mesh.halo->update(addresses);
  const auto has = [&](Label c, int side) { return (static_cast<int>(addresses[c].z) >> side & 1) != 0; };
  for (Label c = 0; c < mesh.nCells; ++c)
    for (int s = 0; s < 6; ++s) {
      if (!has(c, s)) continue;
      const Label f = sides[c].face[s];
      if (f >= mesh.nInteriorFaces()) {
        boxes[c].beside[s].cell = BoxCells::boundary;
        continue;
      }
      const Label N = mesh.owner[f] == c ? mesh.neighbour[f] : mesh.owner[f];
      if (has(N, s ^ 1)) boxes[c].beside[s] = {static_cast<int>(addresses[N].x), static_cast<Label>(addresses[N].y)};
    }
  return boxes;
}

/// Where items for the ranks begin in a list that is sorted by `rankOf`.
template <class Item, class RankOf>
std::vector<std::size_t> startsOf(const std::vector<Item>& items, int nRanks, RankOf&& rankOf) {
  std::vector<std::size_t> starts(static_cast<std::size_t>(nRanks) + 1, 0);
  for (const Item& item : items) ++starts[static_cast<std::size_t>(rankOf(item)) + 1];
  for (std::size_t r = 1; r < starts.size(); ++r) starts[r] += starts[r - 1];
  return starts;
}

/// The boxes of other ranks around the owned ones.
class Surroundings {
 public:
  Surroundings(const Mesh& mesh, std::vector<Box> own) : communicator_(mesh.communicator()), own_(std::move(own)) {}

  /// Adds what is beside owned cells and beside those of `cells` along an axis. Collective.
  void grow(std::set<Address>& cells, int axis) {
    std::set<Address> found = cells;
    const auto take = [&](const Box& box) {
      for (const Address& a : {box.beside[2 * axis], box.beside[2 * axis + 1]})
        if (a.rank >= 0 && a.rank != communicator_.rank()) found.insert(a);
    };
    for (const Box& box : own_) take(box);
    for (const Address& a : cells) take(boxes_.at(a));
    std::vector<Address> wanted;
    for (const Address& a : found)
      if (!boxes_.contains(a)) wanted.push_back(a);
    ask(wanted);
    cells = std::move(found);
  }
  const std::vector<Box>& own() const { return own_; }
  const std::map<Address, Box>& others() const { return boxes_; }

  /// Cells that other ranks want of this one, each under the rank that wants it, in its order. Collective.
  std::vector<Address> wantedByOthers(const std::vector<Address>& wanted) const {
    std::vector<Address> items = wanted;
    const auto starts = startsOf(wanted, communicator_.size(), [](const Address& a) { return a.rank; });
    for (Address& a : items) a.rank = communicator_.rank();
    return comm::deliver(communicator_, std::move(items), starts);
  }

 private:
  struct Answer {
    Address cell;
    Box box;
  };
  void ask(const std::vector<Address>& wanted) {
    const std::vector<Address> asked = wantedByOthers(wanted);
    std::vector<Answer> answers;
    for (const Address& a : asked) answers.push_back({{communicator_.rank(), a.cell}, own_[a.cell]});
    std::size_t at = 0;
    for (const Answer& answer : comm::deliver(communicator_, std::move(answers),
                                              startsOf(asked, communicator_.size(), [](const Address& a) { return a.rank; }))) {
      if (answer.cell != wanted[at++]) throw Error("boxes of other ranks came in another order than they were asked for");
      boxes_.emplace(answer.cell, answer.box);
    }
  }

  comm::Communicator communicator_;
  std::vector<Box> own_;
  std::map<Address, Box> boxes_;  ///< of other ranks
};

/// The exchange of values of `others`, sorted, which stand in this order behind the owned cells. Collective.
comm::Exchange exchangeOf(const Mesh& mesh, const Surroundings& surroundings, const std::vector<Address>& others) {
  std::map<int, comm::Link> links;
  const auto with = [&](int rank) -> comm::Link& {
    comm::Link& link = links[rank];
    link.rank = rank;
    return link;
  };
  for (const Address& a : surroundings.wantedByOthers(others)) with(a.rank).send.push_back(a.cell);
  for (const Address& a : others) ++with(a.rank).receiveCount;
  std::vector<comm::Link> list;
  Label start = 0;
  for (auto& [rank, link] : links) {
    link.receiveStart = start;
    start += link.receiveCount;
    list.push_back(std::move(link));
  }
  return {mesh.communicator(), mesh.nCells, std::move(list)};
}

}  // namespace

BoxCells::BoxCells(const Mesh& mesh, int reach) {
  Surroundings surroundings(mesh, ownBoxes(mesh));
  for (int axis = 0; axis < 3; ++axis) {
    std::set<Address> cells;
    for (int other = 0; other < 3; ++other)
      if (other != axis) surroundings.grow(cells, other);
    for (int i = 0; i < reach; ++i) surroundings.grow(cells, axis);
  }
  std::vector<Address> others;
  for (const auto& [address, box] : surroundings.others()) others.push_back(address);
  const auto place = [&](const Address& a) -> Label {
    if (a.rank < 0 || a.rank == mesh.communicator().rank()) return a.cell;
    const auto at = std::lower_bound(others.begin(), others.end(), a);
    return at != others.end() && *at == a ? mesh.nCells + static_cast<Label>(at - others.begin()) : none;
  };
  const auto add = [&](const Box& box) {
    width_.push_back(box.width);
    for (const Address& a : box.beside) beside_.push_back(place(a));
  };
  for (const Box& box : surroundings.own()) add(box);
  for (const auto& [address, box] : surroundings.others()) add(box);
  exchange_.emplace(exchangeOf(mesh, surroundings, others));
}

}  // namespace eagre::mesh
