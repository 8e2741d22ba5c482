// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>

#include "fv/fields/context.hpp"

namespace eagre::fv {

/// The frame that turns with Omega [rad/s] about an axis through `origin`, in which all of a flow is seen
/// (constant/SRFProperties). The registry keeps its numbers, so that conditions find it.
struct RotatingFrame {
  Vec3 origin, Omega;
  Vec3 axis;  ///< of length 1; Omega is against it where rpm is negative
  /// Of the frame at a place [m/s].
  Vec3 velocity(const Vec3& place) const { return cross(Omega, place - origin); }

  void keepIn(Registry& registry) const {
    for (int i = 0; i < 3; ++i) {
      registry.setNumber(name("origin", i), origin[i]);
      registry.setNumber(name("omega", i), Omega[i]);
      registry.setNumber(name("axis", i), axis[i]);
    }
  }
  /// None: the frame stands still.
  static std::optional<RotatingFrame> of(const Registry& registry) {
    RotatingFrame frame{};
    for (int i = 0; i < 3; ++i) {
      const auto origin = registry.number(name("origin", i)), omega = registry.number(name("omega", i)),
                 axis = registry.number(name("axis", i));
      if (!origin || !omega || !axis) return std::nullopt;
      frame.origin[i] = *origin;
      frame.Omega[i] = *omega;
      frame.axis[i] = *axis;
    }
    return frame;
  }

 private:
  static std::string name(const std::string& what, int i) { return "SRFProperties." + what + "xyz"[i]; }
};

}  // namespace eagre::fv
