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
  const config::Dictionary* geometry = dict_.findDict("geometry");
  const config::Dictionary* chosen = geometry ? geometry->findDict(names.front()) : nullptr;
  if (!chosen) throw Error(in.place(), fmt::format("`geometry` has no surface '{}'", names.front()));
  SearchableSurface surface = makeSurface(*chosen, "type", {});
  if (!surface.nearest)
    throw Error(
        chosen->at("type").place,
        fmt::format("vertices and edges are projected onto cylinder, plane and sphere, not onto a {}; give points, or make "
                    "this mesh with OpenFOAM's blockMesh",
                    chosen->get<std::string>("type")));
  return surface;
}

void BlockProjection::refuse(TokenReader& in, const char* what) {
  in.fail(fmt::format("these {} are projected, which is not supported; give points, or make this mesh with OpenFOAM's blockMesh",
                      what));
}

}  // namespace eagre::case_
