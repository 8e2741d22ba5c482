// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <mpi.h>

#include "linear/solver.hpp"
#include "unit/linear/grid_system.hpp"

namespace {
int nReductions = 0;
}

// MPI's own means of watching it: every sum over ranks passes here on its way to the library.
extern "C" int MPI_Allreduce(const void* in, void* out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  ++nReductions;
  return PMPI_Allreduce(in, out, n, type, op, comm);
}
extern "C" int MPI_Iallreduce(const void* in, void* out, int n, MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                              MPI_Request* request) {
  ++nReductions;
  return PMPI_Iallreduce(in, out, n, type, op, comm, request);
}

namespace eagre::linear {
namespace {

using testing::GridSystem;

/// Reductions of a solve that ends after so many iterations.
int reductions(const GridSystem& s, const std::string& text, int iterations) {
  const auto entry = config::Dictionary::parse(fmt::format("{} tolerance 0; maxIter {};", text, iterations), "fvSolution");
  auto solver = makeSolver("p", true, entry, s.addressing, {}, s.geometry());
  auto x = s.guess();
  const auto b = s.source();
  solver->setUp();
  nReductions = 0;
  EXPECT_EQ(solver->solve(s.matrix, x, b).iterations, iterations);
  return nReductions;
}

TEST(Reductions, AnIterationHasAsManyAsItsMethodPromises) {
  GridSystem s({{40, 60, 1}, false, comm::Communicator::world(), 2.0}, testing::twoFluids(40), 0, true);
  if (!s.addressing.halo->communicator().parallel()) GTEST_SKIP() << "one rank reduces nothing";
  for (const char* preconditioner : {"none", "diagonal", "DIC", "FDIC"})
    for (const auto& [solver, expected] : {std::pair{"PCG", 2}, {"CGCG", 1}, {"PPCG", 1}, {"OFPiPePCG", 1}, {"OFRePiPePCG", 1}}) {
      const auto text = fmt::format("solver {}; preconditioner {};", solver, preconditioner);
      EXPECT_EQ(reductions(s, text, 14) - reductions(s, text, 4), 10 * expected) << text;
    }
}

TEST(Reductions, FourStepsAtATimeHaveTwo) {
  GridSystem s({{40, 60, 1}, false, comm::Communicator::world(), 2.0}, testing::twoFluids(40), 0, true);
  if (!s.addressing.halo->communicator().parallel()) GTEST_SKIP() << "one rank reduces nothing";
  const std::string text = "solver SStepPCG; nSteps 4; preconditioner DIC;";
  EXPECT_EQ(reductions(s, text, 16) - reductions(s, text, 4), 2 * 3);
}

// Where DIC has taken over from multigrid, each iteration has two reductions, as PCG's with DIC; and as many iterations.
TEST(Reductions, WhereMultigridGivesUpThereAreNoMoreThanPcgs) {
  GridSystem s({{40, 60, 1}, false, comm::Communicator::world(), 2.0}, testing::twoFluids(40), 0, true);
  if (!s.addressing.halo->communicator().parallel()) GTEST_SKIP() << "one rank reduces nothing";
  const auto controls = [](double tolerance, int maxIter) {
    SolverControls c;
    c.tolerance = tolerance;
    c.maxIter = maxIter;
    return c;
  };
  const auto entry = config::Dictionary::parse("solver PCG; preconditioner multigrid;", "fvSolution");
  const auto dic = config::Dictionary::parse("solver PCG; preconditioner DIC; tolerance 1e-9;", "fvSolution");
  const auto solver = makeSolver("p", true, entry, s.addressing, {}, s.geometry());
  const auto b = s.source();
  const auto solve = [&](Solver& by) {
    auto x = s.guess();
    nReductions = 0;
    return by.solve(s.matrix, x, b);
  };
  solver->setControls(controls(0, 61));  // multigrid gives up after 60 iterations
  EXPECT_NE(solve(*solver).fallback, "");
  const auto reductionsOf = [&](int iterations) {
    solver->setControls(controls(0, iterations));
    solve(*solver);
    return nReductions;
  };
  EXPECT_EQ(reductionsOf(14) - reductionsOf(4), 10 * 2);
  solver->setControls(controls(1e-9, 1000));
  const auto performance = solve(*solver);
  EXPECT_TRUE(performance.converged);
  EXPECT_NEAR(performance.iterations, solve(*makeSolver("p", true, dic, s.addressing)).iterations, 1);
}

// Multigrid's only reductions are those of its coarsest level, which the ranks put together: they are not the pipeline's doing.
TEST(Reductions, PipelinedMultigridHasNoMoreThanChronopoulosAndGears) {
  GridSystem s({{40, 60, 1}, false, comm::Communicator::world(), 2.0}, testing::twoFluids(40), 0, true);
  const auto perIteration = [&](const char* solver) {
    const auto text = fmt::format("solver {}; preconditioner multigrid;", solver);
    return (reductions(s, text, 4) - reductions(s, text, 2)) / 2;
  };
  for (const char* solver : {"OFPiPePCG", "OFRePiPePCG"}) EXPECT_EQ(perIteration(solver), perIteration("CGCG"));
}

}  // namespace
}  // namespace eagre::linear
