// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <vector>

/// What Eagre has made of a case's dictionaries, and of which state of them: constant/eagreMade.
namespace eagre::run::preparation {

/// Notes that files were made from dictionaries (paths relative to the case; those that are not there are left out), with
/// checksums of both; an earlier note of the same files is replaced. Dictionaries count with what they include, without comments.
/// Rank 0 only. Errors: Error(io).
void recordMade(const std::filesystem::path& caseDirectory, const std::vector<std::string>& made,
                const std::vector<std::string>& dictionaries);

/// The files by which a mesh is known.
const std::vector<std::string>& meshFiles();

/// Error (badCase) if a dictionary has changed since files that are still as Eagre made them; it names the remedy. Files that
/// have been changed or made by others since are theirs. Rank 0 only.
void checkMade(const std::filesystem::path& caseDirectory);

}  // namespace eagre::run::preparation
