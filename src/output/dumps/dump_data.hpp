// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "comm/redistribution.hpp"
#include "output/checksum.hpp"
#include "output/dumps/dump_settings.hpp"
#include "output/hdf5/hdf5.hpp"

/// Data sets of a dump, each with its checksum.
namespace eagre::output {

/// The number of the layout of dumps and of the mesh file (docs/dumps.md): the attribute `format` of /eagre.
inline constexpr std::int64_t layoutFormat = 2;
/// In the mesh file: of each cell the internal faces that it owns, by which faces of dumps are put in the order of the mesh.
inline constexpr const char* upperFacesObject = "/eagre/upperFaces";
/// In the dump of a mesh that moves: its points at that time, in the order of the global mesh.
inline constexpr const char* pointsObject = "/eagre/points";
/// In the dump of a run whose cells change: its mesh (own_mesh.hpp).
inline constexpr const char* ownMeshGroup = "/eagre/ownMesh";
inline constexpr const char* pointsAtRestObject = "/eagre/ownMesh/pointsAtRest";
/// What HDF5's own structures take between two data sets, at the most: what is reserved for them.
inline constexpr std::int64_t structureBytes = 32768;
/// The attribute of a data set that holds its checksum.
inline constexpr const char* checksumName = "crc32";

/// Where the text of uniform/<name> is kept: the / of a folder in the name is a colon there.
std::string stateObject(std::string name);
std::string stateName(std::string objectName);

/// How the values of fields are kept.
hdf5::Type valueType(const DumpSettings& settings);

/// The data set for slabs of nComp values per entity, kept as the settings say; its values come later. Errors: as File.
void makeSlabs(hdf5::File& file, const std::string& object, GlobalLabel rows, int nComp, const DumpSettings& settings);

/// Values that every rank holds as a whole: small ones. Collective.
void writeWhole(hdf5::File& file, const std::string& object, hdf5::Type type, hdf5::Shape shape, std::span<const std::byte> bytes,
                const DumpSettings& settings);
void writeText(hdf5::File& file, const std::string& object, const std::string& text);

/// Where the data sets of a mesh go, each with its checksum: the mesh file, or a dump that holds its mesh itself. What is given
/// is taken at once. Errors: those of the file.
class DataSink {
 public:
  virtual ~DataSink() = default;
  virtual void reserve(std::int64_t bytes) = 0;  ///< see hdf5::File
  virtual void group(const std::string& name) = 0;
  virtual void attribute(const std::string& object, const std::string& name, const hdf5::Value& value) = 0;
  virtual void text(const std::string& object, const std::string& text) = 0;
  virtual void data(const std::string& object, hdf5::Type type, hdf5::Shape shape, std::span<const std::byte> bytes) = 0;

  template <class T>
  void list(const std::string& object, hdf5::Type type, const std::vector<T>& values) {
    const auto columns = static_cast<int>(sizeof(T) / hdf5::bytesOf(type));
    data(object, type, {static_cast<std::int64_t>(values.size()), columns}, std::as_bytes(std::span(values)));
  }
};

/// One file of one rank.
class FileDataSink final : public DataSink {
 public:
  FileDataSink(hdf5::File& file, const DumpSettings& settings) : file_(file), settings_(settings) {}
  void reserve(std::int64_t bytes) override { file_.reserve(bytes); }
  void group(const std::string& name) override { file_.makeGroup(name); }
  void attribute(const std::string& object, const std::string& name, const hdf5::Value& value) override {
    file_.setAttribute(object, name, value);
  }
  void text(const std::string& object, const std::string& text) override { writeText(file_, object, text); }
  void data(const std::string& object, hdf5::Type type, hdf5::Shape shape, std::span<const std::byte> bytes) override {
    writeWhole(file_, object, type, shape, bytes, settings_);
  }

 private:
  hdf5::File& file_;
  const DumpSettings& settings_;
};

}  // namespace eagre::output
