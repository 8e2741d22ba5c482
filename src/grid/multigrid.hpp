// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "grid/halo.hpp"
#include "grid/transfer.hpp"

namespace eagre::grid {

/// Coefficients of -div(beta grad x) on the faces of cells, each field on low faces like a staggered velocity; 0 on faces of
/// physical boundaries, through which nothing flows.
struct FaceCoefficients {
  const BasicField<float>*x = nullptr, *y = nullptr, *z = nullptr;
  const BasicField<float>& operator[](int d) const { return d == 0 ? *x : d == 1 ? *y : *z; }
};

/// Geometric multigrid in single precision for -div(beta grad x) = b with no flux through physical boundaries: one V-cycle with
/// a sweep of red-black Gauss-Seidel before and one, in reverse, after each coarse correction, which makes it a symmetric
/// preconditioner. Any numbers of cells: of an odd number the last cell goes alone. Directions with a spacing well above the
/// least wait until the others have caught up. Coarse coefficients are sums of the fluxes that fine faces let through;
/// interpolation is trilinear (Transfer), restriction its transpose. Colours go by global indices, so that the cycle is the same
/// on any number of ranks. Where parts are down to a few cells a level goes on on fewer ranks, in stages of eight to one
/// (Agglomeration). W. L. Briggs, V. E. Henson, S. F. McCormick, A Multigrid Tutorial, 2nd ed., SIAM 2000; U. Trottenberg, C.
/// Oosterlee, A. Schueller, Multigrid, Academic Press 2001.
class Multigrid {
 public:
  explicit Multigrid(const Block& block);
  ~Multigrid();
  Multigrid(Multigrid&&) noexcept;

  /// Takes coefficients: with one ghost, and kept by the caller while they are in use. Collective.
  void assign(const FaceCoefficients& beta);
  BasicField<float>& source();  ///< b, for the caller to fill; two ghosts
  /// solution() = M^-1 source(), with one ghost beyond faces if asked for. pending: a sum that is on its way, looked at now and
  /// then. Collective.
  void cycle(bool ghosts = false, comm::PendingSum* pending = nullptr);
  const BasicField<float>& solution();
  int nLevels() const;

 private:
  struct Level;
  void addLevels(const Block& block);
  void add(std::unique_ptr<Level> level, const Int3& by);
  void coarsen(std::size_t l);
  void visit(std::size_t l, bool ghosts = false);
  void correct(Level& level, Level& coarse);
  void solveCoarsest(Level& level);

  std::vector<std::unique_ptr<Level>> levels_;  ///< finest first
  comm::PendingSum* pending_ = nullptr;         ///< during a cycle
};

}  // namespace eagre::grid
