// SPDX-License-Identifier: BSD-3-Clause
#include "physics/sources/cell_selection.hpp"

#include <fmt/format.h>

#include <numeric>

namespace eagre::physics {

const std::vector<Label>& cellsOfZone(const mesh::Mesh& mesh, const config::Dictionary& dictionary, const std::string& keyword) {
  std::vector<std::string> names;
  for (const auto& zone : mesh.cellZones) names.push_back(zone.name);
  if (names.empty())
    throw Error(dictionary.at(keyword).place, fmt::format("{} '{}': the mesh has no cell zones (topoSet makes them)", keyword,
                                                          dictionary.get<std::string>(keyword)));
  return mesh.findCellZone(dictionary.getChoice(keyword, names))->members;
}

CellSelection::CellSelection(const config::Dictionary& coefficients, const fv::Context& context, bool zoneAlone)
    : mesh_(&context.mesh), context_(&context) {
  static const std::vector<std::string> modes{"all", "cellZone"};
  const auto& mesh = context.mesh;
  if (zoneAlone || coefficients.getChoice("selectionMode", modes) == "cellZone") {
    cells_ = cellsOfZone(mesh, coefficients, "cellZone");
  } else {
    cells_.resize(static_cast<std::size_t>(mesh.nCells));
    std::iota(cells_.begin(), cells_.end(), 0);
  }
  if (volume() == 0)
    throw Error(coefficients.at(zoneAlone ? "cellZone" : "selectionMode").place, coefficients.name() + ": no cells are selected");
  if (zoneAlone || !coefficients.has("timeStart")) return;
  start_ = coefficients.get<double>("timeStart");
  duration_ = coefficients.get<double>("duration");
}

std::vector<std::string> CellSelection::keywords() { return {"selectionMode", "cellZone", "timeStart", "duration"}; }

double CellSelection::volume() const {
  return volume_.get(*mesh_, [&] {
    double sum = 0;
    for (const Label c : cells_) sum += mesh_->V[c];
    return mesh_->communicator().sum(sum);
  });
}

bool CellSelection::active() const {
  const double now = context_->time().value;
  return start_ < 0 || (now >= start_ && now <= start_ + duration_);
}

}  // namespace eagre::physics
