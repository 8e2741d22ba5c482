// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mesh/cell_zones.hpp"
#include "mesh/face_corners.hpp"
#include "mesh/layout.hpp"
#include "mesh/mesh_points.hpp"
#include "output/on_master.hpp"
#include "run/set_up_case.hpp"

/// A step of a run whose mesh is refined: the fields are taken off the mesh, which is dealt out to the ranks anew, and a solver
/// is made of them as at a start. Nothing that knew the mesh before is left, so that nothing has to follow a change of cells.
namespace eagre::run {

namespace {

mesh::PolyGeometry geometryAt(mesh::PolyMesh mesh, std::vector<Vec3> places) {
  mesh.points = std::move(places);
  return mesh::uncheckedGeometry(mesh);
}

/// What is kept of the corners of patches, by name.
std::vector<std::string> namesOf(const std::map<std::string, mesh::FaceCorners>& corners) {
  std::vector<std::string> names;
  for (const auto& [name, of] : corners) names.push_back(name);
  return names;
}

}  // namespace

/// Function objects that know cells of a mesh which is to change.
void SetUpCase::leaveOutWhatKeepsCells() {
  std::erase_if(functionObjects, [&](const auto& object) {
    if (object->followsRefinement()) return false;
    log.warnOnce(fmt::format(
        "function object '{}' is left out: it does not follow a mesh that is refined during the run; `eagre post` makes "
        "it from the times that are written, where it can",
        object->name()));
    return true;
  });
}

bool SetUpCase::refineMesh(solvers::FlowSolver& solver, const std::function<void()>& beforeTheSolverGoes) {
  if (!refinement || !refinement->isDue(timeState)) return false;
  const auto values = mesh::gatherAllCells(*mesh, registry.scalar(refinement->field())->cells(), 1);
  std::optional<mesh::MeshChange> change;
  mesh::PolyMesh before;
  std::vector<Vec3> places;
  if (motion) places = mesh::gatherPoints(*mesh);
  output::onMaster(world, [&] {
    before = refinement->mesh();
    change = refinement->change(values, places, log);
  });
  if (!world.any(change.has_value())) return false;

  auto outputs = solver.outputs();
  for (const auto& object : functionObjects) object->addForRestart(outputs);
  carried = std::make_unique<CarriedFields>(*mesh, outputs, solver.faceVelocity());
  carried->takeOldLevels(outputs, registry);
  const bool correctsFlux = dictionaries.fvSolution().subDict("PIMPLE").getOr<bool>("correctPhi", true);
  beforeTheSolverGoes();
  WholeMesh whole;
  std::vector<mesh::Zone> zones;
  std::map<std::string, mesh::FaceCorners> corners;
  output::onMaster(world, [&] {
    whole.mesh = refinement->mesh();
    zones = whole.mesh.cellZones;
    corners = mesh::faceCorners(whole.mesh, namesOf(mesh->corners));
    whole.geometry = mesh::uncheckedGeometry(whole.mesh);
    completeGeometry(whole);
    if (motion) {
      const auto from = geometryAt(before, places), to = geometryAt(whole.mesh, change->places);
      carried->map({before, whole.mesh, from, to, *change});
    } else {
      carried->map({before, whole.mesh, refinement->geometry(), whole.geometry, *change});
    }
    refinement->takeGeometry(whole.geometry);
  });
  const auto topologyVersion = mesh->topologyVersion + 1, geometryVersion = mesh->geometryVersion + 1;
  replaceMesh(std::move(whole));
  mesh::dealCellZones(world, std::move(zones), *mesh);
  mesh::dealFaceCorners(world, std::move(corners), *mesh);
  mesh->topologyVersion = topologyVersion;
  mesh->geometryVersion = geometryVersion;
  if (motion) {
    motion->start(*mesh, {.nPoints = nPointsOfStart()});  // it has its state, and has read its fields
    motion->place(mesh::scatterPoints(*mesh, change ? change->places : std::vector<Vec3>()), timeState.value - timeState.deltaT);
  }
  carried->standOn(*mesh);
  context->gradients = std::make_shared<fv::KeptGradients>();
  context->waves.clear();
  makeSource(carried.get());
  source->gives(givenSources);
  source->changed(carried->faceVelocity(), correctsFlux && !motion);  // that of a mesh that moves is when it has moved
  return true;
}

}  // namespace eagre::run
