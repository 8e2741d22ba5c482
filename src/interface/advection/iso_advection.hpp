// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <vector>

#include "fv/schemes/schemes.hpp"
#include "interface/advection/flux_bounding.hpp"
#include "interface/advection/phase_advection.hpp"
#include "interface/reconstruction/reconstruction.hpp"

namespace eagre::interface_ {

/// Controls of isoAdvection: the entry of alpha.<phase> in fvSolution.solvers. Names and defaults are those of OpenFOAM v1912.
struct IsoControls {
  double surfCellTol = 1e-8;  ///< cells with alpha within this of 0 or 1 are full or empty
  int nAlphaBounds = 3;
  double snapTol = 0;
  bool clip = true;
  bool sweptFaces = false;  ///< fluxes by SweptRegion; a control of Eagre's own
  static IsoControls read(const config::Dictionary& dict);
};

/// Geometric advection by isoAdvector (Roenby, Bredmose and Jasak 2016):
///
///     alpha^{n+1} V = alpha^n V - sum_f dV_f,   dV_f = int_t^{t+dt} int_f H(x, tau) u . dS dtau                     (1)
///                                                    = phi/|S| int_t^{t+dt} A_f(tau) dtau,                           (2)
///
/// where A_f is the part of the face that is submerged in phase 1. In the cells that the interface crosses (tol < alpha < 1 -
/// tol) it is a plane (Reconstruction) that moves along its normal at its speed: that of U at its centre, linear in the
/// tetrahedra of the cell; the integral over a face that the plane passes is exact. Where the planes are accurate
/// (Reconstruction::isAccurate) each face sees the speed of the place of the plane that is nearest to its centre, halfway in
/// time, so that planes turn and errors of the time step are of second order. Elsewhere A_f is alpha of the upwind cell
/// times |S|. With sweptFaces dV_f is what of phase 1 is in the region that flows through the face (SweptRegion), with any
/// Reconstruction: the velocity then varies along a face. Only fluxes out of a cell are made by its plane, so each face has one.
/// Then FluxBounding, and, not conservative, snapTol (alpha nearer than that to 0 or 1 becomes that) and clip; the log has what
/// they add.
///
/// In the second and further outer correctors phi and U are the means of their values at the start of the step and the latest
/// ones. On a mesh that moves as a rigid body U is the velocity relative to it, the mesh's own being reconstructed from the
/// fluxes of its faces. ddtSchemes are not heeded: (1) is explicit. alphaPhi is dV/dt.
class IsoAdvection final : public PhaseAdvection {
 public:
  explicit IsoAdvection(const AdvectionInputs& inputs);

 private:
  const fv::SurfaceScalarField& advanceOnce(bool finalIteration) override;
  const fv::SurfaceScalarField& meanFlux();
  const fv::VolVectorField& meanVelocity();
  void subtractMeshVelocity();
  void findSurfaceCells();
  void upwindFluxes(const std::vector<double>& phi, double deltaT);
  void planeFluxes(const std::vector<double>& phi, double deltaT);
  void synchroniseFluxes(const std::vector<double>& phi);
  void findCellsToBound();
  void step(const std::vector<double>& phi, double deltaT);
  void cut();

  IsoControls controls_;
  bool takesMeans_;  ///< there are several outer correctors
  mesh::CellShapes shapes_;
  mesh::GeometryStamp geometry_;  ///< of which the bases of tetrahedra are
  fv::PointInterpolation points_;
  std::unique_ptr<Reconstruction> reconstruction_;
  FluxBounding bounding_;

  fv::fvc::Reconstruct reconstruct_;

  mesh::CellShapes::Selection surface_;
  std::span<const Reconstruction::Plane> planes_;
  std::vector<Vec3> UAtPoints_;
  std::unique_ptr<fv::SurfaceScalarField> phiMean_;
  std::unique_ptr<fv::VolVectorField> UMean_;
  std::vector<Label> toBound_;
  std::vector<double> mark_;  ///< nAllCells, while toBound_ is made: 1 in it
  std::vector<double> sides_;
};

}  // namespace eagre::interface_
