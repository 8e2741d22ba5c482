// SPDX-License-Identifier: BSD-3-Clause
#include "case/cell_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "case/source_table.hpp"
#include "case/words.hpp"

namespace eagre::case_ {
namespace {

using config::Dictionary;
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

/// "p1" and "p2", or "point1" and "point2" as openfoam.org has called them since version 8.
Vec3 endOf(const Dictionary& dict, char number) {
  const std::string old = fmt::format("p{}", number), now = fmt::format("point{}", number);
  return dict.get<Vec3>(dict.has(now) && !dict.has(old) ? now : old);
}

Inside betweenEnds(const Dictionary& dict, double radius, double inner) {
  const Vec3 p1 = endOf(dict, '1'), axis = endOf(dict, '2') - p1;
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
                       text(endOf(dict, '1')), text(endOf(dict, '2')), radius,
                       inner > 0 ? fmt::format(", innerRadius = {:g}", inner) : ""));
  return betweenEnds(dict, radius, inner);
}

Inside cylinderAnnulus(const Dictionary& dict, const std::string& what, Log& log) {
  const double outer = dict.get<double>("outerRadius"), inner = dict.get<double>("innerRadius");
  log.line(
      fmt::format("    Adding {} with centre within cylinder annulus, with p1 = {}, p2 = {}, radius = {:g}, inner radius = {:g}",
                  what, text(endOf(dict, '1')), text(endOf(dict, '2')), outer, inner));
  return betweenEnds(dict, outer, inner);
}

using MakeShape = Inside (*)(const Dictionary&, const std::string& what, Log&);
/// Each is a source of cells, of faces and of points: boxToCell, boxToFace, boxToPoint.
const WordTable<MakeShape>& shapes() {
  static const WordTable<MakeShape> table{{"box", "in a box, or one of several", box},
                                          {"sphere", "in a sphere, or between two", sphere},
                                          {"cylinder", "in a cylinder, or between two", cylinder},
                                          {"cylinderAnnulus", "between two cylinders", cylinderAnnulus}};
  return table;
}

std::vector<Label> rotatedBoxToCell(const Dictionary& dict, const SourceContext& context, Log& log) {
  return whereInside(context.geometry.cellCentres, rotatedBox(dict, "cells", log));
}

/// All sources but the shapes.
const SourceTable& otherSources() {
  static const SourceTable table = [] {
    SourceTable all{{"rotatedBoxToCell", "cells whose centre is in the box of origin, i, j, k", rotatedBoxToCell}};
    addNamedSources(all);
    addSetSources(all);
    addTopologySources(all);
    addSurfaceSources(all);
    return all;
  }();
  return table;
}

/// Sources that OpenFOAM has and Eagre has not, with the reason.
const std::map<std::string, std::string>& refusedSources() {
  static const std::string topology = "it is not implemented; use a shape such as boxToFace and combine sets";
  static const std::string surface = "it is not implemented; use surfaceToCell, or a shape such as sphereToPoint";
  static const std::map<std::string, std::string> table{
      {"holeToFace", topology}, {"surfaceToPoint", surface}, {"searchableSurfaceToPoint", surface}};
  return table;
}

}  // namespace

std::vector<Word> sourceWords() {
  std::vector<Word> words = otherSources().words();
  for (const auto& shape : shapes().rows())
    for (const auto& [ending, members] :
         {std::pair{"ToCell", "cells whose centre is "}, {"ToFace", "faces whose centre is "}, {"ToPoint", "points "}})
      words.push_back({shape.word + ending, members + shape.line, shape.file});
  std::sort(words.begin(), words.end(), [](const Word& a, const Word& b) { return a.word < b.word; });
  return words;
}

std::vector<std::string> sourceNames() {
  std::vector<std::string> names;
  for (Word& word : sourceWords()) names.push_back(std::move(word.word));
  return names;
}

Selection select(const std::string& source, const Dictionary& controls, const SourceContext& context, Log& log) {
  Selection selection;
  selection.of = source.ends_with("ToFace") ? SetKind::faces : source.ends_with("ToPoint") ? SetKind::points : SetKind::cells;
  const std::string ending = selection.of == SetKind::faces ? "ToFace" : selection.of == SetKind::points ? "ToPoint" : "ToCell";
  const std::string shape = source.ends_with(ending) ? source.substr(0, source.size() - ending.size()) : std::string();
  if (const MakeShape* make = shapes().find(shape)) {
    const Inside inside = (*make)(controls, fmt::format("{}s", nounOf(selection.of)), log);
    selection.members = whereInside(selection.of == SetKind::faces    ? context.geometry.faceCentres
                                    : selection.of == SetKind::points ? context.mesh.points
                                                                      : context.geometry.cellCentres,
                                    inside);
  } else if (const Source* other = otherSources().find(source)) {
    selection.members = (*other)(controls, context, log);
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
