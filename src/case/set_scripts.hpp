// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <string_view>

#include "case/topo_set.hpp"

/// What other tools say about sets, as actions of topoSet: cellSet, faceSet and pointSet of OpenFOAM to 2.0 and foam-extend, and
/// the lines of setSet.
namespace eagre::case_ {

/// A cellSetDict (faceSetDict, pointSetDict): name, action (new, add, delete, subset, invert, clear, list, remove), and
/// topoSetSources, a list of sources with their entries; each source is applied after the other.
/// Errors (badCase): those of readTopoAction; subset with several sources.
std::vector<TopoAction> readSetDictionary(const config::Dictionary& dict, SetKind kind);

/// The lines of a batch file of setSet, `cellSet c0 new boxToCell (0 0 0) (1 1 1)`, where a source's entries stand in the order
/// of its stream (table in set_scripts.cpp). `new` without a source is an empty set; lines of # are comments, `quit` ends.
/// name: of the file, for messages. Errors (badCase, all at once): unknown words, sources without such a form.
std::vector<TopoAction> readSetBatch(std::string_view text, const std::string& name);

}  // namespace eagre::case_
