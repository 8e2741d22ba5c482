// SPDX-License-Identifier: BSD-3-Clause
#include "case/zone_generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <utility>

#include "case/words.hpp"

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

const WordTable<ZoneType>& table() {
  static const WordTable<ZoneType> types{{"box", "what is inside (or outside) a box", {inside<box>}},
                                         {"sphere", "what is inside (or outside) a sphere", {inside<sphere>}},
                                         {"cylinder", "what is inside (or outside) a cylinder", {inside<cylinder>}},
                                         {"annulus", "what is between two cylinders, or not", {inside<annulus>}},
                                         {"plane", "the faces between cells on both sides of a plane", {plane, true}},
                                         {"surface", "the faces that a surface crosses", {surface, true}}};
  return types;
}

std::vector<mesh::Zone>& zonesOf(mesh::PolyMesh& mesh, SetKind kind) {
  return kind == SetKind::cells ? mesh.cellZones : kind == SetKind::faces ? mesh.faceZones : mesh.pointZones;
}

}  // namespace

std::vector<Word> zoneTypeWords() { return table().words(); }

ZoneSelection generateZone(const Dictionary& generator, const SourceContext& context, Log& log, std::optional<SetKind> kind) {
  const auto type = generator.get<std::string>("type");
  const auto fits = [&](const ZoneType& t) { return !t.ofFaces || !kind || *kind == SetKind::faces; };
  if (const ZoneType* known = table().find(type); known && fits(*known)) return known->generate(generator, context, log, kind);
  throw Error(generator.at("type").place, unknownWordMessage("type of a zone", type, table().namesWhere(fits)));
}

void createZones(const Dictionary& dict, mesh::PolyMesh& mesh, const SourceContext& context, bool clear, Log& log) {
  std::vector<std::pair<std::string, ZoneSelection>> made;
  Problems problems;
  for (const auto& entry : dict.entries()) {
    if (entry.keyword == "FoamFile") continue;
    problems.guard([&] {
      if (!entry.isDict())
        throw Error(entry.place,
                    fmt::format("'{}' is no dictionary of a zone; such generators are not supported", entry.keyword));
      made.emplace_back(entry.dict->getOr("name", entry.keyword), generateZone(*entry.dict, context, log));
    });
  }
  for (const std::string& message : dict.misspeltEntries()) problems.add(message);
  problems.throwIfAny(fmt::format("{}: the zones cannot be made:", dict.place().file));
  if (clear)
    for (const SetKind kind : {SetKind::cells, SetKind::faces, SetKind::points}) zonesOf(mesh, kind).clear();
  for (auto& [name, selection] : made) {
    auto& zones = zonesOf(mesh, selection.of);
    log.line(fmt::format("    {}Zone {}: {} {}s", nounOf(selection.of), name, selection.members.size(), nounOf(selection.of)));
    std::erase_if(zones, [&, &zoneName = name](const mesh::Zone& z) { return z.name == zoneName; });
    zones.push_back({name, std::move(selection.members), std::move(selection.flip)});
  }
}

}  // namespace eagre::case_
