// SPDX-License-Identifier: BSD-3-Clause
#include "physics/sources/coordinate_system.hpp"

#include <cmath>

namespace eagre::physics {
namespace {

Tensor ofColumns(const Vec3& a, const Vec3& b, const Vec3& c) { return {a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z}; }

Tensor readAxes(const config::Dictionary& d) {
  constexpr std::array<const char*, 3> names{"e1", "e2", "e3"};
  // The first of e1 and e2, e2 and e3, e3 and e1 that are both there.
  std::size_t k = 0;
  while (k < 3 && !(d.has(names[k]) && d.has(names[(k + 1) % 3]))) ++k;
  if (k == 3) throw Error(d.place(), d.name() + ": two axes are needed: e1 and e2, e2 and e3, or e3 and e1");
  if (k == 0 && d.has("e3")) throw Error(d.at("e3").place, d.name() + ": e3 follows from e1 and e2; give two axes");
  const std::string one = names[k], other = names[(k + 1) % 3];
  Vec3 first = d.get<Vec3>(one), second = d.get<Vec3>(other);
  const double length = mag(first);
  if (length > 0) first /= length;
  second -= dot(first, second) * first;
  const double rest = mag(second);
  if (!(length > 0) || !(rest > small))
    throw Error(d.at(other).place, d.name() + ": " + one + " and " + other + " do not span a plane");
  second /= rest;
  std::array<Vec3, 3> axes;
  axes[k] = first;
  axes[(k + 1) % 3] = second;
  axes[(k + 2) % 3] = cross(first, second);
  return ofColumns(axes[0], axes[1], axes[2]);
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
