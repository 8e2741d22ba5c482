// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "case/plane_entry.hpp"
#include "mesh/corner_mesh.hpp"
#include "run/functions/iso_surface.hpp"
#include "run/functions/sampling.hpp"
#include "run/functions/surface_files.hpp"

namespace eagre::run {

/// One surface: what its entry says and, on rank 0, its shape; that of an iso-surface is made when it is sampled.
struct Surface : SurfaceShape {
  std::string type;
  bool ofInternalField = false;
  std::vector<std::function<bool(const mesh::PolyPatch&)>> patches;  ///< one of these fits a patch that is part of it
  double distance = 0;                                               ///< of patchInternalField: from the patch into the mesh [m]
  std::optional<case_::PlaneEntry> plane;
  std::optional<IsoSurface> iso;
  bool triangulate = false;
  std::string note;  ///< what of the entry is not done as in OpenFOAM
};

/// Surfaces of a function object (patches, planes, iso-surfaces) and the values of fields on them.
class SurfaceSampling final : public Sampling {
 public:
  SurfaceSampling(mesh::PointScheme scheme, Place place, std::vector<Surface> surfaces)
      : Sampling(scheme, std::move(place)), surfaces_(std::move(surfaces)) {}
  void deal(const comm::Communicator& communicator, const mesh::Mesh& mesh) override;

  /// Before the first step. Errors (badCase): an isoField that the solver has not.
  void start(const fv::Context& context) const;
  /// Calls use(shape, columns, first) for every surface: on rank 0 its values are in the columns, scalars before vectors, from
  /// number `first` on; elsewhere shape and columns are empty. On the mesh where it is now. Collective. The same on any number of
  /// ranks.
  using Use = std::function<void(const SurfaceShape&, const std::vector<FieldColumn>&, std::size_t)>;
  void eachSurface(const fv::Context& context, const std::vector<std::string>& scalars, const std::vector<std::string>& vectors,
                   const Use& use);

 private:
  void addStencils(const mesh::PointStencils& mesh, mesh::Stencils& stencils) override;
  void addPlane(Surface& surface, const mesh::PointStencils& mesh, mesh::Stencils& stencils) const;
  void addPatch(const Surface& surface, const std::vector<Label>& labels, const std::vector<Label>& meshPoints,
                const mesh::PointStencils& mesh, mesh::Stencils& stencils) const;
  void addInternalField(const Surface& surface, const std::vector<Label>& labels, const mesh::PointStencils& mesh,
                        mesh::Stencils& stencils) const;

  std::vector<Surface> surfaces_;
  std::optional<std::pair<mesh::PolyMesh, mesh::PolyGeometry>> whole_;  ///< rank 0, between plan() and deal(), for iso-surfaces
  std::unique_ptr<mesh::CornerMesh> corners_;                           ///< for iso-surfaces
};

}  // namespace eagre::run
