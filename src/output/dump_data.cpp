// SPDX-License-Identifier: BSD-3-Clause
#include "output/dump_data.hpp"

#include <zlib.h>
#ifdef EAGRE_HDF5
#include <libdeflate.h>
#endif

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

std::uint32_t checksum(std::span<const std::byte> bytes, std::uint32_t before) {
#ifdef EAGRE_HDF5
  return libdeflate_crc32(before, bytes.data(), bytes.size());  // at the speed of memory
#else
  return static_cast<std::uint32_t>(::crc32_z(before, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
#endif
}

void writeSlabs(hdf5::File& file, const std::string& object, std::span<const double> slab, int nComp,
                const comm::Redistribution& plan, const comm::Communicator& communicator, const DumpSettings& settings) {
  const hdf5::Type type = settings.singlePrecision ? hdf5::Type::real32 : hdf5::Type::real64;
  const std::vector<float> rounded(settings.singlePrecision ? slab.begin() : slab.end(), slab.end());
  const auto bytes = settings.singlePrecision ? std::as_bytes(std::span(rounded)) : std::as_bytes(slab);
  const hdf5::Shape shape{plan.whole(), nComp};
  file.makeData(object, type, shape, storage(type, shape, settings));
  file.write(object, plan.first(), bytes);
  const std::vector<std::int64_t> parts = communicator.allGather(checksum(bytes));
  uLong whole = 0;
  for (std::size_t rank = 0; rank < parts.size(); ++rank) {
    const std::int64_t entities = plan.starts()[rank + 1] - plan.starts()[rank];
    whole = ::crc32_combine(whole, static_cast<uLong>(parts[rank]),
                            static_cast<z_off_t>(entities * nComp * static_cast<std::int64_t>(hdf5::bytesOf(type))));
  }
  file.setAttribute(object, checksumName, static_cast<std::uint32_t>(whole));
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
