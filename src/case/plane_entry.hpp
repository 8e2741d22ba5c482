// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "core/vec.hpp"

namespace eagre::case_ {

struct PlaneEntry {
  Vec3 origin{}, normal{};  ///< the normal has length 1
};

/// A plane as OpenFOAM's dictionaries have it: planeType (pointAndNormal, embeddedPoints, planeEquation) with the dictionary of
/// its name (pointAndNormalDict, ...), or, from OpenFOAM 9 on, with the entries of that beside it; point and normal alone where
/// `typeIsOptional`. Errors (badCase): missing entries, unknown types, points that span no plane.
PlaneEntry readPlane(const config::Dictionary& dict, bool typeIsOptional);

/// All keywords that readPlane reads in the dictionary itself.
std::vector<std::string> planeKeywords();

}  // namespace eagre::case_
