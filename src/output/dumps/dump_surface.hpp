// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mesh/poly_mesh.hpp"
#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/dumps/dump_settings.hpp"
#include "output/hdf5/hdf5.hpp"

/// The patches of dumps as surfaces to look at. Their polygons stand in the mesh file, their values in each dump (docs/dumps.md);
/// a text file in the XDMF format says which belong together.
namespace eagre::output {

/// In the mesh file: <patch>/Points and Topology; in a dump: <field>/<patch>, the values. Polygons of a mesh that a dump holds
/// itself are in a group of their own.
inline constexpr const char* surfaceGroup = "/eagre/surface";
inline constexpr const char* ownSurfaceGroup = "/eagre/polygons";
std::string surfaceObject(const std::string& field, const std::string& patch);

/// The polygons of all patches that have faces: the points that they use, and XDMF's mixed topology (a number for the shape, with
/// the number of points behind it if the shape does not tell, and the points). Errors: Error(io).
void writeSurfaces(DataSink& sink, const mesh::PolyMesh& mesh, std::span<const Vec3> points, const std::string& into);

/// The values of a field on a patch, as they stand in a dump.
struct SurfaceData {
  std::string field, patch;
  hdf5::Type type;
  hdf5::Shape shape;
};

/// What shows all dumps of a case together: dumps/<case>.vtkhdf.series, their cells, and dumps/<case>.patches.xdmf, their
/// patches. XDMF refers to data sets where they stand, in several files, so that one small file does for all dumps, and ParaView
/// opens it since long before 5.11. One rank alone.
class DumpSeries {
 public:
  explicit DumpSeries(std::filesystem::path caseDirectory) : caseDirectory_(std::move(caseDirectory)) {}
  /// Rewrites the files, each whole or not at all; of the dumps, only those are opened that are new to this object, but not
  /// `written`, of the mesh that stands there, of which `data` says what it has. Dumps that cannot be read or are of another mesh
  /// are left out: they would be shown on this one. Errors: Error(io).
  void write(const std::string& written = {}, std::vector<SurfaceData> data = {});

 private:
  using Texts = std::map<std::string, std::string>;  ///< what the file says of a dump, by patch
  /// data: what is in the dump, if that is known and it is of the mesh of the mesh file; null: it is looked for. Nothing: the
  /// dump is left out.
  std::optional<Texts> textsOf(const TimeDir& time, const std::vector<SurfaceData>* data);

  std::filesystem::path caseDirectory_;
  Texts grids_;                                        ///< the polygons of each patch, once they are known
  std::map<std::string, std::optional<Texts>> known_;  ///< by the dump's name; nothing for one that is left out
};

}  // namespace eagre::output
