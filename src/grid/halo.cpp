// SPDX-License-Identifier: BSD-3-Clause
#include "grid/halo.hpp"

#include <fmt/format.h>

#include <algorithm>
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
Box Halo::ghosts(const Side& s) const { return s.high ? layer(s.d, n_[s.d], n_[s.d] + width_) : layer(s.d, -width_, 0); }
Box Halo::sent(const Side& s) const { return s.high ? layer(s.d, n_[s.d] - width_, n_[s.d]) : layer(s.d, 0, width_); }

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

void Halo::start(int width, Reach reach) {
  width_ = width;
  reach_ = reach;
  if (reach == Reach::faces) send({0, 1, 2});
}

void Halo::send(std::initializer_list<int> directions) {
  if (sides_.empty()) return;
  const auto meant = [&](const Side& s) { return std::find(directions.begin(), directions.end(), s.d) != directions.end(); };
  std::size_t total = 0;
  for (const Side& s : sides_) total += meant(s) ? messageBytes(sent(s)) : 0;
  if (sendBuffer_.size() < total) {
    sendBuffer_.resize(total);
    receiveBuffer_.resize(total);
  }
  std::byte* out = sendBuffer_.data();
  std::byte* in = receiveBuffer_.data();
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    const Box box = sent(sides_[i]);
    const std::size_t bytes = meant(sides_[i]) ? messageBytes(box) : 0;
    send_[i] = {out, bytes};
    receive_[i] = {in, bytes};
    in += bytes;
    if (bytes == 0) continue;
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
      eachRow(f, ghosts(sides_[i]), [&](std::byte* row, std::size_t n) {
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
