// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "output/dumps/dump_file.hpp"
#include "output/hdf5/hdf5.hpp"

/// What dumps and the mesh file beside them are read with; for dump_file.cpp and mesh_file.cpp.
namespace eagre::output {

/// Rows that are read at a time.
inline constexpr std::int64_t pieceRows = 65536;

/// "dumps/0.25.vtkhdf: <what>", code io.
[[noreturn]] void failDump(const std::filesystem::path& path, const std::string& what);

/// Opens the file or says what it is that stands there.
std::unique_ptr<hdf5::File> openOrName(const std::filesystem::path& path, hdf5::Access access);

/// One pass over a share of each data set of a file; those that cannot be read are damage. What stands in the files of bunches is
/// left out unless these are whole.
std::vector<DataSetSummary> summariseAll(hdf5::File& file, Share share, bool partsAreWhole);

}  // namespace eagre::output
