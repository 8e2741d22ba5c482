// SPDX-License-Identifier: BSD-3-Clause
// Geometric advection of a disc in a vortex that turns back (Rider and Kothe 1998; LeVeque 1996): the volume is kept, alpha is
// bounded, and the error at the end, E1 = sum |alpha - alpha(0)| V, falls at the order that is known of isoAdvector.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "mesh/mesh_points.hpp"
#include "unit/interface/interface_case.hpp"

namespace eagre {
namespace {

constexpr double pi = std::numbers::pi, period = 8;

/// u = curl of psi = sin^2(pi x) sin^2(pi y) cos(pi t/T)/pi, of divergence 0 to round-off.
double streamFunction(double x, double y) { return std::pow(std::sin(pi * x), 2) * std::pow(std::sin(pi * y), 2) / pi; }

Vec3 velocity(const Vec3& p) {
  return {std::pow(std::sin(pi * p.x), 2) * std::sin(2 * pi * p.y), -std::sin(2 * pi * p.x) * std::pow(std::sin(pi * p.y), 2), 0};
}

/// The part of a square of width h about (x, y) that is in the disc.
double fraction(double x, double y, double h) {
  constexpr int n = 64;
  int inside = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      inside += std::hypot(x + h * ((i + 0.5) / n - 0.5) - 0.5, y + h * ((j + 0.5) / n - 0.5) - 0.75) < 0.15;
  return static_cast<double>(inside) / (n * n);
}

struct Result {
  double E1 = 0, drift = 0, low = 0, high = 0;  ///< drift: of the volume, relative; the extremes over all steps
};

Result sheared(Label n, const std::string& reconstruction) {
  test::Flow flow(
      {.n = n, .periodic = false, .alphaControls = "advectionScheme isoAdvection; surfCellTol 1e-8; clip no; " + reconstruction});
  const mesh::Mesh& mesh = *flow.setup.mesh;
  const double h = 1.0 / n;
  for (Label c = 0; c < mesh.nCells; ++c) flow.alpha[c] = fraction(mesh.C[c].x, mesh.C[c].y, h);
  flow.alpha.correctBoundaryConditions();
  flow.interface->changed();
  const std::vector<double> start = flow.alpha.cells();
  std::vector<double> flux(static_cast<std::size_t>(mesh.nFaces()));
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    const Vec3 S = mesh.Sf[f], C = mesh.faceCentres()(f);
    const double depth = mesh.magSf[f] / h, half = h / 2;  // faces along x or y
    flux[f] = std::abs(S.x) > std::abs(S.y)
                  ? std::copysign(depth, S.x) * (streamFunction(C.x, C.y + half) - streamFunction(C.x, C.y - half))
                  : -std::copysign(depth, S.y) * (streamFunction(C.x + half, C.y) - streamFunction(C.x - half, C.y));
  }
  const auto volume = [&] {
    double sum = 0;
    for (Label c = 0; c < mesh.nCells; ++c) sum += flow.alpha[c] * mesh.V[c];
    return sum;
  };
  const double before = volume();
  const auto steps = static_cast<int>(std::lround(period * n / 0.5));
  flow.setup.time.deltaT = period / steps;
  Result result{.low = 1};
  for (int i = 0; i < steps; ++i) {
    const double speed = std::cos(pi * (i + 0.5) / steps);
    for (Label f = 0; f < mesh.nFaces(); ++f) flow.phi[f] = speed * flux[f];
    for (Label c = 0; c < mesh.nCells; ++c) flow.U[c] = speed * velocity(mesh.C[c]);
    for (Label b = 0; b < mesh.nBoundaryFaces; ++b)
      flow.U.boundary()[b] = speed * velocity(mesh.faceCentres()(mesh.nInteriorFaces() + b));
    flow.advance(1);
    for (Label c = 0; c < mesh.nCells; ++c) {
      result.low = std::min(result.low, flow.alpha[c]);
      result.high = std::max(result.high, flow.alpha[c] - 1);
    }
  }
  result.drift = volume() / before - 1;
  double total = 0;
  for (Label c = 0; c < mesh.nCells; ++c) {
    result.E1 += std::abs(flow.alpha[c] - start[c]) * mesh.V[c];
    total += mesh.V[c];
  }
  result.E1 /= total;
  std::printf("%d cells: E1 %.3e, drift %.1e, alpha from %.1e to 1 + %.1e\n", static_cast<int>(n), result.E1, result.drift,
              result.low, result.high);
  return result;
}

void expectOrder(const std::string& reconstruction, double coarse, double fine) {
  const Result a = sheared(32, reconstruction), b = sheared(64, reconstruction);
  EXPECT_LT(a.E1, coarse);
  EXPECT_LT(b.E1, fine);
  EXPECT_GT(std::log2(a.E1 / b.E1), 1.9);
  for (const Result& r : {a, b}) {
    EXPECT_LT(std::abs(r.drift), 1e-13);
    EXPECT_GT(r.low, -1e-7);
    EXPECT_LT(r.high, 1e-7);
  }
}

// Others have 6.5e-2 and 9.4e-3 (isoAlpha of DLR's TwoPhaseFlow), interIsoFoam v1912 6.7e-2 and 9.9e-3.
TEST(IsoAdvection, DISABLED_Try) {
  for (const char* r : {"nAlphaBounds 10;", "surfCellTol 1e-6;", "reconstructionScheme gradAlpha;", "reconstructionScheme plicRDF;", "reconstructionScheme plicRDF; nAlphaBounds 10;"}) {
    std::printf("%s ", r);
    sheared(32, r);
    sheared(64, r);
  }
}
TEST(IsoAdvection, ConvergesWithTheIsoSurfaceOfAlpha) { expectOrder("reconstructionScheme isoAlpha;", 7.0e-2, 1.05e-2); }

}  // namespace
}  // namespace eagre
