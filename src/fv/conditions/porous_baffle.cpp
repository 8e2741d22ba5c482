// SPDX-License-Identifier: BSD-3-Clause
// porousBafflePressure: what a thin porous wall between two cyclic patches takes from the pressure.
#include <algorithm>
#include <cmath>

#include "fv/conditions/jumps.hpp"
#include "fv/functions/function1.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::fv::conditions {
namespace {

/// Darcy's law with Forchheimer's inertial term: with Un the speed through the wall,
///     jump = -sign(Un) (D nu + I |Un|/2) |Un| length   [m^2/s^2],   times rho if the pressure is in Pa.
/// nu and rho are those on the face. uniformJump: Un is its mean over the faces.
class PorousBafflePressure final : public FluxJump {
 public:
  explicit PorousBafflePressure(const JumpSource& source)
      : FluxJump("porousBafflePressure", source),
        D_(makeFunction1<double>(source.dict, "D", source.context)),
        I_(makeFunction1<double>(source.dict, "I", source.context)),
        length_(source.dict.get<double>("length")) {}

 private:
  void fromSpeed(const VolScalarField& p, const Context& context, std::span<double> jump) const override {
    const bool kinematic = p.dimensions() == dimKinematicPressure;
    const auto& nu = require(context.registry.scalar("nu"), "viscosity", "nu").cells();
    const auto* rho = kinematic ? nullptr : require(context.registry.scalar(rhoName()), "density", rhoName()).cells().data();
    if (uniform()) std::ranges::fill(jump, mean(jump, std::vector<double>(jump.size(), 1.0)));
    const double D = D_->value(context.time().value), I = I_->value(context.time().value);
    kernel::parallelFor(
        "porous baffle", static_cast<Label>(jump.size()),
        [D, I, rho, length = length_, nu = nu.data(), faces = kernel::View(firstFaces()), jump = kernel::View(jump),
         owner = mesh().owner.data(), neighbour = mesh().neighbour.data(), weights = mesh().weights.data()](Label i) {
          const Label f = faces[i], P = owner[f], N = neighbour[f];
          const double w = weights[f], Un = jump[i], speed = std::abs(Un);
          const auto onFace = [w](double atP, double atN) { return w * atP + (1 - w) * atN; };
          const double density = rho ? onFace(rho[P], rho[N]) : 1;
          const double mu = rho ? onFace(rho[P] * nu[P], rho[N] * nu[N]) : onFace(nu[P], nu[N]);
          jump[i] = (Un < 0 ? 1 : -1) * (D * mu + 0.5 * I * speed * density) * speed * length;
        });
  }
  void writeEntries(ConditionWriter& out) const override {
    FluxJump::writeEntries(out);
    D_->write(out);
    I_->write(out);
    out.entry("length", text(length_));
  }

  std::unique_ptr<Function1<double>> D_, I_;
  double length_;
};

}  // namespace

void addPorousBaffle(JumpTable& table) {
  table.add({"porousBafflePressure",
             "pressure jump of a porous sheet (Darcy D, Forchheimer I) across two cyclic patches; patchType cyclic",
             JumpKind{makeJump<PorousBafflePressure>, {"phi", "rho", "D", "I", "length", "uniformJump"}, true}});
}

}  // namespace eagre::fv::conditions
