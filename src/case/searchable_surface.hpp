// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "mesh/poly_mesh.hpp"

/// OpenFOAM's searchable surfaces, as far as sets of faces and baffles are made from them.
namespace eagre::case_ {

struct SearchableSurface {
  /// The normal where the segment from start to end crosses the surface first; nothing if it does not.
  std::function<std::optional<Vec3>(const Vec3& start, const Vec3& end)> crossing;
  /// Whether the surface encloses a point; empty if it encloses nothing.
  std::function<bool(const Vec3& point)> encloses;
  /// The point of the surface that is nearest to another one; empty if that is not known of this kind of surface.
  std::function<Vec3(const Vec3& point)> nearest = {};
  double span = vGreat;  ///< diagonal of the box around the surface [m], if it has a nearest point
  /// The normal, of either sign, at a point of the surface; of the surfaces that have a nearest point.
  std::function<Vec3(const Vec3& point)> normal = {};
};

/// Where surfaces meet, near a point: from the nearest point of the first one, to the line in which its tangent plane and that of
/// the next one intersect, and so on in turn, 20 times, each way at most `reach` long. As OpenFOAM v1912; all surfaces must have
/// a nearest point.
Vec3 nearestOfAll(const std::vector<SearchableSurface>& surfaces, const Vec3& point, double reach);

/// plane (planeType pointAndNormal, or point and normal), plate (origin, span), box (min, max), sphere (origin or centre,
/// radius), cylinder (point1, point2, radius), disk (origin, normal, radius), triSurfaceMesh, also as
/// closedTriSurface and triSurface (file or name, scale), each also as
/// searchable<Type>, in the dictionary's entry `keyword`. Files are looked for in constant/triSurface and constant/geometry.
/// Errors (badCase): unknown type, missing or impossible entries, a file that is not there.
SearchableSurface makeSurface(const config::Dictionary& dict, const std::string& keyword,
                              const std::filesystem::path& caseDirectory);

/// The file of a surface: as it is given (from the case), in constant/triSurface or constant/geometry, also gzipped.
std::filesystem::path surfaceFile(const std::string& name, const std::filesystem::path& caseDirectory, const Place& asked);

/// Faces that a surface passes through: those whose line from the owner's centre to the neighbour's (a boundary face's own
/// centre, or the cell centre across a cyclic patch) crosses it. Ascending, with whether the line runs against the surface's
/// normal.
struct CrossedFaces {
  std::vector<Label> faces;
  std::vector<char> flip;
};
CrossedFaces facesCrossing(const SearchableSurface& surface, const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry);

}  // namespace eagre::case_
