// SPDX-License-Identifier: BSD-3-Clause
// What polyMesh/boundary says of overlapping patches.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/error.hpp"
#include "mesh/overlaps.hpp"
#include "mesh/patch_entries.hpp"

namespace eagre::mesh {

const std::string* entryOf(const PolyPatch& patch, const char* keyword) {
  const auto entry = std::ranges::find(patch.otherEntries, keyword, &std::pair<std::string, std::string>::first);
  return entry == patch.otherEntries.end() ? nullptr : &entry->second;
}

Vec3 vectorOf(const PolyPatch& patch, const char* keyword, const std::string& text) {
  Vec3 vector;
  const char* at = text.c_str();
  bool valid = *at == '(';
  for (int d = 0; valid && d < 3; ++d) {
    char* end = nullptr;
    vector[d] = std::strtod(at + 1, &end);
    valid = end != at + 1 && (d < 2 ? *end == ' ' : std::string(end).find_first_not_of(" )") == std::string::npos);
    at = end;
  }
  if (!valid)
    throw Error(
        fmt::format("polyMesh: {} patch '{}': {} '{}' is not a vector such as (1 0 0)", patch.type, patch.name, keyword, text),
        ExitCode::badCase);
  return vector;
}

double numberOf(const PolyPatch& patch, const char* keyword, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || std::string(end).find_first_not_of(" \t\n;") != std::string::npos)
    throw Error(fmt::format("polyMesh: {} patch '{}': {} '{}' is not a number", patch.type, patch.name, keyword, text),
                ExitCode::badCase);
  return value;
}

int periodicPatch(const std::vector<PolyPatch>& patches, const PolyPatch& patch) {
  const auto entry = std::ranges::find(patch.otherEntries, "periodicPatch", &std::pair<std::string, std::string>::first);
  if (entry == patch.otherEntries.end()) return -1;
  for (std::size_t p = 0; p < patches.size(); ++p)
    if (patches[p].name == entry->second && patches[p].type == "cyclic") return static_cast<int>(p);
  throw Error(fmt::format("cyclicPeriodicAMI patch '{}': periodicPatch '{}' is not a cyclic patch", patch.name, entry->second),
              ExitCode::badCase);
}

double lowWeightCorrection(const PolyPatch& patch) {
  for (const auto& [keyword, text] : patch.otherEntries)
    if (keyword == "lowWeightCorrection") {
      char* end = nullptr;
      const double value = std::strtod(text.c_str(), &end);
      if (end == text.c_str() || std::string(end).find_first_not_of(" \t\n;") != std::string::npos || !(value < 1))
        throw Error(fmt::format("cyclicAMI patch '{}': lowWeightCorrection '{}' is not a number below 1", patch.name, text),
                    ExitCode::badCase);
      return value < 0 ? -1 : value;
    }
  return -1;
}

Vec3 separation(const PolyPatch& patch) {
  const std::string* transform = entryOf(patch, "transform");
  if (!transform || *transform != "translational") return {};
  const std::string* text = entryOf(patch, "separationVector");
  if (!text)
    throw Error(fmt::format("polyMesh: {} patch '{}': transform translational needs a separationVector", patch.type, patch.name),
                ExitCode::badCase);
  if (entryOf(patch, "periodicPatch"))
    throw Error(fmt::format("polyMesh: {} patch '{}': transform translational is not supported beside a periodicPatch",
                            patch.type, patch.name),
                ExitCode::badCase);
  return vectorOf(patch, "separationVector", *text);
}

}  // namespace eagre::mesh
