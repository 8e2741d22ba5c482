// SPDX-License-Identifier: BSD-3-Clause
#include "channel/heat_conduction.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "channel/heaviside.hpp"
#include "core/error.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

HeatConduction::HeatConduction(const grid::Block& block, const Settings& settings)
    : block_(block),
      perPeclet_(1 / settings.heat.peclet(settings.fluid.Re)),
      lower_(settings.heat.conductivityRatio),
      tolerance_(settings.solver.heatTolerance),
      maxIterations_(settings.solver.maxIterations) {
  for (grid::Field& k : k_) k = grid::Field(block, 1);
}

ConductionView HeatConduction::view() const {
  ConductionView L{{k_[0].view(), k_[1].view(), k_[2].view()}, {}};
  for (int d = 0; d < 3; ++d) L.perH2[d] = block_.grid().cells[d] == 1 ? 0 : 1 / (block_.grid().h[d] * block_.grid().h[d]);
  return L;
}

void HeatConduction::take(const Properties& properties) {
  const bool varies = lower_ != 1 && properties.upperShare;
  if (!varies && std::exchange(isTaken_, true)) return;
  upperShare_ = varies ? properties.upperShare : nullptr;
  for (int d = 0; d < 3; ++d) {
    if (varies)
      takeFaces(properties, d);
    else
      k_[d].fill(perPeclet_);
  }
}

/// (1), and on boundaries the conductivity of the cell inside.
void HeatConduction::takeFaces(const Properties& properties, int d) {
  const int x = d == 0, y = d == 1, z = d == 2;
  const auto H = properties.upperShare->view(), level = properties.level->view();
  const double lower = lower_, perPeclet = perPeclet_, smoothing = properties.smoothing;
  std::array<double, 3> perH{};
  for (int e = 0; e < 3; ++e) perH[e] = block_.grid().cells[e] == 1 ? 0 : 1 / block_.grid().h[e];
  grid::Box box = block_.box();
  ++box.high[d];
  grid::forCells({"heat.conductivity", 40}, box, [=, k = k_[d].view()](int i, int j, int l) {
    const double low = level(i - x, j - y, l - z), high = level(i, j, l);
    const double share = smoothing > 0 ? heavisideMean(low, high, smoothing) : 0.5 * (H(i - x, j - y, l - z) + H(i, j, l));
    const double along = lower + (1 - lower) * share;
    if (share <= 0 || share >= 1) return void(k(i, j, l) = perPeclet * along);
    const double across = lower / (lower + (1 - lower) * (1 - share));
    const auto difference = [&](int a, int b, int c, double scale) {
      return 0.25 * scale *
             (level(i + a, j + b, l + c) - level(i - a, j - b, l - c) + level(i + a - x, j + b - y, l + c - z) -
              level(i - a - x, j - b - y, l - c - z));
    };
    const double n[3] = {x ? perH[0] * (high - low) : difference(1, 0, 0, perH[0]),
                         y ? perH[1] * (high - low) : difference(0, 1, 0, perH[1]),
                         z ? perH[2] * (high - low) : difference(0, 0, 1, perH[2])};
    const double square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    const double normal = square > 0 ? n[d] * n[d] / square : 1;
    k(i, j, l) = perPeclet * (along + normal * (across - along));
  });
  for (const int side : {0, 1}) {
    if (!block_.atBoundary(d, side)) continue;
    grid::Box plane = block_.box();
    plane.low[d] = side ? block_.n()[d] : 0;
    plane.high[d] = plane.low[d] + 1;
    const int in = side ? 1 : 0;
    grid::forCells({"heat.conductivity", 16}, plane, [=, k = k_[d].view()](int i, int j, int l) {
      k(i, j, l) = perPeclet * (lower + (1 - lower) * H(i - in * x, j - in * y, l - in * z));
    });
  }
}

std::pair<int, double> HeatConduction::solve(const Equation& equation, HeatBoundaries& boundaries, grid::Field& delta,
                                             grid::Field& r, grid::Field& p, grid::Field& q) const {
  const auto& comm = block_.communicator();
  const grid::Box box = block_.box();
  const ConductionView L = view();
  const double perDt = 1 / equation.dt, next = equation.weights.next, last = equation.weights.last;
  const auto D = delta.view(), R = r.view(), P = p.view(), Q = q.view();
  const auto diagonal = [=, C = equation.capacity](int i, int j, int k) {
    return perDt * C.mean(i, j, k) + next * L.diagonal(i, j, k);
  };
  // {r.z, |r|^2, |C T / dt|^2}: what is below some round-off of the last is none.
  auto sums = grid::sumsCells<3>(
      {"heat.residual", 64}, box,
      [=, T = equation.T.view(), S = equation.last.view(), C = equation.capacity](int i, int j, int k) {
        const double residual = next * L(T, i, j, k) + last * S(i, j, k), size = perDt * C.mean(i, j, k) * T(i, j, k);
        const double z = residual / diagonal(i, j, k);
        R(i, j, k) = residual, P(i, j, k) = z, D(i, j, k) = 0;
        return std::array{residual * z, residual * residual, size * size};
      });
  comm.sum(sums);
  double rz = sums[0], rr = sums[1];
  const double first = rr, enough = std::max(tolerance_ * tolerance_ * first, 1e-26 * sums[2]);
  int iterations = 0;
  for (; rr > enough && iterations < maxIterations_; ++iterations) {
    boundaries.updateChange(p);
    const double pAp = comm.sum(grid::sumCells({"heat.A p", 64}, box, [=, C = equation.capacity](int i, int j, int k) {
      Q(i, j, k) = perDt * C.mean(i, j, k) * P(i, j, k) - next * L(grid::View<const double>(P), i, j, k);
      return P(i, j, k) * Q(i, j, k);
    }));
    const double alpha = rz / pAp;
    std::array<double, 2> products = grid::sumsCells<2>({"heat.x r", 64}, box, [=](int i, int j, int k) {
      D(i, j, k) += alpha * P(i, j, k);
      const double residual = R(i, j, k) -= alpha * Q(i, j, k);
      return std::array{residual * residual / diagonal(i, j, k), residual * residual};
    });
    comm.sum(products);
    const double beta = products[0] / rz;
    rz = products[0], rr = products[1];
    grid::forCells({"heat.p", 40}, box,
                   [=](int i, int j, int k) { P(i, j, k) = R(i, j, k) / diagonal(i, j, k) + beta * P(i, j, k); });
    if (!std::isfinite(rr)) break;
  }
  const double residual = first > 0 ? std::sqrt(rr / first) : 0;
  if (!(rr <= enough))
    throw Error(
        fmt::format("heat: the residual of conduction is {:.3g} of that at first after {} iterations, above the tolerance "
                    "{:.3g}{}",
                    residual, iterations, tolerance_, std::isfinite(rr) ? "" : ": the temperature is not finite"),
        ExitCode::diverged);
  return {iterations, residual};
}

}  // namespace eagre::channel
