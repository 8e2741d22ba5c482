// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>

#include "channel/diagnostics.hpp"
#include "channel/settings.hpp"
#include "channel/state.hpp"
#include "channel/transport.hpp"
#include "grid/workspace.hpp"

namespace eagre::channel {

/// What the channel asks of the method that carries the interface.
class InterfaceMethod {
 public:
  virtual ~InterfaceMethod() = default;
  /// From the distance to the interface, negative in the lower fluid. Collective.
  virtual void start(const grid::Field& distance) = 0;
  /// Fills ghosts; after a restart. Collective.
  virtual void updateGhosts() = 0;
  /// velocity: that of the interface; growth: volume of the upper fluid that a change of phase adds [1 / time].
  virtual void advance(Velocity3 velocity, double dt, double growth) = 0;
  /// Share of the upper fluid in cells and all ghosts.
  virtual void upperShare(grid::Field& H) = 0;
  /// A field that grows with the distance to the interface, as straight as that where the share of both fluids counts; with all
  /// ghosts. Until the next call of anything else.
  virtual const grid::Field& level() = 0;
  /// Half width of level() over which the share goes from 0 to 1 as heaviside() does; 0: it goes otherwise.
  virtual double smoothing() const = 0;
  /// Surface force per volume on faces.
  virtual void surfaceForce(grid::Field& fx, grid::Field& fy, grid::Field& fz) = 0;
  /// The share, with one ghost at least, whose gradient spreads the surface force.
  virtual void surfaceShare(grid::Field& H) = 0;
  /// What carries it: the distance phi, or the phase field C.
  virtual const grid::Field& field() const = 0;
  virtual const char* name() const = 0;
  /// Of a level set with a law of the contact line. Collective.
  virtual std::optional<ContactDiagnostics> contact() const { return {}; }
  virtual void addTo(State& state) = 0;
};

/// The method that settings name; null for one without an interface. workspace: what it uses during its own calls.
std::unique_ptr<InterfaceMethod> makeInterfaceMethod(const grid::Block& block, const Settings& settings,
                                                     std::shared_ptr<grid::Workspace> workspace);

}  // namespace eagre::channel
