// SPDX-License-Identifier: BSD-3-Clause
#include "case/zone_generator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
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

/// What has its centre inside, or with `select outside` the rest.
ZoneSelection insideOrOutside(SetKind kind, std::vector<Label> inside, const Dictionary& generator,
                              const SourceContext& context) {
  ZoneSelection zone{kind, std::move(inside), {}};
  if (generator.has("select") && generator.getChoice("select", sides) == "outside") {
    std::vector<Label> all(static_cast<std::size_t>(sizeOf(kind, context.mesh))), outside;
    std::iota(all.begin(), all.end(), 0);
    std::set_difference(all.begin(), all.end(), zone.members.begin(), zone.members.end(), std::back_inserter(outside));
    zone.members = std::move(outside);
  }
  if (kind == SetKind::faces) zone.flip.assign(zone.members.size(), 0);
  return zone;
}

SetKind kindWithin(const Dictionary& generator, std::optional<SetKind> wanted) {
  for (const char* within : {"zone", "zones"})
    if (generator.has(within))
      throw Error(generator.at(within).place, fmt::format("{}: a choice within other zones is not supported", within));
  return kindOf(generator, wanted);
}

ZoneSelection insideOf(const std::string& shape, const Dictionary& generator, const SourceContext& context, Log& log,
                       std::optional<SetKind> wanted) {
  const SetKind kind = kindWithin(generator, wanted);
  return insideOrOutside(kind, select(shape + endOfSource(kind), generator, context, log).members, generator, context);
}

/// Of a shape that topoSet does not have.
template <class Contains>
ZoneSelection insideOf(const Contains& contains, const Dictionary& generator, const SourceContext& context,
                       std::optional<SetKind> wanted) {
  const SetKind kind = kindWithin(generator, wanted);
  const std::vector<Vec3>& places = kind == SetKind::cells   ? context.geometry.cellCentres
                                    : kind == SetKind::faces ? context.geometry.faceCentres
                                                             : context.mesh.points;
  std::vector<Label> members;
  for (std::size_t i = 0; i < places.size(); ++i)
    if (contains(places[i])) members.push_back(static_cast<Label>(i));
  return insideOrOutside(kind, std::move(members), generator, context);
}

/// The half of a ball on the side of the point `axis`.
ZoneSelection hemisphere(const Dictionary& generator, const SourceContext& context, Log&, std::optional<SetKind> wanted) {
  const Vec3 centre = generator.get<Vec3>("centre"), way = generator.get<Vec3>("axis") - centre;
  const double radius = generator.get<double>("radius");
  return insideOf([=](const Vec3& p) { return magSqr(p - centre) <= sqr(radius) && dot(p - centre, way) >= 0; }, generator,
                  context, wanted);
}

ZoneSelection truncatedCone(const Dictionary& generator, const SourceContext& context, Log&, std::optional<SetKind> wanted) {
  const Vec3 from = generator.get<Vec3>("point1"), axis = generator.get<Vec3>("point2") - from;
  const double radius1 = generator.get<double>("radius1"), radius2 = generator.get<double>("radius2");
  if (!(magSqr(axis) > 0)) throw Error(generator.at("point2").place, "point1 and point2 of a cone must differ");
  const auto contains = [=](const Vec3& p) {
    const double along = dot(p - from, axis) / magSqr(axis);
    return along > 0 && along < 1 && mag(p - from - along * axis) <= radius1 + along * (radius2 - radius1);
  };
  return insideOf(contains, generator, context, wanted);
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
constexpr char surfaces[] = "searchableSurface", box[] = "box", sphere[] = "sphere", cylinder[] = "cylinder",
               annulus[] = "cylinderAnnulus";

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
    return !isOneOf(entry.keyword, {"type", "name", "zoneType", "moveUpdate", "normal", "tol", "outsidePoint"});
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

/// The faces of patches; they point outwards.
ZoneSelection patch(const Dictionary& generator, const SourceContext& context, Log& log, std::optional<SetKind>) {
  ZoneSelection zone{SetKind::faces, select("patchToFace", generator, context, log).members, {}};
  zone.flip.assign(zone.members.size(), 0);
  return zone;
}

/// The zone of faces that a generator changes.
ZoneSelection facesOf(const Dictionary& generator, const SourceContext& context, Log& log) {
  std::vector<ZoneSelection> parts = partsOf(generator, context, log, SetKind::faces);
  if (parts.size() > 1) throw Error(generator.place(), "it takes one zone of faces");
  return std::move(parts.front());
}

Vec3 normalOf(const Dictionary& generator) {
  const Vec3 normal = generator.get<Vec3>("normal");
  if (!(mag(normal) > 0)) throw Error(generator.at("normal").place, "the normal must not be zero");
  return normalised(normal);
}

ZoneSelection flip(const Dictionary& generator, const SourceContext& context, Log& log, std::optional<SetKind>) {
  ZoneSelection zone = facesOf(generator, context, log);
  for (char& f : zone.flip) f = f == 0;
  return zone;
}

/// The faces whose own normal is along another one, up to 1 - tol of the cosine.
ZoneSelection alongNormal(const Dictionary& generator, const SourceContext& context, Log& log, std::optional<SetKind>) {
  ZoneSelection zone = facesOf(generator, context, log);
  const Vec3 normal = normalOf(generator);
  const double tolerance = generator.get<double>("tol");
  std::erase_if(zone.members, [&](Label f) {
    return !(std::abs(1 - dot(normalised(context.geometry.faceAreas[static_cast<std::size_t>(f)]), normal)) < tolerance);
  });
  zone.flip.assign(zone.members.size(), 0);
  return zone;
}

/// Turned to the side of a normal.
ZoneSelection orient(const Dictionary& generator, const SourceContext& context, Log& log, std::optional<SetKind>) {
  if (generator.has("outsidePoint"))
    throw Error(generator.at("outsidePoint").place, "orient: outsidePoint is not supported, normal is");
  ZoneSelection zone = facesOf(generator, context, log);
  const Vec3 normal = normalOf(generator);
  for (std::size_t i = 0; i < zone.members.size(); ++i)
    zone.flip[i] = dot(context.geometry.faceAreas[static_cast<std::size_t>(zone.members[i])], normal) < 0;
  return zone;
}

const WordTable<ZoneType>& table() {
  static const WordTable<ZoneType> types{
      {"box", "what is inside (or outside) a box", {inside<box>}},
      {"sphere", "what is inside (or outside) a sphere", {inside<sphere>}},
      {"cylinder", "what is inside (or outside) a cylinder", {inside<cylinder>}},
      {"annulus", "what is between two cylinders, or not", {inside<annulus>}},
      {"hemisphere", "what is inside (or outside) half a sphere", {hemisphere}},
      {"truncatedCone", "what is inside (or outside) a cone without its tip", {truncatedCone}},
      {"insideSurface", "cells or faces inside (or outside) a surface", {inside<surfaces>}},
      {"patch", "the faces of patches", {patch, true}},
      {"flip", "a zone of faces, turned round", {flip, true}},
      {"normal", "the faces of a zone that point along a normal", {alongNormal, true}},
      {"orient", "a zone of faces, turned to the side of a normal", {orient, true}},
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
