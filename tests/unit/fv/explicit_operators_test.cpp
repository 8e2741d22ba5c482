// SPDX-License-Identifier: BSD-3-Clause
#include "fv/conditions/conditions.hpp"
#include "fv/schemes/sn_grad.hpp"
#include "unit/fv/schemes_fixture.hpp"

namespace eagre::test {
namespace {

std::unique_ptr<mesh::Mesh> box(double perturbation, bool emptyZ = false) {
  BoxOptions options;
  options.length = {2, 1, 0.5};
  options.perturbation = perturbation;
  options.emptyZ = emptyZ;
  return distributedBox(comm::Communicator::self(), 5, 4, emptyZ ? 1 : 3, options);
}

const char* const schemesText = R"(
gradSchemes { default leastSquares; }
snGradSchemes
{
    default corrected; un uncorrected; orth orthogonal; full limited corrected 1; none limited 0; half limited 0.5;
}
)";

TEST(ExplicitOperators, DivergenceOfAFlux) {
  SchemesCase theCase(box(0.2), schemesText);
  const mesh::Mesh& mesh = *theCase.mesh;
  // Linear velocity: its flux by face centres has the divergence 2 - 3 + 0.5 up to the bending of faces; a constant one none.
  std::vector<double> flux, div(mesh.nCells);
  for (Label f = 0; f < mesh.nFaces(); ++f) flux.push_back(dot(mesh.Sf[f], Vec3{1, 2, 3}));
  fv::fvc::div(mesh, flux, div);
  for (double d : div) EXPECT_NEAR(d, 0, 1e-12);
  SchemesCase straight(box(0), schemesText);
  flux.clear();
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const Vec3 x = straight.mesh->faceCentres()(f);
    flux.push_back(dot(straight.mesh->Sf[f], Vec3{2 * x.x, -3 * x.y, 0.5 * x.z}));
  }
  fv::fvc::div(*straight.mesh, flux, div);
  for (double d : div) EXPECT_NEAR(d, -0.5, 1e-12);
}

TEST(ExplicitOperators, SurfaceIntegrateOverwrites) {
  SchemesCase theCase(rowMesh(2), schemesText);
  const std::vector<Vec3> faces{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}};
  std::vector<Vec3> cells(2, Vec3{9, 9, 9});
  fv::fvc::surfaceIntegrate<Vec3>(*theCase.mesh, faces, cells);
  EXPECT_EQ(cells[0], (Vec3{1, 2, 0}));
  EXPECT_EQ(cells[1], (Vec3{-1, 0, 3}));
}

TEST(ExplicitOperators, FaceFluxInterpolatesLinearly) {
  SchemesCase theCase(rowMesh(2), schemesText);
  const auto U = theCase.field<Vec3>("U", [](const Vec3& x) { return Vec3{x.x * x.x, 5, 5}; });
  std::vector<double> flux(3);
  fv::faceFlux(*theCase.mesh, U->values(), flux);
  EXPECT_DOUBLE_EQ(flux[0], 0.5 * (0.25 + 2.25));
  EXPECT_DOUBLE_EQ(flux[1], 0);
  EXPECT_DOUBLE_EQ(flux[2], 4);
}

TEST(ExplicitOperators, ReconstructGivesBackAConstantVector) {
  const Vec3 U{1, -2, 3};
  for (bool emptyZ : {false, true}) {
    SchemesCase theCase(box(0.2, emptyZ), schemesText);
    std::vector<double> flux;
    for (Label f = 0; f < theCase.mesh->nFaces(); ++f) flux.push_back(dot(theCase.mesh->Sf[f], U));
    std::vector<Vec3> cells(theCase.mesh->nCells, Vec3{9, 9, 9});
    fv::fvc::Reconstruct reconstruct(*theCase.mesh);
    reconstruct(flux, cells);
    for (const Vec3& u : cells) EXPECT_LT(mag(u - Vec3{1, -2, emptyZ ? 0.0 : 3.0}), 1e-12);
  }
}

TEST(ExplicitOperators, ReconstructByHand) {
  // One cell 1 x 2 x 1 with fluxes 1, 3 through x (areas 2) and 4 through the top (area 1): U = (sum n phi)/(sum area).
  BoxOptions options;
  options.length = {1, 2, 1};
  options.emptyZ = true;
  SchemesCase theCase(distributedBox(comm::Communicator::self(), 1, 1, 1, options), schemesText);
  const std::vector<double> flux{-1, 3, 0, 4};
  std::vector<Vec3> cells(1);
  fv::fvc::Reconstruct reconstruct(*theCase.mesh);
  reconstruct(flux, cells);
  EXPECT_LT(mag(cells[0] - Vec3{1, 2, 0}), 1e-14);
}

double linearFunction(const Vec3& x) { return 1 + 2 * x.x - 3 * x.y + 0.5 * x.z; }

/// A field whose boundary values let least squares be exact (they stand at the feet of the normals).
void fillLinear(fv::VolScalarField& field) {
  const mesh::Mesh& mesh = field.mesh();
  fv::setCalculatedConditions(field);
  for (Label c = 0; c < mesh.nCells; ++c) field[c] = linearFunction(mesh.C[c]);
  for (Label b = 0; b < mesh.nBoundaryFaces; ++b) {
    const Label f = mesh.nInteriorFaces() + b;
    field.boundary()[b] = linearFunction(mesh.C[mesh.owner[f]] + mesh.delta(f));
  }
}

TEST(ExplicitOperators, CorrectedSnGradIsExactForLinearFields) {
  SchemesCase theCase(box(0.2), schemesText);
  const mesh::Mesh& mesh = *theCase.mesh;
  ASSERT_FALSE(mesh.orthogonal);
  fv::VolScalarField field("p", dimless, mesh);
  fillLinear(field);
  std::vector<double> corrected(static_cast<std::size_t>(mesh.nFaces()));
  std::vector<double> uncorrected(corrected), full(corrected), none(corrected), orthogonal(corrected);
  fv::fvc::snGrad(theCase.context, field, "snGrad(p)", corrected);
  fv::fvc::snGrad(theCase.context, field, "un", uncorrected);
  fv::fvc::snGrad(theCase.context, field, "full", full);
  fv::fvc::snGrad(theCase.context, field, "none", none);
  fv::fvc::snGrad(theCase.context, field, "orth", orthogonal);
  double error = 0;
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const double exact = dot(mesh.Sf[f], Vec3{2, -3, 0.5}) / mesh.magSf[f];
    if (f < mesh.nInteriorFaces()) {
      EXPECT_NEAR(corrected[f], exact, 1e-10);
      EXPECT_NEAR(full[f], exact, 1e-10);
      const double difference = field[mesh.neighbour[f]] - field[mesh.owner[f]];
      EXPECT_DOUBLE_EQ(uncorrected[f], mesh.nonOrthDeltaCoeffs[f] * difference);
      EXPECT_DOUBLE_EQ(orthogonal[f], mesh.deltaCoeffs[f] * difference);
      EXPECT_DOUBLE_EQ(none[f], uncorrected[f]);
      error = std::max(error, std::abs(uncorrected[f] - exact));
    } else {
      EXPECT_NEAR(corrected[f], exact, 1e-10);
    }
  }
  EXPECT_GT(error, 0.1) << "the correction does something";
}

TEST(ExplicitOperators, LimitedCorrectionIsAtMostTheImplicitPart) {
  SchemesCase theCase(box(0.3), schemesText);
  const mesh::Mesh& mesh = *theCase.mesh;
  fv::VolScalarField field("p", dimless, mesh);
  fillLinear(field);
  std::vector<double> corrected(static_cast<std::size_t>(mesh.nFaces())), limited(corrected), uncorrected(corrected);
  fv::fvc::snGrad(theCase.context, field, "snGrad(p)", corrected);
  fv::fvc::snGrad(theCase.context, field, "half", limited);
  fv::fvc::snGrad(theCase.context, field, "un", uncorrected);
  int reduced = 0;
  for (Label f = 0; f < mesh.nInteriorFaces(); ++f) {
    const double full = corrected[f] - uncorrected[f];
    const double share = std::min(0.5 * std::abs(uncorrected[f]) / (0.5 * std::abs(full) + 1e-15), 1.0);
    EXPECT_NEAR(limited[f] - uncorrected[f], share * full, 1e-12);
    EXPECT_LE(std::abs(limited[f] - uncorrected[f]), std::abs(uncorrected[f]) + 1e-12);
    if (share < 1) ++reduced;
  }
  EXPECT_GT(reduced, 0);
}

TEST(ExplicitOperators, NonOrthCorrectionOfVectorsIsThatOfTheirComponents) {
  SchemesCase theCase(box(0.2), schemesText);
  const mesh::Mesh& mesh = *theCase.mesh;
  fv::VolScalarField p("p", dimless, mesh);
  fillLinear(p);
  fv::VolVectorField U("U", dimless, mesh);
  fv::setCalculatedConditions(U);
  const Vec3 e{1, -2, 0.25};
  for (Label c = 0; c < mesh.nCells; ++c) U[c] = p[c] * e;
  for (Label b = 0; b < mesh.nBoundaryFaces; ++b) U.boundary()[b] = p.boundary()[b] * e;
  std::vector<double> ofP;
  std::vector<Vec3> ofU;
  const fv::SnGradScheme corrected;
  fv::nonOrthCorrectionFlux(theCase.context, p, corrected, ofP);
  fv::nonOrthCorrectionFlux(theCase.context, U, corrected, ofU);
  ASSERT_EQ(ofU.size(), static_cast<std::size_t>(mesh.nInteriorFaces()));
  for (Label f = 0; f < mesh.nInteriorFaces(); ++f) EXPECT_LT(mag(ofU[f] - ofP[f] * e), 1e-11);
}

TEST(ExplicitOperators, OrthogonalMeshNeedsNoCorrection) {
  SchemesCase theCase(box(0), schemesText);
  EXPECT_FALSE(fv::needsCorrection(*theCase.mesh, fv::SnGradScheme{}));
  fv::VolScalarField field("p", dimless, *theCase.mesh);
  fillLinear(field);
  std::vector<double> correction(3, 9.0);
  fv::nonOrthCorrectionFlux(theCase.context, field, fv::SnGradScheme{}, correction);
  EXPECT_THAT(correction, ::testing::Each(0.0));
}

}  // namespace
}  // namespace eagre::test
