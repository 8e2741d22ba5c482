// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>

#include "channel/flow.hpp"
#include "comm/communicator.hpp"
#include "core/vec.hpp"
#include "grid/loops.hpp"

namespace eagre::test {

using Function = std::function<double(double, double, double)>;

/// Settings of one fluid of viscosity 1 / Re, tolerances far below the errors of discretisation, and no driving force.
inline channel::Settings flowSettings(double Re = 1) {
  channel::Settings s;
  s.fluid.Re = Re;
  s.boundary.pressureGradient = 0;
  s.solver.pressureTolerance = 1e-9;
  s.solver.momentumTolerance = 1e-11;
  return s;
}

/// A flow on all ranks with what goes into a step. One fluid unless a share is set.
struct FlowCase {
  grid::Block block;
  channel::Flow flow;
  grid::Field share, force[3];
  channel::Properties properties;
  bool hasForce = false;

  FlowCase(const grid::Grid& grid, const channel::Settings& settings, grid::Int3 lattice = {0, 0, 0})
      : block(grid, comm::Communicator::world(), lattice),
        flow(block, settings),
        share(block),
        force{grid::Field(block), grid::Field(block), grid::Field(block)} {
    const double r = settings.fluid.densityRatio, mu = 1 / settings.fluid.Re;
    properties = {.rho = {r, 1}, .mu = {settings.fluid.viscosityRatio * mu, mu}};
  }

  /// Two fluids, the share of the upper one by place.
  void setShare(const Function& H) {
    set(share, H);
    properties.upperShare = properties.level = &share;
  }
  /// Coordinates of the centre of cell (i, j, k), or of its low face of direction d.
  Vec3 at(int i, int j, int k, int d = -1) const {
    Vec3 x{block.x(i), block.y(j), block.z(k)};
    if (d >= 0) x[d] -= block.grid().h[d] / 2;
    return x;
  }
  /// Sets a field where it stands (d: face, -1: centre), ghosts included.
  void set(grid::Field& f, const Function& value, int d = -1) const {
    grid::forCells({"set"}, block.box().grown({3, 3, 3}), [&](int i, int j, int k) {
      const Vec3 x = at(i, j, k, d);
      f(i, j, k) = value(x.x, x.y, x.z);
    });
  }
  void setVelocity(const Function& u, const Function& v, const Function& w) {
    set(flow.velocity(0), u, 0);
    set(flow.velocity(1), v, 1);
    set(flow.velocity(2), w, 2);
  }
  channel::FlowReport start() {
    return flow.start(properties,
                      {hasForce ? &force[0] : nullptr, hasForce ? &force[1] : nullptr, hasForce ? &force[2] : nullptr});
  }
  channel::FlowReport step(double dt) {
    return flow.advance(dt, properties,
                        {hasForce ? &force[0] : nullptr, hasForce ? &force[1] : nullptr, hasForce ? &force[2] : nullptr});
  }
  /// Root mean square of the difference of a component to a function, or of p (d = -1) without the means.
  double error(int d, const Function& exact) const {
    const grid::Field& f = d >= 0 ? flow.velocity(d) : flow.p();
    const auto n = static_cast<double>(block.grid().nCells());
    const auto difference = [&](int i, int j, int k) {
      const Vec3 x = at(i, j, k, d);
      return f(i, j, k) - exact(x.x, x.y, x.z);
    };
    const auto& world = block.communicator();
    const double mean = d >= 0 ? 0 : world.sum(grid::sumCells({"mean"}, block.box(), difference)) / n;
    return std::sqrt(world.sum(grid::sumCells({"error"}, block.box(), [&](int i, int j, int k) {
      const double e = difference(i, j, k) - mean;
      return e * e;
    })) / n);
  }
};

/// Of each field a sum over the grid that differs if any of its values does, whatever the lattice of ranks.
inline std::vector<double> fingerprints(const std::vector<channel::NamedField>& fields, const grid::Block& block) {
  std::vector<double> result;
  for (const auto& f : fields)
    result.push_back(block.communicator().sum(grid::sumCells({"fingerprint"}, block.box(), [&](int i, int j, int k) {
      const auto& o = block.offset();
      return (*f.field)(i, j, k) * std::sin(1.0 + i + o[0] + 3 * (j + o[1]) + 7 * (k + o[2]));
    })));
  return result;
}

}  // namespace eagre::test
