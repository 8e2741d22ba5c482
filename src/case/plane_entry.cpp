// SPDX-License-Identifier: BSD-3-Clause
#include "case/plane_entry.hpp"

#include <cmath>

#include "core/error.hpp"

namespace eagre::case_ {
namespace {

using config::Dictionary;

PlaneEntry planeOf(const Vec3& origin, const Vec3& normal, const Place& place) {
  if (mag(normal) < vSmall) throw Error(place, "the normal of the plane has length zero");
  return {origin, normal / mag(normal)};
}

PlaneEntry pointAndNormal(const Dictionary& dict) {
  const char* const point = dict.has("basePoint") ? "basePoint" : "point";
  const char* const normal = dict.has("normalVector") ? "normalVector" : "normal";
  return planeOf(dict.get<Vec3>(point), dict.get<Vec3>(normal), dict.at(normal).place);
}

PlaneEntry planeEquation(const Dictionary& dict) {
  const auto a = dict.get<double>("a"), b = dict.get<double>("b"), c = dict.get<double>("c"), d = dict.get<double>("d");
  Vec3 origin{};
  if (std::abs(a) > vSmall)
    origin.x = -d / a;
  else if (std::abs(b) > vSmall)
    origin.y = -d / b;
  else if (std::abs(c) > vSmall)
    origin.z = -d / c;
  return planeOf(origin, {a, b, c}, dict.place());
}

PlaneEntry embeddedPoints(const Dictionary& dict) {
  const auto p1 = dict.get<Vec3>("point1"), p2 = dict.get<Vec3>("point2"), p3 = dict.get<Vec3>("point3");
  return planeOf((p1 + p2 + p3) / 3, cross(p1 - p2, p2 - p3), dict.place());
}

}  // namespace

PlaneEntry readPlane(const Dictionary& dict, bool typeIsOptional) {
  static const std::vector<std::string> types{"pointAndNormal", "embeddedPoints", "planeEquation"};
  const std::string type = typeIsOptional && !dict.has("planeType") ? types.front() : dict.getChoice("planeType", types);
  const Dictionary& own = dict.has(type + "Dict") ? dict.subDict(type + "Dict") : dict;
  if (type == "embeddedPoints") return embeddedPoints(own);
  return type == "planeEquation" ? planeEquation(own) : pointAndNormal(own);
}

std::vector<std::string> planeKeywords() {
  return {"planeType",
          "pointAndNormalDict",
          "embeddedPointsDict",
          "planeEquationDict",
          "point",
          "basePoint",
          "normal",
          "normalVector",
          "point1",
          "point2",
          "point3",
          "a",
          "b",
          "c",
          "d"};
}

}  // namespace eagre::case_
