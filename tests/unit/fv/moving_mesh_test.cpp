// SPDX-License-Identifier: BSD-3-Clause
// What is derived from the geometry of a mesh and kept is that of the moved mesh after a motion.
#include "support/moving_mesh.hpp"

#include <gtest/gtest.h>

#include "fv/schemes/gradient.hpp"
#include "fv/schemes/schemes.hpp"
#include "fv/schemes/sn_grad.hpp"
#include "unit/fv/equation_case.hpp"

namespace eagre {
namespace {

using test::EquationCase;
using test::MovableBox;

const char* const schemesText = R"(
ddtSchemes { default Euler; }
gradSchemes { default Gauss linear; least leastSquares; limited cellLimited leastSquares 1; midPoint Gauss midPoint; }
divSchemes { default Gauss linearUpwind least; }
laplacianSchemes { default Gauss linear corrected; }
interpolationSchemes { default linear; half midPoint; }
snGradSchemes { default corrected; limited limited 0.5; }
)";

/// A field and all that is kept of operators on one mesh.
struct Operators {
  EquationCase setup;
  fv::VolScalarField psi;
  std::vector<std::unique_ptr<fv::GradientScheme<double>>> gradients;
  fv::fvc::Reconstruct reconstruct;
  fv::FaceWeights linear, half;
  fv::SurfaceScalarField phi;
  fv::Equation<double> equation;

  explicit Operators(std::unique_ptr<mesh::Mesh> mesh)
      : setup(std::move(mesh), schemesText, test::tightSolvers),
        psi("psi", dimless, *setup.mesh),
        reconstruct(*setup.mesh),
        linear(*setup.mesh),
        half(setup.context, "half"),
        phi("phi", dimVolumeFlux, *setup.mesh),
        equation(psi, setup.context) {
    for (const char* name : {"grad(psi)", "least", "limited", "midPoint"})
      gradients.push_back(fv::makeGradientScheme<double>(setup.context, name));
    test::setConditions<double>(psi, {"xMin", "yMax"}, [](const Vec3&) { return 0.25; });
    for (Label c = 0; c < setup.mesh->nCells; ++c) psi[c] = std::sin(0.7 * setup.mesh->cellGlobal[c]);
    psi.correctBoundaryConditions();
    psi.shiftOldTimes(1);
  }

  /// Everything that the operators give, one number after another.
  std::vector<double> results() {
    const mesh::Mesh& mesh = *setup.mesh;
    const auto n = static_cast<std::size_t>(mesh.nFaces());
    std::vector<double> all, faces(n);
    psi.correctBoundaryConditions();
    const auto add = [&](const Vec3& v) { all.insert(all.end(), {v.x, v.y, v.z}); };
    fv::CellValues<Vec3> gradient;
    for (const auto& scheme : gradients) {
      (*scheme)(psi, gradient);
      for (const Vec3& v : gradient.cells) add(v);
      for (const Vec3& v : gradient.boundary) add(v);
    }
    for (const char* name : {"snGrad(psi)", "limited"}) {
      fv::fvc::snGrad(setup.context, psi, name, faces);
      all.insert(all.end(), faces.begin(), faces.end());
    }
    for (Label f = 0; f < mesh.nFaces(); ++f) faces[f] = std::cos(0.3 * mesh.faceGlobal[f]);
    std::vector<Vec3> cells(static_cast<std::size_t>(mesh.nAllCells()));
    reconstruct(faces, cells);
    for (const Vec3& v : cells) add(v);
    (*gradients[1])(psi, gradient);
    for (const auto* weights : {&linear, &half}) {
      fv::faceFlux(*weights, gradient, faces);
      all.insert(all.end(), faces.begin(), faces.end());
    }
    for (Label f = 0; f < mesh.nFaces(); ++f) phi[f] = dot(Vec3{1, 0.5, 0.2}, mesh.Sf[f]);
    equation = fv::fvm::ddt(psi) + fv::fvm::div(phi, psi) - fv::fvm::laplacian(0.1, psi);
    const std::vector<double> residual = test::residual(equation, 0);
    all.insert(all.end(), residual.begin(), residual.end());
    return all;
  }
};

class OperatorsOnAMovedMesh : public testing::TestWithParam<test::BoxOptions> {};

TEST_P(OperatorsOnAMovedMesh, GiveWhatTheyGiveOnTheMeshOfTheMovedPoints) {
  const auto motion = test::wavy(0.03, GetParam().emptyZ);
  MovableBox box(comm::Communicator::self(), 6, 5, GetParam().emptyZ ? 1 : 4, GetParam());
  auto made = box.madeOf(motion);
  Operators kept(std::move(box.mesh)), fresh(std::move(made));
  const std::vector<double> before = kept.results();
  mesh::movePoints(*kept.setup.mesh, test::moved(kept.setup.mesh->points->shape.points, motion));
  EXPECT_NE(kept.results(), fresh.results());  // d/dt has the old volumes
  mesh::beginMotionStep(*kept.setup.mesh);
  const std::vector<double> after = kept.results();
  EXPECT_NE(after, before);
  EXPECT_EQ(after, fresh.results());
}

// A box along the axes becomes a mesh that is neither, and one that stays along the axes is stretched.
INSTANTIATE_TEST_SUITE_P(Boxes, OperatorsOnAMovedMesh,
                         testing::Values(test::BoxOptions{}, test::BoxOptions{.perturbation = 0.2},
                                         test::BoxOptions{.emptyZ = true, .perturbation = 0.1},
                                         test::BoxOptions{.cyclicX = true}));

/// And back: a mesh that becomes one along the axes has no non-orthogonal correction any more.
TEST(OperatorsOnAMovedMesh, FollowAMeshThatBecomesOrthogonal) {
  const auto motion = test::wavy(0.03, false);
  MovableBox box(comm::Communicator::self(), 4, 4, 4);
  const std::vector<Vec3> points = box.mesh->points->shape.points;
  auto made = box.madeOf([](const Vec3&) { return Vec3{}; });
  Operators kept(std::move(box.mesh)), fresh(std::move(made));
  mesh::movePoints(*kept.setup.mesh, test::moved(points, motion));
  EXPECT_FALSE(kept.setup.mesh->orthogonal);
  EXPECT_NE(kept.results(), fresh.results());
  mesh::movePoints(*kept.setup.mesh, points);
  mesh::beginMotionStep(*kept.setup.mesh);
  EXPECT_TRUE(kept.setup.mesh->orthogonal);
  EXPECT_EQ(kept.results(), fresh.results());
}

}  // namespace
}  // namespace eagre
