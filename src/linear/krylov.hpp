// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "linear/iterative_solver.hpp"
#include "linear/preconditioner.hpp"

namespace eagre::linear {

/// Preconditioned conjugate gradients (Hestenes and Stiefel 1952).
class Pcg final : public IterativeSolver {
 public:
  Pcg(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
      std::shared_ptr<Preconditioner> preconditioner);

 protected:
  void iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) override;
  bool residualMayRise() const override { return true; }

 private:
  std::shared_ptr<Preconditioner> preconditioner_;
};

/// Preconditioned bi-conjugate gradients (Fletcher 1976), which works with A and its transpose.
class PBiCg final : public IterativeSolver {
 public:
  PBiCg(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
        std::unique_ptr<Preconditioner> preconditioner);

 protected:
  void iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) override;

 private:
  void transposeCoupled();
  void multiplyTransposed(std::span<double> x, std::span<double> y);

  std::unique_ptr<Preconditioner> preconditioner_;
  std::unique_ptr<comm::Exchange> faceHalo_;  ///< between the two sides of each coupled face
  Field coupled_;                             ///< A(owner, ghost), then A(ghost, owner), a coupled face each
  Field residualT_, productT_, directionT_;
};

/// Preconditioned bi-conjugate gradients, stabilised (van der Vorst 1992).
class PBiCgStab final : public IterativeSolver {
 public:
  PBiCgStab(const std::string& fieldName, bool symmetric, const Settings& settings, const LduAddressing& addressing,
            std::unique_ptr<Preconditioner> preconditioner);

 protected:
  void iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) override;
  bool residualMayRise() const override { return symmetric_; }

 private:
  std::unique_ptr<Preconditioner> preconditioner_;
  Field firstResidual_, y_, Ay_, s_, z_, t_;
};

}  // namespace eagre::linear
