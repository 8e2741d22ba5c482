// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/sources/fv_option.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

/// Gravity in the momentum equation of all cells: g, or rho g in an equation with a density.
class BuoyancyForce final : public FvOption {
 public:
  explicit BuoyancyForce(const FvOptionSource& source)
      : FvOption(source.coefficients.get<std::vector<std::string>>("fields")), context_(source.context) {
    source.checkKeywords({"fields"});
    if (fields().size() != 1)
      throw Error(source.coefficients.at("fields").place, source.coefficients.name() + ": fields must name one velocity");
    place_ = source.entry.place();
  }
  void check(const OptionSurroundings& surroundings) const override {
    if (!surroundings.gravity) throw Error(place_, "buoyancyForce needs constant/g");
  }
  using FvOption::addTo;
  void addTo(fv::Equation<Vec3>& UEqn, const Momentum& momentum) override {
    kernel::parallelFor(
        {"buoyancy force", 64}, UEqn.psi().mesh().nCells,
        [g = *context_.gravity, rho = momentum.rho ? momentum.rho->cells().data() : nullptr, V = View(UEqn.psi().mesh().V),
         source = View(UEqn.source())](Label c) { source[c] += V[c] * (rho ? rho[c] : 1.0) * g; });
  }

 private:
  const fv::Context& context_;
  Place place_;
};

}  // namespace

std::unique_ptr<FvOption> makeBuoyancyForce(const FvOptionSource& source) { return std::make_unique<BuoyancyForce>(source); }

}  // namespace eagre::physics
