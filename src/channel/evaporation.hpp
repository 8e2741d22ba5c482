// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "channel/flow.hpp"
#include "channel/interface_gradients.hpp"
#include "channel/transport.hpp"

namespace eagre::channel {

/// Evaporation and condensation at an interface that has the saturation temperature T_s, beside a level set phi whose normal n
/// points from the lower fluid into the upper one. In the units of the channel, Ste = c dT / h_lv with c of the upper fluid, the
/// mass that crosses the interface along n per area and time is
///     m = +- (Ste / (Re Pr)) (k_u dT/dn|_u - k_l dT/dn|_l),   + where the upper fluid is the vapour,                     (1)
/// by the gradients on both sides (InterfaceGradients). The velocity jumps by [u] = m (1/rho_u - 1/rho_l) n. It does so as the
/// share H_f of the upper fluid on faces goes from 0 to 1: the source of volume in a cell is
///     S = [u] sum over d of n_d (H_f+ - H_f-) / h_d,                                                                     (2)
/// whose sum is that of [u] over the area of a plane interface to round-off, however it lies. So the velocities of the fluids,
/// each continued beyond the interface, and that of the interface are
///     u_l = u - [u] H_f,   u_u = u + [u] (1 - H_f),   u_i = u_l - (m / rho_l) n.                                         (3)
/// The interface goes with u_i, the temperature of each fluid with its own velocity, continued as T_s + phi dT/dn (extended()).
/// One-sided temperatures: F. Gibou, L. Chen, D. Nguyen, S. Banerjee, J. Comput. Phys. 222 (2007) 536; velocities of both fluids
/// from one: S. Tanguy, T. Menard, A. Berlemont, J. Comput. Phys. 221 (2007) 837.
class Evaporation {
 public:
  Evaporation(const grid::Block& block, const Settings& settings);

  /// (1) and (2) at the start, after each step and after a restart. T, phi: with all ghosts. Collective. Errors (diverged): a
  /// mass flux that is not finite. m stands at the end of a step, half a step after T: it is 3/2 of what (1) says then less 1/2
  /// of what it said a step before, which is of second order for a constant step.
  void start(const grid::Field& T, const grid::Field& phi);
  void advance(const grid::Field& T, const grid::Field& phi);
  void resume(const grid::Field& T, const grid::Field& phi);
  /// Adds what a restart needs, and files show.
  void addTo(State& state);
  /// T in the cells of a fluid (0: lower, 1: upper), continued beyond the interface; all ghosts but those at boundaries are
  /// filled.
  grid::Field& extended(int fluid, const grid::Field& T, const grid::Field& phi);
  /// Of the lower (0) and the upper fluid (1), and of the interface: (3). u: with one ghost, edges too. Until the next call.
  enum class Of { lower, upper, interface };
  Velocity3 velocity(Of of, Velocity3 u, const grid::Field& phi);
  /// 1 in the cells of the upper fluid and 0 in others, with two ghosts.
  const grid::Field& share(const grid::Field& phi);

  /// The level of the last call of start(), advance() or resume() has to live on.
  PhaseChange change() const;
  /// Keeps phi as it is before the interface moves.
  void keep(const grid::Field& phi) { before_ = phi; }
  /// Takes the jump of the velocity from where the interface was to where it is, after advance(): what the velocity of a fluid is
  /// at a face that has become its own. d: direction of u, with two ghosts.
  void moveJump(int d, grid::Field& u) const;
  /// Adds what keeps the jump of the pressure, -m^2 (1/rho_u - 1/rho_l), differenced as the pressure gradient is: on the faces
  /// within the channel.
  void addRecoil(grid::Field (&force)[3]) const;
  /// Volume of the upper fluid that comes from the lower one, per time.
  double growth() const { return total_; }
  /// Mass that becomes vapour, over the area of a plate, per time [rho V].
  double rate() const;
  /// What the interface's own motion through the heavier fluid adds to |u|/hx + |v|/hy + |w|/hz.
  double courantRate() const;

 private:
  void findFlux(const grid::Field& T, const grid::Field& phi);
  void findSource(const grid::Field& phi);
  void findJump();

  const grid::Block& block_;
  double lowerDensity_, factor_, lowerConductivity_, saturation_, width_;
  InterfaceGradients gradients_;
  grid::Field latest_;    ///< (1)
  grid::Field massFlux_;  ///< m at the end of the step
  grid::Field source_, share_, extended_[2];
  grid::Field faces_[3];  ///< velocity(), or [u]
  grid::Field before_;    ///< phi
  const grid::Field* phi_ = nullptr;
  double total_ = 0;    ///< m over the whole interface
  double largest_ = 0;  ///< |m|
};

}  // namespace eagre::channel
