// SPDX-License-Identifier: BSD-3-Clause
#include "linear/float_sweeps.hpp"

#include "kernel/parallel_for.hpp"

namespace eagre::linear {

SweepMatrix::SweepMatrix(const LduAddressing& addressing)
    : addressing_(addressing),
      whole_{.begin = 0, .end = addressing.nCells},
      perRow_(addressing.nCells > 0 ? static_cast<double>(addressing.nFaces()) / addressing.nCells : 0),
      lower_(addressing.owner.size()),
      diag_(static_cast<std::size_t>(addressing.nCells)),
      reciprocal_(diag_.size()) {}

void SweepMatrix::assign(std::span<const float> conductance, std::span<const float> diag) {
  upper_ = conductance.data();
  float* lower = lower_.data();
  const Label* losort = addressing_.losort.data();
  kernel::parallelFor({"sweeps.lower entries", 12}, static_cast<Label>(lower_.size()),
                      [=](Label i) { lower[i] = conductance[losort[i]]; });
  float *d = diag_.data(), *reciprocal = reciprocal_.data();
  kernel::parallelFor({"sweeps.diagonal", 12}, addressing_.nCells, [=](Label c) {
    d[c] = diag[c];
    reciprocal[c] = 1 / diag[c];
  });
}

/// The entries of one row, in ascending order of their columns; a row of a pattern reads no columns.
struct SweepMatrix::AnyRow {
  static constexpr bool inLine = false;
  const SweepMatrix& a;
  Label c;
  Label nLower() const { return a.addressing_.losortStart[c + 1] - a.addressing_.losortStart[c]; }
  Label nUpper() const { return a.addressing_.ownerStart[c + 1] - a.addressing_.ownerStart[c]; }
  float lower(Label k) const { return a.lower_[a.addressing_.losortStart[c] + k]; }
  float upper(Label k) const { return a.upper_[a.addressing_.ownerStart[c] + k]; }
  Label lowerColumn(Label k) const { return a.addressing_.lowerColumn[a.addressing_.losortStart[c] + k]; }
  Label upperColumn(Label k) const { return a.addressing_.neighbour[a.addressing_.ownerStart[c] + k]; }
};
template <int n>
struct SweepMatrix::PatternRow {
  static constexpr bool inLine = true;
  const float *lower_, *upper_;
  const kernel::Stretch& s;
  Label c;
  static constexpr Label nLower() { return n; }
  static constexpr Label nUpper() { return n; }
  float lower(Label k) const { return lower_[s.firstIn + n * (c - s.begin) + k]; }
  float upper(Label k) const { return upper_[s.outFace + n * (c - s.begin) + k]; }
  Label lowerColumn(Label k) const { return c + s.in[k]; }
  Label upperColumn(Label k) const { return c + s.out[k]; }
};

template <class Body>
inline void SweepMatrix::eachRow(Body&& body) const {
  kernel::eachStretch(
      stretches(),
      [&, lower = lower_.data(), upper = upper_](auto width, const kernel::Stretch s) {
        constexpr int n = width;
        const Label faces = n * s.size();
        kernel::prefetch(addressing_.losortStart.data() + s.end, addressing_.ownerStart.data() + s.end,
                         addressing_.lowerColumn.data() + s.firstIn + faces, addressing_.neighbour.data() + s.outFace + faces);
        for (Label c = s.begin; c < s.end; ++c) body(c, PatternRow<n>{lower, upper, s, c});
      },
      [&](Label begin, Label end) {
        for (Label c = begin; c < end; ++c) body(c, AnyRow{*this, c});
      });
}
template <class Body>
inline void SweepMatrix::eachRowBackwards(Body&& body) const {
  kernel::eachStretchBackwards(
      stretches(),
      [&, lower = lower_.data(), upper = upper_](auto width, const kernel::Stretch s) {
        constexpr int n = width;
        kernel::prefetch(addressing_.losortStart.data() + s.begin - 1, addressing_.ownerStart.data() + s.begin - 1,
                         addressing_.lowerColumn.data() + s.firstIn - 1, addressing_.neighbour.data() + s.outFace - 1);
        for (Label c = s.end - 1; c >= s.begin; --c) body(c, PatternRow<n>{lower, upper, s, c});
      },
      [&](Label begin, Label end) {
        for (Label c = end - 1; c >= begin; --c) body(c, AnyRow{*this, c});
      });
}

namespace {

float sumUpper(const auto& row, const float* x) {
  float s = 0;
  for (Label k = 0; k < row.nUpper(); ++k) s += row.upper(k) * x[row.upperColumn(k)];
  return s;
}
float sumLower(const auto& row, const float* x) {
  float s = 0;
  for (Label k = 0; k < row.nLower(); ++k) s += row.lower(k) * x[row.lowerColumn(k)];
  return s;
}

/// x_c of a forward sweep from s, what the row has besides its lower entries. `before`: x of the row before. The product with the
/// reciprocal is off the chain from row to row.
template <class Row>
inline float forward(const Row& row, const float* x, float s, float reciprocal, float before) {
  const Label last = row.nLower() - 1;
  if (last < 0) return s * reciprocal;
  for (Label k = 0; k < last; ++k) s += row.lower(k) * x[row.lowerColumn(k)];
  const float onChain = row.lower(last) * reciprocal;
  s *= reciprocal;
  if constexpr (Row::inLine) return s + onChain * before;
  if (row.lowerColumn(last) == row.c - 1) [[likely]]
    return s + onChain * before;
  return s + onChain * x[row.lowerColumn(last)];
}

/// The same of a backward sweep; s: what the row has besides its upper entries. `after`: x of the row after.
template <class Row>
inline float backward(const Row& row, const float* x, float s, float reciprocal, float after) {
  if (row.nUpper() == 0) return s * reciprocal;
  for (Label k = row.nUpper() - 1; k > 0; --k) s += row.upper(k) * x[row.upperColumn(k)];
  const float onChain = row.upper(0) * reciprocal;
  s *= reciprocal;
  if constexpr (Row::inLine) return s + onChain * after;
  if (row.upperColumn(0) == row.c + 1) [[likely]]
    return s + onChain * after;
  return s + onChain * x[row.upperColumn(0)];
}

}  // namespace

void SweepMatrix::sweepForwardFromZero(const float* b, float* x) const {
  const kernel::Timed timed({"sweeps.forward from zero", 16 + 8 * perRow_}, addressing_.nCells);
  float before = 0;
  eachRow([&, r = reciprocal_.data()](Label c, const auto& row) { x[c] = before = forward(row, x, b[c], r[c], before); });
}
void SweepMatrix::sweepForward(const float* b, float* x) const {
  const kernel::Timed timed({"sweeps.forward", 20 + 16 * perRow_}, addressing_.nCells);
  float before = 0;
  eachRow([&, r = reciprocal_.data()](Label c, const auto& row) {
    x[c] = before = forward(row, x, b[c] + sumUpper(row, x), r[c], before);
  });
}

void SweepMatrix::sweepBackward(const float* b, float* x) const {
  const kernel::Timed timed({"sweeps.backward", 24 + 16 * perRow_}, addressing_.nCells);
  float after = 0;
  eachRowBackwards([&, r = reciprocal_.data()](Label c, const auto& row) {
    x[c] = after = backward(row, x, b[c] + sumLower(row, x), r[c], after);
  });
}

void SweepMatrix::residualAfterForward(const float* x, float* r) const {
  const kernel::Timed timed({"sweeps.residual after forward", 12 + 8 * perRow_}, addressing_.nCells);
  eachRow([=](Label c, const auto& row) { r[c] = sumUpper(row, x); });
}
void SweepMatrix::residual(const float* b, const float* x, float* r) const {
  const kernel::Timed timed({"sweeps.residual", 24 + 16 * perRow_}, addressing_.nCells);
  eachRow([=, d = diag_.data()](Label c, const auto& row) { r[c] = b[c] - d[c] * x[c] + sumLower(row, x) + sumUpper(row, x); });
}

}  // namespace eagre::linear
