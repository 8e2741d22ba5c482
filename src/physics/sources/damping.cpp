// SPDX-License-Identifier: BSD-3-Clause
#include "physics/sources/damping.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fv/functions/function1.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/sources/cell_selection.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

/// lambda [1/s] times the largest of scale((C - origin) . direction) over all origins, in each cell; lambda alone where the
/// entry does not say where.
class Rate {
 public:
  explicit Rate(const FvOptionSource& source) {
    const auto& d = source.coefficients;
    lambda_ = d.getDimensioned("lambda", dimFrequency);
    const bool one = d.has("origin") && d.has("direction"), several = d.has("origins") && d.has("directions");
    const bool any = d.has("scale") || d.has("origin") || d.has("direction") || d.has("origins") || d.has("directions");
    if (!d.has("scale") || one == several) {
      if (any)
        source.context.log.warnOnce(fmt::format(
            "{}: scale, origin and direction (or origins and directions) must all be there for the damping to be scaled; "
            "it acts on all cells alike",
            d.name()));
      return;
    }
    origins_ = one ? std::vector{d.get<Vec3>("origin")} : d.get<std::vector<Vec3>>("origins");
    directions_ = one ? std::vector{d.get<Vec3>("direction")} : d.get<std::vector<Vec3>>("directions");
    if (origins_.empty() || origins_.size() != directions_.size())
      throw Error(d.place(), d.name() + ": origins and directions must be as many, and one at least");
    scale_ = fv::makeFunction1<double>(d, "scale");
  }

  /// One value per owned cell.
  const std::vector<double>& of(const mesh::Mesh& mesh) {
    return rate_.get(mesh, [&] {
      std::vector<double> rate(static_cast<std::size_t>(mesh.nCells), lambda_);
      for (Label c = 0; scale_ && c < mesh.nCells; ++c) {
        double largest = 0;
        for (std::size_t i = 0; i < origins_.size(); ++i)
          largest = std::max(largest, scale_->value(dot(mesh.C[c] - origins_[i], normalised(directions_[i]))));
        rate[c] *= largest;
      }
      return rate;
    });
  }

 private:
  double lambda_ = 0;
  std::vector<Vec3> origins_, directions_;
  std::unique_ptr<fv::Function1<double>> scale_;
  mesh::Derived<std::vector<double>> rate_;
};

std::vector<std::string> dampingKeywords() {
  auto keywords = CellSelection::keywords();
  keywords.insert(keywords.end(), {"lambda", "scale", "origin", "direction", "origins", "directions", "U", "value"});
  return keywords;
}

/// Damps waves before an outlet: the acceleration rate (value - U) of isotropicDamping, implicit in U, or that of the vertical
/// component alone, -rate (U.g) g/|g|^2 of verticalDamping, explicit. Of openfoam.org, 7 and later.
class Damping final : public FvOption {
 public:
  enum class Kind { isotropic, vertical };
  Damping(const FvOptionSource& source, Kind kind)
      : FvOption({source.coefficients.getOr<std::string>("U", "U")}),
        selection_(source.coefficients, source.context),
        rate_(source),
        kind_(kind) {
    source.checkKeywords(dampingKeywords());
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
    const auto weight = [rho, V = View(U.mesh().V), rate = View(rate_.of(U.mesh()))](Label c) {
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
  Rate rate_;
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
