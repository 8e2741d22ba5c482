// SPDX-License-Identifier: BSD-3-Clause
// derivedFields: the momentum rhoU and the total pressure pTotal.
#include <fmt/format.h>

#include <algorithm>

#include "core/word_messages.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "run/functions/made_fields.hpp"

namespace eagre::run {

using kernel::View;

namespace {

/// rhoU = rho U and pTotal = p + rho |U|^2/2, with the solver's density or, of one fluid whose p is kinematic, with rhoRef:
/// pTotal = rhoRef (p + |U|^2/2).
class DerivedQuantities final : public MadeFields {
 public:
  explicit DerivedQuantities(const FunctionSource& source) : MadeFields(source), rhoRef_(source.dict.getOr<double>("rhoRef", 1)) {
    static const std::vector<std::string> words{"rhoU", "pTotal", "none"};
    for (const auto& name : source.dict.get<std::vector<std::string>>("derived")) {
      if (std::ranges::find(words, name) == words.end())
        source.dict.warn(source.dict.at("derived").place,
                         fmt::format("derivedFields: {}; it is ignored", unknownWordMessage("field", name, words)));
      ofMomentum_ = ofMomentum_ || name == "rhoU";
      ofPressure_ = ofPressure_ || name == "pTotal";
    }
  }

 protected:
  void prepare(const fv::Context& context) override {
    vectorNamed(context, "U");
    if (ofMomentum_) rhoU_ = &add<Vec3>("rhoU", dimDensity * dimVelocity, context.mesh);
    if (!ofPressure_) return;
    scalarNamed(context, "p");
    pTotal_ = &add<double>("pTotal", dimPressure, context.mesh);
  }
  void make(const fv::Context& context) override {
    const auto* rho = context.registry.scalar("rho");
    set(context, rho ? &rho->cells() : nullptr, &fv::CellValues<double>::cells, &fv::CellValues<Vec3>::cells);
    set(context, rho ? &rho->boundary() : nullptr, &fv::CellValues<double>::boundary, &fv::CellValues<Vec3>::boundary);
    // symmetry planes and wedges have the values that they impose
    if (rhoU_) rhoU_->correctBoundaryConditions();
    if (pTotal_) pTotal_->correctBoundaryConditions();
  }

 private:
  /// In the cells, or on the boundary.
  void set(const fv::Context& context, const std::vector<double>* rho, std::vector<double> fv::CellValues<double>::*scalars,
           std::vector<Vec3> fv::CellValues<Vec3>::*vectors) {
    const std::vector<Vec3>& U = vectorNamed(context, "U").values().*vectors;
    const auto density = [rho = rho ? rho->data() : nullptr, rhoRef = rhoRef_](Label i) { return rho ? rho[i] : rhoRef; };
    const auto n = static_cast<Label>(U.size());
    if (rhoU_)
      kernel::parallelFor({"rhoU", 56}, n,
                          [density, U = View(U), to = View(rhoU_->values().*vectors)](Label i) { to[i] = density(i) * U[i]; });
    if (pTotal_)
      kernel::parallelFor({"pTotal", 48}, n,
                          [density, isKinematic = !rho, p = View(scalarNamed(context, "p").values().*scalars), U = View(U),
                           to = View(pTotal_->values().*scalars)](Label i) {
                            const double head = 0.5 * magSqr(U[i]);
                            to[i] = isKinematic ? density(i) * (p[i] + head) : p[i] + density(i) * head;
                          });
  }

  double rhoRef_;
  bool ofMomentum_ = false, ofPressure_ = false;
  fv::VolVectorField* rhoU_ = nullptr;
  fv::VolScalarField* pTotal_ = nullptr;
};

}  // namespace

std::unique_ptr<FunctionObject> makeDerivedFields(const FunctionSource& source) {
  return std::make_unique<DerivedQuantities>(source);
}

}  // namespace eagre::run
