// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/time_weighting.hpp"

#include <fmt/format.h>

#include "fv/conditions/conditions.hpp"
#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

TimeWeighting::TimeWeighting(const fv::Context& context, bool subCycles) {
  const auto& entry = fv::schemeEntry(context, "ddtSchemes", "ddt(alpha)");
  auto reader = entry.reader();
  const std::string scheme = reader.word();
  if (scheme == "Euler" || scheme == "localEuler") return;
  if (scheme != "CrankNicolson")
    throw Error(
        entry.place,
        fmt::format("ddt(alpha): '{}' is not possible for the phase equation; Euler, localEuler and CrankNicolson are", scheme));
  if (subCycles) throw Error(entry.place, "ddt(alpha): sub-cycling (nAlphaSubCycles > 1) is not possible with CrankNicolson");
  scheme_ = fv::ddtScheme(context, "ddt(alpha)");
}

const fv::SurfaceScalarField& TimeWeighting::flux(const fv::SurfaceScalarField& phi) {
  if (!blends()) return phi;
  const auto& mesh = phi.mesh();
  if (!flux_) flux_ = std::make_unique<fv::SurfaceScalarField>("phiCN", dimVolumeFlux, mesh);
  parallelFor({"alpha: phiCN", 24}, mesh.nFaces(),
              [c = coefficient_, blend = View(flux_->faces()), now = View(phi.faces()), old = View(phi.old())](Label f) {
                blend[f] = c * now[f] + (1 - c) * old[f];
              });
  return *flux_;
}

std::string TimeWeighting::blendName(const fv::VolScalarField& alpha, double coefficient) {
  return fmt::format("(({1:g}*{0})+({2:g}*{0}_0))", alpha.name(), coefficient, 1 - coefficient);
}

const fv::VolScalarField& TimeWeighting::fraction(const fv::VolScalarField& alpha) {
  const auto& mesh = alpha.mesh();
  if (const std::string name = blendName(alpha, coefficient_); !fraction_ || fraction_->name() != name) {
    fraction_ = std::make_unique<fv::VolScalarField>(name, dimless, mesh);
    fv::setCalculatedConditions(*fraction_);
  }
  const auto blend = [c = coefficient_](kernel::Loop loop, Label n, const std::vector<double>& now,
                                        const std::vector<double>& old, std::vector<double>& mean) {
    parallelFor(loop, n,
                [c, now = View(now), old = View(old), mean = View(mean)](Label i) { mean[i] = c * now[i] + (1 - c) * old[i]; });
  };
  blend({"alpha: blend", 24}, mesh.nAllCells(), alpha.cells(), alpha.old().cells, fraction_->cells());
  blend({"alpha: blend boundary", 0}, mesh.nBoundaryFaces, alpha.boundary(), alpha.old().boundary, fraction_->boundary());
  return *fraction_;
}

void TimeWeighting::toEndOfStep(fv::SurfaceScalarField& alphaPhi) const {
  parallelFor({"alpha: end flux", 24}, alphaPhi.mesh().nFaces(),
              [c = coefficient_, flux = View(alphaPhi.faces()), old = View(alphaPhi.old())](Label f) {
                flux[f] = (flux[f] - (1 - c) * old[f]) / c;
              });
}

}  // namespace eagre::interface_
