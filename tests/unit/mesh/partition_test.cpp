// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.hpp"
#include "mesh/mesh.hpp"
#include "support/box_mesh.hpp"

namespace eagre::mesh {
namespace {

std::vector<int> sizes(const std::vector<int>& part, int nParts) {
  std::vector<int> n(nParts, 0);
  for (int p : part) ++n.at(p);
  return n;
}

Label cutFaces(const PolyMesh& mesh, const std::vector<int>& part) {
  Label n = 0;
  for (Label f = 0; f < mesh.nInternalFaces(); ++f) n += part[mesh.owner[f]] != part[mesh.neighbour[f]];
  return n;
}

TEST(Partition, PartsDifferByAtMostOneCell) {
  const auto centres = computeGeometry(test::boxMesh(11, 7, 5, {.perturbation = 0.2})).cellCentres;
  for (int nParts : {1, 2, 3, 5, 7, 16, 100, 384, 385}) {
    const auto n = sizes(partition(centres, nParts), nParts);
    EXPECT_LE(*std::max_element(n.begin(), n.end()) - *std::min_element(n.begin(), n.end()), 1) << nParts << " parts";
  }
}

TEST(Partition, MorePartsThanCellsLeavesSomeEmpty) {
  const auto part = partition(computeGeometry(test::boxMesh(2, 1, 1)).cellCentres, 5);
  const auto n = sizes(part, 5);
  EXPECT_EQ(*std::max_element(n.begin(), n.end()), 1);
}

TEST(Partition, CutsTheLongestAxisFirst) {
  const PolyMesh mesh = test::boxMesh(16, 4, 4, {.length = {4, 1, 1}});
  const auto part = partition(computeGeometry(mesh).cellCentres, 4);
  EXPECT_EQ(cutFaces(mesh, part), 3 * 16);
}

TEST(Partition, FiveIsTwoAndThree) {
  const PolyMesh mesh = test::boxMesh(10, 1, 1, {.length = {10, 1, 1}});
  EXPECT_EQ(partition(computeGeometry(mesh).cellCentres, 5), (std::vector<int>{0, 0, 1, 1, 2, 2, 3, 3, 4, 4}));
}

TEST(Partition, TiesGoByCellIndexAndRoundOffDoesNotMatter) {
  std::vector<Vec3> same(6, Vec3{1, 1, 1});
  EXPECT_EQ(partition(same, 3), (std::vector<int>{0, 0, 1, 1, 2, 2}));

  const auto exact = computeGeometry(test::boxMesh(6, 6, 6)).cellCentres;
  auto rough = exact;
  for (std::size_t c = 0; c < rough.size(); ++c)
    for (int d = 0; d < 3; ++d) rough[c][d] *= 1 + 1e-15 * test::detail::noise(c, 1, 2, d);
  EXPECT_EQ(partition(exact, 7), partition(rough, 7));
  EXPECT_EQ(partition(exact, 7), partition(exact, 7));
}

TEST(Partition, NoPartsIsAnError) { EXPECT_THROW(partition({Vec3{}}, 0), Error); }

}  // namespace
}  // namespace eagre::mesh
