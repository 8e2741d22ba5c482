// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <vector>

#include "interface/advection/mules.hpp"
#include "interface/advection/phase_advection.hpp"

namespace eagre::interface_ {

/// The right side of the phase equation where phases change into one another, alpha div(phi) + Su + Sp alpha [1/s]
/// (physics::PhaseChange), or where options feed alpha (FvOption::addToPhase), in owned cells; nothing otherwise.
class PhaseChangeSources {
 public:
  /// options: null if there are none.
  PhaseChangeSources(const fv::VolScalarField& alpha, const fv::SurfaceScalarField& phi, PhaseChangeAt change,
                     physics::FvOptions* options);
  explicit operator bool() const { return change_.model || options_; }

  /// All of it for the present alpha and pressure.
  void make();
  std::span<const double> divPhi() const { return divPhi_; }
  std::span<const double> Su() const { return Su_; }
  std::span<const double> Sp() const { return Sp_; }
  /// An implicit step with these sources has ended with the present alpha.
  void implicitStepEnded();
  /// For a corrector behind that step: what the sources differ by since alpha was last seen.
  MulesSources ofCorrection();
  /// For an explicit step.
  MulesSources ofExplicitStep();

 private:
  const fv::VolScalarField* alpha_;
  const fv::SurfaceScalarField* phi_;
  PhaseChangeAt change_;
  physics::FvOptions* options_;  ///< null: none feeds alpha
  std::vector<double> divPhi_, Su_, Sp_;
  std::vector<double> explicitSu_;  ///< what of them MULES takes explicitly
  std::vector<double> alphaSeen_;
};

}  // namespace eagre::interface_
