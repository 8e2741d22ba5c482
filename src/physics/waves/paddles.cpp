// SPDX-License-Identifier: BSD-3-Clause
#include "physics/waves/paddles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "physics/words.hpp"

namespace eagre::physics::waves {
namespace {

constexpr const char* absorption = "shallowWaterAbsorption";
const WordTable<>& others() {
  static const WordTable<> table{{absorption, "no wave: lets incoming waves out with the velocity of shallow water"}};
  return table;
}

std::string readModel(const config::Dictionary& d) {
  auto names = theoryNames();
  for (const auto& other : others().rows()) names.push_back(other.word);
  return d.getChoice("waveModel", names);
}

int readPaddles(const config::Dictionary& d) {
  const int n = d.get<int>("nPaddle");
  if (n < 1) throw Error(d.at("nPaddle").place, fmt::format("{}: nPaddle must be at least 1, not {}", d.name(), n));
  return n;
}

}  // namespace

std::vector<Word> paddleWords() {
  std::vector<Word> all = theoryWords();
  for (const auto& other : others().rows()) all.push_back(other);
  return all;
}

void Paddles::check(const config::Dictionary& d, Problems& problems) {
  // Of all theories: cases go from one to another with what the last one had.
  static const std::vector<std::string> keywords{"waveModel", "alpha", "U", "nPaddle", "activeAbsorption", "initialDepth",
                                                 "waterDepthRef", "waterDepth", "waveHeight", "waveAngle", "wavePeriod",
                                                 "wavePhase", "rampTime", "waveLength", "uMean", "Bjs", "Ejs", "waveHeights",
                                                 "wavePeriods", "wavePhases", "waveDirs",
                                                 // Of IHFOAM and olaFlow: v1912 does not read them.
                                                 "tCurrent", "UCurrent", "tWait"};
  problems.guard([&] { d.checkKeywords(keywords); });
  problems.guard([&] {
    if (mag(d.getOr<Vec3>("UCurrent", Vec3{})) > 0)
      throw Error(d.at("UCurrent").place,
                  fmt::format("{}: a current is not supported (nor by v1912, which does not read it)", d.name()));
    for (const char* keyword : {"tCurrent", "tWait"})
      if (d.getOr<double>(keyword, 0) > 0)
        throw Error(d.at(keyword).place,
                    fmt::format("{}: {} is not supported (nor by v1912, which does not read it)", d.name(), keyword));
  });
  problems.guard([&] {
    if (readModel(d) == absorption) return;
    d.get<bool>("activeAbsorption");
  });
  problems.guard([&] { readPaddles(d); });
}

Paddles::Paddles(const config::Dictionary& d, const config::Dictionary* state, const mesh::Patch& patch,
                 const fv::Context& context)
    : patch_(patch),
      context_(context),
      alphaName_(d.getOr("alpha", "alpha")),
      UName_(d.getOr("U", "U")),
      nPaddles_(readPaddles(d)),
      initialDepth_(d.getOr<double>("initialDepth", 0)) {
  const std::string model = readModel(d);
  if (!context.registry.scalar(alphaName_))
    throw Error(d.place(), fmt::format("{}: there is no phase fraction '{}' (entry alpha)", d.name(), alphaName_));
  if (!context.registry.vector(UName_))
    throw Error(d.place(), fmt::format("{}: there is no velocity '{}' (entry U)", d.name(), UName_));
  placeFaces();
  // What a run has found as its depth, it writes with SMALL added, and reads again without.
  if (state && state->has("waterDepthRef"))
    depth_ = state->get<double>("waterDepthRef");
  else if (d.has("waterDepthRef"))
    depth_ = d.get<double>("waterDepthRef");
  else
    depth_ = (d.has("waterDepth") ? d.get<double>("waterDepth") : measuredLevels().front()) + small;
  if (model != absorption) {
    absorbs_ = d.get<bool>("activeAbsorption");
    double x0 = great;
    const auto Cf = context.mesh.faceCentres();
    for (Label i = 0; i < patch.size; ++i) x0 = std::min(x0, Cf(context.mesh.nInteriorFaces() + patch.start + i).x);
    theory_ = makeWaveTheory(d, {depth_, mag(*context.gravity), context.mesh.communicator().min(x0)});
  }
  context.log.line(fmt::format("Wave model of patch {}: {}, {} paddle{}, reference water depth {:.6g} m", patch.name, model,
                               nPaddles_, nPaddles_ > 1 ? "s" : "", depth_));
}

void Paddles::placeFaces() {
  const auto& mesh = context_.mesh;
  const auto& communicator = mesh.communicator();
  const Label first = mesh.nInteriorFaces() + patch_.start;
  double area[3] = {};
  for (Label i = 0; i < patch_.size; ++i)
    for (int j = 0; j < 3; ++j) area[j] -= mesh.Sf[first + i][j];
  communicator.sum(area);
  const Vec3 x = normalised({area[0], area[1], area[2]}), z = -1.0 / mag(*context_.gravity) * *context_.gravity, y = cross(z, x);
  // OpenFOAM v1912 has the axes in the rows of the rotation out of the local system, so for a patch that faces neither along x
  // nor against it the two systems are not each other's inverse; taken as it is.
  R_ = {x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z};
  const auto local = [&](const Vec3& v) { return dot(transpose(R_), v); };

  const auto& corners = mesh.corners.at(patch_.name);
  double low[3] = {great, great, great}, high[3] = {-great, -great, -great};
  const auto size = static_cast<std::size_t>(patch_.size);
  for (auto* list : {&z_, &bottom_, &top_, &alpha_}) list->assign(size, 0.0);
  velocity_.assign(size, Vec3{});
  for (std::size_t i = 0; i < size; ++i) {
    bottom_[i] = great;
    top_[i] = -great;
    for (Label k = corners.starts[i]; k < corners.starts[i + 1]; ++k) {
      const Vec3 p = local(corners.points[k]);
      bottom_[i] = std::min(bottom_[i], p.z);
      top_[i] = std::max(top_[i], p.z);
      for (int j = 0; j < 3; ++j) low[j] = std::min(low[j], p[j]), high[j] = std::max(high[j], p[j]);
    }
  }
  communicator.min(low);
  communicator.max(high);
  height_ = high[2] - low[2];
  const double width = (high[1] - low[1]) / nPaddles_;
  xPaddle_.assign(static_cast<std::size_t>(nPaddles_), low[0] + 0.5 * (high[0] - low[0]));
  for (int p = 0; p < nPaddles_; ++p) yPaddle_.push_back(p * width + low[1] + 0.5 * width);
  for (std::size_t i = 0; i < size; ++i) {
    const Vec3 centre = local(mesh.faceCentres()(first + static_cast<Label>(i)));
    paddle_.push_back(std::clamp(static_cast<int>(std::floor((centre.y - low[1]) / width)), 0, nPaddles_ - 1));
    z_[i] = centre.z - low[2];
    bottom_[i] -= low[2];
    top_[i] -= low[2];
  }
}

/// Water level at each paddle: the wet part of its cells' faces times the height of the patch.
std::vector<double> Paddles::measuredLevels() const {
  const auto& mesh = context_.mesh;
  const auto& alpha = *context_.registry.scalar(alphaName_);
  const auto n = static_cast<std::size_t>(nPaddles_);
  std::vector<double> sums(2 * n, 0.0);
  for (Label i = 0; i < patch_.size; ++i) {
    const Label f = mesh.nInteriorFaces() + patch_.start + i;
    const auto p = static_cast<std::size_t>(paddle_[i]);
    sums[p] += mesh.magSf[f] * alpha[mesh.owner[f]];
    sums[n + p] += mesh.magSf[f];
  }
  mesh.communicator().sum(sums);
  std::vector<double> level(n);
  for (std::size_t p = 0; p < n; ++p) level[p] = initialDepth_ + sums[p] * height_ / (sums[n + p] + rootVSmall);
  return level;
}

void Paddles::correct() {
  const double t = context_.time().value;
  if (t == time_ && context_.time().deltaT == deltaT_) return;
  time_ = t;
  deltaT_ = context_.time().deltaT;
  std::vector<double> level(static_cast<std::size_t>(nPaddles_), depth_);
  if (theory_) {
    for (std::size_t p = 0; p < level.size(); ++p) level[p] += theory_->ramp(t) * theory_->elevation(xPaddle_[p], yPaddle_[p], t);
    generate(t, level);
  } else {
    passThrough();
  }
  if (absorbs_) absorb(level);
  for (Vec3& U : velocity_) U = dot(R_, U);
}

/// Velocity and phase fraction of faces below, above and across the level. Where the water stands higher than the still water,
/// the velocity above that is the one at its surface.
void Paddles::generate(double t, const std::vector<double>& level) {
  const double ramp = theory_->ramp(t);
  for (std::size_t i = 0; i < z_.size(); ++i) {
    const auto p = static_cast<std::size_t>(paddle_[i]);
    const double surface = level[p], calm = std::min(surface, depth_);
    const double wet = std::clamp((surface - bottom_[i]) / (top_[i] - bottom_[i]), 0.0, 1.0);
    alpha_[i] = wet;
    velocity_[i] = {};
    if (bottom_[i] > surface) continue;
    double z = 0, fraction = 1;
    if (top_[i] < calm) {
      z = z_[i];
    } else if (top_[i] > surface && bottom_[i] < surface) {
      z = surface < depth_ ? z_[i] : depth_;
      fraction = wet;
    } else if (surface >= depth_ && top_[i] < surface) {
      z = depth_;
    }
    velocity_[i] = fraction * ramp * theory_->velocity(xPaddle_[p], yPaddle_[p], z, t);
  }
}

/// Absorption alone: phase fraction and vertical velocity are those of the cells.
void Paddles::passThrough() {
  const auto& mesh = context_.mesh;
  const auto& alpha = *context_.registry.scalar(alphaName_);
  const auto& U = *context_.registry.vector(UName_);
  for (Label i = 0; i < patch_.size; ++i) {
    const Label cell = mesh.owner[mesh.nInteriorFaces() + patch_.start + i];
    alpha_[i] = alpha[cell];
    velocity_[i] = {0, 0, U[cell].z};
  }
}

void Paddles::absorb(const std::vector<double>& level) {
  const auto measured = measuredLevels();
  for (std::size_t i = 0; i < velocity_.size(); ++i) {
    const auto p = static_cast<std::size_t>(paddle_[i]);
    if (bottom_[i] < measured[p])
      velocity_[i].x += (level[p] - measured[p]) * std::sqrt(mag(*context_.gravity) / measured[p]);
    else
      velocity_[i].x = 0;
  }
}

std::pair<std::string, std::string> Paddles::state() const {
  config::FoamHeader header;
  header.className = "dictionary";
  header.object = "waveProperties." + patch_.name;
  return {header.object, config::headerText(header) + fmt::format("waterDepthRef   {:.17g};\n", depth_)};
}

}  // namespace eagre::physics::waves
