// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fv/conditions/conditions.hpp"
#include "interface/advection/phase_advection.hpp"
#include "interface/surface_force/surface_force.hpp"
#include "mesh/mesh_points.hpp"
#include "unit/fv/equation_case.hpp"

/// A phase fraction in a uniform flow: all that the phase equation needs, without a case directory.
namespace eagre::test {

struct FlowOptions {
  Label n = 64;
  bool periodic = true;     ///< else: in at xMin and yMin (alpha = 0), out at xMax and yMax
  double perturbation = 0;  ///< of the mesh; see BoxOptions
  std::string alphaControls = "MULESCorr yes; nLimiterIter 5;", convection = "vanLeer", compression = "linear", ddt = "Euler";
  std::function<Vec3(const Vec3&)> U = {};  ///< velocity at a place, in cells and on the boundary; phi stays that of (1 0.6 0)
};

class Flow {
 public:
  explicit Flow(const FlowOptions& o)
      : setup(box(o),
              "ddtSchemes { default " + o.ddt + "; } gradSchemes { default Gauss linear; } divSchemes { div(phi,alpha) Gauss " +
                  o.convection + "; div(phirb,alpha) Gauss " + o.compression +
                  "; } interpolationSchemes { default linear; } snGradSchemes { default corrected; }",
              "solvers { \"alpha.*\" { nAlphaCorr 2; nAlphaSubCycles 1; cAlpha 1; " + o.alphaControls +
                  " solver smoothSolver; smoother symGaussSeidel; tolerance 1e-15; relTol 0; } }"),
        alpha("alpha", dimless, *setup.mesh),
        alpha2("alpha2", dimless, *setup.mesh),
        U("U", dimVelocity, *setup.mesh, Vec3{1, 0.6, 0}),
        phi(uniformFlux(*setup.mesh, {1, 0.6, 0})),
        alphaPhi("alphaPhi", dimVolumeFlux, *setup.mesh),
        rhoPhi("rhoPhi", dimMassFlux, *setup.mesh) {
    setup.time = {.value = 0, .deltaT = 0.05 / o.n, .deltaT0 = 0.05 / o.n, .index = 0, .startIndex = 0};
    setConditions<double>(alpha, {"xMin", "yMin"}, [](const Vec3&) { return 0.0; });
    for (auto* f : {&alpha2}) fv::setCalculatedConditions(*f);
    fv::setCalculatedConditions(U);
    if (o.U) setVelocity(o.U);
    // A disc with a smooth edge, a sharp block, and what a linear solver leaves behind: noise of 1e-9.
    fillCells<double>(alpha, [](const Vec3& x) {
      const double r = std::hypot(x.x - 0.4, x.y - 0.4);
      const bool block = x.x > 0.7 && x.x < 0.8 && x.y > 0.15 && x.y < 0.7;
      const double disc = r < 0.15 ? 1 - 1e-9 * std::abs(std::sin(200 * x.x + 90 * x.y)) : r < 0.22 ? (0.22 - r) / 0.07 : 0;
      return block ? 1.0 : disc;
    });
    interface = std::make_unique<interface_::InterfaceState>(setup.context, alpha, alpha2, U);
    surfaceForce = interface_::makeSurfaceForce(config::Dictionary(), {setup.context, *interface, 0.07});
    advection = interface_::makeAdvection({setup.context, *interface, U, phi, alphaPhi});
  }

  /// Its mesh has its points.
  static std::unique_ptr<mesh::Mesh> box(const FlowOptions& o) {
    const BoxOptions options{.cyclicX = o.periodic, .cyclicY = o.periodic, .emptyZ = true, .perturbation = o.perturbation};
    auto mesh = distributedBox(comm::Communicator::self(), o.n, o.n, 1, options);
    const mesh::PolyMesh whole = boxMesh(o.n, o.n, 1, options);
    mesh::keepPoints(&whole, *mesh);
    return mesh;
  }

  void setVelocity(const std::function<Vec3(const Vec3&)>& velocity) {
    const auto& mesh = *setup.mesh;
    fillCells<Vec3>(U, velocity);
    for (Label b = 0; b < mesh.nBoundaryFaces; ++b) U.boundary()[b] = velocity(mesh.faceCentres()(mesh.nInteriorFaces() + b));
  }

  void advance(int steps) {
    for (int i = 0; i < steps; ++i) {
      ++setup.time.index;
      setup.time.value += setup.time.deltaT;
      alpha.shiftOldTimes(2);
      phi.shiftOldTimes(2);
      alphaPhi.shiftOldTimes(2);
      advection->advance(1000, 1, true, rhoPhi);
    }
  }

  std::vector<double> surfaceTension() {
    std::vector<double> force(static_cast<std::size_t>(setup.mesh->nFaces()));
    (*surfaceForce)(force);
    return force;
  }

  EquationCase setup;
  fv::VolScalarField alpha, alpha2;
  fv::VolVectorField U;
  fv::SurfaceScalarField phi, alphaPhi, rhoPhi;
  std::unique_ptr<interface_::InterfaceState> interface;
  std::unique_ptr<interface_::SurfaceForce> surfaceForce;
  std::unique_ptr<interface_::PhaseAdvection> advection;
};

inline double largestDifference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = a.size() == b.size() ? 0 : vGreat;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}
inline double largest(const std::vector<double>& a) { return largestDifference(a, std::vector<double>(a.size(), 0.0)); }

}  // namespace eagre::test
