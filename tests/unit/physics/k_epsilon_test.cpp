// SPDX-License-Identifier: BSD-3-Clause
// The pieces of the k-epsilon model, and its decay and equilibrium by hand.
#include "physics/turbulence/k_epsilon.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "fv/conditions/conditions.hpp"
#include "physics/turbulence/bound.hpp"
#include "unit/fv/equation_case.hpp"

namespace eagre::physics {
namespace {

const char* schemes = R"(
  ddtSchemes { default Euler; }
  gradSchemes { default Gauss linear; }
  divSchemes { default Gauss upwind; }
  laplacianSchemes { default Gauss linear corrected; }
  snGradSchemes { default corrected; })";

/// A box of still or sheared fluid between walls y = 0 and y = 1.
struct Fluid {
  test::EquationCase setup;
  const mesh::Mesh& mesh;
  fv::VolVectorField U;
  fv::SurfaceScalarField phi;
  fv::VolScalarField nu;
  std::string wall;
  explicit Fluid(bool walls, double viscosity = 1e-5)
      : setup(test::distributedBox(comm::Communicator::self(), 3, 4, 1,
                                   {.types = {"patch", "patch", walls ? "wall" : "patch", "patch", "", ""}, .emptyZ = true}),
              schemes, test::tightSolvers),
        mesh(*setup.mesh),
        U("U", dimVelocity, mesh),
        phi("phi", dimVolumeFlux, mesh),
        nu("nu", dimViscosity, mesh, viscosity) {
    setup.registry.add(nu);
    test::setConditions<Vec3>(U, {"yMin", "yMax"}, [](const Vec3&) { return Vec3{}; });
  }
  /// A model with uniform k and epsilon; wall functions on yMin if it is a wall.
  std::unique_ptr<KEpsilon> model(double k, double epsilon, const std::string& coefficients = "") {
    const auto read = [=, this](const std::string& name, const Dimensions& dimensions) {
      auto field = std::make_unique<fv::VolScalarField>(name, dimensions, mesh,
                                                        name == "k"         ? k
                                                        : name == "epsilon" ? epsilon
                                                                            : 0.0);
      fv::setCalculatedConditions(*field);
      for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
        const mesh::Patch& patch = mesh.patches[p];
        if (patch.type == "empty") continue;
        const std::string type = patch.type != "wall" ? "zeroGradient"
                                 : name == "k"        ? "kqRWallFunction"
                                 : name == "epsilon"  ? "epsilonWallFunction"
                                                      : "nutkWallFunction";
        const auto dict = config::Dictionary::parse("type " + type + "; value uniform 0;", "0/" + name);
        field->conditions()[p] = fv::makeBoundaryCondition<double>(dict, patch, setup.context, name);
      }
      field->initialiseBoundary();
      return field;
    };
    const auto ras = config::Dictionary::parse(coefficients, "RAS");
    auto made = std::make_unique<KEpsilon>(ras, Flow{setup.context, U, phi, nu}, read);
    made->start();
    return made;
  }
  const fv::VolScalarField& field(const std::string& name) const { return *setup.registry.scalar(name); }
};

TEST(KEpsilon, StillFluidDecaysAsTheOrdinaryEquations) {
  // dk/dt = -epsilon, d epsilon/dt = -C2 epsilon^2/k, implicit Euler with the old ratio: each a division.
  Fluid s(false);
  const auto model = s.model(0.1, 0.02);
  const double dt = s.setup.time.deltaT, epsilon = 0.02 / (1 + dt * 1.92 * 0.02 / 0.1), k = 0.1 / (1 + dt * epsilon / 0.1);
  model->shiftOldTimes();
  model->correct(false);
  for (Label c = 0; c < s.mesh.nCells; ++c) {
    EXPECT_NEAR(s.field("epsilon")[c], epsilon, 1e-12);
    EXPECT_NEAR(s.field("k")[c], k, 1e-12);
    EXPECT_NEAR(model->nut()[c], 0.09 * k * k / epsilon, 1e-12);
  }
}

TEST(KEpsilon, CoefficientsStandInTheirOwnDictionaryOrTheModels) {
  Fluid s(false);
  EXPECT_NEAR(s.model(0.1, 0.02, "Cmu 0.1;")->nut()[0], 0.05, 1e-14);
  EXPECT_NEAR(s.model(0.1, 0.02, "Cmu 0.1; kEpsilonCoeffs { Cmu 0.2; }")->nut()[0], 0.1, 1e-14);
}

TEST(KEpsilon, CellsAtAWallHaveTheLogarithmicLayersDissipation) {
  Fluid s(true);
  const auto model = s.model(0.1, 0.02);
  model->shiftOldTimes();
  model->correct(false);
  const double y = 0.125, expected = std::pow(0.09, 0.75) * std::pow(0.1, 1.5) / (0.41 * y);
  for (Label c = 0; c < s.mesh.nCells; ++c) {
    if (s.mesh.C[c].y < 0.2)
      EXPECT_NEAR(s.field("epsilon")[c], expected, 1e-12) << c;
    else
      EXPECT_LT(s.field("epsilon")[c], 0.9 * expected) << c;
  }
  const mesh::Patch& wall = *s.mesh.findPatch("yMin");
  // nut at the wall: the logarithmic law with the k that the cell has now.
  for (Label b = wall.start; b < wall.start + wall.size; ++b) {
    const Label c = s.mesh.owner[s.mesh.nInteriorFaces() + b];
    const double yPlus = std::pow(0.09, 0.25) * y * std::sqrt(s.field("k")[c]) / 1e-5;
    EXPECT_NEAR(model->nut().boundary()[b], 1e-5 * (yPlus * 0.41 / std::log(9.8 * yPlus) - 1), 1e-15);
  }
}

TEST(KEpsilon, WallsInTheViscousSublayerHaveNoEddyViscosity) {
  Fluid s(true, 1.0);
  const auto model = s.model(1e-4, 1e-4);
  model->shiftOldTimes();
  model->correct(false);
  const mesh::Patch& wall = *s.mesh.findPatch("yMin");
  for (Label b = wall.start; b < wall.start + wall.size; ++b) EXPECT_EQ(model->nut().boundary()[b], 0);
}

TEST(Bound, ReplacesNegativeValuesByTheMeanOfTheFacesAround) {
  Fluid s(false);
  fv::VolScalarField k("k", dimKinematicPressure, s.mesh, 1.0);
  test::setConditions<double>(k, {}, [](const Vec3&) { return 0.0; });
  const Label inside = 4;  // 3 x 4 cells: the second of the second row, with four neighbours
  k[inside] = -2;
  k[0] = 1e-3;
  k.correctBoundaryConditions();
  bound(s.setup.context, k, 0.01);
  // Each face has (0.01 + 1)/2 but none is 1: all four neighbours are 1.
  EXPECT_NEAR(k[inside], 0.505, 1e-14);
  EXPECT_EQ(k[0], 0.01);
  EXPECT_EQ(k[1], 1);
}

}  // namespace
}  // namespace eagre::physics
