// SPDX-License-Identifier: BSD-3-Clause
#include "linear/multigrid_pcg.hpp"

#include <array>
#include <cmath>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "linear/coupling.hpp"
#include "linear/krylov_choice.hpp"

namespace eagre::linear {

namespace {

/// y = (D + U + U^T) x in one pass over the rows, which reads each entry once and adds it to two rows: row c is complete when it
/// is reached. y is zero on entry. Threads share the rows; an entry between the rows of two threads is read by both.
class SymmetricProduct {
 public:
  SymmetricProduct(const LduMatrix& A, const double* x, double* y)
      : stretches_(A.addressing->stretches),
        n_(A.addressing->nCells),
        start_(A.addressing->ownerStart.data()),
        neighbour_(A.addressing->neighbour.data()),
        losort_(A.addressing->losort.data()),
        losortStart_(A.addressing->losortStart.data()),
        lowerColumn_(A.addressing->lowerColumn.data()),
        diag_(A.diag.data()),
        upper_(A.upper.data()),
        x_(x),
        y_(y) {}

  /// What the rows of a range get from those before it.
  void begin(const kernel::StretchRange& range) const {
    for (Label i = range.first; i < range.last; ++i) {
      const kernel::Stretch& s = stretches_[static_cast<std::size_t>(i)];
      if (range.hasOwnersOf(s)) continue;
      for (Label c = s.begin; c < s.end; ++c)
        for (Label k = losortStart_[c]; k < losortStart_[c + 1] && lowerColumn_[k] < range.begin; ++k)
          y_[c] += upper_[losort_[k]] * x_[lowerColumn_[k]];
    }
  }
  /// The rows of some stretches of a range; returns their part of x.y.
  double rows(const kernel::StretchRange& some, const kernel::StretchRange& range) const {
    double dot = 0;
    for (Label i = some.first; i < some.last; ++i) {
      const std::span one = stretches_.subspan(static_cast<std::size_t>(i), 1);
      if (range.hasNeighboursOf(one[0]))
        kernel::eachStretch(
            one, [&](auto width, const kernel::Stretch s) { dot = line<width>(s, dot); },
            [&](const kernel::Stretch s) { dot = pattern(s, dot); },
            [&](Label begin, Label end) { dot = irregular(begin, end, n_, dot); });
      else
        dot = irregular(one[0].begin, one[0].end, range.end, dot);
    }
    return dot;
  }
  /// Adds to rows before `last` alone.
  double irregular(Label begin, Label end, Label last, double dot) const {
    for (Label c = begin; c < end; ++c) {
      double sum = y_[c] + diag_[c] * x_[c];
      for (Label f = start_[c]; f < start_[c + 1]; ++f) {
        const Label n = neighbour_[f];
        sum += upper_[f] * x_[n];
        if (n < last) y_[n] += upper_[f] * x_[c];
      }
      y_[c] = sum;
      dot += sum * x_[c];
    }
    return dot;
  }

 private:
  /// The sum of the next row is handed on in a register: stored and loaded again it is the chain that bounds the loop.
  template <int n>
  [[gnu::always_inline]] double line(const kernel::Stretch s, double dot) const {
    const double *u = upper_ + s.outFace, *x = x_;
    double* y = y_;
    double next = y[s.begin];
    for (Label c = s.begin; c < s.end; ++c, u += n) {
      const double xc = x[c];
      double sum = next + diag_[c] * xc;
      next = y[c + 1] + u[0] * xc;
      sum += u[0] * x[c + 1];
      for (int k = 1; k < n; ++k) {
        sum += u[k] * x[c + s.out[k]];
        y[c + s.out[k]] += u[k] * xc;
      }
      y[c] = sum;
      dot += sum * xc;
    }
    y[s.end] = next;
    return dot;
  }
  [[gnu::always_inline]] double pattern(const kernel::Stretch s, double dot) const {
    const double* u = upper_ + s.outFace;
    for (Label c = s.begin; c < s.end; ++c, u += s.nOut) {
      double sum = y_[c] + diag_[c] * x_[c];
      for (int k = 0; k < s.nOut; ++k) {
        sum += u[k] * x_[c + s.out[k]];
        y_[c + s.out[k]] += u[k] * x_[c];
      }
      y_[c] = sum;
      dot += sum * x_[c];
    }
    return dot;
  }

  std::span<const kernel::Stretch> stretches_;
  Label n_;
  const Label *start_, *neighbour_, *losort_, *losortStart_, *lowerColumn_;
  const double *diag_, *upper_, *x_;
  double* y_;
};

/// y = A x; returns x.y.
double multiplySymmetric(const LduMatrix& A, const double* x, double* y) {
  const LduAddressing& a = *A.addressing;
  const double perRow = a.nCells > 0 ? static_cast<double>(a.nFaces()) / a.nCells : 0;
  const kernel::Loop loop{"multigridPCG.A p", 36 + 12 * perRow};
  const SymmetricProduct product(A, x, y);
  if (a.stretches.empty()) {
    const kernel::Timed timed(loop, a.nCells);
    return product.irregular(0, a.nCells, a.nCells, 0);
  }
  return kernel::sumOverRanges<double>(loop, a.nCells, [=, all = a.stretches](Label from, Label to, double* blocks) {
    const kernel::StretchRange range(all, from, to);
    product.begin(range);
    for (Label i = from; i < to; i += kernel::combinedAtOnce)
      *blocks++ = product.rows({all, i, std::min(to, i + kernel::combinedAtOnce)}, range);
  });
}

/// p = factor z + beta p, q = 0
template <class T>
void direction(const T* z, double factor, double beta, double* p, double* q, Label n) {
  kernel::parallelFor({"multigridPCG.direction", 24 + sizeof(T)}, n, [=](Label c) {
    p[c] = factor * z[c] + beta * p[c];
    q[c] = 0;
  });
}

/// x += alpha p, r -= alpha A p; returns sum |r| of this rank.
double advance(double alpha, const double* p, const double* Ap, double* x, double* r, Label n) {
  return kernel::parallelSum<double>({"multigridPCG.advance", 48}, n, [=](Label c) {
    x[c] += alpha * p[c];
    r[c] -= alpha * Ap[c];
    return std::abs(r[c]);
  });
}

void scaleTo(double factor, const double* r, float* b, Label n) {
  kernel::parallelFor({"multigridPCG.to float", 12}, n, [=](Label c) { b[c] = static_cast<float>(factor * r[c]); });
}

double dotMixed(const float* z, const double* r, Label n) {
  return kernel::parallelSum<double>({"multigridPCG.z r", 12}, n, [=](Label c) { return z[c] * r[c]; });
}

}  // namespace

MultigridPcg::MultigridPcg(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
                           std::shared_ptr<FloatMultigrid> multigrid)
    : IterativeSolver("multigridPCG", fieldName, true, settings.controls, addressing),
      multigrid_(std::move(multigrid)),
      choices_(settings.krylov ? settings.krylov : std::make_shared<KrylovChoices>()),
      takenOver_(choices_->takenOver[fieldName + ".multigrid"]),
      shortByIncomplete_(settings.firstPreconditioner == "DIC") {}

void MultigridPcg::assign(const LduMatrix& A) { A_ = &A; }

void MultigridPcg::productAndRowSum(std::span<double> x, std::span<double> product, std::span<double> rowSum) {
  std::fill(product.begin(), product.end(), 0.0);
  overlapped(*A_->addressing, x, [&] { multiplySymmetric(*A_, x.data(), product.data()); });
  addCoupled(*A_, 1.0, x, product);
  if (A_->version == 0 || A_->version != rowSumVersion_) sumRows();
  std::copy(rowSum_.begin(), rowSum_.end(), rowSum.begin());
}

/// A 1, as long as the matrix stands.
void MultigridPcg::sumRows() {
  const LduAddressing& a = *A_->addressing;
  rowSum_.resize(static_cast<std::size_t>(a.nCells));
  const double perRow = a.nCells > 0 ? static_cast<double>(a.nFaces()) / a.nCells : 0;
  kernel::parallelFor({"multigridPCG.row sums", 24 + 12 * perRow}, a.nCells,
                      [rowSum = kernel::View(rowSum_), diag = A_->diag.data(), upper = A_->upper.data(), faces = FacesOfCells(a)](
                          Label c) { rowSum[c] = faces.sum(c, diag[c], [=](Label f) { return upper[f]; }); });
  kernel::sequentialFor("multigridPCG.coupled row sums", 0, a.nCoupled(),
                        [&](Label f) { rowSum_[a.coupledOwner[f]] += A_->coupled[f]; });
  rowSumVersion_ = A_->version;
}

/// residualSum: sum |r| of all ranks, which sets the scale of the floats.
MultigridPcg::Preconditioned MultigridPcg::precondition(double residualSum) {
  if (method_ == Method::incomplete) {
    factor_.apply(residual_.data(), product_.data());
    return {sum(dot(product_, residual_, nCells())), 1};
  }
  const double mean = residualSum / nCellsOfAll() + vSmall;
  scaleTo(1 / mean, residual_.data(), multigrid_->source().data(), nCells());
  multigrid_->cycle();
  const double factor = mean * multigrid_->scale();
  return {factor * sum(dotMixed(multigrid_->solution().data(), residual_.data(), nCells())), factor};
}

void MultigridPcg::newDirection(const Preconditioned& z, double beta) {
  double *p = direction_.data(), *q = product_.data();
  if (method_ == Method::incomplete)
    direction(q, z.factor, beta, p, q, nCells());
  else
    direction(multigrid_->solution().data(), z.factor, beta, p, q, nCells());
}

MultigridPcg::Method MultigridPcg::firstMethod() const {
  return fallenBack() || (shortByIncomplete_ && controls_.relTol > 0) ? Method::incomplete : Method::multigrid;
}

MultigridPcg::Method MultigridPcg::nextMethod(const ResidualMonitor& monitor) const {
  constexpr int patience = 60;  // iterations; multigrid that works needs some ten
  constexpr int longest = 6, look = 2;
  const int n = monitor.iterations();
  if (method_ == Method::multigrid) return n == patience ? Method::incomplete : Method::multigrid;
  if (fallenBack() || n < look) return Method::incomplete;
  // At the mean rate so far, how many iterations will it have been?
  const double expected =
      n * std::log(monitor.target() / monitor.initialResidual()) / std::log(monitor.residual() / monitor.initialResidual());
  return expected > 0 && expected <= longest ? Method::incomplete : Method::multigrid;
}

void MultigridPcg::start(Method method) {
  method_ = method;
  if (method == Method::multigrid) {
    if (!multigrid_->holds(*A_)) multigrid_->assign(*A_, rowSum_);  // which starts anew
  } else {
    rows_.assign(*A_);
    if (A_->version == 0 || A_->version != factorVersion_) factor_.assign(rows_);
    factorVersion_ = A_->version;
  }
}

double MultigridPcg::multiplyDot() {
  Field &p = direction_, &q = product_;
  double dot = 0;
  overlapped(*A_->addressing, p, [&] { dot = multiplySymmetric(*A_, p.data(), q.data()); });
  return dot + addCoupledDot(*A_, p, q);
}

void MultigridPcg::iterate(std::span<double> x, std::span<const double>, ResidualMonitor& monitor) {
  start(firstMethod());
  double residualSum = monitor.residualSum();
  Preconditioned z{}, before{};
  bool ready = false;  // z of this iteration is there
  do {
    const Method method = nextMethod(monitor);
    const bool change = method != method_;
    if (change) {
      start(method);
      if (method == Method::incomplete) {
        takenOver_ = "DIC";
        monitor.fallBack("multigrid converges slowly, DIC has taken over");
      }
    }
    if (!ready) z = precondition(residualSum);
    monitor.requireFinite(z.zr, "r.(M^-1 r)");
    newDirection(z, monitor.iterations() == 0 || change ? 0 : z.zr / before.zr);
    before = z;
    const double pAp = sum(multiplyDot());
    monitor.requireFinite(pAp, "p.(A p)");
    if (monitor.singular(std::abs(pAp) / monitor.normFactor())) break;
    if (pAp * signOfDiagonal_ < 0) monitor.indefinite();
    std::array<double, 2> sums{advance(z.zr / pAp, direction_.data(), product_.data(), x.data(), residual_.data(), nCells()), 0};
    // Long solves with DIC on several ranks: |r| and the next z.r travel in one reduction, as in Pcg.
    ready = fallenBack() && parallel(*A_->addressing);
    if (ready) {
      factor_.apply(residual_.data(), product_.data());
      sums[1] = dot(product_, residual_, nCells());
    }
    sum(std::span(sums).first(ready ? 2 : 1));
    if (ready) z = {sums[1], 1};
    residualSum = sums[0];
    monitor.record(residualSum);
  } while (monitor.goOn());
}

}  // namespace eagre::linear
