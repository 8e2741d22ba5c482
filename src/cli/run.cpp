// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>

#include "cli/commands.hpp"
#include "core/error.hpp"

namespace eagre::cli {

Action runAction(run::RunOptions options) {
  return [options = std::move(options)](const comm::Communicator& world, Log& log) {
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    const std::time_t now = std::time(nullptr);
    char date[32];
    std::strftime(date, sizeof date, "%b %d %Y %H:%M:%S", std::localtime(&now));
    log.line(fmt::format("Eagre {}\nDate   : {}\nHost   : {}\nCase   : {}\nnProcs : {}\n", EAGRE_VERSION, date, host,
                         options.caseDirectory.string(), world.size()));
    return run::runCase(world, options, log);
  };
}

int runUnderMpi(int ranks, int argc, char** argv) {
  // Root (containers) and more ranks than cores (a laptop) are OpenMPI's to refuse by default; both are what was asked for here.
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 0);
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 0);
  setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
  std::vector<std::string> words{"mpirun", "-n", std::to_string(ranks), std::filesystem::read_symlink("/proc/self/exe").string()};
  for (int i = 1; i < argc; ++i) {
    const std::string a = argv[i];
    if (a == "-n" || a == "--ranks")
      ++i;
    else if (!(a.starts_with("-n") && a.size() > 2 && std::isdigit(static_cast<unsigned char>(a[2]))) &&
             !a.starts_with("--ranks="))
      words.push_back(a);
  }
  std::vector<char*> pointers;
  for (auto& w : words) pointers.push_back(w.data());
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  fmt::print(stderr, "eagre: error: cannot start mpirun; is an MPI installed?\n");
  return static_cast<int>(ExitCode::failure);
}

}  // namespace eagre::cli
