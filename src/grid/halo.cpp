// SPDX-License-Identifier: BSD-3-Clause
#include "grid/halo.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "core/error.hpp"
#include "grid/loops.hpp"

namespace eagre::grid {

namespace {

Int3 stepTo(int d, int side) {
  Int3 step{0, 0, 0};
  step[d] = side ? 1 : -1;
  return step;
}

/// Calls f(direction, side, rank) for the neighbours beyond faces of a block, up to six.
template <class F>
void eachNeighbour(const Block& block, F&& f) {
  if (!block.hasPart()) return;
  for (int d = 0; d < 3; ++d)
    for (int side = 0; side < 2; ++side) {
      const int rank = block.ranks()[d] > 1 ? block.neighbour(stepTo(d, side)) : -1;
      if (rank >= 0) f(d, side, rank);
    }
}

std::vector<comm::Partner> partners(const Block& block) {
  std::vector<comm::Partner> result;
  eachNeighbour(block, [&](int d, int side, int rank) {
    result.push_back({.rank = rank, .sendTag = 2 * d + side, .receiveTag = 2 * d + 1 - side});
  });
  return result;
}

}  // namespace

Halo::Halo(const Block& block) : n_(block.n()), ranks_(block.ranks()), partners_(block.communicator(), partners(block)) {
  for (int d = 0; d < 3; ++d) {
    wraps_[d] = block.grid().periodic[d] && ranks_[d] == 1;
    faces_[d] = block.atBoundary(d, 1);
  }
  eachNeighbour(block, [&](int d, int side, int) {
    sides_.push_back({d, side});
    beyond_[d][static_cast<std::size_t>(side)] = true;
  });
  send_.resize(sides_.size());
  receive_.resize(sides_.size());
}

void Halo::check(const Int3& n, int fieldWidth, int width) const {
  if (n != n_) throw Error("halo: a field of another block");
  if (width < 1 || width > fieldWidth) throw Error(fmt::format("halo: {} of a field's {} ghosts", width, fieldWidth));
  for (int d = 0; d < 3; ++d)
    if (ranks_[d] > 1 && n[d] < width) throw Error(fmt::format("halo: {} ghosts, but parts of {} cells", width, n[d]));
}

namespace {

/// The least box around the cells of a box where |f| is below a bound.
Box whereBelow(const Field& f, double bound, const Box& box) {
  const Box nothing{box.high, box.low};
  const auto ofRow = [nothing, bound, f = f.view(), first = box.low[0], n = box.high[0] - box.low[0]](int j, int k) {
    const double* row = &f(first, j, k);
    int low = 0, high = n;
    while (low < n && !(std::abs(row[low]) < bound)) ++low;
    if (low == n) return nothing;
    while (!(std::abs(row[high - 1]) < bound)) --high;
    return Box{{first + low, j, k}, {first + high, j + 1, k + 1}};
  };
  const Box found = combineRows({"halo: band", 8}, box, nothing, ofRow, [](Box& all, const Box& row) {
    for (int d = 0; d < 3; ++d) {
      all.low[d] = std::min(all.low[d], row.low[d]);
      all.high[d] = std::max(all.high[d], row.high[d]);
    }
  });
  return found.high[0] > found.low[0] ? found : Box{};
}

}  // namespace

/// Calls f(box) for what a message along d carries of the layers low .. high in this round: the cells, or the ghosts beside them
/// that the rounds before have filled.
template <class F>
void Halo::eachBox(int d, int low, int high, const Box* band, F&& f) const {
  const auto give = [&](const Box& box) {
    const Box part = band ? common(box, *band) : box;
    if (!part.empty()) f(part);
  };
  Box cells{{0, 0, 0}, n_};
  if (reach_ == Reach::all)
    for (int e = 0; e < 3; ++e) cells.high[e] += faces_[e];
  cells.low[d] = low;
  cells.high[d] = high;
  if (round_ == faces) return give(cells);
  Box rest = cells;
  for (int e = 0; e < d; ++e) {
    if (beyond_[e][0]) rest.low[e] -= width_;
    if (beyond_[e][1]) rest.high[e] += width_;
  }
  for (int e = 0; e < d; ++e) {
    for (const int side : {0, 1}) {
      if (!beyond_[e][static_cast<std::size_t>(side)]) continue;
      Box edge = rest;
      edge.low[e] = side ? n_[e] : -width_;
      edge.high[e] = edge.low[e] + width_;
      give(edge);
    }
    rest.low[e] = cells.low[e];
    rest.high[e] = cells.high[e];
  }
}

/// Ghosts of this rank that lie there.
template <class F>
void Halo::eachGhost(std::size_t side, F&& f) const {
  const auto [d, high] = sides_[side];
  if (round_ != faces && round_ != d) return;
  eachBox(d, high ? n_[d] : -width_, high ? n_[d] + width_ : 0, band_ ? &band_->ghosts[side] : nullptr, f);
}
/// What are ghosts of the neighbour there.
template <class F>
void Halo::eachSent(std::size_t side, F&& f) const {
  const auto [d, high] = sides_[side];
  if (round_ != faces && round_ != d) return;
  eachBox(d, high ? n_[d] - width_ : 0, high ? n_[d] : width_, band_ ? &band_->sent[side] : nullptr, f);
}

Band Halo::layers(const Depths& ghosts, const Depths& given) const {
  Band result;
  for (const auto& [d, high] : sides_) {
    Box all{{0, 0, 0}, n_};
    for (int e = 0; e < 3; ++e) {
      all.low[e] -= ghosts[e][0];
      all.high[e] += ghosts[e][1];
    }
    result.ghosts.push_back(all);
    // In the other directions the neighbour stands as this rank does.
    const auto side = static_cast<std::size_t>(high);
    all.low[d] = high ? n_[d] - given[d][side] : 0;
    all.high[d] = high ? n_[d] : given[d][side];
    result.sent.push_back(all);
  }
  return result;
}

Band Halo::band(const Field& f, double below, int width) const {
  check(f.n(), f.width(), width);
  Band result;
  for (const auto& [d, high] : sides_) {
    // Cells of ranks alone: ghosts beyond a physical boundary are not sent.
    Box own{{0, 0, 0}, n_};
    for (int e = 0; e < d; ++e) {
      if (beyond_[e][0]) own.low[e] -= width;
      if (beyond_[e][1]) own.high[e] += width;
    }
    Box ghosts = own;
    own.low[d] = high ? n_[d] - width : 0;
    own.high[d] = own.low[d] + width;
    ghosts.low[d] = high ? n_[d] : -width;
    ghosts.high[d] = ghosts.low[d] + width;
    result.sent.push_back(whereBelow(f, below, own));
    result.ghosts.push_back(whereBelow(f, below, ghosts));
  }
  return result;
}

std::size_t Halo::bytes(const Box& box) const {
  std::size_t sum = 0;
  for (const Bytes& f : fields_) sum += static_cast<std::size_t>(box.size()) * f.size;
  return sum;
}

namespace {

/// Calls f(address of a row's first number, bytes of the row) for the rows of a box, in order.
template <class Bytes, class F>
void eachRow(const Bytes& field, const Box& box, F&& f) {
  const auto row = static_cast<std::size_t>(box.high[0] - box.low[0]) * field.size;
  for (int k = box.low[2]; k < box.high[2]; ++k)
    for (int j = box.low[1]; j < box.high[1]; ++j)
      f(field.first + std::ptrdiff_t{box.low[0]} * field.size + field.sj * j + field.sk * k, row);
}

}  // namespace

void Halo::start(int width, Reach reach, const Band* band) {
  width_ = width;
  reach_ = reach;
  band_ = band;
  round_ = faces;
  send();
}

void Halo::send() {
  if (sides_.empty()) return;
  std::size_t outgoing = 0, incoming = 0;
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    eachSent(i, [&](const Box& box) { outgoing += bytes(box); });
    eachGhost(i, [&](const Box& box) { incoming += bytes(box); });
  }
  if (sendBuffer_.size() < outgoing) sendBuffer_.resize(outgoing);
  if (receiveBuffer_.size() < incoming) receiveBuffer_.resize(incoming);
  std::byte* out = sendBuffer_.data();
  std::byte* in = receiveBuffer_.data();
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    const std::byte* first = out;
    eachSent(i, [&](const Box& box) {
      for (const Bytes& f : fields_)
        eachRow(f, box, [&](const std::byte* row, std::size_t n) {
          std::memcpy(out, row, n);
          out += n;
        });
    });
    send_[i] = {first, out};
    std::byte* firstIn = in;
    eachGhost(i, [&](const Box& box) { in += bytes(box); });
    receive_[i] = {firstIn, in};
  }
  partners_.start(send_, receive_);
}

void Halo::receive() {
  if (sides_.empty()) return;
  partners_.finish();
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    const std::byte* in = receive_[i].data();
    eachGhost(i, [&](const Box& box) {
      for (const Bytes& f : fields_)
        eachRow(f, box, [&](std::byte* row, std::size_t n) {
          std::memcpy(row, in, n);
          in += n;
        });
    });
  }
}

void Halo::end() {
  receive();
  for (const int d : {1, 2}) {
    // Edges are where two directions are cut.
    if (reach_ == Reach::faces || ranks_[d] == 1 || (ranks_[0] == 1 && (d == 1 || ranks_[1] == 1))) continue;
    round_ = d;
    send();
    receive();
  }
  wrapAll(width_);
}

void Halo::wrapAll(int width) {
  for (int d = 0; d < 3; ++d)
    if (wraps_[d]) wrap(d, width);
}

/// Copies along a direction in which this rank is its own neighbour, in full planes with what ghosts the other directions have
/// by now. A direction may have fewer cells than ghosts.
void Halo::wrap(int d, int width) {
  const int n = n_[d];
  Box plane{{0, 0, 0}, n_};
  for (int e = 0; e < 3; ++e)
    if (e != d && reach_ == Reach::all) plane.low[e] -= width, plane.high[e] += width;
  for (int g = 1; g <= 2 * width; ++g) {
    const int to = g <= width ? -g : n - 1 + g - width;
    const int from = (to % n + n) % n;
    plane.low[d] = from;
    plane.high[d] = from + 1;
    for (const Bytes& f : fields_) {
      const std::ptrdiff_t step = d == 0 ? f.size : d == 1 ? f.sj : f.sk;
      eachRow(f, plane, [&](std::byte* row, std::size_t bytes) { std::memcpy(row + (to - from) * step, row, bytes); });
    }
  }
}

}  // namespace eagre::grid
