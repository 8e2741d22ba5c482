// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "case/block_mesh_dict.hpp"
#include "case/block_mesh_scale.hpp"
#include "core/one_of.hpp"

namespace eagre::case_ {

namespace {

const std::string* find(const TextEntries& entries, std::string_view keyword) {
  // A later entry of the same keyword replaces an earlier one.
  const auto it = std::find_if(entries.rbegin(), entries.rend(), [&](const auto& e) { return e.first == keyword; });
  return it == entries.rend() ? nullptr : &it->second;
}

/// The entries of a cyclic in OpenFOAM's order, defaults filled in.
TextEntries cyclicEntries(const std::string& name, const TextEntries& entries, const Place& place) {
  const auto required = [&](std::string_view keyword) -> const std::string& {
    if (const std::string* text = find(entries, keyword)) return *text;
    throw Error(place, fmt::format("cyclic patch '{}' needs an entry '{}'", name, keyword));
  };
  const std::string* tolerance = find(entries, "matchTolerance");
  const std::string* transform = find(entries, "transform");
  const std::string kind = transform ? *transform : "unknown";
  static const std::vector<std::string> kinds = {"unknown",    "rotational",  "translational", "coincidentFullMatch",
                                                 "noOrdering", "unspecified", "none"};
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
    throw Error(place, fmt::format("cyclic patch '{}': {}", name, unknownWordMessage("transform", kind, kinds)));
  TextEntries result = {{"matchTolerance", tolerance ? *tolerance : "0.0001"}, {"transform", kind}};
  if (kind == "rotational") {
    result.emplace_back("rotationAxis", required("rotationAxis"));
    result.emplace_back("rotationCentre", required("rotationCentre"));
  } else if (kind == "translational") {
    result.emplace_back("separationVector", required("separationVector"));
  }
  return result;
}

/// A slip of the pen, or the entries that a missing ';' has made part of the type. Types of other programs are left to whoever
/// uses the mesh.
void checkType(const std::string& name, const std::string& type, const Place& place) {
  static const std::vector<std::string> types = {"patch",         "wall",       "empty",     "wedge",      "symmetry",
                                                 "symmetryPlane", "cyclic",     "cyclicAMI", "cyclicACMI", "cyclicSlip",
                                                 "mappedPatch",   "mappedWall", "processor", "overset"};
  if (type.find_first_of(" \t\n(") != std::string::npos)
    throw Error(place, fmt::format("patch '{}': its type is one word, not '{}'; is a ';' missing behind it?", name, type));
  if (std::find(types.begin(), types.end(), type) == types.end() && !nearestWord(type, types).empty())
    throw Error(place, fmt::format("patch '{}': {}", name, unknownWordMessage("patch type", type, types)));
}

void readNeighbour(mesh::PolyPatch& patch, const TextEntries& entries, const Place& place) {
  if (const std::string* neighbour = find(entries, "neighbourPatch")) patch.neighbourPatch = *neighbour;
  if (patch.neighbourPatch.empty())
    throw Error(place, fmt::format("{} patch '{}' needs an entry 'neighbourPatch'", patch.type, patch.name));
  if (patch.neighbourPatch == patch.name)
    throw Error(place, fmt::format("{} patch '{}' cannot be its own neighbourPatch", patch.type, patch.name));
}

void readCyclic(mesh::PolyPatch& patch, const TextEntries& entries, const Place& place) {
  const TextEntries own = cyclicEntries(patch.name, entries, place);
  patch.otherEntries.insert(patch.otherEntries.end(), own.begin(), own.end());
}

/// Whether a patch has an entry in a member of its own.
bool isMember(const mesh::PolyPatch& patch, const std::string& keyword) {
  return isOneOf(keyword, {"type", "inGroups", "physicalType", "nFaces", "startFace"}) ||
         (keyword == "neighbourPatch" && isCoupled(patch));
}

}  // namespace

mesh::PolyPatch makePatch(const std::string& name, const TextEntries& written, const Place& place) {
  TextEntries entries = written;
  nameTransform(entries, {1, 1, 1}, place);
  mesh::PolyPatch patch;
  patch.name = name;
  const std::string* type = find(entries, "type");
  if (!type) throw Error(place, fmt::format("patch '{}' has no entry 'type'", name));
  patch.type = *type;
  checkType(name, patch.type, place);
  if (const std::string* groups = find(entries, "inGroups")) patch.inGroups = wordsOf(*groups, place);

  const bool isCyclic = patch.type == "cyclic";
  const bool isWall = isOneOf(patch.type, {"wall", "mappedWall"});
  const bool isConstraint = isCyclic || isOneOf(patch.type, {"empty", "wedge", "symmetry", "symmetryPlane", "cyclicAMI",
                                                             "cyclicACMI", "cyclicSlip", "mappedPatch"});
  const std::string group = isWall ? "wall" : isConstraint ? patch.type : "";
  if (!group.empty() && std::find(patch.inGroups.begin(), patch.inGroups.end(), group) == patch.inGroups.end())
    patch.inGroups.push_back(group);

  if (const std::string* physicalType = find(entries, "physicalType"))
    patch.otherEntries.emplace_back("physicalType", *physicalType);
  if (patch.type == "cyclicPeriodicAMI") patch.type = "cyclicAMI";  // of its periodicPatch: mesh/overlaps.hpp
  if (isCoupled(patch)) readNeighbour(patch, entries, place);
  if (isCyclic) {
    readCyclic(patch, entries, place);
  } else if (!isOneOf(patch.type, {"patch", "wall", "empty", "wedge", "symmetry", "symmetryPlane"})) {
    for (const auto& entry : entries)
      if (!isMember(patch, entry.first)) patch.otherEntries.push_back(entry);
  }
  return patch;
}

void checkPatchType(const std::string& type, const Place& place) {
  static const std::vector<std::string> types = {"patch",
                                                 "wall",
                                                 "empty",
                                                 "wedge",
                                                 "symmetry",
                                                 "symmetryPlane",
                                                 "cyclic",
                                                 "cyclicAMI",
                                                 "cyclicACMI",
                                                 "cyclicPeriodicAMI",
                                                 "cyclicSlip",
                                                 "cyclicRepeatAMI",
                                                 "nonConformalCyclic",
                                                 "mapped",
                                                 "mappedPatch",
                                                 "mappedWall",
                                                 "mappedExtrudedWall",
                                                 "overset",
                                                 "processor",
                                                 "processorCyclic",
                                                 "ggi",
                                                 "cyclicGgi",
                                                 "overlapGgi",
                                                 "mixingPlane",
                                                 "regionCoupled",
                                                 "regionCoupledWall",
                                                 "directMappedPatch"};
  if (std::find(types.begin(), types.end(), type) == types.end())
    throw Error(place, unknownWordMessage("type of patch", type, types));
}

}  // namespace eagre::case_
