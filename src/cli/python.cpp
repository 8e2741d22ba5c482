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
/// installed and the absolute entries of PYTHONPATH, the first argument here, are put back.
constexpr const char* start = R"(import os, runpy, site, sys
sys.path[:0] = [entry for entry in sys.argv.pop(1).split(':') if os.path.isabs(entry)]
if sys.prefix == sys.base_prefix: site.addsitedir(site.getusersitepackages())
runpy.run_module('eagre.' + sys.argv.pop(1), run_name='__main__', alter_sys=True))";

/// Where the package is, if Python does not find it by itself, and the Python that has what it needs.
struct Place {
  std::filesystem::path package, python = "python3";
};

/// In the source tree (build/bin/eagre) both are in the tree, and in a virtual environment Python is beside the program; `cmake
/// --install` puts the package below share. Else the package is where Python has what was installed for it.
Place placeOf(const std::filesystem::path& program) {
  namespace fs = std::filesystem;
  const fs::path tree = program.parent_path().parent_path().parent_path(), prefix = program.parent_path().parent_path();
  Place place;
  if (const fs::path package = tree / "python"; fs::exists(package / "eagre")) {
    place.package = package;
    if (const fs::path own = tree / ".venv" / "bin" / "python"; fs::exists(own)) place.python = own;
    return place;
  }
  if (const fs::path package = prefix / EAGRE_SHARE / "python"; fs::exists(package / "eagre")) place.package = package;
  if (const fs::path beside = program.parent_path() / "python3"; fs::exists(beside)) place.python = beside;
  return place;
}

}  // namespace

int startPython(const std::string& module, const std::vector<std::string>& arguments) {
  const auto program = std::filesystem::read_symlink("/proc/self/exe");
  setenv("EAGRE_PROGRAM", program.c_str(), 1);  // which reads the case for the pictures
  const Place place = placeOf(program);
  const char* const given = std::getenv("PYTHONPATH");
  std::vector<std::string> words{
      place.python.string(), "-I", "-c", start, place.package.string() + ":" + (given ? given : ""), module};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (auto& w : words) pointers.push_back(w.data());
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  tell(stderr, fmt::format("eagre: error: cannot start {}\n", place.python.string()));
  return static_cast<int>(ExitCode::failure);
}

}  // namespace eagre::cli
