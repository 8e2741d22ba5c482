// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/types.hpp"
#include "linear/multiply_add.hpp"

/// The part of a row of a sweep that waits for the row before. Value: double, or the components of a vector side by side; x[c] is
/// one, and so is what scale(entry) gives, or it is a number.
namespace eagre::linear {

/// x[column], where x[finished] is at hand as `value`. A branch (well predicted), so that the load is off the chain.
template <class Values, class Value>
inline Value fresh(Values x, Label column, Label finished, Value value) {
  if (column == finished) [[likely]]
    return value;
  return x[column];
}

/// start - factor * sum(lower entries of row c * x), the nearest row last. `previous` is x[c - 1].
template <class Row, class Values, class Value, class Scale>
inline Value subtractLower(const Row& row, Values x, Value start, Value previous, Scale scale) {
  const Label last = row.nLower() - 1;
  if (last < 0) return start;
  for (Label k = 0; k < last; ++k) start = multiplyAdd(-scale(row.lower(k)), x[row.lowerColumn(k)], start);
  if constexpr (Row::inLine) return multiplyAdd(-scale(row.lower(last)), previous, start);
  return multiplyAdd(-scale(row.lower(last)), fresh(x, row.lowerColumn(last), row.c - 1, previous), start);
}

/// start - factor * sum(upper entries of row c * x), from the last to the first. `previous` is x[c + 1].
template <class Row, class Values, class Value, class Scale>
inline Value subtractUpper(const Row& row, Values x, Value start, Value previous, Scale scale) {
  if (row.nUpper() == 0) return start;
  for (Label k = row.nUpper() - 1; k > 0; --k) start = multiplyAdd(-scale(row.upper(k)), x[row.upperColumn(k)], start);
  if constexpr (Row::inLine) return multiplyAdd(-scale(row.upper(0)), previous, start);
  return multiplyAdd(-scale(row.upper(0)), fresh(x, row.upperColumn(0), row.c + 1, previous), start);
}

}  // namespace eagre::linear
