// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flux_correction.hpp"

#include <algorithm>
#include <vector>

#include "fv/conditions/conditions.hpp"
#include "fv/equation/terms.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::solvers {

using kernel::View;

namespace {
const char* const scheme = "laplacian(rAUf,pcorr)";

fv::VolScalarField pressureCorrection(const fv::VolScalarField& p) {
  const auto& mesh = p.mesh();
  fv::VolScalarField pcorr("pcorr", p.dimensions(), mesh);
  pcorr.conditions().resize(mesh.patches.size());
  for (std::size_t i = 0; i < mesh.patches.size(); ++i) {
    const auto& patch = mesh.patches[i];
    pcorr.conditions()[i] =
        p.conditions()[i]->fixesValue()
            ? fv::makeFixedValue<double>(patch, std::vector<double>(static_cast<std::size_t>(patch.size), 0.0))
            : fv::makeZeroGradient<double>(patch);
  }
  pcorr.correctBoundaryConditions();
  return pcorr;
}

}  // namespace

void FluxCorrection::check(const fv::Context& context, Problems& problems) {
  std::vector<const char*> solves{"pcorrFinal"};
  const auto* pimple = context.fvSolution.findDict("PIMPLE");
  if (pimple && pimple->getOr<int>("nNonOrthogonalCorrectors", 0) > 0) solves.push_back("pcorr");
  for (const char* name : solves)
    problems.guard([&] { linear::checkSolver(name, true, context.fvSolution.subDict("solvers").subDict(name), problems); });
  fv::checkScheme<double>(context, "laplacianSchemes", scheme, problems);
}

FluxCorrection::FluxCorrection(fv::Context& context, const fv::VolScalarField& p, int nNonOrthogonalCorrectors)
    : context_(context),
      pcorr_(pressureCorrection(p)),
      equation_(pcorr_, context),
      needsReference_(fv::needsReference(pcorr_)),
      nNonOrthogonalCorrectors_(nNonOrthogonalCorrectors) {}

void FluxCorrection::correct(fv::SurfaceScalarField& phi, const fv::VolVectorField& U, const fv::SurfaceScalarField& rAUf,
                             const fv::SurfaceScalarField* meshPhi, std::span<const double> divU) {
  const auto& mesh = context_.mesh;
  if (needsReference_) adjustPhi(phi.faces(), U, meshPhi);
  std::ranges::fill(pcorr_.cells(), 0.0);
  pcorr_.correctBoundaryConditions();
  auto divergence = context_.workspace.take<double>(static_cast<std::size_t>(mesh.nCells));
  for (int i = 0; i <= nNonOrthogonalCorrectors_; ++i) {
    const bool last = i == nNonOrthogonalCorrectors_;
    fv::fvc::div(mesh, phi.faces(), divergence);
    if (!divU.empty())
      kernel::parallelFor({"pcorr: divU", 24}, mesh.nCells,
                          [divergence = View(divergence), divU = View(divU)](Label c) { divergence[c] -= divU[c]; });
    equation_ = fv::fvm::laplacian(rAUf, pcorr_, scheme) - fv::fvm::Su(divergence, pcorr_);
    if (needsReference_) equation_.setReference(!mesh.cellGlobal.empty() && mesh.cellGlobal.front() == 0 ? 0 : -1, 0.0);
    equation_.solve(last ? "pcorrFinal" : "pcorr");
    if (last) equation_.eachFlux({"pcorr: phi", 16}, [phi = View(phi.faces())](Label f, double flux) { phi[f] -= flux; });
  }
  equation_.release();
  reportContinuityErrors(context_, outflowSums(mesh, phi.faces()));
}

}  // namespace eagre::solvers
