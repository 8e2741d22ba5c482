// SPDX-License-Identifier: BSD-3-Clause
#include "physics/waves/superposition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace eagre::physics::waves {
namespace {

using config::Dictionary;

/// From 0 to t by Simpson's rule; exact for a constant and for a ramp.
Vec3 integral(const fv::Function1<Vec3>& f, double t) {
  constexpr int n = 1000;  // even
  Vec3 sum = f.value(0) + f.value(t);
  for (int i = 1; i < n; ++i) sum += (i % 2 == 1 ? 4.0 : 2.0) * f.value(t * i / n);
  return t / (3 * n) * sum;
}

std::unique_ptr<fv::Function1<double>> optionalFunction(const Dictionary& d, const char* keyword, Log& log) {
  return d.has(keyword) ? fv::makeFunction1<double>(d, keyword, &log) : nullptr;
}

/// `waves ( Airy { .. } Stokes2 { .. } )`
std::vector<std::pair<std::string, Dictionary>> readWaves(const Dictionary& d) {
  std::vector<std::pair<std::string, Dictionary>> waves;
  config::TokenReader reader = d.at("waves").reader();
  if (!reader.peek().is('(')) reader.integer();
  for (reader.expect('('); !reader.accept(')');) {
    const std::string model = reader.word();
    waves.emplace_back(model, reader.dict(d.name() + ".waves." + model));
  }
  reader.expectEnd();
  return waves;
}

}  // namespace

bool Superposition::describes(const Dictionary& d) {
  const auto* waves = d.find("waves");
  return waves && !waves->isDict();
}

void Superposition::check(const Dictionary& d, Problems& problems, Log& log) {
  static const std::vector<std::string> keywords{"type",  "origin",     "direction",       "waves",      "UMean",
                                                 "scale", "crossScale", "heightAboveWave", "scaleMoves", "linearCelerity"};
  for (const char* unsupported : {"UGasRef", "hRef", "hWaveMin", "hWaveMax"})
    if (const auto* entry = d.find(unsupported))
      return problems.add(entry->place, d.name() + ": wind over the waves (waveAtmBoundaryLayer) is not supported");
  if (d.getOr("type", "wave") != "wave")
    return problems.add(d.at("type").place,
                        fmt::format("{}: type '{}' is not supported; wave is", d.name(), d.get<std::string>("type")));
  for (const auto& entry : d.entries())
    if (std::find(keywords.begin(), keywords.end(), entry.keyword) == keywords.end() && entry.keyword != "FoamFile" &&
        !nearestWord(entry.keyword, keywords).empty())
      problems.add(entry.place, d.name() + ": " + unknownWordMessage("entry", entry.keyword, keywords));
  problems.guard([&] { Superposition(d, {0, 0, -9.81}, log); });
}

Superposition::Superposition(const Dictionary& d, const Vec3& g, Log& log)
    : log_(log),
      origin_(d.get<Vec3>("origin")),
      mean_(fv::makeFunction1<Vec3>(d, "UMean", &log)),
      scale_(optionalFunction(d, "scale", log)),
      crossScale_(optionalFunction(d, "crossScale", log)),
      heightAboveWave_(d.getOr("heightAboveWave", false)),
      scaleMoves_(d.getOr("scaleMoves", false)) {
  const Vec3 up = -1.0 / mag(g) * g, direction = d.get<Vec3>("direction"), level = direction - dot(direction, up) * up;
  if (!(mag(level) > 1e-6 * mag(direction)))
    throw Error(d.at("direction").place, d.name() + ": direction must not be along gravity");
  axes_[0] = 1.0 / mag(level) * level;
  axes_[1] = cross(up, axes_[0]);
  axes_[2] = up;
  for (const auto& [model, entries] : readWaves(d)) {
    const double angle = entries.get<double>("angle");
    waves_.push_back(
        {model, makePlaneWave(model, entries, mag(g), d.getOr("linearCelerity", false), log), std::cos(angle), std::sin(angle)});
  }
  setTime(0);
}

void Superposition::setTime(double t) {
  t_ = t;
  meanVelocity_ = mean_->value(t);
  const Vec3 path = integral(*mean_, t);
  drift_ = {dot(axes_[0], path), dot(axes_[1], path), dot(axes_[2], path)};
}

double Superposition::scaleAt(const Vec3& local) const {
  const Vec3 at = scaleMoves_ ? local - drift_ : local;
  return (scale_ ? scale_->value(at.x) : 1) * (crossScale_ ? crossScale_->value(at.y) : 1);
}

Vec3 Superposition::waterVelocity(const Vec3& local) const {
  const double scale = scaleAt(local);
  const Vec3 moved = local - drift_;
  Vec3 sum{};
  for (const Wave& w : waves_) {
    const auto u = w.wave->velocity(t_, w.cosine * moved.x + w.sine * moved.y, moved.z);
    sum += Vec3{w.cosine * u.along, w.sine * u.along, u.up};
  }
  return scale * sum;
}

LevelPoint Superposition::at(const Vec3& p) const {
  const Vec3 d = p - origin_;
  Vec3 local{dot(axes_[0], d), dot(axes_[1], d), dot(axes_[2], d)};
  const Vec3 moved = local - drift_;
  double elevation = 0;
  for (const Wave& w : waves_) elevation += w.wave->elevation(t_, w.cosine * moved.x + w.sine * moved.y);
  const double height = moved.z - scaleAt(local) * elevation;
  if (heightAboveWave_) local.z = height;
  const Vec3 water = waterVelocity(local), air = waterVelocity({local.x, local.y, -local.z});
  return {height, meanVelocity_ - air.x * axes_[0] - air.y * axes_[1] + air.z * axes_[2],
          meanVelocity_ + water.x * axes_[0] + water.y * axes_[1] + water.z * axes_[2]};
}

double Superposition::greatestSpeed() const {
  double celerity = 0;
  for (const Wave& w : waves_) celerity = std::max(celerity, w.wave->celerity());
  return std::abs(celerity + dot(axes_[0], meanVelocity_));
}

void Superposition::report() const {
  for (const Wave& w : waves_) {
    const double length = w.wave->length(), c = w.wave->celerity();
    log_.line(length > 0
                  ? fmt::format("Wave {}: period {:.6g} s, length {:.6g} m, celerity {:.6g} m/s", w.model, length / c, length, c)
                  : fmt::format("Wave {}: celerity {:.6g} m/s", w.model, c));
  }
}

}  // namespace eagre::physics::waves
