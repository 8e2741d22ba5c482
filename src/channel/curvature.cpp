// SPDX-License-Identifier: BSD-3-Clause
#include "channel/curvature.hpp"

#include <algorithm>
#include <cmath>

#include "grid/loops.hpp"

namespace eagre::channel {

void curvature(const grid::Block& block, const grid::Field& phi, double width, grid::Field& kappa) {
  const auto P = phi.view();
  const auto K = kappa.view();
  const auto& h = block.grid().h;
  const bool spanwise = block.grid().cells[1] > 1;
  const double rx = 1 / h[0], ry = spanwise ? 1 / h[1] : 0, rz = 1 / h[2];
  const double largest = (spanwise ? 2 : 1) / std::min({h[0], h[2], spanwise ? h[1] : h[0]});
  grid::forCells({"curvature", 16}, block.box().grown({1, 1, 1}), [=](int i, int j, int k) {
    K(i, j, k) = 0;
    const double p = P(i, j, k);
    if (std::abs(p) >= width) return;
    const double x = 0.5 * rx * (P(i + 1, j, k) - P(i - 1, j, k)), y = 0.5 * ry * (P(i, j + 1, k) - P(i, j - 1, k)),
                 z = 0.5 * rz * (P(i, j, k + 1) - P(i, j, k - 1));
    const double xx = rx * rx * (P(i + 1, j, k) - 2 * p + P(i - 1, j, k)),
                 yy = ry * ry * (P(i, j + 1, k) - 2 * p + P(i, j - 1, k)),
                 zz = rz * rz * (P(i, j, k + 1) - 2 * p + P(i, j, k - 1));
    const double xy = 0.25 * rx * ry * (P(i + 1, j + 1, k) - P(i - 1, j + 1, k) - P(i + 1, j - 1, k) + P(i - 1, j - 1, k)),
                 xz = 0.25 * rx * rz * (P(i + 1, j, k + 1) - P(i - 1, j, k + 1) - P(i + 1, j, k - 1) + P(i - 1, j, k - 1)),
                 yz = 0.25 * ry * rz * (P(i, j + 1, k + 1) - P(i, j - 1, k + 1) - P(i, j + 1, k - 1) + P(i, j - 1, k - 1));
    const double g2 = x * x + y * y + z * z;
    if (!(g2 > 1e-12)) return;
    const double g = std::sqrt(g2);
    const double mean =
        (x * x * (yy + zz) + y * y * (xx + zz) + z * z * (xx + yy) - 2 * (x * y * xy + x * z * xz + y * z * yz)) / (g2 * g);
    const double gauss = (x * x * (yy * zz - yz * yz) + y * y * (xx * zz - xz * xz) + z * z * (xx * yy - xy * xy) +
                          2 * (x * y * (xz * yz - xy * zz) + y * z * (xy * xz - yz * xx) + x * z * (xy * yz - xz * yy))) /
                         (g2 * g2);
    const double parallel = 1 - mean * p + gauss * p * p;
    const double zero = parallel > 0.25 ? (mean - 2 * gauss * p) / parallel : mean;
    K(i, j, k) = std::clamp(zero, -largest, largest);
  });
}

}  // namespace eagre::channel
