// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "linear/coupling.hpp"
#include "linear/krylov.hpp"

namespace eagre::linear {

namespace {

void newDirection(const double* w, double beta, double* p, Label n) {
  kernel::parallelFor("pcg.direction", n, [=](Label c) { p[c] = w[c] + beta * p[c]; });
}

/// x += alpha p, r -= alpha Ap; returns sum |r| of this rank.
double advance(double alpha, const double* p, const double* Ap, double* x, double* r, Label n) {
  return kernel::parallelSum<double>("pcg.advance", n, [=](Label c) {
    x[c] += alpha * p[c];
    r[c] -= alpha * Ap[c];
    return std::abs(r[c]);
  });
}

}  // namespace

Pcg::Pcg(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
         std::shared_ptr<Preconditioner> preconditioner)
    : IterativeSolver(settings.preconditioner + "PCG", fieldName, true, settings.controls, addressing),
      preconditioner_(std::move(preconditioner)) {}

void Pcg::iterate(std::span<double> x, std::span<const double>, ResidualMonitor& monitor) {
  const Label n = nCells();
  // On several ranks the next w = M^-1 r is made before the residual is looked at, so that |r| and w.r travel in one
  // reduction; that wastes one preconditioning a solve, so not on one rank.
  const bool together = joinsSums(rows_.addressing());
  Field &r = residual_, &w = product_, &p = direction_;
  preconditioner_->assign(rows_);
  double wr = 0, wrOld = 0, wrNext = 0;
  do {
    wrOld = wr;
    if (together && monitor.iterations() > 0) {
      wr = wrNext;
    } else {
      preconditioner_->apply(r, w);
      wr = sum(dot(w, r, n));
    }
    monitor.requireFinite(wr, "r.(M^-1 r)");
    if (monitor.iterations() == 0)
      std::copy_n(w.begin(), n, p.begin());
    else
      newDirection(w.data(), wr / wrOld, p.data(), n);

    const double pAp = sum(rows_.multiplyDot(p, w));
    monitor.requireFinite(pAp, "p.(A p)");
    if (monitor.singular(std::abs(pAp) / monitor.normFactor())) break;
    if (pAp * signOfDiagonal_ < 0) monitor.indefinite();

    std::array<double, 2> sums{advance(wr / pAp, p.data(), w.data(), x.data(), r.data(), n), 0};
    if (together) {
      preconditioner_->apply(r, w);
      sums[1] = dot(w, r, n);
    }
    sum(std::span(sums).first(together ? 2 : 1));
    wrNext = sums[1];
    monitor.record(sums[0]);
  } while (monitor.goOn());
}

}  // namespace eagre::linear
