// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "fv/fields/boundary_condition.hpp"
#include "fv/schemes/schemes.hpp"
#include "interface/band_gradient.hpp"
#include "interface/interface_band.hpp"
#include "mesh/derived.hpp"

namespace eagre::interface_ {

/// nHat . S_f on interior faces [m^2], from the cell gradients of alpha; `per`: divided by this as well, in the same division.
struct FaceNormalFlux {
  const Label *owner, *neighbour;
  const double* weights;
  const Vec3* gradient;
  mesh::FaceAreas::View Sf;
  double deltaN;
  double operator()(Label f, double per = 1) const {
    const double w = weights[f];
    const Vec3 g = w * gradient[owner[f]] + (1 - w) * gradient[neighbour[f]];
    return dot(g, Sf[f]) / ((mag(g) + deltaN) * per);
  }
};

/// The interface as the phase fraction alpha1 has it: the other fraction, the band around the interface, the gradient of alpha1
/// there and the unit normal on faces, as OpenFOAM's interfaceProperties has it,
///     nHat_f = (grad alpha)_f / (|(grad alpha)_f| + deltaN),
/// turned to the contact angle on walls that prescribe one. deltaN = 1e-8 / (mean cell volume)^(1/3) keeps it finite away from
/// the interface.
///
/// Code that changes alpha1 calls changed(). What is asked for here is of alpha1's present version and of the mesh's present
/// geometry: it is made again if it is of an older one. Collective, all of it.
class InterfaceState {
 public:
  /// everywhere: the band is the whole mesh from the start.
  InterfaceState(const fv::Context& context, fv::VolScalarField& alpha1, fv::VolScalarField& alpha2, const fv::VolVectorField& U,
                 bool everywhere = false);
  static void check(const fv::Context& context, Problems& problems);

  fv::VolScalarField& alpha1() const { return *alpha1_; }
  /// 1 - alpha1.
  const fv::VolScalarField& alpha2();
  InterfaceBand& band();
  /// Cell gradient of alpha1 by the scheme "nHat", zero outside the band; of walls with a contact angle before they were turned.
  std::span<const Vec3> gradient();
  /// The words of that scheme.
  std::string gradientWords() const { return gradient_.words(); }
  FaceNormalFlux nHatf();
  /// nHat on the boundary faces of the band.
  std::span<const Vec3> boundaryNormals();
  bool hasContactAngle() const { return hasContactAngle_; }
  /// On all boundary faces [degrees]; 90 where no angle is prescribed.
  std::span<const double> contactAngles();
  /// 1 where 0.01 <= alpha1 <= 0.99; such cells are in the band.
  bool nearInterface(Label cell) const { return alpha1_->cells()[cell] >= 0.01 && alpha1_->cells()[cell] <= 0.99; }

  enum class Where { anywhere, inBand };
  /// alpha1 has changed, in cells of the band only or anywhere.
  void changed(Where where = Where::anywhere);
  /// From the next update on the band also covers the cells in which these values are not pure (those of the old time); null:
  /// those of alpha1 alone. Called again whenever the values have changed.
  void cover(const fv::CellValues<double>* others);
  /// The cells of these faces are to be in the band that is made next.
  void coverFaces(std::span<const Label> faces) { facesToCover_.assign(faces.begin(), faces.end()); }
  /// Makes what is of an older version; with a contact angle the walls get new values of alpha1 then.
  void update(bool alsoAlpha2 = true);
  /// alpha2 = 1 - alpha1, even within a Hold.
  void updateAlpha2();
  /// Once more for the same alpha1: this matters with a contact angle, whose walls get new values each time.
  void correctWalls() {
    if (hasContactAngle_) correctNormals();
  }
  /// From the next time that the band is built anew it is the whole mesh.
  void widen() { band_.includeEverything(); }

  /// While it lives, everything stays as it was left whatever becomes of alpha1.
  class Hold {
   public:
    explicit Hold(InterfaceState& state) : state_(state) { state.held_ = true; }
    ~Hold() { state_.held_ = false; }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

   private:
    InterfaceState& state_;
  };

 private:
  void begin();
  double deltaN();
  void updateNormals();
  void correctNormals();
  void correctContactAngle();

  const fv::Context* context_;
  fv::VolScalarField *alpha1_, *alpha2_;
  const fv::VolVectorField* U_;
  mesh::Derived<double> deltaN_;
  mesh::GeometryStamp geometry_;  ///< that the normals were made of
  bool hasContactAngle_ = false, continuesContactAngle_ = true, held_ = false, coversOthers_ = true;
  const fv::CellValues<double>* others_ = nullptr;
  std::vector<Label> facesToCover_;
  /// Versions: of alpha1, of its last change outside the band, and of what is made of it.
  std::uint64_t version_ = 0, versionAnywhere_ = 0, alpha2Version_ = 0, normalsVersion_ = 0;
  InterfaceBand band_;
  BandGradient gradient_;
  std::vector<double> snGradBoundary_, theta_, wallGradient_;
  std::vector<Vec3> gradientBoundary_, nHatBoundary_;
  fv::FaceWeights normalWeights_;
};

}  // namespace eagre::interface_
