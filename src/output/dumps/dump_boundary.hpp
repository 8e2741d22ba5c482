// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "output/dumps/dump_file.hpp"

/// The boundary values of a dump as a person reads and writes them.
namespace eagre::output {

/// The entry as a block of boundaryField; lists of different values by their number and range.
std::string showPatchEntry(const DumpedPatch& patch, const PatchEntry& entry);

/// Reads the text of a new entry, "type fixedValue; value uniform (1 0 0);", of a field of so many components. Lists of values
/// must have one for each face of the patch, none on an empty one; `value` becomes a list in any case. Errors (usage): no type or
/// an unknown one (with the nearest), a constraint type that is not the patch's, values of another rank than the field's, lists
/// of another length than the patch, no `value` of a flux or for `calculated`, what is no dictionary.
PatchEntry parsePatchEntry(const std::string& text, const DumpedField& field, int components, const DumpedPatch& patch);

}  // namespace eagre::output
