// SPDX-License-Identifier: BSD-3-Clause
#include "linear/strand_sweeps.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "kernel/parallel_for.hpp"

namespace eagre::linear {

namespace {

constexpr Label width = 16;          // strands, rows of a slice
constexpr Label mostNarrow = 65536;  // rows; the numbers of fewer take two bytes

/// A value of each row of a slice.
template <class T>
using LanesOf [[gnu::vector_size(width * sizeof(T))]] = T;
using Lanes = LanesOf<float>;

/// Those from `at` on, which may lie at any address.
template <class T>
LanesOf<T> lanes(const T* at) {
  LanesOf<T> read;
  std::memcpy(&read, at, sizeof read);
  return read;
}

/// The upper half of a float, the nearest one to it: its exponent and 8 binary digits.
std::uint16_t narrowed(float a) {
  const auto bits = std::bit_cast<std::uint32_t>(a);
  return static_cast<std::uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}
float widened(std::uint16_t half) { return std::bit_cast<float>(static_cast<std::uint32_t>(half) << 16); }
Lanes widened(const std::uint16_t* at) {
  const LanesOf<std::uint32_t> bits = __builtin_convertvector(lanes(at), LanesOf<std::uint32_t>) << 16;
  Lanes values;
  std::memcpy(&values, &bits, sizeof values);
  return values;
}

template <class Index, std::size_t... l>
Lanes gathered(const float* from, const Index* which, std::index_sequence<l...>) {
  return Lanes{from[static_cast<std::uint32_t>(which[l])]...};
}
/// All at once and by unsigned numbers, which need no extension of their sign: element by element the compiler merges each into
/// the vector by a mask of its own, and a sweep takes a quarter longer.
template <class Index>
void gather(const float* from, const Index* which, Lanes& to) {
  to = gathered(from, which, std::make_index_sequence<width>());
}
void scatter(const Lanes& from, const Label* which, float* to) {
  for (int l = 0; l < width; ++l) to[which[l]] = from[l];
}

}  // namespace

/// What a loop over slices reads.
template <class Column>
struct StrandSweeps::Views {
  const Slice* slices;
  const Label *rowsOfSlices, *nLower;
  const Column* columns;
  const std::uint16_t* entries;
  const float *diag, *reciprocals;

  const Label* rows(Label s) const { return rowsOfSlices + width * s; }
  /// sum += entries [begin, end) of each row times x.
  void addProducts(Label s, Label begin, Label end, const float* x, Lanes& sum) const {
    for (Label k = begin; k < end; ++k) {
      Lanes behind;
      gather(x, columns + slices[s].first + width * k, behind);
      sum += widened(entries + slices[s].first + width * k) * behind;
    }
  }
  void addAll(Label s, const float* x, Lanes& sum) const { addProducts(s, 0, slices[s].nAll, x, sum); }
  /// sum += those right of the diagonal.
  void addUpper(Label s, const float* x, Lanes& sum) const {
    const LanesOf<Label> n = lanes(nLower + width * s);
    for (Label k = slices[s].leastLower; k < slices[s].nLower; ++k) {
      Lanes behind;
      gather(x, columns + slices[s].first + width * k, behind);
      sum += n <= k ? widened(entries + slices[s].first + width * k) * behind : Lanes{};
    }
    addProducts(s, slices[s].nLower, slices[s].nAll, x, sum);
  }
  /// x = sum/D
  void divide(Label s, const Lanes& sum, float* x) const { scatter(sum * lanes(reciprocals + width * s), rows(s), x); }
  void relax(Label s, const float* b, float* x) const {
    Lanes sum;
    gather(b, rows(s), sum);
    addAll(s, x, sum);
    divide(s, sum, x);
  }
};

StrandSweeps::StrandSweeps(const LduAddressing& addressing) : SweepMatrix(addressing) {
  addEntries(orderInSlices());
  if (addressing.nCells <= mostNarrow) {
    narrowColumns_.assign(columns_.begin(), columns_.end());
    columns_ = {};
  }
  entries_.resize(faces_.size());
  reciprocals_.resize(rows_.size());
}

/// Makes the rows of the slices; returns the slice of each row.
std::vector<Label> StrandSweeps::orderInSlices() {
  const Label n = addressing_.nCells;
  std::vector<Label> sliceOf(static_cast<std::size_t>(n), -1);
  std::array<Label, width + 1> next{};
  for (Label l = 0; l <= width; ++l) next[l] = static_cast<Label>(static_cast<std::int64_t>(n) * l / width);
  const auto ends = next;
  const auto isCoupled = [&](Label row, Label slice) {
    for (Label i = addressing_.losortStart[row]; i < addressing_.losortStart[row + 1]; ++i)
      if (sliceOf[addressing_.lowerColumn[i]] == slice) return true;
    for (Label f = addressing_.ownerStart[row]; f < addressing_.ownerStart[row + 1]; ++f)
      if (sliceOf[addressing_.neighbour[f]] == slice) return true;
    return false;
  };
  for (Label done = 0, slice = 0; done < n; ++slice) {
    std::array<Label, width> rows;
    rows.fill(-1);
    for (Label l = 0; l < width; ++l) {
      if (next[l] == ends[l + 1] || isCoupled(next[l], slice)) continue;
      rows[l] = next[l]++;
      sliceOf[rows[l]] = slice;
      ++done;
    }
    const Label any = *std::find_if(rows.begin(), rows.end(), [](Label row) { return row >= 0; });
    for (const Label row : rows) rows_.push_back(row >= 0 ? row : any);
  }
  return sliceOf;
}

void StrandSweeps::addEntries(const std::vector<Label>& sliceOf) {
  const auto nSlices = static_cast<Label>(rows_.size()) / width;
  std::array<std::vector<std::pair<Label, Label>>, width> entries;  // of each row: face, and the row behind it
  for (Label s = 0; s < nSlices; ++s) {
    Slice slice{static_cast<Label>(faces_.size()), addressing_.nFaces(), 0, 0};
    for (Label l = 0; l < width; ++l) {
      auto& own = entries[l];
      own.clear();
      const Label row = rows_[width * s + l];
      for (Label i = addressing_.losortStart[row]; i < addressing_.losortStart[row + 1]; ++i)
        own.emplace_back(addressing_.losort[i], addressing_.lowerColumn[i]);
      for (Label f = addressing_.ownerStart[row]; f < addressing_.ownerStart[row + 1]; ++f)
        own.emplace_back(f, addressing_.neighbour[f]);
      const auto right =
          std::stable_partition(own.begin(), own.end(), [&](const auto& entry) { return sliceOf[entry.second] < s; });
      nLower_.push_back(static_cast<Label>(right - own.begin()));
      slice.leastLower = std::min(slice.leastLower, nLower_.back());
      slice.nLower = std::max(slice.nLower, nLower_.back());
      slice.nAll = std::max(slice.nAll, static_cast<Label>(own.size()));
    }
    for (Label k = 0; k < slice.nAll; ++k)
      for (Label l = 0; l < width; ++l) {
        const bool pads = k >= static_cast<Label>(entries[l].size());
        faces_.push_back(pads ? -1 : entries[l][k].first);
        columns_.push_back(pads ? rows_[width * s + l] : entries[l][k].second);
      }
    slices_.push_back(slice);
  }
}

void StrandSweeps::round(std::span<float> conductance) const {
  kernel::parallelFor({"sweeps.rounded", 8}, static_cast<Label>(conductance.size()),
                      [a = conductance.data()](Label f) { a[f] = widened(narrowed(a[f])); });
}

void StrandSweeps::assign(std::span<const float> conductance, std::span<const float> diag) {
  kernel::parallelFor({"sweeps.entries", 10}, static_cast<Label>(faces_.size()),
                      [entry = entries_.data(), face = faces_.data(), from = conductance.data()](Label i) {
                        entry[i] = face[i] < 0 ? std::uint16_t{0} : narrowed(from[face[i]]);
                      });
  assignDiagonal(diag);
  kernel::parallelFor(
      {"sweeps.reciprocals", 12}, static_cast<Label>(rows_.size()),
      [to = reciprocals_.data(), row = rows_.data(), from = reciprocal_.data()](Label i) { to[i] = from[row[i]]; });
}

template <class Column>
StrandSweeps::Views<Column> StrandSweeps::views(const std::vector<Column>& columns) const {
  return {slices_.data(), rows_.data(), nLower_.data(), columns.data(), entries_.data(), diag_.data(), reciprocals_.data()};
}
/// f(views) with the columns that there are.
template <class F>
void StrandSweeps::withViews(F&& f) const {
  if (narrowColumns_.empty())
    f(views(columns_));
  else
    f(views(narrowColumns_));
}

void StrandSweeps::sweepForwardFromZero(const float* b, float* x) const {
  const kernel::Timed timed({"sweeps.forward from zero", 20 + bytesOfEntry() * perRow_}, addressing_.nCells);
  std::fill_n(x, addressing_.nCells, 0.0F);  // what entries right of the diagonal meet
  withViews([=, n = static_cast<Label>(slices_.size())](const auto& a) {
    for (Label s = 0; s < n; ++s) {
      Lanes sum;
      gather(b, a.rows(s), sum);
      a.addProducts(s, 0, a.slices[s].nLower, x, sum);
      a.divide(s, sum, x);
    }
  });
}
void StrandSweeps::sweepForward(const float* b, float* x) const {
  const kernel::Timed timed({"sweeps.forward", 20 + 2 * bytesOfEntry() * perRow_}, addressing_.nCells);
  withViews([=, n = static_cast<Label>(slices_.size())](const auto& a) {
    for (Label s = 0; s < n; ++s) a.relax(s, b, x);
  });
}
void StrandSweeps::sweepBackward(const float* b, float* x) const {
  const kernel::Timed timed({"sweeps.backward", 20 + 2 * bytesOfEntry() * perRow_}, addressing_.nCells);
  withViews([=, n = static_cast<Label>(slices_.size())](const auto& a) {
    for (Label s = n; s-- > 0;) a.relax(s, b, x);
  });
}

/// bytes: of a row.
template <class Body>
void StrandSweeps::eachSlice(const char* name, double bytes, Body body) const {
  withViews([&](const auto& views) {
    kernel::parallelFor({name, width * bytes}, static_cast<Label>(slices_.size()), [body, views](Label s) { body(s, views); });
  });
}

void StrandSweeps::residualAfterForward(const float* x, float* r) const {
  eachSlice("sweeps.residual after forward", 12 + bytesOfEntry() * perRow_, [=](Label s, const auto& a) {
    Lanes sum{};
    a.addUpper(s, x, sum);
    scatter(sum, a.rows(s), r);
  });
}
void StrandSweeps::residual(const float* b, const float* x, float* r) const {
  eachSlice("sweeps.residual", 24 + 2 * bytesOfEntry() * perRow_, [=](Label s, const auto& a) {
    Lanes sum, d, own;
    gather(b, a.rows(s), sum);
    gather(a.diag, a.rows(s), d);
    gather(x, a.rows(s), own);
    sum -= d * own;
    a.addAll(s, x, sum);
    scatter(sum, a.rows(s), r);
  });
}

}  // namespace eagre::linear
