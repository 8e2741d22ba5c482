// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <string>

#include "comm/communicator.hpp"
#include "output/dumps/dump_file.hpp"
#include "output/foam/field_file_writer.hpp"

namespace eagre::output {

struct ExtractRequest {
  std::string timeName;
  FieldFormat format;
  bool replace = false;  ///< a directory that is there
};
/// Puts polyMesh into a directory, of a dump that holds its mesh itself. On rank 0.
using WriteMesh = std::function<void(const std::filesystem::path& timeDirectory)>;

/// Makes OpenFOAM's time directory out of a dump, byte for byte what a run that writes OpenFOAM's files would have written, whole
/// or not at all. The dump and the mesh beside it are known to be whole (dumpDamage). Collective: each rank writes some of the
/// fields, and has opened the dump. Errors: Error(io), also if the directory is there already and `replace` is false.
void extractDump(const comm::Communicator& world, const DumpFile& dump, const std::filesystem::path& caseDirectory,
                 const ExtractRequest& request, const WriteMesh& writeMesh);

}  // namespace eagre::output
