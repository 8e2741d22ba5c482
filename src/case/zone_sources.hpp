// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

#include "case/cell_sources.hpp"

namespace eagre::case_ {

/// What a source of a zone chooses: ascending, each member once; flip: faces alone, one each, true where the zone's normal runs
/// against the face's.
struct ZoneSelection {
  SetKind of = SetKind::cells;
  std::vector<Label> members;
  std::vector<char> flip;
};

/// Sources that make zones from sets and surfaces: setToCellZone (set), setToPointZone (set), setToFaceZone (faceSet),
/// setsToFaceZone (faceSet, cellSet, flip), setAndNormalToFaceZone (faceSet, normal), faceZoneToFaceZone (zone), cellToFaceZone
/// (set, flip), planeToFaceZone (point, normal, option all | closest), searchableSurfaceToFaceZone (surfaceType or surface).
/// Errors (badCase): missing entries, sets, zones or files that are not there.
ZoneSelection selectZone(const std::string& source, const config::Dictionary& controls, const SourceContext& context, Log& log);

bool isZoneSource(const std::string& source);
std::vector<std::string> zoneSourceNames();

}  // namespace eagre::case_
