// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "linear/solver.hpp"
#include "unit/linear/grid_system.hpp"

/// What OpenFOAM v1912 (Debian) printed, with writePrecision 12, for the first solve of two small cases on the unit square, NX x
/// NX cells, 0.1 thick (empty), T = 0 inside and on the boundary but 1 on x = 0:
///   laplacianFoam, steadyState, DT = 1 (symmetric);
///   scalarTransportFoam, steadyState, DT = 0.01, U = (1 0.5 0), upwind (asymmetric).
/// With `length`: on the square of that side, 1 thick, DT = 0.25 for transport. (Cells of side 1: their areas have no round-off
/// that would settle ties of GAMG's pairing.) The initial residual is 1 in all of them. Ours agree to five digits and more; what
/// is left is round-off in the matrix, which Krylov methods amplify.
namespace eagre::linear {
namespace {

using testing::GridSystem;

struct Reference {
  bool symmetric;
  Label n;
  const char* entry;
  const char* name;
  double finalResidual;
  int iterations;
  double length = 1;
};
void PrintTo(const Reference& r, std::ostream* out) { *out << r.n << " " << r.entry; }

struct Case {
  std::unique_ptr<GridSystem> system;
  std::vector<double> source;
  std::vector<Vec3> Sf;
};

Case makeCase(bool symmetric, Label n, double length) {
  const double thickness = length > 1 ? 1.0 : 0.1, h = length / n, transport = length > 1 ? 0.25 : 0.01;
  const double diffusion = (symmetric ? 1.0 : transport) * thickness;
  const double flux[3] = {symmetric ? 0.0 : 1.0 * h * thickness, symmetric ? 0.0 : 0.5 * h * thickness, 0.0};
  const auto entry = [=](GlobalLabel a, GlobalLabel b, int d) { return a < b ? -diffusion : -diffusion - flux[d]; };
  Case c{std::make_unique<GridSystem>(testing::Grid{{n, n, 1}}, entry, 0.0, symmetric), {}, {}};
  LduMatrix& A = c.system->matrix;
  const LduAddressing& addressing = c.system->addressing;
  std::fill(A.diag.begin(), A.diag.end(), 0.0);
  c.source.assign(A.diag.size(), 0.0);
  for (Label f = 0; f < addressing.nFaces(); ++f) {
    const bool alongX = addressing.neighbour[f] == addressing.owner[f] + 1;
    A.diag[addressing.owner[f]] += diffusion + flux[alongX ? 0 : 1];
    A.diag[addressing.neighbour[f]] += diffusion;
    c.Sf.push_back(alongX ? Vec3{h * thickness, 0, 0} : Vec3{0, h * thickness, 0});
  }
  for (Label cell = 0; cell < addressing.nCells; ++cell) {
    const Label i = cell % n, j = cell / n;
    const int walls = (i == 0) + (i == n - 1) + (j == 0) + (j == n - 1);
    A.diag[cell] += 2 * diffusion * walls;
    if (i == 0) c.source[cell] = 2 * diffusion + flux[0];
  }
  return c;
}

class OpenFoam : public ::testing::TestWithParam<Reference> {};

TEST_P(OpenFoam, PrintsTheSame) {
  const Reference& reference = GetParam();
  const Case c = makeCase(reference.symmetric, reference.n, reference.length);
  auto solver = makeSolver("T", reference.symmetric, config::Dictionary::parse(reference.entry, "fvSolution"),
                           c.system->addressing, faceAreaPairWeights(c.Sf));
  std::vector<double> T = c.system->guess();
  const SolverPerformance p = solver->solve(c.system->matrix, T, c.source);
  EXPECT_EQ(p.solverName, reference.name);
  EXPECT_EQ(p.iterations, reference.iterations);
  EXPECT_NEAR(p.initialResidual, 1.0, 1e-12);
  EXPECT_NEAR(p.finalResidual, reference.finalResidual, 5e-6 * reference.finalResidual + 1e-19);
}

// clang-format off
const Reference references[] = {
    {true, 32, "solver PCG; preconditioner DIC; tolerance 1e-9;",
     "DICPCG", 5.94154775529e-10, 38},
    {true, 32, "solver PCG; preconditioner FDIC; tolerance 1e-9;",
     "FDICPCG", 5.94154775529e-10, 38},
    {true, 32, "solver PCG; preconditioner none; tolerance 1e-9;",
     "nonePCG", 9.29450241002e-10, 97},
    {true, 32, "solver PCG; preconditioner diagonal; tolerance 0; relTol 0.01;",
     "diagonalPCG", 0.00868735558745, 44},
    {true, 32, "solver smoothSolver; smoother symGaussSeidel; tolerance 1e-6; maxIter 200;",
     "smoothSolver", 0.00109073199468, 200},
    {true, 32, "solver smoothSolver; smoother GaussSeidel; nSweeps 2; tolerance 1e-6; maxIter 200;",
     "smoothSolver", 0.00696580465571, 200},
    {true, 32, "solver smoothSolver; smoother DICGaussSeidel; tolerance 1e-6; maxIter 200;",
     "smoothSolver", 1.06335778248e-05, 200},
    {true, 32, "solver GAMG; smoother GaussSeidel; tolerance 1e-9;",
     "GAMG", 6.22075876578e-10, 16},
    {true, 32, "solver GAMG; smoother DICGaussSeidel; tolerance 1e-9;",
     "GAMG", 6.08160959413e-10, 15},
    {true, 32, "solver GAMG; smoother symGaussSeidel; tolerance 1e-9;",
     "GAMG", 4.04793657314e-10, 16},
    {true, 32, "solver GAMG; smoother DIC; tolerance 1e-9; relTol 0.01;",
     "GAMG", 0.00367353870314, 2},
    {true, 32, "solver GAMG; smoother GaussSeidel; tolerance 1e-9; nPreSweeps 2;",
     "GAMG", 4.63762459615e-10, 18},
    {true, 32, "solver GAMG; smoother GaussSeidel; tolerance 1e-9; nPreSweeps 1; nFinestSweeps 3; nCellsInCoarsestLevel 20;",
     "GAMG", 3.92522286488e-10, 18},
    {true, 32, "solver GAMG; smoother GaussSeidel; tolerance 1e-9; mergeLevels 2;",
     "GAMG", 8.73503879376e-10, 22},
    {true, 32, "solver GAMG; smoother GaussSeidel; tolerance 1e-9; interpolateCorrection yes;",
     "GAMG", 3.48004215678e-10, 10},
    {true, 32, "solver GAMG; smoother GaussSeidel; tolerance 1e-9; scaleCorrection no;",
     "GAMG", 8.04722167629e-10, 48},
    {true, 32, "solver GAMG; smoother GaussSeidel; tolerance 1e-9; directSolveCoarsest yes;",
     "GAMG", 6.22075886183e-10, 16},
    {true, 32, "solver GAMG; smoother GaussSeidel; tolerance 1e-9; coarsestLevelCorr { solver PCG; preconditioner DIC; tolerance 1e-12; }",
     "GAMG", 6.22075890553e-10, 16},
    {true, 32, "solver PCG; tolerance 1e-9; preconditioner { preconditioner GAMG; smoother GaussSeidel; tolerance 1e-7; relTol 0; }",
     "GAMGPCG", 3.98605533659e-10, 7},
    {true, 32, "solver PCG; tolerance 1e-9; preconditioner { preconditioner GAMG; smoother DICGaussSeidel; nVcycles 1; tolerance 1e-7; relTol 0.1; nPreSweeps 1; }",
     "GAMGPCG", 4.81923900491e-10, 11},
    {true, 128, "solver GAMG; smoother symGaussSeidel; tolerance 1e-9;",
     "GAMG", 9.49216722573e-10, 15},
    {true, 128, "solver GAMG; smoother GaussSeidel; tolerance 1e-9; nPreSweeps 2;",
     "GAMG", 5.62045767177e-10, 16},
    {true, 128, "solver GAMG; smoother GaussSeidel; tolerance 1e-9; interpolateCorrection yes;",
     "GAMG", 2.66036623114e-10, 11},
    {true, 32, "solver PBiCGStab; preconditioner DIC; tolerance 1e-9; relTol 0.01;",
     "DICPBiCGStab", 0.00755260220746, 9},
    {true, 32, "solver PBiCGStab; preconditioner diagonal; tolerance 1e-9; relTol 0.1;",
     "diagonalPBiCGStab", 0.0974843890531, 5},
    {true, 32, "solver PCG; preconditioner DIC; tolerance 1e-9; minIter 50;",
     "DICPCG", 1.43400512423e-14, 50},
    {true, 32, "solver PCG; preconditioner DIC; tolerance 1e-9; maxIter 5;",
     "DICPCG", 0.0894644708433, 5},
    {true, 32, "solver smoothSolver; smoother GaussSeidel; nSweeps 3; tolerance 1e-9; relTol 0.1;",
     "smoothSolver", 0.0970470911731, 12},
    {true, 32, "solver smoothSolver; smoother FDIC; tolerance 1e-9; relTol 0.1;",
     "smoothSolver", 0.0923854848439, 4},
    {true, 32, "solver smoothSolver; smoother nonBlockingGaussSeidel; tolerance 1e-9; relTol 0.1;",
     "smoothSolver", 0.0970470911731, 12},
    {true, 32, "solver GAMG; smoother GaussSeidel; tolerance 1e-9; nPreSweeps 1; preSweepsLevelMultiplier 2; maxPreSweeps 3; nPostSweeps 1; postSweepsLevelMultiplier 2; maxPostSweeps 5;",
     "GAMG", 6.62287755612e-10, 17},
    {false, 32, "solver PBiCGStab; preconditioner DILU; tolerance 1e-9;",
     "DILUPBiCGStab", 2.44495523137e-10, 12},
    {false, 32, "solver PBiCGStab; preconditioner diagonal; tolerance 1e-9; relTol 0.1;",
     "diagonalPBiCGStab", 0.0681287792071, 28},
    {false, 32, "solver PBiCGStab; preconditioner none; tolerance 1e-9; relTol 0.1;",
     "nonePBiCGStab", 0.0872999025434, 28},
    {false, 32, "solver PBiCG; preconditioner DILU; tolerance 1e-9;",
     "DILUPBiCG", 6.91530023244e-10, 24},
    {false, 32, "solver PBiCG; preconditioner diagonal; tolerance 1e-9; relTol 0.1;",
     "diagonalPBiCG", 0.0815113761868, 50},
    {false, 32, "solver PBiCG; preconditioner none; tolerance 1e-9; relTol 0.1;",
     "nonePBiCG", 0.0828437847964, 51},
    {false, 32, "solver smoothSolver; smoother GaussSeidel; tolerance 1e-9; relTol 1e-4;",
     "smoothSolver", 8.49338415929e-05, 53},
    {false, 32, "solver smoothSolver; smoother symGaussSeidel; tolerance 1e-9; relTol 1e-4;",
     "smoothSolver", 7.96944094493e-05, 37},
    {false, 32, "solver smoothSolver; smoother DILU; tolerance 1e-9; relTol 1e-4;",
     "smoothSolver", 7.83626235969e-05, 23},
    {false, 32, "solver smoothSolver; smoother DILUGaussSeidel; tolerance 1e-9; relTol 1e-4;",
     "smoothSolver", 8.53879022933e-05, 16},
    {false, 32, "solver GAMG; smoother GaussSeidel; tolerance 1e-9;",
     "GAMG", 4.62028195542e-10, 11},
    {false, 32, "solver GAMG; smoother DILU; tolerance 1e-9;",
     "GAMG", 1.19365116783e-10, 8},
    {false, 32, "solver GAMG; smoother DILUGaussSeidel; tolerance 1e-9; scaleCorrection yes; mergeLevels 2;",
     "GAMG", 8.63295773013e-10, 6},
    {false, 32, "solver GAMG; smoother GaussSeidel; tolerance 1e-9; directSolveCoarsest yes;",
     "GAMG", 4.62028179701e-10, 11},
    {false, 32, "solver PBiCGStab; tolerance 1e-9; preconditioner { preconditioner GAMG; smoother DILU; tolerance 1e-5; relTol 0; }",
     "GAMGPBiCGStab", 2.81282904576e-10, 2},

    {true, 31, "solver GAMG; smoother GaussSeidel; tolerance 1e-8;",
     "GAMG", 5.81943095824e-09, 25, 31.0},
    {true, 31, "solver GAMG; smoother DICGaussSeidel; tolerance 1e-8; mergeLevels 3; nCellsInCoarsestLevel 4;",
     "GAMG", 9.71040563215e-09, 49, 31.0},
    {true, 31, "solver GAMG; smoother GaussSeidel; tolerance 1e-8; agglomerator algebraicPair;",
     "GAMG", 8.0134388574e-09, 14, 31.0},
    {true, 37, "solver GAMG; smoother GaussSeidel; tolerance 1e-8;",
     "GAMG", 7.38425871428e-09, 28, 37.0},
    {true, 37, "solver GAMG; smoother DICGaussSeidel; tolerance 1e-8; mergeLevels 3; nCellsInCoarsestLevel 4;",
     "GAMG", 8.91815557596e-09, 57, 37.0},
    {true, 37, "solver GAMG; smoother GaussSeidel; tolerance 1e-8; agglomerator algebraicPair;",
     "GAMG", 8.76882636076e-09, 14, 37.0},
    {false, 31, "solver GAMG; smoother GaussSeidel; tolerance 1e-8;",
     "GAMG", 2.49941522338e-09, 11, 31.0},
    {false, 31, "solver GAMG; smoother GaussSeidel; tolerance 1e-8; agglomerator algebraicPair;",
     "GAMG", 3.84522673513e-09, 9, 31.0},
    {false, 37, "solver GAMG; smoother GaussSeidel; tolerance 1e-8;",
     "GAMG", 1.44716975909e-09, 12, 37.0},
    {false, 37, "solver GAMG; smoother GaussSeidel; tolerance 1e-8; agglomerator algebraicPair;",
     "GAMG", 1.27777884261e-09, 10, 37.0},
};
// clang-format on

INSTANTIATE_TEST_SUITE_P(V1912, OpenFoam, ::testing::ValuesIn(references));

TEST(OpenFoamDeviation, MergedLevelsOfAnAsymmetricMatrixKeepTheirDirections) {
  // v1912 forgets the direction of a face when it merges levels (GAMGAgglomeration::combineLevels) and needs 24 cycles here.
  const Case c = makeCase(false, 31, 31.0);
  const auto entry = config::Dictionary::parse(
      "solver GAMG; smoother DILU; tolerance 1e-8; mergeLevels 3; nCellsInCoarsestLevel 4;", "fvSolution");
  std::vector<double> T = c.system->guess();
  auto solver = makeSolver("T", false, entry, c.system->addressing, faceAreaPairWeights(c.Sf));
  EXPECT_LE(solver->solve(c.system->matrix, T, c.source).iterations, 12);
}

}  // namespace
}  // namespace eagre::linear
