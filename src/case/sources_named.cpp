// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "case/source_table.hpp"

namespace eagre::case_ {

using config::Dictionary;
using config::Token;
using config::TokenReader;

NamePattern readName(TokenReader& reader) {
  const Token token = reader.next();
  NamePattern result{token.text, std::nullopt};
  if (token.kind != Token::Kind::string && token.kind != Token::Kind::word) reader.fail("a name is expected");
  if (token.kind == Token::Kind::string) try {
      result.pattern.emplace(token.text, std::regex::extended);
    } catch (const std::regex_error&) { reader.fail(fmt::format("\"{}\" is not a regular expression", token.text)); }
  return result;
}

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

std::vector<std::size_t> patchesMatching(const std::vector<NamePattern>& names, const mesh::PolyMesh& mesh, const Place& place) {
  std::vector<std::size_t> found;
  std::vector<char> used(names.size(), 0);
  std::vector<std::string> valid;
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    const mesh::PolyPatch& patch = mesh.patches[p];
    valid.push_back(patch.name);
    bool wanted = false;
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto isMatch = [&](const std::string& name) { return names[i].matches(name); };
      if (!isMatch(patch.name) && std::ranges::none_of(patch.inGroups, isMatch)) continue;
      wanted = true;
      used[i] = 1;
    }
    if (wanted) found.push_back(p);
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    if (!used[i]) throw Error(place, unknownWordMessage("patch", names[i].name, valid));
  return found;
}

namespace {

/// Nothing has a name: an Error, or a warning where OpenFOAM goes on with an empty selection.
void failNoMatch(const Dictionary& dict, const SourceContext& context, const std::string& message, Log& log) {
  if (!context.noMatchIsWarning) throw Error(dict.place(), message);
  log.warnOnce(fmt::format("{}: {}; nothing is chosen", toString(dict.place()), message));
}

std::vector<Label> fromZones(const Dictionary& dict, const SourceContext& context, SetKind kind, Log& log) {
  const std::vector<mesh::Zone>& zones = kind == SetKind::cells   ? context.mesh.cellZones
                                         : kind == SetKind::faces ? context.mesh.faceZones
                                                                  : context.mesh.pointZones;
  const std::string what = nounOf(kind);
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
  if (!found) failNoMatch(dict, context, unknownWordMessage(what + " zone", names.empty() ? "" : names[0].name, valid), log);
  return members;
}

std::vector<Label> facesOfPatches(const Dictionary& dict, const SourceContext& context, Log& log) {
  const std::vector<NamePattern> names = readNames(dict, "patch", "patches");
  log.line(fmt::format("    Adding all faces of patches {} ...", joined(names)));
  std::vector<Label> members;
  for (const NamePattern& name : names) try {
      for (const std::size_t p : patchesMatching({name}, context.mesh, dict.place())) {
        const mesh::PolyPatch& patch = context.mesh.patches[p];
        log.line(fmt::format("    Found matching patch {} with {} faces.", patch.name, patch.size));
        for (GlobalLabel f = patch.start; f < patch.start + patch.size; ++f) members.push_back(static_cast<Label>(f));
      }
    } catch (const Error& e) {
      // One name of several may match nothing, as in OpenFOAM; all of them may not.
      if (names.size() == 1 && !context.noMatchIsWarning) throw;
      log.warnOnce(e.what());
    }
  if (members.empty() && names.size() > 1 && !context.noMatchIsWarning) patchesMatching(names, context.mesh, dict.place());
  return members;
}

// ---- sources for cells ---------------------------------------------------------------------------------------------

std::vector<Label> fromLabels(const Dictionary& dict, const SourceContext& context, SetKind kind, Log& log) {
  const std::string what = nounOf(kind);
  const Label n = sizeOf(kind, context.mesh);
  std::vector<Label> members;
  for (const int label : dict.get<std::vector<int>>("value")) {
    if (label < 0 || label >= n)
      throw Error(dict.at("value").place, fmt::format("{} {} is not in the mesh, which has {} {}s", what, label, n, what));
    members.push_back(label);
  }
  log.line(fmt::format("    Adding {}s mentioned in dictionary ...", what));
  return members;
}

std::vector<Label> zoneToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  return fromZones(dict, context, SetKind::cells, log);
}
std::vector<Label> labelToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  return fromLabels(dict, context, SetKind::cells, log);
}
std::vector<Label> patchToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  std::vector<Label> cells = facesOfPatches(dict, context, log);
  for (Label& member : cells) member = context.mesh.owner[static_cast<std::size_t>(member)];
  return cells;
}

std::vector<Label> nearestTo(const Dictionary& dict, const std::vector<Vec3>& candidates, const std::string& what, Log& log) {
  std::vector<Label> members;
  std::string list;
  for (const Vec3& point : dict.get<std::vector<Vec3>>("points")) {
    const auto nearest = std::ranges::min_element(candidates, {}, [&](const Vec3& c) { return magSqr(c - point); });
    members.push_back(static_cast<Label>(nearest - candidates.begin()));
    list += fmt::format("{}({:g} {:g} {:g})", list.empty() ? "" : " ", point.x, point.y, point.z);
  }
  log.line(fmt::format("    Adding {} nearest to {}({})", what, members.size(), list));
  return members;
}
std::vector<Label> nearestToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  return nearestTo(dict, context.geometry.cellCentres, "cells", log);
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
  return facesOfPatches(dict, context, log);
}
std::vector<Label> zoneToFace(const Dictionary& dict, const SourceContext& context, Log& log) {
  return fromZones(dict, context, SetKind::faces, log);
}
std::vector<Label> labelToFace(const Dictionary& dict, const SourceContext& context, Log& log) {
  return fromLabels(dict, context, SetKind::faces, log);
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
  log.line(fmt::format("    Adding faces according to normal being aligned with ({:g} {:g} {:g}) (to within {:g}) ...", normal.x,
                       normal.y, normal.z, tolerance));
  std::vector<Label> members;
  for (Label f = 0; f < context.mesh.nFaces(); ++f)
    if (std::abs(1 - dot(normalised(context.geometry.faceAreas[f]), normal)) < tolerance) members.push_back(f);
  return members;
}

// ---- sources for points --------------------------------------------------------------------------------------------

std::vector<Label> zoneToPoint(const Dictionary& dict, const SourceContext& context, Log& log) {
  return fromZones(dict, context, SetKind::points, log);
}
std::vector<Label> labelToPoint(const Dictionary& dict, const SourceContext& context, Log& log) {
  return fromLabels(dict, context, SetKind::points, log);
}
std::vector<Label> nearestToPoint(const Dictionary& dict, const SourceContext& context, Log& log) {
  return nearestTo(dict, context.mesh.points, "points", log);
}

}  // namespace

void addNamedSources(SourceTable& table) {
  table.add({"zoneToCell", "cells of a cellZone", zoneToCell});
  table.add({"labelToCell", "cells by their numbers", labelToCell});
  table.add({"patchToCell", "cells behind the faces of patches", patchToCell});
  table.add({"nearestToCell", "the cells nearest to points", nearestToCell});
  table.add({"fieldToCell", "cells where a field (its magnitude) lies between min and max", fieldToCell});
  table.add({"patchToFace", "faces of patches", patchToFace});
  table.add({"zoneToFace", "faces of a faceZone", zoneToFace});
  table.add({"labelToFace", "faces by their numbers", labelToFace});
  table.add({"boundaryToFace", "all boundary faces", boundaryToFace});
  table.add({"normalToFace", "faces whose unit normal n is along the direction d: |1 - n . d| < cos", normalToFace});
  table.add({"zoneToPoint", "points of a pointZone", zoneToPoint});
  table.add({"labelToPoint", "points by their numbers", labelToPoint});
  table.add({"nearestToPoint", "the points nearest to given points", nearestToPoint});
}

}  // namespace eagre::case_
