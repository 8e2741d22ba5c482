// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "case/decomposed/decomposition.hpp"
#include "config/dictionary.hpp"
#include "output/foam/field_file_writer.hpp"

namespace eagre::case_ {

/// A field of the global mesh that was put together from those of processors.
struct ReconstructedField {
  std::string className, name;
  Dimensions dimensions;
  bool oriented = false;
  int components = 1;
  std::string keyword;         ///< of the values: internalField, or value (vol...Field::Internal)
  std::vector<double> values;  ///< one per cell (an internal face)
  std::optional<config::Dictionary> boundary;
};

/// Whether reconstructField understands the class: vol and surface fields of scalars, vectors, and tensors, and
/// vol...Field::Internal.
bool isFieldOfMesh(const std::string& className);
/// Puts the texts of one field together (those of all processors, in order): cell values by the addressing; values on faces
/// between two processors from the one that owns them; of faces that an addressing marks as turned with the other sign; lists in
/// the entries of patches face by face; all else of a patch from the first processor that has faces of it. Processor patches are
/// dropped. What OpenFOAM's reconstructPar does.
/// Errors (badCase, with file and line): a file that is damaged, a list of another length, patches or entries that are missing,
/// files that differ in class or dimensions.
ReconstructedField reconstructField(const Decomposition& decomposition, const std::vector<ProcessorText>& texts,
                                    const std::string& name);
/// Writes it as OpenFOAM would; location: name of the time.
void writeWholeField(const ReconstructedField& field, output::FileSink& sink, const std::string& location,
                     const output::FieldFormat& format);

}  // namespace eagre::case_
