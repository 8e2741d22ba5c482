// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/rigid_motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>
#include <utility>
#include <vector>

#include "config/word_choice.hpp"
#include "fv/functions/angular_velocity.hpp"
#include "fv/functions/function1.hpp"
#include "mesh/mesh.hpp"
#include "physics/words.hpp"

namespace eagre::physics {

namespace fs = std::filesystem;

RigidTransformation operator*(const RigidTransformation& a, const RigidTransformation& b) { return {dot(a.R, b.R), a(b.d)}; }

Tensor rotationAbout(const Vec3& axis, double angle) {
  const Vec3 n = axis / mag(axis);
  const double c = std::cos(angle), s = std::sin(angle);
  return c * identityTensor() + (1 - c) * outer(n, n) + s * Tensor{0, -n.z, n.y, n.z, 0, -n.x, -n.y, n.x, 0};
}

Tensor rotationXYZ(const Vec3& angles) {
  return dot(dot(rotationAbout({1, 0, 0}, angles.x), rotationAbout({0, 1, 0}, angles.y)), rotationAbout({0, 0, 1}, angles.z));
}

namespace {

using std::numbers::pi;
constexpr double radians = pi / 180;

using Maker = std::unique_ptr<RigidMotion> (*)(const config::Dictionary&, const fs::path& caseDirectory);

template <class Motion>
std::unique_ptr<RigidMotion> make(const config::Dictionary& d, const fs::path& caseDirectory) {
  if constexpr (std::is_constructible_v<Motion, const config::Dictionary&>)
    return std::make_unique<Motion>(d);
  else
    return std::make_unique<Motion>(d, caseDirectory);
}

Vec3 readAxis(const config::Dictionary& d) {
  const Vec3 axis = d.get<Vec3>("axis");
  if (!(mag(axis) > 0)) throw Error(d.at("axis").place, d.name() + ": the axis has no length");
  return axis;
}

/// x = X + velocity t
class Linear final : public RigidMotion {
 public:
  explicit Linear(const config::Dictionary& d) : velocity_(d.get<Vec3>("velocity")) {}
  RigidTransformation at(double t) const override { return RigidTransformation::displacement(t * velocity_); }

 private:
  Vec3 velocity_;
};

/// x = X + amplitude sin(omega t)
class OscillatingLinear final : public RigidMotion {
 public:
  explicit OscillatingLinear(const config::Dictionary& d)
      : amplitude_(d.get<Vec3>("amplitude")), omega_(d.get<double>("omega")) {}
  RigidTransformation at(double t) const override { return RigidTransformation::displacement(std::sin(omega_ * t) * amplitude_); }

 private:
  Vec3 amplitude_;
  double omega_;
};

/// Integral of f over [a, b] by Simpson's rule, halved until the two halves agree with the whole.
double integral(const fv::Function1<double>& f, double a, double b, double fa, double fm, double fb, int halvings) {
  const double m = 0.5 * (a + b), left = f.value(0.5 * (a + m)), right = f.value(0.5 * (m + b));
  const double whole = (b - a) / 6 * (fa + 4 * fm + fb);
  const double halves = (b - a) / 12 * (fa + 4 * left + 2 * fm + 4 * right + fb);
  constexpr double tolerance = 1e-13;
  if (halvings == 0 || std::abs(halves - whole) <= tolerance * std::abs(b - a) * (std::abs(fa) + std::abs(fm) + std::abs(fb)))
    return halves;
  return integral(f, a, m, fa, left, fm, halvings - 1) + integral(f, m, b, fm, right, fb, halvings - 1);
}

/// About an axis, by the integral of omega(t) [rad/s] from 0 to t.
class Rotating final : public RigidMotion {
 public:
  Rotating(const config::Dictionary& d, const fs::path& caseDirectory)
      : origin_(d.get<Vec3>("origin")), axis_(readAxis(d)), omega_(fv::makeAngularVelocity(d, caseDirectory)) {}
  RigidTransformation at(double t) const override {
    constexpr int halvings = 24;
    const double angle = integral(*omega_, 0, t, omega_->value(0), omega_->value(0.5 * t), omega_->value(t), halvings);
    return RigidTransformation::about(origin_, rotationAbout(axis_, angle));
  }

 private:
  Vec3 origin_, axis_;
  std::unique_ptr<fv::Function1<double>> omega_;
};

/// At a constant rate about an axis that is the direction of radialVelocity [degrees/s].
class AxisRotation final : public RigidMotion {
 public:
  explicit AxisRotation(const config::Dictionary& d)
      : origin_(d.get<Vec3>("origin")), rate_(radians * d.get<Vec3>("radialVelocity")) {}
  RigidTransformation at(double t) const override {
    if (mag(rate_) == 0) return {};
    return RigidTransformation::about(origin_, rotationAbout(rate_, mag(rate_) * t));
  }

 private:
  Vec3 origin_, rate_;
};

/// By the angles amplitude sin(omega t) [degrees] about x, y and z.
class OscillatingRotating final : public RigidMotion {
 public:
  explicit OscillatingRotating(const config::Dictionary& d)
      : origin_(d.get<Vec3>("origin")), amplitude_(radians * d.get<Vec3>("amplitude")), omega_(d.get<double>("omega")) {}
  RigidTransformation at(double t) const override {
    return RigidTransformation::about(origin_, rotationXYZ(std::sin(omega_ * t) * amplitude_));
  }

 private:
  Vec3 origin_, amplitude_;
  double omega_;
};

/// The motion of a tank in a ship (sloshing design approach): it rolls about x, heaves along z and sways along y, with the period
///     T(t) = Tp + r t,   r = dTp/dTi,
/// which runs through the natural period Tpn of the roll, where its amplitude is largest:
///     roll  = A sin(omega t + phi),                       A = max(rollAmax exp(-(T - Tpn)^2/(2 Q)), rollAmin),  omega = 2 pi/T
///     heave = heaveA (sin(omega t + phi + pi/2) - sin(phi + pi/2))
///     sway  = swayA  (sin(omega t + phi + pi)   - sin(phi + pi))
///     phi   = 2 pi (Tp/T - 1 + ln|T| - ln Tp)/r
/// lamda (lambda in openfoam.org's later versions) > 1 is the scale of a model: lengths over it, times over its root.
class Sda final : public RigidMotion {
 public:
  explicit Sda(const config::Dictionary& d)
      : centre_(d.get<Vec3>("CofG")),
        rollMax_(d.get<double>("rollAmax")),
        rollMin_(d.get<double>("rollAmin")),
        Q_(d.get<double>("Q")) {
    const double lamda = d.get<double>(d.has("lambda") && !d.has("lamda") ? "lambda" : "lamda"),
                 length = lamda > 1 + small ? lamda : 1, time = std::sqrt(length);
    heave_ = d.get<double>("heaveA") / length;
    sway_ = d.get<double>("swayA") / length;
    Tp_ = d.get<double>("Tp") / time;
    Tpn_ = d.get<double>("Tpn") / time;
    const double dTi = d.get<double>("dTi"), dTp = d.get<double>("dTp");
    rate_ = dTp / dTi;
    if (!(Tp_ > 0)) throw Error(d.at("Tp").place, d.name() + ": Tp must be positive");
    if (!std::isfinite(rate_) || rate_ == 0) throw Error(d.at("dTp").place, d.name() + ": dTp/dTi must be a number other than 0");
  }
  RigidTransformation at(double t) const override {
    const double period = Tp_ + rate_ * t, wt = 2 * pi / period * t;
    const double phase = 2 * pi * (Tp_ / period - 1 + std::log(std::abs(period)) - std::log(Tp_)) / rate_;
    const double roll = std::max(rollMax_ * std::exp(-sqr(period - Tpn_) / (2 * Q_)), rollMin_) * std::sin(wt + phase);
    const auto displacement = [&](double ahead) { return std::sin(wt + phase + ahead) - std::sin(phase + ahead); };
    const Vec3 shift{0, sway_ * displacement(pi), heave_ * displacement(0.5 * pi)};
    return RigidTransformation::displacement(shift) * RigidTransformation::about(centre_, rotationXYZ({roll, 0, 0}));
  }

 private:
  Vec3 centre_;
  double rollMax_, rollMin_, Q_, heave_ = 0, sway_ = 0, Tp_ = 0, Tpn_ = 0, rate_ = 0;
};

/// Displacement [m] and angles about x, y and z [degrees] at given times [s], and in between by Catmull-Rom splines or straight.
class Tabulated6DoF : public RigidMotion {
 public:
  Tabulated6DoF(const config::Dictionary& d, const fs::path& caseDirectory)
      : Tabulated6DoF(d, "timeDataFileName", true, caseDirectory) {}
  Tabulated6DoF(const config::Dictionary& d, const std::string& fileKeyword, bool isSmooth, const fs::path& caseDirectory)
      : centre_(d.get<Vec3>("CofG")), isSmooth_(isSmooth) {
    const auto& entry = d.at(fileKeyword);
    const auto file = fv::fileOfCase(d.get<std::string>(fileKeyword), caseDirectory);
    name_ = file.string();
    if (!config::fileExists(file)) throw Error(entry.place, fmt::format("{}: there is no file {}", d.name(), name_));
    config::Dictionary table;
    table.set("table", config::readFileText(file));
    auto reader = table.at("table").reader();
    const auto vectors = [&] {
      reader.expect('(');
      Knot knot{reader.number(), {}, {}};
      reader.expect('(');
      const bool isPair = reader.peek().is('(');  // (t ((x y z) (a b c))); openfoam.org from version 12 on: (t (x y z) (a b c))
      if (isPair) {
        knot.displacement = reader.vector();
      } else {
        for (int k = 0; k < 3; ++k) knot.displacement[k] = reader.number();
        reader.expect(')');
      }
      knot.angles = reader.vector();
      if (isPair) reader.expect(')');
      reader.expect(')');
      knots_.push_back(knot);
    };
    reader.list(vectors);
    reader.expectEnd();
    if (knots_.empty()) throw Error(Place{name_, 0}, "the table is empty");
    for (std::size_t i = 1; i < knots_.size(); ++i)
      if (!(knots_[i].time > knots_[i - 1].time))
        throw Error(Place{name_, 0},
                    fmt::format("the times are not in rising order: {} follows {}", knots_[i].time, knots_[i - 1].time));
  }
  RigidTransformation at(double t) const override {
    if (t < knots_.front().time || t > knots_.back().time)
      throw Error(Place{name_, 0}, fmt::format("the time {:g} is outside the table, which goes from {:g} to {:g}", t,
                                               knots_.front().time, knots_.back().time));
    const Vec3 shift = between(t, &Knot::displacement), angles = radians * between(t, &Knot::angles);
    return RigidTransformation::displacement(shift) * RigidTransformation::about(centre_, rotationXYZ(angles));
  }
  double lastTime() const override { return knots_.back().time; }

 private:
  struct Knot {
    double time;
    Vec3 displacement, angles;
  };
  Vec3 between(double t, Vec3 Knot::*what) const {
    const auto after = std::ranges::find_if(knots_, [&](const Knot& k) { return k.time >= t; });
    if (after == knots_.begin()) return knots_.front().*what;
    const auto i = static_cast<std::size_t>(after - knots_.begin());
    const Vec3 b = knots_[i - 1].*what, c = knots_[i].*what;
    const double s = (t - knots_[i - 1].time) / (knots_[i].time - knots_[i - 1].time);
    if (!isSmooth_ || knots_.size() == 2) return b + s * (c - b);
    const Vec3 a = i == 1 ? 2 * b - c : knots_[i - 2].*what, e = i + 1 == knots_.size() ? 2 * c - b : knots_[i + 1].*what;
    return b + 0.5 * s * ((c - a) + s * ((2 * a - 5 * b + 4 * c - e) + s * (3 * (b - c) + e - a)));
  }

  Vec3 centre_;
  bool isSmooth_;
  std::string name_;
  std::vector<Knot> knots_;
};

/// foam-extend's name of a table (ship sea-keeping analysis), which is read straight from point to point.
class Ska final : public Tabulated6DoF {
 public:
  Ska(const config::Dictionary& d, const fs::path& caseDirectory) : Tabulated6DoF(d, "timeDataFileName", false, caseDirectory) {}
};

/// openfoam.org's name for a table that is read straight from point to point: `translationRotation table; file ..`, from version
/// 12 on `translation { type table; file ..; columns (0 1); }` and `rotation` with the columns (0 2) of the same file.
class SixDoFTable final : public Tabulated6DoF {
 public:
  SixDoFTable(const config::Dictionary& d, const fs::path& caseDirectory)
      : Tabulated6DoF(oneTable(d), "file", false, caseDirectory) {}

 private:
  static void allow(const config::Dictionary& d, const char* keyword, const std::string& word, const std::string& only) {
    if (word != only)
      throw Error((d.has(keyword) ? d.at(keyword).place : d.place()),
                  fmt::format("sixDoFMotion: {} {} is not supported, only {}", keyword, word, only));
  }
  static config::Dictionary oneTable(const config::Dictionary& d) {
    config::Dictionary table = d;
    if (!d.has("translation")) {
      allow(d, "translationRotation", d.get<std::string>("translationRotation"), "table");
      allow(d, "interpolationScheme", d.getOr("interpolationScheme", "linear"), "linear");
      return table;
    }
    const auto &translation = d.subDict("translation"), &rotation = d.subDict("rotation");
    for (const auto& [part, columns] : {std::pair{&translation, std::vector<int>{0, 1}}, {&rotation, {0, 2}}}) {
      allow(*part, "type", part->get<std::string>("type"), "table");
      allow(*part, "interpolationScheme", part->getOr("interpolationScheme", "linear"), "linear");
      if (part->get<std::vector<int>>("columns") != columns)
        throw Error(part->at("columns").place,
                    fmt::format("sixDoFMotion: of {} columns ({} {}) are read", part->name(), columns[0], columns[1]));
    }
    if (translation.get<std::string>("file") != rotation.get<std::string>("file"))
      throw Error(rotation.at("file").place, "sixDoFMotion: translation and rotation must be of one file");
    table.set(translation.at("file"));
    return table;
  }
};

/// The motions of its sub-dictionaries, each within the one before.
class Multi final : public RigidMotion {
 public:
  Multi(const config::Dictionary& d, const fs::path& caseDirectory) {
    for (const auto& entry : d.entries())
      if (entry.isDict() && entry.keyword != "FoamFile") motions_.push_back(makeRigidMotion(*entry.dict, caseDirectory));
    if (motions_.empty())
      throw Error(d.place(),
                  d.name() + ": multiMotion has no motions; give a sub-dictionary with solidBodyMotionFunction for each");
  }
  RigidTransformation at(double t) const override {
    RigidTransformation all;
    for (const auto& motion : motions_) all = all * motion->at(t);
    return all;
  }
  double lastTime() const override {
    double last = vGreat;
    for (const auto& motion : motions_) last = std::min(last, motion->lastTime());
    return last;
  }

 private:
  std::vector<std::unique_ptr<RigidMotion>> motions_;
};

const WordTable<Maker>& table() {
  static const WordTable<Maker> functions{
      {"SDA", "a ship's tank that rolls, heaves and sways with a period that runs through the natural one", make<Sda>},
      {"SKA", "tabulated6DoFMotion, straight from point to point (foam-extend)", make<Ska>},
      {"axisRotationMotion", "rotation at the constant rate radialVelocity [degrees/s]", make<AxisRotation>},
      {"linearMotion", "translation with a constant velocity", make<Linear>},
      {"multiMotion", "the motions of its sub-dictionaries, each within the one before", make<Multi>},
      {"oscillatingLinearMotion", "translation by amplitude sin(omega t)", make<OscillatingLinear>},
      {"oscillatingRotatingMotion", "rotation by the angles amplitude sin(omega t) [degrees]", make<OscillatingRotating>},
      {"rotatingMotion", "rotation about an axis with omega [rad/s], a function of time", make<Rotating>},
      {"tabulated6DoFMotion", "displacements and angles [degrees] of a table, with splines in between", make<Tabulated6DoF>},
      {"sixDoFMotion", "the same, straight from point to point, as openfoam.org reads it", make<SixDoFTable>}};
  return functions;
}

}  // namespace

void requirePlaneMotion(const mesh::Mesh& mesh, const RigidTransformation& transformation) {
  constexpr double tolerance = 1e-9;
  for (int d = 0; d < 3; ++d) {
    if (mesh.geometricD[d] != -1) continue;
    Vec3 axis{};
    axis[d] = 1;
    if (mag(dot(transformation.R, axis) - axis) > tolerance || std::abs(transformation.d[d]) > tolerance * mag(mesh.extent))
      throw Error(
          fmt::format("dynamicMeshDict: the motion leaves the plane of the mesh, which is 2D (no extent along {})", "xyz"[d]),
          ExitCode::badCase);
  }
}

std::vector<Word> rigidMotionWords() { return table().words(); }

std::unique_ptr<RigidMotion> makeRigidMotion(const config::Dictionary& d, const fs::path& caseDirectory) {
  const auto& function = config::chosen(table(), d, "solidBodyMotionFunction");
  const auto* own = d.findDict(function.word + "Coeffs");
  return function.make(own ? *own : d, caseDirectory);
}

}  // namespace eagre::physics
