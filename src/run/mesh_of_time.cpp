// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "case/poly_mesh_io.hpp"
#include "mesh/mesh_points.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/foam/mesh_times.hpp"
#include "output/on_master.hpp"
#include "run/set_up_case.hpp"

/// The mesh of the time that a run starts from: its faces and its points stand in constant, in that time or in one before it.
namespace eagre::run {

namespace {

/// Whether a mesh is a copy of another one, as `cp -r constant/polyMesh 0` makes it.
bool isSameMesh(const fs::path& a, const fs::path& b) {
  return std::ranges::all_of(std::array{"faces", "points", "owner", "neighbour", "boundary"}, [&](const char* name) {
    return fileExists(a / name) && fileExists(b / name) && config::readFileText(a / name) == config::readFileText(b / name);
  });
}

}  // namespace

/// In the place of that in constant/polyMesh: as a run that refined its mesh, or snappyHexMesh without -overwrite, has left it.
/// On rank 0.
void SetUpCase::takeMeshOfTime(WholeMesh& whole, bool packed) {
  const fs::path directory = dictionaries.directory(), constant = directory / "constant" / "polyMesh";
  if (refinement) {
    whole.mesh = start.dump.empty()
                     ? refinement->start(std::move(whole.mesh), directory, start.name, log)
                     : refinement->startFromDump(std::move(whole.mesh), directory, output::dumpPath(directory, start.dump), log);
    whole.geometry = mesh::uncheckedGeometry(whole.mesh);
    completeGeometry(whole);
    refinement->takeGeometry(whole.geometry);
    if (motion && !refinement->startsFromConstant())
      throw Error(
          Place{(directory / start.name / "polyMesh").string(), 0},
          "a mesh that moves and has been refined by another program cannot be continued: it does not say where its points "
          "were before they moved; start from time 0");
    return;
  }
  if (!start.dump.empty()) return;
  const output::MeshTimes meshes(directory);
  timesHaveMeshes = meshes.haveFaces();
  const auto place = meshes.at(std::strtod(start.name.c_str(), nullptr));
  if (place.faces == constant || isSameMesh(place.faces, constant)) return;
  const auto require = [&](bool can, const char* what) {
    if (!can)
      throw Error(Place{place.faces.string(), 0},
                  fmt::format("this time has a mesh of its own, with other faces, which is not supported {}: move its files to "
                              "constant/polyMesh if it is the mesh of the run, or remove it",
                              what));
  };
  require(!motion, "where the mesh moves");
  require(!packed && !dumps.any(), "beside dumps, which are of the mesh in constant/polyMesh");
  log.line(fmt::format("The mesh is that of {}", fs::relative(place.faces, directory).string()));
  whole = loadMesh(dictionaries, place, log);
  completeGeometry(whole);
  meshIsOfTime = true;
}

/// Puts the points of the mesh where they are at the start time.
void SetUpCase::placeMesh() {
  if (motion) startMotion();
  if ((refinement && !motion) || meshIsOfTime) return;  // it has the mesh of the time
  if (dump) {
    if (auto points = dump->points()) motion->place(std::move(*points), restart.value);
    return;
  }
  std::vector<Vec3> points;
  bool found = false;
  output::onMaster(world, [&] {
    const fs::path polyMesh = dictionaries.directory() / start.directory / "polyMesh";
    if (isSameMesh(polyMesh, dictionaries.directory() / "constant/polyMesh")) return;
    found = fileExists(polyMesh / "points");
    if (found && !motion)
      throw Error(Place{polyMesh.string(), 0},
                  "this time has points of its own, of a mesh that moved; constant/dynamicMeshDict lets it stand still");
    if (found) points = case_::readPoints(polyMesh);
  });
  if (world.any(found)) motion->place(mesh::scatterPoints(*mesh, points), restart.value);
}

}  // namespace eagre::run
