// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"

/// Face-normal gradients, as snGradSchemes and the second half of laplacianSchemes ask for them:
///
///     snGrad_f = coeffs_f (N - P) + correction_f          (interior faces)
///
/// For an implicit Laplacian gamma_f |Sf| snGrad_f: take coeffs = snGradCoeffs(mesh, scheme) in the matrix, and, if
/// needsCorrection(mesh, scheme), fill `correction` by nonOrthCorrectionFlux from the present values and move
/// gamma_f |Sf| correction_f to the source (and to the flux of the equation). Jasak (1996), section 3.3.1.3.
namespace eagre::fv {

/// What a scheme's words say, e.g. "corrected", "limited 0.33", "limited corrected 0.33", "uncorrected", "orthogonal".
struct SnGradScheme {
  bool orthogonalCoeffs = false;  ///< "orthogonal": 1/|d| instead of the over-relaxed 1/max(n.d, 0.05|d|)
  bool corrected = true;          ///< has the explicit non-orthogonal correction
  bool limited = false;           ///< the correction is limited against the implicit part
  double limitCoeff = 1;          ///< 0: no correction, 0.5: correction at most the implicit part, 1: full correction
};

/// Reads the words from where the reader stands to the end of the entry. Errors (badCase): unknown word with the
/// nearest, a limiter outside [0, 1], words left over.
SnGradScheme parseSnGradScheme(config::TokenReader& reader);
/// The scheme that `name` of snGradSchemes asks for.
SnGradScheme snGradScheme(const Context& context, const std::string& name);

/// Coefficients of the implicit part, all faces [1/m].
inline const std::vector<double>& snGradCoeffs(const mesh::Mesh& mesh, const SnGradScheme& scheme) {
  return scheme.orthogonalCoeffs || mesh.nonOrthDeltaCoeffs.empty() ? mesh.deltaCoeffs : mesh.nonOrthDeltaCoeffs;
}
/// False where the correction is zero everywhere (the same answer on all ranks).
inline bool needsCorrection(const mesh::Mesh& mesh, const SnGradScheme& scheme) { return scheme.corrected && !mesh.orthogonal; }

/// The explicit correction of one face after the other; gradient: cells with ghosts.
template <class T>
struct NonOrthCorrection {
  const double *weights, *coeffs;
  const Vec3* direction;
  const Gradient<T>* gradient;
  const T* psi;
  bool limited;
  double limit;

  NonOrthCorrection(const VolField<T>& field, const SnGradScheme& scheme, const Gradient<T>* grad)
      : weights(field.mesh().weights.data()),
        coeffs(snGradCoeffs(field.mesh(), scheme).data()),
        direction(field.mesh().nonOrthCorrection.data()),
        gradient(grad),
        psi(field.cells().data()),
        limited(scheme.limited),
        limit(scheme.limitCoeff) {}

  T operator()(Label f, Label P, Label N) const {
    const T full = dot(direction[f], weights[f] * (gradient[P] - gradient[N]) + gradient[N]);
    if (!limited) return full;
    const double implicitPart = mag(coeffs[f] * (psi[N] - psi[P]));
    return full * std::min(limit * implicitPart / ((1 - limit) * mag(full) + small), 1.0);
  }
};

/// As below, into memory of nInteriorFaces at least.
template <class T>
void nonOrthCorrectionFlux(const Context& context, const VolField<T>& field, const SnGradScheme& scheme, std::span<T> correction,
                           CellValues<Gradient<T>>& gradient);

/// Explicit correction of the face-normal gradient on interior faces: nonOrthCorrection . interpolate(grad(field)),
/// limited as the scheme says. The gradient is that of gradSchemes "grad(<field>)". `correction` is resized to
/// nInteriorFaces and written, zero if !needsCorrection(); it is not multiplied by |Sf| or a diffusivity, and has the sign
/// of snGrad (on a coupled face the two sides hold opposite signs). field: ghosts and boundary values up to date.
/// Collective. `gradient` is work space that a caller in a time step keeps.
template <class T>
void nonOrthCorrectionFlux(const Context& context, const VolField<T>& field, const SnGradScheme& scheme,
                           std::vector<T>& correction, CellValues<Gradient<T>>& gradient) {
  correction.resize(static_cast<std::size_t>(field.mesh().nInteriorFaces()));
  nonOrthCorrectionFlux(context, field, scheme, std::span<T>(correction), gradient);
}
template <class T>
void nonOrthCorrectionFlux(const Context& context, const VolField<T>& field, const SnGradScheme& scheme,
                           std::vector<T>& correction) {
  CellValues<Gradient<T>> gradient;
  nonOrthCorrectionFlux(context, field, scheme, correction, gradient);
}

}  // namespace eagre::fv
