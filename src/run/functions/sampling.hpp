// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "comm/redistribution.hpp"
#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"
#include "mesh/derived.hpp"
#include "mesh/point_stencils.hpp"

namespace eagre::run {

class CaseDictionaries;

/// The global mesh on rank 0, for samplings while it moves.
class MovedMesh {
 public:
  /// Rank 0: the mesh as it was.
  void keep(const mesh::PolyMesh& mesh) { whole_ = mesh; }
  /// With the points of now; what it returns holds on rank 0. Collective.
  const mesh::PointStencils* follow(const mesh::Mesh& mesh);

 private:
  mesh::PolyMesh whole_;
  mesh::PolyGeometry geometry_;
  std::optional<mesh::PointStencils> stencils_;
  mesh::GeometryStamp stamp_;
};

/// Points that a function object wants the values of fields at. What they are is found on rank 0 in the global mesh; the others
/// know which of their cells and faces it needs the values of.
class Sampling {
 public:
  virtual ~Sampling() = default;
  /// Of a mesh that moves: follow() finds the points anew wherever it has moved to. Before plan().
  void moveWith(std::shared_ptr<MovedMesh> moved) { moved_ = std::move(moved); }
  /// Collective. Errors (badCase): as plan(), on all ranks.
  void follow(const mesh::Mesh& mesh);
  /// Rank 0 only. Errors (badCase): the mesh does not allow it.
  void plan(const mesh::PointStencils& mesh);
  /// Collective.
  virtual void deal(const comm::Communicator& communicator, const mesh::Mesh& mesh);

  /// One value per point, on rank 0; nothing elsewhere. Collective. The same on any number of ranks. Errors: vectors where
  /// symmetry planes or wedges turn them.
  template <class T>
  std::vector<T> values(const fv::VolField<T>& field) const;
  const Place& place() const { return place_; }

 protected:
  static bool isCyclic(const mesh::PolyMesh& mesh);
  bool meshMoves() const { return moved_ != nullptr; }
  /// Whether there are symmetry planes or wedges and values between cells are wanted; after deal().
  bool turnsVectors() const { return turnsVectors_; }
  Sampling(mesh::PointScheme scheme, Place place) : scheme_(scheme), place_(std::move(place)) {}
  /// Adds the stencil of every point, in their order; what was found before is forgotten.
  virtual void addStencils(const mesh::PointStencils& mesh, mesh::Stencils& stencils) = 0;
  mesh::PointScheme scheme_;

 private:
  Place place_;
  std::shared_ptr<MovedMesh> moved_;  ///< null: the mesh stands still
  mesh::GeometryStamp stamp_;         ///< of the mesh that was followed
  mesh::Stencils stencils_;           ///< rank 0; after deal() its sources are numbered one after another
  bool turnsVectors_ = false;
  std::vector<Label> cells_, faces_;          ///< sources of this rank, faces counted from the first on the boundary
  std::optional<comm::Redistribution> plan_;  ///< of their values, cells first
};

/// The samplings of a case's function objects (probes, sets, surfaces, surfaceFieldValue, interfaceHeight, ..) by the names of
/// these.
class Samplings {
 public:
  Samplings() = default;
  /// One whose dictionary is wrong is not made; problem() says why.
  explicit Samplings(CaseDictionaries& dictionaries);
  bool empty() const { return samplings_.empty(); }
  /// Makes none of them, for this reason.
  void leaveOut(const std::string& reason);
  /// The mesh moves: all of them follow it. Before plan().
  void moveWithMesh();
  /// Rank 0 only.
  void plan(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry);
  /// Collective.
  void deal(const comm::Communicator& communicator, const mesh::Mesh& mesh);
  /// nullptr: there is none of this name.
  std::shared_ptr<Sampling> find(const std::string& functionObject) const;
  /// Why a function object has no sampling, or "". What only rank 0 finds out, in plan(), the others know without the words.
  const std::string& problem(const std::string& functionObject) const;

 private:
  void fail(const std::string& functionObject, const std::string& reason);
  std::map<std::string, std::shared_ptr<Sampling>> samplings_;
  std::map<std::string, std::string> problems_;
  std::shared_ptr<MovedMesh> moved_;  ///< null: the mesh stands still
};

/// Whether a patch is one that an entry names: names, groups, or expressions in quotes.
using PatchChoice = std::function<bool(const mesh::PolyPatch&)>;
std::vector<PatchChoice> readPatchChoices(const config::Entry& entry);

/// interpolationScheme of a dictionary.
mesh::PointScheme readScheme(const config::Dictionary& d);

/// Calls use(name, dictionary) for every one of "( name { .. } .. )" or "{ name { .. } .. }".
void eachNamed(const config::Entry& entry, const std::function<void(const std::string&, const config::Dictionary&)>& use);
/// The scalar or vector fields among the names and expressions of an entry, sorted. Errors (badCase): a name that no field has.
std::vector<std::string> presentFields(const fv::Registry& registry, const config::Entry& fields, bool vectors);
/// Writes a file under postProcessing on rank 0. Collective. Errors: Error(io).
void writeSampled(const fv::Context& context, const std::filesystem::path& file, const std::string& text);

// What the families sample.
/// The points of probes with an interpolationScheme; null: the values of their cells are what is asked for.
std::shared_ptr<Sampling> makeProbeSampling(const config::Dictionary& d);
std::shared_ptr<Sampling> makeSetsSampling(const config::Dictionary& d);
/// The seeds of a streamLine.
std::shared_ptr<Sampling> makeStreamSampling(const config::Dictionary& d);
std::shared_ptr<Sampling> makeSurfacesSampling(const config::Dictionary& d);
/// The points before the walls of nearWallFields.
std::shared_ptr<Sampling> makeNearWallSampling(const config::Dictionary& d);
/// The one surface of a surfaceFieldValue.
std::shared_ptr<Sampling> makeSampledSurface(const config::Dictionary& d);
/// The mesh that vtkWrite writes.
std::shared_ptr<Sampling> makeVtkMesh(const config::Dictionary& d);
std::shared_ptr<Sampling> makeHeightSampling(const config::Dictionary& d, const Vec3& gravity);

}  // namespace eagre::run
