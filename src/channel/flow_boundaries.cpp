// SPDX-License-Identifier: BSD-3-Clause
#include "channel/flow_boundaries.hpp"

#include "core/error.hpp"

namespace eagre::channel {

using grid::Box;
using grid::Field;
using grid::forCells;
using grid::sumCells;

namespace {

/// u_ghost / u_inside of a plate at rest: u = slip_length du/dz half-way between them; 1 without shear.
double ghostFactor(const Settings& settings, Plate plate) {
  const double twice = 2 * settings.contactLine.slipLength, h = settings.spacing()[2];
  return plate == Plate::noSlip ? (twice - h) / (twice + h) : 1;
}

}  // namespace

FlowBoundaries::FlowBoundaries(const grid::Block& block, const Settings& settings)
    : block_(block),
      outlet_(!block.grid().periodic[0]),
      convective_(settings.boundary.outlet == Outlet::convective),
      ghostFactor_{ghostFactor(settings, settings.boundary.lower), ghostFactor(settings, settings.boundary.upper)},
      open_{settings.boundary.lower == Plate::open, settings.boundary.upper == Plate::open},
      speed_{settings.boundary.lowerSpeed, settings.boundary.upperSpeed},
      inlet_(settings) {
  if (!block.grid().periodic[1]) throw Error("channel: the spanwise direction has to be periodic", ExitCode::badCase);
}

void FlowBoundaries::setThrough(double speed) {
  for (const int side : {0, 1})
    if (open_[side]) through_[side] = side ? speed : -speed;
}

Box FlowBoundaries::solved(int d) const {
  Box box = block_.box();
  if (block_.atBoundary(d, 0)) ++box.low[d];
  return box;
}

EndFactors FlowBoundaries::ends(int d) const {
  EndFactors factors;
  if (d != 0) {
    if (block_.atBoundary(0, 0)) factors.low[0] = 2;
    if (block_.atBoundary(0, 1)) factors.high[0] = 0;
  }
  if (d != 2) {
    if (plate(0)) factors.low[2] = 1 - ghostFactor_[0];
    if (plate(1)) factors.high[2] = 1 - ghostFactor_[1];
  }
  return factors;
}

namespace {

/// The cells or faces with index i in x, or k in z, with two ghosts around them in the other directions.
Box planeX(const grid::Block& block, int i) {
  Box box = block.box().grown({0, 2, 2});
  box.low[0] = i;
  box.high[0] = i + 1;
  return box;
}
Box planeZ(const grid::Block& block, int k) {
  Box box = block.box().grown({2, 2, 0});
  box.low[2] = k;
  box.high[2] = k + 1;
  return box;
}

}  // namespace

void FlowBoundaries::fillGhosts(Field (&velocity)[3], double t) const {
  const auto u = velocity[0].view(), v = velocity[1].view(), w = velocity[2].view();
  const int nx = block_.n()[0], nz = block_.n()[2];
  if (block_.atBoundary(0, 0)) {
    const double h2 = block_.grid().h[1] / 2, h3 = block_.grid().h[2] / 2;
    // The inlet and the coordinates are asked for through pointers.
    forCells({"channel.inlet", 48}, planeX(block_, 0), [=, inlet = &inlet_, block = &block_](int, int j, int k) {
      const double y = block->y(j), z = block->z(k);
      u(0, j, k) = (*inlet)(y, z, t).x;
      v(-1, j, k) = 2 * (*inlet)(y - h2, z, t).y - v(0, j, k);
      w(-1, j, k) = 2 * (*inlet)(y, z - h3, t).z - w(0, j, k);
      u(-1, j, k) = u(0, j, k);
    });
  }
  if (block_.atBoundary(0, 1))
    forCells({"channel.outlet", 48}, planeX(block_, nx), [=](int i, int j, int k) {
      v(i, j, k) = v(i - 1, j, k);
      w(i, j, k) = w(i - 1, j, k);
      u(i + 1, j, k) = u(i, j, k);
    });
  for (int side = 0; side < 2; ++side) {
    if (!plate(side)) continue;
    const int ghost = side ? nz : -1, inside = side ? nz - 1 : 0, face = side ? nz : 0;
    const int beyond = side ? nz + 1 : -1, before = side ? nz - 1 : 1;
    const double factor = ghostFactor_[side], ofPlate = (1 - factor) * speed_[side], through = through_[side];
    Box box = planeZ(block_, 0);
    if (block_.atBoundary(0, 1)) ++box.high[0];
    forCells({"channel.plate", 64}, box, [=](int i, int j, int) {
      u(i, j, ghost) = ofPlate + factor * u(i, j, inside);
      v(i, j, ghost) = factor * v(i, j, inside);
      w(i, j, face) = through;
      w(i, j, beyond) = 2 * through - w(i, j, before);
    });
  }
}

double FlowBoundaries::meanAtOutlet(const Field& u) const {
  if (!outlet_ || !block_.atBoundary(0, 1)) return 0;
  Box box = block_.box();
  box.low[0] = box.high[0]++;
  const auto& cells = block_.grid().cells;
  return sumCells({"channel.outletSpeed", 8}, box, [u = u.view()](int i, int j, int k) { return u(i, j, k); }) /
         (1.0 * cells[1] * cells[2]);
}

double FlowBoundaries::outletCourant(double meanAtOutlet, double dt) const {
  return convective_ ? std::min(dt * std::max(meanAtOutlet, 0.0) / block_.grid().h[0], 1.0) : 1;
}

void FlowBoundaries::boundaryChange(int d, const Field (&velocity)[3], double meanAtOutlet, double t, double dt,
                                    Field& change) const {
  const auto delta = change.view();
  const auto u = velocity[0].view();
  const int nx = block_.n()[0];
  if (outlet_) {
    if (block_.atBoundary(0, 0)) {
      const double hy = d == 1 ? block_.grid().h[1] / 2 : 0, hz = d == 2 ? block_.grid().h[2] / 2 : 0;
      const int at = d == 0 ? 0 : -1;
      forCells({"channel.inletChange", 8}, planeX(block_, at), [=, inlet = &inlet_, block = &block_](int i, int j, int k) {
        const double y = block->y(j) - hy, z = block->z(k) - hz;
        const double now = inlet->steady() ? 0 : ((*inlet)(y, z, t + dt)[d] - (*inlet)(y, z, t)[d]);
        delta(i, j, k) = d == 0 ? now : 2 * now;
      });
    }
    const double courant = outletCourant(meanAtOutlet, dt);
    if (block_.atBoundary(0, 1))
      forCells({"channel.outletChange", 24}, planeX(block_, nx),
               [=](int i, int j, int k) { delta(i, j, k) = d > 0 ? 0 : -courant * (u(i, j, k) - u(i - 1, j, k)); });
  }
  plateChange(d, velocity[2], change);
}

/// Of plates the speed is constant, so ghosts hold the part of the value on them, which does not change.
void FlowBoundaries::plateChange(int d, const Field& normal, Field& change) const {
  for (int side = 0; side < 2; ++side) {
    if (!plate(side)) continue;
    const double through = through_[side];
    const bool changes = d == 2 && open_[side];
    forCells({"channel.plateChange", 8}, planeZ(block_, side ? block_.n()[2] : (d == 2 ? 0 : -1)),
             [=, delta = change.view(), w = normal.view()](int i, int j, int k) {
               delta(i, j, k) = changes ? through - w(i, j, k) : 0;
             });
  }
}

double FlowBoundaries::netOutflow(const Field& uField) const {
  if (!outlet_) return 0;
  double net = 0;
  Box plane = block_.box();
  for (int side = 0; side < 2; ++side) {
    if (!block_.atBoundary(0, side)) continue;
    plane.low[0] = side ? block_.n()[0] : 0;
    plane.high[0] = plane.low[0] + 1;
    const double flux = sumCells({"channel.balance", 8}, plane, [u = uField.view()](int i, int j, int k) { return u(i, j, k); });
    net += side ? flux : -flux;
  }
  return net;
}

void FlowBoundaries::balance(Field& uField, double netOutflow) const {
  if (!outlet_ || !block_.atBoundary(0, 1)) return;
  const auto& cells = block_.grid().cells;
  const double excess = netOutflow / (1.0 * cells[1] * cells[2]);
  forCells({"channel.balance", 16}, planeX(block_, block_.n()[0]),
           [=, u = uField.view()](int i, int j, int k) { u(i, j, k) -= excess; });
}

}  // namespace eagre::channel
