// SPDX-License-Identifier: BSD-3-Clause
#include "case/stranger_patches.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "case/recipe/recipe.hpp"
#include "config/tokenizer.hpp"

namespace eagre::case_ {

namespace fs = std::filesystem;

namespace {

using config::Entry;
using config::Token;

struct PatchTool {
  const char *dictionary, *tool;
};
/// Tools whose dictionaries give patches their names.
constexpr std::array patchTools{PatchTool{"createPatchDict", "createPatch"}, PatchTool{"createBafflesDict", "createBaffles"},
                                PatchTool{"snappyHexMeshDict", "snappyHexMesh"}, PatchTool{"extrudeMeshDict", "extrudeMesh"},
                                PatchTool{"meshDict", "cfMesh"}};
/// Keywords whose value is the name of a patch that the tool makes.
constexpr std::array naming{"name", "newName", "exposedPatchName"};
/// Types of patches that are groups by themselves; setConstraintTypes has an entry for each.
constexpr std::array groups{"empty",
                            "wedge",
                            "symmetry",
                            "symmetryPlane",
                            "cyclic",
                            "cyclicSlip",
                            "cyclicAMI",
                            "cyclicACMI",
                            "cyclicRepeatAMI",
                            "cyclicPeriodicAMI",
                            "processor",
                            "internal",
                            "overset",
                            "processorCyclic",
                            "nonuniformTransformCyclic",
                            "wall",
                            "patch",
                            "nonConformalCyclic",
                            "nonConformalError",
                            "nonConformalProcessorCyclic",
                            "mappedWall",
                            "mappedPatch",
                            "defaultFaces"};

bool isGroup(const std::string& name) { return std::find(groups.begin(), groups.end(), name) != groups.end(); }

bool matches(const mesh::PolyPatch& patch, const std::string& name) {
  return patch.name == name || patch.type == name ||
         std::find(patch.inGroups.begin(), patch.inGroups.end(), name) != patch.inGroups.end();
}

/// Plain names in a boundaryField that no patch has.
std::vector<const Entry*> strangersOf(const config::Dictionary& boundaryField, const std::vector<mesh::PolyPatch>& patches) {
  std::vector<const Entry*> strangers;
  for (const Entry& entry : boundaryField.entries())
    if (entry.isDict() && !entry.isPattern && !isGroup(entry.keyword) &&
        std::none_of(patches.begin(), patches.end(), [&](const auto& patch) { return matches(patch, entry.keyword); }))
      strangers.push_back(&entry);
  return strangers;
}

/// f(word, line) for each word of a dictionary that names a patch: behind `name`, or in front of a sub-dictionary.
template <class F>
void eachName(const std::string& text, const std::string& file, F&& f) {
  config::GrowthBudget budget(std::size_t{1} << 20);
  config::Tokenizer tokens(text, file, budget);
  Token before, token;
  bool follows = false;
  try {
    while (tokens.next(token)) {
      const bool isWord = token.kind == Token::Kind::word || token.kind == Token::Kind::string;
      if (token.is('{') && before.kind == Token::Kind::word) f(before.text, before.line);
      if (follows && isWord) f(token.text, token.line);
      follows = token.kind == Token::Kind::word && std::find(naming.begin(), naming.end(), token.text) != naming.end();
      before = token;
    }
  } catch (const Error&) {}  // the tool's dictionary may be broken; it is not what the run asks for
}

}  // namespace

const std::vector<StrangerPatches::Maker>& StrangerPatches::makers() {
  if (makers_) return *makers_;
  makers_.emplace();
  const Recipe recipe = readRecipe(caseDirectory_, application_);
  for (const PatchTool& each : patchTools) {
    const std::string tool = each.tool;
    if (recipe.makesMesh() && !recipe.has(tool) && tool != "cfMesh") continue;
    for (const char* folder : {"system", "constant", "constant/polyMesh"}) {
      const fs::path file = caseDirectory_ / folder / each.dictionary;
      std::error_code none;
      if (!fs::is_regular_file(file, none)) continue;
      const std::string name = fmt::format("{}/{}", folder, each.dictionary);
      const bool regions = tool == "snappyHexMesh";
      eachName(config::readFileText(file), name, [&](const std::string& patch, int line) {
        makers_->push_back({.tool = tool, .step = {}, .place = {name, line}, .name = patch, .startsOthers = regions});
      });
    }
  }
  for (const Step& step : recipe.steps)
    if (step.kind == ToolKind::mesh)
      for (const std::string& argument : step.arguments)
        if (!argument.starts_with('-'))
          makers_->push_back({.tool = step.tool, .step = step.text(), .place = step.place, .name = argument});
  return *makers_;
}

bool StrangerPatches::makes(const Maker& maker, const std::string& patch) const {
  return patch == maker.name || (maker.startsOthers && patch.starts_with(maker.name + "_"));
}

/// What would make a patch of that name, if it has made nothing of the mesh.
std::optional<StrangerPatches::Maker> StrangerPatches::makerOf(const std::string& patch,
                                                               const std::vector<mesh::PolyPatch>& patches) {
  if (meshAsIs_) return std::nullopt;
  const auto& all = makers();
  const auto hasWorked = [&](const Maker& maker) {
    return std::any_of(all.begin(), all.end(), [&](const Maker& other) {
      return other.place.file == maker.place.file && other.tool == maker.tool && other.step == maker.step &&
             std::any_of(patches.begin(), patches.end(), [&](const auto& p) { return makes(other, p.name); });
    });
  };
  for (const Maker& maker : all)
    if (makes(maker, patch) && !hasWorked(maker)) return maker;
  return std::nullopt;
}

void StrangerPatches::check(const RawField& field, const std::vector<mesh::PolyPatch>& patches, Log& log) {
  const config::Dictionary& boundaryField = field.dict.subDict("boundaryField");
  const auto strangers = strangersOf(boundaryField, patches);
  if (strangers.empty()) return;
  std::vector<std::string> names;
  for (const Entry* entry : strangers) {
    if (const auto maker = makerOf(entry->keyword, patches))
      throw Error(entry->place,
                  fmt::format("boundaryField of {} has an entry for '{}', which is no patch of the mesh: {} makes it ({}{}), and "
                              "has not been run on this mesh. Run it, or remove constant/polyMesh so that the mesh is made "
                              "anew; --mesh as-is goes on with the mesh that is there",
                              field.name, entry->keyword, maker->tool, toString(maker->place),
                              maker->step.empty() ? "" : ": " + maker->step));
    names.push_back(fmt::format("'{}' (line {})", entry->keyword, entry->place.line));
  }
  Problems unserved;
  resolvePatches(field, patches, unserved);
  if (!unserved.empty()) return;
  std::vector<std::string> patchNames;
  for (const auto& patch : patches) patchNames.push_back(patch.name);
  const std::string near = strangers.size() == 1 ? nearestWord(strangers.front()->keyword, patchNames) : std::string();
  const auto& place = strangers.front()->place;
  log.warnOnce(fmt::format("{}: boundaryField of {}: {} {} no patch of the mesh, so {} nothing{}", place.file, field.name,
                           fmt::join(names, ", "), names.size() > 1 ? "are" : "is",
                           names.size() > 1 ? "these entries change" : "this entry changes",
                           near.empty() ? "" : fmt::format("; did you mean '{}'?", near)));
}

}  // namespace eagre::case_
