// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fv/equation.hpp"

/// The terms that an Equation is made of. Each is a small value that names its operands; nothing is computed before
/// the whole expression is assigned to an Equation. Schemes come from fvSchemes under OpenFOAM's names.
namespace eagre::fv::fvm {
// Signatures that the solvers use (fields outlive the statement):
//   ddt(psi), ddt(rho, psi)              scheme "ddt(psi)", "ddt(rho,psi)"; Euler, backward, CrankNicolson, steadyState
//   div(flux, psi [, name])              default name "div(<flux name>,<psi name>)"
//   laplacian(gamma, psi [, name])       gamma: SurfaceScalarField, VolScalarField or double; default name
//   "laplacian(<gamma>,<psi>)" Sp(cellCoefficient, psi)             implicit, per volume: span<const double> or double
//   Su(cellValues, psi)                  explicit, per volume: span<const T>
// combined by +, -, unary -, and scalar *. All terms stand on the left-hand side (a source f on the right is written - Su(f,
// psi)).
}  // namespace eagre::fv::fvm
