// SPDX-License-Identifier: BSD-3-Clause
#include "fv/fields/field.hpp"

#include "conditions_fixture.hpp"
#include "fv/conditions/conditions.hpp"

namespace eagre::fv::fixtures {
namespace {

TEST(VolField, StartsUniform) {
  const BoundaryCase c;
  const VolVectorField U("U", dimVelocity, *c.mesh, Vec3{1, 2, 3});
  EXPECT_EQ(U.cells().size(), 8u);
  EXPECT_EQ(U.boundary().size(), 24u);
  EXPECT_THAT(U.cells(), testing::Each(Vec3{1, 2, 3}));
  EXPECT_THAT(U.boundary(), testing::Each(Vec3{1, 2, 3}));
  EXPECT_EQ(U.name(), "U");
  EXPECT_EQ(U.dimensions(), dimVelocity);
}

TEST(VolField, KeepsOldTimes) {
  const BoundaryCase c;
  VolScalarField f("f", dimless, *c.mesh, 1);
  EXPECT_FALSE(f.hasOld());
  EXPECT_THROW(f.old(), Error);
  f.shiftOldTimes(2);
  EXPECT_EQ(f.old(2).cells[0], 1);
  f[0] = 2;
  f.boundary()[0] = 20;
  f.shiftOldTimes(2);
  f[0] = 3;
  EXPECT_EQ(f.old(1).cells[0], 2);
  EXPECT_EQ(f.old(1).boundary[0], 20);
  EXPECT_EQ(f.old(2).cells[0], 1);
  f.resetOld();
  EXPECT_EQ(f.old(1).cells[0], 3);
  EXPECT_EQ(f.old(2).cells[0], 1);
  EXPECT_THROW(f.old(3), Error);
}

TEST(VolField, ResetOldAddsTheLevel) {
  const BoundaryCase c;
  VolScalarField f("f", dimless, *c.mesh, 4);
  f.resetOld();
  ASSERT_TRUE(f.hasOld(1));
  EXPECT_FALSE(f.hasOld(2));
  EXPECT_EQ(f.old().cells[7], 4);
}

TEST(SurfaceField, KeepsOldTimes) {
  const BoundaryCase c;
  SurfaceScalarField phi("phi", dimVolumeFlux, *c.mesh, 1);
  EXPECT_FALSE(phi.hasOld());
  EXPECT_THROW(phi.old(), Error);
  phi.shiftOldTimes(0);  // of a field that is asked before it changes
  EXPECT_TRUE(phi.hasOld());
  EXPECT_EQ(&phi.old(), &std::as_const(phi).faces());
  EXPECT_THROW(phi.old(2), Error);
  phi.shiftOldTimes(2);
  phi[0] = 2;
  EXPECT_EQ(phi.old()[0], 1);
  phi.shiftOldTimes(2);
  phi[0] = 3;
  EXPECT_EQ(phi.old(1)[0], 2);
  EXPECT_EQ(phi.old(2)[0], 1);
  EXPECT_THROW(phi.old(0), Error);
  EXPECT_THROW(phi.old(3), Error);
}

TEST(VolField, CorrectsEveryPatch) {
  const BoundaryCase c;
  VolScalarField f("f", dimless, *c.mesh, 4);
  c.fill(f, [](Label i) { return static_cast<double>(i); });
  f.conditions()[1] = makeFixedValue<double>(c.mesh->patches[1], {9, 9, 9, 9});
  f.correctBoundaryConditions();
  for (const auto& patch : c.mesh->patches)
    for (Label i = 0; i < patch.size; ++i)
      EXPECT_EQ(f.patchValues(patch)[i],
                patch.name == "outlet" ? 9 : f[c.mesh->owner[c.mesh->nInteriorFaces() + patch.start + i]]);
}

TEST(VolField, ExchangesGhostsOfACyclicPair) {
  eagre::test::BoxOptions box;
  box.cyclicX = true;
  const auto mesh = eagre::test::distributedBox(comm::Communicator::self(), 3, 1, 1, box);
  VolScalarField f("f", dimless, *mesh);
  for (Label k = 0; k < 3; ++k) f[k] = 10 + k;
  setCalculatedConditions(f);
  f.correctBoundaryConditions();
  for (Label g = 0; g < mesh->nGhost(); ++g) EXPECT_EQ(f[mesh->nCells + g], mesh->owner[mesh->nInternalFaces + g] == 0 ? 12 : 10);
}

TEST(VolField, CalculatedConditionsFollowConstraintPatches) {
  eagre::test::BoxOptions box;
  box.emptyZ = true;
  box.types = {"symmetry", "symmetryPlane", "wall", "patch", "empty", "empty"};
  const auto mesh = eagre::test::distributedBox(comm::Communicator::self(), 2, 2, 1, box);
  VolVectorField f("f", dimless, *mesh);
  setCalculatedConditions(f);
  std::vector<std::string> types;
  for (const auto& condition : f.conditions()) types.push_back(condition->type());
  EXPECT_THAT(types, testing::ElementsAre("symmetry", "symmetryPlane", "calculated", "calculated", "empty", "empty"));
  f.correctBoundaryConditions();
}

TEST(VolField, CanBeMoved) {
  const BoundaryCase c;
  VolScalarField f("f", dimless, *c.mesh, 4);
  setCalculatedConditions(f);
  const VolScalarField g = std::move(f);
  EXPECT_EQ(g[0], 4);
  EXPECT_EQ(g.conditions().size(), 6u);
}

}  // namespace
}  // namespace eagre::fv::fixtures
