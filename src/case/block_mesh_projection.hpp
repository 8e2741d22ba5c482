// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "case/block_mesh_tokens.hpp"
#include "case/searchable_surface.hpp"
#include "config/dictionary.hpp"

namespace eagre::case_ {

/// The surfaces of a blockMeshDict's `geometry`, onto which vertices, edges and faces are projected. Errors (badCase, with
/// place): no such surface, one whose nearest points are not known, more than one (OpenFOAM seeks where they meet).
class BlockProjection {
 public:
  /// dict: the blockMeshDict, which outlives this.
  explicit BlockProjection(const config::Dictionary& dict) : dict_(dict) {}
  /// Reads "(x y z) (surface)": the point of the surface nearest to (x y z), or (x y z) if that is farther than the surface is
  /// wide.
  Vec3 vertex(TokenReader& in) const;
  /// Reads "(surface)".
  SearchableSurface surface(TokenReader& in) const;
  SearchableSurface named(TokenReader& in, const std::string& name) const;

 private:
  const config::Dictionary& dict_;
};

}  // namespace eagre::case_
