// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <vector>

#include "channel/interface_ghosts.hpp"

namespace eagre::channel {

/// The velocity on faces that carries an interface [V]; one face beyond the block in each direction for a level set.
struct Velocity3 {
  const grid::Field &u, &v, &w;
};

/// Transport of a cell value q by a staggered velocity u without divergence by fluxes: the value on a face is WENO5's from the
/// side that the face's velocity comes from (weno.hpp). Each face is computed once.
///
/// Conservative:   q_t + div(u q) = 0                                                                                  (1)
///                 The sum of q over the grid changes by what crosses the physical boundaries only, to round-off.
/// Advective:      q_t + div(v q) - q div v = 0,   v_d = u_d + sum over e != d of delta_e^2 u_d / 12                   (2)
///                 for a level set. In a cell, (1) carries it with the mean of both faces' w and the u at its centre.
///                 Where a wave of height eta stands on a flow with viscosities that differ, w and eta U both have a
///                 kink at the interface, w - eta_x U has none; but the mean over two faces rounds off the one and not
///                 the other, so that the interface would go with a speed off by some h [U'] / 18. delta_z^2 U / 12 is what
///                 makes the sum smooth in the discrete equations of a smoothed layer (edgeViscosities()), and so for the
///                 other directions.
class Transport {
 public:
  enum class Form { conservative, advective };
  /// scale: [q] of the differences between neighbours where q varies.
  Transport(const grid::Block& block, double scale, Form form = Form::conservative);

  /// A step by TVD-RK3 (Shu and Osher 1988). q: with ghosts, on entry and on return; first, second: overwritten. Collective.
  void advance(Velocity3 velocity, double dt, grid::Field& q, grid::Field& first, grid::Field& second, InterfaceGhosts& ghosts);

  /// next = a old + b (q - dt div(u q)), or the same of (2). `next` may be `old`, not q.
  struct Stage {
    double a;
    const grid::Field& old;
    double b;
    const grid::Field& q;
    grid::Field& next;
  };
  /// In the cells of a box; needs q in three cells around it, and u in one for (2).
  void make(const Stage& stage, const grid::Box& box, Velocity3 velocity, double dt);

 private:
  const double* rowVelocity(const grid::Field& field, int e, std::array<int, 3> c, int n, double* room) const;

  const grid::Block* block_;
  std::array<double, 3> h_;
  bool spanwise_;  ///< false: one cell across y, nothing moves there
  double epsilon_;
  Form form_;
  std::vector<double> velocityX_, velocityLowY_, velocityHighY_, velocityLowZ_, velocityHighZ_;  ///< (2), as the fluxes below
  std::vector<double> fluxX_, lowY_, highY_, lowZ_, highZ_;                                      ///< of a row; lowZ_ of a plane
};

}  // namespace eagre::channel
