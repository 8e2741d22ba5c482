// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "run/functions/sampling.hpp"

namespace eagre::run {

/// Faces between cells and on patches that a function object looks at, in zones: found on rank 0 in the global mesh, each known
/// to the one rank that has it. On one that two ranks have, that with the normal of the global mesh. As in OpenFOAM without those
/// of empty patches and of the second one of a pair of coupled patches.
class FaceZones final : public Sampling {
 public:
  struct Zone {
    std::string name;
    std::vector<Label> faces;       ///< of this rank, by their index here
    std::vector<double> signs;      ///< -1: the zone looks against the normal
    std::optional<Vec3> direction;  ///< along which it looks, if it was wanted so
  };
  /// What is wanted: a face zone of the mesh, as it looks, or along a direction where the normals are near to it, against them
  /// elsewhere; or the boundary of a cell zone where its normal is near to a direction or against it.
  struct Wanted {
    std::string zone;
    bool isOfCells;
    std::optional<Vec3> direction;  ///< of length 1; a cell zone has one
    double tolerance;               ///< from which cosine of the angle between them on they are near
  };
  FaceZones(std::vector<Wanted> wanted, Place place);
  void deal(const comm::Communicator& communicator, const mesh::Mesh& mesh) override;
  /// After deal(). Of a cell zone as many as it has connected parts of that boundary: "zone:faceZone0", ..
  const std::vector<Zone>& zones() const { return zones_; }

 private:
  struct GlobalZone {
    std::string name;
    std::vector<Label> faces;  ///< of the global mesh
    std::vector<char> flips;
    int wanted;  ///< position in wanted_
  };
  void addStencils(const mesh::PointStencils& mesh, mesh::Stencils& stencils) override;
  void addFaceZone(const mesh::PointStencils& mesh, int number);
  void addCellZone(const mesh::PointStencils& mesh, int number);
  [[noreturn]] void failMissing(const std::string& kind, const std::string& name, const std::vector<mesh::Zone>& there) const;

  std::vector<Wanted> wanted_;
  std::vector<GlobalZone> global_;  ///< rank 0, until they are dealt out
  std::vector<Zone> zones_;
};

/// The zones of a fluxSummary, by its mode. Errors (badCase): surfaces.
std::shared_ptr<Sampling> makeFluxZones(const config::Dictionary& d);
/// The zone of a surfaceFieldValue with regionType faceZone.
std::shared_ptr<Sampling> makeFaceZone(const config::Dictionary& d);

}  // namespace eagre::run
