// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>

#include "mesh/derived.hpp"
#include "physics/turbulence/turbulence_model.hpp"

namespace eagre::physics {

inline constexpr Dimensions dimLength{{0, 1}};

/// The width Delta of the filter of a large-eddy simulation [m], one value per cell. The formulae have none for boundary faces:
/// it is `small` there, so that what a model gives on the boundary vanishes with it, as in OpenFOAM.
class LesDelta {
 public:
  explicit LesDelta(const mesh::Mesh& mesh) : width_("delta", dimLength, mesh, small) {}
  virtual ~LesDelta() = default;
  const fv::VolScalarField& width() const { return width_; }
  fv::VolScalarField& width() { return width_; }
  /// Makes the width new where it depends on the flow, or where the geometry of the mesh has changed, once per time step.
  /// Collective.
  virtual void correct() {}
  /// The largest extent of the cells, if the width is made from that; else nullptr.
  virtual const fv::VolScalarField* hmax() const { return nullptr; }

 protected:
  fv::VolScalarField width_;
  mesh::GeometryStamp geometry_;  ///< from which the width was made
};

/// What a width may depend on.
struct LesFlow : Flow {
  const fv::VolScalarField& nut;
};

/// The width that `delta` of the LES dictionary asks for, coefficients from "<delta>Coeffs" there or the dictionary itself:
///     cubeRootVol   deltaCoeff V^(1/3); in 2D deltaCoeff (V / thickness of the mesh)^(1/2)
///     maxDeltaxyz   deltaCoeff max_f |n . (Cf - C)|
///     maxDeltaxyzCubeRoot   max(maxDeltaxyz, cubeRootVol), whose coefficients are in maxDeltaxyzCubeRootCoeffs
///     Prandtl       min(another, (kappa/Cdelta) y), y the distance to the nearest wall
///     vanDriest     min(another, (kappa/Cdelta) y (1 - exp(-y+/Aplus))), y+ = y u_tau/nu with the nearest wall face's friction
///                   velocity u_tau^2 = (nu + nut) |dU/dn| (van Driest 1956), from the first step on; before it is the other
///     IDDESDelta    min(max(Cw y, Cw hmax, h), hmax), h the cell's extent along the normal of the nearest wall face, hmax
///     another
///                   width, maxDeltaxyz by default (Shur, Spalart, Strelets and Travin 2008)
///     smooth        another, raised until neighbours differ by a factor of maxDeltaRatio at most
/// Errors (badCase): unknown names with the nearest, missing entries, a mesh that is neither 3D nor 2D. Collective.
std::unique_ptr<LesDelta> makeLesDelta(const config::Dictionary& les, const LesFlow& flow);

/// Adds what the entry `delta` and its coefficients have wrong.
void checkLesDelta(const config::Dictionary& les, Problems& problems);

/// The width `name`, with coefficients from `les`.
std::unique_ptr<LesDelta> makeLesDelta(const std::string& name, const config::Dictionary& les, const LesFlow& flow);

std::unique_ptr<LesDelta> makeVanDriestDelta(const config::Dictionary& les, const LesFlow& flow);
std::unique_ptr<LesDelta> makeIddesDelta(const config::Dictionary& les, const LesFlow& flow);

/// Whether the width needs Mesh::cellWallDistance.
bool lesDeltaNeedsWallDistance(const config::Dictionary& les);

/// Raises a width until no cell's is below that of a neighbour over `ratio`, within the 1 % that OpenFOAM's smooth delta leaves
/// alone. As the 1 % make the result depend on the order in which cells are visited, the wave runs in the order of the global
/// mesh, on rank 0 (about 100 bytes per cell there): one answer on any number of ranks, and OpenFOAM's. width: cells in, cells
/// and ghosts out. Collective.
void smoothWidth(double ratio, fv::VolScalarField& width);

}  // namespace eagre::physics
