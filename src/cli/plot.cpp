// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "cli/commands.hpp"
#include "core/error.hpp"

namespace eagre::cli {

int plot(const std::vector<std::string>& arguments) {
  namespace fs = std::filesystem;
  // The package and its virtual environment stand in the source tree (build/bin/eagre); an installed program finds them on the
  // path.
  const fs::path root = fs::read_symlink("/proc/self/exe").parent_path().parent_path().parent_path();
  const bool inTree = fs::exists(root / "python" / "eagre");
  const fs::path venv = root / ".venv" / "bin" / "python";
  const std::string python = inTree && fs::exists(venv) ? venv.string() : "python3";
  if (inTree) {
    const char* old = std::getenv("PYTHONPATH");
    setenv("PYTHONPATH", ((root / "python").string() + (old ? std::string(":") + old : "")).c_str(), 1);
  }
  std::vector<std::string> words{python, "-m", "eagre.plot"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (auto& w : words) pointers.push_back(w.data());
  pointers.push_back(nullptr);
  execvp(pointers[0], pointers.data());
  fmt::print(stderr, "eagre: error: cannot start {}\n", python);
  return static_cast<int>(ExitCode::failure);
}

}  // namespace eagre::cli
