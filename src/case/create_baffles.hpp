// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "case/field_file.hpp"
#include "case/searchable_surface.hpp"
#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "mesh/poly_mesh.hpp"

/// OpenFOAM's createBaffles: internal faces become pairs of boundary faces; points are not doubled.
namespace eagre::case_ {

/// A createBafflesDict, checked.
struct BafflesPlan {
  struct Patch {
    mesh::PolyPatch patch;
    config::Dictionary fields;  ///< patchFields: by the name of the field
  };
  struct Selection {
    std::string name;                          ///< of the face zone that the faces come into
    std::string zone;                          ///< the face zone that they are taken from, or
    std::optional<SearchableSurface> surface;  ///< a surface that they cross
    bool flip = false;
    std::vector<Patch> patches;  ///< owner's side and neighbour's side in turn
    Place place;
  };
  std::vector<Selection> selections;
  bool internalFacesOnly = true;
  bool fields = true;  ///< fields of the start time get the new patches
  /// A field that has an entry for a new patch keeps it (an option of Eagre's; OpenFOAM writes a new one).
  bool keepEntries = false;
};

/// Reads internalFacesOnly, noFields or fields, baffles: type faceZone (zoneName) or searchableSurface (surface ...), flip;
/// patches { master slave }, owner and neighbour (openfoam.org from 10), or patchPairs (sameGroup).
/// openfoam.org: fields are left alone unless it says `fields true`. Errors (badCase, all of them at once).
BafflesPlan readCreateBafflesDict(const config::Dictionary& dict, const std::filesystem::path& caseDirectory);

/// The mesh with its baffles; face zones of the selections' names hold both sides. Patches without faces that are
/// neither coupled nor of a baffle are removed. Serial (rank 0).
/// Errors (badCase): zones that are not there, a face in two selections, cyclic patches that do not match.
mesh::PolyMesh createBaffles(const BafflesPlan& plan, const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry, Log& log);

/// Gives a field of cells its entries for the new mesh: patches of `before` keep theirs, new ones get what patchFields says, the
/// type of a coupled or constraint patch, or `calculated` with the value 0 (OpenFOAM's).
/// Errors (badCase): a patch without an entry, a list of values for a patch whose faces have changed.
void addBaffleEntries(const BafflesPlan& plan, const mesh::PolyMesh& before, const mesh::PolyMesh& after, RawField& field);

}  // namespace eagre::case_
