// SPDX-License-Identifier: BSD-3-Clause
#include "case/searchable_surface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "case/tri_surface.hpp"
#include "case/words.hpp"
#include "mesh/poly_addressing.hpp"

namespace eagre::case_ {

namespace fs = std::filesystem;
using config::Dictionary;

namespace {

using Normal = std::optional<Vec3>;

bool isInUnit(double t) { return t >= 0 && t <= 1; }

SearchableSurface infinitePlane(const Vec3& point, const Vec3& normal) {
  return {[=](const Vec3& start, const Vec3& end) -> Normal {
            const double slope = dot(end - start, normal);
            if (slope == 0 || !isInUnit(dot(point - start, normal) / slope)) return std::nullopt;
            return normal;
          },
          {},
          [=](const Vec3& p) { return p - dot(p - point, normal) * normal; },
          vGreat,
          [=](const Vec3&) { return normal; }};
}

Vec3 unitNormal(const Dictionary& dict, const std::string& keyword) {
  const Vec3 normal = dict.get<Vec3>(keyword);
  if (mag(normal) == 0) throw Error(dict.at(keyword).place, "a normal must not be zero");
  return normalised(normal);
}

SearchableSurface plane(const Dictionary& dict, const fs::path&) {
  const std::array<std::string, 3> types{"pointAndNormal", "embeddedPoints", "planeEquation"};
  const std::string type = dict.has("planeType") ? dict.getChoice("planeType", types) : types[0];
  const Dictionary* const coefficients = dict.findDict(type + "Dict");
  const Dictionary& from = coefficients ? *coefficients : dict;
  if (type == "embeddedPoints") {
    const Vec3 a = from.get<Vec3>("point1"), b = from.get<Vec3>("point2"), c = from.get<Vec3>("point3");
    const Vec3 normal = cross(b - a, c - a);
    if (mag(normal) == 0) throw Error(from.at("point3").place, "the three points of a plane must not be in line");
    return infinitePlane(a, normalised(normal));
  }
  if (type == "planeEquation") {
    const Vec3 n{from.get<double>("a"), from.get<double>("b"), from.get<double>("c")};
    if (mag(n) == 0) throw Error(from.at("a").place, "a, b and c of a plane must not all be zero");
    return infinitePlane(-from.get<double>("d") / magSqr(n) * n, normalised(n));
  }
  return infinitePlane(from.get<Vec3>(from.has("basePoint") && !from.has("point") ? "basePoint" : "point"),
                       unitNormal(from, from.has("normalVector") && !from.has("normal") ? "normalVector" : "normal"));
}

/// The nearest point of a box that a point is outside of.
Vec3 clamped(const Vec3& p, const Vec3& min, const Vec3& max) {
  return {std::clamp(p.x, min.x, max.x), std::clamp(p.y, min.y, max.y), std::clamp(p.z, min.z, max.z)};
}

SearchableSurface plate(const Dictionary& dict, const fs::path&) {
  const Vec3 origin = dict.get<Vec3>("origin"), span = dict.get<Vec3>("span");
  int axis = -1, zeros = 0;
  for (int d = 0; d < 3; ++d)
    if (span[d] < rootVSmall) {
      ++zeros;
      axis = d;
    }
  if (zeros != 1 || std::min({span.x, span.y, span.z}) < 0)
    throw Error(dict.at("span").place, "span of a plate must have one zero and two positive components");
  return {[=](const Vec3& start, const Vec3& end) -> Normal {
            const Vec3 way = end - start;
            if (std::abs(way[axis]) < vSmall) return std::nullopt;
            const double t = (origin[axis] - start[axis]) / way[axis];
            if (!isInUnit(t)) return std::nullopt;
            const Vec3 at = start + t * way;
            for (int d = 0; d < 3; ++d)
              if (d != axis && (at[d] < origin[d] || at[d] > origin[d] + span[d])) return std::nullopt;
            Vec3 normal;
            normal[axis] = 1;
            return normal;
          },
          {},
          [=](const Vec3& p) { return clamped(p, origin, origin + span); },
          mag(span),
          [=](const Vec3&) {
            Vec3 normal;
            normal[axis] = 1;
            return normal;
          }};
}

/// The box that is open to no side: min <= p <= max.
bool isInBox(const Vec3& p, const Vec3& min, const Vec3& max) {
  return min.x <= p.x && p.x <= max.x && min.y <= p.y && p.y <= max.y && min.z <= p.z && p.z <= max.z;
}

/// The side that is nearest to a point on it or inside: its direction twice, plus 1 if it is the upper one.
int sideOfBox(const Vec3& p, const Vec3& min, const Vec3& max) {
  int side = 0;
  double least = vGreat;
  for (int s = 0; s < 6; ++s)
    if (const double way = std::abs((s % 2 ? max : min)[s / 2] - p[s / 2]); way < least) {
      least = way;
      side = s;
    }
  return side;
}

Vec3 nearestOfBox(const Vec3& p, const Vec3& min, const Vec3& max) {
  Vec3 near = clamped(p, min, max);
  if (near != p) return near;
  const int side = sideOfBox(p, min, max);
  near[side / 2] = (side % 2 ? max : min)[side / 2];
  return near;
}

Normal firstHitOfBox(const Vec3& min, const Vec3& max, const Vec3& start, const Vec3& end) {
  const Vec3 way = end - start;
  double first = 2;
  Vec3 normal;
  for (int side = 0; side < 6; ++side) {
    const int d = side / 2;
    const double t = ((side % 2 ? max[d] : min[d]) - start[d]) / way[d];
    if (way[d] == 0 || !isInUnit(t) || t >= first) continue;
    const Vec3 at = start + t * way;
    const int e = (d + 1) % 3, f = (d + 2) % 3;
    if (at[e] < min[e] || at[e] > max[e] || at[f] < min[f] || at[f] > max[f]) continue;
    first = t;
    normal = {};
    normal[d] = side % 2 ? 1 : -1;
  }
  return first <= 1 ? Normal(normal) : std::nullopt;
}

SearchableSurface box(const Dictionary& dict, const fs::path&) {
  const Vec3 min = dict.get<Vec3>("min"), max = dict.get<Vec3>("max");
  for (int d = 0; d < 3; ++d)
    if (min[d] > max[d]) throw Error(dict.at("max").place, "max of a box must not be smaller than min");
  return {[=](const Vec3& start, const Vec3& end) { return firstHitOfBox(min, max, start, end); },
          [=](const Vec3& p) { return isInBox(p, min, max); }, [=](const Vec3& p) { return nearestOfBox(p, min, max); },
          mag(max - min),
          [=](const Vec3& p) {
            Vec3 normal;
            normal[sideOfBox(p, min, max) / 2] = 1;
            return normal;
          }};
}

/// Fractions of the way at which |start + t way| reaches a radius, in ascending order.
std::optional<std::array<double, 2>> reaches(const Vec3& start, const Vec3& way, double radius) {
  const double a = magSqr(way), b = dot(start, way), c = magSqr(start) - radius * radius, root2 = b * b - a * c;
  if (a == 0 || root2 < 0) return std::nullopt;
  const double root = std::sqrt(root2);
  return std::array{(-b - root) / a, (-b + root) / a};
}

double positiveRadius(const Dictionary& dict) {
  const double radius = dict.get<double>("radius");
  if (radius <= 0) throw Error(dict.at("radius").place, "radius must be positive");
  return radius;
}

SearchableSurface sphere(const Dictionary& dict, const fs::path&) {
  const Vec3 origin = dict.get<Vec3>(dict.has("origin") || !dict.has("centre") ? "origin" : "centre");
  const double radius = positiveRadius(dict);
  return {[=](const Vec3& start, const Vec3& end) -> Normal {
            if (const auto ts = reaches(start - origin, end - start, radius))
              for (const double t : *ts)
                if (isInUnit(t)) return normalised(start + t * (end - start) - origin);
            return std::nullopt;
          },
          [=](const Vec3& p) { return magSqr(p - origin) <= radius * radius; },
          [=](const Vec3& p) {
            const double distance = mag(p - origin);
            return origin + (distance < rootVSmall ? Vec3{radius, 0, 0} : radius / distance * (p - origin));
          },
          2 * std::sqrt(3.0) * radius, [=](const Vec3& p) { return normalised(p - origin); }};
}

struct Cylinder {
  Vec3 p1, along;
  double length, radius;

  Vec3 across(const Vec3& v) const { return v - dot(v, along) * along; }
  bool contains(const Vec3& p) const {
    const double height = dot(p - p1, along);
    return height >= 0 && height <= length && mag(p - p1 - height * along) <= radius;
  }
  /// On the mantle or on one of the ends, the nearer one to the point.
  Vec3 nearest(const Vec3& p) const {
    const double height = dot(p - p1, along), distance = mag(across(p - p1));
    Vec3 outwards = distance < rootVSmall ? Vec3{} : across(p - p1) / distance;
    const auto onEnd = [&](double h) { return p1 + h * along + std::min(distance, radius) * outwards; };
    if (height <= 0 || height >= length) return onEnd(height <= 0 ? 0 : length);
    const Vec3 end = onEnd(height < 0.5 * length ? 0 : length);
    if (distance < rootVSmall)  // any way leads to the mantle
      outwards = normalised(cross(std::abs(along.x) < 1 - small ? Vec3{1, 0, 0} : Vec3{0, 1, 0}, along));
    const Vec3 onMantle = p + (radius - distance) * outwards;
    return magSqr(p - onMantle) < magSqr(p - end) ? onMantle : end;
  }
  /// Of a point on it.
  Vec3 normal(const Vec3& p) const {
    const double height = dot(p - p1, along), distance = mag(across(p - p1));
    const double toEnds = std::min(std::abs(height), std::abs(length - height));
    return std::abs(radius - distance) < toEnds ? across(p - p1) / distance : along;
  }
  double span() const {
    Vec3 box;
    for (int d = 0; d < 3; ++d)
      box[d] = std::abs(length * along[d]) + 2 * radius * std::sqrt(std::max(0.0, 1 - along[d] * along[d]));
    return mag(box);
  }
  Normal firstHit(const Vec3& start, const Vec3& end) const {
    const Vec3 way = end - start;
    double first = 2;
    Vec3 normal;
    if (const auto ts = reaches(across(start - p1), across(way), radius))
      for (const double t : *ts) {
        const Vec3 at = start + t * way - p1;
        if (!isInUnit(t) || t >= first || dot(at, along) < 0 || dot(at, along) > length) continue;
        first = t;
        normal = normalised(across(at));
      }
    for (const bool far : {false, true}) {
      const double t = ((far ? length : 0) - dot(start - p1, along)) / dot(way, along);
      if (!isInUnit(t) || t >= first || mag(across(start + t * way - p1)) > radius) continue;
      first = t;
      normal = far ? along : -along;
    }
    return first <= 1 ? Normal(normal) : std::nullopt;
  }
};

SearchableSurface cylinder(const Dictionary& dict, const fs::path&) {
  const Vec3 p1 = dict.get<Vec3>("point1"), axis = dict.get<Vec3>("point2") - p1;
  const double radius = positiveRadius(dict), length = mag(axis);
  if (length == 0) throw Error(dict.at("point2").place, "point1 and point2 of a cylinder must differ");
  const Cylinder cylinder{p1, axis / length, length, radius};
  return {[=](const Vec3& start, const Vec3& end) { return cylinder.firstHit(start, end); },
          [=](const Vec3& p) { return cylinder.contains(p); }, [=](const Vec3& p) { return cylinder.nearest(p); },
          cylinder.span(), [=](const Vec3& p) { return cylinder.normal(p); }};
}

SearchableSurface disk(const Dictionary& dict, const fs::path&) {
  const Vec3 origin = dict.get<Vec3>("origin"), normal = unitNormal(dict, "normal");
  const double radius = positiveRadius(dict);
  return {[=](const Vec3& start, const Vec3& end) -> Normal {
            const double slope = dot(end - start, normal), t = dot(origin - start, normal) / slope;
            if (slope == 0 || !isInUnit(t) || mag(start + t * (end - start) - origin) > radius) return std::nullopt;
            return normal;
          },
          {},
          [=](const Vec3& p) {
            const Vec3 inPlane = p - origin - dot(p - origin, normal) * normal;
            return origin + (mag(inPlane) > radius ? radius / mag(inPlane) : 1.0) * inPlane;
          },
          2 * radius* std::sqrt(3 - magSqr(normal)),
          [=](const Vec3&) { return normal; }};
}

SearchableSurface triangles(const Dictionary& dict, const fs::path& caseDirectory) {
  const std::string keyword = dict.has("file") ? "file" : dict.has("surfaceName") ? "surfaceName" : "name";
  const fs::path file = surfaceFile(dict.get<std::string>(keyword), caseDirectory, dict.at(keyword).place);
  const auto tree = std::make_shared<const TriangleTree>(readTriSurface(file, dict.getOr("scale", 1.0)));
  return {[=](const Vec3& start, const Vec3& end) -> Normal {
            const auto crossing = tree->firstCrossing(start, end);
            return crossing ? Normal(tree->normal(crossing->triangle)) : std::nullopt;
          },
          [=](const Vec3& p) { return tree->encloses(p); }, [=](const Vec3& p) { return tree->nearest(p).point; }, tree->span(),
          [=](const Vec3& p) { return tree->normal(tree->nearest(p).triangle); }};
}

/// Also as "searchableBox" and the like.
using Make = SearchableSurface (*)(const Dictionary&, const fs::path&);
const WordTable<Make>& table() {
  static const WordTable<Make> kinds{{"box", "a box along the axes", box},
                                     {"closedTriSurface", "triSurfaceMesh (openfoam.org)", triangles},
                                     {"cylinder", "a cylinder with its ends", cylinder},
                                     {"disk", "a disk", disk},
                                     {"plane", "an infinite plane", plane},
                                     {"plate", "a rectangle along the axes", plate},
                                     {"sphere", "a sphere", sphere},
                                     {"triSurface", "triSurfaceMesh (openfoam.org)", triangles},
                                     {"triSurfaceMesh", "triangles in a file: STL, OBJ, ..", triangles}};
  return kinds;
}

}  // namespace

std::vector<Word> surfaceWords() { return table().words(); }

fs::path surfaceFile(const std::string& name, const fs::path& caseDirectory, const Place& asked) {
  std::string expanded = name;
  for (const auto& [word, directory] :
       {std::pair{"$FOAM_CASE", ""}, {"${FOAM_CASE}", ""}, {"<case>", ""}, {"<constant>", "constant"}})
    if (name.starts_with(word)) expanded = (caseDirectory / directory).string() + name.substr(std::string_view(word).size());
  if (const std::string variable = "$FOAM_TUTORIALS"; name.starts_with(variable))
    if (const char* const tutorials = std::getenv("FOAM_TUTORIALS")) expanded = tutorials + name.substr(variable.size());
  const fs::path given = fs::absolute(expanded == name ? caseDirectory / name : fs::path(expanded));
  for (const fs::path& file :
       {given, caseDirectory / "constant" / "triSurface" / name, caseDirectory / "constant" / "geometry" / name})
    if (fs::path found = config::existingFile(file); !found.empty()) return found;
  throw Error(
      asked,
      fmt::format("there is no surface '{}': neither in the case nor in its constant/triSurface or constant/geometry", name));
}

SearchableSurface makeSurface(const Dictionary& dict, const std::string& keyword, const fs::path& caseDirectory) {
  const std::string word = dict.get<std::string>(keyword);
  std::string kind = word;
  if (kind.starts_with("searchable") && kind.size() > 10) {
    kind = kind.substr(10);
    kind[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(kind[0])));
  }
  const Make* make = table().find(kind);
  if (!make) throw Error(dict.at(keyword).place, unknownWordMessage("surface", word, table().names()));
  return (*make)(dict, caseDirectory);
}

Vec3 nearestOfAll(const std::vector<SearchableSurface>& surfaces, const Vec3& point, double reach) {
  const SearchableSurface& first = surfaces.front();
  Vec3 at = first.nearest(point);
  if (surfaces.size() < 2) return at;
  Vec3 normal = first.normal(at);
  constexpr int ways = 20;
  for (int way = 0; way < ways; ++way) {
    const SearchableSurface& next = surfaces[static_cast<std::size_t>(way + 1) % surfaces.size()];
    const Vec3 near = next.nearest(at), other = next.normal(near);
    const double c = dot(normal, other);
    if (std::abs(c) >= 1 - 1e-6) continue;  // the planes do not meet
    // Within the plane through `at`, and on the other one.
    Vec3 step = dot(near - at, other) / (1 - c * c) * (other - c * normal);
    if (mag(step) <= small) continue;
    if (mag(step) > reach) step = reach / mag(step) * step;
    at += step;
    normal = other;
  }
  return at;
}

CrossedFaces facesCrossing(const SearchableSurface& surface, const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry) {
  const std::vector<Label> partners = mesh::cyclicPartners(mesh);
  CrossedFaces crossed;
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const Vec3& start = geometry.cellCentres[mesh.owner[f]];
    Vec3 end = geometry.faceCentres[f];
    if (f < mesh.nInternalFaces())
      end = geometry.cellCentres[mesh.neighbour[f]];
    else if (const Label other = partners[f - mesh.nInternalFaces()]; other >= 0)
      end += geometry.cellCentres[mesh.owner[other]] - geometry.faceCentres[other];
    const auto normal = surface.crossing(start, end);
    if (!normal) continue;
    crossed.faces.push_back(f);
    crossed.flip.push_back(dot(*normal, end - start) < 0);
  }
  return crossed;
}

}  // namespace eagre::case_
