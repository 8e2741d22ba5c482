// SPDX-License-Identifier: BSD-3-Clause
#include "grid/poisson.hpp"

#include "core/error.hpp"
#include "grid/loops.hpp"
#include "grid/poisson_solve.hpp"

namespace eagre::grid {

Poisson::Poisson(const Block& block) : block_(block), halo_(block), multigrid_(block) {
  const Grid& grid = block.grid();
  for (int d = 0; d < 3; ++d) scale_[d] = grid.cells[d] == 1 ? 0 : 1 / (grid.h[d] * grid.h[d]);
}

void Poisson::assign(const FaceCoefficients& beta) {
  beta_ = beta;
  multigrid_.assign(beta);
}

PoissonOperator Poisson::op() const { return {{beta_.x->view(), beta_.y->view(), beta_.z->view()}, scale_}; }

void Poisson::Solve::take(double rr) {
  ++report.iterations;
  report.finalResidual = std::sqrt(rr / bb);
  if (!std::isfinite(rr)) throw Error("pressure: the residual is not finite", ExitCode::diverged);
  report.converged = report.finalResidual <= controls.tolerance;
}

/// x = d = q = 0, r without its mean (no x has an A x with one), the preconditioner's source.
void Poisson::begin(Solve& s) {
  const auto& comm = block_.communicator();
  const auto nCells = static_cast<double>(block_.grid().nCells());
  const auto x = s.x.view(), r = s.r.view(), d = s.d.view(), q = s.q.view();
  auto sums = sumsCells<2>({"Poisson mean", 8}, block_.box(), [=](int i, int j, int k) {
    const double value = r(i, j, k);
    return std::array{value, value * value};
  });
  comm.sum(sums);
  const double mean = sums[0] / nCells;
  s.bb = sums[1] - mean * sums[0];
  constexpr double digitsLeft = 1e-3;
  if (s.bb < digitsLeft * sums[1])
    s.bb = comm.sum(sumCells({"Poisson mean", 8}, block_.box(),
                             [=](int i, int j, int k) { return (r(i, j, k) - mean) * (r(i, j, k) - mean); }));
  if (!std::isfinite(s.bb)) throw Error("pressure: its source is not finite", ExitCode::diverged);
  s.report.initialResidual = s.report.finalResidual = s.bb > 0 ? 1 : 0;
  s.report.converged = s.bb == 0;
  // Single precision has a smaller range: its source is of order one.
  s.toFloat = s.bb > 0 ? 1 / std::sqrt(s.bb / nCells) : 0;
  forCells({"Poisson first residual", 44}, block_.box(), [=, source = s.source, toFloat = s.toFloat](int i, int j, int k) {
    x(i, j, k) = d(i, j, k) = q(i, j, k) = 0;
    r(i, j, k) -= mean;
    source(i, j, k) = static_cast<float>(toFloat * r(i, j, k));
  });
}

SolveReport Poisson::solve(Field& x, Field& b, Field& d, Field& q, const SolveControls& controls) {
  Solve s{x, b, d, q, multigrid_.source().view(), controls};
  begin(s);
  if (!s.report.converged) {
    if (controls.krylov == Krylov::pcg) pcg(s);
    if (controls.krylov == Krylov::cgcg) cgcg(s);
    if (controls.krylov == Krylov::pipelined) pipelined(s);
  }
  const double mean = s.sumOfX / static_cast<double>(block_.grid().nCells());
  forCells({"Poisson mean", 16}, block_.box(), [=, x = x.view()](int i, int j, int k) { x(i, j, k) -= mean; });
  halo_.update({&x}, 1, Reach::faces);
  return s.report;
}

/// Hestenes and Stiefel 1952: d is the direction, q = A d.
void Poisson::pcg(Solve& s) {
  const auto& comm = block_.communicator();
  const Box box = block_.box();
  const auto x = s.x.view(), r = s.r.view(), d = s.d.view(), q = s.q.view();
  const auto z = multigrid_.solution().view();
  const PoissonOperator A = op();
  double rz = 0, sumOfD = 0;
  while (s.goesOn()) {
    multigrid_.cycle();
    auto sums = sumsCells<2>({"Poisson r z", 12}, box, [=](int i, int j, int k) {
      const double value = z(i, j, k);
      return std::array{r(i, j, k) * value, value};
    });
    comm.sum(sums);
    const double beta = s.report.iterations == 0 ? 0 : sums[0] / rz;
    rz = sums[0];
    sumOfD = sums[1] + beta * sumOfD;
    forCells({"Poisson d", 20}, box, [=](int i, int j, int k) { d(i, j, k) = z(i, j, k) + beta * d(i, j, k); });
    halo_.update({&s.d}, 1, Reach::faces);
    const double dAd = comm.sum(sumCells({"Poisson A d", 28}, box, [=](int i, int j, int k) {
      q(i, j, k) = A(d, i, j, k);
      return d(i, j, k) * q(i, j, k);
    }));
    if (!(dAd > 0)) throw notPositive();
    const double alpha = rz / dAd;
    s.sumOfX += alpha * sumOfD;
    s.take(comm.sum(sumCells({"Poisson x r", 52}, box, [=, source = s.source, toFloat = s.toFloat](int i, int j, int k) {
      x(i, j, k) += alpha * d(i, j, k);
      const double residual = r(i, j, k) - alpha * q(i, j, k);
      r(i, j, k) = residual;
      source(i, j, k) = static_cast<float>(toFloat * residual);
      return residual * residual;
    })));
  }
}

}  // namespace eagre::grid
