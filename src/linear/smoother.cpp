// SPDX-License-Identifier: BSD-3-Clause
#include "linear/smoother.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "kernel/parallel_for.hpp"
#include "linear/coupling.hpp"
#include "linear/recurrence.hpp"
#include "linear/words.hpp"

namespace eagre::linear {

namespace {

class GaussSeidel final : public Smoother {
 public:
  GaussSeidel(const LduAddressing& addressing, bool bothWays) : bothWays_(bothWays) {
    if (addressing.nCoupled() > 0) source_.resize(static_cast<std::size_t>(addressing.nCells));
  }
  void assign(const RowMatrix& A) override { A_ = &A; }
  void smooth(std::span<double> x, std::span<const double> b, int nSweeps) override {
    for (int sweep = 0; sweep < nSweeps; ++sweep) {
      const double* source = sourceOfOwned(x, b);
      sweepForward(A_->rows(), x.data(), source);
      if (bothWays_) sweepBackward(A_->rows(), x.data(), source);
    }
  }

 private:
  /// b less what the ghosts contribute.
  const double* sourceOfOwned(std::span<double> x, std::span<const double> b) {
    overlapped(A_->addressing(), x, [&] {
      if (!source_.empty()) std::copy_n(b.begin(), source_.size(), source_.begin());
    });
    if (source_.empty()) return b.data();
    addCoupled(A_->matrix(), -1.0, x, source_);
    return source_.data();
  }

  bool bothWays_;
  const RowMatrix* A_ = nullptr;
  std::vector<double> source_;
};

/// x += M^-1 (b - A x) with M of DIC or DILU.
class IncompleteSmoother final : public Smoother {
 public:
  explicit IncompleteSmoother(const LduAddressing& addressing) : correction_(static_cast<std::size_t>(addressing.nCells)) {}
  void assign(const RowMatrix& A) override {
    A_ = &A;
    factor_.assign(A);
  }
  void smooth(std::span<double> x, std::span<const double> b, int nSweeps) override {
    for (int sweep = 0; sweep < nSweeps; ++sweep) {
      A_->residual(x, b, correction_);
      factor_.apply(correction_.data(), correction_.data());
      double* out = x.data();
      const double* correction = correction_.data();
      kernel::parallelFor("smoother.correct", A_->addressing().nCells, [=](Label c) { out[c] += correction[c]; });
    }
  }

 private:
  const RowMatrix* A_ = nullptr;
  IncompleteDiagonal factor_;
  std::vector<double> correction_;
};

/// DIC (or DILU) sweeps, then Gauss-Seidel sweeps.
class TwoSmoothers final : public Smoother {
 public:
  TwoSmoothers(std::unique_ptr<Smoother> first, std::unique_ptr<Smoother> second)
      : first_(std::move(first)), second_(std::move(second)) {}
  void assign(const RowMatrix& A) override {
    first_->assign(A);
    second_->assign(A);
  }
  void smooth(std::span<double> x, std::span<const double> b, int nSweeps) override {
    first_->smooth(x, b, nSweeps);
    second_->smooth(x, b, nSweeps);
  }

 private:
  std::unique_ptr<Smoother> first_, second_;
};

std::unique_ptr<Smoother> makeGaussSeidel(const LduAddressing& addressing) {
  return std::make_unique<GaussSeidel>(addressing, false);
}
std::unique_ptr<Smoother> makeSymGaussSeidel(const LduAddressing& addressing) {
  return std::make_unique<GaussSeidel>(addressing, true);
}
std::unique_ptr<Smoother> makeIncomplete(const LduAddressing& addressing) {
  return std::make_unique<IncompleteSmoother>(addressing);
}
std::unique_ptr<Smoother> makeTwo(const LduAddressing& addressing) {
  return std::make_unique<TwoSmoothers>(makeIncomplete(addressing), makeGaussSeidel(addressing));
}

}  // namespace

const WordTable<SmootherMaker>& smootherTable() {
  static const WordTable<SmootherMaker> table{
      {"GaussSeidel", "Gauss-Seidel sweeps in the order of the cells", {makeGaussSeidel, Fits::all}},
      {"symGaussSeidel", "Gauss-Seidel sweeps there and back", {makeSymGaussSeidel, Fits::all}},
      {"nonBlockingGaussSeidel", "GaussSeidel", {makeGaussSeidel, Fits::all}},
      {"DIC", "x += M^-1 (b - A x) with M of the preconditioner DIC", {makeIncomplete, Fits::symmetric}},
      {"FDIC", "DIC", {makeIncomplete, Fits::symmetric}},
      {"DILU", "x += M^-1 (b - A x) with M of the preconditioner DILU", {makeIncomplete, Fits::asymmetric}},
      {"DICGaussSeidel", "DIC, then GaussSeidel", {makeTwo, Fits::symmetric}},
      {"DILUGaussSeidel", "DILU, then GaussSeidel", {makeTwo, Fits::asymmetric}}};
  return table;
}

std::unique_ptr<Smoother> makeSmoother(const std::string& name, const LduAddressing& addressing) {
  const SmootherMaker* known = smootherTable().find(name);
  if (!known) throw Error("no smoother is made for the word " + name);
  return known->make(addressing);
}

}  // namespace eagre::linear
