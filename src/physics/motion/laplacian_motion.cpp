// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/laplacian_motion.hpp"

#include <fmt/format.h>

#include <optional>
#include <type_traits>
#include <utility>

#include "fv/schemes/schemes.hpp"
#include "linear/solver.hpp"
#include "mesh/mesh_points.hpp"
#include "physics/motion/laplacian_points.hpp"

namespace eagre::physics {

namespace fs = std::filesystem;

namespace {

/// What cannot be done with these points.
void checkMesh(const mesh::Mesh& mesh, const LaplacianKind& kind, Problems& problems) {
  for (const auto& patch : mesh.globalPatches)
    if (patch.type.starts_with("cyclic"))
      problems.add(
          fmt::format("dynamicMeshDict: {} is not supported on a mesh with cyclic patches ('{}')", kind.cellField(), patch.name));
}

/// The solver's entry of fvSolution: of the last iteration of PIMPLE, if the mesh moves in that.
void checkEntries(const fv::Context& context, const std::string& field, Problems& problems) {
  problems.guard([&] {
    const config::Dictionary* pimple = context.fvSolution.findDict("PIMPLE");
    const bool once = !pimple || pimple->getOr<int>("nOuterCorrectors", 1) == 1;
    const std::string name = field + (once ? "Final" : "");
    linear::checkSolver(name, true, context.fvSolution.subDict("solvers").subDict(name), problems);
  });
}

template <class T>
class LaplacianMotion final : public MeshMotion {
 public:
  explicit LaplacianMotion(LaplacianInputs inputs) : inputs_(std::move(inputs)), kind_(inputs_.kind), body_(inputs_.body) {}

  void takeGlobalMesh(const mesh::PolyMesh& whole) override {
    inputs_.order = PointPatches::orderOf(whole);
    inputs_.wholePoints = whole.points;
    if (inputs_.diffusivity->needsGlobalMesh() || inputs_.correction) whole_ = whole;
  }
  void start(mesh::Mesh& mesh, const MotionStart&) override {
    mesh_ = &mesh;
    inputs_.initial = mesh.points->shape.points;
  }
  void readFields(const MotionInputs& files, Problems& problems) override {
    checkMesh(*mesh_, kind_, problems);
    fv::checkScheme<T>(files.context, "laplacianSchemes", kind_.scheme(), problems);
    if (kind_.keepsShape) fv::checkScheme<T>(files.context, "gradSchemes", "grad(" + kind_.cellField() + ")", problems);
    checkEntries(files.context, kind_.cellField(), problems);
    if (!problems.empty()) return;
    problems.guard([&] {
      inputs_.diffusivity->start(whole_ ? &*whole_ : nullptr, *mesh_);
      if (inputs_.correction) inputs_.correction->start(whole_ ? &*whole_ : nullptr, *mesh_);
      whole_.reset();
      points_ = std::make_unique<LaplacianPoints<T>>(std::move(inputs_), *mesh_, files);
    });
  }
  bool isRigid() const override { return false; }
  double lastTime() const override { return body_ ? body_->lastTime() : vGreat; }
  bool standsStill(const mesh::Patch& patch) const override { return points_->standsStill(patch); }
  std::vector<const fv::VolVectorField*> vectors() const override {
    if constexpr (std::is_same_v<T, Vec3>) return {&points_->cells()};
    return {};
  }
  std::vector<const fv::VolScalarField*> scalars() const override {
    if constexpr (std::is_same_v<T, double>) return {&points_->cells()};
    return {};
  }
  std::vector<const fv::PointField*> pointFields() const override { return {&points_->points()}; }

 private:
  std::vector<Vec3> points(const fv::Context&, bool) override { return points_->solve(finalIteration_); }
  /// The displacement is not known without the fields of that time.
  Vec3 placeOf(const Vec3& point, double time) const override { return body_ ? body_->at(time)(point) : point; }

  LaplacianInputs inputs_;
  LaplacianKind kind_;
  std::shared_ptr<const RigidMotion> body_;  ///< of inputs_
  std::optional<mesh::PolyMesh> whole_;      ///< rank 0, for the diffusivity and the correction
  std::unique_ptr<LaplacianPoints<T>> points_;
};

/// What v1912 has and this has not.
void refuseOthers(const config::Dictionary& d) {
  for (const char* keyword : {"frozenPointsZone", "cellZone", "cellSet"})
    if (d.has(keyword) && d.getOr<std::string>(keyword, "none") != "none")
      throw Error(d.at(keyword).place, fmt::format("{}: {} is not supported", d.name(), keyword));
}

/// The entry `interpolation`; nullptr: plainly from cells to points, volPoint.
std::unique_ptr<PatchCorrection> readCorrection(const config::Dictionary& d) {
  if (!d.has("interpolation")) return nullptr;
  auto reader = d.at("interpolation").reader();
  const std::string word = reader.word();
  if (word == "patchCorrected") return std::make_unique<PatchCorrection>(reader);
  if (word != "volPoint")
    throw Error(d.at("interpolation").place,
                fmt::format("{}: interpolation '{}' is not supported; it must be volPoint or patchCorrected", d.name(), word));
  return nullptr;
}

template <class T>
std::unique_ptr<MeshMotion> make(const config::Dictionary& d, const fs::path& caseDirectory, LaplacianKind kind,
                                 std::shared_ptr<const RigidMotion> body = nullptr) {
  refuseOthers(d);
  LaplacianInputs inputs{.kind = kind,
                         .diffusivity = makeMotionDiffusivity(d),
                         .body = std::move(body),
                         .correction = readCorrection(d),
                         .nSolves = kind.isVelocity && kind.component < 0 ? d.getOr<int>("nNonOrthogonalCorrectors", 1) : 1,
                         .caseDirectory = caseDirectory,
                         .order = {},
                         .wholePoints = {},
                         .initial = {}};
  return std::make_unique<LaplacianMotion<T>>(std::move(inputs));
}

int readComponent(const config::Dictionary& d) {
  static const std::vector<std::string> components{"x", "y", "z"};
  return d.getChoice("component", components)[0] - 'x';
}

}  // namespace

std::unique_ptr<MeshMotion> makeDisplacementLaplacian(const config::Dictionary& d, const fs::path& caseDirectory) {
  return make<Vec3>(d, caseDirectory, {.isVelocity = false});
}

std::unique_ptr<MeshMotion> makeSolidBodyDisplacementLaplacian(const config::Dictionary& d, const fs::path& caseDirectory) {
  return make<Vec3>(d, caseDirectory, {.isVelocity = false}, makeRigidMotion(d, caseDirectory));
}

std::unique_ptr<MeshMotion> makeDisplacementStress(const config::Dictionary& d, const fs::path& caseDirectory) {
  return make<Vec3>(d, caseDirectory, {.isVelocity = false, .keepsShape = true});
}

std::unique_ptr<MeshMotion> makeVelocityLaplacian(const config::Dictionary& d, const fs::path& caseDirectory) {
  return make<Vec3>(d, caseDirectory, {.isVelocity = true});
}

std::unique_ptr<MeshMotion> makeDisplacementComponentLaplacian(const config::Dictionary& d, const fs::path& caseDirectory) {
  if (d.getOr<bool>("applyPointLocation", true))
    throw Error(d.place(), d.name() + ": a field pointLocation is not supported; set applyPointLocation no");
  return make<double>(d, caseDirectory, {.isVelocity = false, .component = readComponent(d)});
}

std::unique_ptr<MeshMotion> makeVelocityComponentLaplacian(const config::Dictionary& d, const fs::path& caseDirectory) {
  return make<double>(d, caseDirectory, {.isVelocity = true, .component = readComponent(d)});
}

}  // namespace eagre::physics
