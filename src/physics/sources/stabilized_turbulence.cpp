// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "fv/schemes/gradient.hpp"
#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/sources/fv_option.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

/// Keeps the turbulence under waves from growing without end:
///     dk/dt + ... = ... - SuSp(Gb/k, k),   Gb/k = alpha Cmu k/epsilon g . grad rho/rho
///     nut = Cmu k^2/max(epsilon, lambda2 C r epsilon),   r = |symm grad U|^2/|skew grad U|^2
/// by buoyancy (Devolder, Rauwoens and Troch 2017, Application of a buoyancy-modified k-omega SST turbulence model) and where the
/// flow is nearly a potential one (Larsen and Fuhrman 2018, On the over-production of turbulence beneath surface waves). Of a
/// k-omega model epsilon = betaStar k omega. nut replaces that of the model, as in OpenFOAM v1912, which has this option as
/// multiphaseStabilizedTurbulence.
class StabilizedTurbulence final : public FvOption {
 public:
  explicit StabilizedTurbulence(const FvOptionSource& source)
      : FvOption({"k", "nut"}),
        context_(source.context),
        place_(source.entry.place()),
        rho_(source.coefficients.getOr<std::string>("rho", "rho")),
        Cmu_(number(source, "Cmu", 0.09)),
        C_(number(source, "C", 1.51)),
        lambda2_(number(source, "lambda2", 0.1)),
        alpha_(number(source, "alpha", 1.36)) {
    source.checkKeywords({"rho", "Cmu", "C", "lambda2", "alpha"});
  }

  void check(const OptionSurroundings& surroundings) const override {
    if (!surroundings.withDensity)
      throw Error(place_, "multiphaseStabilizedTurbulence is for two fluids: it takes the gradient of their density");
    if (surroundings.turbulenceWithDensity)
      throw Error(place_,
                  "multiphaseStabilizedTurbulence is for equations without a density; turbulenceProperties has density variable");
    if (!surroundings.gravity) throw Error(place_, "multiphaseStabilizedTurbulence needs constant/g");
    Problems problems;
    fv::checkScheme<double>(context_, "gradSchemes", gradientName(), problems);
    problems.throwIfAny("multiphaseStabilizedTurbulence");
  }

  using FvOption::addTo;
  void addTo(fv::Equation<double>& eqn) override {
    if (eqn.psi().name() != "k") return;
    const auto* rho = context_.registry.scalar(rho_);
    if (rho == nullptr) throw Error(place_, fmt::format("multiphaseStabilizedTurbulence needs the density '{}'", rho_));
    if (!gradientOfRho_) gradientOfRho_ = fv::makeGradientScheme<double>(context_, gradientName());
    gradientOfRho_->ownedCells(*rho, gradRho_);
    kernel::parallelFor(
        {"stabilized turbulence: k", 96}, eqn.psi().mesh().nCells,
        [factor = Cmu_ * alpha_, g = *context_.gravity, k = View(std::as_const(eqn.psi()).cells()),
         epsilon = dissipation(&fv::CellValues<double>::cells), gradRho = View(gradRho_), rho = View(rho->cells()),
         V = View(eqn.psi().mesh().V), diag = View(eqn.diag()), source = View(eqn.source())](Label c) {
          const double sink = factor * k[c] / (epsilon(c) + small) * dot(g, gradRho[c]) / rho[c];
          diag[c] += V[c] * std::max(sink, 0.0);
          source[c] -= V[c] * std::min(sink, 0.0) * k[c];
        });
  }

  void correct(fv::VolScalarField& field) override {
    if (field.name() != "nut") return;
    const auto* U = context_.registry.vector("U");
    if (!gradientOfU_) gradientOfU_ = fv::makeGradientScheme<Vec3>(context_, "grad(U)");
    (*gradientOfU_)(*U, gradU_);
    replace(&fv::CellValues<double>::cells, gradU_.cells, field.cells());
    replace(&fv::CellValues<double>::boundary, gradU_.boundary, field.boundary());
    field.correctBoundaryConditions();
  }

 private:
  std::string gradientName() const { return "grad(" + rho_ + ")"; }

  using Part = std::vector<double> fv::CellValues<double>::*;

  static double number(const FvOptionSource& source, const std::string& keyword, double standard) {
    return source.coefficients.has(keyword) ? source.coefficients.getDimensioned(keyword, dimless) : standard;
  }
  const std::vector<double>& of(const char* name, Part part) const {
    const auto* field = context_.registry.scalar(name);
    if (field == nullptr)
      throw Error(place_,
                  fmt::format("multiphaseStabilizedTurbulence needs a turbulence model with k, and epsilon or omega; there "
                              "is no field '{}'",
                              name));
    return field->values().*part;
  }

  /// epsilon of a cell or boundary face.
  struct Dissipation {
    View<const double> k, of;  ///< epsilon or omega
    std::optional<double> betaStar;
    double operator()(Label i) const { return betaStar ? *betaStar * k[i] * of[i] : of[i]; }
  };
  Dissipation dissipation(Part part) const {
    const bool ofOmega = context_.registry.scalar("omega") != nullptr;
    Dissipation result{View<const double>(of("k", part)), View<const double>(of(ofOmega ? "omega" : "epsilon", part)), {}};
    if (ofOmega) result.betaStar = context_.registry.number("betaStar").value_or(0.09);
    return result;
  }
  void replace(Part part, const std::vector<Tensor>& gradU, std::vector<double>& nut) const {
    kernel::parallelFor({"stabilized turbulence: nut", 112}, static_cast<Label>(nut.size()),
                        [Cmu = Cmu_, most = lambda2_ * C_, epsilon = dissipation(part), k = View(of("k", part)),
                         gradU = View(gradU), nut = View(nut)](Label i) {
                          const Tensor g = gradU[i];
                          const double ratio = magSqr(symm(g)) / (magSqr(0.5 * (g - transpose(g))) + small);
                          nut[i] = Cmu * (k[i] * k[i]) / std::max(epsilon(i), most * ratio * epsilon(i));
                        });
  }

  const fv::Context& context_;
  Place place_;
  std::string rho_;
  double Cmu_, C_, lambda2_, alpha_;
  std::unique_ptr<fv::GradientScheme<double>> gradientOfRho_;
  std::unique_ptr<fv::GradientScheme<Vec3>> gradientOfU_;
  std::vector<Vec3> gradRho_;
  fv::CellValues<Tensor> gradU_;
};

}  // namespace

std::unique_ptr<FvOption> makeStabilizedTurbulence(const FvOptionSource& source) {
  return std::make_unique<StabilizedTurbulence>(source);
}

}  // namespace eagre::physics
