// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "fv/conditions/conditions.hpp"
#include "fv/schemes/gradient.hpp"
#include "unit/fv/schemes_fixture.hpp"

namespace eagre::test {
namespace {

const char* const schemesText = R"(
gradSchemes
{
    default none;
    gauss Gauss linear; plain Gauss; midPoint Gauss midPoint; least leastSquares;
    cell cellLimited Gauss linear 1; half cellLimited Gauss linear 0.5; zero cellLimited Gauss linear 0;
    cellMD cellMDLimited Gauss linear 1; face faceLimited Gauss linear 1; faceHalf faceLimited Gauss linear 0.5; faceMD faceMDLimited Gauss linear 1;
    cubic cellLimited<cubic> 1.5 Gauss linear 1; venkat cellLimited<Venkatakrishnan> Gauss linear 1;
    least1 cellLimited leastSquares 1;
}
)";

std::unique_ptr<mesh::Mesh> box(double perturbation, bool emptyZ = false) {
  BoxOptions options;
  options.length = {2, 1, 0.5};
  options.perturbation = perturbation;
  options.emptyZ = emptyZ;
  return distributedBox(comm::Communicator::self(), 5, 4, emptyZ ? 1 : 3, options);
}

double linearFunction(const Vec3& x) { return 1 + 2 * x.x - 3 * x.y + 0.5 * x.z; }
const Vec3 slope{2, -3, 0.5};

void expectNear(const Vec3& a, const Vec3& b, double tolerance = 1e-11) {
  EXPECT_LT(mag(a - b), tolerance) << a.x << " " << a.y << " " << a.z;
}

fv::CellValues<Vec3> gradient(const SchemesCase& theCase, const fv::VolScalarField& field, const std::string& name) {
  fv::CellValues<Vec3> g;
  fv::fvc::grad(theCase.context, field, name, g);
  return g;
}

TEST(ExplicitGradient, GaussIsExactForLinearFieldsOnBoxes) {
  SchemesCase theCase(box(0), schemesText);
  const auto field = theCase.field<double>("p", linearFunction);
  for (const char* name : {"gauss", "plain", "midPoint", "cell"}) {
    const auto g = gradient(theCase, *field, name);
    for (Label c = 0; c < theCase.mesh->nCells; ++c) expectNear(g.cells[c], slope);
    for (Label b = 0; b < theCase.mesh->nBoundaryFaces; ++b) expectNear(g.boundary[b], slope);
  }
}

/// One corner inside a box is out of its place: few faces are slanted.
std::unique_ptr<mesh::Mesh> boxWithADent() {
  mesh::PolyMesh whole = boxMesh(9, 8, 7);
  const Vec3 middle{0.5, 0.5, 0.5};
  const auto nearest = std::ranges::min_element(whole.points, {}, [&](const Vec3& p) { return mag(p - middle); });
  *nearest += Vec3{0.02, 0.01, -0.03};
  return mesh::distribute(comm::Communicator::self(), &whole, mesh::partition(mesh::computeGeometry(whole).cellCentres, 1));
}

TEST(ExplicitGradient, TheCorrectionOfFewSlantedFacesIsThatOfAll) {
  SchemesCase theCase(boxWithADent(), "gradSchemes { default Gauss linear; } snGradSchemes { default corrected; }");
  mesh::Mesh& mesh = *theCase.mesh;
  const auto field = theCase.field<double>("p", [](const Vec3& x) { return std::sin(3 * x.x) * x.y + x.z * x.z; });
  const auto snGrad = [&] {
    std::vector<double> faces(static_cast<std::size_t>(mesh.nFaces()));
    fv::fvc::snGrad(theCase.context, *field, "snGrad(p)", faces);
    return faces;
  };
  ASSERT_TRUE(mesh.slanted.areFew);
  EXPECT_GE(mesh.slanted.faces.size(), 12U) << "those at the corner";
  EXPECT_GE(mesh.slanted.cells.size(), 8U);
  const auto few = snGrad();
  mesh.slanted = {};
  const auto all = snGrad();
  double corrected = 0;
  for (std::size_t f = 0; f < all.size(); ++f) EXPECT_NEAR(few[f], all[f], 1e-13);
  for (const Vec3& correction : mesh.nonOrthCorrection) corrected = std::max(corrected, mag(correction));
  EXPECT_GT(corrected, 0.01);
}

TEST(ExplicitGradient, LeastSquaresIsExactForLinearFieldsOnAnyMesh) {
  SchemesCase theCase(box(0.2), schemesText);
  // The patch value stands at the foot of the normal from the cell centre (v1912's patch delta).
  fv::VolScalarField field("p", dimless, *theCase.mesh);
  fv::setCalculatedConditions(field);
  for (Label c = 0; c < theCase.mesh->nCells; ++c) field[c] = linearFunction(theCase.mesh->C[c]);
  for (Label b = 0; b < theCase.mesh->nBoundaryFaces; ++b) {
    const Label f = theCase.mesh->nInteriorFaces() + b;
    field.boundary()[b] = linearFunction(theCase.mesh->C[theCase.mesh->owner[f]] + theCase.mesh->delta(f));
  }
  const auto g = gradient(theCase, field, "least");
  for (Label c = 0; c < theCase.mesh->nCells; ++c) expectNear(g.cells[c], slope);
}

TEST(ExplicitGradient, TensorGradientIsDerivativeByRow) {
  SchemesCase theCase(box(0), schemesText);
  const auto field = theCase.field<Vec3>("U", [](const Vec3& x) { return Vec3{x.y, 2 * x.z, 3 * x.x}; });
  fv::CellValues<Tensor> g;
  for (const char* name : {"gauss", "least", "cell", "face"}) {
    fv::fvc::grad(theCase.context, *field, name, g);
    for (Label c = 0; c < theCase.mesh->nCells; ++c)
      EXPECT_LT(mag(g.cells[c] - Tensor{0, 0, 3, 1, 0, 0, 0, 2, 0}), 1e-11) << name;
  }
}

TEST(ExplicitGradient, TwoDimensionalMeshHasNoGradientAcross) {
  SchemesCase theCase(box(0.2, true), schemesText);
  const auto field = theCase.field<double>("p", [](const Vec3& x) { return x.x * x.y; });
  for (const char* name : {"gauss", "least", "least1"}) {
    const auto g = gradient(theCase, *field, name);
    for (Label c = 0; c < theCase.mesh->nCells; ++c) {
      EXPECT_NEAR(g.cells[c].z, 0, 1e-13);
      EXPECT_LT(mag(g.cells[c] - Vec3{theCase.mesh->C[c].y, theCase.mesh->C[c].x, 0}), 0.3);
    }
  }
}

TEST(ExplicitGradient, NormalComponentOnTheBoundaryIsTheConditions) {
  SchemesCase theCase(rowMesh(4), schemesText);
  const auto field = theCase.field<double>("p", [](const Vec3& x) { return x.x * x.x; });
  const auto g = gradient(theCase, *field, "gauss");
  // Left: (0.25 - 0)/0.5 along -x turned round; right: (16 - 12.25)/0.5.
  EXPECT_NEAR(g.boundary[0].x, 0.5, 1e-12);
  EXPECT_NEAR(g.boundary[1].x, 7.5, 1e-12);
}

/// Cells of unit size with given values, boundary values those of the end cells.
struct Row {
  SchemesCase theCase;
  std::unique_ptr<fv::VolScalarField> field;
  explicit Row(std::vector<double> values)
      : theCase(rowMesh(static_cast<Label>(values.size())), schemesText), field(theCase.field<double>("p", [&](const Vec3& x) {
          return values[std::min(values.size() - 1, static_cast<std::size_t>(x.x))];
        })) {}
  double at(const std::string& name, Label cell) { return gradient(theCase, *field, name).cells[cell].x; }
};

TEST(ExplicitGradient, CellLimitedByHand) {
  // Cell 2 (value 1): gradient ((1 + 5)/2 - (0 + 1)/2)/1 = 2.5; it would extrapolate to 1 +- 1.25, allowed is [0, 5].
  Row row({0, 0, 1, 5, 5});
  EXPECT_NEAR(row.at("gauss", 2), 2.5, 1e-13);
  EXPECT_NEAR(row.at("cell", 2), 2.0, 1e-13) << "the fall of 1 allows a slope of 2";
  EXPECT_NEAR(row.at("half", 2), 2.5, 1e-13) << "the range widened by its size lets it pass";
  EXPECT_NEAR(row.at("zero", 2), 2.5, 1e-13);
  EXPECT_NEAR(row.at("cellMD", 2), 2.0, 1e-13);
  EXPECT_NEAR(row.at("face", 2), 2.0, 1e-13);
  EXPECT_NEAR(row.at("faceMD", 2), 2.0, 1e-13);
  // Cell 1 is the lowest: nothing may be extrapolated.
  EXPECT_NEAR(row.at("gauss", 1), 0.5, 1e-13);
  for (const char* name : {"cell", "cellMD", "face", "faceMD", "cubic", "venkat"}) EXPECT_NEAR(row.at(name, 1), 0, 1e-13) << name;
  // Smooth limiters at r = 1/1.25 = 0.8 and r = 4/1.25 = 3.2.
  const double r = 0.8, a = 2 / 2.25 - 2 / 3.375, b = -1.5 * a * 1.5;
  EXPECT_NEAR(row.at("cubic", 2), 2.5 * ((a * r + b) * r + 1) * r, 1e-13);
  EXPECT_NEAR(row.at("venkat", 2), 2.5 * (r * r + 2 * r) / (r * r + r + 2), 1e-13);
}

TEST(ExplicitGradient, FaceLimitedVectorsWidenTheOwnersSideAlone) {
  // As v1912 does: cell 2 is the neighbour at the face where it is limited, so that a coefficient of 0.5 helps a scalar only.
  const double values[] = {0, 0, 1, 5, 5};
  SchemesCase theCase(rowMesh(5), schemesText);
  const auto field = theCase.field<Vec3>("U", [&](const Vec3& x) { return Vec3{0, values[std::min(4, int(x.x))], 0}; });
  fv::CellValues<Tensor> g;
  fv::fvc::grad(theCase.context, *field, "faceHalf", g);
  EXPECT_NEAR(g.cells[2].xy, 2.0, 1e-13);
  EXPECT_NEAR(Row({0, 0, 1, 5, 5}).at("faceHalf", 2), 2.5, 1e-13);
}

TEST(ExplicitGradient, LimitedVectorGradientExtrapolatesWithinTheNeighbours) {
  SchemesCase theCase(box(0.2), schemesText);
  const mesh::Mesh& mesh = *theCase.mesh;
  const auto field = theCase.field<Vec3>("U", [](const Vec3& x) {
    return Vec3{x.x > 1 ? 1. : 0., x.y > 0.4 ? x.x : -1., std::sin(9 * x.z)};
  });
  std::vector<Vec3> most = field->cells(), least = most;
  const auto widen = [&](Label c, const Vec3& v) {
    most[c] = cmptMax(most[c], v);
    least[c] = cmptMin(least[c], v);
  };
  for (Label f = 0; f < mesh.nInternalFaces; ++f) {
    widen(mesh.owner[f], (*field)[mesh.neighbour[f]]);
    widen(mesh.neighbour[f], (*field)[mesh.owner[f]]);
  }
  for (Label b = 0; b < mesh.nBoundaryFaces; ++b) widen(mesh.owner[mesh.nInteriorFaces() + b], field->boundary()[b]);
  const auto worst = [&](const std::string& name) {
    fv::CellValues<Tensor> g;
    fv::fvc::grad(theCase.context, *field, name, g);
    double excess = 0;
    for (Label f = 0; f < mesh.nFaces(); ++f) {
      const Label c = mesh.owner[f];
      const Vec3 value = (*field)[c] + dot(mesh.faceCentres()(f) - mesh.C[c], g.cells[c]);
      for (int i = 0; i < 3; ++i) excess = std::max({excess, value[i] - most[c][i], least[c][i] - value[i]});
    }
    return excess;
  };
  EXPECT_GT(worst("gauss"), 0.1);
  EXPECT_LT(worst("cell"), 1e-12);
  EXPECT_LT(worst("least1"), 1e-12);
}

TEST(ExplicitGradient, SchemeObjectCanBeUsedForManyFields) {
  SchemesCase theCase(box(0.2), schemesText);
  const auto p = theCase.field<double>("p", linearFunction);
  const auto q = theCase.field<double>("q", [](const Vec3& x) { return x.x * x.y; });
  const auto scheme = fv::makeGradientScheme<double>(theCase.context, "least1");
  fv::CellValues<Vec3> ofP, ofQ;
  (*scheme)(*q, ofQ);
  (*scheme)(*p, ofP);
  (*scheme)(*q, ofQ);
  const auto fresh = gradient(theCase, *q, "least1");
  for (Label c = 0; c < theCase.mesh->nCells; ++c) EXPECT_EQ(ofQ.cells[c], fresh.cells[c]);
}

TEST(ExplicitGradient, SharedOnesAreThoseOfTheFieldAsItIs) {
  SchemesCase theCase(box(0.3), schemesText);
  const auto curved = [](const Vec3& x) { return Vec3{std::sin(3 * x.x), x.y * x.z, std::cos(2 * x.y)}; };
  const auto U = theCase.field<Vec3>("U", curved), V = theCase.field<Vec3>("V", curved);
  const auto one = fv::makeGradientScheme<Vec3>(theCase.context, "cell");
  std::vector<Tensor> kept, expected;
  const auto expectPresent = [&](fv::VolVectorField& field) {
    {
      const auto other = fv::makeGradientScheme<Vec3>(theCase.context, "cell");  // while it is there, the gradient is kept
      one->ownedCells(field, kept);
      one->ownedCells(field, kept);
    }
    SchemesCase alone(box(0.3), schemesText);
    fv::makeGradientScheme<Vec3>(alone.context, "cell")->ownedCells(field, expected);
    EXPECT_EQ(kept, expected);
  };
  expectPresent(*U);
  (*U)[7].y += 0.1;
  expectPresent(*U);
  U->boundary()[3].x -= 0.2;
  expectPresent(*U);
  expectPresent(*V);
}

TEST(ExplicitGradient, KeptOnesAreGivenForTheSameFieldOnTheSameMeshAlone) {
  SchemesCase theCase(box(0), schemesText);
  const auto p = theCase.field<double>("p", linearFunction), q = theCase.field<double>("q", linearFunction);
  const std::vector<Vec3> gradient(static_cast<std::size_t>(theCase.mesh->nAllCells()), slope);
  std::vector<Vec3> got(gradient.size());
  const auto kept = theCase.context.gradients->of<double>("words");
  EXPECT_EQ(kept, theCase.context.gradients->of<double>("words"));
  EXPECT_NE(kept, theCase.context.gradients->of<double>("others"));
  EXPECT_FALSE(kept->get(*p, got));
  kept->set(*p, gradient);
  EXPECT_TRUE(kept->get(*p, got));
  EXPECT_EQ(got, gradient);
  EXPECT_FALSE(kept->get(*q, got)) << "a field of the same values may have other conditions";
  ++theCase.mesh->geometryVersion;
  EXPECT_FALSE(kept->get(*p, got));
}

}  // namespace
}  // namespace eagre::test
