// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "case/zone_sources.hpp"

/// Zones as openfoam.org describes them from version 12 on: "type box; zoneType cell; box (..) (..);".
namespace eagre::case_ {

/// What a zone generator chooses:
///   box, sphere, cylinder, annulus, hemisphere, truncatedCone, insideSurface
///                                    points, cells or faces (zoneType) with centres inside or, by `select outside`, outside;
///                                    faces keep their own direction
///   patch; flip, normal, orient      faces of patches; of a zone of faces: turned round, those along a normal, turned to it
///   plane (point, normal)            faces between cells on both sides
///   surface                          faces that a searchable surface crosses
///   union, intersection, difference, invert    of zones that it describes, or names: those of context.mesh
/// kind: what the zone must hold, where zoneType may be left out. Errors (badCase): another type, entries that are missing,
/// `include closest`, `outsidePoint`, a choice within other zones.
ZoneSelection generateZone(const config::Dictionary& generator, const SourceContext& context, Log& log,
                           std::optional<SetKind> kind = std::nullopt);

/// The zone of this name that context.mesh has; kind: where it may be of one alone. Errors (badCase): there is none, or several.
ZoneSelection namedZone(const std::string& name, const Place& place, const SourceContext& context, std::optional<SetKind> kind);

/// Makes the zones of a createZonesDict in the mesh, which is context.mesh, too; one of the name that is there is replaced. Entry
/// `name` is the zone's name; else it is the generator's. Entries `clear;` and `remove { cellZones (..); }` take zones away, and
/// so does `clear`, all of them, at the start. Errors (badCase, all at once): as generateZone.
void createZones(const config::Dictionary& dict, mesh::PolyMesh& mesh, const SourceContext& context, bool clear, Log& log);

}  // namespace eagre::case_
