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

Box Halo::layer(int d, int low, int high) const {
  Box b{{0, 0, 0}, n_};
  for (int e = 0; e < 3; ++e) {
    if (e == d) {
      b.low[e] = low, b.high[e] = high;
    } else if (reach_ == Reach::all) {
      // The ghosts that the rounds before have filled go along.
      if (e < d && beyond_[e][0]) b.low[e] -= width_;
      b.high[e] += e < d && beyond_[e][1] ? width_ : faces_[e];
    }
  }
  return b;
}
namespace {

Box common(const Box& a, const Box& b) {
  Box both;
  for (int d = 0; d < 3; ++d) {
    both.low[d] = std::max(a.low[d], b.low[d]);
    both.high[d] = std::max(both.low[d], std::min(a.high[d], b.high[d]));
  }
  return both;
}

/// The least box around the cells of a box where |f| is below a bound.
Box whereBelow(const Field& f, double bound, const Box& box) {
  const int first = box.low[0], n = box.high[0] - first;
  Box found{box.high, box.low};
  forRows({"halo: band", 8}, box, [&](int j, int k) {
    const double* row = &f(first, j, k);
    int low = 0, high = n;
    while (low < n && !(std::abs(row[low]) < bound)) ++low;
    if (low == n) return;
    while (!(std::abs(row[high - 1]) < bound)) --high;
    const Int3 lows{first + low, j, k}, highs{first + high, j + 1, k + 1};
    for (int d = 0; d < 3; ++d) {
      found.low[d] = std::min(found.low[d], lows[d]);
      found.high[d] = std::max(found.high[d], highs[d]);
    }
  });
  return found.high[0] > found.low[0] ? found : Box{};
}

}  // namespace

Box Halo::ghosts(std::size_t side) const {
  const auto [d, high] = sides_[side];
  const Box all = high ? layer(d, n_[d], n_[d] + width_) : layer(d, -width_, 0);
  return band_ ? common(all, band_->ghosts[side]) : all;
}
Box Halo::sent(std::size_t side) const {
  const auto [d, high] = sides_[side];
  const Box all = high ? layer(d, n_[d] - width_, n_[d]) : layer(d, 0, width_);
  return band_ ? common(all, band_->sent[side]) : all;
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

std::size_t Halo::messageBytes(const Box& box) const {
  std::size_t bytes = 0;
  for (const Bytes& f : fields_) bytes += static_cast<std::size_t>(box.size()) * f.size;
  return bytes;
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
  if (reach == Reach::faces) send({0, 1, 2});
}

void Halo::send(std::initializer_list<int> directions) {
  if (sides_.empty()) return;
  const auto meant = [&](const Side& s) { return std::find(directions.begin(), directions.end(), s.d) != directions.end(); };
  std::size_t outgoing = 0, incoming = 0;
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    if (!meant(sides_[i])) continue;
    outgoing += messageBytes(sent(i));
    incoming += messageBytes(ghosts(i));
  }
  if (sendBuffer_.size() < outgoing) sendBuffer_.resize(outgoing);
  if (receiveBuffer_.size() < incoming) receiveBuffer_.resize(incoming);
  std::byte* out = sendBuffer_.data();
  std::byte* in = receiveBuffer_.data();
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    send_[i] = {};
    receive_[i] = {};
    if (!meant(sides_[i])) continue;
    const Box box = sent(i);
    send_[i] = {out, messageBytes(box)};
    receive_[i] = {in, messageBytes(ghosts(i))};
    in += receive_[i].size();
    for (const Bytes& f : fields_)
      eachRow(f, box, [&](const std::byte* row, std::size_t n) {
        std::memcpy(out, row, n);
        out += n;
      });
  }
  partners_.start(send_, receive_);
}

void Halo::receive() {
  if (sides_.empty()) return;
  partners_.finish();
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    if (receive_[i].empty()) continue;
    const std::byte* in = receive_[i].data();
    for (const Bytes& f : fields_)
      eachRow(f, ghosts(i), [&](std::byte* row, std::size_t n) {
        std::memcpy(row, in, n);
        in += n;
      });
  }
}

void Halo::end() {
  if (reach_ == Reach::faces) {
    receive();
  } else {
    for (int d = 0; d < 3; ++d) {
      if (ranks_[d] == 1) continue;
      send({d});
      receive();
    }
  }
  for (int d = 0; d < 3; ++d)
    if (wraps_[d]) wrap(d, width_);
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
