// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <vector>

#include "channel/interface_ghosts.hpp"

namespace eagre::channel {

/// The velocity on faces that carries an interface [V].
struct Velocity3 {
  const grid::Field &u, &v, &w;
};

/// Transport of a cell value q by a staggered velocity without divergence,
///     q_t + div(u q) = 0,
/// in conservative form: the value on a face is WENO5's from the side that the face's velocity comes from (weno.hpp). The sum of
/// q over the grid changes by what crosses the physical boundaries only, to round-off. Each face is computed once.
class Transport {
 public:
  /// scale: [q] of the differences between neighbours where q varies.
  Transport(const grid::Block& block, double scale);

  /// A step by TVD-RK3 (Shu and Osher 1988). q: with ghosts, on entry and on return; first, second: overwritten. Collective.
  void advance(Velocity3 velocity, double dt, grid::Field& q, grid::Field& first, grid::Field& second, InterfaceGhosts& ghosts);

  /// next = a old + b (q - dt div(u q)) in the cells of a box; needs q in three cells around it. `next` may be `old`, not q.
  void stage(const grid::Box& box, Velocity3 velocity, double dt, double a, const grid::Field& old, double b,
             const grid::Field& q, grid::Field& next);

 private:
  const grid::Block* block_;
  std::array<double, 3> h_;
  bool spanwise_;  ///< false: one cell across y, nothing moves there
  double epsilon_;
  std::vector<double> fluxX_, lowY_, highY_, lowZ_, highZ_;  ///< of a row; lowZ_ of a plane
};

}  // namespace eagre::channel
