// SPDX-License-Identifier: BSD-3-Clause
#include "grid/halo.hpp"

#include <fmt/format.h>

#include <cstring>

#include "core/error.hpp"
#include "grid/loops.hpp"

namespace eagre::grid {

namespace {

/// Directions from a block to its neighbours, up to 26: 0 where the lattice is not cut.
template <class F>
void eachStep(const Int3& ranks, F&& f) {
  Int3 s;
  for (s[2] = -1; s[2] <= 1; ++s[2])
    for (s[1] = -1; s[1] <= 1; ++s[1])
      for (s[0] = -1; s[0] <= 1; ++s[0]) {
        bool cut = s != Int3{0, 0, 0};
        for (int d = 0; d < 3; ++d) cut = cut && (s[d] == 0 || ranks[d] > 1);
        if (cut) f(s);
      }
}

int tagOf(const Int3& s) { return (s[0] + 1) + 3 * (s[1] + 1) + 9 * (s[2] + 1); }

std::vector<comm::Partner> partners(const Block& block) {
  std::vector<comm::Partner> result;
  if (!block.hasPart()) return result;
  eachStep(block.ranks(), [&](const Int3& s) {
    const int rank = block.neighbour(s);
    if (rank >= 0) result.push_back({.rank = rank, .sendTag = tagOf(s), .receiveTag = tagOf({-s[0], -s[1], -s[2]})});
  });
  return result;
}

}  // namespace

Halo::Halo(const Block& block) : n_(block.n()), ranks_(block.ranks()), partners_(block.communicator(), partners(block)) {
  for (int d = 0; d < 3; ++d) {
    wraps_[d] = block.grid().periodic[d] && ranks_[d] == 1;
    faces_[d] = block.atBoundary(d, 1);
  }
  if (!block.hasPart()) return;
  eachStep(ranks_, [&](const Int3& s) {
    if (block.neighbour(s) >= 0) sides_.push_back({s, s[0] * s[0] + s[1] * s[1] + s[2] * s[2] == 1});
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

Box Halo::ghosts(const Int3& step, int width) const {
  Box b{{0, 0, 0}, n_};
  for (int d = 0; d < 3; ++d) {
    if (step[d] < 0) b.low[d] = -width, b.high[d] = 0;
    if (step[d] > 0) b.low[d] = n_[d], b.high[d] = n_[d] + width;
    if (step[d] == 0 && reach_ == Reach::all) b.high[d] += faces_[d];
  }
  return b;
}

Box Halo::sent(const Int3& step, int width) const {
  Box b{{0, 0, 0}, n_};
  for (int d = 0; d < 3; ++d) {
    if (step[d] < 0) b.high[d] = width;
    if (step[d] > 0) b.low[d] = n_[d] - width;
    if (step[d] == 0 && reach_ == Reach::all) b.high[d] += faces_[d];
  }
  return b;
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

void Halo::start(int width, Reach reach) {
  width_ = width;
  reach_ = reach;
  if (sides_.empty()) return;
  std::size_t total = 0;
  for (const Side& s : sides_) total += s.face || reach == Reach::all ? messageBytes(sent(s.step, width)) : 0;
  if (sendBuffer_.size() < total) {
    sendBuffer_.resize(total);
    receiveBuffer_.resize(total);
  }
  std::byte* out = sendBuffer_.data();
  std::byte* in = receiveBuffer_.data();
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    const bool meant = sides_[i].face || reach == Reach::all;
    const Box box = sent(sides_[i].step, width);
    const std::size_t bytes = meant ? messageBytes(box) : 0;
    send_[i] = {out, bytes};
    receive_[i] = {in, bytes};
    in += bytes;
    if (!meant) continue;
    for (const Bytes& f : fields_)
      eachRow(f, box, [&](const std::byte* row, std::size_t n) {
        std::memcpy(out, row, n);
        out += n;
      });
  }
  partners_.start(send_, receive_);
}

void Halo::end() {
  if (!sides_.empty()) {
    partners_.finish();
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      if (receive_[i].empty()) continue;
      const std::byte* in = receive_[i].data();
      for (const Bytes& f : fields_)
        eachRow(f, ghosts(sides_[i].step, width_), [&](std::byte* row, std::size_t n) {
          std::memcpy(row, in, n);
          in += n;
        });
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
