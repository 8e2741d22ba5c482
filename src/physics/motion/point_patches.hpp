// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "mesh/mesh.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/point_neighbours.hpp"

namespace eagre::physics {

/// The points of one patch (of Mesh::patches).
struct PointPatch {
  std::string name, type;
  std::vector<Label> points;  ///< of this rank's mesh, those included that only faces of other ranks have on the patch; ascending
  Vec3 lowest, highest;       ///< the box around the points of all ranks, in constant/polyMesh [m]
};

/// The points of each patch, and the values that a file has for them.
class PointPatches {
 public:
  /// The order in which a file has the points of each patch of the global mesh: that in which its faces name them first.
  using Order = std::vector<std::vector<Label>>;
  static Order orderOf(const mesh::PolyMesh& whole);

  /// order: on rank 0; initial: this rank's points of constant/polyMesh [m]. Collective.
  PointPatches(const mesh::Mesh& mesh, const mesh::PointNeighbours& neighbours, Order order, std::vector<Vec3> initial);

  const std::vector<PointPatch>& all() const { return patches_; }
  const std::vector<Vec3>& initialPoints() const { return initial_; }  ///< of this rank, those of constant/polyMesh [m]

  /// Values of an entry at the points of patch p: "uniform v" or "nonuniform List<..> n(..)", with nComponents numbers each (1: x
  /// of the result). Collective. Errors (badCase, on all ranks): malformed; another number of values than the patch has points.
  std::vector<Vec3> read(const config::Dictionary& dict, const std::string& keyword, std::size_t p, int nComponents) const;
  /// Adds an entry with the places of the patch's points in constant/polyMesh, where the lists of files are (rank 0; elsewhere an
  /// empty list). initial: all points of the global mesh, on rank 0.
  void addPlaces(config::Dictionary& dict, const std::string& keyword, std::size_t p, std::span<const Vec3> initial) const;

  /// Unit normals at the points of patch p: the mean of those of its faces around the point, made of length 1. Collective.
  std::vector<Vec3> normals(std::size_t p) const;

 private:
  std::vector<Vec3> readList(const config::Entry& entry, std::size_t p, int nComponents) const;
  const mesh::Mesh& mesh_;
  const mesh::PointNeighbours& neighbours_;
  Order order_;
  std::vector<PointPatch> patches_;
  std::vector<Vec3> initial_;
};

}  // namespace eagre::physics
