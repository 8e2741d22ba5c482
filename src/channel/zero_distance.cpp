// SPDX-License-Identifier: BSD-3-Clause
#include "channel/zero_distance.hpp"

#include <algorithm>
#include <cmath>

namespace eagre::channel {

double zeroDistance(grid::View<const double> phi, int i, int j, int k, const std::array<double, 3>& h, bool spanwise) {
  constexpr double mostBent = 0.4;  // phi phi_nn / |grad phi|^2; the parabola has a zero up to 1/2
  const double* centre = &phi(i, j, k);
  const std::ptrdiff_t step[3] = {1, phi.sj, phi.sk};
  const double p = *centre;
  double gradient[3] = {}, square = 0, largest = 1e-300;
  for (int d = 0; d < 3; ++d) {
    if (d == 1 && !spanwise) continue;
    const double up = centre[step[d]], down = centre[-step[d]];
    gradient[d] = (up - down) / (2 * h[d]);
    square += gradient[d] * gradient[d];
    largest = std::max({largest, std::abs(up - p) / h[d], std::abs(p - down) / h[d]});
  }
  const double slope = std::sqrt(square);
  const double nearest = p / std::max(slope, largest);
  if (slope < 0.5 * largest) return nearest;
  double bend = 0;  // grad phi . Hessian . grad phi
  for (int d = 0; d < 3; ++d) {
    if (d == 1 && !spanwise) continue;
    const double* up = centre + step[d];
    const double* down = centre - step[d];
    bend += gradient[d] * gradient[d] * (*up - 2 * p + *down) / (h[d] * h[d]);
    for (int e = 0; e < d; ++e)
      if (e != 1 || spanwise)
        bend += 2 * gradient[d] * gradient[e] * (up[step[e]] - up[-step[e]] - down[step[e]] + down[-step[e]]) / (4 * h[d] * h[e]);
  }
  const double bent = p * bend / (square * square);
  return std::abs(bent) < mostBent ? p / slope * 2 / (1 + std::sqrt(1 - 2 * bent)) : nearest;
}

}  // namespace eagre::channel
