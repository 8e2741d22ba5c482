// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/phase_change_sources.hpp"

#include <algorithm>

#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

PhaseChangeSources::PhaseChangeSources(const fv::VolScalarField& alpha, const fv::SurfaceScalarField& phi, PhaseChangeAt change,
                                       physics::FvOptions* options)
    : alpha_(&alpha), phi_(&phi), change_(change), options_(options && options->feeds(alpha.name()) ? options : nullptr) {
  if (!*this) return;
  for (auto* v : {&divPhi_, &Su_, &Sp_, &explicitSu_}) v->resize(static_cast<std::size_t>(alpha.mesh().nCells));
}

void PhaseChangeSources::make() {
  fv::fvc::div(alpha_->mesh(), phi_->faces(), divPhi_);
  if (change_.model) {
    change_.model->alphaSource(std::span(alpha_->cells()).first(Su_.size()), std::span(change_.p->cells()).first(Su_.size()), Su_,
                               Sp_);
  } else {
    std::ranges::fill(Su_, 0.0);
    std::ranges::fill(Sp_, 0.0);
  }
  if (options_) options_->addToPhase(*alpha_, Su_, Sp_);
}

void PhaseChangeSources::implicitStepEnded() {
  alphaSeen_.assign(alpha_->cells().begin(), alpha_->cells().begin() + alpha_->mesh().nCells);
}

MulesSources PhaseChangeSources::ofCorrection() {
  if (!*this) return {};
  parallelFor({"alpha: sources", 48}, alpha_->mesh().nCells,
              [alpha = View(alpha_->cells()), divPhi = View(divPhi_), Sp = View(Sp_), seen = View(alphaSeen_),
               Su = View(explicitSu_)](Label c) {
                Su[c] = divPhi[c] * (alpha[c] - seen[c]) - Sp[c] * alpha[c];
                seen[c] = alpha[c];
              });
  return {explicitSu_, Sp_};
}

MulesSources PhaseChangeSources::ofExplicitStep() {
  if (!*this) return {};
  parallelFor({"alpha: sources", 32}, alpha_->mesh().nCells,
              [alpha = View(alpha_->cells()), divPhi = View(divPhi_), Su = View(Su_), total = View(explicitSu_)](Label c) {
                total[c] = divPhi[c] * alpha[c] + Su[c];
              });
  return {explicitSu_, Sp_};
}

}  // namespace eagre::interface_
