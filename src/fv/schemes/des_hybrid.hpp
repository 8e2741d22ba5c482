// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "fv/schemes/schemes.hpp"

namespace eagre::fv::schemes {

/// DEShybrid: a blend of two schemes, the first (of low dissipation) where a detached-eddy simulation resolves turbulence and the
/// second (upwind-biased) elsewhere (Travin, Shur, Strelets and Spalart 2002),
///     face = (1 - sigma) first + sigma second,   sigma = max(sigmaMax tanh(A^3), sigmaMin),
///     A = max(0, CDES Delta / (l_t g) - 1/2),   g = tanh(B^4),   l_t = ((nu + nut) / (0.09^(3/2) K))^(1/2),
///     B = 2 Omega max(S, Omega) / max((S^2 + Omega^2)/2, (OmegaLim U0/L0)^2),   K = max(((S^2 + Omega^2)/2)^(1/2), 0.1 U0/L0).
/// Behind the name stand the two schemes, the name of the width's field ("delta"), CDES, U0 [m/s], L0 [m], sigmaMin, sigmaMax and
/// OmegaLim. The flow has registered U, nu, nut and the width when the scheme is used; otherwise an Error (badCase).
template <class T>
std::unique_ptr<InterpolationScheme<T>> makeDesHybrid(const Context& context, config::TokenReader& reader);

}  // namespace eagre::fv::schemes
