// SPDX-License-Identifier: BSD-3-Clause
#include "physics/turbulence/turbulence_model.hpp"

#include <fmt/format.h>

#include "fv/schemes.hpp"
#include "linear/solver.hpp"
#include "physics/turbulence/k_epsilon.hpp"
#include "physics/turbulence/k_omega.hpp"
#include "physics/turbulence/k_omega_sst.hpp"
#include "physics/turbulence/k_omega_sst_des.hpp"
#include "physics/turbulence/les_k_equation.hpp"
#include "physics/turbulence/realizable_k_epsilon.hpp"
#include "physics/turbulence/rng_k_epsilon.hpp"
#include "physics/turbulence/spalart_allmaras.hpp"
#include "physics/turbulence/spalart_allmaras_des.hpp"

namespace eagre::physics {
namespace {

/// One line a model: its name, what a case must have, its maker.
struct Entry {
  std::string name;
  ModelNeeds (*needs)(const config::Dictionary&);
  std::unique_ptr<TurbulenceModel> (*make)(const config::Dictionary&, const Flow&, const ReadScalar&);
};

template <class Model>
Entry entry(const std::string& name) {
  return {name, &Model::needs,
          [](const config::Dictionary& dict, const Flow& flow, const ReadScalar& read) -> std::unique_ptr<TurbulenceModel> {
            return std::make_unique<Model>(dict, flow, read);
          }};
}

const std::vector<Entry>& rasModels() {
  static const std::vector<Entry> entries{
      entry<KEpsilon>("kEpsilon"), entry<RNGkEpsilon>("RNGkEpsilon"), entry<RealizableKEpsilon>("realizableKE"),
      entry<KOmega>("kOmega"),     entry<KOmegaSST>("kOmegaSST"),     entry<SpalartAllmaras>("SpalartAllmaras")};
  return entries;
}

const std::vector<Entry>& lesModels() {
  static const std::vector<Entry> entries{entry<Smagorinsky>("Smagorinsky"),
                                          entry<Wale>("WALE"),
                                          entry<KEquation>("kEqn"),
                                          entry<DynamicKEquation>("dynamicKEqn"),
                                          entry<SpalartAllmarasDes>("SpalartAllmarasDES"),
                                          entry<SpalartAllmarasDdes>("SpalartAllmarasDDES"),
                                          entry<SpalartAllmarasIddes>("SpalartAllmarasIDDES"),
                                          entry<KOmegaSSTDes>("kOmegaSSTDES")};
  return entries;
}

/// The entry and the dictionary of the model; null for laminar flow.
struct Choice {
  const Entry* entry = nullptr;
  const config::Dictionary* dict = nullptr;
  std::string type = "laminar";
};

void requireStokes(const config::Dictionary& properties) {
  const auto* laminar = properties.findDict("laminar");
  if (!laminar) return;
  if (const auto model = laminar->getOr("laminarModel", "Stokes"); model != "Stokes")
    throw Error(laminar->at("laminarModel").place, fmt::format("laminarModel '{}' is not supported; Stokes is", model));
}

Choice choose(const config::Dictionary* properties) {
  if (!properties) return {};
  static const std::vector<std::string> types{"laminar", "RAS", "LES"};
  const std::string type = properties->getChoice("simulationType", types);
  if (type == "laminar") {
    requireStokes(*properties);
    return {};
  }
  const auto& dict = properties->subDict(type);
  dict.get<bool>("turbulence");
  const auto& models = type == "RAS" ? rasModels() : lesModels();
  std::vector<std::string> names;
  for (const auto& e : models) names.push_back(e.name);
  const std::string name = dict.getChoice(type + "Model", names);
  for (const auto& e : models)
    if (e.name == name) return {&e, &dict, type};
  return {};
}

/// `density` of OpenFOAM v2012 and later: whether the model's equations have the density of the mixture in them.
bool hasVariableDensity(const config::Dictionary& properties) {
  static const std::vector<std::string> words{"uniform", "variable"};
  return properties.has("density") && properties.getChoice("density", words) == "variable";
}

WallDistance readWallDistance(const config::Dictionary& fvSchemes) {
  static const std::vector<std::string> keywords{"method", "correctWalls", "nRequired", "updateInterval"}, methods{"meshWave"};
  const auto& dict = fvSchemes.subDict("wallDist");
  dict.checkKeywords(keywords);
  dict.getChoice("method", methods);
  return dict.getOr("correctWalls", true) ? WallDistance::corrected : WallDistance::uncorrected;
}

}  // namespace

WallDistance wallDistanceNeeded(const config::Dictionary* properties, const config::Dictionary& fvSchemes) {
  const Choice choice = choose(properties);
  return choice.entry && choice.entry->needs(*choice.dict).wallDistance ? readWallDistance(fvSchemes) : WallDistance::none;
}

bool selectsTurbulenceModel(const config::Dictionary* properties, Log& log) {
  const Choice choice = choose(properties);
  log.line("Selecting turbulence model type " + choice.type);
  if (choice.entry) log.line(fmt::format("Selecting {} turbulence model {}", choice.type, choice.entry->name));
  return choice.entry != nullptr;
}

std::unique_ptr<TurbulenceModel> makeTurbulenceModel(const config::Dictionary& properties, const Flow& flow,
                                                     const ReadScalar& read) {
  const Choice choice = choose(&properties);
  Flow own = flow;
  if (!hasVariableDensity(properties)) own.rho = nullptr, own.rhoPhi = nullptr;
  return choice.entry->make(*choice.dict, own, read);
}

bool checkTurbulenceModel(const config::Dictionary* properties, fv::Context& context, bool outerCorrectors,
                          const ExpectScalar& expect, Problems& problems) {
  Choice choice;
  ModelNeeds needs;
  bool withDensity = false;
  const bool chosen = problems.guard([&] {
    choice = choose(properties);
    if (choice.entry) withDensity = hasVariableDensity(*properties);
    if (choice.entry) needs = choice.entry->needs(*choice.dict);
  });
  if (!chosen || !choice.entry) return false;
  if (choice.type == "LES") checkLesDelta(*choice.dict, problems);
  if (needs.wallDistance) problems.guard([&] { readWallDistance(context.fvSchemes); });
  for (const auto& name : needs.gradients) fv::checkScheme<double>(context, "gradSchemes", name, problems);
  fv::checkScheme<Vec3>(context, "gradSchemes", "grad(U)", problems);
  expect("nut", dimViscosity);
  for (const auto& [field, dimensions, diffusivity] : needs.equations) {
    expect(field, dimensions);
    const std::string ddt = withDensity ? "ddt(rho,{})" : "ddt({})", div = withDensity ? "div(rhoPhi,{})" : "div(phi,{})",
                      laplacian = withDensity ? "laplacian((rho*{}),{})" : "laplacian({},{})";
    fv::checkScheme<double>(context, "ddtSchemes", fmt::format(fmt::runtime(ddt), field), problems);
    fv::checkScheme<double>(context, "divSchemes", fmt::format(fmt::runtime(div), field), problems);
    fv::checkScheme<double>(context, "laplacianSchemes", fmt::format(fmt::runtime(laplacian), diffusivity, field), problems);
    problems.guard([&, &field = field] {
      const auto& solvers = context.fvSolution.subDict("solvers");
      const std::string name = outerCorrectors ? field + "Final" : field;
      linear::checkSolver(name, false, solvers.subDict(name), problems);
    });
  }
  return true;
}

}  // namespace eagre::physics
