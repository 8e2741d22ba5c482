// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "cli/commands.hpp"
#include "core/error.hpp"
#include "core/tell.hpp"

namespace eagre::cli {

namespace {

/// `python -m` puts the working directory, a case that may come from anywhere, first on the path of modules, as an empty or
/// relative entry of PYTHONPATH does. Isolated (-I, which Python 3.4 has already) nothing of that is on it; what the user has
/// installed and the absolute entries of PYTHONPATH, the first argument here, are put back. The second one is the module.
constexpr const char* start = R"(import os, runpy, site, sys
sys.path[:0] = [entry for entry in sys.argv.pop(1).split(':') if os.path.isabs(entry)]
if sys.prefix == sys.base_prefix: site.addsitedir(site.getusersitepackages())
runpy.run_module(sys.argv.pop(1), run_name='__main__', alter_sys=True))";

int startPython(const std::string& module, const std::vector<std::string>& arguments) {
  namespace fs = std::filesystem;
  // The package and its virtual environment stand in the source tree (build/bin/eagre); an installed program finds them on the
  // path.
  const fs::path program = fs::read_symlink("/proc/self/exe");
  const fs::path root = program.parent_path().parent_path().parent_path();
  setenv("EAGRE_PROGRAM", program.c_str(), 1);  // which reads the case for the pictures
  const bool inTree = fs::exists(root / "python" / "eagre");
  const fs::path venv = root / ".venv" / "bin" / "python";
  const std::string python = inTree && fs::exists(venv) ? venv.string() : "python3";
  const char* const given = std::getenv("PYTHONPATH");
  std::vector<std::string> words{
      python, "-I", "-c", start, (inTree ? (root / "python").string() : "") + ":" + (given ? given : ""), module};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (auto& w : words) pointers.push_back(w.data());
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  tell(stderr, fmt::format("eagre: error: cannot start {}\n", python));
  return static_cast<int>(ExitCode::failure);
}

}  // namespace

int plot(const std::vector<std::string>& arguments) { return startPython("eagre.plot", arguments); }
int watch(const std::vector<std::string>& arguments) { return startPython("eagre.watch", arguments); }
int estimate(const std::vector<std::string>& arguments) { return startPython("eagre.estimate", arguments); }

}  // namespace eagre::cli
