// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.hpp"
#include "mesh/mesh.hpp"
#include "support/box_mesh.hpp"

namespace eagre::mesh {
namespace {

const comm::Communicator& world() {
  static const auto communicator = comm::Communicator::world();
  return communicator;
}

/// The meshes that every test looks at. Made on all ranks from the same numbers, so that each can compare with the whole.
std::vector<std::array<int, 3>> extents() { return {{6, 5, 4}, {6, 5, 4}, {7, 6, 1}, {4, 1, 1}, {2, 3, 2}}; }
std::vector<test::BoxOptions> options() {
  return {{.length = {2, 1, 1}},
          {.length = {2, 1, 1}, .cyclicX = true, .perturbation = 0.2},
          {.cyclicX = true, .cyclicY = true, .emptyZ = true, .perturbation = 0.2},
          {.length = {4, 1, 1}, .cyclicX = true},
          {.cyclicX = true, .cyclicY = true}};
}

class Distribute : public testing::TestWithParam<int> {
 protected:
  test::BoxOptions option = options()[GetParam()];
  std::array<int, 3> n = extents()[GetParam()];
  PolyMesh whole = test::boxMesh(n[0], n[1], n[2], option);
  PolyGeometry geometry = computeGeometry(whole);
  std::unique_ptr<Mesh> mesh = test::distributedBox(world(), n[0], n[1], n[2], option);

  /// What a cell is in the whole: owned by its index, a ghost by following its face to the other side.
  GlobalLabel globalBehind(Label coupledFace) const {
    const Label f = mesh->nInternalFaces + coupledFace;
    const GlobalLabel g = mesh->faceGlobal[f];
    if (g < whole.nInternalFaces()) return mesh->faceFlipped[f] ? whole.owner[g] : whole.neighbour[g];
    for (const PolyPatch& patch : whole.patches)
      if (g >= patch.start && g < patch.start + patch.size)
        for (const PolyPatch& partner : whole.patches)
          if (partner.name == patch.neighbourPatch) return whole.owner[g - patch.start + partner.start];
    return -1;
  }
};

TEST_P(Distribute, CountsAddUp) {
  EXPECT_EQ(world().sum(std::int64_t{mesh->nCells}), whole.nCells());
  EXPECT_EQ(mesh->nCellsGlobal, whole.nCells());
  EXPECT_EQ(mesh->nFacesGlobal, whole.nFaces());
  EXPECT_EQ(mesh->nInternalFacesGlobal, whole.nInternalFaces());
  std::int64_t nInternal = 2 * mesh->nInternalFaces;  // a face cut by two ranks counts one on each
  for (const CoupledRange& range : mesh->coupled)
    if (range.globalIndex < 0) nInternal += range.size;
  EXPECT_EQ(world().sum(nInternal), 2 * whole.nInternalFaces());
  ASSERT_EQ(mesh->globalPatches.size(), 6u);
  for (int p = 0; p < 6; ++p) {
    const PolyPatch &a = mesh->globalPatches[p], &b = whole.patches[p];
    EXPECT_EQ(std::tie(a.name, a.type, a.start, a.size, a.neighbourPatch),
              std::tie(b.name, b.type, b.start, b.size, b.neighbourPatch));
  }
  const Patch* zMin = mesh->findPatch("zMin");
  ASSERT_NE(zMin, nullptr);
  EXPECT_EQ(zMin->globalIndex, 4);
  EXPECT_EQ(world().sum(std::int64_t{zMin->size}), option.emptyZ ? 0 : whole.patches[4].size);
  EXPECT_EQ(zMin->globalSize, option.emptyZ ? 0 : whole.patches[4].size);
  EXPECT_EQ(mesh->findPatch("xMin") == nullptr, option.cyclicX);
}

TEST_P(Distribute, ListsHaveTheSizesThatTheHeaderSays) {
  const auto nFaces = static_cast<std::size_t>(mesh->nFaces());
  for (std::size_t size : {mesh->owner.size(), mesh->Cf.size() + mesh->firstCf, mesh->Sf.size(), mesh->magSf.size(),
                           mesh->weights.size(), mesh->deltaCoeffs.size(), mesh->faceGlobal.size(), mesh->faceFlipped.size()})
    EXPECT_EQ(size, nFaces);
  EXPECT_TRUE(mesh->nonOrthDeltaCoeffs.empty() || mesh->nonOrthDeltaCoeffs.size() == nFaces);
  if (!mesh->orthogonal) { EXPECT_FALSE(mesh->nonOrthDeltaCoeffs.empty()); }
  EXPECT_EQ(mesh->neighbour.size(), static_cast<std::size_t>(mesh->nInteriorFaces()));
  EXPECT_EQ(mesh->C.size(), static_cast<std::size_t>(mesh->nAllCells()));
  EXPECT_EQ(mesh->V.size(), mesh->C.size());
  EXPECT_EQ(mesh->cellGlobal.size(), static_cast<std::size_t>(mesh->nCells));
  EXPECT_EQ(mesh->halo->nCells(), mesh->nCells);
  EXPECT_EQ(mesh->halo->nGhost(), mesh->nCoupledFaces);
  Label b = 0;
  for (const Patch& patch : mesh->patches) {
    EXPECT_EQ(patch.start, b);
    b += patch.size;
  }
  EXPECT_EQ(b, mesh->nBoundaryFaces);
}

TEST_P(Distribute, KeepsOrderAndGeometryOfTheWholeBitByBit) {
  EXPECT_TRUE(std::is_sorted(mesh->cellGlobal.begin(), mesh->cellGlobal.end()));
  EXPECT_TRUE(std::is_sorted(mesh->faceGlobal.begin(), mesh->faceGlobal.begin() + mesh->nInternalFaces));
  for (Label c = 0; c < mesh->nCells; ++c) {
    EXPECT_EQ(mesh->C[c], geometry.cellCentres[mesh->cellGlobal[c]]);
    EXPECT_EQ(mesh->V[c], geometry.cellVolumes[mesh->cellGlobal[c]]);
  }
  for (Label f = 0; f < mesh->nFaces(); ++f) {
    const GlobalLabel g = mesh->faceGlobal[f];
    const bool flipped = mesh->faceFlipped[f];
    EXPECT_LT(mag(mesh->faceCentres()(f) - geometry.faceCentres[g]), 1e-15 * mag(geometry.faceCentres[g]));
    EXPECT_EQ(mesh->Sf[f], flipped ? -geometry.faceAreas[g] : geometry.faceAreas[g]);
    EXPECT_EQ(mesh->cellGlobal[mesh->owner[f]], flipped ? whole.neighbour[g] : whole.owner[g]);
    if (f < mesh->nInternalFaces) { EXPECT_EQ(mesh->cellGlobal[mesh->neighbour[f]], whole.neighbour[g]); }
  }
  double volume = 0;
  for (double v : geometry.cellVolumes) volume += v;
  EXPECT_EQ(mesh->totalVolume, volume);
  if (!world().parallel()) {
    for (Label f = 0; f < mesh->nInternalFaces; ++f) EXPECT_EQ(mesh->faceGlobal[f], f);
    EXPECT_EQ(mesh->nInternalFaces, whole.nInternalFaces());
  }
}

TEST_P(Distribute, OwnerAndLosortAddressEveryInternalFaceOnce) {
  for (Label c = 0; c < mesh->nCells; ++c) {
    for (Label f = mesh->ownerStart[c]; f < mesh->ownerStart[c + 1]; ++f) EXPECT_EQ(mesh->owner[f], c);
    for (Label i = mesh->losortStart[c]; i < mesh->losortStart[c + 1]; ++i) {
      EXPECT_EQ(mesh->neighbour[mesh->losort[i]], c);
      if (i > mesh->losortStart[c]) { EXPECT_LT(mesh->owner[mesh->losort[i - 1]], mesh->owner[mesh->losort[i]]); }
    }
  }
  EXPECT_EQ(mesh->ownerStart.back(), mesh->nInternalFaces);
  EXPECT_EQ(mesh->losortStart.back(), mesh->nInternalFaces);
  for (Label f = 0; f < mesh->nInternalFaces; ++f) EXPECT_LT(mesh->owner[f], mesh->neighbour[f]);
  for (Label f = mesh->nInternalFaces; f < mesh->nInteriorFaces(); ++f)
    EXPECT_EQ(mesh->neighbour[f], mesh->nCells + f - mesh->nInternalFaces);
}

TEST_P(Distribute, EveryCellIsClosedWithNormalsOutOfTheOwner) {
  std::vector<Vec3> sum(mesh->nAllCells());
  for (Label f = 0; f < mesh->nFaces(); ++f) {
    sum[mesh->owner[f]] += mesh->Sf[f];
    if (f < mesh->nInteriorFaces()) {
      sum[mesh->neighbour[f]] -= mesh->Sf[f];
      EXPECT_GT(dot(mesh->Sf[f], mesh->C[mesh->neighbour[f]] - mesh->C[mesh->owner[f]]), 0);
    }
    EXPECT_GT(dot(mesh->Sf[f], mesh->faceCentres()(f) - mesh->C[mesh->owner[f]]), 0);
  }
  for (Label c = 0; c < mesh->nCells; ++c) {
    if (option.emptyZ) sum[c].z = 0;  // faces of empty patches are not here
    EXPECT_LT(mag(sum[c]), 1e-15) << "cell " << c;
  }
}

TEST_P(Distribute, GhostsAreTheCellsBehindTheFaces) {
  std::vector<double> number(mesh->nAllCells(), -1);
  for (Label c = 0; c < mesh->nCells; ++c) number[c] = static_cast<double>(mesh->cellGlobal[c]);
  mesh->halo->update(number);
  auto centre = mesh->C;
  auto volume = mesh->V;
  mesh->halo->update(centre);
  mesh->halo->update(volume);
  for (Label i = 0; i < mesh->nCoupledFaces; ++i) {
    const Label ghost = mesh->nCells + i;
    EXPECT_EQ(number[ghost], globalBehind(i));
    EXPECT_EQ(volume[ghost], mesh->V[ghost]);
  }
  for (const CoupledRange& range : mesh->coupled)
    for (Label i = range.start; i < range.start + range.size; ++i) {
      Vec3 shift{};
      if (range.patchName == "xMin") shift.x = -option.length.x;
      if (range.patchName == "xMax") shift.x = option.length.x;
      if (range.patchName == "yMin") shift.y = -option.length.y;
      if (range.patchName == "yMax") shift.y = option.length.y;
      const Vec3 expected = centre[mesh->nCells + i] + shift;
      if (range.globalIndex < 0)
        EXPECT_EQ(mesh->C[mesh->nCells + i], expected);
      else
        EXPECT_LT(mag(mesh->C[mesh->nCells + i] - expected), 1e-14);
    }
}

TEST_P(Distribute, InterpolationIsThatOfTheSerialFormulas) {
  double largest = 0;
  for (Label f = 0; f < mesh->nFaces(); ++f) {
    const Vec3 n = mesh->Sf[f] / mag(mesh->Sf[f]), toFace = mesh->faceCentres()(f) - mesh->C[mesh->owner[f]];
    EXPECT_NEAR(mesh->magSf[f], mag(mesh->Sf[f]), 1e-16);
    Vec3 d = dot(n, toFace) * n;
    double weight = 1;
    if (f < mesh->nInteriorFaces()) {
      d = mesh->C[mesh->neighbour[f]] - mesh->C[mesh->owner[f]];
      weight = dot(n, d - toFace) / dot(n, d);
      const Vec3 correction = n - d / dot(n, d);
      largest = std::max(largest, mag(correction));
      if (!mesh->orthogonal) { EXPECT_LT(mag(mesh->nonOrthCorrection[f] - correction), 1e-12); }
    } else if (!mesh->orthogonal) {
      EXPECT_EQ(mesh->nonOrthCorrection[f], Vec3{});
    }
    EXPECT_LT(mag(mesh->delta(f) - d), 1e-14);
    EXPECT_NEAR(mesh->weights[f], weight, 1e-13);
    EXPECT_NEAR(mesh->deltaCoeffs[f] * mag(d), 1, 1e-13);
    const auto& nonOrth = mesh->nonOrthDeltaCoeffs.empty() ? mesh->deltaCoeffs : mesh->nonOrthDeltaCoeffs;
    EXPECT_NEAR(nonOrth[f] * dot(n, d), 1, 1e-13);
  }
  EXPECT_EQ(mesh->orthogonal, option.perturbation == 0);
  EXPECT_EQ(mesh->nonOrthCorrection.empty(), mesh->orthogonal);
  EXPECT_EQ(world().max(largest) < 1e-10, mesh->orthogonal);
}

TEST_P(Distribute, BothSidesOfACoupledFaceAgree) {
  // Sums over the whole that only come out if every face is met from both sides alike.
  double weights = 0, pairs = 0;
  Vec3 area{}, delta{};
  for (Label i = 0; i < mesh->nCoupledFaces; ++i) {
    const Label f = mesh->nInternalFaces + i;
    weights += mesh->weights[f];
    pairs += 0.5;
    area += mesh->Sf[f];
    delta += mesh->delta(f);
  }
  std::array<double, 8> sums{weights, pairs, area.x, area.y, area.z, delta.x, delta.y, delta.z};
  world().sum(sums);
  EXPECT_NEAR(sums[0], sums[1], 1e-11);
  for (int d = 2; d < 8; ++d) EXPECT_NEAR(sums[d], 0, 1e-12);
}

TEST_P(Distribute, CoupledFacesStandInTheOrderThatTheHeaderSays) {
  Label start = 0;
  std::vector<std::tuple<int, int>> order;
  for (const CoupledRange& range : mesh->coupled) {
    EXPECT_EQ(range.start, start);
    start += range.size;
    order.emplace_back(range.globalIndex, range.neighbourRank);
    const auto first = mesh->faceGlobal.begin() + mesh->nInternalFaces + range.start;
    EXPECT_TRUE(std::is_sorted(first, first + range.size));
    EXPECT_EQ(range.patchName, range.globalIndex < 0 ? "" : whole.patches[range.globalIndex].name);
  }
  EXPECT_EQ(start, mesh->nCoupledFaces);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(std::adjacent_find(order.begin(), order.end()), order.end());
}

TEST_P(Distribute, DirectionsAreKnownOnAllRanks) {
  EXPECT_EQ(mesh->geometricD[2], option.emptyZ ? -1 : 1);
  EXPECT_EQ(mesh->solutionD[2], option.emptyZ ? -1 : 1);
  EXPECT_EQ(mesh->solutionD[0], 1);
}

INSTANTIATE_TEST_SUITE_P(Boxes, Distribute, testing::Range(0, 5));

TEST(DistributeOrthogonal, OneSkewedCornerMakesTheMeshNonOrthogonalOnAllRanks) {
  PolyMesh whole = test::boxMesh(8, 2, 2, {.length = {8, 2, 2}});
  whole.points[0] += Vec3{-0.1, 0.05, 0.02};
  const std::vector<int> part = partition(computeGeometry(whole).cellCentres, world().size());
  const auto mesh = distribute(world(), world().master() ? &whole : nullptr, part);
  EXPECT_FALSE(mesh->orthogonal);
  EXPECT_EQ(mesh->nonOrthCorrection.size(), static_cast<std::size_t>(mesh->nFaces()));
}

/// Any assignment of cells to ranks must do: scattered single cells make every rank a neighbour of every other.
TEST(DistributeScattered, ChequeredPartsExchangeRightly) {
  const PolyMesh whole = test::boxMesh(5, 4, 3, {.cyclicX = true, .cyclicY = true});
  std::vector<int> part(60);
  for (int c = 0; c < 60; ++c) part[c] = (c * 7 + c / 9) % world().size();
  const auto mesh = distribute(world(), world().master() ? &whole : nullptr, part);
  std::vector<Vec3> centre = mesh->C;
  for (Label g = mesh->nCells; g < mesh->nAllCells(); ++g) centre[g] = {};
  mesh->halo->update(centre);
  for (Label g = mesh->nCells; g < mesh->nAllCells(); ++g)
    for (int d = 0; d < 3; ++d) {
      const double moved = std::abs(centre[g][d] - mesh->C[g][d]);
      EXPECT_TRUE(moved < 1e-14 || (d < 2 && std::abs(moved - 1) < 1e-14)) << "ghost " << g << " moved by " << moved;
    }
}

TEST(DistributeScattered, ARankMayHaveNoCells) {
  const auto mesh = test::distributedBox(world(), 2, 1, 1);
  EXPECT_EQ(world().sum(std::int64_t{mesh->nCells}), 2);
  std::vector<double> ones(mesh->nAllCells(), 0);
  std::fill_n(ones.begin(), mesh->nCells, 1.0);
  mesh->halo->update(ones);
  EXPECT_EQ(ones, std::vector<double>(mesh->nAllCells(), 1.0));
}

TEST(DistributeErrors, AreThrownOnAllRanks) {
  PolyMesh whole = test::boxMesh(3, 3, 3, {.cyclicX = true});
  const std::vector<int> part(27, 0);
  const auto attempt = [&](const std::vector<int>& p) { distribute(world(), world().master() ? &whole : nullptr, p); };
  EXPECT_NO_THROW(attempt(part));
  EXPECT_THROW(attempt(std::vector<int>(26, 0)), Error);
  EXPECT_THROW(attempt(std::vector<int>(27, world().size())), Error);
  EXPECT_THROW(distribute(world(), nullptr, part), Error);
  whole.patches[0].otherEntries = {{"transform", "rotational"}};
  try {
    attempt(part);
    ADD_FAILURE() << "rotational cyclic accepted";
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("rotational"), std::string::npos);
    EXPECT_EQ(e.code(), ExitCode::badCase);
  }
  whole = test::boxMesh(3, 3, 3, {.types = {"patch", "processor", "patch", "patch", "patch", "patch"}});
  EXPECT_THROW(attempt(part), Error);
  whole = test::boxMesh(3, 3, 3);
  whole.owner[5] = -1;
  EXPECT_THROW(attempt(part), Error);
}

/// Of faces that cells do not tell the centres of, all are kept, on all ranks or on none; what is asked for is the same.
TEST(FaceCentres, AreKeptWhereTheyAreNeeded) {
  for (const double shift : {0.0, 0.02}) {
    PolyMesh whole = test::boxMesh(6, 4, 4);
    for (Vec3& p : whole.points)
      if (mag(p - Vec3{1. / 6, 0.25, 0.25}) < 1e-12) p.y += shift;
    const PolyGeometry geometry = computeGeometry(whole);
    const bool master = world().master();
    const auto mesh = distribute(world(), master ? &whole : nullptr,
                                 master ? partition(geometry.cellCentres, world().size()) : std::vector<int>{});
    EXPECT_EQ(mesh->firstCf, shift == 0 ? mesh->nInternalFaces : 0);
    EXPECT_EQ(mesh->Cf.size(), static_cast<std::size_t>(mesh->nFaces() - mesh->firstCf));
    const auto Cf = mesh->faceCentres();
    for (Label f = 0; f < mesh->nFaces(); ++f) EXPECT_LT(mag(Cf(f) - geometry.faceCentres[mesh->faceGlobal[f]]), 1e-14) << f;
  }
}

}  // namespace
}  // namespace eagre::mesh
