// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/turbulence_model.hpp"

#include <fmt/format.h>

#include "config/word_choice.hpp"
#include "fv/schemes/schemes.hpp"
#include "linear/solver.hpp"
#include "physics/turbulence/k_epsilon.hpp"
#include "physics/turbulence/k_omega.hpp"
#include "physics/turbulence/k_omega_sst.hpp"
#include "physics/turbulence/k_omega_sst_des.hpp"
#include "physics/turbulence/k_omega_sst_lm.hpp"
#include "physics/turbulence/k_omega_sst_sas.hpp"
#include "physics/turbulence/launder_sharma.hpp"
#include "physics/turbulence/les_dynamic_lagrangian.hpp"
#include "physics/turbulence/les_k_equation.hpp"
#include "physics/turbulence/realizable_k_epsilon.hpp"
#include "physics/turbulence/rng_k_epsilon.hpp"
#include "physics/turbulence/spalart_allmaras.hpp"
#include "physics/turbulence/spalart_allmaras_des.hpp"
#include "physics/words.hpp"

namespace eagre::physics {

// Models without a header, each in the file of its name.
ModelMaker lamBremhorst();
ModelMaker lienLeschziner();
ModelMaker shihQuadratic();
ModelMaker lienCubic();
ModelMaker qZeta();
ModelMaker v2f();
ModelMaker kEpsilonPhitF();
ModelMaker kklOmega();

namespace {

using ModelTable = WordTable<ModelMaker>;
template <class M>
ModelMaker model() {
  return ModelMaker::of<M>();
}

const ModelTable& rasModels() {
  static const ModelTable table{
      {"kEpsilon", "standard k-epsilon (Launder and Spalding 1974)", model<KEpsilon>()},
      {"RNGkEpsilon", "k-epsilon by renormalisation group (Yakhot et al. 1992)", model<RNGkEpsilon>()},
      {"realizableKE", "realizable k-epsilon (Shih et al. 1995)", model<RealizableKEpsilon>()},
      {"LaunderSharmaKE", "k-epsilon of low Reynolds numbers (Launder and Sharma 1974)", model<LaunderSharma>()},
      {"LamBremhorstKE", "k-epsilon of low Reynolds numbers (Lam and Bremhorst 1981)", lamBremhorst()},
      {"LienLeschziner", "k-epsilon of low Reynolds numbers (Lien and Leschziner 1993)", lienLeschziner()},
      {"ShihQuadraticKE", "k-epsilon with a stress that is quadratic in grad U (Shih et al. 1993)", shihQuadratic()},
      {"LienCubicKE", "k-epsilon with a stress that is cubic in grad U, down to walls (Lien et al. 1996)", lienCubic()},
      {"qZeta", "q = sqrt(k) and zeta = epsilon/(2 q) (Gibson and Dafa'Alla 1995)", qZeta()},
      {"v2f", "k-epsilon with v2 and elliptic relaxation (Lien and Kalitzin 2001)", v2f()},
      {"kEpsilonPhitF", "k-epsilon with v2/k and elliptic relaxation (Laurence et al. 2005)", kEpsilonPhitF()},
      {"kOmega", "k-omega (Wilcox 1998)", model<KOmega>()},
      {"kOmegaSST", "k-omega SST (Menter and Esch 2001), with F3 and decayControl", model<KOmegaSST>()},
      {"kOmegaSSTLM", "SST with transition of boundary layers (Langtry and Menter 2009)", model<KOmegaSSTLM>()},
      {"kOmegaSSTSAS", "scale-adaptive simulation by SST (Egorov and Menter 2008)", model<KOmegaSSTSas>()},
      {"kkLOmega", "k-kl-omega with transition (Walters and Cokljat 2008)", kklOmega()},
      {"SpalartAllmaras", "one equation for nuTilda (Spalart and Allmaras 1994)", model<SpalartAllmaras>()}};
  return table;
}

const ModelTable& lesModels() {
  static const ModelTable table{
      {"Smagorinsky", "algebraic subgrid viscosity (Smagorinsky 1963)", model<Smagorinsky>()},
      {"WALE", "wall-adapting local eddy viscosity (Nicoud and Ducros 1999)", model<Wale>()},
      {"kEqn", "one equation for the subgrid k (Yoshizawa and Horiuti 1985)", model<KEquation>()},
      {"dynamicKEqn", "kEqn with coefficients from the resolved scales (Kim and Menon 1995)", model<DynamicKEquation>()},
      {"dynamicLagrangian", "coefficient averaged along paths of fluid (Meneveau et al. 1996)", model<DynamicLagrangian>()},
      {"SpalartAllmarasDES", "detached eddies by Spalart-Allmaras", model<SpalartAllmarasDes>()},
      {"SpalartAllmarasDDES", "delayed detached eddies by Spalart-Allmaras", model<SpalartAllmarasDdes>()},
      {"SpalartAllmarasIDDES", "improved delayed detached eddies by Spalart-Allmaras", model<SpalartAllmarasIddes>()},
      {"kOmegaSSTDES", "detached eddies by k-omega SST (Strelets 2001)", model<KOmegaSSTDes>()},
      {"kOmegaSSTDDES", "delayed detached eddies by k-omega SST (Gritskevich et al. 2012)", model<KOmegaSSTDdes>()},
      {"kOmegaSSTIDDES", "improved delayed detached eddies by k-omega SST (Gritskevich et al. 2012)", model<KOmegaSSTIddes>()}};
  return table;
}

/// The row and the dictionary of the model; null for laminar flow.
struct Choice {
  const ModelTable::Row* model = nullptr;
  const config::Dictionary* dict = nullptr;
  std::string type = "laminar";
};

Choice choose(const config::Dictionary* properties) {
  if (!properties) return {};
  static const std::vector<std::string> types{"laminar", "RAS", "LES"};
  const std::string type = properties->getChoice("simulationType", types);
  if (type == "laminar") return {};
  const auto& dict = properties->subDict(type);
  dict.get<bool>("turbulence");
  return {&config::chosen(type == "RAS" ? rasModels() : lesModels(), dict, type + "Model"), &dict, type};
}

WallDistance readWallDistance(const config::Dictionary& fvSchemes) {
  static const std::vector<std::string> keywords{"method", "correctWalls", "nRequired", "updateInterval"}, methods{"meshWave"};
  const auto& dict = fvSchemes.subDict("wallDist");
  dict.checkKeywords(keywords);
  dict.getChoice("method", methods);
  return dict.getOr("correctWalls", true) ? WallDistance::corrected : WallDistance::uncorrected;
}

}  // namespace

bool hasVariableDensity(const config::Dictionary& properties) {
  static const std::vector<std::string> words{"uniform", "variable"};
  return properties.has("density") && properties.getChoice("density", words) == "variable";
}

std::vector<Word> rasModelWords() { return rasModels().words(); }
std::vector<Word> lesModelWords() { return lesModels().words(); }

WallDistance wallDistanceNeeded(const config::Dictionary* properties, const config::Dictionary& fvSchemes) {
  const Choice choice = choose(properties);
  return choice.model && choice.model->make.needs(*choice.dict).wallDistance ? readWallDistance(fvSchemes) : WallDistance::none;
}

bool selectsTurbulenceModel(const config::Dictionary* properties, Log& log) {
  const Choice choice = choose(properties);
  log.line("Selecting turbulence model type " + choice.type);
  if (choice.model) log.line(fmt::format("Selecting {} turbulence model {}", choice.type, choice.model->word));
  return choice.model != nullptr;
}

std::unique_ptr<TurbulenceModel> makeTurbulenceModel(const config::Dictionary& properties, const Flow& flow,
                                                     const ReadScalar& read) {
  const Choice choice = choose(&properties);
  Flow own = flow;
  if (!hasVariableDensity(properties)) own.rho = nullptr, own.rhoPhi = nullptr;
  return choice.model->make.make(*choice.dict, own, read);
}

namespace {
std::string timeScheme(bool withDensity, const std::string& field) {
  return fmt::format("ddt({}{})", withDensity ? "rho," : "", field);
}
}  // namespace

std::vector<std::string> timeSchemesOfTurbulence(const config::Dictionary* properties) {
  std::vector<std::string> names;
  const Choice choice = choose(properties);
  if (!choice.model) return names;
  for (const auto& equation : choice.model->make.needs(*choice.dict).equations)
    names.push_back(timeScheme(hasVariableDensity(*properties), equation.field));
  return names;
}

namespace {

/// Fields, schemes and solvers of the equations.
void checkEquations(const ModelNeeds& needs, bool withDensity, fv::Context& context, bool outerCorrectors,
                    const ExpectScalar& expect, Problems& problems) {
  const auto checkSolver = [&](const std::string& field, bool symmetric) {
    problems.guard([&] {
      const auto& solvers = context.fvSolution.subDict("solvers");
      const std::string name = outerCorrectors ? field + "Final" : field;
      linear::checkSolver(name, symmetric, solvers.subDict(name), problems);
    });
  };
  for (const auto& field : needs.read) expect(field.field, field.dimensions);
  for (const auto& [field, dimensions, diffusivity, isRead] : needs.equations) {
    if (isRead) expect(field, dimensions);
    const std::string div = withDensity ? "div(rhoPhi,{})" : "div(phi,{})",
                      laplacian = withDensity ? "laplacian((rho*{}),{})" : "laplacian({},{})";
    fv::checkScheme<double>(context, "ddtSchemes", timeScheme(withDensity, field), problems);
    fv::checkScheme<double>(context, "divSchemes", fmt::format(fmt::runtime(div), field), problems);
    if (!diffusivity.empty())
      fv::checkScheme<double>(context, "laplacianSchemes", fmt::format(fmt::runtime(laplacian), diffusivity, field), problems);
    checkSolver(field, false);
  }
  for (const auto& name : needs.laplacians) fv::checkScheme<double>(context, "laplacianSchemes", name, problems);
  for (const auto& equation : needs.elliptic) {
    expect(equation.field, equation.dimensions);
    fv::checkScheme<double>(context, "laplacianSchemes", fmt::format("laplacian({})", equation.field), problems);
    checkSolver(equation.field, true);
  }
}

}  // namespace

bool checkTurbulenceModel(const config::Dictionary* properties, fv::Context& context, SolverKind solver,
                          const ExpectScalar& expect, Problems& problems) {
  Choice choice;
  ModelNeeds needs;
  bool withDensity = false;
  const bool chosen = problems.guard([&] {
    choice = choose(properties);
    if (choice.model) withDensity = hasVariableDensity(*properties);
    if (choice.model) needs = choice.model->make.needs(*choice.dict);
  });
  if (!chosen || !choice.model) return false;
  if (choice.type == "LES") checkLesDelta(*choice.dict, problems);
  if (needs.wallDistance) problems.guard([&] { readWallDistance(context.fvSchemes); });
  for (const auto& name : needs.gradients) fv::checkScheme<double>(context, "gradSchemes", name, problems);
  fv::checkScheme<Vec3>(context, "gradSchemes", "grad(U)", problems);
  expect("nut", dimViscosity);
  if (!needs.stress.empty())
    fv::FaceWeights::check(context, "divSchemes",
                           fmt::format(fmt::runtime(solver.twoFluids ? "div((rho*{}))" : "div({})"), needs.stress), problems);
  checkEquations(needs, withDensity, context, solver.outerCorrectors, expect, problems);
  return true;
}

}  // namespace eagre::physics
