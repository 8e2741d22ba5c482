// SPDX-License-Identifier: BSD-3-Clause
#include "channel/pressure_solver.hpp"

#include "grid/fft_poisson.hpp"

namespace eagre::channel {
namespace {

using grid::Field;

class MultigridPressure final : public PressureSolver {
 public:
  explicit MultigridPressure(const grid::Block& block) : poisson_(block) {}
  void assign(const grid::FaceCoefficients& beta, double) override { poisson_.assign(beta); }
  grid::SolveReport solve(Field& x, Field& b, Field& d, Field& q, const grid::SolveControls& controls) override {
    return poisson_.solve(x, b, d, q, controls);
  }

 private:
  grid::Poisson poisson_;
};

class FftPressure final : public PressureSolver {
 public:
  explicit FftPressure(const grid::Block& block) : poisson_(block) {}
  void assign(const grid::FaceCoefficients&, double largest) override { largest_ = largest; }
  std::optional<double> constantCoefficient() const override { return largest_; }
  grid::SolveReport solve(Field& x, Field& b, Field&, Field&, const grid::SolveControls& controls) override {
    return poisson_.solve(x, b, largest_, controls.tolerance);
  }

 private:
  grid::FftPoisson poisson_;
  double largest_ = 1;
};

}  // namespace

std::unique_ptr<PressureSolver> makeMultigridPressure(const grid::Block& block) {
  return std::make_unique<MultigridPressure>(block);
}

std::unique_ptr<PressureSolver> makePressureSolver(const grid::Block& block, const SolverSettings& settings) {
  switch (settings.pressure) {
    case Pressure::fft:
      return std::make_unique<FftPressure>(block);
    case Pressure::petsc:
      return makePetscPressure(block, settings.petscOptions);
    case Pressure::multigrid:
      break;
  }
  return makeMultigridPressure(block);
}

}  // namespace eagre::channel
