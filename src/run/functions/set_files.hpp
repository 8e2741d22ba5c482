// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "core/word_table.hpp"
#include "mesh/line_samples.hpp"

namespace eagre::run {

/// One set of points: how it is made, and, on rank 0, its points.
struct Set {
  std::string name, axis;
  std::function<std::vector<mesh::LineSample>(const mesh::PointStencils&)> make;
  std::vector<mesh::LineSample> samples{};
};

/// An entry of `sets`, or the seedSampleSet of streamLine. Errors (badCase): a wrong entry.
Set readSet(const std::string& name, const config::Dictionary& d);

/// setFormat.
const WordTable<>& setFormats();
/// The end of a file's name.
const char* setExtension(const std::string& format);

/// The columns of one file: names, and the numbers of each point.
struct Columns {
  int components = 1;
  std::vector<std::string> names;
  std::vector<std::vector<double>> values;  ///< one list per field: components numbers per point
};

/// Rows of setFormat raw and csv: the coordinates of a point by the set's axis, then its values, those of number first + i for
/// the i-th point.
std::string setRows(const Set& set, const Columns& columns, std::size_t first, const std::string& format, int digits);
/// The first line of setFormat csv.
std::string csvHeader(const Set& set, const Columns& columns);
/// A number of a position in setFormat vtk, rounded to single precision.
std::string singlePrecision(double x, int digits);

}  // namespace eagre::run
