// SPDX-License-Identifier: BSD-3-Clause
// What a fan between two cyclic patches gives to the pressure (fan), and jumps that follow no flow (uniformJump, fixedJump).
#include <fmt/format.h>

#include <algorithm>

#include "fv/conditions/fan_units.hpp"
#include "fv/conditions/jumps.hpp"
#include "fv/functions/function1.hpp"
#include "kernel/view.hpp"

namespace eagre::fv::conditions {
namespace {

/// The fan curve `jumpTable` of the speed Un through the pair, which counts in the direction out of the first side alone:
///     jump = jumpTable(max(Un, 0)),   in the units of the field (m^2/s^2 or Pa).
/// uniformJump: Un is its mean by area. nonDimensional: the curve is one of coefficients (FanUnits), which v1912 enters with the
/// coefficient of the flow rate only if uniformJump is set.
class Fan final : public FluxJump {
 public:
  explicit Fan(const JumpSource& source)
      : FluxJump("fan", source), curve_(makeFunction1<double>(source.dict, "jumpTable", source.context)), units_(source.dict) {}

 private:
  void fromSpeed(const VolScalarField&, const Context&, std::span<double> jump) const override {
    for (double& speed : jump) speed = std::max(speed, 0.0);
    if (uniform()) {
      std::vector<double> areas;
      for (const Label f : firstFaces()) areas.push_back(mesh().magSf[f]);
      std::ranges::fill(jump, units_.flowCoefficient(mean(jump, areas)));
    }
    for (double& value : jump) value = units_.pressure(curve_->value(value));
  }
  void writeEntries(ConditionWriter& out) const override {
    FluxJump::writeEntries(out);
    curve_->write(out);
    units_.write(out);
  }

  std::unique_ptr<Function1<double>> curve_;
  FanUnits units_;
};

/// jump = jumpTable(t), the same on all faces.
class UniformJump final : public WrittenJump {
 public:
  explicit UniformJump(const JumpSource& source)
      : WrittenJump("uniformJump", source), jump_(makeFunction1<double>(source.dict, "jumpTable", source.context)) {
    startFrom(source.dict);
  }
  using BoundaryCondition<double>::updateCoeffs;
  void updateCoeffs(const VolScalarField&, const Context& context) override {
    setJump(std::vector<double>(firstFaces().size(), jump_->value(context.time().value)));
  }

 private:
  void writeEntries(ConditionWriter& out) const override { jump_->write(out); }
  std::unique_ptr<Function1<double>> jump_;
};

/// The values of `jump`.
class FixedJump final : public WrittenJump {
 public:
  explicit FixedJump(const JumpSource& source) : WrittenJump("fixedJump", source) {
    source.dict.at("jump");  // knows what to say if there is none
    startFrom(source.dict);
  }

 private:
  void writeEntries(ConditionWriter&) const override {}
};

}  // namespace

void addFan(JumpTable& table) {
  table.add({"fan", "pressure jump of a fan across two cyclic patches: jumpTable of the speed through them; patchType cyclic",
             JumpKind{makeJump<Fan>, {"phi", "rho", "jumpTable", "uniformJump", "nonDimensional", "rpm", "dm"}, false}});
  table.add({"uniformJump", "jump across two cyclic patches by the function jumpTable of time; patchType cyclic",
             JumpKind{makeJump<UniformJump>, {"jumpTable"}, false}});
  table.add(
      {"fixedJump", "the jump `jump` across two cyclic patches; patchType cyclic", JumpKind{makeJump<FixedJump>, {}, false}});
}

}  // namespace eagre::fv::conditions
