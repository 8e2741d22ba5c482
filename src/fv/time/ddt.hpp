// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"

/// Time schemes: what an entry of ddtSchemes says, and the coefficients of the levels that follow from it.
///
///     ddt(rho psi) = (c rho psi - c0 rho0 psi0 + c00 rho00 psi00) - f ddt0
///
/// Euler:          c = c0 = 1/dt
/// backward:       c = (1 + dt/(dt + dt0))/dt,  c00 = dt^2/(dt0 (dt + dt0))/dt,  c0 = c + c00   (dt0 -> infinity in step 1)
/// CrankNicolson:  c = c0 = (1 + f)/dt, ddt0 the rate of the step before (1/dt in the first step)
/// steadyState:    all zero
/// localEuler:     Euler with a dt of its own in each cell (TimeState::rDeltaT)
/// bounded ..:     one of these less psi ddt(rho), ddt(rho) by its own scheme; of ddt(psi) that scheme itself.
///                 `bounded bounded ..` subtracts it twice, as OpenFOAM does, and so on.
namespace eagre::fv {

template <class T>
class Function1;

struct DdtScheme {
  enum class Kind { Euler, backward, CrankNicolson, steadyState, localEuler };
  Kind kind = Kind::Euler;
  double ocCoeff = 1;                                     ///< off-centring f of CrankNicolson: 1 is centred, 0 is Euler
  std::shared_ptr<const Function1<double>> ocFunction{};  ///< f of the time [s], if it changes
  int bounded = 0;                                        ///< how often psi ddt(rho) is subtracted

  /// f at a time; 0 for other schemes. Errors (badCase): the function's value is outside [0, 1].
  double offCentring(const TimeState& time) const;

  /// Earlier time levels that fields must keep.
  int nOldTimes() const { return isEuler() ? 1 : kind == Kind::steadyState ? 0 : 2; }
  bool isEuler() const { return kind == Kind::Euler || kind == Kind::localEuler; }
};

/// Reads the words of an entry. Errors (badCase): unknown scheme with the nearest, coefficient missing or outside [0, 1],
/// words left over.
DdtScheme parseDdtScheme(config::TokenReader& reader);
/// The word of an entry that names its kind, behind any `bounded`, and the reader behind it; not checked. Empty if there is none.
std::string ddtKindWord(config::TokenReader& reader);
/// The scheme that `name` of ddtSchemes asks for, e.g. "ddt(rho,U)".
DdtScheme ddtScheme(const Context& context, const std::string& name);

/// Coefficients c, c0, c00 [1/s] of the present, last and last but one level.
struct DdtCoefficients {
  double now = 0, old = 0, oldOld = 0;
};
/// For Euler, backward and steadyState (CrankNicolson: CrankNicolsonRate; localEuler: localRate).
DdtCoefficients ddtCoefficients(const DdtScheme& scheme, const TimeState& time);

/// The field that localEuler reads. Errors: the solver has no local time steps.
const VolScalarField& localRate(const TimeState& time);
/// True if the case asks for local time steps: `default localEuler;` in ddtSchemes.
bool localTimeSteps(const config::Dictionary& fvSchemes);

/// The rate ddt0 that a Crank-Nicolson scheme carries from step to step, one object a term ("ddt0(rho,U)"): it starts
/// with an Euler step at the index at which it is made, as OpenFOAM's DDt0Field.
template <class T>
class CrankNicolsonRate {
 public:
  CrankNicolsonRate(Label nCells, const TimeState& time);
  /// From a dump: the rate continues as if the run had not been interrupted.
  CrankNicolsonRate(std::vector<T> cells, const TimeState& time);

  /// Coefficient c = c0 of the present step [1/s].
  double coefficient(const DdtScheme& scheme, const TimeState& time) const;
  /// Moves the rate on to the present step (once per step: a second call does nothing):
  /// ddt0 = c (rho0 psi0 - rho00 psi00) - f ddt0, on a mesh that moves
  /// ddt0 = (c (V0 rho0 psi0 - V00 rho00 psi00) - f V00 ddt0)/V0. rho: nullptr for 1; its levels are those of psi.
  void advance(const DdtScheme& scheme, const TimeState& time, const VolField<T>& psi, const VolScalarField* rho);
  const std::vector<T>& cells() const { return cells_; }  ///< nCells

 private:
  std::vector<T> cells_;
  int startIndex_, index_;
};

}  // namespace eagre::fv
