// SPDX-License-Identifier: BSD-3-Clause
// Observed order of cell gradients on smooth functions: h is halved twice, the assertion is the slope.
//   Gauss linear, leastSquares on a uniform or smoothly graded box: 2 inside; on a perturbed mesh leastSquares 1
//   (exact for linear functions), Gauss linear 0 (it is not consistent on skewed cells).
#include "unit/fv/schemes_fixture.hpp"

namespace eagre::test {
namespace {

double function(const Vec3& x) { return std::sin(2 * x.x + 1) * std::cos(3 * x.y) + x.x * x.y; }
Vec3 derivative(const Vec3& x) {
  return {2 * std::cos(2 * x.x + 1) * std::cos(3 * x.y) + x.y, -3 * std::sin(2 * x.x + 1) * std::sin(3 * x.y) + x.x, 0};
}

enum class Kind { uniform, graded, perturbed };

std::unique_ptr<mesh::Mesh> makeMesh(Label n, Kind kind) {
  BoxOptions options;
  options.emptyZ = true;
  options.perturbation = kind == Kind::perturbed ? 0.2 : 0;
  mesh::PolyMesh poly = boxMesh(n, n, 1, options);
  if (kind == Kind::graded)
    for (Vec3& p : poly.points) p = {(std::exp(p.x) - 1) / (std::exp(1.0) - 1), p.y * (1 + p.y) / 2, p.z};
  return mesh::distribute(comm::Communicator::self(), &poly, std::vector<int>(poly.nCells(), 0));
}

/// Root mean square error of the gradient in cells that touch no boundary.
double error(Label n, Kind kind, const std::string& scheme) {
  SchemesCase theCase(makeMesh(n, kind), "gradSchemes { default " + scheme + "; }");
  const mesh::Mesh& mesh = *theCase.mesh;
  const auto field = theCase.field<double>("p", function);
  fv::CellValues<Vec3> gradient;
  fv::fvc::grad(theCase.context, *field, "grad(p)", gradient);
  std::vector<char> atBoundary(mesh.nCells, 0);
  for (Label f = mesh.nInteriorFaces(); f < mesh.nFaces(); ++f) atBoundary[mesh.owner[f]] = 1;
  double sum = 0;
  Label count = 0;
  for (Label c = 0; c < mesh.nCells; ++c) {
    if (atBoundary[c]) continue;
    sum += magSqr(gradient.cells[c] - derivative(mesh.C[c]));
    ++count;
  }
  return std::sqrt(sum / count);
}

double order(Kind kind, const std::string& scheme) { return 0.5 * std::log2(error(16, kind, scheme) / error(64, kind, scheme)); }

TEST(GradientOrder, UniformMesh) {
  EXPECT_NEAR(order(Kind::uniform, "Gauss linear"), 2, 0.15);
  EXPECT_NEAR(order(Kind::uniform, "leastSquares"), 2, 0.15);
}

TEST(GradientOrder, SmoothlyGradedMesh) {
  EXPECT_NEAR(order(Kind::graded, "Gauss linear"), 2, 0.2);
  EXPECT_NEAR(order(Kind::graded, "leastSquares"), 2, 0.2);
}

TEST(GradientOrder, PerturbedMesh) {
  EXPECT_NEAR(order(Kind::perturbed, "leastSquares"), 1, 0.2);
  EXPECT_LT(order(Kind::perturbed, "Gauss linear"), 0.3) << "not consistent: if this fails, say so in the documentation";
}

TEST(GradientOrder, LimiterKeepsTheOrderWhereTheFunctionIsMonotone) {
  // Full limiting bites at extrema alone, on cells whose number falls with h.
  EXPECT_GT(order(Kind::uniform, "cellLimited leastSquares 1"), 1.2);
  EXPECT_NEAR(error(32, Kind::uniform, "cellLimited leastSquares 0"), error(32, Kind::uniform, "leastSquares"), 1e-14);
}

}  // namespace
}  // namespace eagre::test
