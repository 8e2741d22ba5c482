// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/mules.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "unit/interface/interface_case.hpp"

namespace eagre {
namespace {

using interface_::Mules;
using interface_::MulesControls;

/// The limiter as its equations read, face by face over the whole mesh: lambda of each face. outlet: boundary faces limited.
std::vector<double> plainLambda(const mesh::Mesh& mesh, const std::vector<double>& psi, const fv::VolScalarField& field,
                                const std::vector<double>& A, const std::vector<bool>& outlet, const fv::TimeState::Rate& rDeltaT,
                                const MulesControls& controls) {
  const Label first = mesh.nInteriorFaces();
  std::vector<double> hi(psi.size(), 0.0), lo(psi.size(), 1.0), in(psi.size(), 0.0), out(psi.size(), 0.0);
  const auto pPlus = [](double a) { return std::max(a, 0.0); };
  for (Label f = 0; f < first; ++f) {
    const Label P = mesh.owner[f], N = mesh.neighbour[f];
    hi[P] = std::max(hi[P], psi[N]), lo[P] = std::min(lo[P], psi[N]);
    hi[N] = std::max(hi[N], psi[P]), lo[N] = std::min(lo[N], psi[P]);
    out[P] += pPlus(A[f]), in[P] += pPlus(-A[f]);
    in[N] += pPlus(A[f]), out[N] += pPlus(-A[f]);
  }
  for (Label f = first; f < mesh.nFaces(); ++f) out[mesh.owner[f]] += pPlus(A[f]), in[mesh.owner[f]] += pPlus(-A[f]);
  for (std::size_t p = 0; p < mesh.patches.size(); ++p)
    for (Label b = mesh.patches[p].start; b < mesh.patches[p].start + mesh.patches[p].size; ++b) {
      const Label P = mesh.owner[first + b];
      if (field.conditions()[p]->fixesValue()) {
        hi[P] = std::max(hi[P], field.boundary()[b]), lo[P] = std::min(lo[P], field.boundary()[b]);
      } else {
        hi[P] += std::max(controls.boundaryExtremaCoeff - controls.extremaCoeff, 0.0);
        lo[P] -= std::max(controls.boundaryExtremaCoeff - controls.extremaCoeff, 0.0);
      }
    }
  const double s = controls.smoothLimiter;
  std::vector<double> lambda(A.size(), controls.upwards ? 0.0 : 1.0);
  for (Label f = first; f < mesh.nFaces(); ++f) lambda[f] = controls.upwards && outlet[f] ? 0 : 1;
  for (int iteration = 0; iteration < controls.nIter; ++iteration) {
    std::vector<double> limitedIn(psi.size(), 0.0), limitedOut(psi.size(), 0.0), lambdaIn(psi.size()), lambdaOut(psi.size());
    for (Label f = 0; f < mesh.nFaces(); ++f) {
      limitedOut[mesh.owner[f]] += pPlus(lambda[f] * A[f]), limitedIn[mesh.owner[f]] += pPlus(-lambda[f] * A[f]);
      if (f >= first) continue;
      limitedIn[mesh.neighbour[f]] += pPlus(lambda[f] * A[f]), limitedOut[mesh.neighbour[f]] += pPlus(-lambda[f] * A[f]);
    }
    for (Label c = 0; c < mesh.nCells; ++c) {
      double most = std::min(hi[c] + controls.extremaCoeff, 1.0), least = std::max(lo[c] - controls.extremaCoeff, 0.0);
      if (s > 0) {
        most = std::min(s * psi[c] + (1 - s) * most, 1.0);
        least = std::max(s * psi[c] + (1 - s) * least, 0.0);
      }
      const double V = mesh.V[c] * rDeltaT(c), room = V * (most - psi[c]), stock = V * (psi[c] - least);
      lambdaIn[c] = std::clamp((limitedOut[c] + room) / (in[c] + rootVSmall), 0.0, 1.0);
      lambdaOut[c] = std::clamp((limitedIn[c] + stock) / (out[c] + rootVSmall), 0.0, 1.0);
    }
    mesh.halo->update(lambdaIn);
    mesh.halo->update(lambdaOut);
    for (Label f = 0; f < mesh.nFaces(); ++f) {
      double cells = A[f] > 0 ? lambdaOut[mesh.owner[f]] : lambdaIn[mesh.owner[f]];
      if (f < first)
        cells = std::min(cells, A[f] > 0 ? lambdaIn[mesh.neighbour[f]] : lambdaOut[mesh.neighbour[f]]);
      else if (!outlet[f])
        continue;
      lambda[f] = controls.upwards ? std::max(lambda[f], cells) : std::min(lambda[f], cells);
    }
  }
  return lambda;
}

class MulesLimiter : public testing::TestWithParam<std::tuple<bool, bool, double, bool>> {};

/// Random corrections everywhere, and a third of the mesh with none.
TEST_P(MulesLimiter, IsThatOfItsEquations) {
  const auto [upwards, periodic, smooth, local] = GetParam();
  test::Flow flow({.n = 12, .periodic = periodic, .perturbation = 0.2});
  const auto& mesh = *flow.setup.mesh;
  fv::VolScalarField rate("rDeltaT", Dimensions{{0, 0, -1}}, mesh);
  test::fillCells<double>(rate, [&](const Vec3& x) { return (1 + x.x + std::sin(8 * x.y)) / flow.setup.time.deltaT; });
  if (local) flow.setup.time.rDeltaT = &rate;
  const auto rDeltaT = flow.setup.time.rate();
  MulesControls controls;
  controls.nIter = 4;
  controls.upwards = upwards;
  controls.smoothLimiter = smooth;
  controls.extremaCoeff = smooth / 10;
  controls.boundaryExtremaCoeff = smooth / 5;
  std::vector<double> A(static_cast<std::size_t>(mesh.nFaces()));
  for (Label f = 0; f < mesh.nFaces(); ++f)
    A[f] = mesh.faceCentres()(f).x > 0.66 ? 0 : 0.7 * mesh.magSf[f] * std::sin(13.7 * static_cast<double>(mesh.faceGlobal[f]));
  mesh::synchroniseFlux(mesh, A);  // the two sides of a cyclic face are opposite
  std::vector<bool> outlet(A.size(), false);
  std::vector<double> outletFlux;
  for (Label f = mesh.nInteriorFaces(); f < mesh.nFaces(); ++f) {
    outletFlux.push_back(flow.phi[f]);
    outlet[f] = flow.phi[f] + A[f] > small * small;
  }
  const auto before = flow.alpha.cells();
  const auto lambda = plainLambda(mesh, before, flow.alpha, A, outlet, rDeltaT, controls);
  EXPECT_LT(*std::min_element(lambda.begin(), lambda.end()), 0.9);

  std::vector<Label> faces(A.size());
  std::iota(faces.begin(), faces.end(), 0);
  std::vector<double> flux(A.size(), 0.0), wanted(before.begin(), before.begin() + mesh.nCells);
  Mules(flow.setup.context, controls).correct(flow.alpha, faces, A, outletFlux, flux, 0.5);
  for (Label f = 0; f < mesh.nFaces(); ++f) {
    EXPECT_NEAR(flux[f], 0.5 * lambda[f] * A[f], 1e-15 * mesh.magSf[f]) << f;
    const auto change = [&](Label c) { return 0.5 * lambda[f] * A[f] / (rDeltaT(c) * mesh.V[c]); };
    wanted[mesh.owner[f]] -= change(mesh.owner[f]);
    if (f < mesh.nInternalFaces) wanted[mesh.neighbour[f]] += change(mesh.neighbour[f]);
  }
  for (Label c = 0; c < mesh.nCells; ++c) EXPECT_NEAR(flow.alpha[c], wanted[c], 5e-15) << c;
}

INSTANTIATE_TEST_SUITE_P(Controls, MulesLimiter,
                         testing::Combine(testing::Bool(), testing::Bool(), testing::Values(0.0, 0.3), testing::Bool()));

TEST(Mules, LeavesOutWhatChangesNothing) {
  test::Flow flow({.n = 12});
  const auto& mesh = *flow.setup.mesh;
  const double dt = flow.setup.time.deltaT, unit = mesh.V[0] / dt * interface_::negligibleChange;
  const Label tiny = 5, small = 40;
  const std::vector<Label> faces{tiny, small};
  const std::vector<double> A{0.9 * unit, -4 * unit};
  std::vector<double> flux(static_cast<std::size_t>(mesh.nFaces()), 0.0);
  test::fillCells<double>(flow.alpha, [](const Vec3& x) { return 0.5 + 0.1 * std::sin(9 * x.x + 7 * x.y); });
  Mules mules(flow.setup.context, {});
  mules.correct(flow.alpha, faces, A, {}, flux);
  EXPECT_EQ(flux[tiny], 0);
  EXPECT_EQ(flux[small], -4 * unit);
  mules.includeEverything();
  mules.correct(flow.alpha, faces, A, {}, flux);
  EXPECT_EQ(flux[tiny], 0.9 * unit);
}

}  // namespace
}  // namespace eagre
