// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"
#include "fv/functions/function1.hpp"

namespace eagre::interface_ {

/// The time step of a phase fraction in n equal parts (nAlphaSubCycles of its entry in fvSolution.solvers), for any advection.
class SubCycles {
 public:
  SubCycles() = default;
  explicit SubCycles(int n) : n_(n) {}
  /// nAlphaSubCycles: a number, or a function of the Courant number at the interface (openfoam.org 13). Errors (badCase): fewer
  /// than one.
  static SubCycles read(const config::Dictionary& alphaControls);

  int number() const { return n_; }
  /// The number is a function of the Courant number: choose() is to be called before each step.
  bool byCourant() const { return function_ != nullptr; }
  /// The number for this Courant number at the interface, for the steps from now on.
  void choose(double interfaceCourant);

  /// Calls once(flux) for each part, with context.time() that part's (the clock stands still), alpha's old values those at its
  /// start, and flux what it gives [kg/s]. At the end flux is the mean over the parts, context.time() is the whole step again and
  /// alpha's old values are as they were, even if once() throws.
  void run(fv::Context& context, fv::VolScalarField& alpha, fv::SurfaceScalarField& flux, const std::function<void()>& once);

 private:
  int n_ = 1;
  std::shared_ptr<const fv::Function1<double>> function_;
  std::unique_ptr<fv::VolScalarField> rDeltaT_;  ///< of a part, with local time steps
  std::vector<double> sum_;
};

}  // namespace eagre::interface_
