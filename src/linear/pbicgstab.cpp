// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "linear/krylov.hpp"

namespace eagre::linear {

namespace {

void newDirection(const double* r, double beta, double omega, const double* Ay, double* p, Label n) {
  kernel::parallelFor("pbicgstab.direction", n, [=](Label c) { p[c] = r[c] + beta * (p[c] - omega * Ay[c]); });
}

/// s = r - alpha Ay; returns sum |s|.
double halfStep(const double* r, double alpha, const double* Ay, double* s, Label n) {
  return kernel::parallelSum<double>("pbicgstab.halfStep", n, [=](Label c) {
    s[c] = r[c] - alpha * Ay[c];
    return std::abs(s[c]);
  });
}

void addScaled(double alpha, const double* y, double* x, Label n) {
  kernel::parallelFor("pbicgstab.addScaled", n, [=](Label c) { x[c] += alpha * y[c]; });
}

struct TwoSums : std::array<double, 2> {
  TwoSums& operator+=(const TwoSums& other) {
    (*this)[0] += other[0];
    (*this)[1] += other[1];
    return *this;
  }
};

/// {t.t, t.s}
std::array<double, 2> dots(const double* t, const double* s, Label n) {
  return kernel::parallelSums<TwoSums>("pbicgstab.dots", n, [=](Label c, TwoSums& sums) {
    sums[0] += t[c] * t[c];
    sums[1] += t[c] * s[c];
  });
}

/// Factors and vectors of a whole iteration.
struct FullStep {
  double alpha, omega;
  const double *y, *z, *s, *t, *r0;
};

/// x += alpha y + omega z, r = s - omega t; returns {sum |r|, r0.r}.
std::array<double, 2> advance(const FullStep& step, double* x, double* r, Label n) {
  return kernel::parallelSums<TwoSums>("pbicgstab.fullStep", n, [=](Label c, TwoSums& sums) {
    x[c] += step.alpha * step.y[c] + step.omega * step.z[c];
    r[c] = step.s[c] - step.omega * step.t[c];
    sums[0] += std::abs(r[c]);
    sums[1] += step.r0[c] * r[c];
  });
}

}  // namespace

PBiCgStab::PBiCgStab(const std::string& fieldName, bool symmetric, const Settings& settings, const LduAddressing& addressing,
                     std::unique_ptr<Preconditioner> preconditioner)
    : IterativeSolver(settings.preconditioner + "PBiCGStab", fieldName, symmetric, settings.controls, addressing),
      preconditioner_(std::move(preconditioner)) {
  for (Field* field : {&firstResidual_, &y_, &Ay_, &s_, &z_, &t_})
    field->resize(static_cast<std::size_t>(addressing.nAllCells()));
}

void PBiCgStab::iterate(std::span<double> x, std::span<const double>, ResidualMonitor& monitor) {
  const Label n = nCells();
  Field &r = residual_, &p = direction_, &r0 = firstResidual_;
  preconditioner_->assign(rows_);
  std::copy_n(r.begin(), n, r0.begin());
  double r0rOld = 0, alpha = 0, omega = 0;
  double r0r = sum(dot(r0, r, n));
  do {
    monitor.requireFinite(r0r, "r0.r");
    if (monitor.singular(std::abs(r0r))) break;
    if (monitor.iterations() == 0) {
      std::copy_n(r.begin(), n, p.begin());
    } else {
      if (monitor.singular(std::abs(omega))) break;
      newDirection(r.data(), (r0r / r0rOld) * (alpha / omega), omega, Ay_.data(), p.data(), n);
    }

    preconditioner_->apply(p, y_);
    rows_.multiply(y_, Ay_);
    alpha = r0r / sum(dot(r0, Ay_, n));
    monitor.requireFinite(alpha, "r0.r / r0.(A y)");
    monitor.record(sum(halfStep(r.data(), alpha, Ay_.data(), s_.data(), n)));
    if (monitor.convergedMidway()) {
      addScaled(alpha, y_.data(), x.data(), n);
      monitor.count(1);
      return;
    }

    preconditioner_->apply(s_, z_);
    rows_.multiply(z_, t_);
    auto tDots = dots(t_.data(), s_.data(), n);
    sum(tDots);
    if (monitor.singular(tDots[0])) {  // s is 0 and minIter asks for more
      addScaled(alpha, y_.data(), x.data(), n);
      monitor.count(1);
      return;
    }
    omega = tDots[1] / tDots[0];
    monitor.requireFinite(omega, "t.s / t.t");
    const FullStep step{alpha, omega, y_.data(), z_.data(), s_.data(), t_.data(), r0.data()};
    auto sums = advance(step, x.data(), r.data(), n);
    sum(sums);
    r0rOld = r0r;
    r0r = sums[1];
    monitor.record(sums[0]);
  } while (monitor.goOn());
}

}  // namespace eagre::linear
