// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>

#include "core/log.hpp"
#include "output/dumps/dump_file.hpp"

/// What `eagre info` says. Serial; reads every byte and compares it with its checksum.
namespace eagre::output {

/// Of one dump, or of the mesh of dumps: where it comes from, fields with their ranges, patches, sizes, damage. Returns whether
/// all is well, the mesh that the dump belongs to included. Errors: Error(io) if it is no such file.
bool reportDumpFile(const std::filesystem::path& path, Log& log);

/// Of a case: its mesh, a line for each dump, the latest that is whole. Returns whether all are. Errors: Error(usage) if there
/// are none.
bool reportDumps(const std::filesystem::path& caseDirectory, Log& log);

/// What is wrong with a dump or its mesh, the first thing found; empty if all agrees with its checksums.
std::string dumpDamage(const DumpFile& dump);

}  // namespace eagre::output
