// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/subset_mesh.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/mesh_sets.hpp"
#include "case/zone_generator.hpp"
#include "output/on_master.hpp"
#include "run/tools/mesh_tool.hpp"

namespace eagre::run::tools {

namespace {

/// The cells to be kept, and what they are called in the log.
struct Kept {
  std::string name;
  std::vector<Label> cells;
  std::string patch;
};

Kept bySet(Call& call, MeshCase& meshCase, const std::string& set) {
  return {"cellSet " + set,
          case_::readMeshSet(meshCase.polyMesh(), case_::SetKind::cells, set, meshCase.mesh(), Place{"subsetMesh", 0}),
          call.value("-patch")};
}

/// system/subsetMeshDict: zone (a generator, or the name of a cell zone), patch.
Kept byDictionary(Call& call, MeshCase& meshCase, const config::Dictionary& dict) {
  Kept kept{"the zone of " + dict.name(), {}, dict.getOr("patch", call.value("-patch"))};
  const auto& mesh = meshCase.mesh();
  const auto& zone = dict.at("zone");
  if (zone.isDict()) {
    const auto geometry = mesh::uncheckedGeometry(mesh);
    const case_::SourceContext context{mesh, geometry, [](const std::string&) { return nullptr; }};
    kept.cells = case_::generateZone(*zone.dict, context, call.log(), case_::SetKind::cells).members;
    return kept;
  }
  const auto name = dict.get<std::string>("zone");
  std::vector<std::string> names;
  for (const auto& z : mesh.cellZones) {
    names.push_back(z.name);
    if (z.name == name) kept.cells = z.members;
  }
  if (std::find(names.begin(), names.end(), name) == names.end())
    throw Error(zone.place, unknownWordMessage("cellZone", name, names));
  return kept;
}

}  // namespace

void subsetMesh(Call& call) {
  const auto words = call.parse({"-overwrite", "-noOverwrite", "-noFields"}, {"-patch", "-dict"}, 1);
  if (!words.empty() && !call.value("-dict").empty())
    throw Error(
        fmt::format("subsetMesh: the cells are those of {} or of the dictionary of -dict: leave one of them away", words[0]),
        ExitCode::usage);
  output::onMaster(call.world(), [&] {
    MeshCase meshCase(call);
    const auto* dict = words.empty() ? meshCase.dictionary("subsetMeshDict") : nullptr;
    if (words.empty() && !dict)
      throw Error("subsetMesh: give the name of a cellSet, as in subsetMesh -overwrite c0, or write system/subsetMeshDict",
                  ExitCode::usage);
    requireOverwrite(call, dict != nullptr);
    const Kept kept = dict ? byDictionary(call, meshCase, *dict) : bySet(call, meshCase, words[0]);
    if (kept.cells.empty()) throw Error(fmt::format("subsetMesh: {} is empty", kept.name), ExitCode::badCase);
    call.log().line(fmt::format("Keeping the {} cells of {}; fields are not changed", kept.cells.size(), kept.name));
    meshCase.replaceMesh(case_::subsetMesh(meshCase.mesh(), kept.cells, kept.patch));
    call.log().line("\nEnd\n");
  });
}

}  // namespace eagre::run::tools
