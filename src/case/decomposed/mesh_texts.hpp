// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "case/decomposed/processor_files.hpp"
#include "config/reading/list_reader.hpp"
#include "mesh/poly_mesh.hpp"

namespace eagre::case_ {

/// The lists in constant/polyMesh of all processors. Errors (badCase): a list that is missing or damaged.
class MeshTexts {
 public:
  /// Errors (badCase): a processor directory is missing.
  explicit MeshTexts(const ProcessorFiles& files);
  std::vector<std::vector<Label>> labels(const std::string& name) const;
  std::vector<std::vector<Vec3>> points() const;
  std::vector<config::CompactLists> faces() const;
  std::vector<std::vector<mesh::PolyPatch>> boundaries() const;
  /// Empty if there are none. n: how many cells (faces, points) each processor's mesh has.
  std::vector<std::vector<mesh::Zone>> zones(const std::string& kind, const std::vector<Label>& n) const;

 private:
  std::vector<ProcessorText> read(const std::string& name) const;
  const ProcessorFiles& files_;
};

}  // namespace eagre::case_
