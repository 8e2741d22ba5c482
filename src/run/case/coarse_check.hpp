// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <string>

#include "case/field_file.hpp"

/// How `eagre check` looks at a case whose blockMesh would take minutes and many GB: on a mesh of the same blocks, patches and
/// zones with few cells. Dictionaries, boundary conditions and function objects are checked as on the mesh itself.
namespace eagre::run {

class CaseDictionaries;

/// About so many cells the coarse mesh has.
constexpr std::int64_t cellsOfCoarseMesh = 50'000;

/// The number of cells of the mesh that blockMesh would have to make, if a check makes a coarse one instead: the case has no mesh
/// and its blockMeshDict asks for more than 2 million cells; else 0, also where the file is not sound. Rank 0 only.
std::int64_t cellsNotMade(CaseDictionaries& dictionaries);
std::int64_t cellsNotMade(const std::filesystem::path& caseDirectory);

/// Replaces the lists of a field by their first value. Error (badCase): the internalField has not one value for each of nCells.
void makeUniform(case_::RawField& field, std::int64_t nCells);

/// The line that says what a check on a coarse mesh has not looked at.
std::string notLookedAt(std::int64_t nCells);

}  // namespace eagre::run
