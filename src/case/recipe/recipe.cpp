// SPDX-License-Identifier: BSD-3-Clause
#include "case/recipe/recipe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <fstream>

#include "case/recipe/parent_script.hpp"
#include "case/recipe/shell_walk.hpp"
#include "config/dictionary.hpp"
#include "core/one_of.hpp"

namespace eagre::case_ {

namespace {

namespace fs = std::filesystem;

bool isFile(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none);
}

/// As a script finds it in a case that has not been prepared yet.
bool existsWhenClean(const fs::path& caseDirectory, const std::string& path) {
  std::error_code none;
  if (!fs::exists(caseDirectory / path, none)) return false;
  if (path.starts_with("constant/polyMesh")) return path.find("blockMeshDict") != std::string::npos;
  if (path == "0" || path.starts_with("0/")) return originalFields(caseDirectory).empty();
  return !path.starts_with("log") && !path.starts_with("processor") && !path.starts_with("postProcessing");
}

/// The solver that the case is about; with -postProcess it only looks at results.
bool isSolver(const Step& step, const std::string& application) {
  if (step.tool == application || step.tool == "foamRun" || step.tool == "foamMultiRun" || step.tool == "$(getApplication)")
    return true;
  return step.kind == ToolKind::solver;
}

bool takesAwayResults(const std::string& word) {
  const std::string name = fs::path(word).lexically_normal().string();
  for (const char* result : {"log", "processor", "postProcessing", "constant/polyMesh", "0", "dynamicCode", "VTK", "proces", "*.",
                             "./constant/polyMesh", "PyFoam", "[0-9]", "[1-9]"})
    if (name.starts_with(result)) return true;
  if (fs::path(name).filename().string().starts_with("log.")) return true;
  const auto dot = name.rfind('.');
  const std::string extension = dot == std::string::npos ? "" : name.substr(dot);
  for (const char* result :
       {".foam", ".obj", ".log", ".png", ".dat", ".OpenFOAM", ".tar", ".txt", ".out", ".eps", ".csv", ".vtk"})
    if (extension == result) return true;
  return !name.empty() && name.find_first_not_of("0123456789.e-*/") == std::string::npos;
}

/// Logs and pictures, which scripts move out of the way.
bool isLog(const std::string& word) {
  const std::string name = fs::path(word).lexically_normal().string();
  for (const char* begin : {"log", "processor", "postProcessing"})
    if (name.starts_with(begin)) return true;
  return name.ends_with(".log") || name.ends_with(".png");
}

/// cp or mv of logs alone.
bool movesLogs(const Step& step) {
  std::vector<std::string> paths;
  for (const auto& a : step.arguments)
    if (!a.starts_with('-')) paths.push_back(a);
  return paths.size() > 1 && std::all_of(paths.begin(), paths.end() - 1, isLog);
}

bool writesInput(const std::string& file) {
  return file.find("system") != std::string::npos || file.find("constant") != std::string::npos || file.starts_with("0");
}

bool onlyLooks(const Step& step) {
  return step.kind == ToolKind::solver && std::ranges::find(step.arguments, "-postProcess") != step.arguments.end();
}

/// One that changes nothing of what the solver reads.
bool isIdle(const Step& step) {
  switch (step.kind) {
    case ToolKind::nothing:
      if (step.tool == "touch" || step.tool == "find" || step.tool == "xargs") return true;
      return step.output.empty() || !writesInput(step.output);
    case ToolKind::cleaning:
      return true;
    case ToolKind::solver:
      return onlyLooks(step) || std::find(step.arguments.begin(), step.arguments.end(), "-help") != step.arguments.end();
    case ToolKind::files:
      if (step.tool == "cp" || step.tool == "mv") return movesLogs(step);
      return (step.tool == "rm" || step.tool == "rmdir") &&
             std::all_of(step.arguments.begin(), step.arguments.end(),
                         [](const auto& a) { return a.starts_with('-') || takesAwayResults(a); });
    default:
      return false;
  }
}

/// Of tools that do one thing or another.
std::optional<ToolKind> byOptions(const Step& step) {
  const auto& arguments = step.arguments;
  if (step.tool == "createBoxTurb")
    return std::ranges::find(arguments, "-createBlockMesh") != arguments.end() ? ToolKind::mesh : ToolKind::fields;
  const auto isScript = [](const auto& a) { return a.starts_with("All") || a.starts_with('-'); };
  if (step.tool == "foamGet" && std::ranges::all_of(arguments, isScript)) return ToolKind::nothing;  // Allclean
  return std::nullopt;
}

/// What is done about a step, where its arguments count, too.
ToolKind kindOf(const Step& step) {
  const auto& arguments = step.arguments;
  if (step.tool == "cat" && arguments.empty() && step.input && !step.output.empty()) return ToolKind::files;
  if (step.tool == "sed") {
    const bool inPlace =
        std::ranges::any_of(arguments, [](const auto& a) { return a.starts_with("-i") || a.starts_with("--in-place"); });
    return inPlace || !step.output.empty() ? ToolKind::files : ToolKind::nothing;
  }
  if (step.tool == "gzip") return step.output.empty() ? ToolKind::nothing : ToolKind::unknown;
  if (step.tool == "tar" && !arguments.empty() && arguments[0].find('x') != std::string::npos)
    return ToolKind::unknown;  // it takes files out
  return byOptions(step).value_or(toolKind(step.tool));
}

/// gzip -d is gunzip. Packed in place, a file remains what it is: OpenFOAM and Eagre read x.gz where x is not there.
void followPacking(Step& step) {
  if (step.tool == "zcat") {
    step.tool = "gunzip";
    step.arguments.insert(step.arguments.begin(), "-c");
  }
  if (step.tool != "gzip") return;
  bool unpacks = false;
  for (auto& word : step.arguments) {
    if (isOneOf(word, {"--decompress", "--uncompress"})) word = "-d";
    if (!word.starts_with('-') || word.starts_with("--")) continue;
    unpacks = std::erase(word, 'd') > 0 || unpacks;
  }
  if (!unpacks) return;
  std::erase(step.arguments, "-");
  step.tool = "gunzip";
}

/// -case says where a step runs; -case . is where it runs anyway.
void followCaseOption(Step& step) {
  const auto at = std::ranges::find(step.arguments, "-case");
  if (at == step.arguments.end() || at + 1 == step.arguments.end()) return;
  if (const std::string& to = *(at + 1); to != ".") step.directory = (fs::path(step.directory) / to).lexically_normal().string();
  step.arguments.erase(at, at + 2);
}

Step toStep(const shell::Command& command) {
  Step step{.place = command.place,
            .output = command.output,
            .input = command.input,
            .directory = command.directory,
            .doubt = command.doubt};
  step.arguments = startedProgram(command.words);
  if (step.arguments.empty()) {
    step.kind = ToolKind::nothing;
    return step;
  }
  step.tool = fs::path(step.arguments.front()).filename().string();
  step.arguments.erase(step.arguments.begin());
  followPacking(step);
  step.kind = kindOf(step);
  followCaseOption(step);
  if (step.directory == "." || step.directory == "./") step.directory.clear();
  return step;
}

constexpr auto preparing = {"Allrun.pre", "Allmesh",     "Allprepare", "Allpre",     "Allmesh.sh", "AllrunMesh",   "AllrunPre",
                            "Allset",     "makeMesh.sh", "mesh.sh",    "prepare.sh", "setup.sh",   "setupCase.sh", "run_mesh.sh"};
constexpr auto running = {"Allrun",
                          "Allrun-parallel",
                          "Allrun.parallel",
                          "Allrun.sh",
                          "AllrunTest",
                          "Allrun_Slurm",
                          "Allrun.slurm",
                          "allrun",
                          "run",
                          "Run",
                          "run.sh",
                          "runSimulation.sh",
                          "run_simulation.sh",
                          "runCase.sh",
                          "pbs.sh"};

/// The same in other spellings, as they are without capitals, dashes and the extension: runALL, run_all.sh, allRun.sh, run.bash.
constexpr auto runningSpelled = {"allrun", "run", "runall", "runcase", "runsimulation"};
constexpr auto preparingSpelled = {"allrunpre", "allmesh", "allprepare",  "makemesh", "createmesh", "generatemesh", "allrunmesh",
                                   "mesh",      "prepare", "preparecase", "setup",    "setupcase",  "preparemesh"};
using Names = std::initializer_list<const char*>;

/// A file is a script for shells by its extension, or by the program that it names at its head.
bool isScript(const fs::path& file) {
  if (!isFile(file)) return false;
  const std::string extension = file.extension().string();
  if (!extension.empty()) return isOneOf(extension, {".sh", ".bash", ".slurm"});
  std::string head(256, '\0');
  std::ifstream in(file, std::ios::binary);
  in.read(head.data(), static_cast<std::streamsize>(head.size()));
  head.resize(static_cast<std::size_t>(in.gcount()));
  return head.starts_with("#!") && head.find('\0') == std::string::npos && shell::isForShells(head, file);
}

/// The name of a script as it is spelled above.
std::string spelled(const fs::path& file) {
  std::string word;
  for (const char c : file.stem().string())
    if (!isOneOf(c, "-_ ")) word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return word;
}

/// The script by which a case may be run or prepared: the first of these names that is there, else the first in another spelling;
/// "" : none.
std::string scriptOf(const fs::path& caseDirectory, Names names, Names spellings) {
  for (const char* name : names)
    if (isFile(caseDirectory / name)) return name;
  std::vector<std::string> files;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(caseDirectory, none)) files.push_back(entry.path().filename().string());
  std::sort(files.begin(), files.end());
  for (const char* spelling : spellings)
    for (const std::string& file : files)
      if (spelled(file) == spelling && isScript(caseDirectory / file)) return file;
  return {};
}
std::string runningScript(const fs::path& caseDirectory) { return scriptOf(caseDirectory, running, runningSpelled); }
std::string preparingScript(const fs::path& caseDirectory) { return scriptOf(caseDirectory, preparing, preparingSpelled); }

shell::WalkOptions walkOptions(const fs::path& caseDirectory, const std::string& application) {
  return {caseDirectory, application, [caseDirectory](const std::string& path) { return existsWhenClean(caseDirectory, path); }};
}

/// A here-document that a file consists of already.
bool isWritten(const Step& step, const fs::path& caseDirectory) {
  if (step.tool != "cat" || !step.input || !step.doubt.empty() || !step.directory.empty()) return false;
  const fs::path file = caseDirectory / step.output;
  return isFile(file) && config::readFileText(file) == *step.input;
}

/// Of the commands up to the solver, those by which a solver's function objects may write fields of the start.
std::vector<std::string> leftOutOf(const std::vector<shell::Command>& commands, const std::string& application) {
  std::vector<std::string> found;
  for (const auto& command : commands) {
    const Step step = toStep(command);
    if (onlyLooks(step))
      found.push_back(fmt::format(
          "{}: {} is left out, so that the run does not have the fields that function objects write by it (setFlow: U and phi, "
          "without which the first step stands still); run it before, or give these fields in 0",
          toString(step.place), step.text()));
    else if (!isIdle(step) && isSolver(step, application) && step.doubt.empty())
      return found;
  }
  return {};
}

/// The steps of commands up to the solver.
std::vector<Step> stepsOf(const std::vector<shell::Command>& commands, const fs::path& caseDirectory,
                          const std::string& application) {
  std::vector<Step> steps;
  for (const auto& command : commands) {
    Step step = toStep(command);
    if (isIdle(step) || isWritten(step, caseDirectory)) continue;
    if (isSolver(step, application) && step.kind != ToolKind::fields && step.kind != ToolKind::mesh) {
      if (step.tool == application || step.tool == "foamRun" || step.tool == "$(getApplication)" || step.doubt.empty()) break;
      continue;  // one of several, by a condition
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

/// The steps of one script and of those that it calls, up to the solver.
Recipe readScript(const fs::path& caseDirectory, const std::string& script, const std::string& application) {
  shell::Walk walk(walkOptions(caseDirectory, application));
  walk.script(script);
  return {.steps = stepsOf(walk.commands(), caseDirectory, application),
          .scripts = walk.scripts(),
          .missing = walk.missing(),
          .leftOut = leftOutOf(walk.commands(), application)};
}

/// Of a case without scripts.
Recipe readParent(const fs::path& caseDirectory, const std::string& application) {
  Recipe recipe{.steps = stepsOf(parentCommands(walkOptions(caseDirectory, application)), caseDirectory, application)};
  if (!recipe.steps.empty()) recipe.scripts = {recipe.steps.front().place.file};
  return recipe;
}

}  // namespace

std::string Step::text() const { return arguments.empty() ? tool : fmt::format("{} {}", tool, fmt::join(arguments, " ")); }

bool Recipe::has(const std::string& tool) const {
  return std::any_of(steps.begin(), steps.end(), [&](const Step& s) { return s.tool == tool; });
}

bool Recipe::makesMesh() const {
  return std::any_of(steps.begin(), steps.end(), [](const Step& s) { return s.kind == ToolKind::mesh; });
}

std::string originalFields(const fs::path& caseDirectory) {
  std::error_code none;
  for (const char* name : {"0.orig", "0.org", "0_orig", "0_org"})
    if (fs::is_directory(caseDirectory / name, none)) return name;
  return {};
}

std::vector<std::string> unreadScripts(const fs::path& caseDirectory) {
  std::vector<std::string> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(caseDirectory, none)) {
    const std::string name = entry.path().filename().string(), extension = entry.path().extension().string();
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const bool saysSo = lower.starts_with("all") || extension == ".bat" || extension == ".cmd" || extension == ".sh";
    if (!saysSo || lower.find("clean") != std::string::npos || !isFile(entry.path())) continue;
    if (name != runningScript(caseDirectory) && name != preparingScript(caseDirectory)) found.push_back(name);
  }
  std::sort(found.begin(), found.end());
  return found;
}

Recipe readRecipe(const fs::path& caseDirectory, const std::string& application) {
  Recipe recipe;
  if (const std::string script = runningScript(caseDirectory); !script.empty())
    recipe = readScript(caseDirectory, script, application);
  if (recipe.makesMesh()) return recipe;
  // The run script leaves the mesh to another, which is called by hand.
  const std::string script = preparingScript(caseDirectory);
  if (script.empty() && recipe.scripts.empty()) return readParent(caseDirectory, application);
  if (script.empty() || std::find(recipe.scripts.begin(), recipe.scripts.end(), script) != recipe.scripts.end()) return recipe;
  Recipe before = readScript(caseDirectory, script, application);
  before.steps.insert(before.steps.end(), recipe.steps.begin(), recipe.steps.end());
  before.scripts.insert(before.scripts.end(), recipe.scripts.begin(), recipe.scripts.end());
  before.missing.insert(before.missing.end(), recipe.missing.begin(), recipe.missing.end());
  before.leftOut.insert(before.leftOut.end(), recipe.leftOut.begin(), recipe.leftOut.end());
  return before;
}

}  // namespace eagre::case_
