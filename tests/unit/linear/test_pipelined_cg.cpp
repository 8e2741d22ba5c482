// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "linear/make_solver.hpp"
#include "unit/linear/grid_system.hpp"

/// The solvers that Lin et al. (2018) print.
namespace eagre::linear {
namespace {

using testing::GridSystem;
using ::testing::HasSubstr;
using testing::trueResidual;

struct Result {
  SolverPerformance performance;
  std::vector<double> x;
};

Result solve(const GridSystem& s, const std::string& text, std::vector<double> x) {
  const auto entry = config::Dictionary::parse(text, "fvSolution");
  auto solver = makeSolver("p", true, entry, s.addressing, {}, s.geometry());
  Result result{{}, std::move(x)};
  const auto b = s.source();
  result.performance = solver->solve(s.matrix, result.x, b);
  return result;
}

std::vector<double> aGuess(const GridSystem& s) {
  auto x = s.guess();
  for (std::size_t c = 0; c < x.size(); ++c) x[c] = 3 + std::sin(1.3 * static_cast<double>(c));
  return x;
}

/// Writes a system and what the solvers make of it, for the transcription of Algorithm 4 in
/// tests/verification/test_pipelined_cg.py, if EAGRE_ITERATES names a file.
TEST(PipelinedCg, WritesItsIterates) {
  const char* const path = std::getenv("EAGRE_ITERATES");
  if (!path) GTEST_SKIP() << "tests/verification/test_pipelined_cg.py asks for it";
  GridSystem s({{9, 7, 1}, false, {}, 2.0}, testing::twoFluids(9), 0.01, true);
  std::ofstream out(path);
  const auto list = [&](const std::string& name, const auto& values) {
    out << fmt::format("{} {:.17g}\n", name, fmt::join(values, " "));
  };
  const auto b = s.source(), x = aGuess(s);
  list("diag", s.matrix.diag);
  list("upper", s.matrix.upper);
  out << fmt::format("owner {}\nneighbour {}\n", fmt::join(s.addressing.owner, " "), fmt::join(s.addressing.neighbour, " "));
  list("b", b);
  list("x", x);
  for (const char* solver : {"OFPiPePCG", "OFRePiPePCG"})
    for (const char* preconditioner : {"none", "diagonal", "DIC"})
      for (int n = 1; n <= 12; ++n) {
        const auto r =
            solve(s, fmt::format("solver {}; preconditioner {}; tolerance 0; maxIter {};", solver, preconditioner, n), x);
        list(fmt::format("{} {} {} {:.17g} {:.17g}", solver, preconditioner, n, r.performance.initialResidual,
                         r.performance.finalResidual),
             r.x);
      }
}

/// The blocks in which p and x are updated are no part of the arithmetic.
TEST(PipelinedCg, BlocksChangeNothing) {
  GridSystem s({{24, 24, 1}, false, {}, 2.0}, testing::twoFluids(24), 0, true);
  const std::string rest = "preconditioner DIC; tolerance 1e-8;";
  const auto inOne = solve(s, "solver OFPiPePCG;" + rest, s.guess()), late = solve(s, "solver OFRePiPePCG;" + rest, s.guess()),
             byRanks = solve(s, "solver OFRePiPePCG; testBlocks ranks;" + rest, s.guess());
  EXPECT_EQ(inOne.x, late.x);
  EXPECT_EQ(inOne.x, byRanks.x);
  EXPECT_TRUE(inOne.performance.converged);
  Problems problems;
  checkSolver("p", true, config::Dictionary::parse("solver OFRePiPePCG; preconditioner DIC; testBlocks some;", "f"), problems);
  EXPECT_THAT(problems.messages(), ElementsAre(HasSubstr("testBlocks")));
}

/// The table of docs/krylov.md.
TEST(PipelinedCg, DISABLED_TableOfWhereTheyPart) {
  const GridSystem jumping({{40, 30, 1}}, testing::jump, 0.01, true),
      fixed({{64, 64, 1}, false, {}, 2.0}, testing::laplacian, 0, true),
      plane({{128, 128, 1}}, testing::twoFluids(128), 1e-6, true), space({{20, 20, 20}}, testing::twoFluids(20), 1e-8, true),
      hard({{48, 48, 1}}, testing::twoFluids(48), 1e-9, true);
  for (const auto& [name, s] : {std::pair{"40 x 30, jumping", &jumping},
                                {"64 x 64, fixed values", &fixed},
                                {"128 x 128, 1e-6", &plane},
                                {"20 x 20 x 20, 1e-8", &space},
                                {"48 x 48, 1e-9", &hard}})
    for (const char* preconditioner : {"diagonal", "DIC"}) {
      std::string row = fmt::format("| {} | {} |", name, preconditioner);
      for (const char* solver : {"PCG", "PPCG", "OFPiPePCG"}) {
        const auto text = fmt::format("solver {}; preconditioner {}; maxIter 3000;", solver, preconditioner);
        const auto r = solve(*s, text + " tolerance 1e-9;", s->guess());
        const auto end = solve(*s, text + " tolerance 1e-17;", s->guess());
        row += fmt::format(" {}, {:.1e}, {:.1e} |", r.performance.iterations, trueResidual(*s, r.x), trueResidual(*s, end.x));
      }
      fmt::print("{}\n", row);
    }
}

/// As printed there is nothing that closes the gap between the residual and b - A x: PPCG comes closer.
TEST(PipelinedCg, StopsAboveWhatPpcgAttains) {
  GridSystem s({{24, 24, 1}, false, {}, 2.0}, testing::twoFluids(24), 0, true);
  const auto error = [&](const std::string& solver) {
    return trueResidual(s, solve(s, "solver " + solver + "; preconditioner none; tolerance 1e-12; maxIter 3000;", s.guess()).x);
  };
  EXPECT_GT(error("OFPiPePCG"), 10 * error("PPCG"));
}

TEST(PipelinedCg, LeavesMultigridToPpcg) {
  GridSystem s({{24, 24, 1}, false, {}, 2.0}, testing::twoFluids(24), 0, true);
  const std::string rest = "preconditioner multigrid; tolerance 1e-9;";
  const auto r = solve(s, "solver OFPiPePCG;" + rest, s.guess());
  EXPECT_EQ(r.performance.solverName, "multigridPPCG");
  EXPECT_THAT(r.performance.fallback, HasSubstr("PPCG has taken over"));
  EXPECT_EQ(r.x, solve(s, "solver PPCG;" + rest, s.guess()).x);
}

}  // namespace
}  // namespace eagre::linear
