// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fv/fields/boundary_condition.hpp"
#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"
#include "fv/fields/scheme_entry.hpp"
#include "mesh/derived.hpp"

namespace eagre::fv {

/// Tries to build the scheme that `name` of `group` asks for; problems are added (for `eagre check`).
/// T of the field it acts on matters: limitedLinearV is for vectors only.
template <class T>
void checkScheme(const Context& context, const std::string& group, const std::string& name, Problems& problems);

/// A gradient of a field's present values that is there already (cells with ghosts, boundary), under the name of its scheme in
/// gradSchemes: a scheme that asks for that name takes it as it is.
template <class T>
struct KnownGradient {
  std::string_view name;
  const Gradient<T>* cells = nullptr;  ///< nAllCells, owned and ghosts
};

/// What a scheme of linearUpwind's kind adds to upwind: see InterpolationScheme::upwindCorrection.
template <class T>
struct UpwindCorrection {
  double share = 0;                       ///< of upwind
  const Gradient<T>* gradient = nullptr;  ///< cells with ghosts
};

// ---- interpolation to faces ------------------------------------------------------------------------------------
/// What a scheme is, for callers that have a faster way for some of them. `other`: it has coefficients or is none of these.
enum class SchemeKind { other, linear, midPoint, harmonic, upwind, vanLeer, interfaceCompression };

/// Convection and interpolation schemes: weights of the owner cell, plus an explicit correction if the scheme has one.
/// value_f = w P + (1 - w) N + correction_f (interior faces). Boundary faces take the boundary value.
template <class T>
class InterpolationScheme {
 public:
  virtual ~InterpolationScheme() = default;
  /// Fills weights for interior faces (nInteriorFaces), for the field's present values (ghosts up to date) and the
  /// flux that decides what is upwind (faces; unused by linear schemes).
  virtual void weights(const VolField<T>& field, std::span<const double> flux, std::span<double> weights) = 0;
  virtual SchemeKind kind() const { return SchemeKind::other; }
  virtual bool corrected() const { return false; }
  /// Looks at the flux (upwind and limited schemes).
  virtual bool needsFlux() const { return false; }
  /// Explicit correction on interior faces (written, not added); only if corrected().
  virtual void correction(const VolField<T>& field, std::span<const double> flux, std::span<T> correction);
  /// If the scheme is a share of upwind with the correction (Cf - C) . gradient of the upwind cell, the rest linear: that share
  /// and gradient, so that who assembles needs no arrays of weights and corrections. Otherwise no gradient.
  virtual UpwindCorrection<T> upwindCorrection(const VolField<T>&, const KnownGradient<T>&) { return {}; }
  /// The gradient "grad(<field>)" that the last weights() has made of its field, cells with ghosts; nullptr if it made none.
  virtual const Gradient<T>* gradientOfField() const { return nullptr; }
};
/// From the tokens of a scheme entry, e.g. "vanLeer", "limitedLinearV 1", "linearUpwind grad(U)". Reader stands on the scheme's
/// name.
template <class T>
std::unique_ptr<InterpolationScheme<T>> makeInterpolationScheme(const Context& context, config::TokenReader& reader);
/// The same where no flux is at hand: behind the name of a scheme that needs one stands the name of a registered flux
/// ("limitedLinear phi 1"), which is returned in fluxName; it is empty for other schemes.
template <class T>
std::unique_ptr<InterpolationScheme<T>> makeInterpolationScheme(const Context& context, config::TokenReader& reader,
                                                                std::string& fluxName);

/// What an entry of divSchemes asks for: "Gauss vanLeer", "bounded Gauss linearUpwind grad(U)".
template <class T>
struct ConvectionScheme {
  bool bounded = false;  ///< div(flux, psi) - psi div(flux)
  std::unique_ptr<InterpolationScheme<T>> interpolation;
};
/// Who convects every time step makes one and keeps it: it owns its work space.
template <class T>
ConvectionScheme<T> makeConvectionScheme(const Context& context, const std::string& name);

/// Face values by `scheme`: all faces, boundary faces take the boundary value. `weights` and `correction` are work space.
template <class T>
void interpolate(InterpolationScheme<T>& scheme, const VolField<T>& field, std::span<const double> flux, std::vector<T>& faces,
                 std::vector<double>& weights, std::vector<T>& correction);

/// Face values by the scheme of interpolationSchemes (`name`, e.g. "interpolate(HbyA)"); linear is done without look-up of
/// weights.
template <class T>
void interpolate(const Context& context, const VolField<T>& field, const std::string& name, std::vector<T>& faces);
/// Weights of the owner, on interior faces, for what is interpolated in a loop of the caller's own, by the interpolation that
/// `name` of `group` asks for: linear, the mesh's weights, or midPoint. An Error for any other.
class FaceWeights {
 public:
  FaceWeights(const mesh::Mesh& mesh) : mesh_(&mesh) {}  ///< linear
  FaceWeights(const Context& context, const std::string& group, const std::string& name);
  FaceWeights(const Context& context, const std::string& name) : FaceWeights(context, "interpolationSchemes", name) {}
  /// Whether the entry asks for linear; if not, for midPoint.
  static bool areLinear(const Context& context, const std::string& group, const std::string& name);
  static void check(const Context& context, const std::string& group, const std::string& name, Problems& problems) {
    problems.guard([&] { areLinear(context, group, name); });
  }

  const double* data() const { return halves_.empty() ? mesh_->weights.data() : halves_.data(); }
  const mesh::Mesh& mesh() const { return *mesh_; }

 private:
  const mesh::Mesh* mesh_;
  std::vector<double> halves_;  ///< midPoint's; empty for linear
};
/// Plain linear interpolation of cell and boundary values (any time level).
template <class T>
void interpolateLinear(const mesh::Mesh& mesh, const CellValues<T>& values, std::vector<T>& faces);

// ---- explicit operators (namespace fvc) ------------------------------------------------------------------------
namespace fvc {
/// Gradient by the scheme of gradSchemes (Gauss linear, leastSquares, cellLimited, faceLimited ...); ghosts and
/// boundary values filled, the boundary's normal component corrected to the condition's snGrad as OpenFOAM does.
template <class T>
void grad(const Context& context, const VolField<T>& field, const std::string& name, CellValues<Gradient<T>>& gradient);
/// Sum of a flux over the faces of each cell, divided by the volume. div has nCells (more is left alone).
void div(const mesh::Mesh& mesh, std::span<const double> flux, std::span<double> div);
/// The same, not divided by the volume: what flows out of each cell.
void netOutflow(const mesh::Mesh& mesh, std::span<const double> flux, std::span<double> outflow);
template <class T>
void surfaceIntegrate(const mesh::Mesh& mesh, std::span<const T> faces, std::span<T> cells);
/// Face-normal gradient by the scheme of snGradSchemes; all faces.
void snGrad(const Context& context, const VolScalarField& field, const std::string& name, std::span<double> faces);
/// flux * field interpolated by the convection scheme `name` of divSchemes; all faces. T: double. Makes the scheme anew:
/// in a time step keep a ConvectionScheme and use the second form.
template <class T>
void flux(const Context& context, std::span<const double> flux, const VolField<T>& field, const std::string& name,
          std::vector<double>& faces);
/// The same by a scheme that is kept. `weights` and `correction` are work space.
void flux(InterpolationScheme<double>& scheme, std::span<const double> flux, const VolScalarField& field,
          std::vector<double>& faces, std::vector<double>& weights, std::vector<double>& correction);
/// Cell vectors from face fluxes: inv(sum n Sf) . sum (n flux) (OpenFOAM's reconstruct); ghosts not filled. The inverse
/// tensor depends on the geometry of the mesh alone, and is computed again when that has changed; keep the object.
class Reconstruct {
 public:
  explicit Reconstruct(const mesh::Mesh& mesh);
  void operator()(std::span<const double> flux, std::span<Vec3> cells) const;
  /// Calls use(inverse), where inverse(c, v) = inv(sum n Sf) . v of an owned cell: for those who reconstruct in a pass of their
  /// own, from v = sum Sf (flux/|Sf|).
  template <class Use>
  auto withInverse(Use&& use) const {
    const Inverse& inverse = this->inverse();
    if (inverse.full.empty()) return use([d = inverse.diagonal.data()](Label c, const Vec3& v) { return cmptMultiply(d[c], v); });
    return use([t = inverse.full.data()](Label c, const Vec3& v) { return dot(t[c], v); });
  }

 private:
  struct Inverse {
    std::vector<SymmTensor> full;
    std::vector<Vec3> diagonal;  ///< instead, if there is nothing beside the diagonals, as in a mesh along the axes
    static Inverse of(const mesh::Mesh& mesh);
  };
  const Inverse& inverse() const {
    return inverse_.get(*mesh_, [this] { return Inverse::of(*mesh_); });
  }

  const mesh::Mesh* mesh_;
  mutable mesh::Derived<Inverse> inverse_;
};
}  // namespace fvc

/// Flux of a cell vector: U interpolated with the weights, dotted with Sf; boundary from the boundary values.
void faceFlux(const FaceWeights& weights, const CellValues<Vec3>& U, std::span<double> flux);
/// The same on top of a flux that is known, in one pass.
void faceFlux(const FaceWeights& weights, const CellValues<Vec3>& U, std::span<const double> known, std::span<double> flux);
/// ddtCorr of OpenFOAM v1912 without density: coupling coefficient * (phi.old - Sf . interpolate(U.old)) * rDeltaT (by ddt
/// scheme of "ddt(U)"); multiplied by rAUf (all faces) and added to flux. The coupling coefficient is
/// 1 - min(|phi.old - Sf . interpolate(U.old)|/|phi.old|, 1), and zero on patches where the condition of U fixes its value;
/// elsewhere on the boundary (outlets) it is as inside. Euler, backward and steadyState; an Error (badCase) for
/// CrankNicolson, which has a memory: DdtCorrection.
void addDdtCorr(const Context& context, const VolVectorField& U, const SurfaceScalarField& phi, std::span<const double> rAUf,
                std::span<double> flux);

/// addDdtCorr with a memory from step to step (CrankNicolson) and work space; one object a pair of U and phi, used from the
/// first time step on. Uf: of a mesh that moves, the velocity on faces [m/s]; its old levels, not those of phi, are then what
/// flowed through the faces.
class DdtCorrection {
 public:
  DdtCorrection(const Context& context, const VolVectorField& U, const SurfaceScalarField& phi,
                const SurfaceVectorField* Uf = nullptr);
  ~DdtCorrection();
  DdtCorrection(DdtCorrection&&) noexcept;
  static void check(const Context& context, const std::string& U, Problems& problems);
  /// May be called several times in a step.
  void add(std::span<const double> rAUf, std::span<double> flux);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace eagre::fv
