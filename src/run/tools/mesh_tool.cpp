// SPDX-License-Identifier: BSD-3-Clause
#include "run/tools/mesh_tool.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/poly_mesh_io.hpp"
#include "mesh/unsaid_rotations.hpp"

namespace eagre::run::tools {

namespace {

mesh::PolyMesh readMesh(const fs::path& caseDirectory) {
  const fs::path directory = caseDirectory / "constant" / "polyMesh";
  if (!fileExists(directory / "faces"))
    throw Error(
        fmt::format("{}: there is no mesh in constant/polyMesh yet; run blockMesh, or what makes the mesh of this case, first",
                    caseDirectory.string()),
        ExitCode::badCase);
  return case_::readPolyMesh(directory);
}

}  // namespace

MeshCase::MeshCase(Call& call)
    : call_(call),
      dictionaries_(call.caseDirectory(), problems_),
      control_(ControlDict::read(dictionaries_.controlDict(), false, problems_)) {}

const mesh::PolyMesh& MeshCase::mesh() {
  if (!mesh_) mesh_ = readMesh(call_.caseDirectory());
  return *mesh_;
}

const config::Dictionary* MeshCase::dictionary(const std::string& name) {
  const std::string asked = call_.value("-dict");
  if (asked.empty()) return dictionaries_.optional(fs::path("system") / name);
  for (const fs::path& path : {fs::path(asked), fs::path("system") / asked, fs::path(asked) / name})
    if (const auto* dict = dictionaries_.optional(path)) return dict;
  throw Error(fmt::format("{} -dict {}: no such file, neither in the case nor in its directory system", call_.tool(), asked),
              ExitCode::badCase);
}

const config::Dictionary& MeshCase::requiredDictionary(const std::string& name) {
  if (const auto* dict = dictionary(name)) return *dict;
  return dictionaries_.required(fs::path("system") / name);
}

void MeshCase::replaceMesh(const mesh::PolyMesh& mesh) {
  Problems problems;
  mesh::checkTopology(mesh, problems);
  problems.throwIfAny(fmt::format("{} would make a mesh that is not usable; the old one stays", call_.tool()));
  if (std::ranges::any_of(mesh.patches, [](const auto& patch) { return patch.type == "cyclic"; })) {
    mesh::PolyMesh said = mesh;
    mesh::sayRotations(said);
    mesh::checkPolyMesh(said, problems);
  } else {
    mesh::checkPolyMesh(mesh, problems);
  }
  for (const auto& problem : problems.messages())
    call_.log().warnOnce(fmt::format("{}: the mesh cannot be used as it is now: {}", call_.tool(), problem));
  writeMesh(dictionaries_, control_, mesh);
  call_.log().line(fmt::format("Writing mesh to constant/polyMesh: {} points, {} cells, {} faces, {} internal faces",
                               mesh.points.size(), mesh.nCells(), mesh.nFaces(), mesh.nInternalFaces()));
}

void requireOverwrite(const Call& call, bool implied) {
  if (call.has("-noOverwrite") || (!call.has("-overwrite") && !implied))
    throw Error(
        fmt::format("{}: give -overwrite, so that the mesh in constant/polyMesh is replaced. Without it OpenFOAM writes the new "
                    "mesh to a time directory, and Eagre reads meshes from constant/polyMesh alone",
                    call.tool()),
        ExitCode::usage);
}

}  // namespace eagre::run::tools
