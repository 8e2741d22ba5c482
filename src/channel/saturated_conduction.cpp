// SPDX-License-Identifier: BSD-3-Clause
#include "channel/saturated_conduction.hpp"

#include <fmt/format.h>

#include <cmath>

#include "core/error.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

namespace {

using grid::Field;

constexpr double nearest = 1e-3;  ///< theta of cells that the interface all but touches

}  // namespace

SaturatedConduction::SaturatedConduction(const grid::Block& block, const Settings& settings)
    : block_(block),
      perPeclet_(1 / settings.heat.peclet(settings.fluid.Re)),
      conductivity_(settings.heat.conductivityRatio),
      capacity_(settings.heat.capacityRatio * settings.fluid.densityRatio),
      saturation_(settings.evaporation.saturationTemperature),
      tolerance_(settings.solver.heatTolerance),
      maxIterations_(settings.solver.maxIterations),
      sink_(block, 1) {
  for (int d = 0; d < 3; ++d) low_[d] = high_[d] = Field(block, 1);
}

/// The coefficients of both neighbours in each direction and of T_s, over the diagonal.
void SaturatedConduction::assemble(double dt, const Field& phi) {
  struct Direction {
    double perH2;
    int first, last;  ///< cells at boundaries, beyond which there is no other fluid
  };
  std::array<Direction, 3> directions{};
  for (int d = 0; d < 3; ++d) {
    const double h = block_.grid().h[d];
    directions[d] = {block_.grid().cells[d] == 1 ? 0 : 1 / (h * h), block_.atBoundary(d, 0) ? 0 : -1,
                     block_.atBoundary(d, 1) ? block_.n()[d] - 1 : -1};
  }
  using grid::View;
  const std::array<View<double>, 3> lows{low_[0].view(), low_[1].view(), low_[2].view()},
      highs{high_[0].view(), high_[1].view(), high_[2].view()};
  grid::forCells({"heat.coefficients", 64}, block_,
                 [=, P = phi.view(), S = sink_.view(), conductivity = conductivity_, capacity = capacity_,
                  perPeclet = perPeclet_](int i, int j, int k) {
                   const double here = P(i, j, k), conducts = perPeclet * (here > 0 ? 1 : conductivity);
                   double diagonal = (here > 0 ? 1 : capacity) / dt, sink = 0;
                   for (std::size_t d = 0; d < 3; ++d) {
                     const int x = d == 0, y = d == 1, z = d == 2, at = x * i + y * j + z * k;
                     const auto distance = [=](double there, bool isEnd) {
                       const bool same = isEnd || (there > 0) == (here > 0);
                       return same ? 1 : std::max(std::abs(here) / (std::abs(here) + std::abs(there)), nearest);
                     };
                     const double low = distance(P(i - x, j - y, k - z), at == directions[d].first),
                                  high = distance(P(i + x, j + y, k + z), at == directions[d].last);
                     const double scale = 2 * conducts * directions[d].perH2 / (low + high);
                     lows[d](i, j, k) = low == 1 ? scale : 0;
                     highs[d](i, j, k) = high == 1 ? scale : 0;
                     diagonal += scale / low + scale / high;
                     sink += (low == 1 ? 0 : scale / low) + (high == 1 ? 0 : scale / high);
                   }
                   S(i, j, k) = sink / diagonal;
                   for (std::size_t d = 0; d < 3; ++d) lows[d](i, j, k) /= diagonal, highs[d](i, j, k) /= diagonal;
                 });
}

/// What T leaves of the equation, and the square of its size.
double SaturatedConduction::start(const Field& T, Field& residual) const {
  return block_.communicator().sum(grid::sumCells(
      {"heat.residual", 80}, block_.box(),
      [=, T = T.view(), R = residual.view(), lx = low_[0].view(), ly = low_[1].view(), lz = low_[2].view(), hx = high_[0].view(),
       hy = high_[1].view(), hz = high_[2].view(), S = sink_.view(), saturation = saturation_](int i, int j, int k) {
        const double here = T(i, j, k);
        const double r = lx(i, j, k) * (T(i - 1, j, k) - here) + hx(i, j, k) * (T(i + 1, j, k) - here) +
                         ly(i, j, k) * (T(i, j - 1, k) - here) + hy(i, j, k) * (T(i, j + 1, k) - here) +
                         lz(i, j, k) * (T(i, j, k - 1) - here) + hz(i, j, k) * (T(i, j, k + 1) - here) +
                         S(i, j, k) * (saturation - here);
        R(i, j, k) = r;
        return r * r;
      }));
}

/// q = A p with a diagonal of 1; ghosts of p are filled. Returns this rank's part of q . q.
double SaturatedConduction::multiply(HeatBoundaries& boundaries, Field& p, Field& q) const {
  boundaries.updateChange(p);
  return grid::sumCells(
      {"heat.A p", 72}, block_.box(),
      [=, P = std::as_const(p).view(), Q = q.view(), lx = low_[0].view(), ly = low_[1].view(), lz = low_[2].view(),
       hx = high_[0].view(), hy = high_[1].view(), hz = high_[2].view()](int i, int j, int k) {
        const double value = P(i, j, k) - lx(i, j, k) * P(i - 1, j, k) - hx(i, j, k) * P(i + 1, j, k) -
                             ly(i, j, k) * P(i, j - 1, k) - hy(i, j, k) * P(i, j + 1, k) - lz(i, j, k) * P(i, j, k - 1) -
                             hz(i, j, k) * P(i, j, k + 1);
        Q(i, j, k) = value;
        return value * value;
      });
}

std::pair<int, double> SaturatedConduction::advance(double dt, const Field& phi, HeatBoundaries& boundaries, Field& T,
                                                    grid::Workspace& work) {
  Field &pField = work[1], &sField = work[5], &vField = work[2], &tField = work[3];
  const auto R = work[0].view(), shadow = work[6].view(), P = pField.view(), S = sField.view(), V = vField.view(),
             W = tField.view(), X = T.view();
  const auto& comm = block_.communicator();
  const grid::Box box = block_.box();
  assemble(dt, phi);
  const double first = start(T, work[0]);
  grid::forCells({"heat.bicgstab", 32}, box, [=](int i, int j, int k) { shadow(i, j, k) = P(i, j, k) = R(i, j, k); });
  double rho = first, rr = first;
  const double size =
      comm.sum(grid::sumCells({"heat.size", 8}, box, [=](int i, int j, int k) { return X(i, j, k) * X(i, j, k); }));
  const double enough = std::max(tolerance_ * tolerance_ * first, 1e-26 * size);
  int iterations = 0;
  for (; rr > enough && iterations < maxIterations_; ++iterations) {
    multiply(boundaries, pField, vField);
    const double alpha = rho / comm.sum(grid::sumCells({"heat.bicgstab", 16}, box,
                                                       [=](int i, int j, int k) { return shadow(i, j, k) * V(i, j, k); }));
    grid::forCells({"heat.bicgstab", 24}, box, [=](int i, int j, int k) { S(i, j, k) = R(i, j, k) - alpha * V(i, j, k); });
    std::array<double, 2> products{multiply(boundaries, sField, tField), 0};
    products[1] = grid::sumCells({"heat.bicgstab", 16}, box, [=](int i, int j, int k) { return W(i, j, k) * S(i, j, k); });
    comm.sum(products);
    const double omega = products[0] > 0 ? products[1] / products[0] : 0;
    auto sums = grid::sumsCells<2>({"heat.bicgstab", 64}, box, [=](int i, int j, int k) {
      X(i, j, k) += alpha * P(i, j, k) + omega * S(i, j, k);
      const double r = R(i, j, k) = S(i, j, k) - omega * W(i, j, k);
      return std::array{r * r, shadow(i, j, k) * r};
    });
    comm.sum(sums);
    rr = sums[0];
    if (!std::isfinite(rr)) break;
    const double beta = omega != 0 ? sums[1] / rho * alpha / omega : 0;
    rho = sums[1];
    grid::forCells({"heat.bicgstab", 32}, box,
                   [=](int i, int j, int k) { P(i, j, k) = R(i, j, k) + beta * (P(i, j, k) - omega * V(i, j, k)); });
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
