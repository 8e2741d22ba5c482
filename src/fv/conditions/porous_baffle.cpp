// SPDX-License-Identifier: BSD-3-Clause
// porousBafflePressure: what a thin porous wall between two cyclic patches takes from the pressure.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fv/conditions/condition.hpp"
#include "fv/fields/jump_condition.hpp"
#include "fv/functions/function1.hpp"
#include "fv/words.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/layout.hpp"

namespace eagre::fv {
namespace {

using JumpPair = JumpCondition::Pair;

/// Darcy's law with Forchheimer's inertial term: with Un = phi/|S| the speed through the wall, out of the first side,
///     jump = -sign(Un) (D nu + I |Un|/2) |Un| length   [m^2/s^2],   times rho if the pressure is in Pa.
/// nu and rho are those on the face. uniformJump: Un is its mean over the faces. The jump stands from one assembly of the
/// pressure equation to the next, and over a restart (v1912 starts every run without one).
class PorousBafflePressure final : public JumpCondition {
 public:
  /// dict: of the first side.
  PorousBafflePressure(const config::Dictionary& dict, const Context& context, const JumpPair& pair)
      : JumpCondition("porousBafflePressure", context.mesh, pair),
        phiName_(dict.getOr("phi", "phi")),
        rhoName_(dict.getOr("rho", "rho")),
        D_(makeFunction1<double>(dict, "D", &context.log)),
        I_(makeFunction1<double>(dict, "I", &context.log)),
        length_(dict.get<double>("length")),
        uniform_(dict.getOr<bool>("uniformJump", false)) {
    mesh::Patch side;
    side.size = static_cast<Label>(firstFaces().size());
    setJump(readPatchValues<double>(dict, "jump", side));
  }

  using BoundaryCondition<double>::updateCoeffs;
  void updateCoeffs(const VolScalarField& p, const Context& context) override {
    if (updated_) return;
    updated_ = true;
    const bool kinematic = p.dimensions() == dimKinematicPressure;
    const auto& phi = require(context.registry.surfaceScalar(phiName_), "flux", phiName_).faces();
    const auto& nu = require(context.registry.scalar("nu"), "viscosity", "nu").cells();
    const auto* rho = kinematic ? nullptr : require(context.registry.scalar(rhoName_), "density", rhoName_).cells().data();
    const auto n = static_cast<Label>(firstFaces().size());
    std::vector<double> jump(static_cast<std::size_t>(n));
    for (Label i = 0; i < n; ++i) jump[i] = phi[firstFaces()[i]] / mesh().magSf[firstFaces()[i]];
    if (uniform_) average(jump);
    const double D = D_->value(context.time().value), I = I_->value(context.time().value);
    kernel::parallelFor(
        "porous baffle", n,
        [D, I, rho, length = length_, nu = nu.data(), faces = kernel::View(firstFaces()), jump = kernel::View(jump),
         owner = mesh().owner.data(), neighbour = mesh().neighbour.data(), weights = mesh().weights.data()](Label i) {
          const Label f = faces[i], P = owner[f], N = neighbour[f];
          const double w = weights[f], Un = jump[i], speed = std::abs(Un);
          const auto onFace = [w](double atP, double atN) { return w * atP + (1 - w) * atN; };
          const double density = rho ? onFace(rho[P], rho[N]) : 1;
          const double mu = rho ? onFace(rho[P] * nu[P], rho[N] * nu[N]) : onFace(nu[P], nu[N]);
          jump[i] = (Un < 0 ? 1 : -1) * (D * mu + 0.5 * I * speed * density) * speed * length;
        });
    setJump(jump);
  }
  void evaluate(const VolScalarField&, std::span<double>) override { updated_ = false; }

  void writeSide(const VolScalarField& p, int globalPatch, ConditionWriter& out) const override {
    out.entry("type", type());
    out.entry("patchType", "cyclic");
    out.entry("phi", phiName_);
    out.entry("rho", rhoName_);
    D_->write(out);
    I_->write(out);
    out.entry("length", conditions::text(length_));
    out.entry("uniformJump", uniform_ ? "true" : "false");
    out.entry("jump", std::span<const double>(jumpOn(globalPatch)));
    out.entry("value", std::span<const double>(valuesOn(p, globalPatch)));
  }

 private:
  template <class Field>
  const Field& require(const Field* field, const std::string& what, const std::string& name) const {
    if (field) return *field;
    throw Error(fmt::format("boundary condition {} on patch {} needs the {} '{}', which this solver does not have", type(),
                            patch().name, what, name),
                ExitCode::badCase);
  }
  /// Mean of the two sides' values, the jump taken into the one behind.
  std::vector<double> valuesOn(const VolScalarField& p, int globalPatch) const {
    std::vector<double> values;
    for (const Label f : mesh::patchFaces(mesh(), globalPatch))
      values.push_back(mesh().weights[f] * p[mesh().owner[f]] + (1 - mesh().weights[f]) * p[mesh().neighbour[f]]);
    return values;
  }
  void average(std::span<double> values) const {
    double sums[2] = {0, static_cast<double>(values.size())};
    for (const double value : values) sums[0] += value;
    mesh().communicator().sum(sums);
    std::ranges::fill(values, sums[0] / std::max(sums[1], 1.0));
  }

  std::string phiName_, rhoName_;
  std::unique_ptr<Function1<double>> D_, I_;
  double length_;
  bool uniform_;
  bool updated_ = false;  ///< since the last evaluation
};

/// The other side's dictionary has to say the same: only the first side's counts.
void requireSame(const config::Dictionary& first, const config::Dictionary& second, const std::string& fieldName) {
  for (const char* keyword : {"type", "patchType", "phi", "rho", "D", "I", "length", "uniformJump"}) {
    const auto textIn = [&](const config::Dictionary& d) {
      const auto* entry = d.find(keyword);
      if (!entry) return std::string();
      config::Dictionary one(d.name(), d.place());
      one.set(*entry);
      return one.toString(0);
    };
    if (textIn(first) != textIn(second))
      throw Error(
          second.has(keyword) ? second.at(keyword).place : second.place(),
          fmt::format("field {}: '{}' is another one on the other of the two cyclic patches; both sides of a jump say the "
                      "same",
                      fieldName, keyword));
  }
}

const WordTable<>& table() {
  static const WordTable<> types{
      {"porousBafflePressure",
       "pressure jump of a porous sheet (Darcy D, Forchheimer I) across two cyclic patches; patchType cyclic"}};
  return types;
}

}  // namespace

std::vector<Word> jumpConditionWords() { return table().words(); }

template <class T>
void addJumpConditions(VolField<T>& field, const std::map<int, config::Dictionary>& dicts, const Context& context) {
  const auto& patches = context.mesh.globalPatches;
  for (const auto& [index, dict] : dicts) {
    const auto& patch = patches[static_cast<std::size_t>(index)];
    const std::string type = dict.getOr("type", "");
    if (isOverlapping(patch))
      throw Error(dict.at("type").place,
                  fmt::format("patch '{0}' of {1} is of type {2}; its condition must be {2} too, not '{3}'", patch.name,
                              field.name(), patch.type, type));
    if (nComponents < T >> 1 || !table().contains(type) || dict.getOr("patchType", "") != "cyclic")
      throw Error(dict.at("type").place,
                  fmt::format("patch '{}' of {} is cyclic; its condition must be cyclic too{}, not '{}'", patch.name,
                              field.name(), nComponents<T> == 1 ? " (or porousBafflePressure with patchType cyclic)" : "", type));
    const auto other = std::ranges::find_if(
        dicts, [&](const auto& d) { return patches[static_cast<std::size_t>(d.first)].name == patch.neighbourPatch; });
    if (other == dicts.end())
      throw Error(dict.at("type").place, fmt::format("patch '{}' of {}: the other side, patch '{}', has to be {} too", patch.name,
                                                     field.name(), patch.neighbourPatch, type));
    if (other->first < index) continue;
    requireSame(dict, other->second, field.name());
    if constexpr (nComponents<T> == 1)
      field.conditions().push_back(std::make_unique<PorousBafflePressure>(dict, context, JumpPair{index, other->first}));
  }
}
template void addJumpConditions(VolField<double>&, const std::map<int, config::Dictionary>&, const Context&);
template void addJumpConditions(VolField<Vec3>&, const std::map<int, config::Dictionary>&, const Context&);

}  // namespace eagre::fv
