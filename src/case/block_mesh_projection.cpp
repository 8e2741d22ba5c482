// SPDX-License-Identifier: BSD-3-Clause
#include "case/block_mesh_projection.hpp"

#include <fmt/format.h>

namespace eagre::case_ {

Vec3 BlockProjection::vertex(TokenReader& in) const {
  const Vec3 point = in.vector();
  const SearchableSurface onto = surface(in);
  const Vec3 near = onto.nearest(point);
  return mag(near - point) <= onto.span ? near : point;
}

SearchableSurface BlockProjection::surface(TokenReader& in) const {
  std::vector<std::string> names;
  readList(in, [&] { names.push_back(in.word()); });
  if (names.size() != 1)
    in.fail(fmt::format("a projection onto {} surfaces is not supported: give one, or make this mesh with OpenFOAM's blockMesh",
                        names.size()));
  return named(in, names.front());
}

SearchableSurface BlockProjection::named(TokenReader& in, const std::string& name) const {
  const config::Dictionary* geometry = dict_.findDict("geometry");
  const config::Dictionary* chosen = geometry ? geometry->findDict(name) : nullptr;
  if (!chosen) throw Error(in.place(), fmt::format("`geometry` has no surface '{}'", name));
  SearchableSurface surface = makeSurface(*chosen, "type", {});
  if (!surface.nearest)
    throw Error(chosen->at("type").place, fmt::format("vertices, edges and faces are projected onto box, cylinder, disk, plane, "
                                                      "plate and sphere, not onto a {}; give points, or make "
                                                      "this mesh with OpenFOAM's blockMesh",
                                                      chosen->get<std::string>("type")));
  return surface;
}

}  // namespace eagre::case_
