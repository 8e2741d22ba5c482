// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "output/time_directory.hpp"

/// Which dumps a case has. Serial.
namespace eagre::output {

/// CASE/dumps/<name>.vtkhdf
std::filesystem::path dumpPath(const std::filesystem::path& caseDirectory, const std::string& name);
/// CASE/dumps/mesh.vtkhdf
std::filesystem::path dumpMeshPath(const std::filesystem::path& caseDirectory);

/// The dumps of a case, sorted by time; none if it has no directory `dumps`. What a killed run has left half-written has other
/// names. Errors: Error(io) if the directory cannot be listed.
std::vector<TimeDir> findDumps(const std::filesystem::path& caseDirectory);

/// The dump of this time: by its name, or by its value. Error(usage) that lists those that are there if there is none.
TimeDir findDump(const std::filesystem::path& caseDirectory, const std::string& time);

/// CASE/dumps/<case><ending>: a file about all dumps.
std::filesystem::path seriesPath(const std::filesystem::path& caseDirectory, const std::string& ending);

/// Rewrites CASE/dumps/<case>.vtkhdf.series, by which ParaView knows the time of each dump (format of its JSON series files 1.0).
/// Errors: Error(io).
void writeSeries(const std::filesystem::path& caseDirectory);

}  // namespace eagre::output
