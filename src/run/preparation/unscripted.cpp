// SPDX-License-Identifier: BSD-3-Clause
#include "run/preparation/unscripted.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "case/block_mesh.hpp"
#include "case/create_baffles.hpp"
#include "case/create_patch.hpp"
#include "case/recipe/tool_dictionaries.hpp"
#include "run/preparation/field_patches.hpp"
#include "run/preparation/plan.hpp"
#include "run/preparation/stand_ins.hpp"
#include "run/tools/tool.hpp"

namespace eagre::run::preparation {

namespace {

using case_::Step;
using case_::ToolKind;
using mesh::PolyPatch;

constexpr const char* fieldsFit = "all fields name the patches of blockMesh's mesh and no others";

class Decision {
 public:
  Decision(CaseDictionaries& dictionaries, const fs::path& fields) : dictionaries_(dictionaries), fields_(fields) {
    for (const auto& each : case_::toolDictionaries)
      if (const std::string file = case_::findToolDictionary(directory(), each.name); !file.empty())
        files_.emplace(each.tool, file);
    findNumbered();
  }

  Unscripted run() {
    if (files_.empty()) return result_;
    const bool hasBlocks =
        fileExists(directory() / "system/blockMeshDict") || fileExists(directory() / "constant/polyMesh/blockMeshDict");
    if (!hasBlocks) {
      planOnlySource();
      return result_;
    }
    const bool needsEvidence = has("snappyHexMesh") || has("createPatch") || has("createBaffles") || has("cartesianMesh");
    if (needsEvidence && !readEvidence()) return result_;  // the run says what is wrong with blockMeshDict
    add("blockMesh", {}, "system/blockMeshDict", ToolKind::mesh);
    for (const char* tool : {"extrudeMesh", "refineMesh", "mirrorMesh"})
      if (has(tool)) refuse(tool, "blockMesh alone would be another mesh");
    if (has("cartesianMesh")) {
      if (fit_)
        passOver("cartesianMesh", fieldsFit);
      else
        refuse("cartesianMesh", strangersText());
    }
    if (has("snappyHexMesh")) planSnappy();
    planZones();
    planPatches();
    tell();
    return result_;
  }

 private:
  const fs::path& directory() const { return dictionaries_.directory(); }
  bool has(const std::string& tool) const { return files_.contains(tool); }
  static bool canBeDone(const std::string& tool) {
    return tools::find(tool) || !programOnPath(tool).empty() || hasStandIn({.tool = tool});
  }

  /// refineMeshDict.1, topoSetDict2: of steps that only a script could put into an order.
  void findNumbered() {
    std::error_code none;
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(directory() / "system", none))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    for (const std::string& name : names)
      for (const auto& [dictionary, tool, namesPatches] : case_::toolDictionaries) {
        const std::string_view known = dictionary;
        if (!name.starts_with(known) || name.size() == known.size()) continue;
        if (name.find_first_not_of("._0123456789", known.size()) != std::string::npos) continue;
        const bool makesSets = std::string_view(tool) == "topoSet" || std::string_view(tool) == "createZones";
        if (makesSets)
          result_.warnings.push_back(
              fmt::format("system/{}: its sets and zones are not made, since no Allrun or Allmesh says when", name));
        else
          files_.try_emplace(tool, "system/" + name);
      }
  }

  /// -dict for a dictionary that is not where the tool looks for it.
  std::vector<std::string> withDict(const std::string& tool) const {
    const std::string& file = files_.at(tool);
    return file == fmt::format("system/{}Dict", tool) ? std::vector<std::string>{} : std::vector<std::string>{"-dict", file};
  }

  void add(const std::string& tool, std::vector<std::string> arguments, const std::string& file, ToolKind kind) {
    result_.steps.push_back({.tool = tool, .arguments = std::move(arguments), .place = {file, 0}, .kind = kind});
  }
  bool isPlanned(const std::string& tool) const {
    return std::any_of(result_.steps.begin(), result_.steps.end(), [&](const Step& s) { return s.tool == tool; });
  }

  /// No blockMeshDict: one tool alone may make the mesh.
  void planOnlySource() {
    const bool extrudes = has("extrudeMesh"), cfMesh = has("cartesianMesh");
    if (extrudes && !cfMesh && !has("snappyHexMesh"))
      add("extrudeMesh", {}, files_.at("extrudeMesh"), ToolKind::mesh);
    else if (cfMesh && !extrudes && !has("snappyHexMesh"))
      add("cartesianMesh", {}, files_.at("cartesianMesh"), ToolKind::mesh);
    else
      return;  // the run says that there is no mesh
    tell();
  }

  bool readEvidence() {
    try {
      const auto* dict = dictionaries_.optional("system/blockMeshDict");
      patches_ = case_::blockMeshPatches(dict ? *dict : dictionaries_.required("constant/polyMesh/blockMeshDict"),
                                         dictionaries_.directory());
    } catch (const Error&) { return false; }
    strangers_ = fields_.strangers(patches_);
    fit_ = fields_.fit(patches_);
    return true;
  }

  std::string strangersText() const {
    if (strangers_.empty()) return "the fields do not have the patches of blockMesh's mesh";
    return fmt::format("the fields name patches that blockMesh's mesh does not have ({})", fmt::join(strangers_, ", "));
  }

  void refuse(const std::string& tool, const std::string& reason) {
    const bool absent = !canBeDone(tool);
    result_.problems.push_back(fmt::format(
        "{0}: the mesh of this case is made with {1}, too, and there is no Allrun or Allmesh that says in which order{4}: {2}. "
        "{3}"
        "Make constant/polyMesh (eagre blockMesh, {1}, ...), or write the steps into an Allmesh; --mesh as-is goes on with "
        "blockMesh's mesh alone",
        files_.at(tool), tool, reason,
        absent ? fmt::format("Eagre does not have {}, and it is not on PATH: install it. ", tool) : "", notRead()));
  }

  /// Scripts that may say it, but have other names than those that are read.
  std::string notRead() const {
    const std::vector<std::string> names = case_::unreadScripts(directory());
    if (names.empty()) return {};
    return fmt::format(" ({} {} not read: name the script of this run Allrun)", fmt::join(names, ", "),
                       names.size() == 1 ? "is" : "are");
  }

  void passOver(const std::string& tool, const std::string& reason) {
    result_.warnings.push_back(fmt::format(
        "{0} is passed over: there is no Allrun or Allmesh, and {2}, so that it seems to be left from another case. If "
        "the mesh is to be made with {1}, too, write the steps into an Allmesh",
        files_.at(tool), tool, reason));
  }

  /// What the fields say of the surfaces that snappyHexMeshDict turns into patches.
  enum class Surfaces {
    unknown,  ///< there are none, or nothing can be said
    strange,  ///< a field cannot have their patches
    patches,  ///< one has the name of a patch of blockMesh's, and may be its shape
  };
  Surfaces surfacesOfSnappy() {
    bool any = false;
    try {
      const auto* dict = dictionaries_.optional(files_.at("snappyHexMesh"));
      const auto* controls = dict ? dict->findDict("castellatedMeshControls") : nullptr;
      const auto* surfaces = controls ? controls->findDict("refinementSurfaces") : nullptr;
      if (!surfaces) return Surfaces::unknown;
      for (const auto& entry : surfaces->entries()) {
        if (!entry.isDict() || (entry.dict->has("faceZone") && !entry.dict->has("faceType"))) continue;
        if (entry.isPattern) return Surfaces::patches;
        any = true;
        for (const PolyPatch& patch : patches_)
          if (patch.name == entry.keyword || patch.name.starts_with(entry.keyword + "_")) return Surfaces::patches;
      }
    } catch (const Error&) { return Surfaces::unknown; }
    return any && fields_.closed(patches_) ? Surfaces::strange : Surfaces::unknown;
  }

  /// Whether all edges that snappyHexMesh is to keep are in the case already, so that it is no matter if they cannot be found
  /// anew.
  bool hasFeatures() {
    const std::vector<config::Token>* tokens = nullptr;
    try {
      const auto* dict = dictionaries_.optional(files_.at("snappyHexMesh"));
      const auto* controls = dict ? dict->findDict("castellatedMeshControls") : nullptr;
      const auto* features = controls ? controls->find("features") : nullptr;
      if (!features || features->isDict()) return false;
      tokens = &features->tokens;
    } catch (const Error&) { return false; }
    bool any = false;
    for (const config::Token& token : *tokens) {
      if (!token.text.ends_with(".eMesh")) continue;
      any = true;
      if (!fileExists(directory() / "constant/triSurface" / token.text) &&
          !fileExists(directory() / "constant/geometry" / token.text))
        return false;
    }
    return any;
  }

  void planSnappy() {
    if (!files_.at("snappyHexMesh").ends_with("Dict")) return refuse("snappyHexMesh", "there are several such dictionaries");
    const bool onPath = canBeDone("snappyHexMesh");
    const Surfaces surfaces = surfacesOfSnappy();
    if (fit_ && (surfaces == Surfaces::strange || (surfaces == Surfaces::unknown && !onPath)))
      return passOver("snappyHexMesh", fieldsFit);
    if (fit_ && !onPath) return refuse("snappyHexMesh", "it shapes a patch that the fields name");
    if (!onPath) return refuse("snappyHexMesh", strangersText());
    for (const char* tool : {"surfaceFeatureExtract", "surfaceFeatures"})
      if (const std::string file = fmt::format("system/{}Dict", tool); fileExists(directory() / file) && canBeDone(tool)) {
        add(tool, {}, file, ToolKind::other);
        result_.steps.back().mayFail = hasFeatures();
      }
    add("snappyHexMesh", {"-overwrite"}, files_.at("snappyHexMesh"), ToolKind::mesh);
  }

  void planZones() {
    for (const char* tool : {"topoSet", "createZones"}) {
      if (!has(tool)) continue;
      if (canBeDone(tool)) {
        add(tool, withDict(tool), files_.at(tool), ToolKind::mesh);
        result_.steps.back().mayFail = true;
      } else {
        result_.warnings.push_back(fmt::format(
            "{}: its sets and zones are not made, since Eagre does not have {} and it is not on PATH", files_.at(tool), tool));
      }
    }
  }

  /// Names of the patches that a tool makes; nothing: its dictionary cannot be read.
  std::optional<std::vector<std::string>> patchesOf(const std::string& tool) {
    std::vector<std::string> names;
    try {
      const auto& dict = dictionaries_.required(files_.at(tool));
      if (tool == "createPatch") {
        const bool needsPointSync = !dictionaries_.flavour().orgSince(10);
        for (const auto& p : case_::readCreatePatchDict(dict, needsPointSync).patches) names.push_back(p.patch.name);
      } else {
        for (const auto& s : case_::readCreateBafflesDict(dict, directory()).selections)
          for (const auto& p : s.patches) names.push_back(p.patch.name);
      }
    } catch (const Error& e) {
      unreadable_ = e.what();
      return std::nullopt;
    }
    return names;
  }

  /// createBaffles and createPatch: done where a field names a patch of theirs.
  void planPatches() {
    std::vector<std::string> wanted;
    for (const char* tool : {"createBaffles", "createPatch"}) {
      if (!has(tool)) continue;
      const auto names = patchesOf(tool);
      const bool named =
          names && std::any_of(names->begin(), names->end(), [&](const auto& n) { return strangers_.contains(n); });
      if (named)
        wanted.emplace_back(tool);
      else if (fit_)
        passOver(tool, fieldsFit);
      else if (names && isPlanned("snappyHexMesh"))
        passOver(tool, fmt::format("no field names a patch that it makes ({})", fmt::join(*names, ", ")));
      else
        refuse(tool, names ? strangersText() : unreadable_);
    }
    if (wanted.size() > 1) return refuse("createBaffles", "createPatchDict is there, too");
    for (const std::string& tool : wanted) {
      auto arguments = withDict(tool);
      arguments.insert(arguments.begin(), "-overwrite");
      if (tool == "createBaffles") arguments.emplace_back("-keepEntries");
      add(tool, std::move(arguments), files_.at(tool), ToolKind::mesh);
    }
  }

  void tell() {
    if (result_.steps.size() == 1 && isPlanned("blockMesh")) result_.steps.clear();
    if (result_.steps.empty()) return;
    std::vector<std::string> texts;
    for (const Step& step : result_.steps) texts.push_back(step.text());
    result_.notes.push_back(fmt::format("No script: the dictionaries in system are read as: {}", fmt::join(texts, ", ")));
  }

  CaseDictionaries& dictionaries_;
  FieldPatches fields_;
  std::map<std::string, std::string> files_;  ///< by tool: its dictionary
  std::vector<PolyPatch> patches_;            ///< of blockMesh's mesh
  std::set<std::string> strangers_;
  bool fit_ = false;
  std::string unreadable_;
  Unscripted result_;
};

}  // namespace

Unscripted planUnscripted(CaseDictionaries& dictionaries, const fs::path& fields) { return Decision(dictionaries, fields).run(); }

}  // namespace eagre::run::preparation
