// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "fv/context.hpp"
#include "fv/field.hpp"
#include "mesh/slabs.hpp"
#include "output/dump_settings.hpp"
#include "output/hdf5.hpp"

namespace eagre::output {

/// What all dumps of a run share; made once, when the mesh file is there. Collective. Errors: Error(io).
struct DumpPlan {
  DumpPlan(const mesh::Mesh& mesh, std::filesystem::path caseDirectory, std::uint32_t meshChecksum, DumpSettings settings,
           Provenance provenance);

  const mesh::Mesh* mesh;
  std::filesystem::path caseDirectory;
  std::uint32_t meshChecksum;
  DumpSettings settings;
  Provenance provenance;
  comm::Redistribution cells;
  mesh::FaceSlabs faces;
  std::vector<comm::Redistribution> patches;  ///< of Mesh::globalPatches
  bool polyhedra;                             ///< the mesh has cells that need VTKHDF 2.5
};

/// Writes one dump (docs/dumps.md), whole or not at all: all ranks write into a hidden file beside it, which commit() flushes
/// and renames. An old dump of the name stays until then; a dump that is not committed is removed.
/// All member functions are collective. Errors: Error(io), on all ranks, whichever rank has met it.
class DumpWriter {
 public:
  DumpWriter(const DumpPlan& plan, const std::string& name, const fv::TimeState& time);
  ~DumpWriter();
  DumpWriter(const DumpWriter&) = delete;
  DumpWriter& operator=(const DumpWriter&) = delete;

  const std::string& name() const { return name_; }
  template <class T>
  void field(const fv::VolField<T>& field);
  /// oriented: a flux, whose sign belongs to the face normal.
  void field(const fv::SurfaceScalarField& field, bool oriented = true);
  /// A text that a restart needs; as OpenFOAM's file uniform/<name>. The same on all ranks.
  void state(const std::string& name, const std::string& text);
  void commit();

 private:
  void discard();
  void writeGrid();
  void writeProvenance(const fv::TimeState& time);
  void fieldHead(const std::string& name, const std::string& className, const Dimensions& dimensions, bool oriented);
  /// The values on a patch whose condition writes none, for who looks at them.
  template <class T>
  void surface(const fv::VolField<T>& field, std::size_t globalPatch);
  void slabs(const std::string& object, std::span<const double> slab, int nComp, const comm::Redistribution& plan);
  const comm::Communicator& communicator() const { return plan_->mesh->communicator(); }

  const DumpPlan* plan_;
  std::string name_;
  std::filesystem::path partial_, final_;
  std::unique_ptr<hdf5::File> file_;
  bool committed_ = false;
};

}  // namespace eagre::output
