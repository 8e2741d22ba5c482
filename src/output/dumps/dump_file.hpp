// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/dimensions.hpp"
#include "core/error.hpp"
#include "mesh/slab_mesh.hpp"

namespace eagre::output {

namespace hdf5 {
class File;
}

/// Where a dump comes from: the attributes of /eagre.
struct DumpHeader {
  double time = 0, deltaT = 0, deltaT0 = 0;  ///< s
  std::int64_t index = 0, ranks = 0;
  std::uint32_t meshChecksum = 0;  ///< of the mesh file beside it, or, of a dump with a mesh of its own, of constant/polyMesh
  std::optional<std::uint32_t> ownMesh{};  ///< the dump holds its mesh itself (own_mesh.hpp), of this checksum
  std::string program, version, date, command;
  std::string name;                 ///< of OpenFOAM's directory of this time
  std::string hints, hintsInForce;  ///< of MPI-IO: a line "key value" for each that was asked for, and for each in force
  int bunch = -1, bunches = 1;      ///< files of the dump; bunch >= 0: this is one of them, not the dump
  std::vector<std::string> parts;   ///< their names, beside this file; empty: it is the only one
};

/// A patch of the global mesh.
struct DumpedPatch {
  std::string name, type;
  std::int64_t faces = 0;
};

/// A field of a dump without its values.
struct DumpedField {
  std::string name, className;
  Dimensions dimensions;
  bool oriented = false;   ///< a flux, whose sign belongs to the face's normal
  std::string valuesPath;  ///< of the data set of its cells' or internal faces' values
  bool ofCells() const { return className.starts_with("vol"); }
};

/// Values of the faces of a patch: n * components numbers.
struct PatchList {
  int components = 1;
  std::vector<double> values;
};

/// What the boundaryField of a field says of one patch.
struct PatchEntry {
  std::string text;                        ///< lines as they stand in a field file; a list is held by its keyword alone
  std::map<std::string, PatchList> lists;  ///< by keyword
};

/// Who of how many looks at a data set: each at rows of its own.
struct Share {
  int rank = 0, ranks = 1;
};

/// What one pass over a data set, or over a share of its rows, finds.
struct DataSetSummary {
  std::string path;
  std::int64_t count = 0;  ///< entities
  int components = 1;
  std::uint64_t bytes = 0, stored = 0;  ///< of the values; on the disk
  std::vector<double> low, high;        ///< component by component; NaN left out; empty if these are no numbers
  bool hasNaN = false;
  std::uint32_t checksum = 0;           ///< of these bytes
  std::optional<std::uint32_t> stated;  ///< the data set's
  std::optional<std::uint32_t> listed;  ///< that of the list of contents, if there is one
  std::string damage;                   ///< empty if it agrees with its checksum
};

/// Names what its checksum says of a data set that has been read as a whole, unless something else is wrong with it.
void compareChecksums(DataSetSummary& summary);

/// The mesh file beside dumps, opened; it holds no links. Errors: Error(io) that says what stands there instead. Serial.
std::unique_ptr<hdf5::File> openMeshFile(const std::filesystem::path& path);

/// The mesh file beside dumps.
struct MeshFile {
  std::uint32_t checksum = 0;
  std::int64_t cells = 0, points = 0;
  std::optional<mesh::MeshFacts> packed;  ///< if runs can read it in slabs
  std::vector<DataSetSummary> dataSets;
};
/// Reads and verifies it. Errors: Error(io).
MeshFile readMeshFile(const std::filesystem::path& path);

/// A dump (docs/dumps.md) as it stands on the disk, opened by one rank, for looking at it, for OpenFOAM's files and for changing
/// its boundary values. What is wrong with the file (not HDF5, truncated, not a dump, of another layout, not what its list of
/// contents says, of other sizes than its cells and patches have) is an Error(io) that says which it is, before a value is read.
/// Values are read piece by piece; a whole field is never held.
class DumpFile {
 public:
  enum class Access { read, change };
  explicit DumpFile(const std::filesystem::path& path, Access access = Access::read);
  ~DumpFile();
  DumpFile(const DumpFile&) = delete;
  DumpFile& operator=(const DumpFile&) = delete;

  const std::filesystem::path& path() const;
  const DumpHeader& header() const;
  const std::vector<DumpedPatch>& patches() const;
  const std::vector<DumpedField>& fields() const;
  /// Error(usage) with the nearest name, and all of them, if there is none.
  const DumpedField& field(const std::string& name) const;
  const DumpedPatch& patch(const std::string& name) const;

  /// Numbers of cells and points of the mesh that the dump holds itself.
  std::pair<std::int64_t, std::int64_t> sizeOfOwnMesh() const;
  /// The points of a mesh that moves, as a field without a patch; none: they are those of the mesh file.
  std::optional<DumpedField> points() const;
  /// Where they are without motion, of a mesh that the dump holds itself.
  std::optional<DumpedField> pointsAtRest() const;
  /// The texts of /eagre/state by name.
  std::map<std::string, std::string> state() const;
  PatchEntry patchEntry(const std::string& field, const std::string& patch) const;
  /// The text of it alone.
  std::string patchText(const std::string& field, const std::string& patch) const;
  /// Hands the values to `sink` piece by piece, in the order of the file (faces: mesh::FaceSlabs).
  void read(const DumpedField& field, const std::function<void(std::span<const double>)>& sink) const;
  /// Those of the entities from `first` on.
  void read(const DumpedField& field, std::int64_t first, std::span<double> values) const;
  /// Whether numbers have 32 bits, from which no run continues.
  bool singlePrecision() const;
  /// First entity that stands in this file: 0 but for that of a bunch.
  std::int64_t first(const DumpedField& field) const;
  /// Shape of a field's values: entities and components.
  std::pair<std::int64_t, int> shape(const DumpedField& field) const;

  /// Reads every data set and compares it with its checksum; a file of a bunch that is not there or cannot be opened is damage,
  /// too.
  std::vector<DataSetSummary> verify() const;
  /// The same of this one's share of the rows, whose checksums are not compared: the same data sets for all.
  std::vector<DataSetSummary> lookAt(Share share) const;

  /// Replaces a patch's entry in place; nothing but the group of this patch is written, and its checksums. Access::change only.
  void setPatchEntry(const std::string& field, const std::string& patch, const PatchEntry& entry);
  /// Writes the changes out, to the disk, and closes; nothing else may be called then. Errors: Error(io).
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace eagre::output
