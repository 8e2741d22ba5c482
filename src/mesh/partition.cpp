// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "core/error.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/mesh.hpp"

namespace eagre::mesh {

using kernel::View;

namespace {

using Position = std::array<std::int32_t, 3>;

/// Cell centres of the ranks' slabs on a grid of 2^30 steps over the mesh, so that cells of one plane stay together in spite of
/// round-off. Collective.
std::vector<Position> positions(const comm::Communicator& communicator, const std::vector<Vec3>& centres) {
  constexpr double far = std::numeric_limits<double>::infinity();
  Vec3 low{far, far, far}, high = -low;
  for (const Vec3& c : centres) {
    low = cmptMin(low, c);
    high = cmptMax(high, c);
  }
  communicator.min(std::span(&low.x, 3));
  communicator.max(std::span(&high.x, 3));
  const double extent = std::max({high.x - low.x, high.y - low.y, high.z - low.z, vSmall});
  std::vector<Position> result(centres.size());
  kernel::parallelFor("mesh.partitionPositions", static_cast<Label>(centres.size()),
                      [low, extent, centres = View(centres), result = View(result)](Label c) {
                        for (int d = 0; d < 3; ++d)
                          result[c][d] = static_cast<std::int32_t>(std::lround((centres[c][d] - low[d]) / extent * (1 << 30)));
                      });
  return result;
}

/// Cells of all ranks together that are to be divided in two.
struct Group {
  int first, last;        ///< the parts that they will be
  std::int64_t nLower;    ///< how many cells go to the lower half of the parts
  int axis = 0;           ///< along which they are divided
  std::uint64_t cut = 0;  ///< key of the lowest cell of the upper half
  int middle() const { return first + (last - first) / 2; }
};

/// Divides the groups of one level at once; a level takes 18 reductions.
class Bisection {
 public:
  Bisection(const comm::Communicator& communicator, const std::vector<Vec3>& centres, GlobalLabel firstCell, int nParts)
      : communicator_(communicator),
        firstCell_(firstCell),
        nParts_(nParts),
        nCells_(communicator.sum(static_cast<std::int64_t>(centres.size()))),
        position_(positions(communicator, centres)),
        part_(centres.size(), 0),
        groupAt_(nParts, -1) {}

  std::vector<int> run() {
    groups_ = {group(0, nParts_)};
    while (!groups_.empty()) {
      std::fill(groupAt_.begin(), groupAt_.end(), -1);
      for (std::size_t g = 0; g < groups_.size(); ++g) groupAt_[groups_[g].first] = static_cast<int>(g);
      findAxes();
      findCuts();
      splitGroups();
    }
    return std::move(part_);
  }

 private:
  /// Cells of all parts before p.
  std::int64_t before(int p) const { return nCells_ * p / nParts_; }
  Group group(int first, int last) const { return {first, last, before(first + (last - first) / 2) - before(first)}; }
  /// The group that a cell is in; nullptr if it has its part. While a cell is in a group, part_ holds the first of that one's.
  const Group* groupOf(Label c) const {
    const int g = groupAt_[part_[c]];
    return g < 0 ? nullptr : &groups_[g];
  }
  /// Orders the cells of a group: by their place along its axis, then by their index.
  std::uint64_t key(const Group& group, Label c) const {
    return static_cast<std::uint64_t>(position_[c][group.axis]) << 32 | static_cast<std::uint64_t>(firstCell_ + c);
  }
  template <class F>
  void eachGroupedCell(F&& f) const {
    for (Label c = 0; c < static_cast<Label>(part_.size()); ++c)
      if (const Group* group = groupOf(c)) f(c, static_cast<std::size_t>(group - groups_.data()));
  }

  void findAxes();
  void findCuts();
  void splitGroups();

  const comm::Communicator& communicator_;
  GlobalLabel firstCell_;
  int nParts_;
  std::int64_t nCells_;
  std::vector<Position> position_;
  std::vector<int> part_, groupAt_;
  std::vector<Group> groups_;
};

/// The axis along which the cells reach farthest (the first of equals).
void Bisection::findAxes() {
  constexpr double far = std::numeric_limits<double>::infinity();
  std::vector<double> low(3 * groups_.size(), far), high(low.size(), -far);
  eachGroupedCell([&](Label c, std::size_t g) {
    for (std::size_t d = 0; d < 3; ++d) {
      const double x = position_[c][d];
      low[3 * g + d] = std::min(low[3 * g + d], x);
      high[3 * g + d] = std::max(high[3 * g + d], x);
    }
  });
  communicator_.min(low);
  communicator_.max(high);
  for (std::size_t g = 0; g < groups_.size(); ++g)
    for (int d = 1; d < 3; ++d)
      if (const auto extent = [&](int axis) { return high[3 * g + axis] - low[3 * g + axis]; };
          extent(d) > extent(groups_[g].axis))
        groups_[g].axis = d;
}

/// The key that nLower keys are below, by its hexadecimal digits from the highest on: a rank counts how many of its cells have
/// which next digit, among those that agree with all the digits before.
void Bisection::findCuts() {
  constexpr int digits = 16;
  std::vector<std::int64_t> wanted;
  for (const Group& group : groups_) wanted.push_back(group.nLower);
  std::vector<std::pair<Label, std::size_t>> left;  // cell, group
  for (int shift = 60; shift >= 0; shift -= 4) {
    std::vector<std::int64_t> count(digits * groups_.size(), 0);
    const auto digit = [&](Label c, std::size_t g) { return key(groups_[g], c) >> shift & (digits - 1); };
    const auto add = [&](Label c, std::size_t g) { ++count[digits * g + digit(c, g)]; };
    const bool all = shift == 60;
    if (all) eachGroupedCell(add);
    for (const auto& [c, g] : left) add(c, g);
    communicator_.sum(count);
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      std::uint64_t d = 0;
      for (; d + 1 < digits && wanted[g] >= count[digits * g + d]; ++d) wanted[g] -= count[digits * g + d];
      groups_[g].cut |= d << shift;
    }
    const auto agrees = [&](Label c, std::size_t g) { return digit(c, g) == (groups_[g].cut >> shift & (digits - 1)); };
    if (all)
      eachGroupedCell([&](Label c, std::size_t g) {
        if (agrees(c, g)) left.emplace_back(c, g);
      });
    else
      std::erase_if(left, [&](const auto& at) { return !agrees(at.first, at.second); });
  }
}

void Bisection::splitGroups() {
  eachGroupedCell([&](Label c, std::size_t g) {
    if (key(groups_[g], c) >= groups_[g].cut) part_[c] = groups_[g].middle();
  });
  std::vector<Group> next;
  for (const Group& g : groups_) {
    if (g.middle() - g.first > 1) next.push_back(group(g.first, g.middle()));
    if (g.last - g.middle() > 1) next.push_back(group(g.middle(), g.last));
  }
  groups_ = std::move(next);
}

}  // namespace

std::vector<int> partition(const comm::Communicator& communicator, const std::vector<Vec3>& cellCentres, GlobalLabel firstCell,
                           int nParts) {
  if (nParts < 1) throw Error("a mesh cannot be divided into " + std::to_string(nParts) + " parts");
  if (nParts == 1 || communicator.sum(static_cast<std::int64_t>(cellCentres.size())) == 0)
    return std::vector<int>(cellCentres.size(), 0);
  return Bisection(communicator, cellCentres, firstCell, nParts).run();
}

std::vector<int> partition(const std::vector<Vec3>& cellCentres, int nParts) {
  return partition(comm::Communicator::self(), cellCentres, 0, nParts);
}

}  // namespace eagre::mesh
