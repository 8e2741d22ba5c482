// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "fv/conditions/conditions.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/laminar/stress_flux.hpp"
#include "physics/turbulence/k_epsilon.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

namespace {

enum class Order { quadratic, cubic };

/// Coefficients of nut and the stress.
struct StressCoefficients {
  double Cmu1, Cmu2, Cbeta, Cbeta1, Cbeta2, Cbeta3, Cgamma1, Cgamma2, Cgamma4;
};
/// Coefficients of what damps the model at walls.
struct WallCoefficients {
  double Cmu75, kappa, Anu, AE;
};

/// k-epsilon models whose stress is not linear in the velocity gradient, S = symm grad U and W = skew grad U:
///     dk/dt + div(phi k) - div((nu + nut/sigmak) grad k) = G - epsilon
///     d epsilon/dt + div(phi epsilon) - div((nu + nut/sigmaEps) grad epsilon) = (epsilon/k) (Ceps1 G - Ceps2 f2 epsilon) + E
///     nut = Cmu fMu k^2/epsilon,   Cmu = 2/3/(Cmu1 + s + Cmu2 w),   s = k/epsilon sqrt(2) |S|,   w = k/epsilon sqrt(2) |W|
///     R = 2/3 k I - 2 nut S + N,   G = (2 nut S - N) : grad U
///     N = fMu k (k/epsilon)^2/(Cbeta + s^3) (Cbeta1 dev(S.S) + Cbeta2 (S.W + (S.W)^T) + Cbeta3 dev(W.W))
/// and the momentum equation has div N. Shih, Zhu and Lumley (1993), A realizable Reynolds stress algebraic equation model: fMu,
/// f2 = 1, E = 0. Lien, Chen and Leschziner (1996), Low-Reynolds-number eddy-viscosity modelling based on non-linear
/// stress-strain/vorticity relations:
///     N = ... - fMu k (Cmu k/epsilon)^3 ((Cgamma1 |S|^2 - Cgamma2 |W|^2) S + Cgamma4 (S.S.W + (S.S.W)^T))
///     fMu = (1 - exp(-Anu y*)) (1 + 2 kappa/(Cmu^(3/4) y*)),   f2 = 1 - 0.3 exp(-Rt^2),   Rt = k^2/(nu epsilon)
///     E = Ceps2 Cmu^(3/4) f2 sqrt(k) epsilon/l exp(-AE y*^2),   l = kappa y/(1 + 2 kappa/(Cmu^(3/4) y*)),   y* = sqrt(k) y/nu
/// with y the distance to the nearest wall and the number Cmu there. Coefficients from ShihQuadraticKECoeffs or LienCubicKECoeffs
/// or the RAS dictionary itself, defaults as in OpenFOAM v1912.
template <Order order>
class NonlinearKEpsilon final : public EddyViscosityModel {
 public:
  NonlinearKEpsilon(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary&) {
    return {.equations = {{"k", dimKinematicPressure, "DkEff"}, {"epsilon", dimDissipation, "DepsilonEff"}},
            .stress = "nonlinearStress",
            .wallDistance = order == Order::cubic};
  }
  /// That of each EddyViscosityModel, and the stress, which is in no file.
  void start();
  void addStress(fv::Equation<Vec3>& UEqn, const fv::VolScalarField* rho) override;

 private:
  void solve(bool finalIteration) override;
  void correctNut() override {
    gradientEverywhere();
    nutAndStress();
  }
  void nutAndStress();
  void production();
  void solveEpsilon(bool finalIteration);
  void solveK(bool finalIteration);

  /// What the coefficients look at, in cells or on the boundary.
  struct Places {
    WallCoefficients wall;
    View<const double> k, epsilon, nu, y;
    double yStar(Label i) const { return std::sqrt(k[i]) * y[i] / nu[i]; }
    double nearWall(double yStar) const { return 1 + 2 * wall.kappa / wall.Cmu75 / (yStar + small); }
    double fMu(Label i) const {
      if constexpr (order == Order::quadratic) return 1;
      const double yStar = this->yStar(i);
      return (1 - std::exp(-wall.Anu * yStar)) * nearWall(yStar);
    }
    double f2(Label i) const {
      if constexpr (order == Order::quadratic) return 1;
      const double Rt = k[i] * k[i] / (nu[i] * epsilon[i]);
      return 1 - 0.3 * std::exp(-(Rt * Rt));
    }
    /// E/Ceps2
    double E(Label i) const {
      if constexpr (order == Order::quadratic) return 0;
      const double yStar = this->yStar(i), length = wall.kappa * y[i] / nearWall(yStar);
      return wall.Cmu75 * (f2(i) * std::sqrt(k[i]) * epsilon[i] / length) * std::exp(-wall.AE * (yStar * yStar));
    }
  };
  Places inCells() const { return {wall_, k_.cells(), epsilon_.cells(), flow_.nu.cells(), flow_.context.mesh.cellWallDistance}; }
  Places onBoundary() const {
    return {wall_, k_.boundary(), epsilon_.boundary(), flow_.nu.boundary(), flow_.context.mesh.boundaryWallDistance};
  }

  double Ceps1_, Ceps2_, sigmak_, sigmaEps_;
  StressCoefficients stressCoefficients_;
  WallCoefficients wall_{};
  TransportedScalar &k_, &epsilon_;
  WallCells wallCells_;
  std::vector<double> G_;            ///< nCells
  fv::VolField<SymmTensor> stress_;  ///< N [m^2/s^2]
  std::optional<fv::FaceWeights> weights_;
};

template <Order order>
NonlinearKEpsilon<order>::NonlinearKEpsilon(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : EddyViscosityModel(order == Order::cubic ? "LienCubicKE" : "ShihQuadraticKE", dict, flow.withoutOptions(), read),
      Ceps1_(coefficient("Ceps1", 1.44)),
      Ceps2_(coefficient("Ceps2", 1.92)),
      sigmak_(coefficient("sigmak", 1)),
      sigmaEps_(coefficient("sigmaEps", 1.3)),
      stressCoefficients_{.Cmu1 = coefficient("Cmu1", 1.25),
                          .Cmu2 = coefficient("Cmu2", 0.9),
                          .Cbeta = coefficient("Cbeta", 1000),
                          .Cbeta1 = coefficient("Cbeta1", 3),
                          .Cbeta2 = coefficient("Cbeta2", 15),
                          .Cbeta3 = coefficient("Cbeta3", -19),
                          .Cgamma1 = 0,
                          .Cgamma2 = 0,
                          .Cgamma4 = 0},
      k_(transport(read, "k", dimKinematicPressure, "DkEff")),
      epsilon_(transport(read, "epsilon", dimDissipation, "DepsilonEff")),
      wallCells_(epsilon_.field(), *nut_),
      G_(divU_.size()),
      stress_("nonlinearStress", dimKinematicPressure, flow.context.mesh) {
  if constexpr (order == Order::cubic) {
    stressCoefficients_.Cgamma1 = coefficient("Cgamma1", 16);
    stressCoefficients_.Cgamma2 = coefficient("Cgamma2", 16);
    stressCoefficients_.Cgamma4 = coefficient("Cgamma4", -80);
    const double Cmu = coefficient("Cmu", 0.09);
    wall_ = {.Cmu75 = std::pow(Cmu, 0.75),
             .kappa = coefficient("kappa", 0.41),
             .Anu = coefficient("Anu", 0.0198),
             .AE = coefficient("AE", 0.00375)};
  }
  fv::setCalculatedConditions(stress_);
  flow.context.registry.add(stress_);
}

/// What the velocity gradient is to nut and the stress.
struct Strain {
  SymmTensor S, SS, SW, WW;  ///< SW: S.W + (S.W)^T
  Tensor W;
  explicit Strain(const Tensor& g) : S(symm(g)), W(0.5 * (g - transpose(g))) {
    const Tensor s{S.xx, S.xy, S.xz, S.xy, S.yy, S.yz, S.xz, S.yz, S.zz};
    SS = symm(dot(s, s));
    SW = 2.0 * symm(dot(s, W));
    WW = symm(dot(W, W));
  }
  /// S.S.W + (S.S.W)^T
  SymmTensor SSW() const { return 2.0 * symm(dot(Tensor{SS.xx, SS.xy, SS.xz, SS.xy, SS.yy, SS.yz, SS.xz, SS.yz, SS.zz}, W)); }
};

template <Order order>
void NonlinearKEpsilon<order>::nutAndStress() {
  const auto fill = [c = stressCoefficients_](const Places& p, View<const Tensor> gradU, View<double> nut,
                                              View<SymmTensor> stress) {
    return [=](Label i) {
      const Strain strain(gradU[i]);
      const double time = p.k[i] / p.epsilon[i], s = time * std::sqrt(2.0) * mag(strain.S),
                   w = time * std::sqrt(2.0) * mag(strain.W);
      const double Cmu = 2.0 / 3.0 / (c.Cmu1 + s + c.Cmu2 * w), fMu = p.fMu(i);
      nut[i] = Cmu * fMu * (p.k[i] * p.k[i]) / p.epsilon[i];
      SymmTensor N =
          time * time / (c.Cbeta + s * s * s) * (c.Cbeta1 * dev(strain.SS) + c.Cbeta2 * strain.SW + c.Cbeta3 * dev(strain.WW));
      if constexpr (order == Order::cubic) {
        const double cube = Cmu * time * (Cmu * time) * (Cmu * time);
        N -= cube * ((c.Cgamma1 * magSqr(strain.S) - c.Cgamma2 * magSqr(strain.W)) * strain.S + c.Cgamma4 * strain.SSW());
      }
      stress[i] = fMu * p.k[i] * N;
    };
  };
  const mesh::Mesh& mesh = flow_.context.mesh;
  parallelFor({"nonlinear stress", 160}, mesh.nAllCells(),
              fill(inCells(), View<const Tensor>(gradU_.cells), View(nut_->cells()), View(stress_.cells())));
  parallelFor({"nonlinear stress on the boundary", 160}, mesh.nBoundaryFaces,
              fill(onBoundary(), View<const Tensor>(gradU_.boundary), View(nut_->boundary()), View(stress_.boundary())));
  stress_.correctBoundaryConditions();  // what symmetry planes and wedges impose
  nut_->correctBoundaryConditions();
}

template <Order order>
void NonlinearKEpsilon<order>::start() {
  EddyViscosityModel::start();
  if (!flow_.continued && !flow_.rho) return;
  // Now, before the mesh moves and inlets take the values of the next time; nut stays as it was read.
  const fv::CellValues<double> nut = nut_->values();
  correctNut();
  nut_->values() = nut;
}

template <Order order>
void NonlinearKEpsilon<order>::addStress(fv::Equation<Vec3>& UEqn, const fv::VolScalarField* rho) {
  fv::Context& context = flow_.context;
  if (!weights_) weights_.emplace(context, "divSchemes", rho ? "div((rho*nonlinearStress))" : "div(nonlinearStress)");
  auto flux = context.workspace.take<Vec3>(static_cast<std::size_t>(context.mesh.nFaces()));
  std::ranges::fill(flux, Vec3{});
  if (rho) {
    const auto product = [&context](const std::vector<double>& rho, const std::vector<SymmTensor>& stress) {
      auto result = context.workspace.take<SymmTensor>(stress.size());
      parallelFor({"nonlinear stress: times rho", 104}, static_cast<Label>(stress.size()),
                  [rho = View(rho), stress = View(stress), to = View(result)](Label i) { to[i] = rho[i] * stress[i]; });
      return result;
    };
    auto cells = product(rho->cells(), stress_.cells());
    if (context.mesh.overlaps) context.mesh.halo->update(cells);
    const auto boundary = product(rho->boundary(), stress_.boundary());
    addStressFlux<SymmTensor>(*weights_, cells, boundary, 1, flux);
  } else {
    addStressFlux<SymmTensor>(*weights_, stress_.cells(), stress_.boundary(), 1, flux);
  }
  addStressDivergence(context.mesh, flux, UEqn);
  context.workspace.give(flux);
}

template <Order order>
void NonlinearKEpsilon<order>::solve(bool finalIteration) {
  gradientEverywhere();
  production();
  wallCells_.set(flow_, k_.field(), *nut_, epsilon_.field(), G_);
  solveEpsilon(finalIteration);
  solveK(finalIteration);
  nutAndStress();
}

template <Order order>
void NonlinearKEpsilon<order>::production() {
  parallelFor({"nonlinear k-epsilon: G", 136}, flow_.context.mesh.nCells,
              [gradU = View(gradU_.cells), nut = View(nut_->cells()), stress = View(stress_.cells()), G = View(G_)](Label c) {
                const SymmTensor S = symm(gradU[c]);
                G[c] = doubleDot(2 * nut[c] * S - stress[c], S);
              });
}

template <Order order>
void NonlinearKEpsilon<order>::solveEpsilon(bool finalIteration) {
  epsilon_.setDiffusivity(1 / sigmaEps_);
  parallelFor({"epsilon: sources", 64}, flow_.context.mesh.nCells,
              [Ceps1 = Ceps1_, Ceps2 = Ceps2_, p = inCells(), G = View(G_), sources = epsilon_.sources()](Label c) {
                const double rate = p.epsilon[c] / p.k[c];
                sources.given[c] = Ceps1 * G[c] * rate + Ceps2 * p.E(c);
                sources.sink[c] = Ceps2 * p.f2(c) * rate;
              });
  epsilon_.solve(finalIteration, wallCells_.marked());
}

template <Order order>
void NonlinearKEpsilon<order>::solveK(bool finalIteration) {
  k_.setDiffusivity(1 / sigmak_);
  setSourcesOfK(k_, epsilon_, G_);
  k_.solve(finalIteration);
}

}  // namespace

ModelMaker shihQuadratic() { return ModelMaker::of<NonlinearKEpsilon<Order::quadratic>>(); }
ModelMaker lienCubic() { return ModelMaker::of<NonlinearKEpsilon<Order::cubic>>(); }

}  // namespace eagre::physics
