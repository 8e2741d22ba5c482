// SPDX-License-Identifier: BSD-3-Clause
#include "linear/float_sweeps.hpp"

#include "kernel/parallel_for.hpp"

namespace eagre::linear {

SweepMatrix::SweepMatrix(const LduAddressing& addressing)
    : addressing_(addressing),
      perRow_(addressing.nCells > 0 ? static_cast<double>(addressing.nFaces()) / addressing.nCells : 0),
      lower_(addressing.owner.size()),
      diag_(static_cast<std::size_t>(addressing.nCells)),
      reciprocal_(diag_.size()) {
  for (std::size_t i = 0; i < lower_.size(); ++i) lower_[i].column = addressing.owner[addressing.losort[i]];
}

void SweepMatrix::assign(std::span<const float> conductance, std::span<const float> diag) {
  upper_ = conductance.data();
  Entry* lower = lower_.data();
  const Label* losort = addressing_.losort.data();
  kernel::parallelFor({"sweeps.lower entries", 16}, static_cast<Label>(lower_.size()),
                      [=](Label i) { lower[i].value = conductance[losort[i]]; });
  float *d = diag_.data(), *reciprocal = reciprocal_.data();
  kernel::parallelFor({"sweeps.diagonal", 12}, addressing_.nCells, [=](Label c) {
    d[c] = diag[c];
    reciprocal[c] = 1 / diag[c];
  });
}

inline float SweepMatrix::sumUpper(const float* x, Label c) const {
  const Label *start = addressing_.ownerStart.data(), *column = addressing_.neighbour.data();
  float s = 0;
  for (Label f = start[c]; f < start[c + 1]; ++f) s += upper_[f] * x[column[f]];
  return s;
}
inline float SweepMatrix::sumLower(const float* x, Label c) const {
  const Label* start = addressing_.losortStart.data();
  float s = 0;
  for (Label i = start[c]; i < start[c + 1]; ++i) s += lower_[i].value * x[lower_[i].column];
  return s;
}

/// The forward sweep; rest(c): the part of row c that waits for nothing.
template <class Rest>
inline void forward(const Label* start, const auto* lower, const float* reciprocal, float* x, Label n, Rest&& rest) {
  float before = 0;  // x[c - 1]
  for (Label c = 0; c < n; ++c) {
    float s = rest(c);
    const Label end = start[c + 1];
    Label i = start[c];
    if (i == end) {
      x[c] = before = s * reciprocal[c];
      continue;
    }
    for (; i < end - 1; ++i) s += lower[i].value * x[lower[i].column];
    const float onChain = lower[i].value * reciprocal[c];
    s *= reciprocal[c];
    if (lower[i].column == c - 1) [[likely]]
      before = s + onChain * before;
    else
      before = s + onChain * x[lower[i].column];
    x[c] = before;
  }
}

void SweepMatrix::sweepForwardFromZero(const float* b, float* x) const {
  const kernel::Timed timed({"sweeps.forward from zero", 16 + 8 * perRow_}, addressing_.nCells);
  forward(addressing_.losortStart.data(), lower_.data(), reciprocal_.data(), x, addressing_.nCells,
          [=](Label c) { return b[c]; });
}
void SweepMatrix::sweepForward(const float* b, float* x) const {
  const kernel::Timed timed({"sweeps.forward", 20 + 16 * perRow_}, addressing_.nCells);
  forward(addressing_.losortStart.data(), lower_.data(), reciprocal_.data(), x, addressing_.nCells,
          [=, this](Label c) { return b[c] + sumUpper(x, c); });
}

void SweepMatrix::sweepBackward(const float* b, float* x) const {
  const kernel::Timed timed({"sweeps.backward", 24 + 16 * perRow_}, addressing_.nCells);
  const Label *start = addressing_.ownerStart.data(), *column = addressing_.neighbour.data();
  const float *upper = upper_, *reciprocal = reciprocal_.data();
  float after = 0;  // x[c + 1]
  for (Label c = addressing_.nCells - 1; c >= 0; --c) {
    float s = b[c] + sumLower(x, c);
    const Label first = start[c];
    Label f = start[c + 1] - 1;
    if (f < first) {
      x[c] = after = s * reciprocal[c];
      continue;
    }
    for (; f > first; --f) s += upper[f] * x[column[f]];
    const float onChain = upper[f] * reciprocal[c];
    s *= reciprocal[c];
    if (column[f] == c + 1) [[likely]]
      after = s + onChain * after;
    else
      after = s + onChain * x[column[f]];
    x[c] = after;
  }
}

void SweepMatrix::residualAfterForward(const float* x, float* r) const {
  kernel::parallelFor({"sweeps.residual after forward", 12 + 8 * perRow_}, addressing_.nCells,
                      [=, this](Label c) { r[c] = sumUpper(x, c); });
}
void SweepMatrix::residual(const float* b, const float* x, float* r) const {
  kernel::parallelFor({"sweeps.residual", 24 + 16 * perRow_}, addressing_.nCells,
                      [=, this](Label c) { r[c] = b[c] - diag_[c] * x[c] + sumLower(x, c) + sumUpper(x, c); });
}

}  // namespace eagre::linear
