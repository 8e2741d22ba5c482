// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "core/types.hpp"
#include "core/vec.hpp"

namespace eagre::config {

class Cursor;

/// Lists of labels one behind the other: list i is labels[offsets[i] .. offsets[i+1]).
struct CompactLists {
  std::vector<Label> offsets{0};
  std::vector<Label> labels;
};

/// Reads files that are one big list behind the FoamFile header, as those of polyMesh (points, faces, owner), ascii or binary,
/// labels of 32 or 64 bits and scalars of 32 or 64 bits, plain or gzipped. Lists are "N(..)", "(..)" or "N{value}".
/// Errors (badCase) name file and line: no number, a count that differs, a file that ends too early, a label above 32 bits.
class ListFileReader {
 public:
  explicit ListFileReader(const std::filesystem::path& file, const ReadOptions& options = {});
  /// Reads a text; name stands for the file in messages.
  ListFileReader(std::string text, const std::string& name);
  ~ListFileReader();
  ListFileReader(ListFileReader&&) noexcept;
  ListFileReader& operator=(ListFileReader&&) noexcept;

  const FoamHeader& header() const { return header_; }
  std::vector<Label> readLabelList();
  /// A list in ascii whatever the header says, as OpenFOAM writes sets of cells, faces and points.
  std::vector<Label> readTextLabelList();
  std::vector<double> readScalarList();
  std::vector<Vec3> readVectorList();
  /// One value in ascii whatever the header says.
  double readScalar();
  Vec3 readVector();
  /// A faceList "N(4(0 1 2 3) 3(4 5 6) ..)" or, if the header's class says so, a faceCompactList: offsets and labels.
  CompactLists readFaceList();
  bool atEnd();
  /// Error if anything but white space and comments is left.
  void expectEnd();
  Place place() const;

 private:
  CompactLists readFaceCompactList();
  void open(const std::string& name);
  std::vector<Label> readBinaryLabels(std::int64_t count);
  /// Reads "N", checks it against what remains of the text; -1 if the list begins with '(' at once.
  std::int64_t readCount(std::size_t fewestCharacters);
  template <class T, class ReadOne>
  std::vector<T> readAsciiList(std::size_t fewestCharacters, const ReadOne& readOne);

  std::unique_ptr<std::string> text_;  ///< at a fixed address: the cursor looks into it
  std::unique_ptr<Cursor> cursor_;
  FoamHeader header_;
};

}  // namespace eagre::config
