// SPDX-License-Identifier: BSD-3-Clause
#include "case/cell_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <regex>

namespace eagre::case_ {
namespace {

using config::Dictionary;
using config::Entry;
using config::Token;
using config::TokenReader;

std::string text(const Vec3& v) { return fmt::format("({:g} {:g} {:g})", v.x, v.y, v.z); }

template <class Inside>
std::vector<Label> whereInside(const std::vector<Vec3>& centres, const Inside& inside) {
  std::vector<Label> members;
  for (std::size_t i = 0; i < centres.size(); ++i)
    if (inside(centres[i])) members.push_back(static_cast<Label>(i));
  return members;
}

// ---- shapes: the same for cells and faces ------------------------------------------------------------------------

using Inside = std::function<bool(const Vec3&)>;

struct Box {
  Vec3 min, max;
};

std::vector<Box> readBoxes(const Dictionary& dict) {
  std::vector<Box> boxes;
  if (dict.has("boxes")) {
    TokenReader reader = dict.at("boxes").reader();
    if (!reader.peek().is('(')) reader.integer();  // "2((..)(..)(..)(..))"
    for (reader.expect('('); !reader.accept(')');) {
      const Vec3 min = reader.vector();
      boxes.push_back({min, reader.vector()});
    }
    reader.expectEnd();
  } else if (dict.has("box")) {
    TokenReader reader = dict.at("box").reader();
    const Vec3 min = reader.vector();
    boxes.push_back({min, reader.vector()});
    reader.expectEnd();
  } else if (dict.has("min")) {
    boxes.push_back({dict.get<Vec3>("min"), dict.get<Vec3>("max")});
  } else {
    dict.at("box");  // an Error: that is the entry to write
  }
  return boxes;
}

Inside box(const Dictionary& dict, const std::string& what, Log& log) {
  const std::vector<Box> boxes = readBoxes(dict);
  std::string list;
  for (const Box& b : boxes) list += fmt::format("{}({} {})", list.empty() ? "" : " ", text(b.min), text(b.max));
  log.line(fmt::format("    Adding {} with centre within boxes {}({})", what, boxes.size(), list));
  return [boxes](const Vec3& c) {
    return std::ranges::any_of(boxes, [&](const Box& b) {
      return b.min.x <= c.x && c.x <= b.max.x && b.min.y <= c.y && c.y <= b.max.y && b.min.z <= c.z && c.z <= b.max.z;
    });
  };
}

/// A parallelepiped; i, j, k must be right-handed (v1912 finds nothing inside a left-handed one, here it is an Error).
Inside rotatedBox(const Dictionary& dict, const std::string& what, Log& log) {
  const Vec3 origin = dict.get<Vec3>("origin"), i = dict.get<Vec3>("i"), j = dict.get<Vec3>("j"), k = dict.get<Vec3>("k");
  if (dot(cross(i, j), k) <= 0)
    throw Error(dict.at("k").place, "i, j and k of a rotated box must be right-handed: (i x j) . k is not positive");
  log.line(fmt::format("    Adding {} with centre within rotated box", what));
  const Vec3 normals[3] = {cross(j, k), cross(k, i), cross(i, j)};
  const Vec3 far[3] = {origin + i, origin + j, origin + k};
  return [=](const Vec3& c) {
    for (int n = 0; n < 3; ++n)
      if (dot(c - origin, normals[n]) < 0 || dot(c - far[n], normals[n]) > 0) return false;
    return true;
  };
}

/// Squared radii of a shell; an inner radius of 0 excludes nothing.
struct Shell {
  double outer2, inner2;
  Shell(double outer, double inner) : outer2(outer * outer), inner2(inner > 0 ? inner * inner : -1) {}
  bool contains(double d2) const { return d2 < outer2 && d2 > inner2; }
};

Inside sphere(const Dictionary& dict, const std::string& what, Log& log) {
  // "centre" is the name before v1806.
  const Vec3 origin = dict.get<Vec3>(dict.has("origin") || !dict.has("centre") ? "origin" : "centre");
  const double radius = dict.get<double>("radius"), inner = dict.getOr("innerRadius", 0.0);
  log.line(fmt::format("    Adding {} within sphere, origin = {}, radius = {:g}{}", what, text(origin), radius,
                       inner > 0 ? fmt::format(", innerRadius = {:g}", inner) : ""));
  return [=, shell = Shell(radius, inner)](const Vec3& c) { return shell.contains(magSqr(c - origin)); };
}

Inside betweenEnds(const Dictionary& dict, double radius, double inner) {
  const Vec3 p1 = dict.get<Vec3>("p1"), axis = dict.get<Vec3>("p2") - p1;
  const double length2 = magSqr(axis);
  return [=, shell = Shell(radius, inner)](const Vec3& c) {
    const Vec3 d = c - p1;
    const double along = dot(d, axis);
    return along > 0 && along < length2 && shell.contains(dot(d, d) - along * along / length2);
  };
}

Inside cylinder(const Dictionary& dict, const std::string& what, Log& log) {
  const double radius = dict.get<double>("radius"), inner = dict.getOr("innerRadius", 0.0);
  log.line(fmt::format("    Adding {} with centre within cylinder, with p1 = {}, p2 = {}, radius = {:g}{}", what,
                       text(dict.get<Vec3>("p1")), text(dict.get<Vec3>("p2")), radius,
                       inner > 0 ? fmt::format(", innerRadius = {:g}", inner) : ""));
  return betweenEnds(dict, radius, inner);
}

Inside cylinderAnnulus(const Dictionary& dict, const std::string& what, Log& log) {
  const double outer = dict.get<double>("outerRadius"), inner = dict.get<double>("innerRadius");
  log.line(
      fmt::format("    Adding {} with centre within cylinder annulus, with p1 = {}, p2 = {}, radius = {:g}, inner radius = {:g}",
                  what, text(dict.get<Vec3>("p1")), text(dict.get<Vec3>("p2")), outer, inner));
  return betweenEnds(dict, outer, inner);
}

using MakeShape = Inside (*)(const Dictionary&, const std::string& what, Log&);
const std::map<std::string, MakeShape>& shapes() {
  static const std::map<std::string, MakeShape> table{
      {"box", box}, {"sphere", sphere}, {"cylinder", cylinder}, {"cylinderAnnulus", cylinderAnnulus}};
  return table;
}

// ---- names ---------------------------------------------------------------------------------------------------------

/// A name, or a pattern if it was written in quotes.
struct NamePattern {
  std::string name;
  std::optional<std::regex> pattern;
  bool matches(const std::string& candidate) const {
    return candidate == name || (pattern && std::regex_match(candidate, *pattern));
  }
};

NamePattern readName(TokenReader& reader) {
  const Token token = reader.next();
  NamePattern result{token.text, std::nullopt};
  if (token.kind != Token::Kind::string && token.kind != Token::Kind::word) reader.fail("a name is expected");
  if (token.kind == Token::Kind::string) try {
      result.pattern.emplace(token.text, std::regex::extended);
    } catch (const std::regex_error&) { reader.fail(fmt::format("\"{}\" is not a regular expression", token.text)); }
  return result;
}

/// One of several names under `plural`, or one under `singular` or `name`.
std::vector<NamePattern> readNames(const Dictionary& dict, const std::string& singular, const std::string& plural) {
  std::vector<NamePattern> names;
  if (dict.has(plural)) {
    TokenReader reader = dict.at(plural).reader();
    for (reader.expect('('); !reader.accept(')');) names.push_back(readName(reader));
    reader.expectEnd();
    return names;
  }
  TokenReader reader = dict.at(dict.has(singular) || !dict.has("name") ? singular : "name").reader();
  names.push_back(readName(reader));
  reader.expectEnd();
  return names;
}

std::string joined(const std::vector<NamePattern>& names) {
  std::string list;
  for (const NamePattern& n : names) list += fmt::format("{}{}", list.empty() ? "" : " ", n.name);
  return fmt::format("{}({})", names.size(), list);
}

[[noreturn]] void failNoMatch(const Dictionary& dict, const std::string& what, const std::vector<NamePattern>& names,
                              const std::vector<std::string>& valid) {
  throw Error(dict.place(), unknownWordMessage(what, names.empty() ? "" : names[0].name, valid));
}

std::vector<Label> fromZones(const Dictionary& dict, const std::vector<mesh::Zone>& zones, const std::string& what, Log& log) {
  const std::vector<NamePattern> names = readNames(dict, "zone", "zones");
  log.line(fmt::format("    Adding all {0}s of {0} zones {1} ...", what, joined(names)));
  std::vector<Label> members;
  std::vector<std::string> valid;
  bool found = false;
  for (const mesh::Zone& zone : zones) {
    valid.push_back(zone.name);
    if (std::ranges::none_of(names, [&](const NamePattern& n) { return n.matches(zone.name); })) continue;
    found = true;
    log.line(fmt::format("    Found matching zone {} with {} {}s.", zone.name, zone.members.size(), what));
    members.insert(members.end(), zone.members.begin(), zone.members.end());
  }
  if (!found) failNoMatch(dict, what + " zone", names, valid);
  return members;
}

std::vector<Label> facesOfPatches(const Dictionary& dict, const mesh::PolyMesh& mesh, Log& log) {
  const std::vector<NamePattern> names = readNames(dict, "patch", "patches");
  log.line(fmt::format("    Adding all faces of patches {} ...", joined(names)));
  std::vector<Label> members;
  std::vector<std::string> valid;
  bool found = false;
  for (const mesh::PolyPatch& patch : mesh.patches) {
    valid.push_back(patch.name);
    const bool wanted = std::ranges::any_of(names, [&](const NamePattern& n) {
      return n.matches(patch.name) || std::ranges::find(patch.inGroups, n.name) != patch.inGroups.end();
    });
    if (!wanted) continue;
    found = true;
    log.line(fmt::format("    Found matching patch {} with {} faces.", patch.name, patch.size));
    for (GlobalLabel f = patch.start; f < patch.start + patch.size; ++f) members.push_back(static_cast<Label>(f));
  }
  if (!found) failNoMatch(dict, "patch", names, valid);
  return members;
}

// ---- sources for cells ---------------------------------------------------------------------------------------------

using Source = std::vector<Label> (*)(const Dictionary&, const SourceContext&, Log&);

std::vector<Label> labelsUpTo(const Dictionary& dict, Label n, const std::string& what, Log& log) {
  std::vector<Label> members;
  for (const int label : dict.get<std::vector<int>>("value")) {
    if (label < 0 || label >= n)
      throw Error(dict.at("value").place, fmt::format("{} {} is not in the mesh, which has {} {}s", what, label, n, what));
    members.push_back(label);
  }
  log.line(fmt::format("    Adding {}s mentioned in dictionary ...", what));
  return members;
}

std::vector<Label> rotatedBoxToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  return whereInside(context.geometry.cellCentres, rotatedBox(dict, "cells", log));
}
std::vector<Label> zoneToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  return fromZones(dict, context.mesh.cellZones, "cell", log);
}
std::vector<Label> labelToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  return labelsUpTo(dict, static_cast<Label>(context.geometry.cellCentres.size()), "cell", log);
}
std::vector<Label> patchToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  std::vector<Label> cells = facesOfPatches(dict, context.mesh, log);
  for (Label& member : cells) member = context.mesh.owner[static_cast<std::size_t>(member)];
  return cells;
}

std::vector<Label> nearestToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  const std::vector<Vec3>& centres = context.geometry.cellCentres;
  std::vector<Label> members;
  std::string list;
  for (const Vec3& point : dict.get<std::vector<Vec3>>("points")) {
    const auto nearest = std::ranges::min_element(centres, {}, [&](const Vec3& c) { return magSqr(c - point); });
    members.push_back(static_cast<Label>(nearest - centres.begin()));
    list += fmt::format("{}{}", list.empty() ? "" : " ", text(point));
  }
  log.line(fmt::format("    Adding cells nearest to {}({})", members.size(), list));
  return members;
}

std::vector<Label> fieldToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  const std::string name = dict.get<std::string>("field");
  const double min = dict.get<double>("min"), max = dict.get<double>("max");
  const RawField* field = context.field ? context.field(name) : nullptr;
  if (!field) throw Error(dict.at("field").place, fmt::format("there is no field '{}' to choose cells by", name));
  if (field->className != "volScalarField" && field->className != "volVectorField")
    throw Error(dict.at("field").place,
                fmt::format("'{}' is a {}; cells are chosen by a volScalarField or volVectorField", name, field->className));
  const std::size_t nCells = context.geometry.cellCentres.size();
  const auto n = static_cast<std::size_t>(field->components);
  const std::vector<double>& values = field->internal.values;
  const auto value = [&](std::size_t cell) {
    const double* v = values.data() + (field->internal.uniform ? 0 : cell * n);
    return n == 1 ? v[0] : mag(Vec3{v[0], v[1], v[2]});
  };
  std::vector<Label> members;
  double least = std::numeric_limits<double>::max(), most = -least;
  for (std::size_t cell = 0; cell < nCells; ++cell) {
    least = std::min(least, value(cell));
    most = std::max(most, value(cell));
    if (value(cell) >= min && value(cell) <= max) members.push_back(static_cast<Label>(cell));
  }
  log.line(fmt::format("    Field min:{:g} max:{:g}", least, most));
  log.line(fmt::format("    Adding all cells with value of field {} within range {:g}..{:g}", name, min, max));
  return members;
}

// ---- sources for faces ---------------------------------------------------------------------------------------------

std::vector<Label> patchToFace(const Dictionary& dict, const SourceContext& context, Log& log) {
  return facesOfPatches(dict, context.mesh, log);
}
std::vector<Label> zoneToFace(const Dictionary& dict, const SourceContext& context, Log& log) {
  return fromZones(dict, context.mesh.faceZones, "face", log);
}
std::vector<Label> labelToFace(const Dictionary& dict, const SourceContext& context, Log& log) {
  return labelsUpTo(dict, context.mesh.nFaces(), "face", log);
}
std::vector<Label> boundaryToFace(const Dictionary&, const SourceContext& context, Log& log) {
  log.line("    Adding all boundary faces ...");
  std::vector<Label> members;
  for (Label f = context.mesh.nInternalFaces(); f < context.mesh.nFaces(); ++f) members.push_back(f);
  return members;
}
std::vector<Label> normalToFace(const Dictionary& dict, const SourceContext& context, Log& log) {
  const Vec3 normal = normalised(dict.get<Vec3>("normal"));
  const double tolerance = dict.get<double>("cos");
  if (tolerance < -1 || tolerance > 1) throw Error(dict.at("cos").place, "cos must be within -1 and 1");
  log.line(
      fmt::format("    Adding faces according to normal being aligned with {} (to within {:g}) ...", text(normal), tolerance));
  return whereInside(context.geometry.faceAreas,
                     [&](const Vec3& area) { return std::abs(1 - dot(normalised(area), normal)) < tolerance; });
}

const std::map<std::string, Source>& otherSources() {
  static const std::map<std::string, Source> table{
      {"rotatedBoxToCell", rotatedBoxToCell}, {"zoneToCell", zoneToCell},       {"labelToCell", labelToCell},
      {"patchToCell", patchToCell},           {"nearestToCell", nearestToCell}, {"fieldToCell", fieldToCell},
      {"patchToFace", patchToFace},           {"zoneToFace", zoneToFace},       {"labelToFace", labelToFace},
      {"boundaryToFace", boundaryToFace},     {"normalToFace", normalToFace}};
  return table;
}

/// Sources that OpenFOAM has and Eagre has not, with the reason.
const std::map<std::string, std::string>& refusedSources() {
  static const std::string sets = "cell, face and point sets (constant/polyMesh/sets) are not read; use a zone instead";
  static const std::string surface = "surfaces are not read; use a shape such as sphereToCell or rotatedBoxToCell";
  static const std::string topology = "it is not implemented";
  static const std::map<std::string, std::string> table{{"cellToCell", sets},
                                                        {"faceToCell", sets},
                                                        {"pointToCell", sets},
                                                        {"faceToFace", sets},
                                                        {"cellToFace", sets},
                                                        {"pointToFace", sets},
                                                        {"surfaceToCell", surface},
                                                        {"searchableSurfaceToCell", surface},
                                                        {"searchableSurfaceToFace", surface},
                                                        {"boundaryToCell", topology},
                                                        {"faceZoneToCell", topology},
                                                        {"haloToCell", topology},
                                                        {"nbrToCell", topology},
                                                        {"regionToCell", topology},
                                                        {"regionToFace", topology},
                                                        {"shapeToCell", topology},
                                                        {"targetVolumeToCell", topology}};
  return table;
}

}  // namespace

std::vector<std::string> sourceNames() {
  std::vector<std::string> names;
  for (const auto& [shape, make] : shapes()) names.insert(names.end(), {shape + "ToCell", shape + "ToFace"});
  for (const auto& [name, source] : otherSources()) names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

Selection select(const std::string& source, const Dictionary& controls, const SourceContext& context, Log& log) {
  Selection selection;
  selection.of = source.ends_with("ToFace") ? Selection::Of::faces : Selection::Of::cells;
  const bool faces = selection.of == Selection::Of::faces;
  const std::string shape = source.size() > 6 ? source.substr(0, source.size() - 6) : std::string();
  if (const auto found = shapes().find(shape); found != shapes().end() && (faces || source.ends_with("ToCell"))) {
    const Inside inside = found->second(controls, faces ? "faces" : "cells", log);
    selection.members = whereInside(faces ? context.geometry.faceCentres : context.geometry.cellCentres, inside);
  } else if (const auto other = otherSources().find(source); other != otherSources().end()) {
    selection.members = other->second(controls, context, log);
  } else if (const auto refused = refusedSources().find(source); refused != refusedSources().end()) {
    throw Error(controls.place(), fmt::format("source '{}' is not supported: {}", source, refused->second));
  } else {
    throw Error(controls.place(), unknownWordMessage("source", source, sourceNames()));
  }
  std::sort(selection.members.begin(), selection.members.end());
  selection.members.erase(std::unique(selection.members.begin(), selection.members.end()), selection.members.end());
  return selection;
}

}  // namespace eagre::case_
