// SPDX-License-Identifier: BSD-3-Clause
#include "run/preparation/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <regex>
#include <set>

#include "case/field_file.hpp"
#include "case/made_record.hpp"
#include "core/one_of.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/dumps/dump_mesh.hpp"
#include "output/foam/time_directory.hpp"
#include "run/case/case_setup.hpp"
#include "run/case/made.hpp"
#include "run/preparation/outside.hpp"
#include "run/preparation/stand_ins.hpp"
#include "run/preparation/unscripted.hpp"
#include "run/tools/tool.hpp"

namespace eagre::run::preparation {

namespace {

using case_::Step;
using case_::ToolKind;

/// Dictionaries of tools that set fields, beside setFields, each with its tool.
constexpr std::array fieldDictionaries{
    std::pair{"funkySetFieldsDict", "funkySetFields"}, std::pair{"mapFieldsDict", "mapFields"},
    std::pair{"setExprFieldsDict", "setExprFields"},   std::pair{"setAlphaFieldDict", "setAlphaField"},
    std::pair{"setWaveFieldDict", "setWaveField"},     std::pair{"setWavesDict", "setWaves"}};

bool isOriginalCopy(const Step& step) {
  if (step.tool == "restore0Dir") return true;
  if (step.tool != "cp" || step.arguments.empty()) return false;
  const std::string to = fs::path(step.arguments.back()).lexically_normal().string();
  return step.directory.empty() && (to == "0" || to == "0/");
}

/// What changeDictionary reads.
fs::path changeDictionaryDict(const Step& step, const fs::path& caseDirectory) {
  const auto option = std::ranges::find(step.arguments, "-dict");
  const bool isNamed = option != step.arguments.end() && option + 1 != step.arguments.end();
  return caseDirectory / step.directory / (isNamed ? *(option + 1) : "system/changeDictionaryDict");
}

/// changeDictionary with new types of patches, which a mesh that is made needs, besides what it says of fields.
bool changesPatches(const Step& step, const fs::path& caseDirectory) {
  const fs::path file = changeDictionaryDict(step, caseDirectory);
  static const std::regex ofPatches("(^|[\\s{;])boundary\\s*\\{");
  return step.tool == "changeDictionary" && fileExists(file) && std::regex_search(config::readFileText(file), ofPatches);
}

/// Whether a step that has been done once, with the mesh that Eagre has made, would put a file of system or constant in the place
/// of one that may have been edited since.
bool replacesDictionary(const Step& step, const fs::path& caseDirectory) {
  if (!fileExists(caseDirectory / case_::meshRecord)) return false;
  if (!isOneOf(step.tool, {"cp", "mv", "cat", "sed", "m4"}) || step.arguments.size() + step.output.size() == 0) return false;
  const auto isDictionaries = [](const fs::path& path) { return path == "system" || path == "constant"; };
  const fs::path target =
      (fs::path(step.directory) / (step.output.empty() ? step.arguments.back() : step.output)).lexically_normal();
  if (target.empty()) return false;
  const fs::path first = *target.begin();
  if (first == "." && step.output.empty())  // into the case itself, by the names of what is copied
    return std::any_of(step.arguments.begin(), step.arguments.end() - 1,
                       [&](const std::string& from) { return isDictionaries(fs::path(from).filename()); });
  std::error_code none;
  return isDictionaries(first) && (fs::is_directory(caseDirectory / target, none) || fileExists(caseDirectory / target));
}

/// What a run does by itself, with the mesh in memory.
bool isPlain(const Step& step) {
  if (!step.doubt.empty() || !step.directory.empty()) return false;
  if (isOriginalCopy(step) || step.tool == "mkdir") return true;
  if (step.tool == "cp" && step.arguments.size() == 2 && step.arguments[1].starts_with("0/"))  // copied wherever it is missing
    return step.arguments[0] == step.arguments[1] + ".orig" || step.arguments[0] == step.arguments[1] + ".org";
  if (step.tool == "blockMesh" || step.tool == "setFields")
    return step.arguments.empty() || (step.arguments.size() == 2 && step.arguments[0] == "-dict" &&
                                      step.arguments[1] == fmt::format("system/{}Dict", step.tool));
  return false;
}

/// What stands in the way of a step; empty: it can be done.
std::string obstacle(const Step& step, const fs::path& caseDirectory, const std::vector<std::string>& made) {
  if (!step.doubt.empty()) return fmt::format("this step is not understood: {}", step.doubt);
  if (step.kind == ToolKind::files) {
    const std::string reason = fileStepObstacle(step, caseDirectory, made);
    return reason.empty() ? "" : fmt::format("this step is not done: {}", reason);
  }
  if (!step.directory.empty()) return "this step concerns another directory than the case";
  for (const auto& argument : step.arguments)
    if (argument.starts_with("$FOAM_TUTORIALS"))
      return "this file of OpenFOAM's tutorials is not there; set FOAM_TUTORIALS, or bring the file into the case";
  if (std::string reason = mappingObstacle(step); !reason.empty()) return reason;
  if (step.tool == "splitMeshRegions") return "a case of several regions, which Eagre does not have";
  if (tools::find(step.tool)) return {};
  if (step.kind == ToolKind::unknown || step.kind == ToolKind::nothing)
    return step.tool == "gmsh"
               ? "Eagre starts no programs but OpenFOAM's tools: run this by hand; then the mesh file that it makes is taken"
               : "Eagre does not know what this does to the case, and starts no programs but OpenFOAM's tools; do it by hand";
  if (!programOnPath(step.tool).empty() || hasStandIn(step)) return {};
  return fmt::format(
      "Eagre does not have {0}, and it is not on PATH: install it (OpenFOAM, cfMesh, swak4Foam, ...) and put it on PATH, or "
      "run it elsewhere and bring the result here",
      step.tool);
}

bool isThere(const fs::path& path) {
  std::error_code none;
  return fs::exists(path, none);
}

/// Whether there are files in 0. Of a 0 that Eagre has made `eagre clean` may leave folders of the user's alone.
bool hasFields(const fs::path& zero) {
  std::error_code none;
  const fs::directory_iterator files(zero, none);
  return std::any_of(begin(files), end(files), [&](const auto& entry) { return entry.is_regular_file(none); });
}

/// Whether a field of the directory has values that are not uniform, that is, has been set. One that is given by code still has
/// its initial value: it says nothing about the others.
bool anyFieldIsSet(const fs::path& directory) {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(directory, none)) {
    if (!entry.is_regular_file(none)) continue;
    const std::string extension = entry.path().extension().string();
    if (extension == ".orig" || extension == ".org") continue;
    try {
      const case_::RawField field = case_::readRawField(entry.path());
      if (!field.internal.uniform && !field.dict.has("internalField")) return true;
    } catch (const Error&) {}  // no field, or a broken one: the check of the case says it
  }
  return false;
}

/// Whether the run begins at 0, with fields that may still have to be set.
bool startsAtZero(const fs::path& caseDirectory, const ControlDict& control) {
  if (control.startFrom == StartFrom::startTime) return control.startTime == 0;
  const auto times = output::findTimes(caseDirectory);
  if (times.empty()) return output::findDumps(caseDirectory).empty();
  if (control.startFrom == StartFrom::firstTime) return times.front().value == 0;
  return times.back().value == 0 && output::findDumps(caseDirectory).empty();
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// changeDictionary of versions before openfoam.org 4 looked into dictionaryReplacement; v1912's is told to.
Step inToday(Step step, const fs::path& caseDirectory, const flavour::Flavour& flavour) {
  if (step.tool != "changeDictionary" || !flavour.olderThanOrg(4) || has(step.arguments, "-subDict")) return step;
  const fs::path file = changeDictionaryDict(step, caseDirectory);
  if (fileExists(file) && config::readFileText(file).find("dictionaryReplacement") != std::string::npos)
    step.arguments.insert(step.arguments.end(), {"-subDict", "dictionaryReplacement"});
  return step;
}

/// Tools that write the new mesh to a time directory unless they are told to replace the old one.
const std::set<std::string> meshWriters{"refineMesh",    "mirrorMesh",    "subsetMesh",
                                        "snappyHexMesh", "createBaffles", "createPatch"};

/// Whether a tool that is not told so replaces the mesh: in openfoam.org's version 12 and later, mirrorMesh also before 2.2.
bool replacesMesh(const Step& step, const flavour::Flavour& flavour) {
  const bool always = flavour.orgSince(12) || (step.tool == "mirrorMesh" && flavour.olderThanOrg(2.2));
  return always && meshWriters.contains(step.tool) && !has(step.arguments, "-noOverwrite") && !has(step.arguments, "-overwrite");
}

/// `refineMesh` and `cp -r 1e-08/polyMesh/* constant/polyMesh` behind it, as old recipes have them, as `refineMesh -overwrite`;
/// so are the tools that replace the mesh unless -noOverwrite is said.
std::vector<Step> withMeshesInPlace(const std::vector<Step>& steps, const flavour::Flavour& flavour) {
  static const std::regex meshOfTime(R"([0-9][0-9.e+-]*/polyMesh(/\*/constant/polyMesh|/?/constant)/?)");
  const auto isCopyOfTime = [](const Step& step) {
    const auto& words = step.arguments;
    return (step.tool == "cp" || step.tool == "mv") && words.size() >= 2 &&
           std::regex_match(words[words.size() - 2] + "/" + words.back(), meshOfTime);
  };
  std::vector<Step> result;
  for (const Step& step : steps) {
    Step* const before = result.empty() ? nullptr : &result.back();
    const bool replaces =
        before && isCopyOfTime(step) && meshWriters.contains(before->tool) && !has(before->arguments, "-overwrite");
    if (replaces) {
      before->arguments.emplace_back("-overwrite");
      continue;
    }
    result.push_back(step);
    if (replacesMesh(step, flavour)) result.back().arguments.emplace_back("-overwrite");
  }
  return result;
}

/// Whether the time other than 0 that a run begins at has been made: by a run, or as the recipe says (mapFields).
bool startIsThere(const fs::path& caseDirectory, const ControlDict& control) {
  if (control.startFrom != StartFrom::startTime || isThere(caseDirectory / "processor0")) return true;
  const auto times = output::findTimes(caseDirectory);
  return !output::findDumps(caseDirectory).empty() || std::any_of(times.begin(), times.end(), [&](const auto& t) {
    return std::abs(t.value - control.startTime) < 1e-9 * std::max(1.0, std::abs(control.startTime));
  });
}

class Planner {
 public:
  Planner(const fs::path& caseDirectory, const std::string& application, const PreparationOptions& options)
      : case_(caseDirectory), application_(application), options_(options) {}

  Plan run() {
    Problems ofDictionaries;  // the run's own check says them
    CaseDictionaries dictionaries(case_, ofDictionaries, options_.flavour);
    const auto control = ControlDict::read(dictionaries.controlDict(), false, ofDictionaries);
    plan_.begunAnew = isThere(unfinishedMark(case_));
    meshIsThere_ = !plan_.begunAnew && (fileExists(case_ / "constant/polyMesh/faces") || isThere(output::dumpMeshPath(case_)) ||
                                        isThere(case_ / "processor0"));
    if (!meshIsThere_ && !plan_.begunAnew) problems_.guard([&] { requireNoPartOfAMesh(origin()); });
    atZero_ = startsAtZero(case_, control);
    const std::string solver = application_.empty() ? dictionaries.controlDict().getOr("application", "") : application_;
    const auto recipe = case_::readRecipe(origin(), solver);
    fieldsAreSet_ = atZero_ ? !plan_.begunAnew && anyFieldIsSet(case_ / "0") : startIsThere(case_, control);
    takeWarnings(recipe);
    planOriginals();
    if (!recipe.makesMesh()) planMeshDictionaries(dictionaries);
    if (!recipe.steps.empty()) planRecipe(recipe, dictionaries.flavour());
    if (recipe.scripts.empty()) planFieldDictionaries();
    leaveOutWhatIsPlain();
    if (!problems_.empty() && options_.requireSolver) options_.requireSolver();  // of no use if the case cannot be run anyway
    problems_.throwIfAny(fmt::format("{}: the case is not prepared as it asks for", case_.string()));
    return plan_;
  }

 private:
  const fs::path& origin() const { return options_.origin.empty() ? case_ : options_.origin; }

  /// What is left out matters where the fields of the start are not there yet.
  void takeWarnings(const case_::Recipe& recipe) {
    plan_.warnings = recipe.missing;
    if (atZero_ && !fieldsAreSet_) plan_.warnings.insert(plan_.warnings.end(), recipe.leftOut.begin(), recipe.leftOut.end());
  }

  void leaveOutWhatIsPlain() {
    if (std::all_of(plan_.steps.begin(), plan_.steps.end(), isPlain)) plan_.steps.clear();
    plan_.copiesZeroInSteps = plan_.copies.empty() && std::any_of(plan_.steps.begin(), plan_.steps.end(), isOriginalCopy);
  }

  void planOriginals() {
    if (!atZero_) return;
    const bool areThere = hasFields(case_ / "0");
    if (!areThere) plan_.copiesZero = case_::originalFields(case_);
    if (!plan_.copiesZero.empty()) made_.emplace_back("0");
    const fs::path zero = case_ / (areThere ? "0" : plan_.copiesZero);
    std::error_code none;
    if (zero == case_) return;
    for (const auto& entry : fs::directory_iterator(zero, none)) {
      const std::string name = entry.path().filename().string(), extension = entry.path().extension().string();
      if ((extension != ".orig" && extension != ".org") || !entry.is_regular_file(none)) continue;
      const std::string field = entry.path().stem().string();
      if (!fileExists(zero / field)) plan_.copies.emplace_back("0/" + name, "0/" + field);
    }
  }

  /// gmsh is not started; the mesh that it has made by hand is taken.
  bool isMeshOfGmsh(const Step& step) {
    if (step.tool != "gmsh") return false;
    const auto named = std::ranges::find(step.arguments, "-o");
    const auto geometry = std::ranges::find_if(step.arguments, [](const std::string& a) { return a.ends_with(".geo"); });
    fs::path mesh;
    if (named != step.arguments.end() && named + 1 != step.arguments.end())
      mesh = *(named + 1);
    else if (geometry != step.arguments.end())
      mesh = fs::path(*geometry).replace_extension(".msh");
    if (mesh.empty() || !fileExists(case_ / step.directory / mesh)) return false;
    plan_.warnings.push_back(
        fmt::format("{}: gmsh is not started: {} is there and is taken as it is", toString(step.place), mesh.string()));
    return true;
  }

  /// topoSet without its dictionary: a shell goes on behind OpenFOAM's error.
  bool hasNothingToRead(const Step& step) {
    if (step.tool != "topoSet" || !step.directory.empty() || has(step.arguments, "-dict") ||
        fileExists(case_ / "system/topoSetDict") || std::ranges::find(made_, "system/topoSetDict") != made_.end())
      return false;
    plan_.warnings.push_back(fmt::format(
        "{}: topoSet: there is no system/topoSetDict; the other steps are done, as a shell would", toString(step.place)));
    return true;
  }

  /// restore0Dir without 0.orig: OpenFOAM's only warns, and leaves 0 as it is.
  bool hasNothingToRestore(const Step& step) {
    if (step.tool != "restore0Dir" || !case_::originalFields(case_).empty()) return false;
    if (std::ranges::any_of(made_, [](const std::string& made) { return made.starts_with("0.or"); })) return false;
    plan_.warnings.push_back(
        fmt::format("{}: restore0Dir: there is no 0.orig; as OpenFOAM's, it does nothing", toString(step.place)));
    return true;
  }

  void add(const Step& given) {
    const Step step = resolved(given, origin());
    if (hasNothingToRead(step) || hasNothingToRestore(step) || isMeshOfGmsh(step)) return;
    const bool ofMesh = step.kind != ToolKind::fields;
    if (const std::string reason = obstacle(step, case_, made_); !reason.empty())
      problems_.add(step.place,
                    fmt::format("'{}': {}. {}", step.text(), reason,
                                ofMesh && !meshIsThere_
                                    ? "--mesh as-is goes on with blockMesh's mesh alone, or with a mesh in constant/polyMesh"
                                    : "--fields as-is goes on with the fields that are there"));
    else
      plan_.steps.push_back(step);
    if (step.kind == ToolKind::mesh) made_.emplace_back("constant/polyMesh");
    if (step.tool == "restore0Dir") made_.emplace_back("0");
    if (step.kind == ToolKind::files && !step.arguments.empty())
      made_.push_back(step.output.empty() ? step.arguments.back() : step.output);
    if (step.tool == "gunzip")
      for (const auto& word : step.arguments)
        if (word.ends_with(".gz")) made_.push_back(word.substr(0, word.size() - 3));
  }

  void planRecipe(const case_::Recipe& recipe, const flavour::Flavour& flavour) {
    const bool mesh = !meshIsThere_ && !options_.meshAsIs && recipe.makesMesh();
    const bool fields = !fieldsAreSet_ && !options_.fieldsAsIs;
    for (const Step& written : withMeshesInPlace(recipe.steps, flavour)) {
      const Step step = inToday(written, origin(), flavour);
      if (fieldsAreSet_ && isOriginalCopy(step)) continue;  // fields that have been set are kept
      if (isWanted(step, mesh, fields)) add(step);
    }
  }

  /// mesh, fields: whether these are made.
  bool isWanted(const Step& step, bool mesh, bool fields) const {
    if (mesh && (step.kind != ToolKind::fields || changesPatches(step, origin()))) return true;
    if (step.kind == ToolKind::fields || !fields) return fields;
    // A mesh that is there still needs the fields that its recipe copies.
    const bool copies =
        step.kind == ToolKind::files && step.doubt.empty() && fileStepObstacle(resolved(step, origin()), case_).empty();
    return copies && !replacesDictionary(step, case_) && !(plan_.copiesZero.empty() && isOriginalCopy(step));
  }

  void planMeshDictionaries(CaseDictionaries& dictionaries) {
    if (meshIsThere_ || options_.meshAsIs) return;
    const fs::path zero = case_ / (hasFields(case_ / "0") ? "0" : case_::originalFields(case_));
    Unscripted unscripted = planUnscripted(dictionaries, zero);
    for (const Step& step : unscripted.steps) add(step);
    for (const auto& problem : unscripted.problems) problems_.add(problem);
    plan_.notes = std::move(unscripted.notes);
    plan_.warnings.insert(plan_.warnings.end(), unscripted.warnings.begin(), unscripted.warnings.end());
  }

  void planFieldDictionaries() {
    if (fieldsAreSet_ || options_.fieldsAsIs) return;
    std::vector<std::pair<const char*, const char*>> there;
    for (const auto& each : fieldDictionaries)
      if (fileExists(case_ / "system" / each.first) && !isThere(case_ / "system/setFieldsDict")) there.push_back(each);
    const std::string_view only = there.size() == 1 ? there.front().second : "";
    if (only == "setExprFields" || only == "funkySetFields" || only == "setAlphaField") {
      const auto& [dictionary, tool] = there.front();
      const bool takesTime = only != "setAlphaField";
      plan_.notes.push_back(fmt::format("No script: system/{} is read as: {}", dictionary, tool));
      add({.tool = tool,
           .arguments = takesTime ? std::vector<std::string>{"-time", "0"} : std::vector<std::string>(),
           .place = {fmt::format("system/{}", dictionary), 0},
           .kind = ToolKind::fields});
      return;
    }
    for (const auto& [dictionary, tool] : there)
      problems_.add(fmt::format(
          "system/{0}: the fields of 0 are all uniform: {1} has not been run, and there is no Allrun that says how. Run it, "
          "or write the step into an Allrun; --fields as-is goes on with the fields that are there",
          dictionary, tool));
  }

  const fs::path& case_;
  const std::string& application_;
  const PreparationOptions& options_;
  Plan plan_;
  Problems problems_;
  std::vector<std::string> made_;  ///< by the steps so far
  bool meshIsThere_ = false, atZero_ = false, fieldsAreSet_ = false;
};

}  // namespace

bool Plan::needsOpenFoam() const {
  return std::any_of(steps.begin(), steps.end(),
                     [](const Step& s) { return s.tool == "m4" || (s.kind != ToolKind::files && !tools::find(s.tool)); });
}

bool Plan::changesBlockMesh() const {
  return std::any_of(steps.begin(), steps.end(), [](const Step& s) { return s.kind == ToolKind::mesh && !isPlain(s); });
}

fs::path unfinishedMark(const fs::path& caseDirectory) { return caseDirectory / "constant" / "eagreUnfinished"; }

Plan makePlan(const fs::path& caseDirectory, const std::string& application, const PreparationOptions& options) {
  return Planner(caseDirectory, application, options).run();
}

}  // namespace eagre::run::preparation
