// SPDX-License-Identifier: BSD-3-Clause
#include "linear/preconditioner.hpp"

#include <array>
#include <cmath>

#include "core/error.hpp"
#include "kernel/parallel_for.hpp"
#include "linear/coupling.hpp"
#include "linear/float_multigrid.hpp"
#include "linear/multigrid.hpp"
#include "linear/recurrence.hpp"
#include "linear/words.hpp"

namespace eagre::linear {

namespace {

class NoPreconditioner final : public Preconditioner {
 public:
  void assign(const RowMatrix& A) override { n_ = A.addressing().nCells; }
  void apply(std::span<const double> r, std::span<double> w) override { std::copy_n(r.begin(), n_, w.begin()); }

 private:
  Label n_ = 0;
};

class DiagonalPreconditioner final : public Preconditioner {
 public:
  void assign(const RowMatrix& A) override {
    reciprocal_.resize(A.matrix().diag.size());
    const double* diag = A.matrix().diag.data();
    double* reciprocal = reciprocal_.data();
    kernel::parallelFor("diagonal.reciprocal", A.addressing().nCells, [=](Label c) { reciprocal[c] = 1.0 / diag[c]; });
  }
  void apply(std::span<const double> r, std::span<double> w) override {
    const double *reciprocal = reciprocal_.data(), *in = r.data();
    double* out = w.data();
    kernel::parallelFor("diagonal.apply", static_cast<Label>(reciprocal_.size()),
                        [=](Label c) { out[c] = reciprocal[c] * in[c]; });
  }

 private:
  std::vector<double> reciprocal_;
};

/// DIC, FDIC and DILU: one algorithm. (FDIC is DIC with precomputed products, the same to the last bit.)
class IncompletePreconditioner final : public Preconditioner {
 public:
  void assign(const RowMatrix& A) override { factor_.assign(A); }
  void apply(std::span<const double> r, std::span<double> w) override { factor_.apply(r.data(), w.data()); }
  void applyMeanwhile(std::span<const double> r, std::span<double> w, comm::PendingSum& pending) override {
    factor_.applyMeanwhile(r.data(), w.data(), pending);
  }
  void applyTransposed(std::span<const double> r, std::span<double> w) override { factor_.applyTransposed(r.data(), w.data()); }

 private:
  IncompleteDiagonal factor_;
};

/// V-cycles on A w = r from w = 0.
class MultigridPreconditioner final : public Preconditioner {
 public:
  MultigridPreconditioner(const std::string& fieldName, const MultigridSettings& settings, const LduAddressing& addressing,
                          std::span<const double> faceWeights)
      : nCycles_(settings.nVcycles),
        linear_(!settings.scaleCorrection && settings.directSolveCoarsest),
        multigrid_(fieldName, settings, addressing, faceWeights),
        residual_(static_cast<std::size_t>(addressing.nCells)),
        product_(static_cast<std::size_t>(addressing.nCells)) {}

  void assign(const RowMatrix& A) override {
    A_ = &A;
    multigrid_.assign(A);
  }
  /// A correction scaled to the residual, or a coarsest level solved to a tolerance, depends on r.
  bool linear() const override { return linear_; }

  void apply(std::span<const double> r, std::span<double> w) override {
    std::fill(w.begin(), w.end(), 0.0);
    std::copy_n(r.begin(), residual_.size(), residual_.begin());
    for (int cycle = 0; cycle < nCycles_; ++cycle) {
      if (cycle > 0) updateResidual(r, w);
      multigrid_.cycle(w, r, residual_);
    }
  }

 private:
  void updateResidual(std::span<const double> r, std::span<double> w) {
    A_->multiply(w, product_);
    const double *in = r.data(), *product = product_.data();
    double* out = residual_.data();
    kernel::parallelFor("multigrid.residual", A_->addressing().nCells, [=](Label c) { out[c] = in[c] - product[c]; });
  }

  int nCycles_;
  bool linear_;
  Multigrid multigrid_;
  const RowMatrix* A_ = nullptr;
  std::vector<double> residual_, product_;
};

/// One cycle of multigrid in single precision, on the symmetric part of the matrix.
class FloatMultigridPreconditioner final : public Preconditioner {
 public:
  explicit FloatMultigridPreconditioner(std::shared_ptr<FloatMultigrid> multigrid) : multigrid_(std::move(multigrid)) {}

  void assign(const RowMatrix& A) override {
    const LduMatrix& m = A.matrix();
    if (!multigrid_->holds(m)) {
      std::vector<double> work(m.diag.size());
      multigrid_->assignAndSum(m, work);
    }
    addressing_ = &A.addressing();
    mean_ = 0;
  }

  void apply(std::span<const double> r, std::span<double> w) override {
    const auto b = multigrid_->source();
    const auto n = static_cast<Label>(b.size());
    if (mean_ == 0) setScale(r, n);
    const double mean = mean_;
    kernel::parallelFor({"multigrid: r to float", 12}, n, [=](Label c) { b[c] = static_cast<float>(r[c] / mean); });
    multigrid_->cycle();
    const double factor = mean * multigrid_->scale();
    const auto x = multigrid_->solution();
    kernel::parallelFor({"multigrid: w from float", 12}, n, [=](Label c) { w[c] = factor * x[c]; });
  }

 private:
  /// The scale of the floats, by the first r of a solve: their exponents have room for all the others, so that no other
  /// application waits for a reduction.
  void setScale(std::span<const double> r, Label n) {
    std::array<double, 2> sums{0, static_cast<double>(n)};
    sums[0] = kernel::parallelSum<double>({"multigrid: scale of r", 8}, n, [=](Label c) { return std::abs(r[c]); });
    sumAll(*addressing_, sums);
    mean_ = sums[0] / sums[1] + vSmall;
  }

  std::shared_ptr<FloatMultigrid> multigrid_;
  const LduAddressing* addressing_ = nullptr;
  double mean_ = 0;  ///< |r| of a cell; 0: not known yet
};

}  // namespace

std::unique_ptr<Preconditioner> makePreconditioner(std::shared_ptr<FloatMultigrid> multigrid) {
  return std::make_unique<FloatMultigridPreconditioner>(std::move(multigrid));
}

namespace {

template <class P>
std::unique_ptr<Preconditioner> make(const SolverInputs&) {
  return std::make_unique<P>();
}

std::unique_ptr<Preconditioner> makeGamg(const SolverInputs& in) {
  return std::make_unique<MultigridPreconditioner>(in.fieldName, *in.settings.multigrid, in.addressing, in.faceWeights);
}

std::unique_ptr<Preconditioner> makeFloatMultigrid(const SolverInputs& in) {
  return makePreconditioner(std::make_shared<FloatMultigrid>(in.addressing, in.geometry));
}

}  // namespace

const WordTable<PreconditionerMaker>& preconditionerTable() {
  static const WordTable<PreconditionerMaker> table{
      {"none", "none", {make<NoPreconditioner>, Fits::all}},
      {"diagonal", "division by the diagonal (Jacobi)", {make<DiagonalPreconditioner>, Fits::all}},
      {"DIC", "incomplete Cholesky factors that keep the off-diagonals", {make<IncompletePreconditioner>, Fits::symmetric}},
      {"FDIC", "DIC", {make<IncompletePreconditioner>, Fits::symmetric}},
      {"distributedDIC", "DIC (openfoam.com)", {make<IncompletePreconditioner>, Fits::symmetric}},
      {"DILU", "incomplete LU factors that keep the off-diagonals", {make<IncompletePreconditioner>, Fits::asymmetric}},
      {"distributedDILU", "DILU (openfoam.com)", {make<IncompletePreconditioner>, Fits::asymmetric}},
      {"GAMG", "V-cycles of GAMG, with its controls in a dictionary", {makeGamg, Fits::all}},
      {"multigrid", "one cycle of Eagre's own multigrid in single precision", {makeFloatMultigrid, Fits::all}}};
  return table;
}

std::unique_ptr<Preconditioner> makePreconditioner(const std::string& fieldName, const Settings& settings,
                                                   const LduAddressing& addressing, std::span<const double> faceWeights,
                                                   const FaceGeometry& geometry) {
  const PreconditionerMaker* known = preconditionerTable().find(settings.preconditioner);
  if (!known) throw Error("no preconditioner is made for the word " + settings.preconditioner);
  return known->make({fieldName, false, settings, addressing, faceWeights, geometry});
}

}  // namespace eagre::linear
