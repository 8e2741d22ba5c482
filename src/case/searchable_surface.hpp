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
};

/// plane (planeType pointAndNormal, or point and normal), plate (origin, span), box (min, max), sphere (origin or centre,
/// radius), cylinder (point1, point2, radius), disk (origin, normal, radius), triSurfaceMesh (file or name, scale), each also as
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
