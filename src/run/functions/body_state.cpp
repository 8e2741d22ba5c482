// SPDX-License-Identifier: BSD-3-Clause
// Where a floating body is and how it moves: sixDoFRigidBodyState.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "physics/motion/mesh_motion.hpp"
#include "run/case/case_setup.hpp"
#include "run/functions/function_object.hpp"

namespace eagre::run {
namespace {

/// The angles of turns about x, then y, then z of the axes that turn along, R = Rx Ry Rz [rad].
Vec3 anglesOf(const Tensor& R) {
  return {std::atan2(0 - R.yz, R.zz), std::asin(std::clamp(R.xz, -1.0, 1.0)), std::atan2(0 - R.xy, R.xx)};
}

/// sixDoFRigidBodyState: a row per time with the centres of rotation and mass, the angles of the rotation (x, y, z), the velocity
/// and the angular velocity; angleFormat: radians (the default) or degrees, of both.
class SixDoFState final : public FunctionObject {
 public:
  explicit SixDoFState(const FunctionSource& source)
      : schedule_(source.dict), place_(source.dict.place()), table_(source, "sixDoFRigidBodyState.dat") {
    static const std::vector<std::string> formats{"radians", "degrees"};
    isInDegrees_ = source.dict.has("angleFormat") && source.dict.getChoice("angleFormat", formats) == "degrees";
  }

  void start(fv::Context&, DirectorySource& source) override {
    motion_ = source.meshMotion();
    if (!motion_ || !motion_->sixDoFState())
      throw Error(place_, "sixDoFRigidBodyState needs constant/dynamicMeshDict with the one motion solver sixDoFRigidBodyMotion");
  }
  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    const auto body = *motion_->sixDoFState();
    if (!table_.started()) {
      table_.header("Motion State");
      table_.header("Angle Units", isInDegrees_ ? "degrees" : "radians");
      table_.columns({"centreOfRotation", "centreOfMass", "rotation", "velocity", "omega"}, false);
    }
    const double unit = isInDegrees_ ? 180 / std::numbers::pi : 1;
    std::string values;
    for (const Vec3& value : {body.centreOfRotation, body.centreOfMass, unit * anglesOf(body.orientation), body.velocity,
                              unit * body.angularVelocity})
      values += fmt::format("\t{}", table_.number(value));
    table_.row(context.time().value, values);
  }
  bool followsSteps() const override { return true; }
  bool followsRefinement() const override { return true; }

 private:
  Schedule schedule_;
  Place place_;
  bool isInDegrees_ = false;
  const physics::MeshMotion* motion_ = nullptr;
  Table table_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeSixDoFState(const FunctionSource& source) { return std::make_unique<SixDoFState>(source); }

}  // namespace eagre::run
