// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/dump_data.hpp"

#include <algorithm>

#include "mesh/slabs.hpp"

namespace eagre::output {
namespace {

/// Data sets of fewer bytes are not worth a filter.
constexpr std::int64_t smallest = 4096;

hdf5::Storage storage(hdf5::Type type, hdf5::Shape shape, const DumpSettings& settings) {
  const std::int64_t bytes = shape.rows * shape.columns * static_cast<std::int64_t>(hdf5::bytesOf(type));
  if (settings.deflate == 0 || bytes < smallest) return {};
  return {mesh::slabChunkOf(shape.rows), settings.deflate};
}

}  // namespace

std::string stateObject(std::string name) {
  std::replace(name.begin(), name.end(), '/', ':');
  return "/eagre/state/" + name;
}

std::string stateName(std::string objectName) {
  std::replace(objectName.begin(), objectName.end(), ':', '/');
  return objectName;
}

hdf5::Type valueType(const DumpSettings& settings) { return settings.singlePrecision ? hdf5::Type::real32 : hdf5::Type::real64; }

void makeSlabs(hdf5::File& file, const std::string& object, GlobalLabel rows, int nComp, const DumpSettings& settings) {
  const hdf5::Shape shape{rows, nComp};
  file.makeData(object, valueType(settings), shape, storage(valueType(settings), shape, settings));
}

void writeWhole(hdf5::File& file, const std::string& object, hdf5::Type type, hdf5::Shape shape, std::span<const std::byte> bytes,
                const DumpSettings& settings) {
  file.makeData(object, type, shape, storage(type, shape, settings));
  file.writeWhole(object, bytes);
  file.setAttribute(object, checksumName, checksum(bytes));
}

void writeText(hdf5::File& file, const std::string& object, const std::string& text) {
  file.writeText(object, text);
  file.setAttribute(object, checksumName, checksum(std::as_bytes(std::span(text))));
}

}  // namespace eagre::output
