// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/mesh_extras.hpp"

#include <algorithm>

#include "case/poly_mesh_io.hpp"
#include "config/pattern.hpp"
#include "mesh/cell_zones.hpp"
#include "physics/waves/superposition.hpp"
#include "run/case/case_setup.hpp"
#include "run/functions/sampling.hpp"

namespace eagre::run {

MeshExtras::MeshExtras(CaseDictionaries& dictionaries, Samplings& samplings) : samplings_(samplings) {
  addPatchProbes(dictionaries.controlDict());
  const auto* waves = dictionaries.optional("constant/waveProperties");
  if (!waves) return;
  allPatches_ = physics::waves::Superposition::describes(*waves);
  for (const auto& entry : waves->entries())
    if (entry.isDict() && entry.keyword != "FoamFile") patches_.push_back(entry.keyword);
}

void MeshExtras::addPatchProbes(const config::Dictionary& controlDict) {
  const config::Entry* const functions = controlDict.find("functions");
  if (!functions || !functions->isDict()) return;
  for (const auto& entry : functions->dict->entries()) {
    if (!entry.isDict()) continue;
    try {
      if (entry.dict->getOr("type", "") != "patchProbes" || !entry.dict->getOr<bool>("enabled", true)) continue;
      const auto& names = entry.dict->at(entry.dict->has("patches") ? "patches" : "patch");
      auto reader = names.reader();
      const auto readOne = [&] {
        const bool quoted = reader.peek().kind == config::Token::Kind::string;
        const std::string text = reader.word();
        if (quoted)
          probedPatches_.emplace_back([pattern = config::Pattern(text, names.place)](const mesh::PolyPatch& patch) {
            return pattern.matches(patch.name);
          });
        else
          probedPatches_.emplace_back([text](const mesh::PolyPatch& patch) {
            return patch.name == text || std::ranges::find(patch.inGroups, text) != patch.inGroups.end();
          });
      };
      if (reader.peek().is('(') || reader.peek().kind == config::Token::Kind::number)
        reader.list(readOne);
      else
        readOne();
    } catch (const Error&) {  // said by makeFunctionObjects()
    }
  }
}

void MeshExtras::take(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry) {
  zones_ = mesh.cellZones;
  if (allPatches_)
    for (const auto& patch : mesh.patches) patches_.push_back(patch.name);
  for (const auto& patch : mesh.patches)
    if (std::ranges::any_of(probedPatches_, [&](const auto& fits) { return fits(patch); })) patches_.push_back(patch.name);
  corners_ = mesh::faceCorners(mesh, patches_);
  samplings_.plan(mesh, geometry);
}

void MeshExtras::read(const fs::path& caseDirectory, Label nCells) {
  const fs::path polyMesh = caseDirectory / "constant" / "polyMesh";
  if (patches_.empty() && probedPatches_.empty() && !allPatches_ && samplings_.empty()) {
    zones_ = case_::readCellZones(polyMesh, nCells);
    return;
  }
  if (!fileExists(polyMesh / "faces"))
    throw Error(Place{polyMesh.string(), 0},
                patches_.empty() ? "sets, surfaces, streamLine, vtkWrite, interfaceHeight and patchProbes need the points of the "
                                   "mesh, and constant/polyMesh is not there"
                                 : "waves need the outlines of the faces of their patches, and constant/polyMesh is not there");
  const auto mesh = case_::readPolyMesh(polyMesh);
  take(mesh, samplings_.empty() ? mesh::PolyGeometry{} : mesh::computeGeometry(mesh));
}

void MeshExtras::deal(const comm::Communicator& communicator, mesh::Mesh& mesh) {
  mesh::dealCellZones(communicator, std::move(zones_), mesh);
  mesh::dealFaceCorners(communicator, std::move(corners_), mesh);
  samplings_.deal(communicator, mesh);
}

}  // namespace eagre::run
