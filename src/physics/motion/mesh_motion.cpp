// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/mesh_motion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "config/word_choice.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/mesh_points.hpp"
#include "mesh/motion.hpp"
#include "mesh/point_neighbours.hpp"
#include "physics/motion/body_motion.hpp"
#include "physics/motion/laplacian_motion.hpp"
#include "physics/motion/motion_parts.hpp"
#include "physics/motion/rigid_motion.hpp"
#include "physics/words.hpp"

namespace eagre::physics {

namespace fs = std::filesystem;
using kernel::parallelFor;
using kernel::View;

namespace {

/// OpenFOAM's updateInterval of wallDist: the time steps from one computation to the next; 0: in the first step alone.
bool wallDistancesAreDue(const fv::Context& context) {
  const auto* dict = context.fvSchemes.findDict("wallDist");
  const int interval = dict ? dict->getOr<int>("updateInterval", 1) : 1;
  return interval != 0 && context.time().index % interval == 0;
}

}  // namespace

void MeshMotion::move(const fv::Context& context, bool finalIteration) {
  finalIteration_ = finalIteration;
  const int index = context.time().index;
  const bool isFirst = std::exchange(index_, index) != index;
  watchFromHere();
  // The loads on bodies are those on the mesh as it is: before the step begins.
  std::vector<Vec3> moved = points(context, isFirst);
  mesh_->motion->findsWallDistances = !mesh_->motion->moving || wallDistancesAreDue(context);
  if (isFirst) mesh::beginMotionStep(*mesh_);
  mesh::movePoints(*mesh_, std::move(moved));
  if (quality_) quality_->check(*mesh_, context);
}

/// Deformation counts from the points of constant/polyMesh.
void MeshMotion::watchFromHere() {
  if (!quality_ && !isRigid()) quality_.emplace().start(*mesh_);
}

std::vector<Vec3> MeshMotion::pointsOf(MeshMotion& motion, const fv::Context& context, bool isFirst) const {
  motion.finalIteration_ = finalIteration_;
  return motion.points(context, isFirst);
}

void MeshMotion::place(std::vector<Vec3> points, double time) {
  if (quality_) quality_->start(*mesh_);  // of other cells
  watchFromHere();
  mesh::placePoints(*mesh_, std::move(points));
  start_ = time;
}

namespace {

/// Motion solver solidBody: the mesh, or the points of a cell zone, as a rigid body; multiSolidBodyMotionSolver: several zones.
class SolidBody final : public MeshMotion {
 public:
  struct Part {
    std::unique_ptr<RigidMotion> motion;
    std::string zone;  ///< empty: the mesh
    Place place;
    std::vector<double> moves;  ///< 1: the point does; empty: all do
  };
  explicit SolidBody(std::vector<Part> parts) : parts_(std::move(parts)) {}

  void start(mesh::Mesh& mesh, const MotionStart&) override {
    mesh_ = &mesh;
    initial_ = mesh.points->shape.points;
    for (Part& part : parts_)
      if (!part.zone.empty()) markPoints(part);
  }
  bool isRigid() const override { return parts_.front().zone.empty(); }
  bool followsRefinement() const override { return true; }
  double lastTime() const override {
    double last = vGreat;
    for (const Part& part : parts_) last = std::min(last, part.motion->lastTime());
    return last;
  }

 private:
  Vec3 placeOf(const Vec3& point, double time) const override {
    return isRigid() ? parts_.front().motion->at(time)(point) : point;
  }
  std::vector<Vec3> points(const fv::Context& context, bool) override {
    std::vector<Vec3> moved = initial_;
    for (const Part& part : parts_) {
      const RigidTransformation transformation = part.motion->at(context.time().value);
      requirePlaneMotion(*mesh_, transformation);
      parallelFor({"mesh motion: solid body", 48}, static_cast<Label>(moved.size()),
                  [transformation, all = part.moves.empty(), moves = View(part.moves), initial = View(initial_),
                   moved = View(moved)](Label p) {
                    if (all || moves[p] > 0) moved[p] = transformation(initial[p]);
                  });
    }
    return moved;
  }

  /// The points of the zone's cells, those included that only other ranks' cells of the zone have.
  void markPoints(Part& part) {
    const mesh::Zone* zone = mesh_->findCellZone(part.zone);
    if (zone == nullptr) {
      std::vector<std::string> names;
      for (const auto& z : mesh_->cellZones) names.push_back(z.name);
      throw Error(part.place, unknownWordMessage("cell zone", part.zone, names));
    }
    std::vector<char> inZone(static_cast<std::size_t>(mesh_->nCells), 0);
    for (const Label c : zone->members) inZone[c] = 1;
    const mesh::PolyMesh& shape = mesh_->points->shape;
    part.moves.assign(shape.points.size(), 0.0);
    const auto contains = [&](Label c) { return c < mesh_->nCells && inZone[c]; };
    for (Label f = 0; f < static_cast<Label>(shape.owner.size()); ++f)
      if (contains(shape.owner[f]) || (f < static_cast<Label>(shape.neighbour.size()) && contains(shape.neighbour[f])))
        for (const Label p : shape.pointsOf(f)) part.moves[p] = 1;
    mesh::PointNeighbours(*mesh_).largest(part.moves, 1);
  }

  std::vector<Part> parts_;
  std::vector<Vec3> initial_;  ///< points of constant/polyMesh
};

using Maker = std::unique_ptr<MeshMotion> (*)(const config::Dictionary&, const fs::path& caseDirectory);

std::unique_ptr<MeshMotion> makeSolidBody(const config::Dictionary& d, const fs::path& caseDirectory) {
  const auto part = [&](const char* keyword) {
    const std::string name = d.getOr<std::string>(keyword, "none");
    return name == "none" ? std::string() : name;
  };
  if (!part("cellSet").empty())
    throw Error(
        d.at("cellSet").place,
        d.name() + ": a cellSet that moves is not supported; make it a zone (topoSet, cellZoneSet) and name it as cellZone");
  std::vector<SolidBody::Part> parts(1);
  parts[0].motion = makeRigidMotion(d, caseDirectory);
  parts[0].zone = part("cellZone");
  if (!parts[0].zone.empty()) parts[0].place = d.at("cellZone").place;
  return std::make_unique<SolidBody>(std::move(parts));
}

/// A cell zone moves by the sub-dictionary of its name; a point of several by the last of them.
std::unique_ptr<MeshMotion> makeSolidBodies(const config::Dictionary& d, const fs::path& caseDirectory) {
  std::vector<SolidBody::Part> parts;
  for (const auto& entry : d.entries())
    if (entry.isDict() && entry.keyword != "FoamFile")
      parts.push_back({makeRigidMotion(*entry.dict, caseDirectory), entry.keyword, entry.place, {}});
  if (parts.empty())
    throw Error(d.place(),
                d.name() + ": no cell zone moves; give a sub-dictionary with solidBodyMotionFunction for each, by its name");
  return std::make_unique<SolidBody>(std::move(parts));
}

const WordTable<Maker>& solvers() {
  static const WordTable<Maker> table{
      {"displacementComponentLaplacian", "the same of one component: pointDisplacementx (y, z)",
       makeDisplacementComponentLaplacian},
      {"displacementLaplacian", "displacements of points by a Laplacian equation: pointDisplacement, diffusivity",
       makeDisplacementLaplacian},
      {"displacementSBRStress",
       "displacements of points as in an elastic body that is not stressed by rotation: pointDisplacement, diffusivity",
       makeDisplacementStress},
      {"multiSolidBodyMotionSolver", "cell zones, each as a rigid body, by the dictionaries of their names", makeSolidBodies},
      {"rigidBodyMotion", "the mesh deforms around a body that floats, on joints", makeJointedMotion},
      {"sixDoFRigidBodyMotion", "the mesh deforms around a body that floats: six degrees of freedom, constraints, restraints",
       makeSixDoFMotion},
      {"solidBody", "the mesh, or the points of a cellZone, as a rigid body: solidBodyMotionFunction", makeSolidBody},
      {"solidBodyDisplacementLaplacian",
       "the mesh as a rigid body (solidBodyMotionFunction), and displacementLaplacian on top of that",
       makeSolidBodyDisplacementLaplacian},
      {"velocityComponentLaplacian", "the same of one component: pointMotionUx (y, z)", makeVelocityComponentLaplacian},
      {"velocityLaplacian", "velocities of points by a Laplacian equation: pointMotionU, diffusivity", makeVelocityLaplacian}};
  return table;
}

/// `motionSolver`, or `solver` as older versions and openfoam.org have it; its entries may be in a dictionary <solver>Coeffs.
std::unique_ptr<MeshMotion> makeByMotionSolver(const config::Dictionary& d, const fs::path& caseDirectory) {
  const char* keyword = d.has("motionSolver") || !d.has("solver") ? "motionSolver" : "solver";
  const std::string word = d.get<std::string>(keyword);
  const Maker* solver = solvers().find(word);
  if (!solver)
    throw Error(d.at(keyword).place, fmt::format("{} '{}' is not supported; it must be one of: {}", keyword, word,
                                                 fmt::join(solvers().names(), ", ")));
  const auto* own = d.findDict(word + "Coeffs");
  return (*solver)(own ? *own : d, caseDirectory);
}

std::unique_ptr<MeshMotion> makeOldSolidBody(const config::Dictionary& d, const fs::path& caseDirectory) {
  const auto* own = d.findDict("solidBodyMotionFvMeshCoeffs");
  return makeSolidBody(own ? *own : d, caseDirectory);
}

std::unique_ptr<MeshMotion> makeOldSolidBodies(const config::Dictionary& d, const fs::path& caseDirectory) {
  const auto* own = d.findDict("multiSolidBodyMotionFvMeshCoeffs");
  return makeSolidBodies(own ? *own : d, caseDirectory);
}

/// The dictionaries of the parts in `d`, each by its motion solver.
std::unique_ptr<MeshMotion> makeParts(const config::Dictionary& d, const fs::path& caseDirectory, MotionParts::Where where) {
  std::vector<MotionParts::Part> parts;
  for (const config::Entry& entry : d.entries()) {
    if (!entry.isDict()) continue;
    if (where == MotionParts::Where::inZones) entry.dict->get<std::string>("cellZone");
    parts.push_back({entry.keyword, makeByMotionSolver(*entry.dict, caseDirectory)});
  }
  if (parts.empty()) throw Error(d.place(), d.name() + ": there is no dictionary of a motion in it");
  return makeMotionParts(std::move(parts), where, d.place());
}

std::unique_ptr<MeshMotion> makeList(const config::Dictionary& d, const fs::path& caseDirectory) {
  if (!d.has("solvers")) return makeByMotionSolver(d, caseDirectory);
  return makeParts(d.subDict("solvers"), caseDirectory, MotionParts::Where::everywhere);
}

std::unique_ptr<MeshMotion> makeMulti(const config::Dictionary& d, const fs::path& caseDirectory) {
  return makeParts(d.subDict("dynamicMultiMotionSolverFvMeshCoeffs"), caseDirectory, MotionParts::Where::inZones);
}

std::unique_ptr<MeshMotion> makeStatic(const config::Dictionary&, const fs::path&) { return nullptr; }

/// Of a mesh that is refined: as v2006 and later have it. Error: a motion that does not follow the cells.
std::unique_ptr<MeshMotion> makeRefined(const config::Dictionary& d, const fs::path& caseDirectory) {
  for (const char* keyword : {"solvers", "motionSolver", "solver"}) {
    if (!d.has(keyword)) continue;
    auto motion = makeList(d, caseDirectory);
    if (!motion->followsRefinement())
      throw Error(d.at(keyword).place,
                  "points that are moved by an equation (displacementLaplacian, ..) are not supported on a mesh that is refined "
                  "during the run; solidBody, multiSolidBodyMotionSolver, sixDoFRigidBodyMotion and rigidBodyMotion are");
    return motion;
  }
  return nullptr;
}

const WordTable<Maker>& meshes() {
  static const WordTable<Maker> table{
      {"dynamicMotionSolverFvMesh", "points are moved by a motionSolver", makeByMotionSolver},
      {"dynamicMotionSolverListFvMesh", "points are moved by the sum of several motions, the dictionaries in `solvers`",
       makeList},
      {"dynamicRefineFvMesh",
       "hexes are divided and put together again where a field says so; with a motionSolver points move, too", makeRefined},
      {"dynamicRefine2DFvMesh",
       "the same between empty or wedge patches: hexes are divided into four (of a library of that name)", makeRefined},
      {"dynamicRefineFvMesh2D", "the same as dynamicRefine2DFvMesh, of another library", makeRefined},
      {"dynamicMultiDimRefineFvMesh",
       "the same in two or three dimensions, where adaptCriteria fieldBounds says so (multiDimAMR)", makeRefined},
      {"dynamicMultiDimRefineBalancedFvMesh", "dynamicMultiDimRefineFvMesh; decomposed anew after each change, as all are here",
       makeRefined},
      {"dynamicMultiMotionSolverFvMesh", "each of several cellZones by a motion of its own", makeMulti},
      {"multiSolidBodyMotionFvMesh", "cell zones move, each as a rigid body (older versions)", makeOldSolidBodies},
      {"solidBodyMotionFvMesh", "the mesh moves as a rigid body (older versions): solidBodyMotionFunction", makeOldSolidBody},
      {"staticFvMesh", "the mesh stands still", makeStatic}};
  return table;
}

}  // namespace

std::vector<Word> meshMotionWords() { return meshes().words(); }
std::vector<Word> motionSolverWords() { return solvers().words(); }

namespace {

/// What can be done instead, for a mesh that is to be refined or made of several that overlap.
std::string notSupported(const std::string& type) {
  const auto has = [&](const char* word) { return type.find(word) != std::string::npos; };
  if (has("Refine"))
    return fmt::format(
        "dynamicFvMesh '{0}' is not supported; dynamicRefineFvMesh is, and dynamicRefine2DFvMesh in two dimensions; write "
        "staticFvMesh (or run with --set constant/dynamicMeshDict:dynamicFvMesh=staticFvMesh) for a run on the mesh as it is at "
        "the start, and refine it there "
        "beforehand (refineMesh, snappyHexMesh)",
        type);
  if (has("verset"))
    return fmt::format(
        "dynamicFvMesh '{}': overset meshes are not supported; a body that moves little in one mesh can be given as "
        "dynamicMotionSolverFvMesh with motionSolver sixDoFRigidBodyMotion, one that turns as solidBody with a cellZone and "
        "cyclicAMI",
        type);
  return fmt::format("dynamicFvMesh '{}' is not supported; it must be one of: {}", type, fmt::join(meshes().names(), ", "));
}

}  // namespace

std::unique_ptr<MeshMotion> makeMeshMotion(const config::Dictionary* d, const fs::path& caseDirectory) {
  if (d == nullptr) return nullptr;
  if (!d->has("dynamicFvMesh"))
    throw Error(Place{"constant/dynamicMeshDict", 0},
                "keyword 'dynamicFvMesh' is missing; it says how the mesh moves (staticFvMesh: not at all; or remove the file)");
  const auto type = d->get<std::string>("dynamicFvMesh");
  const Maker* make = meshes().find(type);
  if (!make) throw Error(d->at("dynamicFvMesh").place, notSupported(type));
  return (*make)(*d, caseDirectory);
}

}  // namespace eagre::physics
