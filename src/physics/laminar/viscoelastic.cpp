// SPDX-License-Identifier: BSD-3-Clause
#include "physics/laminar/viscoelastic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/word_choice.hpp"
#include "fv/equation/terms.hpp"
#include "fv/time/ddt.hpp"
#include "kernel/view.hpp"
#include "physics/laminar/stress_flux.hpp"
#include "physics/words.hpp"

namespace eagre::physics {

using kernel::View;

namespace {

/// T + T^t
SymmTensor twoSymm(const Tensor& t) { return {2 * t.xx, t.xy + t.yx, t.xz + t.zx, 2 * t.yy, t.yz + t.zy, 2 * t.zz}; }

/// A . T
Tensor innerProduct(const SymmTensor& a, const Tensor& t) {
  return dot(Tensor{a.xx, a.xy, a.xz, a.xy, a.yy, a.yz, a.xz, a.yz, a.zz}, t);
}

/// A . A
SymmTensor innerSquare(const SymmTensor& a) {
  return symm(innerProduct(a, {a.xx, a.xy, a.xz, a.xy, a.yy, a.yz, a.xz, a.yz, a.zz}));
}

}  // namespace

ViscoelasticStress::ViscoelasticStress(Settings settings, fv::Context& context, const fv::VolVectorField& U,
                                       const fv::SurfaceScalarField& phi, const Fields& fields)
    : settings_(std::move(settings)),
      context_(context),
      U_(U),
      phi_(phi),
      sigma_(fields.read("sigma", dimKinematicPressure)),
      sigmaWeights_(context, "divSchemes", "div(sigma)"),
      gradientWeights_(context, "divSchemes", "div((nuM*grad(U)))"),
      gradient_(fv::makeGradientScheme<Vec3>(context, "grad(U)")) {
  const auto& halo = context.mesh.halo;
  if (context.mesh.communicator().any(halo && !halo->turns().empty()))
    throw Error("a viscoelastic stress: patches that are turned against each other (cyclic, cyclicAMI) are not supported",
                ExitCode::badCase);
  context.registry.add(*sigma_);
  if (settings_.modes.size() > 1) makeModes(fields);
  const auto makeEquation = [&](Field& field) {
    equations_.push_back(std::make_unique<fv::Equation<SymmTensor>>(field, context));
    oldTimes_.push_back(std::max(1, fv::ddtScheme(context, fmt::format("ddt({})", field.name())).nOldTimes()));
  };
  if (modes_.empty()) makeEquation(*sigma_);
  for (const auto& mode : modes_) makeEquation(*mode);
}

/// Fields of their own, as they were written; at the start of a case each is sigma.
void ViscoelasticStress::makeModes(const Fields& fields) {
  for (std::size_t i = 0; i < settings_.modes.size(); ++i) {
    const std::string name = fmt::format("sigma{}", i);
    if (fields.has(name)) {
      modes_.push_back(fields.read(name, dimKinematicPressure));
    } else {
      const auto copy = fields.read("sigma", dimKinematicPressure);
      modes_.push_back(std::make_unique<Field>(name, dimKinematicPressure, context_.mesh));
      modes_.back()->values() = copy->values();
      modes_.back()->conditions() = std::move(copy->conditions());
    }
    context_.registry.add(*modes_.back());
  }
}

void ViscoelasticStress::shiftOldTimes() {
  for (std::size_t i = 0; i < equations_.size(); ++i) equations_[i]->psi().shiftOldTimes(oldTimes_[i]);
}

std::vector<const ViscoelasticStress::Field*> ViscoelasticStress::fields() const {
  std::vector<const Field*> all{sigma_.get()};
  for (const auto& mode : modes_) all.push_back(mode.get());
  return all;
}

void ViscoelasticStress::addTo(fv::Equation<Vec3>& UEqn, std::span<const Tensor> gradU, std::span<const Tensor> boundaryGradU) {
  const mesh::Mesh& mesh = context_.mesh;
  auto flux = context_.workspace.take<Vec3>(static_cast<std::size_t>(mesh.nFaces()));
  std::ranges::fill(flux, Vec3{});
  addStressFlux<SymmTensor>(sigmaWeights_, sigma_->cells(), sigma_->boundary(), 1, flux);
  addStressFlux<Tensor>(gradientWeights_, gradU, boundaryGradU, settings_.nuM, flux);
  addStressDivergence(mesh, flux, UEqn);
  context_.workspace.give(flux);
}

/// What stands on the right-hand side of a mode's equation, given - sink sigma, of the gradient last computed.
void ViscoelasticStress::setSources(const Mode& mode, const Field& sigma) {
  const Label n = context_.mesh.nCells;
  const double nuM = settings_.nuM, rate = 1 / mode.lambda, coefficient = mode.coefficient, lambda = mode.lambda;
  const View s(sigma.cells());
  const View gradU(gradU_);
  const View given(given_);
  const View sink(sink_);
  kernel::parallelFor({"elastic stress: sources", 224}, n, [=](Label c) {
    given[c] = twoSymm(innerProduct(s[c], gradU[c])) - nuM * rate * twoSymm(gradU[c]);
    sink[c] = rate;
  });
  if (settings_.kind == Kind::giesekus)
    kernel::parallelFor({"elastic stress: Giesekus", 144}, n,
                        [=](Label c) { given[c] += (coefficient / nuM) * innerSquare(s[c]); });
  if (settings_.kind == Kind::ptt)
    kernel::parallelFor({"elastic stress: PTT", 64}, n,
                        [=](Label c) { sink[c] = rate * std::exp(-coefficient * lambda / nuM * trace(s[c])); });
}

void ViscoelasticStress::solve(std::size_t mode, bool finalIteration) {
  using namespace fv::fvm;
  auto& equation = *equations_[mode];
  auto& sigma = equation.psi();
  setSources(settings_.modes[mode], sigma);
  equation = ddt(sigma) + div(phi_, sigma, std::string("div(phi,sigma)")) + Sp(sink_, sigma) - Su(given_, sigma);
  equation.relax(finalIteration);
  equation.solve(finalIteration ? "sigmaFinal" : "sigma");
}

/// sigma = the sum of the modes, on the boundary too
void ViscoelasticStress::addUp() {
  const auto add = [&](auto part) {
    auto& sum = part(*sigma_);
    std::ranges::fill(sum, SymmTensor{});
    for (const auto& mode : modes_)
      kernel::parallelFor({"elastic stress: modes", 144}, static_cast<Label>(sum.size()),
                          [from = View(std::as_const(part(*mode))), to = View(sum)](Label i) { to[i] += from[i]; });
  };
  add([](Field& field) -> std::vector<SymmTensor>& { return field.cells(); });
  add([](Field& field) -> std::vector<SymmTensor>& { return field.boundary(); });
}

void ViscoelasticStress::correct(bool finalIteration) {
  const auto n = static_cast<std::size_t>(context_.mesh.nCells);
  gradient_->ownedCells(U_, gradU_);
  given_.resize(n);
  sink_.resize(n);
  for (std::size_t i = 0; i < equations_.size(); ++i) solve(i, finalIteration);
  if (!modes_.empty()) addUp();
}

// ---- what a case says -------------------------------------------------------------------------------------------
namespace {

/// A laminar model and the word of the coefficient of its own.
struct LaminarModel {
  std::optional<ViscoelasticStress::Kind> kind;  ///< none: Stokes
  const char* coefficient = nullptr;
};

const WordTable<LaminarModel>& laminarModels() {
  using Kind = ViscoelasticStress::Kind;
  static const WordTable<LaminarModel> models{
      {"Stokes", "the viscosity of transportProperties and nothing more", {}},
      {"Maxwell", "viscoelastic, upper-convected Maxwell; with the fluid's nu Oldroyd-B; field sigma", {Kind::maxwell}},
      {"Giesekus", "viscoelastic, Giesekus (1982), of openfoam.org; field sigma", {Kind::giesekus, "alphaG"}},
      {"PTT", "viscoelastic, Phan-Thien and Tanner (1977), exponential, of openfoam.org; field sigma", {Kind::ptt, "epsilon"}}};
  return models;
}

ViscoelasticStress::Mode readMode(const config::Dictionary& dict, const char* coefficient) {
  ViscoelasticStress::Mode mode{dict.get<double>("lambda")};
  if (!(mode.lambda > 0)) throw Error(dict.at("lambda").place, "lambda, the relaxation time, must be above 0");
  if (coefficient) mode.coefficient = dict.get<double>(coefficient);
  return mode;
}

/// modes ( { lambda ..; } { lambda ..; } ); one mode if there is no such list.
std::vector<ViscoelasticStress::Mode> readModes(const config::Dictionary& dict, const char* coefficient) {
  if (!dict.has("modes")) return {readMode(dict, coefficient)};
  if (dict.has("lambda"))
    throw Error(dict.at("lambda").place, "both lambda and modes are given; each of the modes has its lambda");
  std::vector<ViscoelasticStress::Mode> modes;
  auto reader = dict.at("modes").reader();
  reader.expect('(');
  while (!reader.accept(')')) modes.push_back(readMode(reader.dict(dict.name() + ".modes"), coefficient));
  reader.expectEnd();
  if (modes.empty()) throw Error(dict.at("modes").place, "modes has no mode");
  return modes;
}

}  // namespace

std::vector<Word> laminarModelWords() { return laminarModels().words(); }

std::optional<ViscoelasticStress::Settings> viscoelasticSettings(const config::Dictionary* properties) {
  if (!properties || properties->getOr("simulationType", "laminar") != "laminar") return std::nullopt;
  const auto* laminar = properties->findDict("laminar");
  if (!laminar || !laminar->has("laminarModel")) return std::nullopt;
  const auto& row = config::chosen(laminarModels(), *laminar, "laminarModel");
  if (!row.make.kind) return std::nullopt;
  const auto* own = laminar->findDict(row.word + "Coeffs");
  if (!own) own = laminar->findDict(row.word);  // openfoam.org's way
  const config::Dictionary& dict = own ? *own : *laminar;
  ViscoelasticStress::Settings settings{*row.make.kind, dict.get<double>("nuM"), readModes(dict, row.make.coefficient)};
  if (!(settings.nuM > 0)) throw Error(dict.at("nuM").place, "nuM, the viscosity of the elastic stress, must be above 0");
  return settings;
}

void requireStokes(const config::Dictionary* properties) {
  if (!viscoelasticSettings(properties)) return;
  const auto& entry = properties->findDict("laminar")->at("laminarModel");
  throw Error(entry.place,
              fmt::format("laminarModel {} is for one fluid, of pimpleFoam and pisoFoam; with two there is Stokes alone",
                          entry.reader().word()));
}

bool checkViscoelastic(const config::Dictionary* properties, fv::Context& context, bool outerCorrectors,
                       const std::function<void(const std::string&, const Dimensions&)>& expect, Problems& problems) {
  std::optional<ViscoelasticStress::Settings> settings;
  problems.guard([&] { settings = viscoelasticSettings(properties); });
  if (!settings) return false;
  expect("sigma", dimKinematicPressure);
  const auto check = [&](const char* group, const std::string& name) {
    fv::checkScheme<SymmTensor>(context, group, name, problems);
  };
  if (settings->modes.size() == 1) check("ddtSchemes", "ddt(sigma)");
  for (std::size_t i = 0; settings->modes.size() > 1 && i < settings->modes.size(); ++i)
    check("ddtSchemes", fmt::format("ddt(sigma{})", i));
  check("divSchemes", "div(phi,sigma)");
  for (const char* name : {"div(sigma)", "div((nuM*grad(U)))"}) fv::FaceWeights::check(context, "divSchemes", name, problems);
  problems.guard([&] {
    const std::string name = outerCorrectors ? "sigmaFinal" : "sigma";
    linear::checkSolver(name, false, context.fvSolution.subDict("solvers").subDict(name), problems);
  });
  return true;
}

}  // namespace eagre::physics
