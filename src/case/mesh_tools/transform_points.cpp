// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_tools/transform_points.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "config/dictionary.hpp"
#include "core/error.hpp"

namespace eagre::case_ {

namespace {

constexpr Vec3 xAxis{1, 0, 0}, yAxis{0, 1, 0}, zAxis{0, 0, 1};

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

/// Reads a value out of text with a reader of tokens; what goes wrong is an error of usage.
template <class Read>
auto readValue(const std::string& what, const std::string& text, const char* expected, const Read& read) {
  try {
    config::ReadOptions options;
    options.allowFileAccess = false;
    const auto dict = config::Dictionary::parse("value " + text + ";", what, options);
    auto reader = dict.at("value").reader();
    auto value = read(reader);
    reader.expectEnd();
    return value;
  } catch (const Error&) { throw Error(fmt::format("{}: expected {}, found '{}'", what, expected, text), ExitCode::usage); }
}

Vec3 direction(config::TokenReader& in) {
  const Vec3 v = in.vector();
  if (mag(v) < vSmall) in.fail("a vector of length zero is no direction");
  return v;
}

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t\n"), end = text.find_last_not_of(" \t\n");
  return begin == std::string::npos ? "" : text.substr(begin, end - begin + 1);
}

/// The parts of a text between commas that stand in no brackets.
std::vector<std::string> partsOf(const std::string& text) {
  std::vector<std::string> parts{""};
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

}  // namespace

PointStep translation(const Vec3& by) { return {identityTensor(), by}; }
PointStep scaling(const Vec3& factors) { return {{factors.x, 0, 0, 0, factors.y, 0, 0, 0, factors.z}, {}}; }

PointStep rotationBetween(const Vec3& from, const Vec3& to) {
  const Vec3 n1 = normalised(from), n2 = normalised(to), n3 = cross(n1, n2);
  const double s = dot(n1, n2), sine2 = magSqr(n3);
  if (sine2 > small) return {s * identityTensor() + ((1 - s) / sine2) * outer(n3, n3) + (outer(n2, n1) - outer(n1, n2)), {}};
  if (s < 0) return {identityTensor() + 2 * outer(n1, n2), {}};
  return {};
}

PointStep rotationAbout(const Vec3& axis, double degrees) {
  const Vec3 n = normalised(axis);
  const double c = std::cos(radians(degrees)), s = std::sin(radians(degrees));
  const Tensor turn{0, -n.z, n.y, n.z, 0, -n.x, -n.y, n.x, 0};
  return {c * identityTensor() + (1 - c) * outer(n, n) + s * turn, {}};
}

PointStep rollPitchYaw(const Vec3& degrees) {
  return {dot(rotationAbout(xAxis, degrees.x).matrix,
              dot(rotationAbout(yAxis, degrees.y).matrix, rotationAbout(zAxis, degrees.z).matrix)),
          {}};
}

PointStep yawPitchRoll(const Vec3& degrees) {
  return {dot(rotationAbout(zAxis, degrees.x).matrix,
              dot(rotationAbout(yAxis, degrees.y).matrix, rotationAbout(xAxis, degrees.z).matrix)),
          {}};
}

Vec3 readVector(const std::string& what, const std::string& text) {
  return readValue(what, text, "a vector such as (1 0 0)", [](auto& in) { return in.vector(); });
}
double readNumber(const std::string& what, const std::string& text) {
  return readValue(what, text, "a number", [](auto& in) { return in.number(); });
}
PointStep readRotation(const std::string& what, const std::string& text) {
  return readValue(what, text, "two directions such as ((1 0 0) (0 0 1))", [](auto& in) {
    in.expect('(');
    const Vec3 from = direction(in), to = direction(in);
    in.expect(')');
    return rotationBetween(from, to);
  });
}
PointStep readAxisAngle(const std::string& what, const std::string& text) {
  const std::string whole = trimmed(text).starts_with("((") ? text : "(" + text + ")";
  return readValue(what, whole, "an axis and an angle in degrees such as ((1 0 0) 45)", [](auto& in) {
    in.expect('(');
    const Vec3 axis = direction(in);
    const double angle = in.number();
    in.expect(')');
    return rotationAbout(axis, angle);
  });
}
PointStep readScaling(const std::string& what, const std::string& text) {
  return readValue(what, text, "a factor such as 0.001 or three such as (1 1 0.5)", [](auto& in) {
    if (in.peek().is('(')) {
      const auto factors = in.scalarList();
      if (factors.size() == 1) return scaling({factors[0], factors[0], factors[0]});
      if (factors.size() != 3) in.fail("one or three factors");
      return scaling({factors[0], factors[1], factors[2]});
    }
    const double factor = in.number();
    return scaling({factor, factor, factor});
  });
}

std::vector<PointStep> readPointSteps(const std::string& text) {
  std::vector<PointStep> steps;
  for (const auto& part : partsOf(text)) {
    const auto equals = part.find('=');
    const std::string name = trimmed(part.substr(0, equals));
    const std::string value = equals == std::string::npos ? "" : part.substr(equals + 1);
    const std::string what = "transformPoints " + name;
    if (name == "translate")
      steps.push_back(translation(readVector(what, value)));
    else if (name == "rotate")
      steps.push_back(readRotation(what, value));
    else if (name == "Rx" || name == "Ry" || name == "Rz")
      steps.push_back(rotationAbout(name == "Rx" ? xAxis : name == "Ry" ? yAxis : zAxis, readNumber(what, value)));
    else if (name == "Ra")
      steps.push_back(readAxisAngle(what, value));
    else if (name == "scale")
      steps.push_back(readScaling(what, value));
    else
      throw Error("transformPoints: " +
                      unknownWordMessage("transformation", name,
                                         std::vector<std::string>{"translate", "rotate", "Rx", "Ry", "Rz", "Ra", "scale"}),
                  ExitCode::usage);
  }
  return steps;
}

void transform(std::span<Vec3> points, const PointStep& step) {
  for (Vec3& p : points) p = dot(step.matrix, p) + step.shift;
}

void fromCylinder(std::span<Vec3> points, const std::string& what, const std::string& text) {
  struct System {
    Vec3 origin, axis, first;
  };
  const auto [origin, axis, first] =
      readValue(what, text, "origin, axis and direction such as ((0 0 0) (0 0 1) (1 0 0))", [](auto& in) {
        in.expect('(');
        System system{in.vector(), direction(in), direction(in)};
        in.expect(')');
        return system;
      });
  // The direction need not be normal to the axis.
  const Vec3 k = normalised(axis), j = normalised(cross(k, first)), i = cross(j, k);
  for (Vec3& p : points) p = origin + p.x * (std::cos(p.y) * i + std::sin(p.y) * j) + p.z * k;
}

Vec3 centreOfBox(std::span<const Vec3> points) {
  if (points.empty()) return {};
  Vec3 low = points[0], high = points[0];
  for (const Vec3& p : points) {
    low = cmptMin(low, p);
    high = cmptMax(high, p);
  }
  return 0.5 * (low + high);
}

}  // namespace eagre::case_
