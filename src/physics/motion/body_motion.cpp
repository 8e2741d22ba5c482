// SPDX-License-Identifier: BSD-3-Clause
#include "physics/motion/body_motion.hpp"

#include <fmt/format.h>

#include <optional>
#include <span>
#include <utility>

#include "fv/fields/named_patches.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/mesh_points.hpp"
#include "physics/forces/patch_loads.hpp"
#include "physics/motion/body_points.hpp"
#include "physics/motion/jointed_body.hpp"
#include "physics/motion/six_dof_body.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

class BodyMotion final : public MeshMotion {
 public:
  /// d: of all; ofPatches: patches, innerDistance, outerDistance.
  BodyMotion(const config::Dictionary& d, const config::Dictionary& ofPatches, std::unique_ptr<FloatingBody> body)
      : ofPatches_(ofPatches),
        body_(std::move(body)),
        isWeighed_(d.getOr("farField", "") == "weighed"),
        isTest_(d.getOr<bool>("test", false)),
        reports_(d.getOr<bool>("report", false)) {
    for (const char* keyword : {"cellZone", "cellSet"})
      if (d.getOr<std::string>(keyword, "none") != "none")
        throw Error(d.at(keyword).place, fmt::format("{}: a {} is not supported with a body that floats", d.name(), keyword));
    settings_.rho = d.getOr("rho", "rho");
    if (settings_.rho == "rhoInf") settings_.rhoInf = d.get<double>("rhoInf");
    settings_.place = d.place();
    if (const auto* exterior = isWeighed_ ? d.findDict("exterior") : nullptr) exterior_ = *exterior;
    if (d.has("g")) gravity_ = d.getDimensionedVector("g", dimAcceleration);
  }

  void start(mesh::Mesh& mesh, const MotionStart& from) override {
    mesh_ = &mesh;
    settings_.patches = fv::namedPatches(ofPatches_, "patches", mesh);
    loads_.emplace(settings_);
    initial_ = mesh.points->shape.points;
    displacements_.values.resize(initial_.size());
    if (isWeighed_ && !others_.empty())
      throw Error(settings_.place, "several bodies that move the points between them are not supported", ExitCode::badCase);
    if (isWeighed_)
      points_.emplace(mesh, ofPatches_, settings_.patches, exterior_ ? &*exterior_ : nullptr, from.nPoints);
    else
      startWithField(mesh, from);
    if (from.state) body_->continueFrom(*from.state);
    tellAll();
  }
  bool isRigid() const override { return false; }
  bool followsRefinement() const override { return true; }
  std::vector<std::size_t> bodyPatches(const mesh::Mesh& mesh) const override {
    return fv::namedPatches(ofPatches_, "patches", mesh);
  }
  void leave(const std::vector<std::size_t>& patches) override { others_ = patches; }
  std::optional<BodyState> sixDoFState() const override {
    const auto* body = dynamic_cast<const SixDoFBody*>(body_.get());
    return body ? std::optional(body->bodyState()) : std::nullopt;
  }
  const char* stateName() const override { return body_->stateName(); }
  std::string state() const override { return body_->state(); }
  std::vector<const fv::PointField*> pointFields() const override {
    return isWeighed_ ? std::vector<const fv::PointField*>{} : std::vector<const fv::PointField*>{&displacements_};
  }

 private:
  /// With pointDisplacement, whose conditions hold points.
  void startWithField(const mesh::Mesh& mesh, const MotionStart& from) {
    if (displacements_.file.patches.empty())
      displacements_.file = from.pointField(displacements_.name, displacements_.dimensions);
    config::Dictionary conditions;
    for (std::size_t p = 0; p < mesh.globalPatches.size(); ++p)
      conditions.setDict(mesh.globalPatches[p].name).merge(displacements_.file.patches[p]);
    for (const std::size_t other : others_) {
      auto& condition = conditions.setDict(mesh.patches[other].name);
      condition = config::Dictionary();
      condition.set("type", "fixedValue");
      condition.set("value", "uniform (0 0 0)");
    }
    points_.emplace(mesh, ofPatches_, settings_.patches, conditions, from.nPoints);
  }

  std::vector<Vec3> points(const fv::Context& context, bool isFirst) override {
    if (isFirst) body_->beginStep();
    BodyLoad load;
    if (!isTest_) {
      const Loads loads = loads_->sum(context, body_->momentCentre());
      load = {loads.force(), loads.moment()};
    }
    body_->advance(load, {.gravity = context.gravity.value_or(gravity_),
                          .deltaT = context.time().deltaT,
                          .deltaT0 = context.time().deltaT0,
                          .time = context.time().value});
    if (reports_) body_->report(context.log);
    tellAll();
    warnOfReach(context);
    std::vector<Vec3> moved = points_->moved(displacement_, context.time().value);
    kernel::parallelFor({"mesh motion: displacements", 72}, static_cast<Label>(moved.size()),
                        [moved = View(moved), initial = View(initial_), values = View(displacements_.values)](Label p) {
                          values[p] = moved[p] - initial[p];
                        });
    return moved;
  }
  Vec3 placeOf(const Vec3& point, double) const override { return points_->moved(point, displacement_); }

  /// Points that ranks share must be the same to the last bit, on machines of any kind: rank 0 says where the body is.
  void tellAll() {
    displacement_ = body_->displacement();
    mesh_->communicator().broadcast(std::as_writable_bytes(std::span(&displacement_, 1)));
  }

  /// Told when a third is left; until then the cells ahead of the body keep at least a third of their width.
  void warnOfReach(const fv::Context& context) {
    const double farthest = mesh_->communicator().max(points_->farthest(displacement_)), reach = points_->reach();
    if (hasWarned_ || farthest < 2 * reach / 3) return;
    hasWarned_ = true;
    context.log.warnOnce(fmt::format(
        "at time {:.6g} s a point of the body has moved {:.3g} m; at {:.3g} m, {} of outerDistance - innerDistance, "
        "small cells ahead of it are folded and time steps collapse; a larger outerDistance lets it move further (with a "
        "larger tank, if it would reach the walls), restraints or constraints hold it",
        context.time().value, farthest, reach, isWeighed_ ? "0.8" : "2/pi"));
  }

  config::Dictionary ofPatches_;
  std::unique_ptr<FloatingBody> body_;
  std::optional<config::Dictionary> exterior_;
  bool isWeighed_;  ///< by openfoam.org's rule after version 13
  bool isTest_, reports_, hasWarned_ = false;
  Vec3 gravity_{};                   ///< of a case without constant/g
  std::vector<std::size_t> others_;  ///< patches of other bodies
  PatchLoads::Settings settings_;
  std::optional<PatchLoads> loads_;
  std::optional<BodyPoints> points_;
  BodyDisplacement displacement_;
  std::vector<Vec3> initial_;  ///< points of constant/polyMesh
  fv::PointField displacements_{.name = "pointDisplacement", .dimensions = Dimensions{{0, 1}}, .values = {}};
};

}  // namespace

std::unique_ptr<MeshMotion> makeSixDoFMotion(const config::Dictionary& d, const std::filesystem::path&) {
  return std::make_unique<BodyMotion>(d, d, std::make_unique<SixDoFBody>(d));
}

std::unique_ptr<MeshMotion> makeJointedMotion(const config::Dictionary& d, const std::filesystem::path&) {
  std::vector<const config::Entry*> bodies;
  for (const auto& entry : d.subDict("bodies").entries())
    if (entry.isDict()) bodies.push_back(&entry);
  if (bodies.size() != 1)
    throw Error(bodies.size() > 1 ? bodies[1]->place : d.at("bodies").place,
                fmt::format("{}: {} bodies; rigidBodyMotion is supported with one body", d.name(), bodies.size()));
  const config::Dictionary& body = *bodies.front()->dict;
  return std::make_unique<BodyMotion>(d, body, std::make_unique<JointedBody>(d, bodies.front()->keyword, body));
}

}  // namespace eagre::physics
