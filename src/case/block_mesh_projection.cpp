// SPDX-License-Identifier: BSD-3-Clause
#include "case/block_mesh_projection.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eagre::case_ {

Vec3 BlockProjection::vertex(TokenReader& in) const {
  const Vec3 point = in.vector();
  const std::vector<SearchableSurface> onto = list(in);
  double reach = 0;
  for (const SearchableSurface& surface : onto) reach = std::max(reach, surface.span);
  const Vec3 near = nearestOfAll(onto, point, reach);
  return onto.size() > 1 || mag(near - point) <= reach ? near : point;
}

std::function<Vec3(const Vec3&)> BlockProjection::surfaces(TokenReader& in, double reach) const {
  return [onto = list(in), reach](const Vec3& point) { return nearestOfAll(onto, point, reach); };
}

std::vector<SearchableSurface> BlockProjection::list(TokenReader& in) const {
  std::vector<SearchableSurface> surfaces;
  readList(in, [&] { surfaces.push_back(named(in, in.word())); });
  if (surfaces.empty()) in.fail("a projection needs a surface");
  return surfaces;
}

SearchableSurface BlockProjection::named(TokenReader& in, const std::string& name) const {
  if (const auto made = made_.find(name); made != made_.end()) return made->second;
  const config::Dictionary* geometry = dict_.findDict("geometry");
  const config::Dictionary* chosen = geometry ? geometry->findDict(name) : nullptr;
  if (!chosen) throw Error(in.place(), fmt::format("`geometry` has no surface '{}'", name));
  SearchableSurface surface = makeSurface(*chosen, "type", caseDirectory_);
  if (!surface.nearest)
    throw Error(chosen->at("type").place,
                fmt::format("vertices, edges and faces are not projected onto a {}; give points, or make "
                            "this mesh with OpenFOAM's blockMesh",
                            chosen->get<std::string>("type")));
  return made_.emplace(name, std::move(surface)).first->second;
}

}  // namespace eagre::case_
