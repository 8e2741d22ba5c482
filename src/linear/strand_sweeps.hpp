// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

#include "linear/float_sweeps.hpp"

namespace eagre::linear {

/// Rows in sixteen strands of consecutive rows each, which are swept side by side: a slice holds the next row of each strand,
/// none of them coupled to another, and one instruction works on all sixteen. Their entries stand side by side, padded to the
/// longest of them. Within a strand a row sees the one before it, as in the order of the rows; so a sweep smooths as well as that
/// (rows by colours needed a quarter more cycles on a mesh of snappyHexMesh). Source of the layout: Kreutzer, Hager, Wellein,
/// Fehske, Bishop, SIAM J. Sci. Comput. 36, 2014.
///
/// It pays on meshes without patterns: there a processor guesses wrong where a row ends, which costs more than the row.
class StrandSweeps final : public SweepMatrix {
 public:
  explicit StrandSweeps(const LduAddressing& addressing);
  /// To 8 binary digits: sweeps are bound by the bytes of their entries. The matrix of rounded conductances, whose diagonal is
  /// made of these, is within 0.4 % of the other one in any norm of energy, so that no cycle is the worse for it; a diagonal of
  /// others would spoil what is smooth.
  void round(std::span<float> conductance) const override;
  void assign(std::span<const float> conductance, std::span<const float> diag) override;
  void sweepForwardFromZero(const float* b, float* x) const override;
  void sweepForward(const float* b, float* x) const override;
  void sweepBackward(const float* b, float* x) const override;
  void residualAfterForward(const float* x, float* r) const override;
  void residual(const float* b, const float* x, float* r) const override;

 private:
  /// Sixteen rows; where a strand has to wait or is at its end, its place repeats the first row of the slice.
  struct Slice {
    Label first;  ///< its first entries: sixteen of faces_, columns_ and entries_ for each of the longest row's
    Label leastLower, nLower, nAll;  ///< entries left of the diagonal, of all rows and of the longest; all entries of the longest
  };
  template <class Column>
  struct Views;

  std::vector<Label> orderInSlices();
  void addEntries(const std::vector<Label>& sliceOf);
  template <class Column>
  Views<Column> views(const std::vector<Column>& columns) const;
  template <class F>
  void withViews(F&& f) const;
  double bytesOfEntry() const { return narrowColumns_.empty() ? 6 : 4; }
  template <class Body>
  void eachSlice(const char* name, double bytes, Body body) const;

  std::vector<Slice> slices_;
  std::vector<Label> rows_, nLower_;  ///< sixteen a slice
  /// Of each row those left of the diagonal - of rows in slices before -, then those right of it, then padding: face -1, and
  /// itself as column.
  std::vector<Label> faces_, columns_;
  std::vector<std::uint16_t> narrowColumns_;  ///< instead of columns_ where there are few rows
  std::vector<std::uint16_t> entries_;        ///< the upper halves of floats
  std::vector<float> reciprocals_;            ///< of the diagonal, sixteen a slice
};

}  // namespace eagre::linear
