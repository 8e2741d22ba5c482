// SPDX-License-Identifier: BSD-3-Clause
#include "run/preparation/field_patches.hpp"

#include <algorithm>

#include "case/stranger_patches.hpp"

namespace eagre::run::preparation {

namespace {

namespace fs = std::filesystem;
using mesh::PolyPatch;

}  // namespace

FieldPatches::FieldPatches(const fs::path& directory) {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(directory, none)) {
    const std::string name = entry.path().filename().string();
    if (!entry.is_regular_file(none) || name.starts_with('.') || name.ends_with('~')) continue;
    try {
      const auto field = case_::readRawField(entry.path());
      boundaries_.push_back(field.dict.subDict("boundaryField"));
    } catch (const Error&) {}
  }
}

std::set<std::string> FieldPatches::strangers(const std::vector<PolyPatch>& patches) const {
  std::set<std::string> names;
  for (const auto& boundary : boundaries_)
    for (const auto* entry : case_::strangersAmong(boundary, patches)) names.insert(entry->keyword);
  return names;
}

bool FieldPatches::fit(const std::vector<PolyPatch>& patches) const {
  if (empty() || !strangers(patches).empty()) return false;
  return std::all_of(boundaries_.begin(), boundaries_.end(), [&](const config::Dictionary& boundary) {
    return std::all_of(patches.begin(), patches.end(), [&](const PolyPatch& patch) {
      if (patch.type == "empty" || boundary.find(patch.name)) return true;
      return std::any_of(boundary.entries().begin(), boundary.entries().end(),
                         [&](const auto& entry) { return !entry.isPattern && case_::isNameOrGroup(patch, entry.keyword); });
    });
  });
}

bool FieldPatches::closed(const std::vector<PolyPatch>& patches) const {
  return std::any_of(boundaries_.begin(), boundaries_.end(), [&](const config::Dictionary& boundary) {
    return std::all_of(boundary.entries().begin(), boundary.entries().end(), [&](const auto& entry) {
      if (!entry.isDict()) return true;
      return !entry.isPattern &&
             (case_::isGeneralPatchName(entry.keyword) ||
              std::any_of(patches.begin(), patches.end(), [&](const PolyPatch& p) { return p.name == entry.keyword; }));
    });
  });
}

}  // namespace eagre::run::preparation
