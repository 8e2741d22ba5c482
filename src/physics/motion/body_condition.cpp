// SPDX-License-Identifier: BSD-3-Clause
// A body that floats as the condition of a point field: sixDoFRigidBodyDisplacement, uncoupledSixDoFRigidBodyDisplacement.
#include <fmt/format.h>

#include <optional>
#include <span>

#include "physics/forces/patch_loads.hpp"
#include "physics/motion/point_conditions.hpp"
#include "physics/motion/six_dof_body.hpp"

namespace eagre::physics {
namespace {

/// The coefficients of the body. Before `solver` there was (OpenFOAM up to 2.2) it was symplectic. The first orientation is kept
/// as an entry, since the present one is to stand beside it.
config::Dictionary bodyOf(config::Dictionary& dict) {
  if (!dict.has("initialOrientation")) {
    if (!dict.has("orientation")) dict.set("orientation", "(1 0 0 0 1 0 0 0 1)");
    config::Entry first = dict.at("orientation");
    first.keyword = "initialOrientation";
    dict.set(std::move(first));
  }
  config::Dictionary body = dict;
  if (!body.has("solver")) body.setDict("solver").set("type", "symplectic");
  return body;
}

/// The points of one patch go as a rigid body (SixDoFBody) under the loads of the flow on this patch and its weight, or under its
/// weight alone. The body's state stands among the entries of the patch, as in OpenFOAM.
class BodyCondition final : public PrescribedPoints {
 public:
  BodyCondition(const PointConditionSource& source, bool feelsFlow)
      : PrescribedPoints(source),
        dict_(source.dict),
        initial_(startingPlaces(source, "initialPoints")),
        body_(bodyOf(source.dict)),
        reports_(source.dict.getOr<bool>("report", false)) {
    if (feelsFlow) {
      PatchLoads::Settings settings;
      settings.patches = {source.patch};
      settings.rho = source.dict.getOr("rho", "rho");
      if (settings.rho == "rhoInf") settings.rhoInf = source.dict.get<double>("rhoInf");
      settings.place = source.dict.place();
      loads_.emplace(settings);
    }
    source.dict.remove("value");  // which follows from the state
    move();
  }
  void update(std::span<const Vec3>) override {
    const auto& time = context_.time();
    if (time.index != index_) body_.beginStep();
    index_ = time.index;
    BodyLoad load;
    if (loads_) {
      const Loads loads = loads_->sum(context_, body_.momentCentre());
      load = {loads.force(), loads.moment()};
    }
    body_.advance(load, {.gravity = gravity(), .deltaT = time.deltaT, .deltaT0 = time.deltaT0, .time = time.value});
    if (reports_) body_.report(context_.log);
    const config::Dictionary state = config::Dictionary::parse(body_.state(), dict_.name());
    for (const auto& entry : state.entries())
      if (!entry.isDict()) dict_.set(entry);
    move();
  }

 private:
  /// [m/s^2]; that of the case is not there yet when the condition is made.
  Vec3 gravity() const {
    if (!context_.gravity) return dict_.getOr<Vec3>("g", {});
    if (dict_.has("g"))
      throw Error(dict_.at("g").place,
                  fmt::format("g of patch '{}': constant/g says it, too; leave out this one, as OpenFOAM has it", patch_.name));
    return *context_.gravity;
  }

  /// Points that ranks share must be the same to the last bit, on machines of any kind: rank 0 says where the body is.
  void move() {
    BodyDisplacement displacement = body_.displacement();
    context_.mesh.communicator().broadcast(std::as_writable_bytes(std::span(&displacement, 1)));
    for (std::size_t i = 0; i < value_.size(); ++i) { value_[i] = displacement(initial_[i], 1) - initial_[i]; }
  }

  config::Dictionary& dict_;
  std::vector<Vec3> initial_;
  SixDoFBody body_;
  bool reports_;
  std::optional<PatchLoads> loads_;
  int index_ = -1;  ///< of the step that has begun
};

}  // namespace

std::unique_ptr<PointCondition> makeBodyCondition(const PointConditionSource& source, bool feelsFlow) {
  return std::make_unique<BodyCondition>(source, feelsFlow);
}

}  // namespace eagre::physics
