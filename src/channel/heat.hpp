// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>

#include "channel/diagnostics.hpp"
#include "channel/flow.hpp"
#include "channel/heat_boundaries.hpp"
#include "channel/heat_conduction.hpp"
#include "channel/saturated_conduction.hpp"
#include "channel/transport.hpp"

namespace eagre::channel {

/// What a step of the temperature did.
struct HeatReport {
  int iterations = 0;
  double residual = 0;
  double shift = 0;  ///< equation (5)
};

/// The temperature T beside the flow; in the units of the channel, with the conductivity k and the heat capacity C = rho c of
/// each fluid over those of the upper one,
///     C (T_t + div(u T)) = (1 / (Re Pr)) div(k grad T).
/// T is known where the interface is, at the middle of steps. From t^(n-1/2) to t^(n+1/2) = t^(n-1/2) + dt:
///   (1) A = T'' - T',  T'_t + div(u^n T') = 0 from T' = T^(n-1/2) + dt/2 D^(n-1)      WENO5 and TVD-RK3 (Transport)
///   (2) C (T* - T^(n-1/2) - A) / dt = theta L^(n+1/2) T* + (1 - theta) L^(n-1/2) T^(n-1/2)        (HeatConduction)
///   (3) D^n, the rate of change by conduction, is (T* - T^(n-1/2) - A) / dt
///   (4) T^(n+1/2) = T* + s
/// C there is the mean of both times, theta 1/2, and 1 in the first steps, which damps what jumps at the start (R. Rannacher,
/// Numer. Math. 43 (1984) 309). Second order in time and space. All are differences of fluxes: where C is the same in both fluids
/// the sum of T changes by what crosses boundaries only, to round-off, and s is 0. Else
///   (5) s is such that the sum of C T changes by what enters through the plates and by nothing else,
/// for an interface that is carried otherwise than T moves heat: of the size of the truncation error, and the energy is kept as a
/// whole, as the level set keeps volume. With an inlet, where that is not known, s is 0.
class Heat {
 public:
  /// workspace: of which it uses seven fields during a call, not the fifth, where a phase field has its level.
  Heat(const grid::Block& block, const Settings& settings, std::shared_ptr<grid::Workspace> workspace);

  /// Whether it needs the share of the upper fluid, and the level where that varies (Properties).
  static bool needsShare(const HeatSettings& heat, double densityRatio) {
    return heat.solve && (heat.conductivityRatio != 1 || heat.capacityRatio * densityRatio != 1);
  }
  grid::Field& T() { return T_; }
  const grid::Field& T() const { return T_; }
  /// Fills ghosts and takes the fluids; when T has been set, or read from a restart file. Collective.
  void start(const Properties& properties);
  /// One step of the length dt. velocity: at its middle; properties: at its end. Collective. Errors (diverged): a temperature
  /// that is not finite, conduction that does not converge.
  HeatReport advance(Velocity3 velocity, double dt, const Properties& properties);
  /// With evaporation, where each fluid has its own velocity and temperature (Evaporation), a step has two parts: carry() does
  /// (1) with T' = T of a fluid, in place; conduct() takes in each cell that of the fluid there, and (2) is SaturatedConduction,
  /// of first order in time. properties: at the end of the step, its share 0 or 1. Collective.
  void carry(Velocity3 velocity, double dt, grid::Field& T);
  HeatReport conduct(const grid::Field& lower, const grid::Field& upper, double dt, const Properties& properties);
  /// Collective.
  HeatDiagnostics measure() const;
  /// Adds what a restart needs.
  void addTo(State& state);

 private:
  void take(const Properties& properties);
  void convect(Velocity3 velocity, double dt, grid::Field& to);
  void stages(Transport& transport, Velocity3 velocity, double dt, grid::Field& T);
  double finish(double dt, const Implicitness& weights, const grid::Field& found, const grid::Field& delta,
                const grid::Field& last);
  Capacity capacity() const;

  const grid::Block& block_;
  const Settings settings_;
  HeatBoundaries boundaries_;
  HeatConduction conduction_;
  Transport transport_;
  struct Saturated {
    Transport transport;
    SaturatedConduction conduction;
  };
  std::optional<Saturated> saturated_;  ///< with evaporation
  std::shared_ptr<grid::Workspace> workspace_;
  grid::Field T_, rate_;               ///< rate_: D
  grid::Field share_;                  ///< of the last step, if the fluids differ
  const grid::Field* nextShare_ = {};  ///< of this one
  double steps_ = 0;
};

}  // namespace eagre::channel
