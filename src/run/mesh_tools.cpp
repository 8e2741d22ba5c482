// SPDX-License-Identifier: BSD-3-Clause
#include "run/mesh_tools.hpp"

#include <fmt/format.h>

#include "output/on_master.hpp"
#include "run/case_setup.hpp"

namespace eagre::run {

void runBlockMesh(const comm::Communicator& world, const fs::path& directory, Log& log) {
  output::onMaster(world, [&] {
    Problems problems;
    CaseDictionaries dictionaries(directory, problems);
    const auto control = ControlDict::read(dictionaries.controlDict(), false, problems);
    const auto mesh = makeMesh(dictionaries, log);
    writeMesh(dictionaries, control, mesh);
    log.line("Writing polyMesh");
    log.line(fmt::format(
        "----------------\nMesh Information\n----------------\n  nPoints: {}\n  nCells: {}\n  nFaces: {}\n  nInternalFaces: {}",
        mesh.points.size(), mesh.nCells(), mesh.nFaces(), mesh.nInternalFaces()));
    log.line("\nEnd\n");
  });
}

void runSetFields(const comm::Communicator& world, const fs::path& directory, Log& log) {
  output::onMaster(world, [&] {
    Problems problems;
    CaseDictionaries dictionaries(directory, problems);
    const auto control = ControlDict::read(dictionaries.controlDict(), false, problems);
    const auto start = startDirectory(dictionaries.directory(), control, log);
    applySetFields(dictionaries, control, loadOrMakeMesh(dictionaries, control, true, log), start, log);
    log.line("\nEnd\n");
  });
}

}  // namespace eagre::run
