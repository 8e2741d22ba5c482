// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"
#include "mesh/slabs.hpp"
#include "output/dumps/dump_files.hpp"
#include "output/dumps/dump_settings.hpp"
#include "output/dumps/dump_surface.hpp"
#include "output/dumps/own_mesh.hpp"

namespace eagre::output {

/// What all dumps of a run share; made once. Collective.
struct DumpPlan {
  /// holdsMesh: the mesh is one of a run whose cells change; a plan is of one of them. Then settings have no bunches.
  DumpPlan(const mesh::Mesh& mesh, std::filesystem::path caseDirectory, std::uint32_t meshChecksum, DumpSettings settings,
           Provenance provenance, bool holdsMesh);

  const mesh::Mesh* mesh;
  std::filesystem::path caseDirectory;
  std::uint32_t meshChecksum;
  DumpSettings settings;
  Provenance provenance;
  DumpPlace place;
  comm::Redistribution cells;
  mesh::FaceSlabs faces;
  std::vector<comm::Redistribution> patches;   ///< of Mesh::globalPatches
  std::optional<comm::Redistribution> points;  ///< of a mesh that can move
  bool holdsMesh;                              ///< its dumps hold the mesh themselves
  bool polyhedra;                              ///< the mesh of the mesh file has cells that need VTKHDF 2.5
};

/// Which dump is to be written.
struct DumpRequest {
  std::string name;         ///< of the file
  std::string timeName;     ///< of OpenFOAM's directory of this time
  std::int64_t values = 0;  ///< numbers that it will hold, about: its size, by which MPI-IO's hints are chosen
  bool exact = false;       ///< with 64 bits a number, whatever the settings say
};

/// Writes one dump (docs/dumps.md), whole or not at all (see DumpFiles).
/// All member functions are collective. Errors: Error(io), on all ranks, whichever rank has met it.
class DumpWriter {
 public:
  DumpWriter(const DumpPlan& plan, const DumpRequest& request, const fv::TimeState& time);

  template <class T>
  void field(const fv::VolField<T>& field);
  /// oriented: a flux, whose sign belongs to the face normal.
  void field(const fv::SurfaceScalarField& field, bool oriented = true);
  /// The mesh that the dump holds itself; own is rank 0's (elsewhere null).
  void mesh(const OwnMeshToWrite* own);
  /// A text that a restart needs; as OpenFOAM's file uniform/<name>. The same on all ranks.
  void state(const std::string& name, const std::string& text);
  void commit() { files_.commit(); }
  /// Fields of cells on patches that have been written.
  const std::vector<SurfaceData>& surfaces() const { return surfaces_; }

 private:
  void writeGrid();
  void writeProvenance(const DumpRequest& request, const fv::TimeState& time);
  void fieldHead(const std::string& name, const std::string& className, const Dimensions& dimensions, bool oriented);
  /// Values of a field on a patch, for who looks at them.
  void surfaceData(const std::string& field, std::size_t globalPatch, std::span<const double> values, int nComp);
  /// Those that the patch's condition does not write.
  template <class T>
  void surface(const fv::VolField<T>& field, std::size_t globalPatch);
  const comm::Communicator& communicator() const { return plan_->mesh->communicator(); }

  const DumpPlan* plan_;
  hdf5::Hints hints_;
  DumpFiles files_;
  std::vector<SurfaceData> surfaces_;
};

}  // namespace eagre::output
