// SPDX-License-Identifier: BSD-3-Clause
#include "run/preparation/outside.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "output/foam/time_directory.hpp"

namespace eagre::run::preparation {

namespace {

namespace fs = std::filesystem;
using case_::Step;

constexpr std::string_view tutorials = "$FOAM_TUTORIALS/";

/// A file of the tutorials; empty: not found.
fs::path fileOfTutorials(const fs::path& relative, const fs::path& origin) {
  std::vector<fs::path> roots;
  if (const char* folder = std::getenv("FOAM_TUTORIALS")) roots.emplace_back(folder);
  if (const char* project = std::getenv("WM_PROJECT_DIR")) roots.push_back(fs::path(project) / "tutorials");
  roots.emplace_back("/usr/share/doc/openfoam-examples/examples");  // Debian's
  std::error_code none;
  for (fs::path above = fs::weakly_canonical(fs::absolute(origin), none); above != above.root_path(); above = above.parent_path())
    roots.push_back(above);
  for (const fs::path& root : roots)
    if (!root.empty() && fs::exists(root / relative, none)) return root / relative;
  return {};
}

bool isMapping(const Step& step) { return step.tool.starts_with("mapFields"); }

/// The source case among the arguments of mapFields; npos: none.
std::size_t sourceOf(const Step& step) {
  static constexpr std::array withValue{"-sourceTime",   "-mapMethod",    "-patchMapMethod",         "-sourceRegion",
                                        "-targetRegion", "-targetTime",   "-sourceDecomposeParDict", "-targetDecomposeParDict",
                                        "-fileHandler",  "-subtractTime", "-decomposeParDict"};
  for (std::size_t i = 0; i < step.arguments.size(); ++i) {
    if (step.arguments[i].starts_with('-')) continue;
    if (i == 0 || std::find(withValue.begin(), withValue.end(), step.arguments[i - 1]) == withValue.end()) return i;
  }
  return std::string::npos;
}

/// The sources of cp that lie outside of the case, by their absolute paths.
void resolveCopies(Step& step, const fs::path& origin) {
  const auto target =
      std::find_if(step.arguments.rbegin(), step.arguments.rend(), [](const auto& a) { return !a.starts_with('-'); });
  for (auto& argument : step.arguments) {
    const fs::path relative = (fs::path(step.directory) / argument).lexically_normal();
    if (!argument.starts_with('-') && (target == step.arguments.rend() || &argument != &*target) && *relative.begin() == "..")
      argument = fs::absolute(origin / relative).lexically_normal().string();
  }
}

}  // namespace

Step resolved(Step step, const fs::path& origin) {
  for (auto& argument : step.arguments)
    if (argument.starts_with(tutorials))
      if (const auto file = fileOfTutorials(argument.substr(tutorials.size()), origin); !file.empty()) argument = file.string();
  if (isMapping(step))
    if (const auto source = sourceOf(step); source != std::string::npos && !fs::path(step.arguments[source]).is_absolute())
      step.arguments[source] = fs::absolute(origin / step.arguments[source]).lexically_normal().string();
  if (step.tool == "cp" && !step.directory.starts_with('?')) resolveCopies(step, origin);
  return step;
}

bool mayBeCopied(const fs::path& outside) {
  static constexpr std::array parts{"polyMesh", "triSurface", "geometry", "constant", "system", "0", "0.orig", "0.org"};
  const std::string path = outside.string(), name = outside.filename().string();
  for (const char* ofSystem : {"/proc/", "/sys/", "/dev/"})
    if (path.starts_with(ofSystem)) return false;
  const bool isPart = path.find("/resources/") != std::string::npos || std::find(parts.begin(), parts.end(), name) != parts.end();
  std::error_code none;
  return fs::is_regular_file(outside, none) || (isPart && fs::is_directory(outside, none));
}

std::string mappingObstacle(const Step& step) {
  if (!isMapping(step)) return {};
  const auto at = sourceOf(step);
  if (at == std::string::npos) return {};
  const fs::path source = step.arguments[at];
  std::error_code none;
  if (!fs::is_directory(source, none))
    return fmt::format("the case {} that it maps from is not there: make it and run it first", source.string());
  const bool latest = std::find(step.arguments.begin(), step.arguments.end(), "latestTime") != step.arguments.end();
  const auto times = output::findTimes(source);
  if (latest && (times.empty() || times.back().value <= 0))
    return fmt::format("the case {0} that it maps from has no result yet: run it first (eagre run {0})", source.string());
  return {};
}

}  // namespace eagre::run::preparation
