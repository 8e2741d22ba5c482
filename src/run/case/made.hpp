// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "core/log.hpp"

/// Keeps the records of what Eagre made in a case (case/made_record.hpp), and holds a run to them. Rank 0 only.
namespace eagre::run {

/// What snappyHexMesh leaves in constant/polyMesh beside the mesh; beside another mesh it would end with an error.
inline constexpr std::array meshLevels{"cellLevel", "pointLevel", "level0Edge", "surfaceIndex", "refinementHistory"};
/// Removes these files, with a line for the log if there are any.
void removeMeshLevels(const std::filesystem::path& caseDirectory, Log& log);

/// Records that constant/polyMesh was made from these dictionaries, relative to the case. Errors: io.
void recordMesh(const std::filesystem::path& caseDirectory, const std::vector<std::string>& sources);
/// Error (badCase) if the mesh that Eagre made is older than a dictionary that it was made from; it names the remedy. A mesh that
/// was changed since by another program is that program's.
void requireCurrentMesh(const std::filesystem::path& caseDirectory);

/// The dictionaries that have changed since Eagre made the mesh, or the fields of time 0, of them, if a run would make both anew
/// as they were made: no other program has changed these since, and no tool but blockMesh and setFields had a part in them.
std::vector<std::string> changedSources(const std::filesystem::path& caseDirectory);

/// Error (badCase) if constant/polyMesh has files of a mesh that is not whole, and that Eagre has not made: an interrupted copy
/// must not be replaced by blockMesh's mesh. For cases without constant/polyMesh/faces.
void requireNoPartOfAMesh(const std::filesystem::path& caseDirectory);

/// Copies the fields of time 0 to 0.orig if the case has no originals of them (case_::originalFields), and says so: those that a
/// tool is about to change. Errors: io.
void keepInitialFields(const std::filesystem::path& caseDirectory, const std::string& time, Log& log);
/// Records that the fields of a time were made from the originals and these dictionaries. Errors: io.
void recordFields(const std::filesystem::path& caseDirectory, const std::string& time, const std::vector<std::string>& sources);
/// As requireCurrentMesh, for the fields of a time.
void requireCurrentFields(const std::filesystem::path& caseDirectory, const std::string& time);

}  // namespace eagre::run
