// SPDX-License-Identifier: BSD-3-Clause
// Error of the curvature of circles and spheres whose volume fractions are exact, R/h cells to the radius: largest error in a
// cell that the interface crosses, times the radius over the number of principal curvatures. Heights: order 2 on boxes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "interface/curvature/curvature_model.hpp"
#include "mesh/mesh_points.hpp"
#include "support/round_bodies.hpp"
#include "unit/fv/equation_case.hpp"

namespace eagre::test {
namespace {

using Map = double (*)(double);
double uniform(double x) { return x; }
double graded(double x) { return x + 0.1 * std::sin(2 * std::numbers::pi * x) / std::numbers::pi; }

struct Body {
  Vec3 centre;
  double radius;
  bool sphere = false;
  double angle = 90;  ///< [degrees] at the wall y = 0, of whose cells the errors are if it is not a right one
};

/// The unit box of n cells along each axis, or one along z, with points moved by the map.
std::unique_ptr<mesh::Mesh> unitBox(Label n, bool threeD, Map map) {
  mesh::PolyMesh whole = boxMesh(n, n, threeD ? n : 1, {.emptyZ = !threeD});
  for (Vec3& p : whole.points) p = {map(p.x), map(p.y), map(p.z)};
  auto mesh = mesh::distribute(comm::Communicator::self(), &whole, std::vector<int>(static_cast<std::size_t>(whole.nCells()), 0));
  mesh::keepPoints(&whole, *mesh);
  return mesh;
}

double fractionIn(const mesh::Mesh& mesh, Label c, const Body& body) {
  Vec3 half = mesh.extent / 2;  // of the cell, whose edges the distances of its faces tell
  const auto reach = [&](Label f) {
    const Vec3 n = mesh.Sf[f] / mesh.magSf[f];
    for (int d = 0; d < 3; ++d)
      if (std::abs(n[d]) > 0.5) half[d] = std::abs(mesh.faceCentres()(f)[d] - mesh.C[c][d]);
  };
  for (Label i = mesh.losortStart[c]; i < mesh.losortStart[c + 1]; ++i) reach(mesh.losort[i]);
  for (Label f = mesh.ownerStart[c]; f < mesh.ownerStart[c + 1]; ++f) reach(f);
  for (Label i = mesh.outerStart[c]; i < mesh.outerStart[c + 1]; ++i) reach(mesh.outer[i]);
  const Vec3 low = mesh.C[c] - half, high = mesh.C[c] + half;
  return body.sphere ? sphereFraction(body.centre, body.radius, low, high) : circleFraction(body.centre, body.radius, low, high);
}

struct Errors {
  double largest = 0;
  double squares = 0, weights = 0;  ///< of the relative error, with the weights of the force, alpha (1 - alpha)
  int cells = 0, without = 0;       ///< that the interface crosses; of these, that have no curvature
};

void addErrors(const std::string& model, Label n, const Body& body, Map map, Errors& errors) {
  EquationCase setup(unitBox(n, body.sphere, map),
                     "gradSchemes { default Gauss linear; } interpolationSchemes { default linear; }", "solvers { alpha { } }");
  const mesh::Mesh& mesh = *setup.mesh;
  fv::VolScalarField alpha("alpha", dimless, mesh), alpha2("alpha2", dimless, mesh);
  fv::VolVectorField U("U", dimVelocity, mesh);
  setConditions<double>(alpha, {}, [](const Vec3&) { return 0.0; });
  fv::setCalculatedConditions(alpha2);
  fv::setCalculatedConditions(U);
  for (Label c = 0; c < mesh.nCells; ++c) alpha[c] = fractionIn(mesh, c, body);
  if (body.angle != 90) {
    const auto entries = fmt::format("type constantAlphaContactAngle; theta0 {}; limit gradient; value uniform 0;", body.angle);
    for (std::size_t p = 0; p < mesh.patches.size(); ++p)
      if (mesh.patches[p].name == "yMin")
        alpha.conditions()[p] = fv::makeBoundaryCondition<double>(config::Dictionary::parse(entries, "yMin"), mesh.patches[p],
                                                                  setup.context, "alpha");
  }
  alpha.correctBoundaryConditions();
  interface_::InterfaceState state(setup.context, alpha, alpha2, U);
  const auto curvature = interface_::makeCurvatureModel(
      config::Dictionary::parse("curvatureModel " + model + ";", "surfaceForces"), setup.context, state);
  const auto& K = (*curvature)();
  for (Label c = 0; c < mesh.nCells; ++c) {
    if (alpha[c] < 1e-6 || alpha[c] > 1 - 1e-6) continue;
    if (body.angle != 90 && mesh.C[c].y > map(1.0 / static_cast<double>(n))) continue;
    ++errors.cells;
    if (K[c] == interface_::CurvatureModel::none)
      ++errors.without;
    else {
      const double error = std::abs(K[c] * body.radius / (body.sphere ? 2 : 1) - 1), weight = alpha[c] * (1 - alpha[c]);
      errors.largest = std::max(errors.largest, error);
      errors.squares += weight * error * error;
      errors.weights += weight;
    }
  }
}

/// Of several circles: centres by chance (fixed), R/h cells to a radius.
Errors ofCircles(const std::string& model, double perRadius, Map map = uniform) {
  Errors errors;
  const double radius = 0.3;
  const auto n = static_cast<Label>(std::lround(perRadius / radius));
  for (int i = 0; i < 8; ++i)
    addErrors(model, n, {{0.5 + 0.05 * detail::noise(i, 1, 0, 0), 0.5 + 0.05 * detail::noise(i, 2, 0, 0), 0}, radius}, map,
              errors);
  return errors;
}

/// An octant between planes of symmetry, and a sphere whose centre is at no special place.
Errors ofSpheres(const std::string& model, double perRadius, Map map = uniform) {
  Errors errors;
  const double octant = 0.75, radius = 0.35;
  addErrors(model, static_cast<Label>(std::lround(perRadius / octant)), {{0, 0, 0}, octant, true}, map, errors);
  if (perRadius < 24)
    addErrors(model, static_cast<Label>(std::lround(perRadius / radius)), {{0.51, 0.485, 0.52}, radius, true}, map, errors);
  return errors;
}

/// Caps on a wall, by their angle of contact.
Errors ofCaps(double perRadius, double angle, bool sphere, Map map = uniform) {
  Errors errors;
  const double radius = 0.3;
  const auto n = static_cast<Label>(std::lround(perRadius / radius));
  for (int i = 0; i < (sphere ? 1 : 8); ++i)
    addErrors("heightFunction", n,
              {{0.5 + 0.05 * detail::noise(i, 1, 0, 0), -radius * std::cos(angle * std::numbers::pi / 180), sphere ? 0.48 : 0},
               radius,
               sphere,
               angle},
              map, errors);
  return errors;
}

struct Expected {
  double error, order;
};

/// Prints the errors of refinements; checks the last one and the order between the first and the last.
template <class Of>
void expectOrder(const std::string& name, std::vector<double> perRadius, const Expected& expected, Of&& of) {
  std::vector<Errors> errors;
  for (const double r : perRadius) {
    errors.push_back(of(r));
    std::printf("%s R/h %g: largest error %.3g, %d cells, %d without\n", name.c_str(), r, errors.back().largest,
                errors.back().cells, errors.back().without);
    EXPECT_EQ(errors.back().without, 0);
  }
  const double order = std::log(errors.front().largest / errors.back().largest) / std::log(perRadius.back() / perRadius.front());
  std::printf("%s order %.3f\n", name.c_str(), order);
  EXPECT_GT(order, expected.order);
  EXPECT_LT(errors.back().largest, expected.error);
}

TEST(CurvatureOrder, HeightsOfCircles) {
  expectOrder("heights", {6, 12, 24, 48}, {6e-4, 1.8}, [](double r) { return ofCircles("heightFunction", r); });
}

TEST(CurvatureOrder, HeightsOfCirclesOnGradedBoxes) {
  expectOrder("heights, graded", {6, 12, 24, 48}, {1e-3, 1.8}, [](double r) { return ofCircles("heightFunction", r, graded); });
}

TEST(CurvatureOrder, HeightsOfSpheres) {
  expectOrder("heights", {12, 24, 48}, {6e-3, 1.8}, [](double r) { return ofSpheres("heightFunction", r); });
}

TEST(CurvatureOrder, HeightsOfCapsOnAWall) {
  for (const double angle : {45.0, 135.0})
    expectOrder(fmt::format("heights at {} degrees", angle), {12, 24, 48}, {1e-2, 0.7},
                [angle](double r) { return ofCaps(r, angle, false); });
  expectOrder("heights at 60 degrees, graded", {12, 24, 48}, {5e-3, 0.8}, [](double r) { return ofCaps(r, 60, false, graded); });
  expectOrder("heights of a sphere at 60 degrees", {12, 24}, {6e-3, 0.8}, [](double r) { return ofCaps(r, 60, true); });
}

TEST(CurvatureOrder, ParaboloidsOfCircles) {
  expectOrder("paraboloids", {6, 12, 24}, {3e-3, 1.5}, [](double r) { return ofCircles("fitParaboloid", r); });
}

TEST(CurvatureOrder, ParaboloidsOfSpheres) {
  expectOrder("paraboloids", {6, 12, 24}, {0.015, 0.9}, [](double r) { return ofSpheres("fitParaboloid", r); });
}

/// By the distance to the planes the error of a circle falls to some per cent and stays there, as is known of it; it does not
/// grow.
TEST(CurvatureOrder, DistancesNeitherConvergeNorGrow) {
  const auto mean = [](const Errors& errors) { return std::sqrt(errors.squares / errors.weights); };
  for (const double r : {6.0, 12.0, 24.0, 48.0}) {
    const Errors circles = ofCircles("RDF", r);
    std::printf("RDF R/h %g, circles: largest error %.3g, root mean square %.3g\n", r, circles.largest, mean(circles));
    EXPECT_LT(mean(circles), r < 24 ? 0.06 : 0.025);
    EXPECT_EQ(circles.without, 0);
  }
  for (const double r : {6.0, 12.0, 24.0}) {
    const Errors spheres = ofSpheres("RDF", r);
    std::printf("RDF R/h %g, spheres: largest error %.3g, root mean square %.3g\n", r, spheres.largest, mean(spheres));
    EXPECT_LT(mean(spheres), 0.1);
  }
}

TEST(CurvatureOrder, GradientsDoNotConverge) {
  for (const double r : {6.0, 12.0, 24.0, 48.0}) std::printf("gradAlpha R/h %g: %.3g\n", r, ofCircles("gradAlpha", r).largest);
  EXPECT_GT(ofCircles("gradAlpha", 48).largest, ofCircles("gradAlpha", 6).largest)
      << "if this fails, say so in docs/surface_tension.md";
}

}  // namespace
}  // namespace eagre::test
