// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "config/dictionary.hpp"
#include "core/dimensions.hpp"
#include "output/file_sink.hpp"
#include "output/foam/number_text.hpp"

namespace eagre::output {

/// How the numbers of a field file are written.
struct FieldFormat {
  bool binary = false;
  int precision = 6;        ///< significant digits of ascii numbers (writePrecision)
  bool compressed = false;  ///< .gz; OpenFOAM itself never compresses binary files
};

/// Name of OpenFOAM's value type of n components: scalar, vector, symmTensor, tensor.
std::string_view valueTypeName(int components);
/// Class of a cell-centred field of such values: volScalarField, volVectorField, volSymmTensorField,
/// volTensorField.
std::string volFieldClass(int components);

/// Writes the text of an OpenFOAM v1912 field file piece by piece into a sink: header, dimensions, uniform values and
/// lists, blocks. Knows the layout (indentation, alignment, line breaks as OpenFOAM sets them) and nothing of fields.
/// Numbers of a binary file that stand outside its lists (uniform values) are written in the shortest form that reads
/// back exactly, so that a binary file is exact as a whole.
class FieldFileWriter {
 public:
  FieldFileWriter(FileSink& sink, const FieldFormat& format) : sink_(&sink), format_(format), numbers_(format.precision) {}

  void header(const std::string& className, const std::string& location, const std::string& object);
  void dimensions(const Dimensions& dimensions, bool oriented);
  void text(std::string_view text) { sink_->write(text); }

  void beginBlock(std::string_view name);
  void endBlock();
  /// "keyword  text;"
  void entry(std::string_view keyword, std::string_view text);
  /// "keyword  uniform v;"
  void uniform(std::string_view keyword, std::span<const double> value);

  /// "keyword  nonuniform List<type> n(..);" in pieces: begin, then values of n entries in any number of calls, then end.
  void beginList(std::string_view keyword, std::int64_t count, int components, std::string_view form = "nonuniform");
  void values(std::span<const double> values);
  void endList();
  /// A whole list: uniform if it is not empty and all its entries are equal, as OpenFOAM's Field::writeEntry does.
  void list(std::string_view keyword, std::span<const double> values, int components);

  /// The entries of a dictionary, sub-dictionaries as blocks; field lists by list().
  void entries(const config::Dictionary& dict);

  /// The line at the end of every OpenFOAM file.
  void footer();

 private:
  void keyword(std::string_view keyword);
  std::string number(double value) const;
  std::string value(std::span<const double> value) const;
  void binaryTokens(const config::Entry& entry);
  void listBehind(const config::Token& form, std::string_view keyword, const config::FieldList& list);

  FileSink* sink_;
  FieldFormat format_;
  NumberText numbers_;
  std::vector<char> text_;
  std::string indent_;
  int components_ = 1;
  bool inLine_ = false, emptyList_ = false;
  std::int64_t listLength_ = 0;
};

/// What stands above the values of a field file.
struct FieldHead {
  std::string className, location, object;
  Dimensions dimensions;
  bool oriented = false;
};

/// The parts of a field file in their order: head, what `internal` writes, the block boundaryField that `patches` fills, foot.
template <class Internal, class Patches>
void writeFieldFile(FieldFileWriter& writer, const FieldHead& head, Internal&& internal, Patches&& patches) {
  writer.header(head.className, head.location, head.object);
  writer.dimensions(head.dimensions, head.oriented);
  internal();
  writer.text("\n");
  writer.beginBlock("boundaryField");
  patches();
  writer.endBlock();
  writer.footer();
}

/// True if there is at least one entry and all entries of `components` numbers each are equal.
bool isUniform(std::span<const double> values, int components);

}  // namespace eagre::output
