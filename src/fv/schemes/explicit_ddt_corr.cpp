// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "fv/fields/boundary_condition.hpp"
#include "fv/fields/cell_faces.hpp"
#include "fv/schemes/schemes.hpp"
#include "fv/time/ddt.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/overlaps.hpp"

// With D^n = phi^n - Sf . interpolate(U^n), all corrections are of one form: rate = sum over old levels of c D, and for
// CrankNicolson plus f E, E the rate of D of the step before (interpolation is linear, so E need not be kept for U and phi
// apart, but on a mesh that moves, where rates of U and Uf are of another geometry). The coupling coefficient is made of D^{n-1}
// alone.
namespace eagre::fv {

namespace {

/// What D is made of besides U: phi, or on a mesh that moves the velocity Uf on faces, whose old levels flow through the faces of
/// now, phi^n = Sf . Uf^n.
struct OldFluxes {
  const SurfaceScalarField& phi;
  const SurfaceVectorField* Uf;
  std::vector<double> through[2];  ///< work space: of the last two levels

  const double* level(int n) {
    if (Uf == nullptr) return phi.old(n).data();
    std::vector<double>& flux = through[n - 1];
    flux.resize(Uf->faces().size());
    kernel::parallelFor("ddtCorr, flux of Uf", static_cast<Label>(flux.size()),
                        [flux = kernel::View(flux), Uf = kernel::View(Uf->old(n)), Sf = phi.mesh().Sf.view()](Label f) {
                          flux[f] = dot(Sf[f], Uf[f]);
                        });
    return flux.data();
  }
};

/// D of an old level, face by face.
struct Difference {
  const double *weights, *phi;
  mesh::FaceAreas::View Sf;
  const Vec3 *U, *boundaryU;
  Label first;  ///< boundary face

  Difference(const FaceWeights& faceWeights, const VolVectorField& u, OldFluxes& fluxes, int level)
      : weights(faceWeights.data()),
        phi(fluxes.level(level)),
        Sf(u.mesh().Sf.view()),
        U(u.old(level).cells.data()),
        boundaryU(u.old(level).boundary.data()),
        first(u.mesh().nInteriorFaces()) {}
  double interior(Label f, Label P, Label N) const { return phi[f] - dot(Sf[f], weights[f] * (U[P] - U[N]) + U[N]); }
  double boundary(Label f) const { return phi[f] - dot(Sf[f], boundaryU[f - first]); }
};

/// D of an old level, all faces.
void difference(const FaceWeights& weights, const VolVectorField& U, OldFluxes& phi, int level, std::vector<double>& D) {
  const mesh::Mesh& mesh = U.mesh();
  D.resize(static_cast<std::size_t>(mesh.nFaces()));
  double* out = D.data();
  const Difference d(weights, U, phi, level);
  eachInteriorFace("ddtCorr, difference", mesh, [=](Label f, Label P, Label N) { out[f] = d.interior(f, P, N); });
  kernel::parallelFor("ddtCorr, difference", mesh.nInteriorFaces(), mesh.nFaces(), [=](Label f) { out[f] = d.boundary(f); });
}

/// flux += rAUf couplingCoeff(D) rate(D, face) with D of the last level, except where U fixes the value and, as in OpenFOAM, on
/// cyclicAMI patches (but not cyclicACMI).
template <class Rate>
void addCoupled(const FaceWeights& weights, const VolVectorField& U, OldFluxes& phi, Rate rate, std::span<const double> rAUf,
                std::span<double> flux) {
  const mesh::Mesh& mesh = U.mesh();
  const Difference difference(weights, U, phi, 1);
  const double* phi0 = difference.phi;
  const auto add = [=](Label f, double D) {
    const double coupling = 1 - std::min(std::abs(D) / (std::abs(phi0[f]) + small), 1.0);
    flux[f] += rAUf[f] * coupling * rate(D, f);
  };
  const Label first = mesh.nInteriorFaces(),
              overlapping = mesh.overlaps ? mesh.nInternalFaces + mesh.overlaps->firstWhole : first;
  eachInteriorFace({"ddtCorr", 48 + mesh.Sf.bytes() + 24 / facesPerCell(mesh)}, mesh, [=](Label f, Label P, Label N) {
    if (f < overlapping) add(f, difference.interior(f, P, N));
  });
  for (const auto& condition : U.conditions()) {
    if (condition->fixesValue()) continue;
    const mesh::Patch& patch = condition->patch();
    kernel::parallelFor("ddtCorr, boundary", first + patch.start, first + patch.start + patch.size,
                        [=](Label f) { add(f, difference.boundary(f)); });
  }
}

/// The name under which OpenFOAM interpolates for the coupling coefficient. What it interpolates for the rate has another name,
/// here as it is in steps of one length, and must have the same scheme: D is one for both.
std::string nameOfInterpolation(const Context& context, const DdtScheme& scheme, const std::string& U) {
  const std::string group = "interpolationSchemes";
  std::string name = fmt::format("dotInterpolate(S,{}_0)", U);
  std::string rate;
  if (scheme.kind == DdtScheme::Kind::backward) rate = fmt::format("(2*{0}_0)-(0.5*{0}_0_0)", U);
  if (const double f = scheme.offCentring(context.time()); scheme.kind == DdtScheme::Kind::CrankNicolson) {
    const std::string ddt0 = "ddtCorrDdt0(" + U + ")";
    rate = fmt::format("(({:g}|deltaT)*{}_0)+{}", 1 + f, U, f < 1 ? fmt::format("({:g}*{})", f, ddt0) : ddt0);
  }
  if (rate.empty()) return name;
  const std::string nameOfRate = fmt::format("dotInterpolate(S,({}))", rate);
  if (FaceWeights::areLinear(context, group, name) != FaceWeights::areLinear(context, group, nameOfRate))
    schemeEntry(context, group, name).reader().fail(fmt::format("'{}' and '{}' must have one scheme", name, nameOfRate));
  return name;
}

/// On a mesh that moves: the rates of U and of Uf that CrankNicolson carries from step to step.
struct MovingRates {
  CellValues<Vec3> ofU;
  std::vector<Vec3> ofUf;

  void start(const VolVectorField& U, const SurfaceVectorField& Uf) {
    ofU.cells.assign(U.cells().size(), {});
    ofU.boundary.assign(U.boundary().size(), {});
    ofUf.assign(Uf.faces().size(), {});
  }
  /// rate = c0 (old - older) - f rate
  void advance(double c0, double f, const VolVectorField& U, const SurfaceVectorField& Uf) {
    const auto move = [c0, f](const std::vector<Vec3>& old, const std::vector<Vec3>& older, std::vector<Vec3>& rate) {
      kernel::parallelFor({"ddtCorr, rates", 96}, static_cast<Label>(rate.size()),
                          [c0, f, old = kernel::View(old), older = kernel::View(older), rate = kernel::View(rate)](Label i) {
                            rate[i] = c0 * (old[i] - older[i]) - f * rate[i];
                          });
    };
    move(U.old(1).cells, U.old(2).cells, ofU.cells);
    move(U.old(1).boundary, U.old(2).boundary, ofU.boundary);
    move(Uf.old(1), Uf.old(2), ofUf);
  }
  /// E through the faces as they are now, all faces.
  void through(const FaceWeights& weights, const mesh::Mesh& mesh, std::vector<double>& E) const {
    const Label first = mesh.nInteriorFaces();
    const auto Sf = mesh.Sf.view();
    const double* w = weights.data();
    double* to = E.data();
    const Vec3 *U = ofU.cells.data(), *boundaryU = ofU.boundary.data(), *Uf = ofUf.data();
    eachInteriorFace("ddtCorr, rate", mesh,
                     [=](Label f, Label P, Label N) { to[f] = dot(Sf[f], Uf[f] - (w[f] * (U[P] - U[N]) + U[N])); });
    kernel::parallelFor("ddtCorr, rate", first, mesh.nFaces(),
                        [=](Label f) { to[f] = dot(Sf[f], Uf[f] - boundaryU[f - first]); });
  }
};

}  // namespace

struct DdtCorrection::Impl {
  const Context& context;
  const VolVectorField& U;
  OldFluxes phi;
  DdtScheme scheme;
  FaceWeights weights;
  int startIndex, index;              ///< CrankNicolson: step of the start, step of `rate`
  std::vector<double> D0, D00, rate;  ///< differences of the last two levels; rate of D of the step before (localEuler: 1/dt)
  MovingRates moving;                 ///< what `rate` is made of, if there is a Uf

  Impl(const Context& context_, const VolVectorField& U_, const SurfaceScalarField& phi_, const SurfaceVectorField* Uf)
      : context(context_),
        U(U_),
        phi{phi_, Uf, {}},
        scheme(ddtScheme(context, "ddt(" + U.name() + ")")),
        weights(scheme.kind == DdtScheme::Kind::steadyState
                    ? FaceWeights(context.mesh)
                    : FaceWeights(context, nameOfInterpolation(context, scheme, U.name()))),
        startIndex(context.time().index),
        index(context.time().index) {}

  void addCrankNicolson(std::span<const double> rAUf, std::span<double> flux);
};

/// The first step is an Euler step, as in v1912, whichever step that is.
void DdtCorrection::Impl::addCrankNicolson(std::span<const double> rAUf, std::span<double> flux) {
  const TimeState& time = context.time();
  const double f = scheme.offCentring(time);
  if (rate.empty()) {
    startIndex = index = time.index;
    rate.assign(static_cast<std::size_t>(U.mesh().nFaces()), 0.0);
    if (phi.Uf) moving.start(U, *phi.Uf);
  }
  const bool isFirst = std::exchange(index, time.index) != time.index;
  const double c0 = isFirst ? (time.index > startIndex + 1 ? 1 + f : 1) / time.deltaT0 : 0;
  if (phi.Uf) {
    if (isFirst) moving.advance(c0, f, U, *phi.Uf);
    moving.through(weights, U.mesh(), rate);
  } else if (isFirst) {
    difference(weights, U, phi, 1, D0);
    difference(weights, U, phi, 2, D00);
    kernel::parallelFor("ddtCorr, rate", U.mesh().nFaces(),
                        [=, rate = kernel::View(rate), D0 = kernel::View(D0), D00 = kernel::View(D00)](Label i) {
                          rate[i] = c0 * (D0[i] - D00[i]) - f * rate[i];
                        });
  }
  const double c = (time.index > startIndex ? 1 + f : 1) / time.deltaT;
  const double* e = rate.data();
  addCoupled(
      weights, U, phi, [=](double D, Label i) { return c * D + f * e[i]; }, rAUf, flux);
}

DdtCorrection::DdtCorrection(const Context& context, const VolVectorField& U, const SurfaceScalarField& phi,
                             const SurfaceVectorField* Uf)
    : impl_(std::make_unique<Impl>(context, U, phi, Uf)) {}
DdtCorrection::~DdtCorrection() = default;
DdtCorrection::DdtCorrection(DdtCorrection&&) noexcept = default;

void DdtCorrection::check(const Context& context, const std::string& U, Problems& problems) {
  problems.guard([&] {
    const DdtScheme scheme = ddtScheme(context, "ddt(" + U + ")");
    if (scheme.kind != DdtScheme::Kind::steadyState)
      FaceWeights::check(context, "interpolationSchemes", nameOfInterpolation(context, scheme, U), problems);
  });
}

void DdtCorrection::add(std::span<const double> rAUf, std::span<double> flux) {
  Impl& i = *impl_;
  if (i.scheme.kind == DdtScheme::Kind::steadyState) return;
  if (i.scheme.kind == DdtScheme::Kind::CrankNicolson) return i.addCrankNicolson(rAUf, flux);
  if (i.scheme.kind == DdtScheme::Kind::localEuler) {
    i.rate.resize(static_cast<std::size_t>(i.U.mesh().nFaces()));
    interpolate(i.context, localRate(i.context.time()), "interpolate(rDeltaT)", i.rate);
    return addCoupled(
        i.weights, i.U, i.phi, [rate = i.rate.data()](double D, Label f) { return rate[f] * D; }, rAUf, flux);
  }
  const DdtCoefficients c = ddtCoefficients(i.scheme, i.context.time());
  if (c.oldOld == 0)
    return addCoupled(
        i.weights, i.U, i.phi, [=](double D, Label) { return c.old * D; }, rAUf, flux);
  difference(i.weights, i.U, i.phi, 2, i.D00);
  const double* d00 = i.D00.data();
  addCoupled(
      i.weights, i.U, i.phi, [=](double D, Label f) { return c.old * D - c.oldOld * d00[f]; }, rAUf, flux);
}

void addDdtCorr(const Context& context, const VolVectorField& U, const SurfaceScalarField& phi, std::span<const double> rAUf,
                std::span<double> flux) {
  const std::string name = "ddt(" + U.name() + ")";
  if (ddtScheme(context, name).kind == DdtScheme::Kind::CrankNicolson)
    schemeEntry(context, "ddtSchemes", name).reader().fail("CrankNicolson is not supported by this solver's flux correction");
  DdtCorrection(context, U, phi).add(rAUf, flux);
}

}  // namespace eagre::fv
