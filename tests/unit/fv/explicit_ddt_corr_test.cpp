// SPDX-License-Identifier: BSD-3-Clause
#include "fv/conditions/conditions.hpp"
#include "unit/fv/schemes_fixture.hpp"

namespace eagre::test {
namespace {

/// Two cells in a row, fixed velocity on the left, zero gradient on the right. Faces: 0 inside, 1 left, 2 right.
class DdtCorr : public ::testing::Test {
 protected:
  void start(const std::string& scheme) {
    theCase = std::make_unique<SchemesCase>(rowMesh(2), "ddtSchemes { default " + scheme + "; }");
    U = std::make_unique<fv::VolVectorField>("U", dimVelocity, *theCase->mesh);
    phi = std::make_unique<fv::SurfaceScalarField>("phi", dimVolumeFlux, *theCase->mesh);
    for (const mesh::Patch& patch : theCase->mesh->patches) {
      if (patch.name == "xMin")
        U->conditions().push_back(fv::makeFixedValue<Vec3>(patch, {Vec3{1, 0, 0}}));
      else
        U->conditions().push_back(fv::makeZeroGradient<Vec3>(patch));
    }
  }
  /// Starts the next step after one that left these values.
  void step(double u0, double u1, double flux, double outflow, double deltaT) {
    (*U)[0].x = u0;
    (*U)[1].x = u1;
    U->correctBoundaryConditions();
    phi->faces() = {flux, -1.2, outflow};
    U->shiftOldTimes(2);
    phi->shiftOldTimes(2);
    fv::TimeState& time = theCase->time;
    ++time.index;
    time.deltaT0 = time.index == 1 ? deltaT : time.deltaT;
    time.deltaT = deltaT;
    time.value += deltaT;
  }
  std::vector<double> corr() {
    std::vector<double> out(3, 0.0);
    fv::addDdtCorr(theCase->context, *U, *phi, rAUf, out);
    return out;
  }
  /// 1 - min(|D|/|phi|, 1)
  static double coupling(double D, double flux) { return 1 - std::min(std::abs(D) / (std::abs(flux) + 1e-15), 1.0); }

  std::unique_ptr<SchemesCase> theCase;
  std::unique_ptr<fv::VolVectorField> U;
  std::unique_ptr<fv::SurfaceScalarField> phi;
  std::vector<double> rAUf{0.1, 0.2, 0.3};
};

TEST_F(DdtCorr, Euler) {
  start("Euler");
  step(2, 3, 2.6, 3.3, 0.5);
  const auto c = corr();
  EXPECT_NEAR(c[0], 0.1 * (1 - 0.1 / 2.6) * 0.1 / 0.5, 1e-14);
  EXPECT_EQ(c[1], 0) << "the velocity is fixed there";
  EXPECT_NEAR(c[2], 0.3 * (1 - 0.3 / 3.3) * 0.3 / 0.5, 1e-14) << "outlets take part";
}

TEST_F(DdtCorr, IsAddedAndVanishesWhereFluxAndVelocityDisagree) {
  start("Euler");
  step(2, 3, 1.0, 3, 0.5);  // |1 - 2.5| > 1
  std::vector<double> out{7, 8, 9};
  fv::addDdtCorr(theCase->context, *U, *phi, rAUf, out);
  EXPECT_EQ(out, (std::vector<double>{7, 8, 9}));
}

TEST_F(DdtCorr, SteadyStateHasNone) {
  start("steadyState");
  step(2, 3, 2.6, 3.3, 0.5);
  EXPECT_EQ(corr(), (std::vector<double>{0, 0, 0}));
}

TEST_F(DdtCorr, BackwardStartsWithEuler) {
  start("backward");
  step(2, 3, 2.6, 3.3, 0.5);
  EXPECT_NEAR(corr()[0], 0.1 * coupling(0.1, 2.6) * 0.1 / 0.5, 1e-13);
  step(2, 4, 3.3, 4.1, 0.25);
  const double c = 1 + 0.25 / 0.75, c00 = 0.25 * 0.25 / (0.5 * 0.75), c0 = c + c00;
  EXPECT_NEAR(corr()[0], 0.1 * coupling(0.3, 3.3) * (c0 * 0.3 - c00 * 0.1) / 0.25, 1e-13);
  EXPECT_NEAR(corr()[2], 0.3 * coupling(0.1, 4.1) * (c0 * 0.1 - c00 * 0.3) / 0.25, 1e-13);
}

TEST_F(DdtCorr, CrankNicolsonCarriesItsRate) {
  start("CrankNicolson 0.9");
  EXPECT_THROW(
      {
        step(2, 3, 2.6, 3.3, 0.5);
        corr();
      },
      Error);
  // The definition, with rates of U and phi apart: ddt0 = c0 (x0 - x00) - f ddt0.
  start("CrankNicolson 0.9");
  fv::DdtCorrection correction(theCase->context, *U, *phi);
  const double f = 0.9;
  double rateU = 0, ratePhi = 0, u[3], p[3], dt[3] = {0.5, 0.25, 0.4};
  const double u0[] = {2, 2, 1}, u1[] = {3, 4, 4.4}, flux[] = {2.6, 3.3, 2.65};
  for (int n = 0; n < 3; ++n) {
    step(u0[n], u1[n], flux[n], 3.3, dt[n]);
    u[n] = 0.5 * (u0[n] + u1[n]);
    p[n] = flux[n];
    if (n > 0) {
      const double c0 = (n > 1 ? 1 + f : 1) / dt[n - 1];
      rateU = c0 * (u[n] - u[n - 1]) - f * rateU;
      ratePhi = c0 * (p[n] - p[n - 1]) - f * ratePhi;
    }
    const double c = (n > 0 ? 1 + f : 1) / dt[n];
    const double expected = 0.1 * coupling(p[n] - u[n], p[n]) * ((c * p[n] + f * ratePhi) - (c * u[n] + f * rateU));
    for (int corrector = 0; corrector < 2; ++corrector) {
      std::vector<double> out(3, 0.0);
      correction.add(rAUf, out);
      EXPECT_NEAR(out[0], expected, 1e-13) << "step " << n << " corrector " << corrector;
    }
  }
}

}  // namespace
}  // namespace eagre::test
