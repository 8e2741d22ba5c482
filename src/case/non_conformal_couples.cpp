// SPDX-License-Identifier: BSD-3-Clause
#include "case/non_conformal_couples.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/error.hpp"

namespace eagre::case_ {

namespace {

std::string coupleOn(const std::string& patch) { return "nonConformalCyclic_on_" + patch; }

const mesh::PolyPatch& patchToCouple(const mesh::PolyMesh& mesh, const std::string& name) {
  std::vector<std::string> names;
  for (const auto& patch : mesh.patches) names.push_back(patch.name);
  const auto patch = std::ranges::find(mesh.patches, name, &mesh::PolyPatch::name);
  if (patch == mesh.patches.end())
    throw Error("createNonConformalCouples: " + unknownWordMessage("patch", name, names), ExitCode::badCase);
  if (patch->size == 0 || isCoupled(*patch) || patch->type == "empty")
    throw Error(fmt::format("createNonConformalCouples: patch '{}' of type {} with {} faces cannot be coupled", name, patch->type,
                            patch->size),
                ExitCode::badCase);
  return *patch;
}

using Couple = std::pair<std::string, std::string>;

Couple readCouple(const config::Dictionary& couple) {
  if (couple.getOr("transform", "none") != "none")
    throw Error(couple.at("transform").place, "createNonConformalCouples: transform none is supported alone");
  if (couple.has("patches")) {
    const auto patches = couple.get<std::vector<std::string>>("patches");
    if (patches.size() != 2) throw Error(couple.at("patches").place, "a couple is of two patches");
    return {patches[0], patches[1]};
  }
  for (const char* side : {"owner", "neighbour"})
    if (const auto* fields = couple.subDict(side).find("patchFields"))
      throw Error(fields->place, "createNonConformalCouples: patchFields are not supported; leave them out for plain couples");
  return {couple.subDict("owner").get<std::string>("patch"), couple.subDict("neighbour").get<std::string>("patch")};
}

}  // namespace

std::vector<Couple> readNonConformalCouples(const config::Dictionary& dict) {
  std::vector<Couple> couples;
  std::set<std::string> used;
  Problems problems;
  const config::Dictionary& all = dict.has("nonConformalCouples") ? dict.subDict("nonConformalCouples") : dict;
  for (const auto& entry : all.entries())
    if (entry.isDict() && entry.keyword != "FoamFile")
      problems.guard([&] {
        couples.push_back(readCouple(*entry.dict));
        for (const std::string& patch : {couples.back().first, couples.back().second})
          if (!used.insert(patch).second)
            throw Error(entry.place, fmt::format("patch '{}' is in two couples, which is not supported", patch));
      });
  problems.throwIfAny(fmt::format("{}: the couples cannot be made:", dict.place().file));
  if (couples.empty()) throw Error(dict.place(), "it names no couples");
  return couples;
}

mesh::PolyMesh createNonConformalCouples(mesh::PolyMesh mesh, const std::string& first, const std::string& second) {
  if (first == second)
    throw Error(fmt::format("createNonConformalCouples: '{}' is to be coupled with itself", first), ExitCode::badCase);
  for (const auto& [name, other] : {std::pair{first, second}, {second, first}}) {
    const mesh::PolyPatch& patch = patchToCouple(mesh, name);
    mesh::PolyPatch couple{.name = coupleOn(name),
                           .type = "cyclicACMI",
                           .start = mesh.nFaces(),
                           .size = patch.size,
                           .neighbourPatch = coupleOn(other),
                           .inGroups = {"cyclicACMI"},
                           .otherEntries = {{"nonOverlapPatch", name}}};
    for (auto f = static_cast<Label>(patch.start); f < patch.start + patch.size; ++f) {
      const std::vector<Label> corners(mesh.pointsOf(f).begin(), mesh.pointsOf(f).end());
      mesh.facePoints.insert(mesh.facePoints.end(), corners.begin(), corners.end());
      mesh.faceOffsets.push_back(static_cast<Label>(mesh.facePoints.size()));
      mesh.owner.push_back(mesh.owner[static_cast<std::size_t>(f)]);
    }
    mesh.patches.push_back(std::move(couple));
  }
  return mesh;
}

}  // namespace eagre::case_
