// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>

#include "channel/momentum_kernels.hpp"
#include "grid/overlap.hpp"

namespace eagre::channel {

/// A component d of the velocity whose change delta is solved for, and how far that is.
struct ImplicitComponent {
  int d;
  ImplicitView equation;
  grid::Field* delta;  ///< that of the equation; a first guess at first
  int sweeps = 0;
  double residual = 1;  ///< 2-norm over that of the right-hand side
};

struct SweepControls {
  double diffusion = 0;  ///< dt nu sum of 1 / h^2, nu the largest mu / rho: it bounds the radius of Jacobi's iteration
  double tolerance = 1e-5;
  int maxIterations = 1000;
};

/// Solves delta - (dt/2) beta div(mu grad delta) = rhs for some components by red-black successive over-relaxation with the best
/// factor for the radius of Jacobi's iteration (D. M. Young, Iterative Solution of Large Linear Systems, 1971). Half of the
/// sweeps of the worst case are made before residuals are looked at for the first time; then as many as are missing if they gain
/// as much. Components do not depend on each other: together or one by one, they come out the same to the last bit. Together, all
/// travel in one message and their residuals in one reduction. Ends when all residuals are at most the tolerance, or one is not
/// finite, or where a component is above the tolerance after maxIterations sweeps. riders: numbers that are
/// summed over all ranks with the first residuals. Collective.
void solveImplicit(const grid::Block& block, grid::Halo& halo, const ViscosityView& viscosity, const SweepControls& controls,
                   std::span<ImplicitComponent> components, std::span<double> riders = {});

}  // namespace eagre::channel
