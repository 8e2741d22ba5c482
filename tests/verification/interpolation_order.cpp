// SPDX-License-Identifier: BSD-3-Clause
// Observed order of face values on a smooth, monotone function: upwind 1; linear, linearUpwind, LUST and the limited
// schemes 2 (their limiters are 1 in the limit of small h); QUICK 3 on a uniform mesh; cubic more than 3.
#include "unit/fv/schemes_fixture.hpp"

namespace eagre::test {
namespace {

double function(const Vec3& x) { return std::exp(x.x) * (2 + std::sin(x.y)); }

std::unique_ptr<mesh::Mesh> makeMesh(Label n, bool graded) {
  BoxOptions options;
  options.emptyZ = true;
  mesh::PolyMesh poly = boxMesh(n, n, 1, options);
  if (graded)
    for (Vec3& p : poly.points) p = {(std::exp(p.x) - 1) / (std::exp(1.0) - 1), p.y * (1 + p.y) / 2, p.z};
  return mesh::distribute(comm::Communicator::self(), &poly, std::vector<int>(poly.nCells(), 0));
}

/// Root mean square error on faces both of whose cells touch no boundary.
double error(Label n, bool graded, const std::string& scheme) {
  SchemesCase theCase(makeMesh(n, graded), "gradSchemes { default Gauss linear; least leastSquares; }");
  const mesh::Mesh& mesh = *theCase.mesh;
  const auto field = theCase.field<double>("p", function);
  std::vector<double> flux, faces, weights, correction;
  for (Label f = 0; f < mesh.nFaces(); ++f) flux.push_back(dot(mesh.Sf[f], Vec3{1, -1, 0}));
  fv::interpolate(*interpolation<double>(theCase.context, scheme), *field, flux, faces, weights, correction);
  std::vector<char> atBoundary(mesh.nCells, 0);
  for (Label f = mesh.nInteriorFaces(); f < mesh.nFaces(); ++f) atBoundary[mesh.owner[f]] = 1;
  double sum = 0;
  Label count = 0;
  for (Label f = 0; f < mesh.nInternalFaces; ++f) {
    if (atBoundary[mesh.owner[f]] || atBoundary[mesh.neighbour[f]]) continue;
    sum += sqr(faces[f] - function(mesh.faceCentres()(f)));
    ++count;
  }
  return std::sqrt(sum / count);
}

double order(const std::string& scheme, bool graded = false) {
  return 0.5 * std::log2(error(16, graded, scheme) / error(64, graded, scheme));
}

TEST(InterpolationOrder, Upwind) {
  EXPECT_NEAR(order("upwind"), 1, 0.1);
  EXPECT_NEAR(order("upwind", true), 1, 0.1);
}

TEST(InterpolationOrder, SecondOrder) {
  for (const std::string scheme : {"linear", "linearUpwind least", "LUST least"}) {
    EXPECT_NEAR(order(scheme), 2, 0.15) << scheme;
    EXPECT_NEAR(order(scheme, true), 2, 0.2) << scheme;
  }
}

TEST(InterpolationOrder, LimitedSchemesOnMonotoneFunctions) {
  for (const std::string scheme :
       {"limitedLinear 1", "vanLeer", "vanAlbada", "MUSCL", "UMIST", "OSPRE", "Minmod", "SuperBee", "Gamma 0.5", "SFCD"})
    EXPECT_NEAR(order(scheme), 2, 0.2) << scheme;
}

TEST(InterpolationOrder, Quick) {
  EXPECT_NEAR(order("QUICK"), 3, 0.15);
  EXPECT_GT(order("QUICK", true), 2.5);
}

TEST(InterpolationOrder, Cubic) { EXPECT_GT(order("cubic"), 3); }

}  // namespace
}  // namespace eagre::test
