// SPDX-License-Identifier: BSD-3-Clause
// rotorDisk: the blades of a rotor as forces in the cells that they sweep.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "core/word_messages.hpp"
#include "physics/sources/cell_selection.hpp"
#include "physics/sources/fv_option.hpp"

namespace eagre::physics {

namespace {

constexpr double radian = std::numbers::pi / 180;

/// Where x lies among rising values: `share` of the way from `lower` to `upper`; beyond their ends at the end.
struct Between {
  std::size_t lower = 0, upper = 0;
  double share = 0;
  double of(const std::vector<double>& values) const { return values[lower] + share * (values[upper] - values[lower]); }
};
Between between(double x, const std::vector<double>& values) {
  const auto next = static_cast<std::size_t>(std::ranges::lower_bound(values, x) - values.begin());
  if (next == 0) return {};
  if (next == values.size()) return {next - 1, next - 1, 0};
  return {next - 1, next, (x - values[next - 1]) / (values[next] - values[next - 1])};
}

/// Drag and lift of a section of a blade by its angle of attack [rad]: a table (lookup), or sums of cosines and sines (series).
class Profile {
 public:
  explicit Profile(const config::Dictionary& d) : name_(d.name()) {
    static const std::vector<std::string> types{"lookup", "series"};
    isSeries_ = d.getChoice("type", types) == "series";
    if (d.has("file")) throw Error(d.at("file").place, d.name() + ": file is not supported; the values stand in the dictionary");
    if (isSeries_) {
      drag_ = d.get<std::vector<double>>("CdCoeffs");
      lift_ = d.get<std::vector<double>>("ClCoeffs");
    } else {
      for (const Vec3& row : d.get<std::vector<Vec3>>("data")) {
        angles_.push_back(radian * row.x);
        drag_.push_back(row.y);
        lift_.push_back(row.z);
      }
    }
    if (drag_.empty() || lift_.empty()) throw Error(d.place(), d.name() + ": there are no coefficients");
    if (!std::ranges::is_sorted(angles_)) throw Error(d.at("data").place, d.name() + ": the angles must rise");
  }
  struct Coefficients {
    double drag = 0, lift = 0;
  };
  Coefficients at(double angle) const {
    Coefficients sum;
    if (!isSeries_) {
      const Between row = between(angle, angles_);
      return {row.of(drag_), row.of(lift_)};
    }
    for (std::size_t i = 0; i < drag_.size(); ++i) sum.drag += drag_[i] * std::cos(static_cast<double>(i) * angle);
    for (std::size_t i = 0; i < lift_.size(); ++i) sum.lift += lift_[i] * std::sin(static_cast<double>(i) * angle);
    return sum;
  }

 private:
  std::string name_;
  bool isSeries_ = false;
  std::vector<double> angles_, drag_, lift_;
};

/// Twist [rad], chord [m] and profile of a blade by the radius, as `data` of `blade` gives them: (profile (radius twist chord)).
class Blade {
 public:
  Blade(const config::Dictionary& blade, const config::Dictionary& profiles) {
    std::vector<std::string> names;
    for (const auto& entry : profiles.entries()) {
      if (!entry.isDict()) throw Error(entry.place, profiles.name() + ": a profile is a dictionary");
      names.push_back(entry.keyword);
      profiles_.emplace_back(profiles.subDict(entry.keyword));
    }
    auto reader = blade.at("data").reader();
    reader.list([&] {
      reader.expect('(');
      const std::string name = reader.word();
      const auto found = std::ranges::find(names, name);
      if (found == names.end()) reader.fail(unknownWordMessage("profile", name, names));
      const Vec3 row = reader.vector();
      reader.expect(')');
      which_.push_back(static_cast<std::size_t>(found - names.begin()));
      radii_.push_back(row.x);
      twists_.push_back(radian * row.y);
      chords_.push_back(row.z);
    });
    reader.expectEnd();
    if (radii_.empty() || !std::ranges::is_sorted(radii_))
      throw Error(blade.at("data").place, blade.name() + ": sections are needed, with radii that rise");
  }
  struct Section {
    Between between;
    double twist, chord;
  };
  Section at(double radius) const {
    const Between row = between(radius, radii_);
    return {row, row.of(twists_), row.of(chords_)};
  }
  Profile::Coefficients coefficients(const Section& section, double angle) const {
    const auto a = profiles_[which_[section.between.lower]].at(angle), b = profiles_[which_[section.between.upper]].at(angle);
    const double share = section.between.share;
    return {a.drag + share * (b.drag - a.drag), a.lift + share * (b.lift - a.lift)};
  }

 private:
  std::vector<Profile> profiles_;
  std::vector<std::size_t> which_;
  std::vector<double> radii_, twists_, chords_;
};

/// Axes of a rotor: e1 along refDirection, e3 its axis.
struct Axes {
  Vec3 origin, e1, e2, e3;
};
Axes axesOf(const config::Dictionary& d, const Vec3& origin, const Vec3& axis) {
  const Vec3 direction = d.get<Vec3>("refDirection");
  if (!(mag(axis) > 0)) throw Error(d.place(), d.name() + ": the axis of the rotor has no length");
  Axes axes{origin, {}, {}, axis / mag(axis)};
  axes.e1 = direction - dot(direction, axes.e3) * axes.e3;
  if (!(mag(axes.e1) > small)) throw Error(d.at("refDirection").place, d.name() + ": refDirection is along the axis");
  axes.e1 /= mag(axes.e1);
  axes.e2 = cross(axes.e3, axes.e1);
  return axes;
}

/// Blades of a rotor (blade element theory) as the force on the cells of a zone, spread over the circle (Froude and Glauert):
/// with the velocity U of the air relative to a blade in the frame of its cone, its radial component left out, at radius r
///     f = 1/2 rho |U|^2 chord nBlades A / (2 pi r),   force = f (Cl along the axis, -Cd against the blade's motion)
/// with A the area of the cell's faces that look along the axis on the surface of the zone. What is upstream is the velocity of
/// the cell (inletFlowType local), or is given. The blade's angle is that of fixedTrim, theta0 + theta1c cos psi + theta1s sin
/// psi. Places and areas are those of the start, as in OpenFOAM v1912. An equation without density has rho 1.
class RotorDisk final : public FvOption {
 public:
  explicit RotorDisk(const FvOptionSource& source)
      : FvOption(source.coefficients.get<std::vector<std::string>>("fields")),
        name_(source.name),
        selection_(source.coefficients, source.context),
        context_(source.context),
        blade_(source.coefficients.subDict("blade"), source.coefficients.subDict("profiles")),
        nBlades_(source.coefficients.get<int>("nBlades")),
        omega_(source.coefficients.get<double>("rpm") * std::numbers::pi / 30),
        tipEffect_(source.coefficients.get<double>("tipEffect")) {
    const auto& d = source.coefficients;
    auto keywords = CellSelection::keywords();
    keywords.insert(keywords.end(), {"fields",        "nBlades",
                                     "tipEffect",     "inletFlowType",
                                     "inletVelocity", "inletNormalVelocity",
                                     "geometryMode",  "origin",
                                     "axis",          "refDirection",
                                     "pointAbove",    "rpm",
                                     "trimModel",     "rhoRef",
                                     "rhoInf",        "fixedTrimCoeffs",
                                     "theta0",        "theta1c",
                                     "theta1s",       "targetCoeffTrimCoeffs",
                                     "flapCoeffs",    "blade",
                                     "profiles"});
    source.checkKeywords(keywords);
    readGeometry(d);
    readInflow(d);
    placeBlades(d);
    place_ = d.place();
    rhoRef_ = d.has("rhoRef") ? std::optional(d.get<double>("rhoRef")) : std::nullopt;
    context_.log.line(fmt::format("    rotor: area of the disk {:g}, radius {:g}; the field {}:rotorForce is not written",
                                  context_.mesh.communicator().sum(sumOf(areas_)), tip_, name_));
  }

  void check(const OptionSurroundings& surroundings) const override {
    if (!surroundings.withDensity && !rhoRef_)
      throw Error(place_, "rotorDisk needs rhoRef in a momentum equation without density, for the forces in the log");
  }
  using FvOption::addTo;
  void addTo(fv::Equation<Vec3>& UEqn, const Momentum& momentum) override {
    if (!selection_.active()) return;
    const auto& C = context_.mesh.C;
    const auto& U = UEqn.psi();
    Totals totals;
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      const Label c = sections_[i].cell;
      const Vec3 force =
          forceAt(sections_[i], C[c], inflow_ ? *inflow_ : U[c], momentum.rho ? (*momentum.rho)[c] : 1.0, areas_[i], totals);
      UEqn.source()[c] -= force;
    }
    report(totals, momentum.rho ? 1.0 : rhoRef_.value());
  }

 private:
  /// A cell that blades sweep.
  struct Swept {
    Label cell;
    double radius;
    double cosine, sine;  ///< of the angle that the blade is flapped by
    double pitch;         ///< of the trim [rad]
    Blade::Section section;
  };
  struct Totals {
    double drag = 0, lift = 0, least = vGreat, largest = -vGreat;
  };

  static double sumOf(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum;
  }

  /// Areas of the zone's cells that look along the axis at its surface, by cell; their sum as a vector.
  Vec3 exposedAreas(const Vec3& axis, std::vector<double>& areas) const {
    constexpr double least = 0.8;  // cosine of a face's normal to the axis
    const auto& mesh = context_.mesh;
    std::vector<double> inZone(static_cast<std::size_t>(mesh.nAllCells()), 0.0);
    for (const Label c : selection_.cells()) inZone[c] = 1;
    mesh.halo->update(inZone);
    areas.assign(static_cast<std::size_t>(mesh.nCells), 0.0);
    std::array<double, 3> sums{};
    const auto add = [&](Label c, const Vec3& outwards) {
      const double area = mag(outwards);
      if (!(dot(outwards / area, axis) > least)) return;
      areas[c] += area;
      for (int i = 0; i < 3; ++i) sums[static_cast<std::size_t>(i)] += outwards[i];
    };
    for (Label f = 0; f < mesh.nFaces(); ++f) {
      const bool onBoundary = f >= mesh.nInteriorFaces();
      const bool own = inZone[mesh.owner[f]] > 0, other = !onBoundary && inZone[mesh.neighbour[f]] > 0;
      if (own && !other) add(mesh.owner[f], mesh.Sf[f]);
      if (!own && other && mesh.neighbour[f] < mesh.nCells) add(mesh.neighbour[f], -1.0 * Vec3(mesh.Sf[f]));
    }
    mesh.communicator().sum(sums);
    return {sums[0], sums[1], sums[2]};
  }

  /// Places of the zone as geometryMode auto finds them: the centre, and the normal of the plane that the cells lie in, on the
  /// side of pointAbove.
  std::pair<Vec3, Vec3> fitted(const config::Dictionary& d) const {
    const auto& mesh = context_.mesh;
    std::array<double, 4> sums{};
    for (const Label c : selection_.cells()) {
      for (int i = 0; i < 3; ++i) sums[static_cast<std::size_t>(i)] += mesh.V[c] * mesh.C[c][i];
      sums[3] += mesh.V[c];
    }
    mesh.communicator().sum(sums);
    const Vec3 origin{sums[0] / sums[3], sums[1] / sums[3], sums[2] / sums[3]};
    const auto largest = [&](auto vectorOf) {
      Vec3 found{};
      for (const Label c : selection_.cells())
        if (const Vec3 v = vectorOf(mesh.C[c] - origin); magSqr(v) > magSqr(found)) found = v;
      return ofLargest(found);
    };
    const Vec3 out = largest([](const Vec3& r) { return r; });
    const Vec3 normal = largest([&](const Vec3& r) { return cross(out, r); });
    if (!(mag(normal) > 0)) throw Error(d.place(), d.name() + ": the cells lie on a line, and make no disk");
    const Vec3 above = d.get<Vec3>("pointAbove") - origin;
    return {origin, (dot(above, normal) < 0 ? -1.0 : 1.0) / mag(normal) * normal};
  }
  /// The longest vector of all ranks; of those of equal length the one with the largest components, so that it is one of all.
  Vec3 ofLargest(const Vec3& own) const {
    const auto& all = context_.mesh.communicator();
    const double length = all.max(magSqr(own));
    std::array<double, 3> v{-vGreat, -vGreat, -vGreat};
    bool stays = magSqr(own) == length;
    for (int i = 0; i < 3; ++i) {
      v[static_cast<std::size_t>(i)] = all.max(stays ? own[i] : -vGreat);
      stays = stays && own[i] == v[static_cast<std::size_t>(i)];
    }
    return {v[0], v[1], v[2]};
  }

  void readGeometry(const config::Dictionary& d) {
    static const std::vector<std::string> modes{"auto", "specified"};
    std::vector<double> areas;
    if (d.getChoice("geometryMode", modes) == "auto") {
      const auto [origin, axis] = fitted(d);
      axes_ = axesOf(d, origin, exposedAreas(axis, areas));
    } else {
      const Vec3 axis = d.get<Vec3>("axis");
      axes_ = axesOf(d, d.get<Vec3>("origin"), axis);
      exposedAreas(axis, areas);
    }
    for (const Label c : selection_.cells()) {
      if (!(areas[c] > rootVSmall)) continue;
      sections_.push_back({c, 0, 1, 0, 0, {}});
      areas_.push_back(areas[c]);
    }
    if (context_.mesh.communicator().sum(sumOf(areas_)) == 0)
      throw Error(d.place(), d.name() + ": no face at the surface of the cells looks along the axis of the rotor");
  }

  void readInflow(const config::Dictionary& d) {
    static const std::vector<std::string> types{"fixed", "surfaceNormal", "local"};
    const std::string type = d.getChoice("inletFlowType", types);
    if (type == "fixed") inflow_ = d.get<Vec3>("inletVelocity");
    if (type == "surfaceNormal") inflow_ = -d.get<double>("inletNormalVelocity") * axes_.e3;
  }

  void placeBlades(const config::Dictionary& d) {
    static const std::vector<std::string> trims{"fixedTrim"};
    d.getChoice("trimModel", trims);
    const auto* own = d.findDict("fixedTrimCoeffs");
    const auto &trim = own ? *own : d, &flap = d.subDict("flapCoeffs");
    const auto byAngle = [](const config::Dictionary& of, std::array<const char*, 3> words, double sign) {
      const double mean = of.get<double>(words[0]), c = of.get<double>(words[1]), s = of.get<double>(words[2]);
      return [=](double psi) { return radian * (mean + sign * (c * std::cos(psi) + s * std::sin(psi))); };
    };
    const auto pitch = byAngle(trim, {"theta0", "theta1c", "theta1s"}, 1),
               flapping = byAngle(flap, {"beta0", "beta1c", "beta2s"}, -1);
    double tip = 0, hub = vGreat;
    for (Swept& swept : sections_) {
      const Vec3 r = context_.mesh.C[swept.cell] - axes_.origin;
      const double x = dot(r, axes_.e1), y = dot(r, axes_.e2), psi = std::atan2(y, x), beta = flapping(psi);
      swept.radius = std::hypot(x, y);
      swept.cosine = std::cos(beta);
      swept.sine = std::sin(beta);
      swept.pitch = pitch(psi);
      swept.section = blade_.at(swept.radius);
      tip = std::max(tip, swept.radius);
      hub = std::min(hub, swept.radius);
    }
    if (!(context_.mesh.communicator().min(hub) > small))
      throw Error(d.place(), fmt::format("rotorDisk {}: the centre of a cell lies on the axis of the rotor", name_));
    tip_ = context_.mesh.communicator().max(tip);
  }

  /// Force [N, or m^4/s^2 without a density] on the flow times -1, in a cell with centre C.
  Vec3 forceAt(const Swept& swept, const Vec3& C, const Vec3& U, double rho, double area, Totals& totals) const {
    const auto [cell, radius, c, s, pitch, section] = swept;
    Vec3 out = C - axes_.origin;
    out -= dot(out, axes_.e3) * axes_.e3;
    out /= mag(out);
    const Vec3 round = cross(axes_.e3, out);
    const double radial = dot(U, out), along = dot(U, axes_.e3);
    // Relative to the blade, in the frame of its cone: round the axis and across the blade
    const double around = radius * omega_ - dot(U, round), across = s * radial + c * along;
    double geometric = pitch + section.twist;
    if (omega_ < 0) geometric = std::numbers::pi - geometric;
    double attack = geometric - std::atan2(-across, around);
    if (attack > std::numbers::pi) attack -= 2 * std::numbers::pi;
    if (attack < -std::numbers::pi) attack += 2 * std::numbers::pi;
    const auto coefficients = blade_.coefficients(section, attack);
    const double dynamic = 0.5 * rho * (sqr(around) + sqr(across));
    const double f = dynamic * section.chord * nBlades_ * area / radius / (2 * std::numbers::pi);
    const double drag = -f * coefficients.drag, lift = radius / tip_ < tipEffect_ ? f * coefficients.lift : 0.0;
    totals.drag += drag;
    totals.lift += lift;
    totals.least = std::min(totals.least, attack);
    totals.largest = std::max(totals.largest, attack);
    return s * lift * out + drag * round + c * lift * axes_.e3;
  }

  void report(const Totals& totals, double rho) const {
    const auto& all = context_.mesh.communicator();
    std::array<double, 2> sums{rho * totals.drag, rho * totals.lift};
    all.sum(sums);
    context_.log.line(
        fmt::format("rotorDisk output:\n    min/max(AOA)   = {:.6g}, {:.6g}\n    Effective drag = {:.6g}\n    Effective "
                    "lift = {:.6g}",
                    all.min(totals.least) / radian, all.max(totals.largest) / radian, sums[0], sums[1]));
  }

  std::string name_;
  CellSelection selection_;
  const fv::Context& context_;
  Blade blade_;
  int nBlades_;
  double omega_, tipEffect_;  ///< [rad/s]; share of the radius beyond which there is no lift
  double tip_ = 0;            ///< the largest radius of a cell's centre [m]
  Axes axes_{};
  std::optional<Vec3> inflow_;  ///< none: the velocity of the cells
  std::optional<double> rhoRef_;
  Place place_;
  std::vector<Swept> sections_;
  std::vector<double> areas_;  ///< of their faces that look along the axis [m^2]
};

}  // namespace

std::unique_ptr<FvOption> makeRotorDisk(const FvOptionSource& source) { return std::make_unique<RotorDisk>(source); }

}  // namespace eagre::physics
