// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>

#include "linear/settings.hpp"
#include "linear/solver.hpp"

namespace eagre::linear {

/// For asymmetric matrices: what is cheapest for the matrix at hand, found out by trying.
///  1. Gauss-Seidel sweeps converge a transport equation in a few iterations.
///  2. Where the time step is long against diffusion they need hundreds: PBiCGStab with multigrid on the symmetric part.
///  3. Where convection rules and the time step is long, that is no help either: PBiCGStab with DILU.
/// What is not solved after 20 sweeps or 40 iterations, or diverges, goes on with the next, and so do all later solves of the
/// field; but Gauss-Seidel has to fail in two solves. The record says when. Which one that is stands in KrylovChoices::takenOver
/// ("once": Gauss-Seidel has failed in one).
class FastAsymmetric final : public Solver {
 public:
  /// settings: the entry; its smoother is used if it has one, else symGaussSeidel.
  FastAsymmetric(const std::string& fieldName, const Settings& settings, const LduAddressing& addressing,
                 const FaceGeometry& geometry);
  ~FastAsymmetric() override;
  void setControls(const SolverControls& controls) override { controls_ = controls; }
  SolverPerformance solve(const LduMatrix& A, std::span<double> x, std::span<const double> b) override;
  std::optional<VectorPerformance> solveTogether(const VectorSystem& system) override;

 private:
  std::size_t stageReached() const;
  void enter(std::size_t stage);
  void takeOver(std::size_t stage);

  std::shared_ptr<KrylovChoices> choices_;
  std::string& takenOver_;
  std::string fieldName_, smoother_;
  SolverControls controls_;
  LduAddressing addressing_;
  FaceGeometry geometry_;
  std::size_t stage_ = 0;
  std::unique_ptr<Solver> solver_;
};

}  // namespace eagre::linear
