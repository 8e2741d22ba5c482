// SPDX-License-Identifier: BSD-3-Clause
#include "fv/conditions/conditions.hpp"
#include "unit/fv/schemes_fixture.hpp"

namespace eagre::test {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pointwise;

const char* const linearSchemes = R"(
gradSchemes { default Gauss linear; least leastSquares; }
divSchemes { default none; div(phi,alpha) Gauss vanLeer; div(phi,U) bounded Gauss linearUpwind least; }
interpolationSchemes { default linear; interpolate(upwinded) upwind phi; interpolate(mid) midPoint; interpolate(x) upwind psi; }
)";

/// Weights of a scheme for a field on the theCase's mesh.
template <class T>
std::vector<double> weightsOf(const SchemesCase& theCase, const std::string& scheme, const fv::VolField<T>& field,
                              const std::vector<double>& flux) {
  std::vector<double> weights(theCase.mesh->nInteriorFaces());
  interpolation<T>(theCase.context, scheme)->weights(field, flux, weights);
  return weights;
}

class SchemesInterpolation : public ::testing::Test {
 protected:
  // Cell centres 0.5, 1.5, 2.5, 3.5; values 0, 1, 4, 5; boundary values 0 and 5. Internal faces 0-1, 1-2, 2-3.
  SchemesCase theCase{rowMesh(4), linearSchemes};
  std::unique_ptr<fv::VolScalarField> alpha = theCase.field<double>("alpha", [](const Vec3& x) {
    const double values[] = {0, 1, 4, 5};
    return values[std::min(3, static_cast<int>(x.x))];
  });
  std::vector<double> forward = std::vector<double>(theCase.mesh->nFaces(), 1.0),
                      backward = std::vector<double>(theCase.mesh->nFaces(), -1.0);
};

TEST_F(SchemesInterpolation, SimpleWeights) {
  EXPECT_THAT(weightsOf(theCase, "linear", *alpha, forward), ElementsAre(0.5, 0.5, 0.5));
  EXPECT_THAT(weightsOf(theCase, "midPoint", *alpha, forward), ElementsAre(0.5, 0.5, 0.5));
  EXPECT_THAT(weightsOf(theCase, "upwind", *alpha, forward), ElementsAre(1, 1, 1));
  EXPECT_THAT(weightsOf(theCase, "upwind", *alpha, backward), ElementsAre(0, 0, 0));
  EXPECT_THAT(weightsOf(theCase, "upwind", *alpha, std::vector<double>(5, 0.0)), ElementsAre(1, 1, 1)) << "zero flux: owner";
  EXPECT_THAT(weightsOf(theCase, "downwind", *alpha, forward), ElementsAre(0, 0, 0));
  EXPECT_THAT(weightsOf(theCase, "LUST least", *alpha, forward), ElementsAre(0.625, 0.625, 0.625));
}

TEST_F(SchemesInterpolation, LargerAndSmallerValue) {
  EXPECT_THAT(weightsOf(theCase, "localMax", *alpha, forward), ElementsAre(0, 0, 0));
  EXPECT_THAT(weightsOf(theCase, "localMin", *alpha, forward), ElementsAre(1, 1, 1));
  const auto U = theCase.field<Vec3>("U", [](const Vec3& x) { return Vec3{x.x, -x.x, 0}; });
  std::vector<Vec3> correction(theCase.mesh->nInteriorFaces());
  auto scheme = interpolation<Vec3>(theCase.context, "localMax");
  ASSERT_TRUE(scheme->corrected());
  scheme->correction(*U, forward, correction);
  const auto w = weightsOf(theCase, "localMax", *U, forward);
  const Vec3 value = w[0] * (*U)[0] + (1 - w[0]) * (*U)[1] + correction[0];
  EXPECT_DOUBLE_EQ(value.x, 1.5);
  EXPECT_DOUBLE_EQ(value.y, -0.5);
}

TEST_F(SchemesInterpolation, BlendsOfSchemes) {
  EXPECT_THAT(weightsOf(theCase, "blended 0.25", *alpha, forward), ElementsAre(0.875, 0.875, 0.875));
  EXPECT_THAT(weightsOf(theCase, "fixedBlended 0.25 linear upwind", *alpha, backward), ElementsAre(0.125, 0.125, 0.125));
  // The limiters of vanLeer are those of LimitedWeightsByHand.
  EXPECT_THAT(weightsOf(theCase, "limiterBlended vanLeer downwind upwind", *alpha, forward),
              Pointwise(DoubleNear(1e-13), {1.0, 0.5, -0.5}));
  EXPECT_THAT(weightsOf(theCase, "limitWith downwind vanLeer", *alpha, forward), Pointwise(DoubleNear(1e-13), {1.0, 0.5, -0.5}));
  EXPECT_THAT(weightsOf(theCase, "outletStabilised linear", *alpha, backward), ElementsAre(0.5, 0.5, 0.5)) << "no outlet";
}

TEST_F(SchemesInterpolation, CourantBlendsNeedTheFluxWhateverTheyBlend) {
  EXPECT_TRUE(interpolation<double>(theCase.context, "CoBlended 1 linear 10 midPoint")->needsFlux());
  EXPECT_TRUE(interpolation<double>(theCase.context, "cellCoBlended 1 linear 10 midPoint")->needsFlux());
  const SchemesCase none{rowMesh(4), "interpolationSchemes { default none; }"};
  EXPECT_THAT(messageOf([&] { interpolation<double>(none.context, "cellCoBlended 1 linear 10 midPoint"); }),
              HasSubstr("interpolate(Co)"));
}

TEST_F(SchemesInterpolation, OnlyLimitedSchemesGiveALimiter) {
  for (const std::string other :
       {"downwind", "linear", "outletStabilised vanLeer", "limitWith linear vanLeer", "linearUpwind least"})
    EXPECT_THAT(messageOf([&] { interpolation<double>(theCase.context, "limitWith midPoint " + other); }),
                HasSubstr("takes the limiter of a limited scheme"));
  EXPECT_THAT(weightsOf(theCase, "limitWith midPoint upwind", *alpha, forward), ElementsAre(1, 1, 1));
}

TEST_F(SchemesInterpolation, OutletsAreSoughtOnceATopology) {
  const auto scheme = interpolation<double>(theCase.context, "outletStabilised linear");
  std::vector<double> weights(3);
  const auto last = [&] {
    scheme->weights(*alpha, forward, weights);
    return weights[2];
  };
  EXPECT_EQ(last(), 0.5);
  for (std::size_t i = 0; i < theCase.mesh->patches.size(); ++i)
    if (theCase.mesh->patches[i].name == "xMax") alpha->conditions()[i] = fv::makeZeroGradient<double>(theCase.mesh->patches[i]);
  EXPECT_EQ(last(), 0.5);
  ++theCase.mesh->topologyVersion;
  EXPECT_EQ(last(), 1);
}

TEST_F(SchemesInterpolation, HarmonicIsTheMeanOfResistances) {
  const auto w = weightsOf(theCase, "harmonic", *alpha, forward);
  EXPECT_DOUBLE_EQ(w[1] * 1 + (1 - w[1]) * 4, 1.6);
}

TEST_F(SchemesInterpolation, LimitedWeightsByHand) {
  // Gradients (Gauss linear): (0.5 - 0)/1, (2.5 - 0.5)/1, (4.5 - 2.5)/1, (5 - 4.5)/1.
  // Forward, r = 2 gradient/difference - 1: 2*0.5/1 - 1 = 0, 2*2/3 - 1 = 1/3, 2*2/1 - 1 = 3.
  const double third = 1.0 / 3;
  EXPECT_THAT(weightsOf(theCase, "vanLeer", *alpha, forward), Pointwise(DoubleNear(1e-13), {1.0, 0.75, 0.25}));
  EXPECT_THAT(weightsOf(theCase, "limitedLinear 1", *alpha, forward),
              Pointwise(DoubleNear(1e-13), {1.0, 0.5 * 2 * third + (1 - 2 * third), 0.5}));
  EXPECT_THAT(weightsOf(theCase, "Minmod", *alpha, forward), Pointwise(DoubleNear(1e-13), {1.0, 1 - 0.5 * third, 0.5}));
  // Backward, gradient of the other cell: 2*2/1 - 1 = 3, 1/3, 0; the limiter takes from w = 0 to 0.5.
  EXPECT_THAT(weightsOf(theCase, "vanLeer", *alpha, backward), Pointwise(DoubleNear(1e-13), {0.75, 0.25, 0.0}));
  // SFCD, phict = 1 - difference/(2 gradient) = 0, 0.25, 0.75.
  EXPECT_THAT(weightsOf(theCase, "SFCD", *alpha, forward), Pointwise(DoubleNear(1e-13), {1.0, 1 - 0.5 * third, 0.5}));
  EXPECT_THAT(weightsOf(theCase, "limitedVanLeer 0 4.5", *alpha, forward), Pointwise(DoubleNear(1e-13), {1.0, 0.75, 1.0}));
  EXPECT_THAT(weightsOf(theCase, "vanLeer01", *alpha, forward), Pointwise(DoubleNear(1e-13), {1.0, 1.0, 1.0}));
}

TEST_F(SchemesInterpolation, VFormOfOneDirectionIsTheScalarScheme) {
  const Vec3 e{0.3, -1, 2};
  fv::VolVectorField U("U", dimless, *theCase.mesh);
  fv::setCalculatedConditions(U);
  for (Label c = 0; c < 4; ++c) U[c] = (*alpha)[c] * e;
  for (Label b = 0; b < 2; ++b) U.boundary()[b] = alpha->boundary()[b] * e;
  for (const std::string scheme : {"vanLeer", "vanAlbada", "MUSCL", "Minmod", "SuperBee", "UMIST", "OSPRE", "SFCD", "QUICK"})
    EXPECT_THAT(weightsOf(theCase, scheme + "V", U, forward),
                Pointwise(DoubleNear(1e-12), weightsOf(theCase, scheme, *alpha, forward)))
        << scheme;
  EXPECT_THAT(weightsOf(theCase, "limitedLinearV 0.7", U, backward),
              Pointwise(DoubleNear(1e-12), weightsOf(theCase, "limitedLinear 0.7", *alpha, backward)));
  EXPECT_THAT(weightsOf(theCase, "GammaV 0.7", U, backward),
              Pointwise(DoubleNear(1e-12), weightsOf(theCase, "Gamma 0.7", *alpha, backward)));
}

TEST_F(SchemesInterpolation, VectorFormWithoutVLimitsTheSquare) {
  fv::VolVectorField U("U", dimless, *theCase.mesh);
  fv::setCalculatedConditions(U);
  for (Label c = 0; c < 4; ++c) U[c] = {0.6 * (*alpha)[c], 0, 0.8 * (*alpha)[c]};
  for (Label b = 0; b < 2; ++b) U.boundary()[b] = {0.6 * alpha->boundary()[b], 0, 0.8 * alpha->boundary()[b]};
  auto square = theCase.field<double>("square", [&](const Vec3& x) {
    const double values[] = {0, 1, 16, 25};
    return values[std::min(3, static_cast<int>(x.x))];
  });
  EXPECT_THAT(weightsOf(theCase, "vanLeer", U, forward),
              Pointwise(DoubleNear(1e-12), weightsOf(theCase, "vanLeer", *square, forward)));
}

TEST_F(SchemesInterpolation, LinearUpwindExtrapolatesTheUpwindCell) {
  auto scheme = interpolation<double>(theCase.context, "linearUpwind grad(alpha)");
  ASSERT_TRUE(scheme->corrected());
  std::vector<double> correction(3);
  scheme->correction(*alpha, forward, correction);
  EXPECT_THAT(correction, Pointwise(DoubleNear(1e-13), {0.25, 1.0, 1.0}));
  scheme->correction(*alpha, backward, correction);
  EXPECT_THAT(correction, Pointwise(DoubleNear(1e-13), {-1.0, -1.0, -0.25}));
  scheme = interpolation<double>(theCase.context, "LUST grad(alpha)");
  scheme->correction(*alpha, forward, correction);
  EXPECT_THAT(correction, Pointwise(DoubleNear(1e-13), {0.0625, 0.25, 0.25}));
}

TEST_F(SchemesInterpolation, LinearUpwindVLimitsTheCorrection) {
  fv::VolVectorField U("U", dimless, *theCase.mesh);
  fv::setCalculatedConditions(U);
  for (Label c = 0; c < 4; ++c) U[c] = {(*alpha)[c], 0, 0};
  for (Label b = 0; b < 2; ++b) U.boundary()[b] = {alpha->boundary()[b], 0, 0};
  std::vector<Vec3> correction(3);
  interpolation<Vec3>(theCase.context, "linearUpwindV grad(U)")->correction(U, forward, correction);
  // Not more than half the difference across the face: 0.5, 1.5, 0.5.
  EXPECT_NEAR(correction[0].x, 0.25, 1e-13);
  EXPECT_NEAR(correction[1].x, 1.0, 1e-13);
  EXPECT_NEAR(correction[2].x, 0.5, 1e-13);
  U[3].x = 3;  // the gradient of cell 2 points up, the change across the last face down
  U[1].x = 0;
  interpolation<Vec3>(theCase.context, "linearUpwindV grad(U)")->correction(U, forward, correction);
  EXPECT_EQ(correction[2].x, 0);
}

TEST_F(SchemesInterpolation, CubicIsExactForParabolasAwayFromTheBoundary) {
  SchemesCase row(rowMesh(6, 0.5), linearSchemes);
  const auto f = [](const Vec3& x) { return 1 + x.x - 3 * x.x * x.x; };
  const auto field = row.field<double>("f", f);
  auto scheme = interpolation<double>(row.context, "cubic");
  std::vector<double> faces, weights, correction;
  fv::interpolate(*scheme, *field, {}, faces, weights, correction);
  for (Label i = 1; i < 4; ++i) EXPECT_NEAR(faces[i], f(row.mesh->faceCentres()(i)), 1e-12);
}

TEST_F(SchemesInterpolation, InterpolateTakesBoundaryValues) {
  std::vector<double> faces;
  fv::interpolate(theCase.context, *alpha, "interpolate(alpha)", faces);
  EXPECT_THAT(faces, ElementsAre(0.5, 2.5, 4.5, 0, 5));
  fv::interpolateLinear(*theCase.mesh, alpha->values(), faces);
  EXPECT_THAT(faces, ElementsAre(0.5, 2.5, 4.5, 0, 5));
  fv::interpolate(theCase.context, *alpha, "interpolate(mid)", faces);
  EXPECT_THAT(faces, ElementsAre(0.5, 2.5, 4.5, 0, 5));
}

TEST_F(SchemesInterpolation, InterpolationByANamedFlux) {
  fv::SurfaceScalarField phi("phi", dimVolumeFlux, *theCase.mesh, -1.0);
  theCase.registry.add(phi);
  std::vector<double> faces;
  fv::interpolate(theCase.context, *alpha, "interpolate(upwinded)", faces);
  EXPECT_THAT(faces, ElementsAre(1, 4, 5, 0, 5));
  EXPECT_THAT(messageOf([&] { fv::interpolate(theCase.context, *alpha, "interpolate(x)", faces); }), HasSubstr("psi"));
}

TEST_F(SchemesInterpolation, FluxConvectsByTheSchemeOfDivSchemes) {
  std::vector<double> faces, flux(5, 2.0);
  fv::fvc::flux(theCase.context, flux, *alpha, "div(phi,alpha)", faces);
  EXPECT_THAT(faces, Pointwise(DoubleNear(1e-12), {2 * 0.0, 2 * 1.75, 2 * 4.75, 0.0, 10.0}));
  EXPECT_TRUE(fv::makeConvectionScheme<Vec3>(theCase.context, "div(phi,U)").bounded);
  EXPECT_FALSE(fv::makeConvectionScheme<double>(theCase.context, "div(phi,alpha)").bounded);
}

}  // namespace
}  // namespace eagre::test
