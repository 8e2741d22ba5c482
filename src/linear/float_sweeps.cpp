// SPDX-License-Identifier: BSD-3-Clause
#include "linear/float_sweeps.hpp"

#include "kernel/parallel_for.hpp"
#include "linear/multiply_add.hpp"
#include "linear/strand_sweeps.hpp"

namespace eagre::linear {

namespace {

constexpr double leastPatterned = 0.75;  // of the rows, for sweeps in the order of the rows

}  // namespace

SweepMatrix::SweepMatrix(const LduAddressing& addressing)
    : addressing_(addressing),
      perRow_(addressing.nCells > 0 ? static_cast<double>(addressing.nFaces()) / addressing.nCells : 0),
      diag_(static_cast<std::size_t>(addressing.nCells)),
      reciprocal_(diag_.size()) {}

void SweepMatrix::assignDiagonal(std::span<const float> diag) {
  float *d = diag_.data(), *reciprocal = reciprocal_.data();
  kernel::parallelFor({"sweeps.diagonal", 12}, addressing_.nCells, [=](Label c) {
    d[c] = diag[c];
    reciprocal[c] = 1 / diag[c];
  });
}

SweepOrder bestOrder(const LduAddressing& addressing) {
  Label patterned = 0;
  for (const kernel::Stretch& s : addressing.stretches)
    if (s.known) patterned += s.size();
  return patterned >= leastPatterned * addressing.nCells ? SweepOrder::rows : SweepOrder::strands;
}

std::unique_ptr<SweepMatrix> makeSweepMatrix(const LduAddressing& addressing, SweepOrder order) {
  if (order == SweepOrder::rows) return std::make_unique<RowSweeps>(addressing);
  return std::make_unique<StrandSweeps>(addressing);
}

RowSweeps::RowSweeps(const LduAddressing& addressing) : SweepMatrix(addressing), lower_(addressing.owner.size()) {}

void RowSweeps::assign(std::span<const float> conductance, std::span<const float> diag) {
  upper_ = conductance.data();
  float* lower = lower_.data();
  const Label* losort = addressing_.losort.data();
  kernel::parallelFor({"sweeps.lower entries", 12}, static_cast<Label>(lower_.size()),
                      [=](Label i) { lower[i] = conductance[losort[i]]; });
  assignDiagonal(diag);
}

RowsOf<float> RowSweeps::rows() const {
  return {addressing_.nCells,
          diag_.data(),
          lower_.data(),
          upper_,
          addressing_.losortStart.data(),
          addressing_.lowerColumn.data(),
          addressing_.ownerStart.data(),
          addressing_.neighbour.data(),
          addressing_.stretches};
}

namespace {

float sumUpper(const auto& row, const float* x) {
  float s = 0;
  for (Label k = 0; k < row.nUpper(); ++k) s = multiplyAdd(row.upper(k), x[row.upperColumn(k)], s);
  return s;
}
float sumLower(const auto& row, const float* x) {
  float s = 0;
  for (Label k = 0; k < row.nLower(); ++k) s = multiplyAdd(row.lower(k), x[row.lowerColumn(k)], s);
  return s;
}

/// x_c of a forward sweep from s, what the row has besides its lower entries. `before`: x of the row before. The product with the
/// reciprocal is off the chain from row to row.
template <class Row>
inline float forward(const Row& row, const float* x, float s, float reciprocal, float before) {
  const Label last = row.nLower() - 1;
  if (last < 0) return s * reciprocal;
  for (Label k = 0; k < last; ++k) s = multiplyAdd(row.lower(k), x[row.lowerColumn(k)], s);
  const float onChain = row.lower(last) * reciprocal;
  s *= reciprocal;
  if constexpr (Row::inLine) return multiplyAdd(onChain, before, s);
  if (row.lowerColumn(last) == row.c - 1) [[likely]]
    return multiplyAdd(onChain, before, s);
  return multiplyAdd(onChain, x[row.lowerColumn(last)], s);
}

/// The same of a backward sweep; s: what the row has besides its upper entries. `after`: x of the row after.
template <class Row>
inline float backward(const Row& row, const float* x, float s, float reciprocal, float after) {
  if (row.nUpper() == 0) return s * reciprocal;
  for (Label k = row.nUpper() - 1; k > 0; --k) s = multiplyAdd(row.upper(k), x[row.upperColumn(k)], s);
  const float onChain = row.upper(0) * reciprocal;
  s *= reciprocal;
  if constexpr (Row::inLine) return multiplyAdd(onChain, after, s);
  if (row.upperColumn(0) == row.c + 1) [[likely]]
    return multiplyAdd(onChain, after, s);
  return multiplyAdd(onChain, x[row.upperColumn(0)], s);
}

}  // namespace

void RowSweeps::sweepForwardFromZero(const float* b, float* x) const {
  const kernel::Timed timed({"sweeps.forward from zero", 16 + 8 * perRow_}, addressing_.nCells);
  float before = 0;
  sequentialRows(rows(),
                 [&, r = reciprocal_.data()](Label c, const auto& row) { x[c] = before = forward(row, x, b[c], r[c], before); });
}
void RowSweeps::sweepForward(const float* b, float* x) const {
  const kernel::Timed timed({"sweeps.forward", 20 + 16 * perRow_}, addressing_.nCells);
  float before = 0;
  sequentialRows(rows(), [&, r = reciprocal_.data()](Label c, const auto& row) {
    x[c] = before = forward(row, x, b[c] + sumUpper(row, x), r[c], before);
  });
}

void RowSweeps::sweepBackward(const float* b, float* x) const {
  const kernel::Timed timed({"sweeps.backward", 24 + 16 * perRow_}, addressing_.nCells);
  float after = 0;
  sequentialRowsBackwards(rows(), [&, r = reciprocal_.data()](Label c, const auto& row) {
    x[c] = after = backward(row, x, b[c] + sumLower(row, x), r[c], after);
  });
}

void RowSweeps::residualAfterForward(const float* x, float* r) const {
  parallelRows({"sweeps.residual after forward", 12 + 8 * perRow_}, addressing_.nCells, rows(),
               [=](Label c, const auto& row) { r[c] = sumUpper(row, x); });
}
void RowSweeps::residual(const float* b, const float* x, float* r) const {
  parallelRows({"sweeps.residual", 24 + 16 * perRow_}, addressing_.nCells, rows(),
               [=, d = diag_.data()](Label c, const auto& row) {
                 r[c] = multiplyAdd(-d[c], x[c], b[c]) + sumLower(row, x) + sumUpper(row, x);
               });
}

}  // namespace eagre::linear
