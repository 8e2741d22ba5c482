// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "case/field_file.hpp"
#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "mesh/poly_mesh.hpp"

namespace eagre::case_ {

/// What setFields did.
struct SetFieldsResult {
  struct Region {
    std::string source;
    Place place;
    std::size_t selected = 0;  ///< cells or faces
  };
  std::vector<Region> regions;
  std::set<std::string> changed;  ///< names of the fields that were set
};

/// Names of the fields that a setFieldsDict sets or looks at (fieldToCell): what must be read before setFields().
std::set<std::string> fieldsOfSetFieldsDict(const config::Dictionary& setFieldsDict);

/// OpenFOAM's setFields on the whole mesh: defaultFieldValues everywhere, then one region after another, each a source
/// (cell_sources.hpp) with fieldValues ( volScalarFieldValue alpha.water 1 volVectorFieldValue U (0 0 0) ... ).
///
/// A source of cells sets cell values; then, as in v1912, the patch values of the field become those of the cells behind the
/// faces wherever the condition lets itself be assigned to (calculated, fixed gradients, contact angles ...), and stay
/// elsewhere (fixedValue, inletOutlet ...). A source of faces sets patch values whatever the condition is; internal
/// faces are left out. Entries of groups and patterns in boundaryField are written out patch by patch.
/// A field that `fields` does not have is a warning, as in v1912.
/// caseDirectory: where sets (constant/polyMesh/sets) and surfaces are read from; empty: sources that need them are errors.
/// Serial (rank 0). Errors (badCase, all of them at once): see select(); a value that does not fit the field, a field with lists
/// of the wrong length.
SetFieldsResult setFields(const config::Dictionary& setFieldsDict, const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry,
                          std::map<std::string, RawField>& fields, Log& log, const std::filesystem::path& caseDirectory = {});

/// setFields as the stand-alone command does it: reads system/setFieldsDict (or `dictFile`) of the case and the fields in
/// the directory of time `timeName`, and writes those that were set. Serial. Errors: as above; Error(io).
SetFieldsResult runSetFields(const std::filesystem::path& caseDir, const std::filesystem::path& dictFile,
                             const std::string& timeName, const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry,
                             const output::FieldFormat& format, Log& log);

}  // namespace eagre::case_
