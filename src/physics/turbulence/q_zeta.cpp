// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fv/conditions/conditions.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/turbulence/bound.hpp"
#include "physics/turbulence/eddy_viscosity_model.hpp"
#include "physics/turbulence/second_gradients.hpp"
#include "physics/turbulence/strain.hpp"

namespace eagre::physics {

using kernel::parallelFor;
using kernel::View;

namespace {

const Dimensions dimZeta{{0, 1, -2}};

/// The q-zeta model of low Reynolds numbers (Gibson and Dafa'Alla 1995; Dafa'Alla et al. 1996), q = sqrt(k), zeta = epsilon/(2
/// q):
///     dq/dt + div(phi q) - div((nu + nut) grad q) = P - zeta
///     d zeta/dt + div(phi zeta) - div((nu + nut/sigmaZeta) grad zeta)
///         = (zeta/q) ((2 C1 - 1) P - (2 C2 f2 - 1) zeta) + nu nut/q |grad grad U|^2
///     nut = Cmu fMu k^2/epsilon,   P = nut/q |symm grad U|^2,   f2 = 1 - 0.3 exp(-Rt^2),   Rt = q k/(2 nu zeta)
///     fMu = exp(-6/(1 + Rt/50)^2) (1 + 3 exp(-Rt/10)), or with `anisotropic yes` exp((-2.5 + Rt/20)/(1 + Rt/130)^3)
/// k and epsilon are read, q and zeta made from them; their conditions are those of k and epsilon by type, as in OpenFOAM v1912.
/// Coefficients from qZetaCoeffs or the RAS dictionary itself, defaults as there.
class QZeta final : public EddyViscosityModel {
 public:
  QZeta(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read);
  static ModelNeeds needs(const config::Dictionary&) {
    return {.equations = {{"q", dimVelocity, "DqEff", false}, {"zeta", dimZeta, "DzetaEff", false}},
            .read = {{"k", dimKinematicPressure, ""}, {"epsilon", dimDissipation, ""}},
            .gradients = SecondGradients::schemes()};
  }
  std::vector<const fv::VolScalarField*> fields() const override {
    auto fields = EddyViscosityModel::fields();
    fields.insert(fields.begin(), {k_.get(), epsilon_.get()});
    return fields;
  }

 private:
  std::unique_ptr<fv::VolScalarField> readBounded(const ReadScalar& read, const std::string& name, const Dimensions& dimensions,
                                                  double lowest);
  ReadScalar root(const ReadScalar& read) const;
  ReadScalar rateOfRoot(const ReadScalar& read) const;
  void solve(bool finalIteration) override;
  void correctNut() override;
  void production();
  void solveZeta(bool finalIteration);
  void solveQ(bool finalIteration);

  double Cmu_, C1_, C2_, sigmaZeta_;
  bool anisotropic_;
  double kMin_, epsilonMin_;
  std::unique_ptr<fv::VolScalarField> k_, epsilon_;
  TransportedScalar &q_, &zeta_;
  SecondGradients secondGradients_;
  std::vector<double> P_, E_;  ///< nCells
};

/// A condition for q or zeta of the type that k or epsilon has, with the values of the field on the patch. What a condition says
/// beside its type is lost, as in OpenFOAM: behind inletOutlet comes 0.
std::unique_ptr<fv::BoundaryCondition<double>> conditionOfType(const fv::BoundaryCondition<double>& of, const std::string& source,
                                                               const fv::VolScalarField& field, const fv::Context& context) {
  static const std::vector<std::string> alike{"zeroGradient", "kqRWallFunction", "calculated", "inletOutlet"};
  const mesh::Patch& patch = of.patch();
  const auto values = field.patchValues(patch);
  if (of.type() == "fixedValue") return fv::makeFixedValue<double>(patch, {values.begin(), values.end()});
  if (of.type() != patch.type && std::ranges::find(alike, of.type()) == alike.end())
    throw Error(fmt::format("{}: qZeta gives {} a condition of the same type, which is supported for fixedValue, zeroGradient, "
                            "kqRWallFunction, calculated and inletOutlet",
                            of.label(source), field.name()),
                ExitCode::badCase);
  const auto dict = config::Dictionary::parse(fmt::format("type {}; inletValue uniform 0; value uniform 0;", of.type()), source);
  return fv::makeBoundaryCondition<double>(dict, patch, context, field.name());
}

/// A field made of another by cells and boundary faces: to(i, inCells).
template <class Of>
std::unique_ptr<fv::VolScalarField> made(const std::string& name, const Dimensions& dimensions, const fv::VolScalarField& source,
                                         fv::Context& context, Of of) {
  auto field = std::make_unique<fv::VolScalarField>(name, dimensions, context.mesh);
  parallelFor({"qZeta: start", 24}, context.mesh.nAllCells(),
              [of, to = View(field->cells())](Label c) { to[c] = of(c, std::true_type()); });
  parallelFor("qZeta: start on the boundary", context.mesh.nBoundaryFaces,
              [of, to = View(field->boundary())](Label b) { to[b] = of(b, std::false_type()); });
  const std::vector<double> values = field->boundary();
  for (const auto& condition : source.conditions())
    field->conditions().push_back(conditionOfType(*condition, source.name(), *field, context));
  field->initialiseBoundary();
  field->boundary() = values;
  return field;
}

std::unique_ptr<fv::VolScalarField> QZeta::readBounded(const ReadScalar& read, const std::string& name,
                                                       const Dimensions& dimensions, double lowest) {
  auto field = read(name, dimensions);
  flow_.context.registry.add(*field);
  bound(flow_.context, *field, lowest);
  return field;
}

/// q of a run that continues, else sqrt(k).
ReadScalar QZeta::root(const ReadScalar& read) const {
  if (flow_.continued) return read;
  return [this](const std::string& name, const Dimensions& dimensions) {
    const auto& boundary = k_->boundary();
    if (flow_.context.mesh.communicator().any(std::ranges::any_of(boundary, [](double k) { return !(k > 0); })))
      throw Error("qZeta divides by q = sqrt(k), and k is 0 on the boundary; OpenFOAM v1912 stops there, too", ExitCode::badCase);
    return made(name, dimensions, *k_, flow_.context,
                [k = View<const double>(k_->cells()), b = View<const double>(boundary)](Label i, auto inCells) {
                  return std::sqrt(inCells ? k[i] : b[i]);
                });
  };
}

/// zeta of a run that continues, else epsilon/(2 q).
ReadScalar QZeta::rateOfRoot(const ReadScalar& read) const {
  if (flow_.continued) return read;
  return [this](const std::string& name, const Dimensions& dimensions) {
    return made(
        name, dimensions, *epsilon_, flow_.context,
        [cells = View<const double>(epsilon_->cells()), boundary = View<const double>(epsilon_->boundary()), q = q_.cells(),
         qb = q_.boundary()](Label i, auto inCells) { return inCells ? cells[i] / (2 * q[i]) : boundary[i] / (2 * qb[i]); });
  };
}

QZeta::QZeta(const config::Dictionary& dict, const Flow& flow, const ReadScalar& read)
    : EddyViscosityModel("qZeta", dict, flow.withoutOptions(), read),
      Cmu_(coefficient("Cmu", 0.09)),
      C1_(coefficient("C1", 1.44)),
      C2_(coefficient("C2", 1.92)),
      sigmaZeta_(coefficient("sigmaZeta", 1.3)),
      anisotropic_(flag("anisotropic", false)),
      kMin_(lowest("k", dimKinematicPressure)),
      epsilonMin_(lowest("epsilon", dimDissipation)),
      k_(readBounded(read, "k", dimKinematicPressure, kMin_)),
      epsilon_(readBounded(read, "epsilon", dimDissipation, epsilonMin_)),
      q_(transport(root(read), "q", dimVelocity, "DqEff", std::sqrt(kMin_))),
      zeta_(transport(rateOfRoot(read), "zeta", dimZeta, "DzetaEff", epsilonMin_ / (2 * std::sqrt(kMin_)))),
      secondGradients_(flow.context) {
  for (auto* list : {&P_, &E_}) list->resize(divU_.size());
}

double turbulentReynoldsNumber(double q, double k, double nu, double zeta) { return q * k / (2 * nu * zeta); }

double damping(bool anisotropic, double Rt) {
  if (anisotropic) {
    const double rise = 1 + Rt / 130;
    return std::exp((-2.5 + Rt / 20) / (rise * rise * rise));
  }
  const double rise = 1 + Rt / 50;
  return std::exp(-6 / (rise * rise)) * (1 + 3 * std::exp(-Rt / 10));
}

void QZeta::correctNut() {
  const auto nut = [Cmu = Cmu_, anisotropic = anisotropic_](View<const double> k, View<const double> epsilon,
                                                            View<const double> q, View<const double> zeta,
                                                            View<const double> nu) {
    return [=](Label i) {
      return Cmu * damping(anisotropic, turbulentReynoldsNumber(q[i], k[i], nu[i], zeta[i])) * (k[i] * k[i]) / epsilon[i];
    };
  };
  setNut(nut(k_->cells(), epsilon_->cells(), q_.cells(), zeta_.cells(), flow_.nu.cells()),
         nut(k_->boundary(), epsilon_->boundary(), q_.boundary(), zeta_.boundary(), flow_.nu.boundary()));
}

/// P and E = nu nut/q |grad grad U|^2
void QZeta::production() {
  const Label nCells = flow_.context.mesh.nCells;
  std::fill(E_.begin(), E_.end(), 0);
  secondGradients_.each(flow_.U, [&](View<const Tensor> second) {
    parallelFor({"qZeta: second gradients", 88}, nCells, [second, E = View(E_)](Label c) { E[c] += magSqr(second[c]); });
  });
  gradientOfCells();
  parallelFor({"qZeta: P and E", 112}, nCells,
              [gradU = View(gradU_.cells), nut = View(nut_->cells()), nu = View(flow_.nu.cells()), q = q_.cells(), P = View(P_),
               E = View(E_)](Label c) {
                P[c] = nut[c] / (2 * q[c]) * strainSquared(gradU[c]);
                E[c] *= nu[c] * nut[c] / q[c];
              });
}

void QZeta::solve(bool finalIteration) {
  production();
  solveZeta(finalIteration);
  solveQ(finalIteration);
  parallelFor({"qZeta: k and epsilon", 32}, flow_.context.mesh.nAllCells(),
              [q = q_.cells(), zeta = zeta_.cells(), k = View(k_->cells()), epsilon = View(epsilon_->cells())](Label c) {
                k[c] = q[c] * q[c];
                epsilon[c] = 2 * q[c] * zeta[c];
              });
  k_->correctBoundaryConditions();
  epsilon_->correctBoundaryConditions();
  correctNut();
}

void QZeta::solveZeta(bool finalIteration) {
  zeta_.setDiffusivity(1 / sigmaZeta_);
  parallelFor({"zeta: sources", 72}, flow_.context.mesh.nCells,
              [C1 = C1_, C2 = C2_, k = View(k_->cells()), nu = View(flow_.nu.cells()), q = q_.cells(), zeta = zeta_.cells(),
               P = View(P_), E = View(E_), sources = zeta_.sources()](Label c) {
                const double Rt = turbulentReynoldsNumber(q[c], k[c], nu[c], zeta[c]), f2 = 1 - 0.3 * std::exp(-(Rt * Rt));
                sources.given[c] = (2 * C1 - 1) * P[c] * zeta[c] / q[c] + E[c];
                sources.sink[c] = 0;
                sources.addEither(c, (2 * C2 * f2 - 1) * zeta[c] / q[c], zeta[c]);
              });
  zeta_.solve(finalIteration);
}

void QZeta::solveQ(bool finalIteration) {
  q_.setDiffusivity(1);
  parallelFor({"q: sources", 40}, flow_.context.mesh.nCells,
              [q = q_.cells(), zeta = zeta_.cells(), P = View(P_), sources = q_.sources()](Label c) {
                sources.given[c] = P[c];
                sources.sink[c] = zeta[c] / q[c];
              });
  q_.solve(finalIteration);
}

}  // namespace

ModelMaker qZeta() { return ModelMaker::of<QZeta>(); }

}  // namespace eagre::physics
