// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/lanes.hpp"
#include "core/vec.hpp"
#include "mesh/mesh.hpp"

/// What each term adds to one cell, one interior face or one boundary face: the bodies of the three loops of
/// terms_assembly.hpp. Plain views, schemes resolved; P is the owner of a face, N its neighbour, b counts boundary faces.
/// cellBytes and faceBytes: what a kernel reads of each cell and face (readsGradient: also the gradient, which kernels share).
namespace eagre::fv::kernels {

template <class T>
struct CellSum {
  double diag = 0;
  T source{};
};
/// A(N,P), A(P,N), and what a bounded convection takes from the diagonal of P and gives to N's.
struct FaceSum {
  double lower = 0, upper = 0, bounded = 0;
};
/// explicitFlux: out of the owner, like that of a kernel that hasExplicit on interior faces.
template <class T>
struct BoundarySum {
  T internal{}, boundary{}, explicitFlux{};
  double bounded = 0;
};

// ---- ddt -------------------------------------------------------------------------------------------------------------
struct NoDensity {
  static constexpr double bytes = 0;  ///< a level
  double now(Label) const { return 1; }
  double old(Label) const { return 1; }
  double oldOld(Label) const { return 1; }
};
struct Density {
  static constexpr double bytes = 8;
  const double *now_, *old_, *oldOld_;
  double now(Label c) const { return now_[c]; }
  double old(Label c) const { return old_[c]; }
  double oldOld(Label c) const { return oldOld_[c]; }
};

template <class T, class Rho>
struct TwoLevelDdt {
  static constexpr bool onCells = true, onFaces = false;
  static constexpr double cellBytes = 2 * Rho::bytes + 8 * nComponents<T>;
  Rho rho;
  double now, old;
  const T* psi0;
  void cell(Label c, double V, CellSum<T>& sum) const {
    sum.diag += now * rho.now(c) * V;
    sum.source += (old * rho.old(c) * V) * psi0[c];
  }
};
/// With a rate of its own in each cell.
template <class T, class Rho>
struct LocalDdt {
  static constexpr bool onCells = true, onFaces = false;
  static constexpr double cellBytes = 8 + 2 * Rho::bytes + 8 * nComponents<T>;
  Rho rho;
  double factor;
  const double* rate;
  const T* psi0;
  void cell(Label c, double V, CellSum<T>& sum) const {
    sum.diag += factor * rate[c] * rho.now(c) * V;
    sum.source += (factor * rate[c] * rho.old(c) * V) * psi0[c];
  }
};
template <class T, class Rho>
struct ThreeLevelDdt {
  static constexpr bool onCells = true, onFaces = false;
  static constexpr double cellBytes = 3 * Rho::bytes + 16 * nComponents<T>;
  Rho rho;
  double now, old, oldOld;
  const T *psi0, *psi00;
  void cell(Label c, double V, CellSum<T>& sum) const {
    sum.diag += now * rho.now(c) * V;
    sum.source += V * ((old * rho.old(c)) * psi0[c] - (oldOld * rho.oldOld(c)) * psi00[c]);
  }
};
template <class T, class Rho>
struct CrankNicolsonDdt {
  static constexpr bool onCells = true, onFaces = false;
  static constexpr double cellBytes = 2 * Rho::bytes + 16 * nComponents<T>;
  Rho rho;
  double now, offCentre;
  const T *psi0, *rate;
  void cell(Label c, double V, CellSum<T>& sum) const {
    sum.diag += now * rho.now(c) * V;
    sum.source += V * ((now * rho.old(c)) * psi0[c] + offCentre * rate[c]);
  }
};

// ---- sources ---------------------------------------------------------------------------------------------------------
template <class T>
struct Uniform {
  static constexpr double bytes = 0;
  T value;
  const T& operator()(Label) const { return value; }
};
template <class T>
struct Values {
  static constexpr double bytes = 8 * nComponents<T>;
  const T* value;
  const T& operator()(Label c) const { return value[c]; }
};

template <class T, class Coefficient>
struct ImplicitSource {
  static constexpr bool onCells = true, onFaces = false;
  static constexpr double cellBytes = Coefficient::bytes;
  double factor;
  Coefficient coefficient;
  void cell(Label c, double V, CellSum<T>& sum) const { sum.diag += factor * V * coefficient(c); }
};
/// Implicit where it strengthens the diagonal, explicit otherwise (OpenFOAM's SuSp).
template <class T, class Coefficient>
struct SignedSource {
  static constexpr bool onCells = true, onFaces = false;
  static constexpr double cellBytes = Coefficient::bytes + 8 * nComponents<T>;
  double factor;
  Coefficient coefficient;
  const T* psi;
  void cell(Label c, double V, CellSum<T>& sum) const {
    const double a = coefficient(c);
    sum.diag += factor * V * std::max(a, 0.0);
    sum.source -= (factor * V * std::min(a, 0.0)) * psi[c];
  }
};
template <class T, class Source>
struct ExplicitSource {
  static constexpr bool onCells = true, onFaces = false;
  static constexpr double cellBytes = Source::bytes;
  double factor;
  Source value;
  void cell(Label c, double V, CellSum<T>& sum) const { sum.source -= (factor * V) * value(c); }
};

// ---- convection ------------------------------------------------------------------------------------------------------
struct UpwindWeight {
  static constexpr double bytes = 0;
  double operator()(Label, double flux) const { return flux >= 0 ? 1 : 0; }
};
struct GivenWeight {
  static constexpr double bytes = 8;
  const double* weights;
  double operator()(Label f, double) const { return weights[f]; }
};
template <class T, class Weight>
struct Convection {
  static constexpr bool onCells = false, onFaces = true, hasExplicit = false, readsGradient = false;
  static constexpr double cellBytes = 0, faceBytes = 8 + Weight::bytes;
  double factor, boundedFactor;  ///< boundedFactor: factor if bounded, else 0
  const double* flux;
  Weight weight;
  const T *valueInternal, *valueBoundary;
  void face(Label f, Label, Label, FaceSum& sum) const {
    const double lower = -weight(f, flux[f]) * flux[f];
    sum.lower += factor * lower;
    sum.upper += factor * (lower + flux[f]);
    sum.bounded += boundedFactor * flux[f];
  }
  void boundary(Label b, Label f, Label, BoundarySum<T>& sum) const {
    sum.internal += (factor * flux[f]) * valueInternal[b];
    sum.boundary -= (factor * flux[f]) * valueBoundary[b];
    sum.bounded += boundedFactor * flux[f];
  }
};

struct BlendedWeight {
  static constexpr double bytes = 0;  ///< weights are the stress's
  double share;                       ///< of upwind; the rest is linear
  const double* linear;
  double operator()(Label f, double flux) const { return (1 - share) * linear[f] + (flux >= 0 ? share : 0); }
};

/// Upwind with the value extrapolated to the face by the gradient of the upwind cell, psi_f = psi_C + (Cf - C) . grad psi_C, or a
/// share of that with the rest linear.
template <class T>
struct LinearUpwindConvection : Convection<T, BlendedWeight> {
  static constexpr bool hasExplicit = true, readsGradient = true;
  static constexpr double cellBytes = 24, faceBytes = 8;
  const Gradient<T>* gradient;
  mesh::Mesh::FaceCentres Cf;
  T explicitFlux(Label f, Label P, Label N) const {
    const double flux = this->flux[f];
    const Label upwind = flux > 0 ? P : N;
    T difference;
    store((this->factor * this->weight.share * flux) * GradientLanes<T>(gradient[upwind]).dotFrom(Cf(f, P, N) - Cf.C[upwind]),
          difference);
    return difference;
  }
};

// ---- viscous stress --------------------------------------------------------------------------------------------------
/// S . (mu dev2((grad U)^T)) through a face.
struct TransposedStress {
  static constexpr bool onCells = false, onFaces = true, hasExplicit = true, readsGradient = true;
  static constexpr double cellBytes = 0, faceBytes = 24;  ///< mu and the weights are the Laplacian's
  double factor;
  const double *weights, *mu, *muBoundary;
  const Tensor *gradU, *gradUBoundary;
  mesh::FaceAreas::View Sf;
  static Vec3 traction(const Vec3& S, const Tensor& G) { return dot(G, S) - ((2.0 / 3.0) * trace(G)) * S; }
  void face(Label, Label, Label, FaceSum&) const {}
  Vec3 explicitFlux(Label f, Label P, Label N) const {
    const double a = factor * weights[f] * mu[P], b = factor * (1 - weights[f]) * mu[N];
    return traction(Sf[f], a * gradU[P] + b * gradU[N]);
  }
  void boundary(Label b, Label f, Label, BoundarySum<Vec3>& sum) const {
    sum.explicitFlux += (factor * muBoundary[b]) * traction(Sf[f], gradUBoundary[b]);
  }
};

// ---- laplacian -------------------------------------------------------------------------------------------------------
struct UniformGamma {
  static constexpr double cellBytes = 0, faceBytes = 0;
  double gamma;
  double face(Label, Label, Label) const { return gamma; }
  double boundary(Label, Label) const { return gamma; }
};
struct FaceGamma {
  static constexpr double cellBytes = 0, faceBytes = 8;
  const double* gamma;
  double face(Label f, Label, Label) const { return gamma[f]; }
  double boundary(Label, Label f) const { return gamma[f]; }
};
struct CellGamma {
  static constexpr double cellBytes = 8, faceBytes = 8;
  const double *weights, *cells, *boundaryValues;
  double face(Label f, Label P, Label N) const { return weights[f] * cells[P] + (1 - weights[f]) * cells[N]; }
  double boundary(Label b, Label) const { return boundaryValues[b]; }
};
template <class T, class Gamma>
struct Diffusion {
  static constexpr bool onCells = false, onFaces = true, hasExplicit = false, readsGradient = false;
  static constexpr double cellBytes = Gamma::cellBytes, faceBytes = 16 + Gamma::faceBytes;
  double factor;
  Gamma gamma;
  const double *magSf, *deltaCoeffs;
  const T *gradientInternal, *gradientBoundary;
  double gammaMagSf(Label f, Label P, Label N) const { return factor * gamma.face(f, P, N) * magSf[f]; }
  void face(Label f, Label P, Label N, FaceSum& sum) const {
    const double a = deltaCoeffs[f] * gammaMagSf(f, P, N);
    sum.lower += a;
    sum.upper += a;
  }
  void boundary(Label b, Label f, Label, BoundarySum<T>& sum) const {
    const double a = factor * gamma.boundary(b, f) * magSf[f];
    sum.internal += a * gradientInternal[b];
    sum.boundary -= a * gradientBoundary[b];
  }
};

}  // namespace eagre::fv::kernels
