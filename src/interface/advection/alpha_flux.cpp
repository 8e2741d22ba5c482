// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/alpha_flux.hpp"

#include <algorithm>
#include <cmath>

#include "fv/schemes/faces.hpp"
#include "fv/schemes/limiters.hpp"
#include "interface/advection/time_weighting.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::interface_ {

using fv::schemes::isNonNegative;
using fv::schemes::isPositive;
using kernel::parallelFor;

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

AlphaFlux::AlphaFlux(const fv::Context& context, InterfaceState& state, const fv::VolVectorField& U, double cAlpha,
                     double icAlpha, bool bounded)
    : context_(&context),
      state_(&state),
      alpha1_(&state.alpha1()),
      U_(&U),
      cAlpha_(cAlpha),
      icAlpha_(icAlpha),
      bounded_(bounded),
      speedWeights_(icAlpha > 0 ? fv::FaceWeights(context, speedScheme) : context.mesh),
      convection_(fv::makeConvectionScheme<double>(context, convectionScheme).interpolation),
      compression_(fv::makeConvectionScheme<double>(context, compressionScheme).interpolation) {
  vanLeer_ = convection_->kind() == fv::SchemeKind::vanLeer;
  if (compression_->kind() == fv::SchemeKind::linear) compressionKind_ = Compression::linear;
  if (compression_->kind() == fv::SchemeKind::interfaceCompression) compressionKind_ = Compression::quartic;
}

bool AlphaFlux::looksBeyondNeighbours() const { return convection_->corrected() || compression_->corrected(); }

/// phi_c |S|, see above.
inline double AlphaFlux::phicMagSf(double phi, Label f) const {
  const double magPhi = std::abs(phi);
  if (icAlpha_ <= 0) return cAlpha_ * magPhi;
  const auto& mesh = context_->mesh;
  const double w = speedWeights_.data()[f];
  const double magU = w * mag(U_->cells()[mesh.owner[f]]) + (1 - w) * mag(U_->cells()[mesh.neighbour[f]]);
  return cAlpha_ * ((1 - icAlpha_) * magPhi + icAlpha_ * magU * mesh.magSf[f]);
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
  const auto faces = state_->band().boundaryFaces();
  const auto nInterior = static_cast<std::size_t>(state_->band().nInterior());
  const Label first = context_->mesh.nInteriorFaces();
  parallelFor("alpha flux: boundary", static_cast<Label>(faces.size()), [&](Label i) {
    const Label f = faces[i];
    const double value = convected.boundary()[f - first];
    difference[nInterior + i] = phiCN[f] * (bounded_ ? std::clamp(value, 0.0, 1.0) : value) - (base.empty() ? 0 : base[f]);
  });
}

template <class Weight>
void AlphaFlux::onePass(std::span<const double> phi, std::span<const double> phiCN, const fv::VolScalarField& convected,
                        const Weight& compressionWeight, std::span<const double> base, std::vector<double>& difference) {
  const auto& mesh = context_->mesh;
  const Vec3 *gradient = gradientOf(convected).data(), *C = mesh.C.data();
  const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
  const double *weights = mesh.weights.data(), *alpha = alpha1_->cells().data(), *values = convected.cells().data();
  const double *magSf = mesh.magSf.data(), *minus = base.empty() ? nullptr : base.data();
  const FaceNormalFlux nHatf = state_->nHatf();
  const auto onFace = [&](Label f, auto flipped) {
    const Label P = owner[f], N = neighbour[f];
    const double w = weights[f];
    const double vP = values[P], vN = values[N];
    const double l =
        fv::schemes::VanLeer::ofGradients(vN - vP, dot(C[N] - C[P], gradient[isPositive(phiCN[f], flipped) ? P : N]));
    const double weight = l * w + (1 - l) * (isNonNegative(phiCN[f], flipped) ? 1.0 : 0.0);
    const double limited = weight * (vP - vN) + vN;
    if constexpr (Weight::bounded) {
      const double mean = w * (vP - vN) + vN, compression = cAlpha_ * nHatf(f, magSf[f]) * mean * (1 - mean);
      return phiCN[f] * std::clamp(limited + (phiCN[f] < 0 ? -compression : compression), 0.0, 1.0) - (minus ? minus[f] : 0);
    }
    const double phir = -phicMagSf(phi[f], f) * nHatf(f, magSf[f]), a1P = alpha[P], a1N = alpha[N], a2P = 1 - a1P, a2N = 1 - a1N;
    const double phirb = -phir * (compressionWeight(w, a2P, a2N, phir, flipped) * (a2P - a2N) + a2N);
    const double compressed = phirb * (compressionWeight(w, a1P, a1N, phirb, flipped) * (a1P - a1N) + a1N);
    return phiCN[f] * limited + compressed - (minus ? minus[f] : 0);
  };
  const auto& band = state_->band();
  const auto internal = band.internalFaces(), coupled = band.coupledFaces();
  const double cellsPerFace = static_cast<double>(mesh.nCells) / std::max<Label>(mesh.nInteriorFaces(), 1);
  double* out = difference.data();
  parallelFor({"alpha flux", 4 + 8 + 8 + 8 + 8 + 24 + 8 + 8 + cellsPerFace * (24 + 24 + 8)}, static_cast<Label>(internal.size()),
              [&](Label k) { out[k] = onFace(internal[k], std::false_type{}); });
  parallelFor("alpha flux: coupled", static_cast<Label>(coupled.size()),
              [&](Label k) { out[internal.size() + k] = onFace(coupled[k], mesh.faceFlipped[coupled[k]] != 0); });
}

/// Any schemes, on all faces, of which those of the band are taken.
void AlphaFlux::generalPass(std::span<const double> phi, std::span<const double> phiCN, const fv::VolScalarField& convected,
                            std::span<const double> base, std::vector<double>& difference) {
  const auto& mesh = context_->mesh;
  const auto& band = state_->band();
  const auto& alpha2 = state_->alpha2();
  phir_.assign(static_cast<std::size_t>(mesh.nFaces()), 0.0);
  const FaceNormalFlux nHatf = state_->nHatf();
  parallelFor("alpha flux: phir", band.nInterior(), [&](Label i) {
    const Label f = band.faces()[i];
    phir_[f] = -phicMagSf(phi[f], f) * nHatf(f, mesh.magSf[f]);
  });
  fv::fvc::flux(*compression_, phir_, alpha2, compressed_, weights_, correction_);
  parallelFor("alpha flux: phirb", mesh.nFaces(), [&](Label f) { phir_[f] = -compressed_[f]; });
  fv::fvc::flux(*compression_, phir_, *alpha1_, compressed_, weights_, correction_);
  fv::fvc::flux(*convection_, phiCN, convected, convected_, weights_, correction_);
  parallelFor("alpha flux: total", band.nInterior(), [&](Label i) {
    const Label f = band.faces()[i];
    double flux = convected_[f] + compressed_[f];
    if (bounded_) flux = phiCN[f] == 0 ? 0 : phiCN[f] * std::clamp(flux / phiCN[f], 0.0, 1.0);
    difference[i] = flux - (base.empty() ? 0 : base[f]);
  });
}

}  // namespace eagre::interface_
