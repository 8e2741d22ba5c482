// SPDX-License-Identifier: BSD-3-Clause
#include "grid/transposition.hpp"

#include <set>

#include "grid/loops.hpp"

namespace eagre::grid {

namespace {

/// Ranks that one of the two boxes of this rank meets.
std::vector<comm::Partner> partners(const comm::Communicator& communicator, const Parts& from, const Parts& to) {
  const int me = communicator.rank();
  std::vector<comm::Partner> result;
  for (int r = 0; r < communicator.size(); ++r)
    if (r != me && !(common(from.of(me), to.of(r)).empty() && common(from.of(r), to.of(me)).empty())) result.push_back({r, 0, 0});
  return result;
}

}  // namespace

int Parts::start(int d, int p) const {
  const int quotient = cells_[d] / lattice_[d], remainder = cells_[d] % lattice_[d];
  return p * quotient + std::min(p, remainder);
}

Box Parts::of(int rank) const {
  const Int3 at{rank % lattice_[0], rank / lattice_[0] % lattice_[1], rank / lattice_[0] / lattice_[1]};
  Box box;
  for (int d = 0; d < 3; ++d) {
    box.low[d] = start(d, at[d]);
    box.high[d] = start(d, at[d] + 1);
  }
  return box;
}

Label Parts::largest() const { return of(0).size(); }

double Parts::pairs(const Parts& other) const {
  double product = 1;
  for (int d = 0; d < 3; ++d) {
    // Along a line each new start of either is where another pair begins.
    std::set<int> starts;
    for (int p = 0; p < lattice_[d]; ++p) starts.insert(start(d, p));
    for (int p = 0; p < other.lattice_[d]; ++p) starts.insert(other.start(d, p));
    starts.erase(cells_[d]);
    product *= static_cast<double>(starts.size());
  }
  return product;
}

Transposition::Transposition(const comm::Communicator& communicator, const Parts& from, const Parts& to)
    : source_(from.of(communicator.rank())),
      target_(to.of(communicator.rank())),
      partners_(communicator, partners(communicator, from, to)) {
  const auto cut = [](const Box& part, const Box& other, std::vector<Piece>& pieces) {
    Box box = common(part, other);
    const std::size_t first = pieces.empty() ? 0 : pieces.back().first + pieces.back().size;
    const auto size = static_cast<std::size_t>(box.size());
    for (int d = 0; d < 3; ++d) {
      box.low[d] -= part.low[d];
      box.high[d] -= part.low[d];
    }
    pieces.push_back({box, first, size});
  };
  for (const comm::Partner& p : partners(communicator, from, to)) {
    cut(source_, to.of(p.rank), send_);
    cut(target_, from.of(p.rank), take_);
  }
  own_ = !common(source_, target_).empty();
  if (own_) {
    cut(source_, target_, send_);
    cut(target_, source_, take_);
  }
  sendBuffer_.resize(static_cast<std::size_t>(source_.size()));
  takeBuffer_.resize(static_cast<std::size_t>(target_.size()));
  for (std::size_t i = 0; i < partners_.size(); ++i) {
    sendBytes_.push_back(std::as_bytes(std::span(sendBuffer_).subspan(send_[i].first, send_[i].size)));
    takeBytes_.push_back(std::as_writable_bytes(std::span(takeBuffer_).subspan(take_[i].first, take_[i].size)));
  }
}

/// Between a piece of the values of a part and its place in the buffer.
void Transposition::copy(const Box& part, const Piece& piece, PartValues& values, std::vector<double>& buffer, bool pack) const {
  const std::ptrdiff_t nx = part.high[0] - part.low[0], ny = part.high[1] - part.low[1];
  const Box& box = piece.box;
  const std::ptrdiff_t row = box.high[0] - box.low[0], rows = box.high[1] - box.low[1];
  forRows({"transpose", 16}, box, [=, low = box.low, first = buffer.data() + piece.first, values = values.data()](int j, int k) {
    double *packed = first + row * ((j - low[1]) + rows * (k - low[2])), *here = values + nx * (j + ny * k) + low[0];
    std::copy_n(pack ? here : packed, row, pack ? packed : here);
  });
}

void Transposition::carry(PartValues& values) {
  for (const Piece& piece : send_) copy(source_, piece, values, sendBuffer_, true);
  partners_.start(sendBytes_, takeBytes_);
  if (own_)
    std::copy_n(sendBuffer_.begin() + static_cast<std::ptrdiff_t>(send_.back().first), send_.back().size,
                takeBuffer_.begin() + static_cast<std::ptrdiff_t>(take_.back().first));
  partners_.finish();
  for (const Piece& piece : take_) copy(target_, piece, values, takeBuffer_, false);
}

}  // namespace eagre::grid
