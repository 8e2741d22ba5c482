// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "linear/iterative_solver.hpp"
#include "linear/settings.hpp"
#include "linear/smoother.hpp"

namespace eagre::linear {

/// A smoother run as a solver, with a look at the residual every nSweeps sweeps (each sweep counts as an iteration). Negative
/// nSweeps: so many sweeps and no residual at all, as in v1912.
class SmoothSolver final : public IterativeSolver {
 public:
  SmoothSolver(const std::string& fieldName, bool symmetric, const Settings& settings, const LduAddressing& addressing);
  std::optional<VectorPerformance> solveTogether(const VectorSystem& system) override;

 protected:
  void iterate(std::span<double> x, std::span<const double> b, ResidualMonitor& monitor) override;
  bool needsResidual() const override { return nSweeps_ > 0; }

 private:
  int nSweeps_;
  std::string smootherName_;
  std::unique_ptr<Smoother> smoother_;
};

}  // namespace eagre::linear
