// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "linear/coupling.hpp"
#include "linear/krylov.hpp"

namespace eagre::linear {

namespace {

void newDirections(const double* w, const double* wT, double beta, double* p, double* pT, Label n) {
  kernel::parallelFor("pbicg.directions", n, [=](Label c) {
    p[c] = w[c] + beta * p[c];
    pT[c] = wT[c] + beta * pT[c];
  });
}

/// The residuals of the system and of the transposed one.
struct Residuals {
  double *r, *rT;
};
/// A p and A^T pT.
struct Products {
  const double *w, *wT;
};

/// x += alpha p, r -= alpha A p, rT -= alpha A^T pT; returns sum |r|.
double advance(double alpha, const double* p, Products product, double* x, Residuals residual, Label n) {
  return kernel::parallelSum<double>("pbicg.advance", n, [=](Label c) {
    x[c] += alpha * p[c];
    residual.r[c] -= alpha * product.w[c];
    residual.rT[c] -= alpha * product.wT[c];
    return std::abs(residual.r[c]);
  });
}

}  // namespace

PBiCg::PBiCg(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
             std::unique_ptr<Preconditioner> preconditioner)
    : IterativeSolver(settings.preconditioner + "PBiCG", fieldName, false, settings.controls, addressing),
      preconditioner_(std::move(preconditioner)),
      coupled_(2 * static_cast<std::size_t>(addressing.nCoupled())) {
  for (Field* field : {&residualT_, &productT_, &directionT_}) field->resize(static_cast<std::size_t>(addressing.nAllCells()));
  if (addressing.halo) faceHalo_ = faceExchange(addressing);
}

void PBiCg::transposeCoupled() {
  std::copy(rows_.matrix().coupled.begin(), rows_.matrix().coupled.end(), coupled_.begin());
  if (faceHalo_) faceHalo_->update(coupled_, 1);
}

void PBiCg::multiplyTransposed(std::span<double> x, std::span<double> y) {
  const LduAddressing& addressing = rows_.addressing();
  overlapped(addressing, x, [&] { multiplyOwned(rows_.matrix(), true, x.data(), y.data()); });
  const double *coefficient = coupled_.data() + addressing.nCoupled(), *ghost = x.data() + addressing.nCells;
  const Label* owner = addressing.coupledOwner.data();
  double* out = y.data();
  kernel::sequentialFor("pbicg.coupled", 0, addressing.nCoupled(), [=](Label f) { out[owner[f]] += coefficient[f] * ghost[f]; });
}

void PBiCg::iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) {
  const Label n = nCells();
  Field &r = residual_, &w = product_, &p = direction_, &rT = residualT_, &wT = productT_, &pT = directionT_;
  preconditioner_->assign(rows_);
  transposeCoupled();
  multiplyTransposed(x, wT);
  subtract(b, wT, rT, n);
  double wrT = 0;
  do {
    const double wrTOld = wrT;
    preconditioner_->apply(r, w);
    preconditioner_->applyTransposed(rT, wT);
    wrT = sum(dot(w, rT, n));
    monitor.requireFinite(wrT, "rT.(M^-1 r)");
    if (monitor.iterations() == 0) {
      std::copy_n(w.begin(), n, p.begin());
      std::copy_n(wT.begin(), n, pT.begin());
    } else {
      newDirections(w.data(), wT.data(), wrT / wrTOld, p.data(), pT.data(), n);
    }
    rows_.multiply(p, w);
    multiplyTransposed(pT, wT);
    const double pTAp = sum(dot(w, pT, n));
    monitor.requireFinite(pTAp, "pT.(A p)");
    if (monitor.singular(std::abs(pTAp) / monitor.normFactor())) break;
    monitor.record(sum(advance(wrT / pTAp, p.data(), {w.data(), wT.data()}, x.data(), {r.data(), rT.data()}, n)));
  } while (monitor.goOn());
}

}  // namespace eagre::linear
