// SPDX-License-Identifier: BSD-3-Clause
#include "case/zone_generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

#include "case/words.hpp"
#include "core/one_of.hpp"

namespace eagre::case_ {

namespace {

using config::Dictionary;

using Generate = ZoneSelection (*)(const Dictionary& generator, const SourceContext&, Log&, std::optional<SetKind> wanted);
struct ZoneType {
  Generate generate;
  bool ofFaces = false;  ///< of nothing else
};
const std::array<std::string, 3> zoneTypes{"point", "cell", "face"};
const std::array<std::string, 2> sides{"inside", "outside"};

const char* endOfSource(SetKind kind) {
  return kind == SetKind::cells ? "ToCell" : kind == SetKind::faces ? "ToFace" : "ToPoint";
}

SetKind kindOf(const Dictionary& generator, std::optional<SetKind> kind) {
  if (kind && !generator.has("zoneType")) return *kind;
  const std::string type = generator.getChoice("zoneType", zoneTypes);
  const SetKind own = type == "cell" ? SetKind::cells : type == "face" ? SetKind::faces : SetKind::points;
  if (kind && own != *kind)
    throw Error(generator.at("zoneType").place, fmt::format("a zone of {}s is needed here", nounOf(*kind)));
  return own;
}

ZoneSelection insideOf(const std::string& shape, const Dictionary& generator, const SourceContext& context, Log& log,
                       std::optional<SetKind> wanted) {
  for (const char* within : {"zone", "zones"})
    if (generator.has(within))
      throw Error(generator.at(within).place, fmt::format("{}: a choice within other zones is not supported", within));
  const SetKind kind = kindOf(generator, wanted);
  ZoneSelection zone{kind, select(shape + endOfSource(kind), generator, context, log).members, {}};
  if (generator.has("select") && generator.getChoice("select", sides) == "outside") {
    std::vector<Label> all(static_cast<std::size_t>(sizeOf(kind, context.mesh))), outside;
    std::iota(all.begin(), all.end(), 0);
    std::set_difference(all.begin(), all.end(), zone.members.begin(), zone.members.end(), std::back_inserter(outside));
    zone.members = std::move(outside);
  }
  if (kind == SetKind::faces) zone.flip.assign(zone.members.size(), 0);
  return zone;
}

ZoneSelection plane(const Dictionary& generator, const SourceContext& context, Log& log, std::optional<SetKind>) {
  const std::array<std::string, 2> which{"all", "closest"};
  if (generator.has("include") && generator.getChoice("include", which) == "closest")
    throw Error(generator.at("include").place, "include closest is not supported; valid is all");
  return selectZone("planeToFaceZone", generator, context, log);
}

ZoneSelection surface(const Dictionary& generator, const SourceContext& context, Log& log, std::optional<SetKind>) {
  return selectZone("searchableSurfaceToFaceZone", generator, context, log);
}

/// source: topoSet's, without "ToCell" and the like.
template <const char* source>
ZoneSelection inside(const Dictionary& generator, const SourceContext& context, Log& log, std::optional<SetKind> wanted) {
  return insideOf(source, generator, context, log, wanted);
}
constexpr char box[] = "box", sphere[] = "sphere", cylinder[] = "cylinder", annulus[] = "cylinderAnnulus";

const std::vector<mesh::Zone>& zonesOf(const mesh::PolyMesh& mesh, SetKind kind) {
  return kind == SetKind::cells ? mesh.cellZones : kind == SetKind::faces ? mesh.faceZones : mesh.pointZones;
}
std::vector<mesh::Zone>& zonesOf(mesh::PolyMesh& mesh, SetKind kind) {
  return const_cast<std::vector<mesh::Zone>&>(zonesOf(std::as_const(mesh), kind));
}

/// The zones that a combination names or describes, in their order. Those described come first, as they say of what kind all are.
std::vector<ZoneSelection> partsOf(const Dictionary& generator, const SourceContext& context, Log& log,
                                   std::optional<SetKind> wanted) {
  const auto isPart = [](const config::Entry& entry) {
    return !isOneOf(entry.keyword, {"type", "name", "zoneType", "moveUpdate"});
  };
  std::optional<SetKind> kind = wanted || generator.has("zoneType") ? std::optional(kindOf(generator, wanted)) : std::nullopt;
  if (generator.getOr<bool>("moveUpdate", false))
    throw Error(generator.at("moveUpdate").place, "moveUpdate: zones are made once, not again when the mesh moves");
  std::map<std::string, ZoneSelection> described;
  for (const auto& entry : generator.entries()) {
    if (!isPart(entry) || !generator.find(entry.keyword)->isDict() || !entry.dict->has("type")) continue;
    kind = described.emplace(entry.keyword, generateZone(*entry.dict, context, log, kind)).first->second.of;
  }
  std::vector<ZoneSelection> parts;
  for (const auto& entry : generator.entries()) {
    if (!isPart(entry)) continue;
    generator.find(entry.keyword);  // it has been read
    if (const auto found = described.find(entry.keyword); found != described.end()) {
      parts.push_back(std::move(found->second));
    } else {
      if (entry.isDict() && entry.dict->has("zoneType")) kind = kindOf(*entry.dict, kind);
      parts.push_back(namedZone(entry.keyword, entry.place, context, kind));
    }
    kind = parts.back().of;
  }
  if (parts.empty()) throw Error(generator.place(), "it names no zones");
  return parts;
}

enum class Combination { unite, intersect, subtract, invert };

/// What one of the parts has (union), all (intersection), the first alone (difference), or none (invert).
template <Combination combination>
ZoneSelection combined(const Dictionary& generator, const SourceContext& context, Log& log, std::optional<SetKind> wanted) {
  std::vector<ZoneSelection> parts = partsOf(generator, context, log, wanted);
  const SetKind kind = parts.front().of;
  const auto n = static_cast<std::size_t>(sizeOf(kind, context.mesh));
  std::vector<std::size_t> among(n, 0);  // how many parts have it
  std::vector<char> flip(n, 0), inFirst(n, 0);
  for (const ZoneSelection& part : parts)
    for (std::size_t i = 0; i < part.members.size(); ++i) {
      const auto m = static_cast<std::size_t>(part.members[i]);
      if (&part == &parts.front()) inFirst[m] = 1;
      if (among[m]++ == 0 && kind == SetKind::faces) flip[m] = part.flip[i];
    }
  ZoneSelection zone{kind, {}, {}};
  for (std::size_t m = 0; m < n; ++m) {
    const bool in = combination == Combination::unite       ? among[m] > 0
                    : combination == Combination::intersect ? among[m] == parts.size()
                    : combination == Combination::subtract  ? inFirst[m] && among[m] == 1
                                                            : among[m] == 0;
    if (!in) continue;
    zone.members.push_back(static_cast<Label>(m));
    if (kind == SetKind::faces) zone.flip.push_back(flip[m]);
  }
  return zone;
}

const WordTable<ZoneType>& table() {
  static const WordTable<ZoneType> types{
      {"box", "what is inside (or outside) a box", {inside<box>}},
      {"sphere", "what is inside (or outside) a sphere", {inside<sphere>}},
      {"cylinder", "what is inside (or outside) a cylinder", {inside<cylinder>}},
      {"annulus", "what is between two cylinders, or not", {inside<annulus>}},
      {"plane", "the faces between cells on both sides of a plane", {plane, true}},
      {"surface", "the faces that a surface crosses", {surface, true}},
      {"union", "what one of several zones has", {combined<Combination::unite>}},
      {"intersection", "what all of several zones have", {combined<Combination::intersect>}},
      {"difference", "what the first of several zones has alone", {combined<Combination::subtract>}},
      {"invert", "what none of several zones has", {combined<Combination::invert>}}};
  return types;
}

/// remove { cellZones (a b); faceZone c; }
void removeZones(const Dictionary& dict, mesh::PolyMesh& mesh) {
  for (const auto& [noun, kind] : {std::pair{"cell", SetKind::cells}, {"face", SetKind::faces}, {"point", SetKind::points}}) {
    std::vector<std::string> names;
    const std::string one = fmt::format("{}Zone", noun), several = one + "s";
    if (dict.has(one)) names.push_back(dict.get<std::string>(one));
    if (dict.has(several)) std::ranges::copy(dict.get<std::vector<std::string>>(several), std::back_inserter(names));
    std::erase_if(zonesOf(mesh, kind), [&](const mesh::Zone& z) { return std::ranges::find(names, z.name) != names.end(); });
  }
}

void clearZones(mesh::PolyMesh& mesh) {
  for (const SetKind kind : {SetKind::cells, SetKind::faces, SetKind::points}) zonesOf(mesh, kind).clear();
}

/// One entry of createZonesDict.
void createZone(const config::Entry& entry, mesh::PolyMesh& mesh, const SourceContext& context, Log& log) {
  const std::string type = entry.isDict() ? entry.dict->getOr("type", entry.keyword) : entry.keyword;
  if (type == "clear") return clearZones(mesh);
  if (!entry.isDict())
    throw Error(entry.place, fmt::format("'{}' is no dictionary of a zone; such generators are not supported", entry.keyword));
  if (type == "remove") return removeZones(*entry.dict, mesh);
  const std::string name = entry.dict->getOr("name", entry.keyword);
  ZoneSelection selection = generateZone(*entry.dict, context, log);
  auto& zones = zonesOf(mesh, selection.of);
  log.line(fmt::format("    {}Zone {}: {} {}s", nounOf(selection.of), name, selection.members.size(), nounOf(selection.of)));
  std::erase_if(zones, [&](const mesh::Zone& z) { return z.name == name; });
  zones.push_back({name, std::move(selection.members), std::move(selection.flip)});
}

}  // namespace

ZoneSelection namedZone(const std::string& name, const Place& place, const SourceContext& context, std::optional<SetKind> kind) {
  std::vector<ZoneSelection> found;
  for (const SetKind each : {SetKind::cells, SetKind::faces, SetKind::points}) {
    if (kind && each != *kind) continue;
    for (const mesh::Zone& zone : zonesOf(context.mesh, each))
      if (zone.name == name) found.push_back({each, zone.members, zone.flip});
  }
  if (found.empty())
    throw Error(place, fmt::format("there is no {}zone '{}' yet", kind ? nounOf(*kind) + std::string(" ") : "", name));
  if (found.size() > 1) throw Error(place, fmt::format("there are zones '{}' of several kinds; give zoneType", name));
  auto& [of, members, flip] = found.front();
  if (of == SetKind::faces) flip.resize(members.size(), 0);
  return {of, std::move(members), std::move(flip)};
}

std::vector<Word> zoneTypeWords() { return table().words(); }

ZoneSelection generateZone(const Dictionary& generator, const SourceContext& context, Log& log, std::optional<SetKind> kind) {
  const auto type = generator.get<std::string>("type");
  const auto fits = [&](const ZoneType& t) { return !t.ofFaces || !kind || *kind == SetKind::faces; };
  if (const ZoneType* known = table().find(type); known && fits(*known)) return known->generate(generator, context, log, kind);
  throw Error(generator.at("type").place, unknownWordMessage("type of a zone", type, table().namesWhere(fits)));
}

void createZones(const Dictionary& dict, mesh::PolyMesh& mesh, const SourceContext& context, bool clear, Log& log) {
  Problems problems;
  if (clear) clearZones(mesh);
  for (const auto& entry : dict.entries())
    if (entry.keyword != "FoamFile") problems.guard([&] { createZone(entry, mesh, context, log); });
  for (const std::string& message : dict.misspeltEntries()) problems.add(message);
  problems.throwIfAny(fmt::format("{}: the zones cannot be made:", dict.place().file));
}

}  // namespace eagre::case_
