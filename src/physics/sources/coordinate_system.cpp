// SPDX-License-Identifier: BSD-3-Clause
#include "physics/sources/coordinate_system.hpp"

#include <cmath>

namespace eagre::physics {
namespace {

Tensor ofColumns(const Vec3& a, const Vec3& b, const Vec3& c) { return {a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z}; }

Tensor readAxes(const config::Dictionary& d) {
  const bool e1 = d.has("e1"), e2 = d.has("e2"), e3 = d.has("e3");
  const bool firstTwo = e1 && e2, lastTwo = !firstTwo && e2 && e3;
  if (!firstTwo && !lastTwo && !(e3 && e1))
    throw Error(d.place(), d.name() + ": two axes are needed: e1 and e2, e2 and e3, or e3 and e1");
  if (e1 && e2 && e3) throw Error(d.at("e3").place, d.name() + ": e3 follows from e1 and e2; give two axes");
  const char* names[2] = {firstTwo ? "e1" : lastTwo ? "e2" : "e3", firstTwo ? "e2" : lastTwo ? "e3" : "e1"};
  Vec3 first = d.get<Vec3>(names[0]), second = d.get<Vec3>(names[1]);
  const double length = mag(first);
  if (length > 0) first /= length;
  second -= dot(first, second) * first;
  const double rest = mag(second);
  if (!(length > 0) || !(rest > small))
    throw Error(d.at(names[1]).place, d.name() + ": " + names[0] + " and " + names[1] + " do not span a plane");
  second /= rest;
  const Vec3 third = cross(first, second);
  if (firstTwo) return ofColumns(first, second, third);
  if (lastTwo) return ofColumns(third, first, second);
  return ofColumns(second, third, first);
}

}  // namespace

Tensor readRotation(const config::Dictionary& dictionary) {
  // `coordinateRotation` of type axesRotation: openfoam.org, and openfoam.com up to v1806
  static const std::vector<std::string> systems{"cartesian"}, rotations{"none", "axes", "axesRotation"};
  const auto& d = dictionary.subDict("coordinateSystem");
  if (d.has("type")) d.getChoice("type", systems);
  d.get<Vec3>("origin");
  const char* const keyword = d.has("rotation") ? "rotation" : "coordinateRotation";
  // `rotation none;` of openfoam.com's v2006 and later
  if (const auto* word = d.find("rotation"); word && !word->isDict()) {
    d.getChoice("rotation", std::vector<std::string>{"none"});
    return identityTensor();
  }
  const auto* rotation = d.findDict(keyword);
  if (!rotation) {
    d.checkKeywords(std::vector<std::string>{"type", "origin", "note", "e1", "e2", "e3"});
    return readAxes(d);
  }
  d.checkKeywords(std::vector<std::string>{"type", "origin", "note", keyword});
  rotation->checkKeywords(std::vector<std::string>{"type", "e1", "e2", "e3"});
  return rotation->getChoice("type", rotations) == "none" ? identityTensor() : readAxes(*rotation);
}

}  // namespace eagre::physics
