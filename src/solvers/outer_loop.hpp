// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "config/pattern.hpp"
#include "fv/fields/context.hpp"

namespace eagre::solvers {

/// When the outer corrections of PIMPLE may end before nOuterCorrectors: an entry per field, or per pattern of names.
struct OuterResidualControls {
  struct Field {
    std::string name;  ///< as it is written
    config::Pattern pattern;
    double tolerance = 0;  ///< of the initial residual
    double relTol = 0;     ///< of the initial residual over that of the step's first solve
  };
  std::vector<Field> fields{};
  /// residualControl of v1912 looks at the last solve of an iteration, outerCorrectorResidualControl of openfoam.org (6 and
  /// later) at its first.
  bool looksAtFirstSolve = false;

  /// dict: PIMPLE or PISO. Without either sub-dictionary there are no controls. Errors: an entry that is no dictionary, tolerance
  /// or relTol missing.
  static OuterResidualControls read(const config::Dictionary& dict);
};

/// The outer corrections of one time step after another:
///
///     while (loop.next()) { ... loop.isFinal() ... }
///
/// They end after nOuterCorrectors, or when before an iteration that is neither the first nor the last the initial residuals of
/// all controlled fields that have been solved for are below the tolerance, or below relTol times that of the step's first solve
/// (from the third iteration on); one more iteration is then done, with the settings of the final one. As pimpleControl of
/// OpenFOAM v1912. The Registry has the residuals and forgets them when a step begins.
class OuterLoop {
 public:
  /// Says in the log what ends the corrections, if there may be more than one. context outlives the loop.
  OuterLoop(const fv::Context& context, int nOuterCorrectors, OuterResidualControls controls);
  /// Begins the next iteration, with its line in the log; false: the step's iterations are done.
  bool next();
  bool isFinal() const { return converged_ || iteration_ == nOuterCorrectors_; }

 private:
  bool end();
  bool areMet();
  void noteSolves();

  const fv::Context& context_;
  int nOuterCorrectors_, iteration_ = 0;
  bool converged_ = false;
  OuterResidualControls controls_;
  std::vector<double> initial_;                 ///< of each control: first initial residual of the step
  std::map<std::string, std::size_t> nSolves_;  ///< of each field before the iteration, for looksAtFirstSolve
};

}  // namespace eagre::solvers
