// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "physics/motion/floating_body.hpp"

namespace eagre::physics {

/// Steps of a body with outer iterations, and the load that it has after each of them.
template <class Body, class Load>
void run(Body& body, int nSteps, double deltaT, const Vec3& gravity, Load&& load, int nIterations = 1) {
  for (int step = 0; step < nSteps; ++step) {
    body.beginStep();
    for (int i = 0; i < nIterations; ++i) body.advance(load(body), {.gravity = gravity, .deltaT = deltaT, .deltaT0 = deltaT});
  }
}

inline const auto nothing = [](const auto&) { return BodyLoad{}; };

}  // namespace eagre::physics
