// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flux_correction.hpp"

#include "fv/conditions/conditions.hpp"
#include "fv/equation/terms.hpp"
#include "kernel/view.hpp"

namespace eagre::solvers {

using kernel::View;

namespace {

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

void correctFlux(const FluxCorrectionInputs& in, fv::SurfaceScalarField& phi, ContinuityErrors& continuity) {
  const auto& mesh = in.context.mesh;
  fv::VolScalarField pcorr = pressureCorrection(in.p);
  const bool reference = fv::needsReference(pcorr);
  if (reference) adjustPhi(phi.faces(), in.U, in.meshPhi);
  fv::Equation<double> pcorrEqn(pcorr, in.context);
  std::vector<double> divergence(static_cast<std::size_t>(mesh.nCells));
  for (int i = 0; i <= in.nNonOrthogonalCorrectors; ++i) {
    const bool last = i == in.nNonOrthogonalCorrectors;
    fv::fvc::div(mesh, phi.faces(), divergence);
    pcorrEqn = fv::fvm::laplacian(in.rAUf, pcorr, "laplacian(rAUf,pcorr)") - fv::fvm::Su(divergence, pcorr);
    if (reference) pcorrEqn.setReference(!mesh.cellGlobal.empty() && mesh.cellGlobal.front() == 0 ? 0 : -1, 0.0);
    pcorrEqn.solve(last ? "pcorrFinal" : "pcorr");
    if (last) {
      pcorrEqn.eachFlux({"pcorr: phi", 16}, [phi = View(phi.faces())](Label f, double flux) { phi[f] -= flux; });
    }
  }
  pcorrEqn.release();
  continuity.report(in.context, outflowSums(mesh, phi.faces()));
}

}  // namespace eagre::solvers
