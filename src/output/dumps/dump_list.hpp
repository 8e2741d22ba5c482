// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "output/foam/time_directory.hpp"

/// Which dumps a case has. Serial.
namespace eagre::output {

/// CASE/dumps/<name>.vtkhdf
std::filesystem::path dumpPath(const std::filesystem::path& caseDirectory, const std::string& name);
/// CASE/dumps/mesh.vtkhdf
std::filesystem::path dumpMeshPath(const std::filesystem::path& caseDirectory);
/// <directory>/mesh.<checksum>.vtkhdf: the mesh of dumps that are older than the mesh.vtkhdf beside them.
std::filesystem::path keptMeshPath(const std::filesystem::path& directory, std::uint32_t meshChecksum);

/// The attribute of /eagre that lists the files of the bunches of a dump, a line each.
inline constexpr const char* partsName = "parts";
/// The file of a bunch: "0.25.0of2.vtkhdf". again: of a dump that replaces one whose bunches have the first names. The part of
/// the mesh that belongs to it has the name "mesh".
std::string dumpPartName(const std::string& name, int bunch, int bunches, bool again);
/// What such a name ends with.
std::string dumpPartSuffix(bool again);
/// Whether a file name is that of a bunch of the dump `name`.
bool isDumpPart(const std::string& fileName, const std::string& name);
/// The files in CASE/dumps that are named as bunches of a dump, whether it is theirs or not.
std::vector<std::filesystem::path> dumpParts(const std::filesystem::path& directory, const std::string& name);
/// Removes a dump with its bunches, its main file first: what is left is then no dump. Errors: Error(io).
void removeDump(const std::filesystem::path& caseDirectory, const std::string& name);

/// The dumps of a case, sorted by time; none if it has no directory `dumps`. What a killed run has left half-written has other
/// names. Errors: Error(io) if the directory cannot be listed.
std::vector<TimeDir> findDumps(const std::filesystem::path& caseDirectory);

/// "restart.0", "restart.1" ...: dumps that a run keeps for a restart alone, in turns.
std::string restartDumpName(int number);
/// Those that are there, sorted by number. Errors: Error(io) if the directory cannot be listed.
std::vector<std::string> findRestartDumps(const std::filesystem::path& caseDirectory);

/// The dump of this time: by its name, or by its value; a dump for restarts, of value NaN, by its name. Error(usage) that lists
/// those that are there if there is none.
TimeDir findDump(const std::filesystem::path& caseDirectory, const std::string& time);

/// CASE/dumps/<case><ending>: a file about all dumps.
std::filesystem::path seriesPath(const std::filesystem::path& caseDirectory, const std::string& ending);

/// Rewrites CASE/dumps/<case>.vtkhdf.series, by which ParaView knows the time of each of these dumps (format of its JSON series
/// files 1.0). Errors: Error(io).
void writeSeries(const std::filesystem::path& caseDirectory, const std::vector<TimeDir>& dumps);

}  // namespace eagre::output
