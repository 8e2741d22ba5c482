// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "grid/poisson.hpp"

namespace eagre::grid {

/// Whether this program has FftPoisson (EAGRE_FFTW of the build).
bool fftIsBuiltIn();

/// Values in one layer of ghosts beyond physical boundaries: those of the cells behind, so that there is no gradient.
void fillGhostsWithoutGradient(const Block& block, Field& f);

/// Solves -beta div grad x = b for one number beta, no flux through physical boundaries, directly: transforms along x and y
/// (Fourier where periodic, cosine DCT-II between boundaries) leave one tridiagonal system along z for each pair of wave numbers,
/// or, z being periodic, a third transform and a division. Cells pass between ranks so that each has whole lines of the direction
/// at hand (Transposition); in which order, and how they are divided then, is chosen for the least work and the fewest messages.
/// R. W. Hockney, J. ACM 12 (1965) 95; U. Schumann, R. A. Sweet, J. Comput. Phys. 75 (1988) 123 (staggered boundaries).
class FftPoisson {
 public:
  /// Errors (badCase): a program without FFTW.
  explicit FftPoisson(const Block& block);
  ~FftPoisson();
  FftPoisson(FftPoisson&&) noexcept;

  /// x: solution, of mean 0, in cells and one layer of ghosts (fillGhostsWithoutGradient). b: right-hand side, its mean left out.
  /// The report has one iteration, the residual as measured, and whether it is at most the tolerance.
  /// Errors: a right-hand side that is not finite (diverged). Collective.
  SolveReport solve(Field& x, const Field& b, double beta, double tolerance);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace eagre::grid
