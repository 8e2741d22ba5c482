// SPDX-License-Identifier: BSD-3-Clause
// Large-eddy simulation: widths, the filter and the models where their values are known.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "physics/turbulence/les_k_equation.hpp"
#include "support/moving_mesh.hpp"
#include "unit/fv/equation_case.hpp"

namespace eagre::physics {
namespace {

using testing::HasSubstr;

const char* schemes = R"(
  ddtSchemes { default Euler; }
  gradSchemes { default Gauss linear; }
  divSchemes { default Gauss upwind; }
  laplacianSchemes { default Gauss linear corrected; }
  snGradSchemes { default corrected; })";

/// A box of 3 x 4 x 2 cells (2D: 3 x 4 of thickness 0.5) with edges 1/3, 1/4, 1/2, whose fluid moves as it is told to.
struct Fluid {
  test::EquationCase setup;
  const mesh::Mesh& mesh;
  fv::VolVectorField U;
  fv::SurfaceScalarField phi;
  fv::VolScalarField nu;
  explicit Fluid(bool in2D = false)
      : setup(test::distributedBox(comm::Communicator::self(), 3, 4, in2D ? 1 : 2,
                                   {.length = {1, 1, in2D ? 0.5 : 1.0}, .emptyZ = in2D}),
              schemes, test::tightSolvers),
        mesh(*setup.mesh),
        U("U", dimVelocity, mesh),
        phi("phi", dimVolumeFlux, mesh),
        nu("nu", dimViscosity, mesh, 1e-5) {
    move([](const Vec3&) { return Vec3{}; });
  }
  void move(const std::function<Vec3(const Vec3&)>& velocity) {
    test::setConditions<Vec3>(U, {"xMin", "xMax", "yMin", "yMax", "zMin", "zMax"}, velocity);
    test::fillCells<Vec3>(U, velocity);
  }
  Flow flow() { return {setup.context, U, phi, nu}; }
  template <class Model>
  std::unique_ptr<Model> model(const std::string& coefficients, double k = 0.1) {
    les = config::Dictionary::parse("turbulence on; " + coefficients, "LES");
    auto made = std::make_unique<Model>(les, flow(), [=, this](const std::string& name, const Dimensions& dimensions) {
      auto field = std::make_unique<fv::VolScalarField>(name, dimensions, mesh, name == "k" ? k : 0.0);
      test::setConditions<double>(*field, {}, [](const Vec3&) { return 0.0; });
      return field;
    });
    made->start();
    return made;
  }
  config::Dictionary les;
};

double widthOf(Fluid& fluid, const std::string& entries, Label cell = 0) {
  return makeLesDelta(config::Dictionary::parse(entries, "LES"), {fluid.flow(), fluid.nu})->width()[cell];
}
std::string problemsOf(const std::string& entries) {
  Problems problems;
  checkLesDelta(config::Dictionary::parse(entries, "LES"), problems);
  return problems.messages().empty() ? "" : problems.messages().front();
}

TEST(LesDelta, CubeRootOfTheVolume) {
  Fluid box, plane(true);
  EXPECT_NEAR(widthOf(box, "delta cubeRootVol;"), std::cbrt(1.0 / 24), 1e-14);
  EXPECT_NEAR(widthOf(box, "delta cubeRootVol; cubeRootVolCoeffs { deltaCoeff 2; }"), 2 * std::cbrt(1.0 / 24), 1e-14);
  EXPECT_NEAR(widthOf(plane, "delta cubeRootVol;"), std::sqrt(1.0 / 12), 1e-14) << "2D: of the cell's area";
}

TEST(LesDelta, LargestExtentOfTheCell) {
  Fluid box, plane(true);
  EXPECT_NEAR(widthOf(box, "delta maxDeltaxyz;"), 0.5, 1e-14);
  EXPECT_NEAR(widthOf(box, "delta maxDeltaxyz; deltaCoeff 1;"), 0.25, 1e-14);
  EXPECT_NEAR(widthOf(plane, "delta maxDeltaxyz;"), 0.5, 1e-14) << "the empty direction counts";
}

TEST(LesDelta, LargerOneOfExtentAndCubeRoot) {
  Fluid box;
  EXPECT_NEAR(widthOf(box, "delta maxDeltaxyzCubeRoot; maxDeltaxyzCubeRootCoeffs { }"), 0.5, 1e-14);
  EXPECT_NEAR(widthOf(box, "delta maxDeltaxyzCubeRoot; maxDeltaxyzCubeRootCoeffs { maxDeltaxyzCoeffs { deltaCoeff 1; } }"),
              std::cbrt(1.0 / 24), 1e-14);
  EXPECT_NEAR(widthOf(box, "delta maxDeltaxyzCubeRoot; maxDeltaxyzCubeRootCoeffs { deltaCoeff 3; }"), 3 * std::cbrt(1.0 / 24),
              1e-14)
      << "of both";
}

TEST(LesDelta, SmoothRaisesWhatIsTooSmallBesideItsNeighbour) {
  const auto mesh = test::distributedBox(comm::Communicator::self(), 5, 1, 1);
  fv::VolScalarField width("delta", dimLength, *mesh, 1.0);
  width[0] = 8;
  smoothWidth(2.0, width);
  EXPECT_THAT(std::vector<double>(width.cells()), testing::ElementsAre(8, 4, 2, 1, 1));
}

TEST(LesDelta, FollowsAMeshThatMoves) {
  Fluid fluid;
  const mesh::PolyMesh whole = test::boxMesh(3, 4, 2);
  mesh::allowMotion(&whole, *fluid.setup.mesh);
  std::vector<std::unique_ptr<LesDelta>> widths;
  const char* const entries[]{"delta cubeRootVol;", "delta maxDeltaxyz; deltaCoeff 1;",
                              "delta maxDeltaxyzCubeRoot; maxDeltaxyzCubeRootCoeffs { }",
                              "delta smooth; smoothCoeffs { delta cubeRootVol; maxDeltaRatio 1.1; }"};
  const SimpleFilter filter(fluid.mesh);
  for (const char* text : entries)
    widths.push_back(makeLesDelta(config::Dictionary::parse(text, "LES"), {fluid.flow(), fluid.nu}));
  mesh::movePoints(*fluid.setup.mesh, test::moved(fluid.mesh.points->shape.points, [](const Vec3& p) {
    return Vec3{p.x * p.x, 0, 0};
  }));
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const std::vector<double> before = widths[i]->width().cells();
    widths[i]->correct();
    EXPECT_NE(widths[i]->width().cells(), before) << entries[i];
    const auto fresh = makeLesDelta(config::Dictionary::parse(entries[i], "LES"), {fluid.flow(), fluid.nu});
    EXPECT_EQ(widths[i]->width().cells(), fresh->width().cells()) << entries[i];
  }
  const auto& width = widths[0]->width().values();
  EXPECT_EQ(filter(width).cells, SimpleFilter(fluid.mesh)(width).cells);
}

TEST(LesDelta, WhatAPersonMayHaveWrittenWrongly) {
  EXPECT_EQ(problemsOf("delta smooth; smoothCoeffs { delta cubeRootVol; maxDeltaRatio 1.1; }"), "");
  EXPECT_THAT(problemsOf("delta cubeRotVol;"), HasSubstr("did you mean 'cubeRootVol'"));
  EXPECT_THAT(problemsOf("delta smooth;"), HasSubstr("smoothCoeffs"));
  EXPECT_THAT(problemsOf("delta smooth; smoothCoeffs { delta cubeRootVol; }"), HasSubstr("maxDeltaRatio"));
  EXPECT_THAT(problemsOf("delta smooth; smoothCoeffs { delta maxDelta; maxDeltaRatio 2; }"), HasSubstr("maxDeltaxyz"));
  EXPECT_THAT(problemsOf("delta smooth; smoothCoeffs { delta cubeRootVol; maxDeltaRatio 1; }"), HasSubstr("above 1"));
  EXPECT_THAT(problemsOf("delta cubeRootVol; deltaCoeff 0;"), HasSubstr("not positive"));
  EXPECT_THAT(problemsOf("delta maxDeltaxyzCubeRoot;"), HasSubstr("maxDeltaxyzCubeRootCoeffs"));
  EXPECT_THAT(problemsOf("delta maxDeltaxyzCubeRoot; maxDeltaxyzCubeRootCoeffs { cubeRootVolCoeffs { deltaCoeff 0; } }"),
              HasSubstr("not positive"));
  EXPECT_THAT(problemsOf("delta Prandtl; PrandtlCoeffs { delta cubeRootVol; Cdelta 0; }"), HasSubstr("Cdelta is not positive"));
  EXPECT_THAT(problemsOf("delta vanDriest; vanDriestCoeffs { delta cubeRootVol; calcInterval 5; }"), HasSubstr("calcInterval"));
  EXPECT_THAT(problemsOf("delta IDDESDelta; IDDESDeltaCoeffs { hmax maxDelta; }"), HasSubstr("maxDeltaxyz"));
}

TEST(SimpleFilter, KeepsWhatIsLinearAndSmoothsAPeak) {
  Fluid s;
  const SimpleFilter filter(s.mesh);
  fv::VolScalarField psi("psi", dimless, s.mesh);
  const auto linear = [](const Vec3& x) { return 1 + 2 * x.x - x.y + 3 * x.z; };
  test::setConditions<double>(psi, {"xMin", "xMax", "yMin", "yMax", "zMin", "zMax"}, linear);
  test::fillCells<double>(psi, linear);
  const auto filtered = filter(psi.values());
  for (Label c = 0; c < s.mesh.nCells; ++c) EXPECT_NEAR(filtered.cells[c], psi[c], 1e-13);
  const Label b = s.mesh.findPatch("yMax")->start;
  EXPECT_EQ(filtered.boundary[b], filtered.cells[s.mesh.owner[s.mesh.nInteriorFaces() + b]]);
  // A peak of 1 in cell (1, 1, 0), 1 on its outer face: half of it on the five faces inside.
  test::setConditions<double>(psi, {}, linear);
  test::fillCells<double>(psi, [&](const Vec3& x) { return mag(x - Vec3{0.5, 0.375, 0.25}) < 1e-6 ? 1.0 : 0.0; });
  const double xy = 1.0 / 12, xz = 1.0 / 6, yz = 1.0 / 8;
  EXPECT_NEAR(filter(psi.values()).cells[1 + 3], (xy + 0.5 * (xy + 2 * xz + 2 * yz)) / (2 * (xy + xz + yz)), 1e-14);
}

TEST(SimpleFilter, AGroupIsFilteredLikeItsMembers) {
  const auto mesh = test::distributedBox(comm::Communicator::self(), 5, 4, 3,
                                         {.types = {"patch", "patch", "symmetry", "symmetryPlane", "patch", "patch"}});
  const auto cells = static_cast<std::size_t>(mesh->nAllCells()), faces = static_cast<std::size_t>(mesh->nBoundaryFaces);
  fv::CellValues<FlowProducts> group{std::vector<FlowProducts>(cells), std::vector<FlowProducts>(faces)};
  fv::CellValues<SymmTensor> UU{std::vector<SymmTensor>(cells), std::vector<SymmTensor>(faces)}, D = UU;
  fv::CellValues<double> Ux{std::vector<double>(cells), std::vector<double>(faces)}, DD = Ux;
  const auto fill = [](FlowProducts& values, double start, SymmTensor& UU, SymmTensor& D, double& Ux, double& DD) {
    for (int i = 0; i < 6; ++i) UU[i] = std::sin(2 * start + i), D[i] = std::cos(3 * start - i);
    Ux = std::sin(5 * start);
    DD = std::cos(start);
    values = {UU, D, {Ux, 1, 2}, DD};
  };
  for (std::size_t c = 0; c < cells; ++c) fill(group.cells[c], double(c), UU.cells[c], D.cells[c], Ux.cells[c], DD.cells[c]);
  for (std::size_t b = 0; b < faces; ++b)
    fill(group.boundary[b], -double(b), UU.boundary[b], D.boundary[b], Ux.boundary[b], DD.boundary[b]);
  const SimpleFilter filter(*mesh);
  const auto together = filter(group);
  const auto filteredUU = filter(UU), filteredD = filter(D);
  const auto filteredUx = filter(Ux), filteredDD = filter(DD);
  for (Label c = 0; c < mesh->nCells; ++c) {
    for (int i = 0; i < 6; ++i) {
      EXPECT_NEAR(together.cells[c].UU[i], filteredUU.cells[c][i], 1e-14);
      EXPECT_NEAR(together.cells[c].D[i], filteredD.cells[c][i], 1e-14);
    }
    EXPECT_NEAR(together.cells[c].U.x, filteredUx.cells[c], 1e-14) << "along the mirrors";
    EXPECT_NEAR(together.cells[c].DD, filteredDD.cells[c], 1e-14);
  }
}

TEST(Smagorinsky, ShearIsInLocalEquilibrium) {
  Fluid s;
  s.move([](const Vec3& x) { return Vec3{3 * x.y, 0, 0}; });
  const double width = std::cbrt(1.0 / 24), Ck = 0.1, Ce = 1.2;
  const auto model = s.model<Smagorinsky>("delta cubeRootVol; Ce 1.2; SmagorinskyCoeffs { Ck 0.1; Ce 1.2; }");
  model->correct(false);
  for (Label c = 0; c < s.mesh.nCells; ++c) EXPECT_NEAR(model->nut()[c], Ck * width * width * 3 * std::sqrt(Ck / Ce), 1e-13);
}

TEST(Wale, ShearHasNoEddyViscosityAndARotatingStrainHas) {
  Fluid s;
  s.move([](const Vec3& x) { return Vec3{3 * x.y, 0, 0}; });
  const auto model = s.model<Wale>("delta cubeRootVol; Cw 0.5;");
  EXPECT_NEAR(model->nut()[0], 0, 1e-12);
  // grad U = diag(1, -1, 0): its square is diag(1, 1, 0), Sd = diag(1, 1, -2)/3.
  s.move([](const Vec3& x) { return Vec3{x.x, -x.y, 0}; });
  model->correct(false);
  const double SdSd = 6.0 / 9, DD = 2, width = std::cbrt(1.0 / 24);
  EXPECT_NEAR(model->nut()[0], 0.25 * width * width * std::pow(SdSd, 1.5) / (std::pow(DD, 2.5) + std::pow(SdSd, 1.25)), 1e-13);
}

TEST(KEquation, StillFluidDecays) {
  // dk/dt = -Ce k^(3/2) / Delta, implicit Euler with the old k^(1/2).
  Fluid s;
  const auto model = s.model<KEquation>("delta cubeRootVol; kEqnCoeffs { Ce 2; Ck 0.1; }");
  const double width = std::cbrt(1.0 / 24), k = 0.1 / (1 + s.setup.time.deltaT * 2 * std::sqrt(0.1) / width);
  model->shiftOldTimes();
  model->correct(false);
  for (Label c = 0; c < s.mesh.nCells; ++c) {
    EXPECT_NEAR((*s.setup.registry.scalar("k"))[c], k, 1e-12);
    EXPECT_NEAR(model->nut()[c], 0.1 * std::sqrt(k) * width, 1e-12);
  }
}

TEST(DynamicKEquation, UniformFlowHasNoEddyViscosityAndNoFilterButSimple) {
  Fluid s;
  s.move([](const Vec3&) { return Vec3{1, 2, 3}; });
  const auto model = s.model<DynamicKEquation>("delta cubeRootVol; filter simple;");
  for (Label c = 0; c < s.mesh.nCells; ++c) EXPECT_NEAR(model->nut()[c], 0, 1e-12);
  try {
    s.model<DynamicKEquation>("delta cubeRootVol; dynamicKEqnCoeffs { filter laplace; }");
    FAIL();
  } catch (const Error& e) { EXPECT_THAT(e.what(), HasSubstr("simple")); }
}

}  // namespace
}  // namespace eagre::physics
