// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <vector>

#include "grid/field.hpp"
#include "grid/loops.hpp"
#include "grid/transfer.hpp"

/// The loops of grid::Multigrid. Those that couple cells read one ghost.
namespace eagre::grid {

/// (A x)_P = sum over the six neighbours N of scale_d c_f (x_P - x_N).
struct Stencil {
  View<const float> c[3];
  std::array<float, 3> scale;
};

/// Gauss-Seidel on the cells of one colour, (i + j + k + colour) even.
void sweep(const Stencil& A, const Box& box, int colour, View<const float> b, View<float> x);
/// The same from x = 0; cells of the other colour are 0 afterwards.
void sweepFromZero(const Stencil& A, const Box& box, int colour, View<const float> b, View<float> x);
/// r = b - A x.
void residual(const Stencil& A, const Box& box, View<const float> b, View<const float> x, View<float> r);
/// b of the coarse grid = sum of r with the weights of the interpolation; reads two ghosts of r.
void restrictTo(const std::vector<Transfer>& transfer, const Block& coarse, View<const float> r, View<float> b);
/// x += interpolation of the coarse x in the cells of a box, which may have one ghost. Reads one ghost of the coarse x; for
/// ghosts up to two.
void addInterpolated(const std::vector<Transfer>& transfer, const Box& box, View<const float> coarseX, View<float> x);
/// Coarse coefficients of direction d: factor[I] times the sum of those of the fine faces on it.
void sumFaces(View<const float> c, const std::vector<Transfer>& transfer, const Block& fine, const Block& coarse, int d,
              const std::vector<float>& factor, View<float> coarseC);

}  // namespace eagre::grid
