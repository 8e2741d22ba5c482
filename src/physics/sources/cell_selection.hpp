// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"
#include "mesh/derived.hpp"

namespace eagre::physics {

/// This rank's cells of the zone that the entry `keyword` names. Errors (badCase): no such zone, with the nearest.
const std::vector<Label>& cellsOfZone(const mesh::Mesh& mesh, const config::Dictionary& dictionary, const std::string& keyword);

/// Where and when an option of fvOptions acts: selectionMode all, or cellZone with its name; timeStart and duration [s] if they
/// are there. zoneAlone: no more than a cellZone.
class CellSelection {
 public:
  /// Errors (badCase): other modes; a zone that the mesh does not have; a zone without cells.
  CellSelection(const config::Dictionary& coefficients, const fv::Context& context, bool zoneAlone = false);
  static std::vector<std::string> keywords();

  std::span<const Label> cells() const { return cells_; }  ///< of this rank
  double volume() const;                                   ///< over all ranks [m^3]; collective
  bool active() const;

 private:
  const mesh::Mesh* mesh_;
  const fv::Context* context_;
  std::vector<Label> cells_;
  mutable mesh::Derived<double> volume_;
  double start_ = -1, duration_ = 0;
};

}  // namespace eagre::physics
