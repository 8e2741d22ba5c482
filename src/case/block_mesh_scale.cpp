// SPDX-License-Identifier: BSD-3-Clause
#include "case/block_mesh_scale.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "config/units.hpp"

namespace eagre::case_ {
namespace {

bool startsWith(const config::Entry* entry, char bracket) {
  return entry && !entry->isDict() && !entry->tokens.empty() && entry->tokens.front().is(bracket);
}

double unitOfLength(const config::Dictionary& dict) {
  config::TokenReader in = dict.at("units").reader();
  const config::UnitValue unit = config::readUnits(in);
  in.expectEnd();
  if (!(unit.dimensions == Dimensions{{0, 1}})) in.fail("units: a unit of length is expected, such as [mm]");
  return unit.factor;
}

std::string textOf(const Vec3& v) { return fmt::format("({:.17g} {:.17g} {:.17g})", v.x, v.y, v.z); }

}  // namespace

Vec3 readBlockMeshScale(const config::Dictionary& dict) {
  const char* const keyword = dict.has("scale") ? "scale" : "convertToMeters";
  if (dict.has("prescale")) throw Error(dict.at("prescale").place, "prescale is not supported; scale is");
  Vec3 scale{1, 1, 1};
  if (const auto* units = dict.find("units"); startsWith(units, '[')) {
    if (dict.has(keyword)) throw Error(units->place, fmt::format("units and {}: give one of them", keyword));
    scale *= unitOfLength(dict);
  } else if (startsWith(dict.find(keyword), '(')) {
    scale = dict.get<Vec3>(keyword);
  } else {
    scale *= dict.getOr<double>(keyword, 1.0);
  }
  for (int d = 0; d < 3; ++d)
    if (scale[d] <= 0) scale[d] = 1;
  return scale;
}

void nameMappedPatch(TextEntries& entries, const config::Dictionary& dict, const Place& place) {
  const auto isType = [](const auto& entry) { return entry.first == "type" && entry.second == "mappedInternal"; };
  if (std::ranges::none_of(entries, isType)) return;
  std::string text;
  for (const auto& [keyword, value] : entries) text += fmt::format("{} {};\n", keyword, value);
  const auto patch = config::Dictionary::parse(text, place.file);
  for (const char* other : {"distance", "neighbourRegion"})
    if (patch.has(other)) throw Error(place, fmt::format("mappedInternal: {} is not supported, offset is", other));
  if (patch.getOr("offsetMode", "direction") != "direction")
    throw Error(place, "mappedInternal: offsetMode direction, with offset, is supported alone");
  const Vec3 offset = (dict.has("units") ? unitOfLength(dict) : 1.0) * patch.get<Vec3>("offset");
  entries = {{"type", "mappedPatch"},
             {"sampleMode", "nearestCell"},
             {"sampleRegion", "region0"},
             {"samplePatch", "none"},
             {"offset", textOf(offset)}};
}

void nameTransform(TextEntries& entries, const Vec3& scale, const Place& place) {
  if (std::ranges::none_of(entries, [](const auto& entry) { return entry.first == "transformType"; })) return;
  const auto scaled = [&](const std::string& text) {
    return cmptMultiply(scale, config::Dictionary::parse(fmt::format("value {};", text), place.file).get<Vec3>("value"));
  };
  for (auto& [keyword, value] : entries)
    if (keyword == "transformType") {
      keyword = "transform";
    } else if (keyword == "rotationCentre") {
      value = textOf(scaled(value));
    } else if (keyword == "separation" || keyword == "separationVector") {
      keyword = "separationVector";
      value = textOf(Vec3() - scaled(value));
    }
}

}  // namespace eagre::case_
