// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/refine_mesh.hpp"

#include <fmt/format.h>

#include <numeric>

#include "case/mesh_sets.hpp"
#include "case/zone_generator.hpp"
#include "output/on_master.hpp"
#include "run/tools/mesh_tool.hpp"

namespace eagre::run::tools {

namespace {

using config::Dictionary;
using mesh::PolyMesh;

std::vector<Label> allCells(const PolyMesh& mesh) {
  std::vector<Label> cells(static_cast<std::size_t>(mesh.nCells()));
  std::iota(cells.begin(), cells.end(), 0);
  return cells;
}

/// Cells of a zone that a dictionary describes, as in OpenFOAM 12 and later: "type box; box (..) (..);".
std::vector<Label> cellsOfZone(const Dictionary& zone, const PolyMesh& mesh, Log& log) {
  const auto geometry = mesh::uncheckedGeometry(mesh);
  const case_::SourceContext context{mesh, geometry, [](const std::string&) { return nullptr; }};
  return case_::generateZone(zone, context, log, case_::SetKind::cells).members;
}

const mesh::Zone& namedZone(const PolyMesh& mesh, const std::string& name, const Place& place) {
  std::vector<std::string> names;
  for (const auto& zone : mesh.cellZones) {
    if (zone.name == name) return zone;
    names.push_back(zone.name);
  }
  throw Error(place, unknownWordMessage("cellZone", name, names));
}

/// A mesh that is refined step after step.
class Refiner {
 public:
  Refiner(MeshCase& meshCase, const Dictionary& dict, Log& log)
      : case_(meshCase), dict_(dict), log_(log), mesh_(meshCase.mesh()) {}

  PolyMesh run() {
    if (dict_.getOr("hexRef8", false) && fileExists(case_.polyMesh() / "cellLevel"))
      throw Error(dict_.at("hexRef8").place,
                  "hexRef8: the mesh has been refined before (constant/polyMesh/cellLevel), which Eagre cannot continue");
    if (dict_.has("set")) {
      const auto name = dict_.get<std::string>("set");
      refine("cellSet " + name, case_::readMeshSet(case_.polyMesh(), case_::SetKind::cells, name, mesh_, dict_.at("set").place),
             dict_);
    } else if (dict_.has("zone")) {
      const auto& entry = dict_.at("zone");
      if (entry.isDict()) {
        refine("zone", cellsOfZone(*entry.dict, mesh_, log_), *entry.dict);
      } else {
        const auto name = dict_.get<std::string>("zone");
        refine("cellZone " + name, namedZone(mesh_, name, entry.place).members, dict_);
      }
    } else if (dict_.has("zones")) {
      for (const auto& entry : dict_.subDict("zones").entries()) {
        if (!entry.isDict()) throw Error(entry.place, fmt::format("zones: '{}' is no dictionary", entry.keyword));
        refine("zone " + entry.keyword, cellsOfZone(*entry.dict, mesh_, log_), *entry.dict);
      }
    } else {
      dict_.at("set");  // says that it is missing
    }
    return std::move(mesh_);
  }

 private:
  void refine(const std::string& what, const std::vector<Label>& cells, const Dictionary& zone) {
    log_.line(fmt::format("Refining {} cells of {}", cells.size(), what));
    mesh_ = case_::refineMesh(mesh_, cells, case_::readRefineSettings(dict_, zone), log_).mesh;
  }

  MeshCase& case_;
  const Dictionary& dict_;
  Log& log_;
  PolyMesh mesh_;
};

}  // namespace

void refineMesh(Call& call) {
  call.parse({"-overwrite", "-noOverwrite", "-all", "-dict"}, {"-dict"});
  output::onMaster(call.world(), [&] {
    MeshCase meshCase(call);
    const auto* dict = call.has("-all") ? nullptr : meshCase.dictionary("refineMeshDict");
    requireOverwrite(call, dict && (dict->has("zone") || dict->has("zones") || dict->has("coordinates")));
    if (dict) {
      call.log().line("Refining according to " + dict->name());
      meshCase.replaceMesh(Refiner(meshCase, *dict, call.log()).run());
    } else {
      call.log().line("Refining all cells");
      const auto& mesh = meshCase.mesh();
      const auto settings = case_::refineEverywhere(mesh, mesh::uncheckedGeometry(mesh));
      meshCase.replaceMesh(case_::refineMesh(mesh, allCells(mesh), settings, call.log()).mesh);
    }
    call.log().line("\nEnd\n");
  });
}

}  // namespace eagre::run::tools
