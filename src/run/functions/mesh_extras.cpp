// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/mesh_extras.hpp"

#include "case/poly_mesh_io.hpp"
#include "mesh/cell_zones.hpp"
#include "physics/waves/superposition.hpp"
#include "run/case/case_setup.hpp"
#include "run/functions/sampling.hpp"

namespace eagre::run {

MeshExtras::MeshExtras(CaseDictionaries& dictionaries, Samplings& samplings) : samplings_(samplings) {
  const auto* waves = dictionaries.optional("constant/waveProperties");
  if (!waves) return;
  allPatches_ = physics::waves::Superposition::describes(*waves);
  for (const auto& entry : waves->entries())
    if (entry.isDict() && entry.keyword != "FoamFile") patches_.push_back(entry.keyword);
}

void MeshExtras::take(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry) {
  zones_ = mesh.cellZones;
  if (allPatches_)
    for (const auto& patch : mesh.patches) patches_.push_back(patch.name);
  corners_ = mesh::faceCorners(mesh, patches_);
  samplings_.plan(mesh, geometry);
}

void MeshExtras::read(const fs::path& caseDirectory, Label nCells) {
  const fs::path polyMesh = caseDirectory / "constant" / "polyMesh";
  if (patches_.empty() && !allPatches_ && samplings_.empty()) {
    zones_ = case_::readCellZones(polyMesh, nCells);
    return;
  }
  if (!fileExists(polyMesh / "faces"))
    throw Error(Place{polyMesh.string(), 0},
                patches_.empty()
                    ? "sets, surfaces and interfaceHeight need the points of the mesh, and constant/polyMesh is not there"
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
