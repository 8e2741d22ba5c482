// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/alpha_flux.hpp"

#include <algorithm>
#include <cmath>

#include "fv/schemes/faces.hpp"
#include "fv/schemes/limiters.hpp"
#include "interface/advection/time_weighting.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::interface_ {

using fv::schemes::isNonNegative;
using fv::schemes::isPositive;
using kernel::parallelFor;
using kernel::View;

namespace {

/// Weights of the owner in compressed values.
template <bool Bounded>
struct LinearWeight {
  static constexpr bool bounded = Bounded;
  template <class Flipped>
  double operator()(double w, double, double, double, Flipped) const {
    return w;
  }
};
struct QuarticWeight {
  static constexpr bool bounded = false;
  template <class Flipped>
  double operator()(double w, double P, double N, double flux, Flipped flipped) const {
    const double l =
        fv::schemes::InterfaceCompression{}({.w = w, .flux = flux, .positive = true, .P = P, .N = N, .gradf = 0, .gradcf = 0});
    return l * w + (1 - l) * (isNonNegative(flux, flipped) ? 1.0 : 0.0);
  }
};

}  // namespace

AlphaFlux::AlphaFlux(const fv::Context& context, InterfaceState& state, const fv::VolVectorField& U,
                     const Coefficients& compression, bool bounded, std::optional<GeometricFaces::Kind> geometric)
    : context_(&context),
      state_(&state),
      alpha1_(&state.alpha1()),
      U_(&U),
      compressionBy_(compression),
      bounded_(bounded),
      speedWeights_(compression.icAlpha > 0 ? fv::FaceWeights(context, speedScheme) : context.mesh),
      shearWeights_(compression.scAlpha > 0 ? fv::FaceWeights(context, shearScheme) : context.mesh),
      convection_(fv::makeConvectionScheme<double>(context, convectionScheme).interpolation),
      compression_(fv::makeConvectionScheme<double>(context, compressionScheme).interpolation) {
  if (geometric) geometric_.emplace(context, *geometric);
  if (compression.scAlpha > 0) gradientOfU_ = fv::makeGradientScheme<Vec3>(context, "grad(U)");
  vanLeer_ = convection_->kind() == fv::SchemeKind::vanLeer;
  if (compression_->kind() == fv::SchemeKind::linear) compressionKind_ = Compression::linear;
  if (compression_->kind() == fv::SchemeKind::interfaceCompression) compressionKind_ = Compression::quartic;
}

bool AlphaFlux::looksBeyondNeighbours() const { return convection_->corrected() || compression_->corrected(); }

/// phi_c |S| of a face, see above.
struct AlphaFlux::CompressionSpeed {
  double cAlpha, icAlpha;
  View<const Label> owner, neighbour;
  View<const Vec3> U;
  const double* weights;  ///< of |U|
  View<const double> magSf;
  const double* shear;  ///< null: it does not compress

  double ofSpeed(double phi, Label f) const {
    const double magPhi = std::abs(phi);
    if (icAlpha <= 0) return cAlpha * magPhi;
    const double w = weights[f], magU = w * mag(U[owner[f]]) + (1 - w) * mag(U[neighbour[f]]);
    return cAlpha * ((1 - icAlpha) * magPhi + icAlpha * magU * magSf[f]);
  }
  double operator()(double phi, Label f) const { return shear ? ofSpeed(phi, f) + shear[f] * magSf[f] : ofSpeed(phi, f); }
};

AlphaFlux::CompressionSpeed AlphaFlux::compressionSpeed() const {
  const auto& mesh = context_->mesh;
  const auto& [cAlpha, icAlpha, scAlpha] = compressionBy_;
  return {cAlpha,      icAlpha,
          mesh.owner,  mesh.neighbour,
          U_->cells(), speedWeights_.data(),
          mesh.magSf,  shear_.empty() ? nullptr : shear_.data()};
}

void AlphaFlux::updateShear() {
  if (!gradientOfU_) return;
  const auto& mesh = context_->mesh;
  gradU_.resize(static_cast<std::size_t>(mesh.nAllCells()));
  shear_.resize(static_cast<std::size_t>(mesh.nInteriorFaces()));
  gradientOfU_->cells(*U_, gradU_);
  parallelFor({"alpha flux: shear", 8 + 8 + 8 + 96}, mesh.nInteriorFaces(),
              [scAlpha = compressionBy_.scAlpha, owner = View(mesh.owner), neighbour = View(mesh.neighbour), C = View(mesh.C),
               weights = shearWeights_.data(), gradU = View(gradU_), shear = View(shear_)](Label f) {
                const Label P = owner[f], N = neighbour[f];
                const double w = weights[f];
                shear[f] = scAlpha * mag(dot(symm(w * gradU[P] + (1 - w) * gradU[N]), C[N] - C[P]));
              });
}

/// Of alpha1 the interface's gradient, if it is the one that the limiter's scheme would give.
std::span<const Vec3> AlphaFlux::gradientOf(const fv::VolScalarField& convected) {
  const auto make = [&](const std::string& field) { return std::make_unique<BandGradient>(*context_, "grad(" + field + ")"); };
  if (&convected != alpha1_) {
    if (!gradientCN_) gradientCN_ = make(convected.name());
    return (*gradientCN_)(convected, state_->band());
  }
  if (!gradient_ && !sharesGradient_) {
    gradient_ = make(TimeWeighting::blendName(*alpha1_, 1));
    sharesGradient_ = !state_->hasContactAngle() && !gradient_->words().empty() && gradient_->words() == state_->gradientWords();
    if (sharesGradient_) gradient_.reset();
  }
  return sharesGradient_ ? state_->gradient() : (*gradient_)(convected, state_->band());
}

void AlphaFlux::operator()(std::span<const double> phi, std::span<const double> phiCN, const fv::VolScalarField& convected,
                           std::span<const double> base, std::vector<double>& difference) {
  difference.resize(state_->band().faces().size());
  if (readsAlpha2())
    generalPass(phi, phiCN, convected, base, difference);
  else if (compressionKind_ == Compression::linear && bounded_)
    onePass(phi, phiCN, convected, LinearWeight<true>{}, base, difference);
  else if (compressionKind_ == Compression::linear)
    onePass(phi, phiCN, convected, LinearWeight<false>{}, base, difference);
  else
    onePass(phi, phiCN, convected, QuarticWeight{}, base, difference);
  if (geometric_) cutByInterface(phiCN, convected, base, difference);
  const auto faces = state_->band().boundaryFaces();
  const auto boundaryDifference = std::span(difference).subspan(static_cast<std::size_t>(state_->band().nInterior()));
  const Label first = context_->mesh.nInteriorFaces();
  parallelFor("alpha flux: boundary", static_cast<Label>(faces.size()),
              [faces, first, phiCN, base, bounded = bounded_, values = View(convected.boundary()),
               out = View(boundaryDifference)](Label i) {
                const Label f = faces[i];
                const double value = values[f - first];
                out[i] = phiCN[f] * (bounded ? std::clamp(value, 0.0, 1.0) : value) - (base.empty() ? 0 : base[f]);
              });
}

/// The faces that the interface in their upwind cell cuts.
void AlphaFlux::cutByInterface(std::span<const double> phiCN, const fv::VolScalarField& convected, std::span<const double> base,
                               std::vector<double>& difference) {
  const auto values = (*geometric_)(convected, phiCN);
  parallelFor({"alpha flux: cut faces", 28}, state_->band().nInterior(),
              [values, phiCN, base, faces = state_->band().faces(), out = View(difference)](Label k) {
                const Label f = faces[k];
                if (values[f] >= 0) out[k] = phiCN[f] * values[f] - (base.empty() ? 0 : base[f]);
              });
}

/// The flux of one face by vanLeer, with the limiter of the compressed values.
template <class Weight>
struct AlphaFlux::OneFace {
  Weight compressionWeight;
  View<const Label> owner, neighbour;
  View<const double> weights, magSf, alpha, values;
  View<const Vec3> gradient, C;
  std::span<const double> phi, phiCN, base;
  FaceNormalFlux nHatf;
  CompressionSpeed phicMagSf;

  /// flipped: whether the face's normal is opposite to that of the global mesh.
  template <class Flipped>
  double operator()(Label f, Flipped flipped) const {
    const Label P = owner[f], N = neighbour[f];
    const double w = weights[f];
    const double vP = values[P], vN = values[N];
    const double l =
        fv::schemes::VanLeer::ofGradients(vN - vP, dot(C[N] - C[P], gradient[isPositive(phiCN[f], flipped) ? P : N]));
    const double weight = l * w + (1 - l) * (isNonNegative(phiCN[f], flipped) ? 1.0 : 0.0);
    const double limited = weight * (vP - vN) + vN;
    const double minus = base.empty() ? 0 : base[f];
    if constexpr (Weight::bounded) {
      const double mean = w * (vP - vN) + vN, compression = phicMagSf.cAlpha * nHatf(f, magSf[f]) * mean * (1 - mean);
      return phiCN[f] * std::clamp(limited + (phiCN[f] < 0 ? -compression : compression), 0.0, 1.0) - minus;
    }
    const double phir = -phicMagSf(phi[f], f) * nHatf(f, magSf[f]), a1P = alpha[P], a1N = alpha[N], a2P = 1 - a1P, a2N = 1 - a1N;
    const double phirb = -phir * (compressionWeight(w, a2P, a2N, phir, flipped) * (a2P - a2N) + a2N);
    const double compressed = phirb * (compressionWeight(w, a1P, a1N, phirb, flipped) * (a1P - a1N) + a1N);
    return phiCN[f] * limited + compressed - minus;
  }
};

template <class Weight>
void AlphaFlux::onePass(std::span<const double> phi, std::span<const double> phiCN, const fv::VolScalarField& convected,
                        const Weight& compressionWeight, std::span<const double> base, std::vector<double>& difference) {
  const auto& mesh = context_->mesh;
  const auto gradient = gradientOf(convected);
  const OneFace<Weight> onFace{.compressionWeight = compressionWeight,
                               .owner = mesh.owner,
                               .neighbour = mesh.neighbour,
                               .weights = mesh.weights,
                               .magSf = mesh.magSf,
                               .alpha = alpha1_->cells(),
                               .values = convected.cells(),
                               .gradient = gradient,
                               .C = mesh.C,
                               .phi = phi,
                               .phiCN = phiCN,
                               .base = base,
                               .nHatf = state_->nHatf(),
                               .phicMagSf = compressionSpeed()};
  const auto& band = state_->band();
  const auto internal = band.internalFaces(), coupled = band.coupledFaces();
  const auto ofCoupled = std::span(difference).subspan(internal.size());
  const double cellsPerFace = static_cast<double>(mesh.nCells) / std::max<Label>(mesh.nInteriorFaces(), 1);
  parallelFor({"alpha flux", 4 + 8 + 8 + 8 + 8 + 24 + 8 + 8 + cellsPerFace * (24 + 24 + 8)}, static_cast<Label>(internal.size()),
              [onFace, internal, out = View(difference)](Label k) { out[k] = onFace(internal[k], std::false_type{}); });
  parallelFor("alpha flux: coupled", static_cast<Label>(coupled.size()),
              [onFace, coupled, flipped = View(mesh.faceFlipped), out = View(ofCoupled)](Label k) {
                out[k] = onFace(coupled[k], flipped[coupled[k]] != 0);
              });
}

/// Any schemes, on all faces, of which those of the band are taken.
void AlphaFlux::generalPass(std::span<const double> phi, std::span<const double> phiCN, const fv::VolScalarField& convected,
                            std::span<const double> base, std::vector<double>& difference) {
  const auto& mesh = context_->mesh;
  const auto& band = state_->band();
  const auto& alpha2 = state_->alpha2();
  const auto faces = band.faces();
  phir_.assign(static_cast<std::size_t>(mesh.nFaces()), 0.0);
  parallelFor("alpha flux: phir", band.nInterior(),
              [faces, phi, nHatf = state_->nHatf(), phicMagSf = compressionSpeed(), magSf = View(mesh.magSf),
               phir = View(phir_)](Label i) {
                const Label f = faces[i];
                phir[f] = -phicMagSf(phi[f], f) * nHatf(f, magSf[f]);
              });
  fv::fvc::flux(*compression_, phir_, alpha2, compressed_, weights_, correction_);
  parallelFor("alpha flux: phirb", mesh.nFaces(),
              [phir = View(phir_), compressed = View(compressed_)](Label f) { phir[f] = -compressed[f]; });
  fv::fvc::flux(*compression_, phir_, *alpha1_, compressed_, weights_, correction_);
  fv::fvc::flux(*convection_, phiCN, convected, convected_, weights_, correction_);
  parallelFor("alpha flux: total", band.nInterior(),
              [faces, phiCN, base, bounded = bounded_, convected = View(convected_), compressed = View(compressed_),
               out = View(difference)](Label i) {
                const Label f = faces[i];
                double flux = convected[f] + compressed[f];
                if (bounded) flux = phiCN[f] == 0 ? 0 : phiCN[f] * std::clamp(flux / phiCN[f], 0.0, 1.0);
                out[i] = flux - (base.empty() ? 0 : base[f]);
              });
}

}  // namespace eagre::interface_
