// SPDX-License-Identifier: BSD-3-Clause
#include "grid/agglomeration.hpp"

#include <algorithm>

#include "grid/loops.hpp"

namespace eagre::grid {

namespace {

constexpr int tag = 6;  // Halo has those below

/// Calls f(place) for the parts of this rank's group, in order.
template <class F>
void eachMember(const Block& parts, const Int3& by, F&& f) {
  Int3 first, place;
  for (int d = 0; d < 3; ++d) first[d] = parts.place()[d] / by[d] * by[d];
  const auto end = [&](int d) { return std::min(first[d] + by[d], parts.ranks()[d]); };
  for (place[2] = first[2]; place[2] < end(2); ++place[2])
    for (place[1] = first[1]; place[1] < end(1); ++place[1])
      for (place[0] = first[0]; place[0] < end(0); ++place[0]) f(place);
}

std::vector<comm::Partner> partners(const Block& parts, const Block& onFewer, const Int3& by) {
  std::vector<comm::Partner> result;
  if (!parts.hasPart()) return result;
  const int self = parts.rankAt(parts.place());
  bool first = true;
  eachMember(parts, by, [&](const Int3& place) {
    const int rank = parts.rankAt(place);
    // The first one holds the group.
    if (rank != self && (first || onFewer.hasPart())) result.push_back({.rank = rank, .sendTag = tag, .receiveTag = tag});
    first = false;
  });
  return result;
}

/// Where the rows of a box stand in a row of numbers.
struct Packed {
  Box box;
  std::ptrdiff_t n() const { return box.high[0] - box.low[0]; }
  std::ptrdiff_t at(int j, int k) const {
    return n() * ((j - box.low[1]) + std::ptrdiff_t{box.high[1] - box.low[1]} * (k - box.low[2]));
  }
};
/// Copies between the rows of a box and a row of numbers.
void pack(const BasicField<float>& field, const Box& box, float* to) {
  forRows({"multigrid agglomeration", 8}, box, [to, rows = Packed{box}, f = field.view()](int j, int k) {
    std::copy_n(&f(rows.box.low[0], j, k), rows.n(), to + rows.at(j, k));
  });
}
void unpack(const float* from, const Box& box, BasicField<float>& field) {
  forRows({"multigrid agglomeration", 8}, box, [from, rows = Packed{box}, f = field.view()](int j, int k) {
    std::copy_n(from + rows.at(j, k), rows.n(), &f(rows.box.low[0], j, k));
  });
}
void copy(const BasicField<float>& from, const Box& at, const Box& box, BasicField<float>& to) {
  const int n = box.high[0] - box.low[0];
  forRows({"multigrid agglomeration", 8}, box, [n, a = at.low, b = box.low, f = from.view(), t = to.view()](int j, int k) {
    std::copy_n(&f(a[0], j - b[1] + a[1], k - b[2] + a[2]), n, &t(b[0], j, k));
  });
}

}  // namespace

Agglomeration::Agglomeration(const Block& parts, const Block& onFewer, const Int3& by)
    : holds_(onFewer.hasPart()), takesPart_(parts.hasPart()), partners_(parts.communicator(), partners(parts, onFewer, by)) {
  if (!takesPart_) return;
  if (holds_) {
    Label size = 0;
    bool first = true;
    eachMember(parts, by, [&](const Int3& place) {
      Box box;
      for (int d = 0; d < 3; ++d) {
        box.low[d] = parts.start(d, place[d]) - onFewer.offset()[d];
        box.high[d] = parts.start(d, place[d] + 1) - onFewer.offset()[d];
      }
      (first ? own_ : members_.emplace_back()) = box;
      if (!first) size += box.size();
      first = false;
    });
    buffer_.resize(static_cast<std::size_t>(size));
  } else {
    own_ = parts.box();
    buffer_.resize(static_cast<std::size_t>(own_.size()));
  }
  send_.resize(partners_.size());
  receive_.resize(partners_.size());
}

void Agglomeration::gather(const BasicField<float>& part, BasicField<float>& to) {
  if (!takesPart_) return;
  if (!holds_) {
    pack(part, own_, buffer_.data());
    send_[0] = std::as_bytes(std::span(buffer_));
    receive_[0] = {};
    partners_.start(send_, receive_);
    partners_.finish();
    return;
  }
  float* at = buffer_.data();
  for (std::size_t m = 0; m < members_.size(); ++m) {
    const auto size = static_cast<std::size_t>(members_[m].size());
    send_[m] = {};
    receive_[m] = std::as_writable_bytes(std::span(at, size));
    at += size;
  }
  partners_.start(send_, receive_);
  copy(part, {{0, 0, 0}, part.n()}, own_, to);
  partners_.finish();
  at = buffer_.data();
  for (const Box& box : members_) {
    unpack(at, box, to);
    at += box.size();
  }
}

void Agglomeration::scatter(const BasicField<float>& from, BasicField<float>& part) {
  if (!takesPart_) return;
  if (!holds_) {
    send_[0] = {};
    receive_[0] = std::as_writable_bytes(std::span(buffer_));
    partners_.start(send_, receive_);
    partners_.finish();
    unpack(buffer_.data(), own_, part);
    return;
  }
  float* at = buffer_.data();
  for (std::size_t m = 0; m < members_.size(); ++m) {
    const auto size = static_cast<std::size_t>(members_[m].size());
    pack(from, members_[m], at);
    send_[m] = std::as_bytes(std::span(at, size));
    receive_[m] = {};
    at += size;
  }
  partners_.start(send_, receive_);
  copy(from, own_, {{0, 0, 0}, part.n()}, part);
  partners_.finish();
}

}  // namespace eagre::grid
