// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "output/file_sink.hpp"

/// The text files of TPLS 2.0; of one rank.
namespace eagre::output::tpls {

/// initial_*.dat: a title, a line of names, first and last index in each direction, then one value per line, i fastest.
struct Array {
  std::string title;
  std::array<int, 3> first{}, last{};
  std::vector<double> values;
  double at(int i, int j, int k) const;
  static Array read(const std::filesystem::path& file);  ///< also of file.gz. Errors (badCase): file, line, what is wrong
  void write(const std::filesystem::path& file) const;
};

/// phi_channel_*.dat, uvw_channel_*.dat: a Tecplot zone of points "X Y Z values..." on a grid, i fastest.
struct PointFile {
  std::vector<std::string> variables;  ///< behind X, Y, Z
  std::array<std::vector<double>, 3> axes;
  std::vector<std::vector<double>> values;  ///< of each variable
  /// Errors (badCase): file, line, what is wrong.
  static PointFile read(const std::filesystem::path& file);
};

/// Writes such a file plane by plane.
class PointWriter {
 public:
  PointWriter(FileSink& sink, std::span<const std::string> variables, std::array<std::vector<double>, 3> axes);
  /// The plane k: of each variable nx x ny values, x fastest.
  void plane(std::size_t k, std::span<const std::vector<double>> values);

 private:
  FileSink& sink_;
  std::array<std::vector<double>, 3> axes_;
};

}  // namespace eagre::output::tpls
