// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/nearest_wall.hpp"

#include "mesh/slabs.hpp"

namespace eagre::physics {
namespace {

comm::Redistribution plan(const mesh::Mesh& mesh, const std::vector<Label>& places) {
  const GlobalLabel n = mesh.nFacesGlobal - mesh.nInternalFacesGlobal;
  return {mesh.communicator(), places, mesh::slabStarts(n, mesh.communicator().size())};
}

std::vector<Label> placesOfFaces(const mesh::Mesh& mesh) {
  std::vector<Label> places(mesh.faceGlobal.begin() + mesh.nInteriorFaces(), mesh.faceGlobal.end());
  for (Label& place : places) place -= static_cast<Label>(mesh.nInternalFacesGlobal);
  return places;
}

std::vector<Label> placesOfCells(const mesh::Mesh& mesh) {
  std::vector<Label> places = mesh.nearestWallFace;
  std::erase(places, -1);
  return places;
}

}  // namespace

NearestWall::NearestWall(const mesh::Mesh& mesh)
    : mesh_(&mesh), faces_(plan(mesh, placesOfFaces(mesh))), cells_(plan(mesh, placesOfCells(mesh))) {}

}  // namespace eagre::physics
