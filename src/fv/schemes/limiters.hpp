// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <cmath>

#include "core/types.hpp"
#include "core/vec.hpp"

/// Flux limiters: each a small functor, from what a face sees to the share of linear interpolation in the face value (0: upwind,
/// 1: linear, 2: downwind on a uniform mesh).
namespace eagre::fv::schemes {

/// What a limiter sees of a face: for a scalar the values themselves, for the V forms everything projected on the
/// direction of the largest change, N - P.
struct FaceStencil {
  double w;                       ///< linear weight of the owner
  double flux;                    ///< out of the owner
  bool positive;                  ///< the owner is upwind
  double P, N;                    ///< values of owner and neighbour
  double gradf;                   ///< N - P
  double gradcf;                  ///< d . gradient of the upwind cell
  double gradcP = 0, gradcN = 0;  ///< d . gradients of owner and neighbour, for limiters that need both
};

inline FaceStencil makeStencil(double w, double flux, bool positive, double P, double N, const Vec3& gradient, const Vec3& d) {
  return {w, flux, positive, P, N, N - P, dot(d, gradient)};
}
inline FaceStencil makeStencil(double w, double flux, bool positive, const Vec3& P, const Vec3& N, const Tensor& gradient,
                               const Vec3& d) {
  const Vec3 direction = N - P;
  return {w, flux, positive, dot(direction, P), dot(direction, N), dot(direction, direction), dot(direction, dot(d, gradient))};
}

inline double changeAlong(double, double, const Vec3& gradient, const Vec3& d) { return dot(d, gradient); }
inline double changeAlong(const Vec3& P, const Vec3& N, const Tensor& gradient, const Vec3& d) {
  return dot(N - P, dot(d, gradient));
}

/// The guards' bound on gradient ratios.
inline constexpr double maxGradientRatio = 1000;
inline double signOf(double a) { return a >= 0 ? 1.0 : -1.0; }

/// Ratio of successive gradients, r = 2 gradcf/gradf - 1 (Sweby 1984, on unstructured meshes: Jasak, Weller and
/// Gosman 1999).
inline double gradientRatio(const FaceStencil& s) {
  if (std::abs(s.gradcf) >= maxGradientRatio * std::abs(s.gradf))
    return 2 * maxGradientRatio * signOf(s.gradcf) * signOf(s.gradf) - 1;
  return 2 * (s.gradcf / s.gradf) - 1;
}
/// Normalised variable of the upwind cell, phi~_C = 1 - gradf/(2 gradcf) (Leonard 1988; Jasak, Weller and Gosman 1999).
inline double normalisedVariable(const FaceStencil& s) {
  if (std::abs(s.gradf) >= maxGradientRatio * std::abs(s.gradcf))
    return 1 - 0.5 * maxGradientRatio * signOf(s.gradcf) * signOf(s.gradf);
  return 1 - 0.5 * s.gradf / s.gradcf;
}

// ---- functions of r
struct VanLeer {  ///< van Leer (1974)
  static double of(double r) { return (r + std::abs(r)) / (1 + std::abs(r)); }
  /// The same of r = 2 gradcf/gradf - 1, without branches and with one division: 2 - gradf/gradcf where r > 0, never above what
  /// the guard of r allows. Where gradf is 0 it is 0 instead of 2, so it is for face values only: there both sides are equal.
  static double ofGradients(double gradf, double gradcf) {
    constexpr double rMax = 2 * maxGradientRatio - 1;
    const double q = gradf / gradcf;
    const double l = std::min(std::max(2 - q, 0.0), 2 * rMax / (1 + rMax));
    return q > 0 ? l : 0.0;
  }
};
struct VanAlbada {  ///< van Albada, van Leer and Roberts (1982)
  static double of(double r) { return r * (r + 1) / (r * r + 1); }
};
struct Muscl {  ///< monotonized central, van Leer (1979)
  static double of(double r) { return std::max(std::min(std::min(2 * r, 0.5 * r + 0.5), 2.0), 0.0); }
};
struct Minmod {  ///< Roe (1986)
  static double of(double r) { return std::max(std::min(r, 1.0), 0.0); }
};
struct SuperBee {  ///< Roe (1986)
  static double of(double r) { return std::max(std::max(std::min(2 * r, 1.0), std::min(r, 2.0)), 0.0); }
};
struct Umist {  ///< Lien and Leschziner (1994)
  static double of(double r) { return std::max(std::min(std::min(std::min(2 * r, 0.75 * r + 0.25), 0.25 * r + 0.75), 2.0), 0.0); }
};
struct Ospre {  ///< Waterson and Deconinck (1995)
  static double of(double r) {
    const double p = r * (r + 1);
    return 1.5 * p / (p + 1);
  }
};
struct LimitedLinear {  ///< linear until r falls below k/2; k = 1: the most limited, TVD
  double twoByK;
  explicit LimitedLinear(double k) : twoByK(2 / std::max(k, small)) {}
  double of(double r) const { return std::max(std::min(twoByK * r, 1.0), 0.0); }
};

/// A limiter that is a function of r alone.
template <class F>
struct OfRatio {
  static constexpr bool needsGradient = true;
  F f;
  double operator()(const FaceStencil& s) const { return f.of(gradientRatio(s)); }
};

// ---- functions of the normalised variable
struct Gamma {  ///< Jasak, Weller and Gosman (1999); k = 1: beta_m = 0.5
  static constexpr bool needsGradient = true;
  double beta;
  explicit Gamma(double k) : beta(std::max(k / 2, small)) {}
  double of(double phict) const { return std::min(std::max(phict / beta, 0.0), 1.0); }
  double operator()(const FaceStencil& s) const { return of(normalisedVariable(s)); }
};
struct Sfcd {  ///< self-filtered central differencing, Jasak (1996)
  static constexpr bool needsGradient = true;
  static double of(double phict) {
    const double limited = std::min(std::max(phict, 0.0), 0.5);
    return limited / (1 - limited);
  }
  double operator()(const FaceStencil& s) const { return of(normalisedVariable(s)); }
};

// ---- others
struct Quick {  ///< Leonard (1979), limited between upwind and downwind
  static constexpr bool needsGradient = true;
  double operator()(const FaceStencil& s) const {
    const double linear = s.w * s.P + (1 - s.w) * s.N;
    const double upwind = s.positive ? s.P : s.N;
    const double face = 0.5 * (linear + upwind + (s.positive ? 1 - s.w : -s.w) * s.gradcf);
    const double change = linear - upwind;
    const double limiter = (face - upwind) / (change >= 0 ? change + small : change - small);
    return std::max(std::min(limiter, 2.0), 0.0);
  }
};
/// Compression of the interface of a phase fraction: linear at 0.5, upwind at 0 and 1 (quartic).
struct InterfaceCompression {
  static constexpr bool needsGradient = false;
  double operator()(const FaceStencil& s) const {
    const double own = 1 - 4 * s.P * (1 - s.P), neighbour = 1 - 4 * s.N * (1 - s.N);
    return std::min(std::max(1 - std::max(own * own, neighbour * neighbour), 0.0), 1.0);
  }
};
/// Linear, with upwind where both cells' gradients say that the change across the face is a wiggle: by how much they contradict
/// it, k = 1 at most, beyond the overshoot l that is let pass (Weller, OpenFOAM's filteredLinear2). Guard: keeps 0/0 away.
struct FilteredLinear2 {
  static constexpr bool needsGradient = true, needsBothGradients = true;
  double k, l, guard;
  double operator()(const FaceStencil& s) const {
    const double sign = s.gradf > 0 ? 1 : -1, P = 2 * s.gradcP, N = 2 * s.gradcN;
    const double contradiction = std::min(std::max(sign * (s.gradf - P), 0.0), std::max(sign * (s.gradf - N), 0.0));
    const double largest = std::max(std::abs(s.gradf), std::max(std::abs(P), std::abs(N)));
    return std::max(std::min(1 + l - k * contradiction / (largest + guard), 1.0), 0.0);
  }
};
/// Linear with up to 20% upwind where the changes along both cells' gradients are far from that across the face (Weller,
/// OpenFOAM's filteredLinear).
struct FilteredLinear {
  static constexpr bool needsGradient = true, needsBothGradients = true;
  double operator()(const FaceStencil& s) const {
    const double nearest = std::min(std::abs(s.gradf - s.gradcP), std::abs(s.gradf - s.gradcN));
    const double largest = std::max(std::abs(s.gradcP), std::abs(s.gradcN)) + small;
    return std::max(std::min(2 - 0.5 * nearest / largest, 1.0), 0.8);
  }
};
/// Linear, with upwind where the changes along both cells' gradients lie on one side of that across the face, k = 1 at most
/// (Weller, OpenFOAM's filteredLinear3).
struct FilteredLinear3 {
  static constexpr bool needsGradient = true, needsBothGradients = true;
  double k;
  double operator()(const FaceStencil& s) const {
    const double P = 2 * s.gradcP, N = 2 * s.gradcN;
    const double limiter = 1 - k * (N - s.gradf) * (P - s.gradf) / std::max((N + P) * (N + P), small);
    return std::max(std::min(limiter, 1.0), 0.0);
  }
};
/// A share of linear that is given, the rest upwind.
struct Blended {
  static constexpr bool needsGradient = false;
  double share;
  double operator()(const FaceStencil&) const { return share; }
};
/// Cubic along the line between the cells, from values and gradients of both, limited to 2 r/k and between upwind and downwind;
/// k = 1: the most limited, TVD (OpenFOAM's limitedCubic).
struct LimitedCubic {
  static constexpr bool needsGradient = true, needsBothGradients = true;
  double twoByK;
  explicit LimitedCubic(double k) : twoByK(2 / std::max(k, small)) {}
  double operator()(const FaceStencil& s) const {
    const double upwind = s.positive ? s.P : s.N;
    const double change = s.w * s.P + (1 - s.w) * s.N - upwind;
    const double cubic = change + 0.25 * ((1 - s.w) * s.gradcP - s.w * s.gradcN);
    const double limiter = cubic / (change >= 0 ? change + small : change - small);
    return std::max(std::min(std::min(twoByK * gradientRatio(s), limiter), 2.0), 0.0);
  }
};
/// The V form: r along the direction of the change, but the cubic value along that of the linear face value, as in v1912.
struct LimitedCubicV : LimitedCubic {
  static constexpr bool cubicAlongFaceValue = true;
  using LimitedCubic::LimitedCubic;
};
/// Upwind where the values leave [lower, upper].
template <class Limiter>
struct Bounded : Limiter {
  double lower, upper;
  double operator()(const FaceStencil& s) const {
    const bool outside = (s.flux > 0 && (s.P < lower || s.N > upper)) || (s.flux < 0 && (s.N < lower || s.P > upper));
    return outside ? 0.0 : Limiter::operator()(s);
  }
};

}  // namespace eagre::fv::schemes
