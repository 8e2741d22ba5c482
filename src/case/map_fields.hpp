// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "case/cell_search.hpp"
#include "case/whole_field.hpp"
#include "core/log.hpp"
#include "mesh/point_stencils.hpp"

namespace eagre::case_ {

/// How OpenFOAM's mapFields makes the value of a cell: of the source cell that its centre lies in; the mean of that one and its
/// neighbours, weighted by the inverse distance of their centres (the default); linear in the tetrahedra of the source cell.
enum class MapMethod { mapNearest, interpolate, cellPointInterpolate };
inline const std::vector<std::string> mapMethodNames{"mapNearest", "interpolate", "cellPointInterpolate"};

struct MapSettings {
  MapMethod method = MapMethod::interpolate;
  /// By patch of the target: the source's patch that its face values come from (of the nearest face).
  std::map<std::string, std::string> patchMap{};
  /// Patches of the target that cut through the source: their face values come from its cells.
  std::vector<std::string> cuttingPatches{};
  bool subtract = false;  ///< the mapped values are subtracted from the target's
};

/// patchMap (target source ...) and cuttingPatches (target ...) of mapFieldsDict. Problems: missing entries, patches that the
/// meshes do not have (with the nearest that they do).
void readMapFieldsDict(const config::Dictionary& dict, const mesh::PolyMesh& source, const mesh::PolyMesh& target,
                       MapSettings& settings, Problems& problems);
/// What -consistent means: every patch from the one of the same name. Problems: the meshes' patches differ in number, names or
/// types.
void mapAllPatches(const mesh::PolyMesh& source, const mesh::PolyMesh& target, MapSettings& settings, Problems& problems);

/// A mesh with its geometry.
struct MeshView {
  const mesh::PolyMesh& mesh;
  const mesh::PolyGeometry& geometry;
};

/// Fields of a source mesh on a target mesh, as OpenFOAM v1912's mapFields maps them: cells by the method, face values of patches
/// by the settings; cells and faces of the target outside of the source keep their values, and so do other patches. Serial. The
/// meshes and the settings must outlive it.
class FieldMap {
 public:
  FieldMap(MeshView source, MeshView target, const MapSettings& settings);
  /// Number of target cells whose centre is outside of the source.
  std::size_t nOutside() const;
  /// Errors (badCase, all of a field at once): a list of the wrong length, patches without entries.
  void map(RawField& source, RawField& target) const;
  /// The field of the target where its file does not exist: conditions as in the source, their face values mapped. For meshes
  /// with the same patches.
  RawField make(RawField& source) const;

 private:
  struct PatchSource {
    std::optional<std::size_t> patch;     ///< of the source
    std::vector<Label> faces;             ///< nearest face of it, one per face of the target's patch
    std::optional<mesh::Stencils> cells;  ///< or, of a cutting patch, the terms of each face's value; none: outside
  };
  PatchSource nearestFaces(std::size_t sourcePatch, const mesh::PolyPatch& target) const;
  PatchSource cut(const mesh::PolyPatch& target) const;
  mesh::Stencils cellStencils(MapMethod method, const std::vector<Vec3>& points, const std::vector<Label>& addresses) const;
  void addInverseDistance(mesh::Stencils& stencils, const Vec3& point, Label cell) const;

  MeshView source_, target_;
  const MapSettings& settings_;
  mesh::PointStencils points_;
  CellSearch search_;
  mesh::Stencils cells_;              ///< one per cell of the target; no terms: outside
  std::vector<PatchSource> patches_;  ///< one per patch of the target
};

}  // namespace eagre::case_
