// SPDX-License-Identifier: BSD-3-Clause
#include "physics/sources/damping.hpp"

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/sources/cell_selection.hpp"
#include "physics/sources/forcing_rate.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

/// Damps waves before an outlet: the acceleration rate (value - U) of isotropicDamping, implicit in U, or that of the vertical
/// component alone, -rate (U.g) g/|g|^2 of verticalDamping, explicit. Of openfoam.org, 7 and later.
class Damping final : public FvOption {
 public:
  enum class Kind { isotropic, vertical };
  Damping(const FvOptionSource& source, Kind kind)
      : FvOption({source.coefficients.getOr<std::string>("U", "U")}),
        selection_(source.coefficients, source.context),
        rate_(source),
        lambda_(ForcingRate::Lambda::read(source.coefficients)),
        kind_(kind) {
    auto keywords = CellSelection::keywords();
    for (const auto& keyword : ForcingRate::keywords()) keywords.push_back(keyword);
    keywords.insert(keywords.end(), {"lambda", "lambdaBoundary", "U", "value"});
    source.checkKeywords(keywords);
    const auto& d = source.coefficients;
    if (d.get<std::string>("selectionMode") != "all")
      throw Error(d.at("selectionMode").place, d.name() + ": this option acts on all cells; selectionMode must be all");
    if (kind == Kind::isotropic)
      value_ = d.getDimensionedVector("value", dimVelocity);
    else
      gravity_ = &source.context;
  }

  void addTo(fv::Equation<Vec3>& UEqn, const Momentum& momentum) override {
    if (!selection_.active()) return;
    const auto& U = UEqn.psi();
    const double* rho = momentum.rho ? momentum.rho->cells().data() : nullptr;
    const auto weight = [rho, V = View(U.mesh().V), rate = View(rate_.of(lambda_))](Label c) {
      return V[c] * (rho ? rho[c] : 1.0) * rate[c];
    };
    if (kind_ == Kind::isotropic) {
      kernel::parallelFor({"damping", 88}, U.mesh().nCells,
                          [weight, value = value_, diag = View(UEqn.diag()), source = View(UEqn.source())](Label c) {
                            diag[c] += weight(c);
                            source[c] += weight(c) * value;
                          });
      return;
    }
    if (!gravity_->gravity) throw Error("fvOptions: verticalDamping needs the gravity of constant/g", ExitCode::badCase);
    const Vec3 up = normalised(*gravity_->gravity);
    kernel::parallelFor({"damping", 88}, U.mesh().nCells,
                        [weight, up, U = View(U.cells()), source = View(UEqn.source())](Label c) {
                          source[c] -= weight(c) * dot(up, U[c]) * up;
                        });
  }

 private:
  CellSelection selection_;
  ForcingRate rate_;
  ForcingRate::Lambda lambda_;
  Kind kind_;
  Vec3 value_{};
  const fv::Context* gravity_ = nullptr;
};

}  // namespace

std::unique_ptr<FvOption> makeIsotropicDamping(const FvOptionSource& source) {
  return std::make_unique<Damping>(source, Damping::Kind::isotropic);
}
std::unique_ptr<FvOption> makeVerticalDamping(const FvOptionSource& source) {
  return std::make_unique<Damping>(source, Damping::Kind::vertical);
}

}  // namespace eagre::physics
