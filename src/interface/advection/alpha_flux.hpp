// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fv/schemes/gradient.hpp"
#include "fv/schemes/schemes.hpp"
#include "interface/advection/geometric_faces.hpp"
#include "interface/interface_state.hpp"

namespace eagre::interface_ {

/// The high-order flux of the phase equation on the faces of the band,
///     flux = phiCN alpha_f + phi_r alpha2_f alpha1_f,
///     phi_r = phi_c nHat.S,   phi_c = cAlpha [(1 - icAlpha) |phi/|S|| + icAlpha |U|_f] + scAlpha |d . symm(grad U)_f|,
/// d from cell to cell, alpha_f by the scheme "div(phi,alpha)", alpha1_f and alpha2_f = (1 - alpha1)_f by "div(phirb,alpha)"; no
/// compression on the boundary. bounded: phiCN times the face value (alpha_f with its compression) kept within [0, 1], and
/// convected and compressed values are both those of `convected`, as OpenFOAM 8 and later (openfoam.org) have it. vanLeer with
/// linear or interfaceCompression is one pass over the faces, with alpha2 = 1 - alpha1 and the interface's gradient; other
/// schemes see the whole mesh. geometric: the face value is that of GeometricFaces where there is one, as OpenFOAM 8 and later
/// have it.
class AlphaFlux {
 public:
  /// Those of phi_c: of the flux, of the speed (a part of cAlpha), of the shear.
  struct Coefficients {
    double cAlpha = 1, icAlpha = 0, scAlpha = 0;
  };
  static constexpr const char* convectionScheme = "div(phi,alpha)";
  static constexpr const char* speedScheme = "interpolate(mag(U))";  ///< of interpolationSchemes
  static constexpr const char* compressionScheme = "div(phirb,alpha)";
  static constexpr const char* shearScheme = "interpolate(symm(grad(U)))";  ///< of interpolationSchemes

  AlphaFlux(const fv::Context& context, InterfaceState& state, const fv::VolVectorField& U, const Coefficients& compression,
            bool bounded = false, std::optional<GeometricFaces::Kind> geometric = std::nullopt);

  /// From now on normals and alpha2 are taken as the state has them, though alpha1 has changed since.
  void takeFieldsAsTheyAre() { vanLeer_ = false; }
  /// A scheme has an explicit correction: what a face sees does not end with its two cells.
  bool looksBeyondNeighbours() const;
  /// The shear of U as it is now, if it compresses; to be called before the first flux with this U. Collective.
  void updateShear();
  /// alpha2 has to be up to date: the schemes have no pass of their own.
  bool readsAlpha2() const { return !vanLeer_ || compressionKind_ == Compression::other; }
  /// flux - base [m^3/s]: one value per face of the band; base, all faces, may be empty: zero. phi, phiCN: all faces. `convected`
  /// is alpha1, or its blend of old and new (TimeWeighting).
  void operator()(std::span<const double> phi, std::span<const double> phiCN, const fv::VolScalarField& convected,
                  std::span<const double> base, std::vector<double>& difference);

 private:
  enum class Compression { linear, quartic, other };

  std::span<const Vec3> gradientOf(const fv::VolScalarField& convected);
  template <class Weight>
  struct OneFace;
  template <class Weight>
  void onePass(std::span<const double> phi, std::span<const double> phiCN, const fv::VolScalarField& convected,
               const Weight& compressionWeight, std::span<const double> base, std::vector<double>& difference);
  void generalPass(std::span<const double> phi, std::span<const double> phiCN, const fv::VolScalarField& convected,
                   std::span<const double> base, std::vector<double>& difference);
  void cutByInterface(std::span<const double> phiCN, const fv::VolScalarField& convected, std::span<const double> base,
                      std::vector<double>& difference);
  struct CompressionSpeed;
  CompressionSpeed compressionSpeed() const;

  const fv::Context* context_;
  InterfaceState* state_;
  const fv::VolScalarField* alpha1_;
  const fv::VolVectorField* U_;
  Coefficients compressionBy_;
  bool bounded_;
  std::optional<GeometricFaces> geometric_;
  fv::FaceWeights speedWeights_, shearWeights_;
  bool vanLeer_ = false;
  Compression compressionKind_ = Compression::other;
  std::unique_ptr<fv::InterpolationScheme<double>> convection_, compression_;
  std::unique_ptr<BandGradient> gradient_, gradientCN_;    ///< of alpha1, where the interface's will not do; of the blend
  bool sharesGradient_ = false;                            ///< the interface's does for alpha1
  std::unique_ptr<fv::GradientScheme<Vec3>> gradientOfU_;  ///< with scAlpha
  std::vector<Tensor> gradU_;
  std::vector<double> shear_;  ///< scAlpha |d . symm(grad U)_f| [m/s], nInteriorFaces; empty without
  std::vector<double> phir_, compressed_, convected_, weights_, correction_;  ///< general pass
};

}  // namespace eagre::interface_
