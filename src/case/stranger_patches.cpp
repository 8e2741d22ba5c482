// SPDX-License-Identifier: BSD-3-Clause
#include "case/stranger_patches.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "case/recipe/recipe.hpp"
#include "case/recipe/tool_dictionaries.hpp"
#include "config/tokenizer.hpp"

namespace eagre::case_ {

namespace fs = std::filesystem;

namespace {

using config::Entry;
using config::Token;

/// Keywords whose value is the name of a patch that the tool makes.
constexpr std::array naming{"name", "newName", "exposedPatchName"};
/// f(word, line) for each word of a dictionary that names a patch: behind `name`, or in front of a sub-dictionary.
template <class F>
void eachName(const fs::path& path, const std::string& file, F&& f) {
  try {
    const std::string text = config::readFileText(path);
    config::GrowthBudget budget(std::size_t{1} << 20);
    config::Tokenizer tokens(text, file, budget);
    Token before, token;
    bool follows = false;
    while (tokens.next(token)) {
      const bool isWord = token.kind == Token::Kind::word || token.kind == Token::Kind::string;
      if (token.is('{') && before.kind == Token::Kind::word) f(before.text, before.line);
      if (follows && isWord) f(token.text, token.line);
      follows = token.kind == Token::Kind::word && std::find(naming.begin(), naming.end(), token.text) != naming.end();
      before = token;
    }
  } catch (const Error&) {}  // the tool's dictionary may be broken or unreadable; it is not what the run asks for
}

/// Names that fields carry for whatever mesh: OpenFOAM's setConstraintTypes, and the patch of blockMesh's undefined faces.
constexpr std::array general{"empty",
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
                             "processorCyclic",
                             "nonuniformTransformCyclic",
                             "nonConformalCyclic",
                             "nonConformalError",
                             "nonConformalProcessorCyclic",
                             "overset",
                             "internal",
                             "defaultFaces"};

}  // namespace

bool isGeneralPatchName(const std::string& name) { return std::find(general.begin(), general.end(), name) != general.end(); }

bool isNameOrGroup(const mesh::PolyPatch& patch, const std::string& name) {
  return patch.name == name || patch.type == name ||
         std::find(patch.inGroups.begin(), patch.inGroups.end(), name) != patch.inGroups.end();
}

std::vector<const Entry*> strangersAmong(const config::Dictionary& boundaryField, const std::vector<mesh::PolyPatch>& patches) {
  std::vector<const Entry*> strangers;
  for (const Entry& entry : boundaryField.entries())
    if (entry.isDict() && !entry.isPattern && !isGeneralPatchName(entry.keyword) &&
        std::none_of(patches.begin(), patches.end(), [&](const auto& patch) { return isNameOrGroup(patch, entry.keyword); }))
      strangers.push_back(&entry);
  return strangers;
}

const std::vector<StrangerPatches::Maker>& StrangerPatches::makers() {
  if (makers_) return *makers_;
  makers_.emplace();
  const Recipe recipe = readRecipe(caseDirectory_, application_);
  for (const ToolDictionary& each : toolDictionaries) {
    const std::string tool = each.tool;
    if (!each.namesPatches || (recipe.makesMesh() && !recipe.has(tool) && tool != "cartesianMesh")) continue;
    const std::string file = findToolDictionary(caseDirectory_, each.name);
    if (file.empty()) continue;
    const bool regions = tool == "snappyHexMesh";
    eachName(caseDirectory_ / file, file, [&](const std::string& patch, int line) {
      makers_->push_back({.tool = tool, .step = {}, .place = {file, line}, .name = patch, .startsOthers = regions});
    });
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
  const auto strangers = strangersAmong(boundaryField, patches);
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
