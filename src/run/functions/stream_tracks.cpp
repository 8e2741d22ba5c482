// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/stream_tracks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

#include "run/functions/made_fields.hpp"

namespace eagre::run {
namespace {

/// A track on its way.
struct Particle {
  std::size_t track = 0;
  double sign = 1;  ///< -1: against the velocity
  Label cell = -1;  ///< of the global mesh
  int life = 0;     ///< samples that are left
  int samples = 0;  ///< that it has had
  Vec3 position{};

  static constexpr std::size_t size = 8;  ///< as numbers
  void pack(std::vector<double>& into) const {
    for (const double x : {static_cast<double>(track), sign, static_cast<double>(cell), static_cast<double>(life),
                           static_cast<double>(samples), position.x, position.y, position.z})
      into.push_back(x);
  }
  static Particle unpack(const double* x) {
    Particle p;
    p.track = static_cast<std::size_t>(x[0]);
    p.sign = x[1];
    p.cell = static_cast<Label>(x[2]);
    p.life = static_cast<int>(x[3]);
    p.samples = static_cast<int>(x[4]);
    p.position = {x[5], x[6], x[7]};
    return p;
  }
};

/// Where a ray leaves a cell.
struct Exit {
  double distance = std::numeric_limits<double>::infinity();
  Label face = -1;
};

/// The first triangle of the cell's faces that a ray goes out through; direction: of length 1.
Exit findExit(const mesh::PointStencils& stencils, Label cell, const Vec3& position, const Vec3& direction) {
  const auto& mesh = stencils.mesh();
  constexpr double tolerance = 1e-9;  // of the size of a triangle
  Exit inside, any;                   // any: where round-off lets the ray through between two triangles
  for (const Label f : stencils.facesOf(cell)) {
    for (const auto& t : stencils.triangles(f)) {
      const Vec3 &a = mesh.points[t[0]], e1 = mesh.points[t[1]] - a, e2 = mesh.points[t[2]] - a;
      const Vec3 n = (mesh.owner[f] == cell ? 1.0 : -1.0) * cross(e1, e2);
      const double outward = dot(n, direction);
      if (!(outward > 1e-12 * mag(n))) continue;
      const double s = dot(n, a - position) / outward;
      if (s < -tolerance * (mag(e1) + mag(e2))) continue;
      if (s < any.distance) any = {s, f};
      const Vec3 r = position + s * direction - a;
      const double sign = dot(n, cross(e1, e2)) > 0 ? 1 : -1, square = sign * dot(n, n);
      const double u = dot(cross(r, e2), n) / square, v = dot(cross(e1, r), n) / square;
      if (u >= -tolerance && v >= -tolerance && u + v <= 1 + tolerance && s < inside.distance) inside = {s, f};
    }
  }
  Exit exit = inside.face >= 0 ? inside : any;
  exit.distance = std::max(exit.distance, 0.0);
  return exit;
}

/// The particles of one rank, and what they have seen.
class Follower {
 public:
  Follower(const fv::Context& context, const mesh::CornerMesh& corners, const TrackSettings& settings)
      : communicator_(context.mesh.communicator()), corners_(corners), settings_(settings) {
    for (const Label c : corners.ownedCells()) owned_.push_back(corners.globalCell(c));
    for (const auto& name : settings.scalars) {
      const auto& field = scalarNamed(context, name);
      scalars_.push_back(corners.values(field.cells(), field.boundary()));
    }
    for (const auto& name : settings.vectors) {
      const auto& field = vectorNamed(context, name);
      vectors_.push_back(corners.values(field.cells(), field.boundary()));
    }
    U_ = static_cast<std::size_t>(std::ranges::find(settings.vectors, settings.U) - settings.vectors.begin());
    rowSize_ = 5 + scalars_.size() + 3 * vectors_.size();
  }

  void add(const Particle& particle) {
    if (isOwned(particle.cell)) here_.push_back(particle);
  }

  /// Collective.
  void followAll() {
    do {
      for (Particle& particle : here_) follow(particle);
      here_.clear();
    } while (exchange());
  }

  /// The samples of all ranks, on rank 0: number of the track, of the sample, position, values. Collective.
  std::vector<double> gatherRows() {
    constexpr int tag = 431;
    if (!communicator_.master()) {
      const auto n = static_cast<std::int64_t>(rows_.size());
      communicator_.send(std::as_bytes(std::span(&n, 1)), 0, tag);
      communicator_.send(std::as_bytes(std::span(rows_)), 0, tag);
      return {};
    }
    for (int rank = 1; rank < communicator_.size(); ++rank) {
      std::int64_t n = 0;
      communicator_.receive(std::as_writable_bytes(std::span(&n, 1)), rank, tag);
      const std::size_t before = rows_.size();
      rows_.resize(before + static_cast<std::size_t>(n));
      communicator_.receive(std::as_writable_bytes(std::span(rows_).subspan(before)), rank, tag);
    }
    return std::move(rows_);
  }
  std::size_t rowSize() const { return rowSize_; }

 private:
  bool isOwned(Label globalCell) const { return std::binary_search(owned_.begin(), owned_.end(), globalCell); }
  Label localCell(Label globalCell) const {
    const auto i = std::lower_bound(owned_.begin(), owned_.end(), globalCell) - owned_.begin();
    return corners_.ownedCells()[static_cast<std::size_t>(i)];
  }

  /// Keeps a sample; returns the velocity there.
  Vec3 sample(Particle& particle) {
    mesh::Stencils stencils;
    corners_.stencils().add(stencils, settings_.scheme, particle.position, localCell(particle.cell));
    stencils.close();
    rows_.push_back(static_cast<double>(particle.track));
    rows_.push_back(particle.samples++);
    for (int d = 0; d < 3; ++d) rows_.push_back(particle.position[d]);
    for (const auto& values : scalars_) rows_.push_back(mesh::weightedSums(stencils, values)[0]);
    Vec3 velocity{};
    for (std::size_t i = 0; i < vectors_.size(); ++i) {
      const Vec3 value = mesh::weightedSums(stencils, vectors_[i])[0];
      for (int d = 0; d < 3; ++d) rows_.push_back(value[d]);
      if (i == U_) velocity = value;
    }
    return velocity;
  }

  /// Through the cells of this rank, until it ends or comes to a cell of another.
  void follow(Particle& particle) {
    while (particle.life > 0) {
      const Label face = crossCell(particle);
      if (face < 0) continue;
      const auto& mesh = corners_.stencils().mesh();
      if (face >= mesh.nInternalFaces()) {
        if (particle.life > 0) sample(particle);
        return;
      }
      const Label cell = localCell(particle.cell);
      particle.cell = corners_.globalCell(mesh.owner[face] == cell ? mesh.neighbour[face] : mesh.owner[face]);
      if (!isOwned(particle.cell)) {
        if (particle.life > 0) leaving_.push_back(particle);
        return;
      }
    }
  }

  /// Steps within the cell; returns the face that the last of them reaches, or -1: the track has not come to one.
  Label crossCell(Particle& particle) {
    constexpr double small = 1e-15;  // [m/s]: the track stagnates
    const bool fixedLength = settings_.trackLength > 0;
    const int n = fixedLength ? 1 : settings_.nSubCycle;
    double step = settings_.trackLength;
    for (int i = 0; i < n; ++i) {
      --particle.life;
      const Vec3 velocity = particle.sign * sample(particle);
      const double speed = mag(velocity);
      if (speed < small) {
        particle.life = 0;
        return -1;
      }
      const Vec3 direction = velocity / speed;
      const Exit exit = findExit(corners_.stencils(), localCell(particle.cell), particle.position, direction);
      if (exit.face < 0) {  // a cell without a face ahead is not closed
        particle.life = 0;
        return -1;
      }
      if (!fixedLength && i == 0) step = exit.distance / n;
      const bool reaches = fixedLength ? exit.distance <= step : i == n - 1 || exit.distance <= step;
      particle.position += (reaches ? exit.distance : step) * direction;
      if (reaches) return exit.face;
      if (particle.life == 0) return -1;
    }
    return -1;
  }

  /// Hands particles to the ranks of their cells; false: there are none anywhere. Collective.
  bool exchange() {
    std::vector<double> own;
    for (const Particle& particle : leaving_) particle.pack(own);
    leaving_.clear();
    const auto sizes = communicator_.allGather(static_cast<std::int64_t>(own.size()));
    const std::vector<int> counts(sizes.begin(), sizes.end());
    std::vector<int> starts(counts.size(), 0);
    std::partial_sum(counts.begin(), counts.end() - 1, starts.begin() + 1);
    std::vector<double> all(static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), 0)));
    if (all.empty()) return false;
    communicator_.allGather(own, all, counts, starts);
    for (std::size_t i = 0; i < all.size(); i += Particle::size) add(Particle::unpack(&all[i]));
    return true;
  }

  const comm::Communicator& communicator_;
  const mesh::CornerMesh& corners_;
  const TrackSettings& settings_;
  std::vector<Label> owned_;  ///< in the global mesh, ascending
  std::vector<std::vector<double>> scalars_;
  std::vector<std::vector<Vec3>> vectors_;
  std::size_t U_ = 0, rowSize_ = 0;
  std::vector<Particle> here_, leaving_;
  std::vector<double> rows_;
};

}  // namespace

std::vector<Track> followStreamlines(const fv::Context& context, const mesh::CornerMesh& corners, const TrackSettings& settings,
                                     const std::vector<Seed>& seeds) {
  Follower follower(context, corners, settings);
  std::size_t nTracks = 0;
  for (const Seed& seed : seeds)
    for (const double sign : {-1.0, 1.0}) {
      if (!(sign > 0 ? settings.forward : settings.backward)) continue;
      Particle particle;
      particle.track = nTracks++;
      particle.sign = sign;
      particle.cell = seed.cell;
      particle.life = settings.lifeTime;
      particle.position = seed.position;
      follower.add(particle);
    }
  follower.followAll();
  const std::vector<double> rows = follower.gatherRows();
  if (!context.mesh.communicator().master()) return {};
  const std::size_t size = follower.rowSize();
  std::vector<std::size_t> order(rows.size() / size);
  std::iota(order.begin(), order.end(), 0);
  const auto numbers = [&](std::size_t i) { return std::array{rows[i * size], rows[i * size + 1]}; };
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return numbers(a) < numbers(b); });
  std::vector<Track> tracks(nTracks);
  for (const std::size_t i : order) {
    const auto row = rows.begin() + static_cast<std::ptrdiff_t>(i * size);
    Track& track = tracks[static_cast<std::size_t>(row[0])];
    track.positions.push_back({row[2], row[3], row[4]});
    track.values.emplace_back(row + 5, row + static_cast<std::ptrdiff_t>(size));
  }
  return tracks;
}

}  // namespace eagre::run
