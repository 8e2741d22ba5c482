// SPDX-License-Identifier: BSD-3-Clause
#include "grid/poisson.hpp"

#include <fmt/format.h>

#include "core/error.hpp"
#include "grid/loops.hpp"

namespace eagre::grid {

Poisson::Poisson(const Block& block) : block_(block), halo_(block), multigrid_(block) {
  const Grid& grid = block.grid();
  for (int d = 0; d < 3; ++d) scale_[d] = grid.cells[d] == 1 ? 0 : 1 / (grid.h[d] * grid.h[d]);
}

void Poisson::assign(const FaceCoefficients& beta) {
  beta_ = beta;
  multigrid_.assign(beta);
}

/// q = A d; returns d . q of this rank.
double Poisson::applyTo(View<const double> d, View<double> q) const {
  const auto cx = beta_.x->view(), cy = beta_.y->view(), cz = beta_.z->view();
  const auto s = scale_;
  return sumCells({"Poisson A d", 28}, block_.box(), [=](int i, int j, int k) {
    const double at = d(i, j, k);
    const double flux = s[0] * (cx(i, j, k) * (at - d(i - 1, j, k)) + cx(i + 1, j, k) * (at - d(i + 1, j, k))) +
                        s[1] * (cy(i, j, k) * (at - d(i, j - 1, k)) + cy(i, j + 1, k) * (at - d(i, j + 1, k))) +
                        s[2] * (cz(i, j, k) * (at - d(i, j, k - 1)) + cz(i, j, k + 1) * (at - d(i, j, k + 1)));
    q(i, j, k) = flux;
    return at * flux;
  });
}

SolveReport Poisson::solve(Field& xField, Field& bField, Field& dField, Field& qField, const SolveControls& controls) {
  const auto& comm = block_.communicator();
  const Box box = block_.box();
  const auto nCells = static_cast<double>(block_.grid().nCells());
  const auto x = xField.view(), r = bField.view(), d = dField.view(), q = qField.view();
  const auto source = multigrid_.source().view();
  const auto z = multigrid_.solution().view();

  // No x has an A x with a mean.
  const double mean = comm.sum(sumCells({"Poisson mean", 8}, box, [=](int i, int j, int k) { return r(i, j, k); })) / nCells;
  const double bb = comm.sum(sumCells({"Poisson first residual", 24}, box, [=](int i, int j, int k) {
    x(i, j, k) = 0;
    r(i, j, k) -= mean;
    return r(i, j, k) * r(i, j, k);
  }));
  SolveReport report;
  if (!std::isfinite(bb)) throw Error("pressure: its source is not finite", ExitCode::diverged);
  report.initialResidual = report.finalResidual = bb > 0 ? 1 : 0;
  report.converged = bb == 0;
  // Single precision has a smaller range: its source is of order one.
  const double toFloat = bb > 0 ? 1 / std::sqrt(bb / nCells) : 0;
  double rz = 0, alpha = 0;
  while (!report.converged && report.iterations < controls.maxIterations) {
    // r -= alpha q with x += alpha d; z = M^-1 r
    const double before = rz;
    const bool first = report.iterations == 0;
    if (first)
      forCells({"Poisson source", 12}, box,
               [=](int i, int j, int k) { source(i, j, k) = static_cast<float>(toFloat * r(i, j, k)); });
    multigrid_.cycle();
    rz = comm.sum(sumCells({"Poisson r z", 12}, box, [=](int i, int j, int k) { return r(i, j, k) * z(i, j, k); }));
    const double beta = first ? 0 : rz / before;
    if (first)
      forCells({"Poisson d", 20}, box, [=](int i, int j, int k) { d(i, j, k) = z(i, j, k); });
    else
      forCells({"Poisson d", 20}, box, [=](int i, int j, int k) { d(i, j, k) = z(i, j, k) + beta * d(i, j, k); });
    halo_.update({&dField}, 1, Reach::faces);
    const double dAd = comm.sum(applyTo(d, q));
    if (!(dAd > 0)) throw Error("pressure: the operator is not positive, or not finite", ExitCode::diverged);
    alpha = rz / dAd;
    const double rr = comm.sum(sumCells({"Poisson x r", 52}, box, [=](int i, int j, int k) {
      x(i, j, k) += alpha * d(i, j, k);
      const double residual = r(i, j, k) - alpha * q(i, j, k);
      r(i, j, k) = residual;
      source(i, j, k) = static_cast<float>(toFloat * residual);
      return residual * residual;
    }));
    ++report.iterations;
    report.finalResidual = std::sqrt(rr / bb);
    if (!std::isfinite(rr)) throw Error("pressure: the residual is not finite", ExitCode::diverged);
    report.converged = report.finalResidual <= controls.tolerance;
  }
  const double xMean = comm.sum(sumCells({"Poisson mean", 8}, box, [=](int i, int j, int k) { return x(i, j, k); })) / nCells;
  forCells({"Poisson mean", 16}, box, [=](int i, int j, int k) { x(i, j, k) -= xMean; });
  halo_.update({&xField}, 1, Reach::faces);
  return report;
}

}  // namespace eagre::grid
