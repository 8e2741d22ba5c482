// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>
#include <vector>

#include "core/vec.hpp"

/// What OpenFOAM's transformPoints does to the points of a mesh.
namespace eagre::case_ {

/// One step: p becomes matrix . p + shift.
struct PointStep {
  Tensor matrix = identityTensor();
  Vec3 shift{};
};

PointStep translation(const Vec3& by);
PointStep scaling(const Vec3& factors);
/// The rotation that turns direction `from` to direction `to`; opposite ones: the mirror that OpenFOAM takes.
PointStep rotationBetween(const Vec3& from, const Vec3& to);
/// By so many degrees about an axis through the origin.
PointStep rotationAbout(const Vec3& axis, double degrees);
/// By degrees: rolls about x, pitch about y, yaw about z, the last named one first (OpenFOAM's -rollPitchYaw).
PointStep rollPitchYaw(const Vec3& degrees);
/// degrees: yaw, pitch, roll.
PointStep yawPitchRoll(const Vec3& degrees);

/// The steps of one string, as OpenFOAM 9 and later take it: "translate=(1 0 0), Rx=45, rotate=((1 0 0) (0 0 1)), Ra=(0 0 1) 30,
/// scale=(2 2 2)". Error (usage): unknown words, with the nearest; values that are none.
std::vector<PointStep> readPointSteps(const std::string& text);

/// A vector, number or pair of vectors out of text; what: the option, for messages. Errors (usage).
Vec3 readVector(const std::string& what, const std::string& text);
double readNumber(const std::string& what, const std::string& text);
PointStep readRotation(const std::string& what, const std::string& text);   ///< "((1 0 0) (0 0 1))"
PointStep readAxisAngle(const std::string& what, const std::string& text);  ///< "((1 0 0) 45)"; brackets may be left out
PointStep readScaling(const std::string& what, const std::string& text);    ///< "(1 2 3)" or "0.001"

void transform(std::span<Vec3> points, const PointStep& step);
/// Points given as (radius, angle [rad], height) about the axis of text, "(origin axis direction)", the direction being that of
/// the angle zero, become Cartesian. what: the option, for messages. Error (usage): not of that form.
void fromCylinder(std::span<Vec3> points, const std::string& what, const std::string& text);
/// The middle of the box around the points.
Vec3 centreOfBox(std::span<const Vec3> points);

}  // namespace eagre::case_
