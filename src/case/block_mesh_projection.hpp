// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "case/block_mesh_tokens.hpp"
#include "case/searchable_surface.hpp"
#include "config/dictionary.hpp"

namespace eagre::case_ {

/// The surfaces of a blockMeshDict's `geometry`, onto which vertices, edges and faces are projected. Errors (badCase, with
/// place): no such surface, one whose nearest points are not known.
class BlockProjection {
 public:
  /// dict: the blockMeshDict, which outlives this; caseDirectory: of the files of surfaces.
  BlockProjection(const config::Dictionary& dict, std::filesystem::path caseDirectory)
      : dict_(dict), caseDirectory_(std::move(caseDirectory)) {}
  /// Reads "(x y z) (surface ..)": the point of the surface nearest to (x y z), or (x y z) if that is farther than the surface is
  /// wide; of several surfaces, where they meet.
  Vec3 vertex(TokenReader& in) const;
  /// Reads "(surface ..)": the nearest point of a surface, or of where several meet, which looks no farther than reach.
  std::function<Vec3(const Vec3&)> surfaces(TokenReader& in, double reach) const;
  /// A surface is made once, when it is named first: to read an STL file and to sort its triangles takes long.
  SearchableSurface named(TokenReader& in, const std::string& name) const;

 private:
  std::vector<SearchableSurface> list(TokenReader& in) const;

  const config::Dictionary& dict_;
  std::filesystem::path caseDirectory_;
  mutable std::map<std::string, SearchableSurface> made_;  ///< by their names
};

}  // namespace eagre::case_
