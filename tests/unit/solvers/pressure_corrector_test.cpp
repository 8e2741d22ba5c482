// SPDX-License-Identifier: BSD-3-Clause
// The pressure corrector on small meshes, with each of the ways in which momentum meets pressure on faces.
#include "solvers/pressure_corrector.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "fv/conditions/conditions.hpp"
#include "solvers/face_forces.hpp"
#include "solvers/pressure_gradient.hpp"
#include "unit/fv/equation_case.hpp"

namespace eagre::solvers {
namespace {

const char* schemes = R"(
  ddtSchemes { default Euler; }
  gradSchemes { default Gauss linear; }
  laplacianSchemes { default Gauss linear corrected; }
  interpolationSchemes { default linear; }
  snGradSchemes { default corrected; })";
const char* solution = R"(solvers {
  "p.*" { solver PCG; preconditioner DIC; tolerance 1e-14; relTol 0; maxIter 2000; } })";

/// A closed box of fluid, with a pressure that is fixed nowhere.
struct ClosedBox {
  test::EquationCase setup;
  const mesh::Mesh& mesh;
  fv::VolScalarField p;
  fv::VolVectorField U;
  fv::SurfaceScalarField phi;
  physics::RotatingZones rotation;
  fv::Equation<Vec3> UEqn;

  ClosedBox(double distortion, const std::string& pName, const Dimensions& dimensionsOfP)
      : setup(test::distortedBox(comm::Communicator::self(), 8, 8, 1, distortion), schemes, solution),
        mesh(*setup.mesh),
        p(pName, dimensionsOfP, mesh),
        U("U", dimVelocity, mesh),
        phi("phi", dimVolumeFlux, mesh),
        UEqn(U, setup.context) {
    test::setConditions<double>(p, {}, {});
    test::setConditions<Vec3>(U, {"xMin", "xMax", "yMin", "yMax"}, [](const Vec3&) { return Vec3{}; });
    setup.context.gravity = Vec3{0, -9.81, 0};
    setup.context.ghRef = 0;
  }
  void shiftOldTimes() {
    U.shiftOldTimes();
    phi.shiftOldTimes();
  }
  PressureInputs inputs(MomentumInterpolation& momentum, double reference) {
    return {.context = setup.context,
            .p = p,
            .U = U,
            .phi = phi,
            .rotation = rotation,
            .momentum = momentum,
            .reference = {.needed = true, .cell = 0, .value = reference},
            .nNonOrthogonalCorrectors = 1,
            .rAU = "rAU"};
  }
  /// The net outflow of a cell [m^3/s].
  std::vector<double> outflow() const {
    std::vector<double> sums(static_cast<std::size_t>(mesh.nCells));
    fv::fvc::netOutflow(mesh, phi.faces(), sums);
    return sums;
  }
  double largestOutflow() const {
    double largest = 0;
    for (const double sum : outflow()) largest = std::max(largest, std::abs(sum));
    return largest;
  }
  double fastest() const {
    double largest = 0;
    for (Label c = 0; c < mesh.nCells; ++c) largest = std::max(largest, mag(U[c]));
    return largest;
  }
};

/// A velocity that blows out of the middle of the box, and its flux.
void blowUp(ClosedBox& box) {
  test::fillCells<Vec3>(box.U, [](const Vec3& x) {
    const double wall = x.x * (1 - x.x) * x.y * (1 - x.y);
    return Vec3{16 * wall * (x.x - 0.3), 16 * wall * (x.y - 0.4 + x.x), 0};
  });
  fv::faceFlux({box.setup.context, "flux(U)"}, box.U.values(), box.phi.faces());
}

class DistortedBox : public testing::TestWithParam<double> {};

TEST_P(DistortedBox, AFluxWithDivergenceBecomesFreeOfIt) {
  ClosedBox box(GetParam(), "p", dimKinematicPressure);
  blowUp(box);
  ASSERT_GT(box.largestOutflow(), 1e-3);
  PressureGradient gradient(box.setup.context, box.p, box.rotation, fv::DdtCorrection(box.setup.context, box.U, box.phi, nullptr),
                            {});
  auto inputs = box.inputs(gradient, 5);
  inputs.laplacian = PressureGradient::laplacianScheme({});
  PressureCorrector pressure(inputs);
  box.shiftOldTimes();
  box.UEqn = fv::fvm::ddt(box.U) - fv::fvm::laplacian(0.01, box.U, "laplacian(nu,U)");
  pressure.begin(box.UEqn);
  pressure.correct(box.UEqn, false);
  pressure.correct(box.UEqn, true);
  pressure.end();
  EXPECT_LT(box.largestOutflow(), 1e-12);
  EXPECT_NEAR(box.p[0], 5, 1e-9);
  EXPECT_GT(box.fastest(), 0.05);  // the part of the velocity that turns is still there
}
INSTANTIATE_TEST_SUITE_P(Meshes, DistortedBox, testing::Values(0.0, 0.1));

/// No surface tension.
struct NoTension final : interface_::SurfaceForce {
  void operator()(std::span<double> force) override { std::fill(force.begin(), force.end(), 0.0); }
};

/// Water on one side of a surface and air on the other, water below by default.
struct Layers : ClosedBox {
  fv::VolScalarField rho;
  FaceForces forces;
  Layers()
      : ClosedBox(0, "p_rgh", dimPressure),
        rho("rho", dimDensity, mesh),
        forces({std::make_unique<NoTension>(), nullptr}, setup.context, rho, rotation, "rAU",
               fv::DdtCorrection(setup.context, U, phi)) {
    fv::setCalculatedConditions(rho);
    fill([](const Vec3& x) { return x.y < 0.5; });
  }
  void fill(const std::function<bool(const Vec3&)>& isWater) {
    test::fillCells<double>(rho, [&](const Vec3& x) { return isWater(x) ? 1000.0 : 1.0; });
    for (Label b = 0; b < mesh.nBoundaryFaces; ++b) rho.boundary()[b] = rho[mesh.owner[mesh.nInteriorFaces() + b]];
  }
  void step(PressureCorrector& pressure, int nCorrectors) {
    rho.shiftOldTimes();
    shiftOldTimes();
    UEqn = fv::fvm::ddt(rho, U) - fv::fvm::laplacian(0.01, U, "laplacian(mu,U)");
    forces.update();
    pressure.begin(UEqn);
    for (int i = 1; i <= nCorrectors; ++i) pressure.correct(UEqn, i == nCorrectors);
    UEqn.release();
    pressure.end();
    forces.release();
  }
};

TEST(FaceForces, WaterBelowAirStaysAtRest) {
  Layers layers;
  PressureCorrector pressure(layers.inputs(layers.forces, 0));
  for (int i = 0; i < 3; ++i) layers.step(pressure, 2);
  EXPECT_LT(layers.fastest(), 1e-9);
  for (const double flux : layers.phi.faces()) EXPECT_NEAR(flux, 0, 1e-9);
  // p = p_rgh + rho gh is the weight of what stands above.
  const auto p = [&](Label c) { return layers.p[c] + layers.rho[c] * layers.setup.context.gh(layers.mesh.C[c]); };
  const double dy = 1.0 / 8;
  EXPECT_NEAR(p(0) - p(8 * 7), 9.81 * (1000 * 3.5 * dy + 1 * 3.5 * dy), 1e-6);
}

TEST(FaceForces, WaterAboveAirIsNotAtRestIfItsSurfaceIsInclined) {
  Layers layers;
  layers.fill([](const Vec3& x) { return x.y > 0.3 + 0.4 * x.x; });
  PressureCorrector pressure(layers.inputs(layers.forces, 0));
  layers.step(pressure, 2);
  EXPECT_LT(layers.largestOutflow(), 1e-9);
  EXPECT_GT(layers.fastest(), 0.1);
}

TEST(FaceForces, AMomentumPredictorGetsNoForceFromFluidsAtRest) {
  Layers layers;
  PressureCorrector pressure(layers.inputs(layers.forces, 0));
  layers.step(pressure, 2);
  layers.forces.update();
  const auto force = layers.forces.onCells(layers.p);
  for (Label c = 0; c < layers.mesh.nCells; ++c) EXPECT_NEAR(mag(force[c]), 0, 1e-6);  // [N], 2 N weigh the cells
}

TEST(PressureCorrector, ReturnsItsStorage) {
  Layers layers;
  PressureCorrector pressure(layers.inputs(layers.forces, 0));
  layers.step(pressure, 2);
  auto& workspace = layers.setup.context.workspace;
  const std::size_t capacity = workspace.capacity();
  for (int i = 0; i < 3; ++i) layers.step(pressure, 2);
  EXPECT_EQ(workspace.capacity(), capacity);
}

/// div(phi) = -S (p - p0)
struct Sink final : VolumeSource {
  const mesh::Mesh& mesh;
  double S0, p0;
  Sink(const mesh::Mesh& m, double S_, double p_) : mesh(m), S0(S_), p0(p_) {}
  void linearise(std::span<double> S, std::span<double> outflow) const override {
    for (Label c = 0; c < mesh.nCells; ++c) {
      S[c] = S0 * (1 + mesh.C[c].x);
      outflow[c] -= S[c] * p0 * mesh.V[c];
    }
  }
};

TEST(PressureCorrector, TheFluxHasTheDivergenceOfItsSource) {
  ClosedBox box(0.1, "p", dimKinematicPressure);
  blowUp(box);
  PressureGradient gradient(box.setup.context, box.p, box.rotation, fv::DdtCorrection(box.setup.context, box.U, box.phi, nullptr),
                            {});
  const Sink sink(box.mesh, 0.2, 3);
  auto inputs = box.inputs(gradient, 0);
  inputs.laplacian = PressureGradient::laplacianScheme({});
  inputs.reference.needed = false;
  inputs.source = &sink;
  PressureCorrector pressure(inputs);
  box.shiftOldTimes();
  box.UEqn = fv::fvm::ddt(box.U) - fv::fvm::laplacian(0.01, box.U, "laplacian(nu,U)");
  pressure.begin(box.UEqn);
  for (int i = 1; i <= 2; ++i) pressure.correct(box.UEqn, i == 2);
  const auto outflow = box.outflow();
  double largest = 0;
  for (Label c = 0; c < box.mesh.nCells; ++c) {
    const double source = -0.2 * (1 + box.mesh.C[c].x) * (box.p[c] - 3) * box.mesh.V[c];
    EXPECT_NEAR(outflow[c], source, 1e-12);
    largest = std::max(largest, std::abs(source));
  }
  EXPECT_GT(largest, 1e-5);
}

}  // namespace
}  // namespace eagre::solvers
