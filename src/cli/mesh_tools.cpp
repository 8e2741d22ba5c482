// SPDX-License-Identifier: BSD-3-Clause
#include "run/mesh_tools.hpp"

#include "cli/commands.hpp"
#include "run/pack.hpp"

namespace eagre::cli {

Action blockMeshAction(std::filesystem::path caseDirectory) {
  return [=](const comm::Communicator& world, Log& log) {
    run::runBlockMesh(world, caseDirectory, log);
    return 0;
  };
}

Action setFieldsAction(std::filesystem::path caseDirectory) {
  return [=](const comm::Communicator& world, Log& log) {
    run::runSetFields(world, caseDirectory, log);
    return 0;
  };
}

Action packAction(std::filesystem::path caseDirectory) {
  return [=](const comm::Communicator& world, Log& log) {
    run::runPack(world, caseDirectory, log);
    return 0;
  };
}

}  // namespace eagre::cli
