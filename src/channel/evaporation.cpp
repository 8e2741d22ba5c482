// SPDX-License-Identifier: BSD-3-Clause
#include "channel/evaporation.hpp"

#include <algorithm>
#include <cmath>

#include "channel/heaviside.hpp"
#include "core/error.hpp"
#include "grid/loops.hpp"

namespace eagre::channel {

namespace {

using View = grid::View<const double>;

/// Continued temperatures go on for so many cells: what stencils reach.
constexpr double farthest = 4;

/// A level set on faces.
struct Faces {
  View P;
  std::array<double, 3> perH;  ///< 1 / h; 0 across a single cell
  double width;
  Faces(const grid::Block& block, const grid::Field& phi, double width) : P(phi.view()), width(width) {
    for (int d = 0; d < 3; ++d) perH[d] = block.grid().cells[d] == 1 ? 0 : 1 / block.grid().h[d];
  }
  /// H_f on the low face of a cell along d.
  double share(int d, int i, int j, int k) const {
    return heaviside(0.5 * (P(i, j, k) + P(i - (d == 0), j - (d == 1), k - (d == 2))), width);
  }
  /// n_d there.
  double normal(int d, int i, int j, int k) const {
    const int x = d == 0, y = d == 1, z = d == 2;
    const auto across = [&](int a, int b, int c, double scale) {
      return 0.25 * scale *
             (P(i + a, j + b, k + c) - P(i - a, j - b, k - c) + P(i + a - x, j + b - y, k + c - z) -
              P(i - a - x, j - b - y, k - c - z));
    };
    const double along = perH[d] * (P(i, j, k) - P(i - x, j - y, k - z));
    const double g0 = x ? along : across(1, 0, 0, perH[0]), g1 = y ? along : across(0, 1, 0, perH[1]),
                 g2 = z ? along : across(0, 0, 1, perH[2]);
    const double square = g0 * g0 + g1 * g1 + g2 * g2;
    return square > 0 ? along / std::sqrt(square) : 0;
  }
  /// n . grad H_f in a cell: the area of the interface over the volume.
  double area(int i, int j, int k) const {
    const double g0 = 0.5 * perH[0] * (P(i + 1, j, k) - P(i - 1, j, k)), g1 = 0.5 * perH[1] * (P(i, j + 1, k) - P(i, j - 1, k)),
                 g2 = 0.5 * perH[2] * (P(i, j, k + 1) - P(i, j, k - 1));
    const double square = g0 * g0 + g1 * g1 + g2 * g2;
    if (!(square > 0)) return 0;
    return (g0 * perH[0] * (share(0, i + 1, j, k) - share(0, i, j, k)) +
            g1 * perH[1] * (share(1, i, j + 1, k) - share(1, i, j, k)) +
            g2 * perH[2] * (share(2, i, j, k + 1) - share(2, i, j, k))) /
           std::sqrt(square);
  }
};

}  // namespace

Evaporation::Evaporation(const grid::Block& block, const Settings& settings)
    : block_(block),
      lowerDensity_(settings.fluid.densityRatio),
      factor_((settings.evaporation.vapour == Vapour::upper ? 1 : -1) * settings.evaporation.Ste /
              settings.heat.peclet(settings.fluid.Re)),
      lowerConductivity_(settings.heat.conductivityRatio),
      saturation_(settings.evaporation.saturationTemperature),
      width_(std::min(settings.interface.smoothing, 1.0) * block.grid().largestSpacing()),
      gradients_(block),
      latest_(block),
      massFlux_(block),
      source_(block, 1),
      share_(block, 2),
      extended_{grid::Field(block), grid::Field(block)},
      faces_{grid::Field(block, 2), grid::Field(block, 2), grid::Field(block, 2)},
      before_(block) {}

void Evaporation::start(const grid::Field& T, const grid::Field& phi) {
  findFlux(T, phi);
  massFlux_ = latest_;
  findSource(phi);
}

void Evaporation::resume(const grid::Field& T, const grid::Field& phi) {
  findFlux(T, phi);
  gradients_.ghosts().update(massFlux_);
  findSource(phi);
}

void Evaporation::advance(const grid::Field& T, const grid::Field& phi) {
  massFlux_.swap(latest_);
  findFlux(T, phi);
  const int ghosts = grid::haloWidth;
  grid::forCells(
      {"evaporation.flux", 24}, block_.box().grown({ghosts, ghosts, ghosts}),
      [m = massFlux_.view(), now = latest_.view()](int i, int j, int k) { m(i, j, k) = 1.5 * now(i, j, k) - 0.5 * m(i, j, k); });
  findSource(phi);
}

/// (1)
void Evaporation::findFlux(const grid::Field& T, const grid::Field& phi) {
  gradients_.find(T, phi, saturation_);
  const int ghosts = grid::haloWidth;
  grid::forCells({"evaporation.flux", 24}, block_.box().grown({ghosts, ghosts, ghosts}),
                 [m = latest_.view(), factor = factor_, conductivity = lowerConductivity_, lower = gradients_[0].view(),
                  upper = gradients_[1].view()](int i, int j, int k) {
                   m(i, j, k) = factor * (upper(i, j, k) - conductivity * lower(i, j, k));
                 });
}

/// (2)
void Evaporation::findSource(const grid::Field& phi) {
  phi_ = &phi;
  findJump();
  const Faces faces(block_, phi, width_);
  const double jump = 1 - 1 / lowerDensity_, cell = block_.grid().cellVolume();
  total_ = block_.communicator().sum(grid::sumCells({"evaporation.source", 40}, block_.box(),
                                                    [=, m = massFlux_.view(), S = source_.view()](int i, int j, int k) {
                                                      const double made = m(i, j, k) * faces.area(i, j, k);
                                                      S(i, j, k) = jump * made;
                                                      return cell * made;
                                                    }));
  largest_ = block_.communicator().max(grid::maxCells(
      {"evaporation.largest", 8}, block_.box(), [m = massFlux_.view()](int i, int j, int k) { return std::abs(m(i, j, k)); }));
  if (!std::isfinite(total_))
    throw Error("evaporation: the mass flux is not finite; use a smaller time step", ExitCode::diverged);
}

/// [u] along d on the faces of d.
void Evaporation::findJump() {
  const Faces faces(block_, *phi_, width_);
  const double jump = 1 - 1 / lowerDensity_;
  for (int d = 0; d < 3; ++d) {
    const int x = d == 0, y = d == 1, z = d == 2;
    grid::forCells({"evaporation.jump", 32}, block_.box().grown({2, 2, 2}),
                   [=, to = faces_[d].view(), m = massFlux_.view()](int i, int j, int k) {
                     const double flux = 0.5 * (m(i, j, k) + m(i - x, j - y, k - z));
                     to(i, j, k) = flux == 0 ? 0 : jump * flux * faces.normal(d, i, j, k);
                   });
  }
}

PhaseChange Evaporation::change() const {
  return {&source_, total_ * (1 - 1 / lowerDensity_), {&faces_[0], &faces_[1], &faces_[2]}, phi_, width_};
}

void Evaporation::moveJump(int d, grid::Field& u) const {
  const Faces now(block_, *phi_, width_), before(block_, before_, width_);
  grid::Box inner = block_.box().grown({2, 2, 2});
  if (block_.atBoundary(d, 0)) inner.low[d] = 1;
  if (block_.atBoundary(d, 1)) inner.high[d] = block_.n()[d];
  grid::forCells({"evaporation.moveJump", 40}, inner, [=, u = u.view(), jump = faces_[d].view()](int i, int j, int k) {
    if (jump(i, j, k) != 0) u(i, j, k) += jump(i, j, k) * (now.share(d, i, j, k) - before.share(d, i, j, k));
  });
}

void Evaporation::addRecoil(grid::Field (&force)[3]) const {
  const double jump = 1 - 1 / lowerDensity_;
  for (int d = 0; d < 3; ++d) {
    const int x = d == 0, y = d == 1, z = d == 2;
    const double scale = -0.5 * jump / block_.grid().h[d];
    grid::Box inner = block_.box();
    if (block_.atBoundary(d, 0)) ++inner.low[d];
    grid::forCells({"evaporation.recoil", 40}, inner,
                   [=, F = force[d].view(), m = massFlux_.view(), P = phi_->view(), e = width_](int i, int j, int k) {
                     const double high = P(i, j, k), low = P(i - x, j - y, k - z);
                     if (std::min(std::abs(high), std::abs(low)) >= e && (high > 0) == (low > 0)) return;
                     const double a = m(i, j, k), b = m(i - x, j - y, k - z);
                     F(i, j, k) += scale * (a * a + b * b) * (heaviside(high, e) - heaviside(low, e));
                   });
  }
}

void Evaporation::addTo(State& state) {
  state.fields.push_back(
      {"m", &massFlux_, Position::centre, "1", "mass flux through the interface, from the lower to the upper fluid"});
}

grid::Field& Evaporation::extended(int fluid, const grid::Field& T, const grid::Field& phi) {
  const double most = farthest * block_.grid().largestSpacing(), saturation = saturation_;
  const int ghosts = grid::haloWidth;
  grid::forCells({"evaporation.extended", 32}, block_.box().grown({ghosts, ghosts, ghosts}),
                 [=, to = extended_[fluid].view(), T = T.view(), P = phi.view(),
                  G = gradients_[static_cast<std::size_t>(fluid)].view()](int i, int j, int k) {
                   const double p = P(i, j, k);
                   to(i, j, k) = (p > 0) == (fluid == 1) ? T(i, j, k) : saturation + std::clamp(p, -most, most) * G(i, j, k);
                 });
  return extended_[fluid];
}

Velocity3 Evaporation::velocity(Of of, Velocity3 given, const grid::Field& phi) {
  const grid::Field* const from[3] = {&given.u, &given.v, &given.w};
  const Faces faces(block_, phi, width_);
  const double jump = 1 - 1 / lowerDensity_, before = of == Of::upper ? 1 : 0, own = of == Of::interface ? 1 / lowerDensity_ : 0;
  for (int d = 0; d < 3; ++d) {
    const int x = d == 0, y = d == 1, z = d == 2;
    grid::forCells({"evaporation.velocity", 40}, block_.box().grown({1, 1, 1}),
                   [=, to = faces_[d].view(), u = from[d]->view(), m = massFlux_.view()](int i, int j, int k) {
                     const double flux = 0.5 * (m(i, j, k) + m(i - x, j - y, k - z));
                     to(i, j, k) = u(i, j, k);
                     if (flux == 0) return;
                     to(i, j, k) += flux * faces.normal(d, i, j, k) * (jump * (before - faces.share(d, i, j, k)) - own);
                   });
  }
  return {faces_[0], faces_[1], faces_[2]};
}

const grid::Field& Evaporation::share(const grid::Field& phi) {
  grid::forCells({"evaporation.share", 16}, block_.box().grown({2, 2, 2}),
                 [H = share_.view(), P = phi.view()](int i, int j, int k) { H(i, j, k) = P(i, j, k) > 0 ? 1 : 0; });
  return share_;
}

double Evaporation::rate() const {
  return std::copysign(1.0, factor_) * total_ / (block_.grid().length(0) * block_.grid().length(1));
}

double Evaporation::courantRate() const {
  double perH = 0;
  for (int d = 0; d < 3; ++d)
    if (block_.grid().cells[d] > 1) perH += 1 / block_.grid().h[d];
  return largest_ / std::max(lowerDensity_, 1.0) * perH;
}

}  // namespace eagre::channel
