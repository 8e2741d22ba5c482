// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// The correlations of Langtry and Menter (2009) for the transition of boundary layers; every number without unit but where said.
namespace eagre::physics {

/// What transition sees of the flow outside of the layer: speed [m/s], its rise along the stream dUs/ds [1/s], k [m^2/s^2] and
/// nu [m^2/s].
struct Stream {
  double speed, rise, k, nu;
};

/// ReThetat0, at least 20: the momentum-thickness Reynolds number at which transition begins in such a stream, by iteration of
/// the pressure gradient's parameter lambda = theta^2/nu dUs/ds (within 0.1 of 0) until it changes by at most `tolerance`. Adds
/// the iterations to `iterations`; it gives up after 1000.
double onsetInStream(const Stream& stream, double tolerance, int& iterations);

/// ReThetac: where intermittency begins to grow, before transition is seen at ReThetat.
double criticalReynoldsNumber(double ReThetat);

/// Flength: how long transition takes, without the correction of the sublayer.
double transitionLength(double ReThetat);

}  // namespace eagre::physics
