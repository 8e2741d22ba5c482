// SPDX-License-Identifier: BSD-3-Clause
#include "channel/heat_boundaries.hpp"

#include "channel/heaviside.hpp"
#include "core/error.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

double initialTemperature(const Settings& settings, double z, double phi) {
  const auto [first, second] = settings.heat.initialTemperature;
  switch (settings.heat.initial) {
    case InitialTemperature::uniform:
      return first;
    case InitialTemperature::linear:
      return first + z * (second - first);
    case InitialTemperature::phases: {
      const auto h = settings.spacing();
      return first +
             heaviside(phi, settings.interface.smoothing * std::max({h[0], settings.is2D() ? 0 : h[1], h[2]})) * (second - first);
    }
    case InitialTemperature::file:
      break;
  }
  throw Error("the initial temperature stands in a file");
}

HeatBoundaries::HeatBoundaries(const grid::Block& block, const Settings& settings)
    : block_(block), settings_(settings.heat), halo_(block) {
  if (closed()) return;
  // Of the layers, which the inlet brings; what stands in a file is taken to be linear between the plates.
  Settings layers = settings;
  if (settings_.initial == InitialTemperature::file) layers.heat.initial = InitialTemperature::linear;
  for (int k = 0; k < block.grid().cells[2]; ++k) {
    const double z = block.grid().centre(2, k);
    inlet_.push_back(initialTemperature(layers, z, z - settings.initial.height));
  }
}

void HeatBoundaries::update(grid::Field& T, const Conductivity& conductivity) {
  halo_.update<double>({&T}, grid::haloWidth);
  fillEnds(T, grid::haloWidth, false);
  fillPlates(T, grid::haloWidth, false, conductivity);
}

void HeatBoundaries::updateChange(grid::Field& change) {
  halo_.update<double>({&change}, 1, grid::Reach::faces);
  fillEnds(change, 1, true);
  fillPlates(change, 1, true, {});
}

void HeatBoundaries::fillEnds(grid::Field& T, int depth, bool ofChange) const {
  const int nx = block_.n()[0], first = block_.offset()[2], last = block_.grid().cells[2] - 1;
  for (const int side : {0, 1}) {
    if (!block_.atBoundary(0, side)) continue;
    const int edge = side ? nx - 1 : 0, out = side ? 1 : -1;
    grid::Box box = block_.box().grown({0, depth, depth});
    box.low[0] = 0, box.high[0] = 1;
    grid::forCells({"heat.ends", 8.0 * depth}, box, [=, T = T.view(), inlet = inlet_.data()](int, int j, int k) {
      const double twice = ofChange ? 0 : 2 * inlet[std::clamp(first + k, 0, last)];
      for (int m = 1; m <= depth; ++m) T(edge + out * m, j, k) = side ? T(edge, j, k) : twice - T(m - 1, j, k);
    });
  }
}

HeatBoundaries::Mirror HeatBoundaries::atPlate(int side, bool ofChange) const {
  const bool given = (side ? settings_.upper : settings_.lower) == HeatPlate::temperature;
  if (ofChange) return {.sign = given ? -1.0 : 1.0};
  if (given) return {.sign = -1, .twice = 2 * (side ? settings_.upperTemperature : settings_.lowerTemperature)};
  return {.flux = side ? settings_.upperFlux : settings_.lowerFlux};
}

void HeatBoundaries::fillPlates(grid::Field& T, int depth, bool ofChange, const Conductivity& conductivity) const {
  const int nz = block_.n()[2], beside = ofChange ? 0 : 1;
  for (const int side : {0, 1}) {
    if (!block_.atBoundary(2, side)) continue;
    const int edge = side ? nz - 1 : 0, out = side ? 1 : -1;
    const Mirror mirror = atPlate(side, ofChange);
    const double step = block_.grid().h[2] * mirror.flux, lower = conductivity.lower;
    const bool varies = conductivity.upperShare && step != 0;
    const auto H = (varies ? *conductivity.upperShare : T).view();
    grid::Box box = block_.box().grown({beside, beside, 0});
    box.low[2] = 0, box.high[2] = 1;
    grid::forCells({"heat.plates", 8.0 * depth}, box, [=, T = T.view()](int i, int j, int) {
      const double k = varies ? lower + (1 - lower) * H(i, j, edge) : 1;
      for (int m = 1; m <= depth; ++m)
        T(i, j, edge + out * m) = mirror.twice + mirror.sign * T(i, j, edge - out * (m - 1)) + (2 * m - 1) * step / k;
    });
  }
}

}  // namespace eagre::channel
