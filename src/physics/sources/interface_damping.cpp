// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "fv/fields/cell_faces.hpp"
#include "fv/schemes/gradient.hpp"
#include "fv/schemes/schemes.hpp"
#include "kernel/view.hpp"
#include "physics/sources/damping.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

/// Damps the turbulence that a mixture's model makes at the interface (Frederix et al. 2018): a source of epsilon or omega in the
/// cells that the interface cuts, as from a wall at the distance delta [m],
///     S_epsilon = A C2 N k / delta^4,   S_omega = A beta N / (betaStar^2 delta^4),   N = alpha nu1^2 + (1 - alpha) nu2^2,
/// with the part A of a cell that is cut, from the interface's normal n in the cell,
///     A = 2 |sum_f |n.S_f| (alpha_f - alpha)| / sum_f |n.S_f|.
/// VoFTurbulenceDamping of openfoam.org, 9 and later.
class InterfaceTurbulenceDamping final : public FvOption {
 public:
  explicit InterfaceTurbulenceDamping(const FvOptionSource& source)
      : FvOption({"epsilon", "omega"}),
        context_(source.context),
        place_(source.entry.place()),
        delta_(source.coefficients.getDimensioned("delta", {{0, 1}})) {
    source.checkKeywords({"delta"});
    if (!(delta_ > 0))
      throw Error(source.coefficients.at("delta").place,
                  fmt::format("{}: delta is {:g}; it must be a positive length", source.entry.name(), delta_));
  }

  bool oneFieldSuffices() const override { return true; }

  void addTo(fv::Equation<double>& eqn) override {
    const fv::VolScalarField& alpha = phase();
    const bool ofEpsilon = eqn.psi().name() == "epsilon";
    const double nu1 = number("nu1"), nu2 = number("nu2");
    const double factor = ofEpsilon ? number("C2") : modelBeta() / std::pow(number("betaStar"), 2);
    const double* const k = ofEpsilon ? context_.registry.scalar("k")->cells().data() : nullptr;
    const auto& mesh = context_.mesh;
    alphaf_.resize(static_cast<std::size_t>(mesh.nFaces()));
    fv::interpolate(context_, alpha, "interpolate(" + alpha.name() + ")", alphaf_);
    if (!gradient_) gradient_ = fv::makeGradientScheme<double>(context_, "grad(" + alpha.name() + ")");
    gradient_->ownedCells(alpha, gradAlpha_);
    const double deltaN = 1e-8 / std::cbrt(mesh.totalVolume / static_cast<double>(mesh.nCellsGlobal));
    fv::eachCell(
        {"interface damping", 24 * fv::facesPerCell(mesh) + 64}, mesh,
        [nu1, nu2, factor, k, deltaN, Sf = mesh.Sf.view(), V = View(mesh.V), a = View(alpha.cells()), alphaf = View(alphaf_),
         gradAlpha = View(gradAlpha_), to = View(eqn.source()), d4 = std::pow(delta_, 4)](Label c, const auto& around) {
          const Vec3 n = gradAlpha[c] / (mag(gradAlpha[c]) + deltaN);
          double cut = 0, area = 0;
          around([&](Label f, double) {
            const double across = std::abs(dot(n, Sf[f]));
            cut += across * (alphaf[f] - a[c]);
            area += across;
          });
          if (area <= small) return;
          const double A = 2 * std::abs(cut) / area, nuSquared = a[c] * nu1 * nu1 + (1 - a[c]) * nu2 * nu2;
          to[c] += V[c] * A * factor * nuSquared * (k ? k[c] : 1.0) / d4;
        });
  }

 private:
  const fv::VolScalarField& phase() const {
    for (const auto& [name, field] : context_.registry.scalars())
      if (name.starts_with("alpha.")) return *field;
    throw Error(place_, "VoFTurbulenceDamping is for two phases");
  }
  double number(const char* name) const {
    if (const auto value = context_.registry.number(name)) return *value;
    throw Error(place_, fmt::format("VoFTurbulenceDamping needs {}",
                                    std::string_view(name).starts_with("nu")
                                        ? "phases of constant viscosity"
                                        : std::string("the coefficient ") + name + " of a k-epsilon or k-omega model"));
  }
  double modelBeta() const { return context_.registry.number("beta1") ? number("beta1") : number("beta"); }

  const fv::Context& context_;
  Place place_;
  double delta_;
  std::vector<double> alphaf_;
  std::unique_ptr<fv::GradientScheme<double>> gradient_;
  std::vector<Vec3> gradAlpha_;
};

}  // namespace

std::unique_ptr<FvOption> makeInterfaceTurbulenceDamping(const FvOptionSource& source) {
  return std::make_unique<InterfaceTurbulenceDamping>(source);
}

}  // namespace eagre::physics
