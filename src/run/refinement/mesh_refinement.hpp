// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "case/poly_mesh_io.hpp"
#include "config/dictionary.hpp"
#include "core/log.hpp"
#include "fv/fields/context.hpp"
#include "mesh/refinement/refinement_choice.hpp"
#include "output/dumps/dump_writer.hpp"
#include "output/foam/time_directory.hpp"
#include "run/case/case_setup.hpp"

namespace eagre::run {

/// A mesh that is refined during a run where a field says so (dynamicRefineFvMesh of constant/dynamicMeshDict, or in two
/// dimensions dynamicRefine2DFvMesh). rank 0 has the global mesh and its octrees. If the mesh moves, too, its points here are
/// those of constant/polyMesh and in the middle between them.
class MeshRefinement {
 public:
  static bool isAskedFor(const config::Dictionary* dynamicMeshDict);
  /// Errors (badCase): entries that are missing or cannot be.
  explicit MeshRefinement(const config::Dictionary& dynamicMeshDict);

  /// Name of the field that decides.
  const std::string& field() const { return field_; }
  bool isDue(const fv::TimeState& time) const { return interval_ > 0 && time.index > 0 && time.index % interval_ == 0; }

  /// Takes the mesh of the case; what comes back is the mesh of that time directory, refined as the run before has left it. On
  /// rank 0. Errors (badCase): what is wrong with its files; (of HexForest).
  mesh::PolyMesh start(mesh::PolyMesh mesh, const std::filesystem::path& caseDirectory, const std::string& time, Log& log);
  /// The same of the mesh of a dump, which is made again of that of the case (or of the one that the dump names) and checked. One
  /// of a run that kept its cells is that of the case. Errors: (badCase) it is not the dump's.
  mesh::PolyMesh startFromDump(mesh::PolyMesh mesh, const std::filesystem::path& caseDirectory, const std::filesystem::path& dump,
                               Log& log);
  /// The geometry of the present mesh, without distances to walls.
  void takeGeometry(const mesh::PolyGeometry& geometry);
  const mesh::PolyGeometry& geometry() const { return geometry_; }
  const mesh::PolyMesh& mesh() const { return forest_->mesh(); }
  /// The first cell in one of the mesh that start() took (before that: the cell itself); -1: there is none. On rank 0.
  GlobalLabel firstCellIn(GlobalLabel root) const;

  /// Of the mesh of the case, whose points come first. On rank 0.
  GlobalLabel nPointsOfStart() const { return forest_->nBasePoints(); }

  /// Divides cells and puts others together by the values of the field in the cells; nothing if all stays. places: of the
  /// points, if they move. On rank 0.
  std::optional<mesh::MeshChange> change(std::span<const double> values, std::span<const Vec3> places, Log& log);

  /// What the next run needs beside the mesh: text of uniform/refinement. On rank 0; elsewhere empty.
  std::string state() const;
  static constexpr const char* stateName = "refinement";
  /// The points of the start are those of constant/polyMesh and in the middle between them. On rank 0.
  bool startsFromConstant() const { return base_ == "constant/polyMesh"; }
  /// Error (badCase): the solver has no such field.
  void requireField(const fv::Registry& fields) const;
  /// Gives a dump the mesh, and the levels of cells as a field if the case asks for it. mesh: of this rank. Collective.
  void dump(output::DumpWriter& dump, const mesh::Mesh& mesh) const;
  /// The mesh of a time, with levels as OpenFOAM has them; and those of cells as a field, if the case asks for it. moves: the
  /// file points0, too, with the points as they are here; those that have moved are yet to be written. Collective.
  void write(output::TimeDirectory& directory, const ControlDict& control, const comm::Communicator& world, bool moves) const;

 private:
  void readAdaptCriteria(const config::Dictionary& dynamicMeshDict);
  void checkDimensions(Log& log) const;
  /// text: of uniform/refinement. What comes back are the trees.
  mesh::HexForest::Trees readState(const config::Dictionary& state, const std::filesystem::path& caseDirectory,
                                   mesh::PolyMesh& mesh);
  mesh::PolyMesh plant(mesh::PolyMesh mesh, const mesh::HexForest::Trees& trees, const std::filesystem::path& caseDirectory,
                       Log& log);
  case_::MeshLevels levels() const;
  void writeLevelField(const output::TimeDirectory& directory, const ControlDict& control) const;

  mesh::RefinementCriteria criteria_;
  Place fieldPlace_;
  std::string type_, field_, base_;  ///< base_: directory of the mesh whose cells are the roots, in the case
  int interval_ = 1;
  bool dumpsLevel_ = false;
  std::unique_ptr<mesh::HexForest> forest_;
  mesh::PolyGeometry geometry_;  ///< areas and volumes
};

/// What refines the mesh of a case during the run; null: nothing, or the case has it wrong, which is added to the problems.
std::unique_ptr<MeshRefinement> checkRefinement(CaseDictionaries& dictionaries, Problems& problems);

}  // namespace eagre::run
