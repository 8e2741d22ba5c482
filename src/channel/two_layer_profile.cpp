// SPDX-License-Identifier: BSD-3-Clause
#include "channel/two_layer_profile.hpp"

#include <algorithm>
#include <cmath>

namespace eagre::channel {
namespace {

/// Viscosities below and above the interface.
std::array<double, 2> viscosities(const Settings& settings) {
  const double upper = 1 / settings.fluid.Re, lower = settings.fluid.viscosityRatio / settings.fluid.Re;
  if (settings.interface.method == Method::none || settings.initial.shape == Shape::drop || settings.initial.shape == Shape::cap)
    return {upper, upper};
  if (settings.initial.shape == Shape::bubble) return {lower, lower};
  return {lower, upper};
}

}  // namespace

double TwoLayerProfile::Layer::integral(double a, double b) const {
  return curvature * (b * b * b - a * a * a) / 6 + slope * (b * b - a * a) / 2 + value * (b - a);
}

bool TwoLayerProfile::exists(const Settings& settings) {
  const BoundarySettings& s = settings.boundary;
  const bool held = s.lower == Plate::noSlip || s.upper == Plate::noSlip;
  return held || (s.driving == Driving::pressureGradient && s.pressureGradient == 0);
}

TwoLayerProfile::TwoLayerProfile(const Settings& settings) : height_(settings.initial.height) {
  double gradient = settings.boundary.pressureGradient;
  if (settings.boundary.driving == Driving::flowRate) {
    // The flow rate is linear in the gradient.
    solve(settings, 0);
    const double none = flowRate();
    solve(settings, -1);
    const double one = flowRate();
    gradient = one == none ? 0 : -(settings.boundary.flowRate - none) / (one - none);
  }
  solve(settings, gradient);
}

void TwoLayerProfile::solve(const Settings& settings, double pressureGradient) {
  // Shear stress is tau = tau0 + (dp/dx) z in both layers, so u' = tau / mu; tau0 and u(0) follow from the plates.
  pressureGradient_ = pressureGradient;
  const BoundarySettings& s = settings.boundary;
  const auto [muLower, muUpper] = viscosities(settings);
  const double h = height_, P = pressureGradient, slip = settings.contactLine.slipLength;
  lower_.curvature = P / muLower;
  upper_.curvature = P / muUpper;
  // u(1) - u(0) = tau0 (h / muLower + (1 - h) / muUpper) + P (h^2 / muLower + (1 - h^2) / muUpper) / 2, and with a slip length l
  // u(0) = speed + l tau0 / muLower, u(1) = speed - l (tau0 + P) / muUpper.
  const double perStress = h / muLower + (1 - h) / muUpper + slip * (1 / muLower + 1 / muUpper),
               fromGradient = P * (h * h / muLower + (1 - h * h) / muUpper) / 2 + slip * P / muUpper;
  double tau0 = 0, u0 = 0;
  if (s.lower == Plate::noSlip && s.upper == Plate::noSlip) {
    tau0 = (s.upperSpeed - s.lowerSpeed - fromGradient) / perStress;
    u0 = s.lowerSpeed + slip * tau0 / muLower;
  } else if (s.lower == Plate::noSlip) {
    tau0 = -P;
    u0 = s.lowerSpeed + slip * tau0 / muLower;
  } else if (s.upper == Plate::noSlip) {
    u0 = s.upperSpeed - fromGradient;
  }
  lower_.slope = tau0 / muLower;
  lower_.value = u0;
  upper_.slope = tau0 / muUpper;
  upper_.value = 0;
  upper_.value = lower_.at(h) - upper_.at(h);
}

double TwoLayerProfile::operator()(double z) const { return z < height_ ? lower_.at(z) : upper_.at(z); }

double TwoLayerProfile::derivative(double z) const {
  const Layer& layer = z < height_ ? lower_ : upper_;
  return layer.curvature * z + layer.slope;
}

double TwoLayerProfile::flowRate() const { return lower_.integral(0, height_) + upper_.integral(height_, 1); }

double TwoLayerProfile::largestSpeed() const {
  double largest = std::max({std::abs(lower_.at(0)), std::abs(lower_.at(height_)), std::abs(upper_.at(1))});
  const auto extremum = [&](const Layer& layer, double from, double to) {
    if (layer.curvature == 0) return;
    if (const double z = -layer.slope / layer.curvature; z > from && z < to) largest = std::max(largest, std::abs(layer.at(z)));
  };
  extremum(lower_, 0, height_);
  extremum(upper_, height_, 1);
  return largest;
}

}  // namespace eagre::channel
