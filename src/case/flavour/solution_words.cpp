// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "case/flavour/words.hpp"
#include "core/one_of.hpp"

namespace eagre::flavour {
namespace {

using config::Dictionary;
using config::Entry;

/// Fields that have an equation of their own.
const std::vector<std::string>& equations() {
  static const std::vector<std::string> names{"U", "k", "epsilon", "omega", "nuTilda"};
  return names;
}

/// Copies an entry to another name, if that is missing and the entry is there.
bool supply(Dictionary& dict, const std::string& name, const std::string& from) {
  const auto* there = dict.find(from);
  if (!there || dict.find(name)) return false;
  dict.set(renamed(*there, name));
  return true;
}

/// 2.x and foam-extend: the last solve had no settings of its own, or needed none. openfoam.org solves the first flux correction
/// by `pcorr` alone, to this day.
void supplyFinal(Dictionary& solvers, Case& of) {
  std::vector<std::string> names{"pcorr"};
  if (of.flavour.olderThanOrg(3)) {
    names.insert(names.end(), {"p", "p_rgh", "cellDisplacement", "cellMotionU"});
    names.insert(names.end(), equations().begin(), equations().end());
  }
  for (const auto& name : names)
    if (supply(solvers, name + "Final", name))
      of.note(fmt::format("solvers of system/fvSolution: {0}Final is missing and taken as {0}", name));
}

/// The dictionary of the phase equation's controls; pre-2.3: alpha1, or none.
Dictionary& phaseControls(Dictionary& solvers, const std::string& phase1, Case& of) {
  const std::string name = "alpha." + phase1;
  for (const char* suffix : {"", "Final"})
    if (supply(solvers, name + suffix, std::string("alpha1") + suffix)) {
      of.note(fmt::format("alpha1{} of solvers in system/fvSolution is read as {}{}", suffix, name, suffix));
      // The limiter's controls are read in the first of them.
      if (auto* final = solvers.find(name + "Final"); final && final->isDict()) final->dict->remove("MULES");
    }
  // Nobody looks there any more.
  for (const char* old : {"alpha1", "alpha1Final"})
    if (const auto* entry = solvers.find(old); entry && entry->keyword.starts_with("alpha1"))
      solvers.remove(std::string(entry->keyword));
  if (const auto* entry = solvers.find(name); entry && entry->isDict()) return *entry->dict;
  return solvers.setDict(name);
}

/// A control that stood in PIMPLE before 2.3, or has another name from OpenFOAM 13 on.
void alphaControl(const std::string& name, const std::string& other, const Dictionary* pimple, Dictionary& alpha, Case& of) {
  if (alpha.find(name)) return;
  if (of.flavour.orgSince(11) && supply(alpha, name, other))
    of.note(fmt::format("{} of {} is read as {}", other, alpha.name(), name));
  else if (pimple && pimple->find(name))
    alpha.set(renamed(*pimple->find(name), name));
  else if (of.flavour.orgSince(11) && name == "nAlphaCorr")
    alpha.set(name, "1");
}

void alphaControls(const Dictionary& solution, Dictionary& alpha, Case& of) {
  const auto* const piso = solution.findDict("PISO");
  const auto* const pimple = solution.find("PIMPLE") ? solution.findDict("PIMPLE") : piso;
  alphaControl("nAlphaCorr", "nCorrectors", pimple, alpha, of);
  alphaControl("nAlphaSubCycles", "nSubCycles", pimple, alpha, of);
  for (const char* name : {"cAlpha", "icAlpha", "MULESCorr", "nLimiterIter"})
    if (!alpha.find(name) && pimple && pimple->find(name)) alpha.set(renamed(*pimple->find(name), name));
  // foam-extend reads cAlpha in PISO, whatever else stands in PIMPLE
  if (of.flavour.fork == Fork::extend && piso && piso->find("cAlpha")) alpha.set(renamed(*piso->find("cAlpha"), "cAlpha"));
  for (const auto* dict : {pimple, of.flavour.fork == Fork::extend && piso != pimple ? piso : nullptr})
    if (dict && dict->find("cAlpha"))
      of.note(fmt::format("controls of the phase equation in {} are read in {}", dict->name(), alpha.name()));
}

/// Controls of the phase equation that stand in PIMPLE or PISO.
bool hasAlphaControls(const Dictionary& solution, const char* algorithm) {
  const auto* dict = solution.findDict(algorithm);
  return dict && (dict->find("nAlphaCorr") || dict->find("cAlpha"));
}

/// The limiter of OpenFOAM 13 (openfoam.org), whose lambda grows from zero; without `MULES` its controls stand beside the others.
void mules(Dictionary& alpha, Case& of) {
  if (!of.flavour.orgSince(13)) return;
  if (!alpha.find("MULES")) {
    Dictionary& limiter = alpha.setDict("MULES");
    for (const auto& [from, to] :
         {std::pair{"nLimiterIter", "nIter"}, std::pair{"MULEStolerance", "tolerance"}, std::pair{"extremaCoeff", "extremaCoeff"},
          std::pair{"smoothLimiter", "smoothLimiter"}, std::pair{"globalBounds", "globalBounds"}})
      if (const auto* value = alpha.find(from)) limiter.set(renamed(*value, to));
    of.note(fmt::format("{} has no MULES; its limiter is that of {}, lambda grows from zero", alpha.name(), of.flavour.name()));
  } else if (Dictionary* const limiter = alpha.find("MULES")->dict.get()) {
    if (supply(*limiter, "smoothLimiter", "smoothingCoeff"))
      of.note(fmt::format("smoothingCoeff of {} is read as smoothLimiter", limiter->name()));
  }
}

/// foam-extend finds the cell of the pressure's level by words of pd, and its value by pRefValue of p, as v1912.
void pressureReference(Dictionary& result, Case& of) {
  if (of.flavour.fork != Fork::extend || !result.findDict("PIMPLE")) return;
  Dictionary& pimple = result.setDict("PIMPLE");
  for (const char* word : {"RefCell", "RefPoint"}) {
    const auto* const written = pimple.find(std::string("pd") + word);
    if (!written) continue;
    pimple.set(renamed(*written, std::string("p") + word));
    of.note(fmt::format("pd{0} of system/fvSolution is read as p{0}; pdRefValue is not read, as p has pRefValue there", word));
  }
}

void twoPhase(const Dictionary& written, Dictionary& result, Case& of) {
  Dictionary& solvers = result.setDict("solvers");
  for (const char* suffix : {"", "Final"})
    if (of.flavour.fork == Fork::extend && supply(solvers, std::string("p_rgh") + suffix, std::string("pd") + suffix))
      of.note(fmt::format("pd{0} of solvers in system/fvSolution is read as p_rgh{0}", suffix));
  if (of.flavour.olderThanOrg(3) && !written.find("PIMPLE") && supply(result, "PIMPLE", "PISO"))
    of.note("PISO of system/fvSolution is read as PIMPLE");
  pressureReference(result, of);
  const std::string phase1 = of.phase1();
  if (phase1.empty()) return;
  if (!hasAlphaControls(written, "PIMPLE") && !hasAlphaControls(written, "PISO") && !solvers.find("alpha." + phase1) &&
      !solvers.find("alpha1"))
    return;  // the solver asks for it, and says so
  Dictionary& alpha = phaseControls(solvers, phase1, of);
  alphaControls(written, alpha, of);
  mules(alpha, of);
  if (const auto compression = alphaCompression(of)) {
    alpha.set("cAlpha", compression->cAlpha);
    alpha.set("boundFaceValues", compression->bounded ? "yes" : "no");
    if (!compression->geometric.empty()) alpha.set("geometricFaceValues", compression->geometric);
  }
}

/// In which outer corrections turbulence or the elastic stress is solved for.
void transportControl(Dictionary& result, Case& of) {
  if (!of.flavour.orgSince(11) || !result.findDict("PIMPLE")) return;
  if (supply(result.setDict("PIMPLE"), "turbOnFinalIterOnly", "transportCorrectionFinal"))
    of.note("transportCorrectionFinal of PIMPLE is read as turbOnFinalIterOnly");
}

/// SIMPLEC is new in OpenFOAM 3.0.
void consistentControl(Dictionary& result, Case& of) {
  if (!of.flavour.olderThanOrg(3) || !result.findDict("PIMPLE")) return;
  Dictionary& pimple = result.setDict("PIMPLE");
  if (!pimple.remove("consistent")) return;
  of.warn(fmt::format("{}: consistent is not read ({} does not know it); --flavour of 3.0 or later makes it SIMPLEC",
                      pimple.name(), of.flavour.name()));
}

/// What ends the outer corrections: residualControl of v1912, which in openfoam.org from version 6 on ends the run, and
/// outerCorrectorResidualControl there.
void outerResiduals(Dictionary& result, Case& of) {
  if (!result.findDict("PIMPLE")) return;
  Dictionary& pimple = result.setDict("PIMPLE");
  const auto *run = pimple.find("residualControl"), *outer = pimple.find("outerCorrectorResidualControl");
  if (of.flavour.orgSince(6)) {
    if (run && run->isDict() && !run->dict->entries().empty()) {
      of.warn(
          fmt::format("{}: residualControl ends the run of {} when the flow is steady, Eagre's at endTime; "
                      "outerCorrectorResidualControl ends outer corrections",
                      pimple.name(), of.flavour.name()));
      pimple.remove("residualControl");
    }
  } else if (outer) {
    of.warn(
        fmt::format("{}: outerCorrectorResidualControl is not read ({} does not know it); residualControl ends outer "
                    "corrections",
                    pimple.name(), of.flavour.name()));
    pimple.remove("outerCorrectorResidualControl");
  }
}

/// `p PCG { .. }` of cases from before OpenFOAM 1.7 as `p { solver PCG; .. }`.
void solversInFront(Dictionary& solvers, Case& of) {
  for (const Entry& field : std::vector<Entry>(solvers.entries())) {
    if (field.isDict() || field.tokens.size() < 3 || !field.tokens[1].is('{')) continue;
    config::TokenReader reader = field.reader();
    const std::string solver = reader.word();
    Entry entry = field;
    entry.tokens.clear();
    entry.dict = std::make_shared<Dictionary>(reader.dict(solvers.name() + "." + field.keyword));
    reader.expectEnd();
    entry.dict->set(entryOf("solver", solver, field.place));
    solvers.set(std::move(entry));
    of.note(fmt::format("{0} {1} {{ .. }} of solvers in system/fvSolution is read as {0} {{ solver {1}; .. }}", field.keyword,
                        solver));
  }
}

/// Solvers of foam-extend under the names that v1912 has for them.
void nameLinearSolvers(Dictionary& solvers, Case& of) {
  static const std::map<std::string, std::string> names{{"BiCGStab", "PBiCGStab"}, {"BiCG", "PBiCG"}, {"CG", "PCG"}};
  for (const Entry& field : std::vector<Entry>(solvers.entries())) {
    const auto* entry = field.isDict() ? field.dict->findExact("solver") : nullptr;
    if (!entry || entry->tokens.empty()) continue;
    const std::string written = entry->tokens.front().text;
    const auto own = names.find(written);
    if (own == names.end()) continue;
    field.dict->set(entryOf("solver", own->second, entry->place));
    of.note(fmt::format("linear solver {} of system/fvSolution is read as {}", written, own->second));
  }
}

/// Solvers of the library petsc4Foam by ones that meet the same tolerance: pressures have symmetric matrices.
void replacePetsc(Dictionary& solvers, Case& of) {
  for (const Entry& field : std::vector<Entry>(solvers.entries())) {
    const auto* entry = field.isDict() ? field.dict->findExact("solver") : nullptr;
    if (!entry || entry->tokens.empty() || entry->tokens.front().text != "petsc") continue;
    const bool symmetric = field.keyword.starts_with("p") || field.keyword.starts_with("(p");
    const Place place = entry->place;
    field.dict->set(entryOf("solver", symmetric ? "PCG" : "PBiCGStab", place));
    field.dict->set(entryOf("preconditioner", symmetric ? "multigrid" : "DILU", place));
    field.dict->remove("petsc");
    of.note(fmt::format("linear solver petsc (petsc4Foam) of {} in system/fvSolution is read as {}, with its tolerances",
                        field.keyword, symmetric ? "PCG with multigrid" : "PBiCGStab with DILU"));
  }
}

/// incompressibleFluid (openfoam.org 11 and later) reads the controls of PIMPLE where the flow is steady, too, before those of
/// SIMPLE. One outer corrector is one of SIMPLE's iterations.
void steadyControls(Dictionary& solution, Case& of) {
  const Entry* pimple = solution.find("PIMPLE");
  if (of.application != "simpleFoam" || !pimple || !pimple->isDict()) return;
  if (solution.find("SIMPLE") && !of.flavour.orgSince(11)) return;
  const Place place = pimple->place;
  if (const int outer = pimple->dict->getOr<int>("nOuterCorrectors", 1); outer > 1)
    throw Error(place, fmt::format("incompressibleFluid: steady flow with nOuterCorrectors {} is not supported: 1 is", outer),
                ExitCode::badCase);
  if (const int inner = pimple->dict->getOr<int>("nCorrectors", 1); inner > 1)
    throw Error(place, fmt::format("incompressibleFluid: steady flow with nCorrectors {} is not supported: 1 is", inner),
                ExitCode::badCase);
  const Dictionary controls = *pimple->dict;
  solution.remove("PIMPLE");
  solution.setDict("SIMPLE") = controls;
  of.note("PIMPLE of system/fvSolution is read as SIMPLE: ddtSchemes are steadyState");
}

/// PISO, PIMPLE or SIMPLE, if it is missing. Misspelt, whatever asks for it says so.
void supplyAlgorithm(Dictionary& solution, Case& of) {
  const char* const algorithm = of.steady()                                                               ? "SIMPLE"
                                : isOneOf(of.application, {"icoFoam", "nonNewtonianIcoFoam", "pisoFoam"}) ? "PISO"
                                                                                                          : "PIMPLE";
  if (solution.find(algorithm)) return;
  std::vector<std::string> keywords;
  for (const Entry& entry : solution.entries()) keywords.push_back(entry.keyword);
  if (!isOneOf(nearestWord(algorithm, keywords), {"", "PISO", "PIMPLE", "SIMPLE"})) return;
  solution.setDict(algorithm);
  of.warn(fmt::format("system/fvSolution: {} is missing: the defaults of its entries count, as in OpenFOAM", algorithm));
}

}  // namespace

Dictionary fvSolution(const Dictionary& written, Case& of) {
  Dictionary result = written;
  const auto* solvers = written.find("solvers");
  if (!solvers || !solvers->isDict() || of.application.empty()) return result;
  solversInFront(result.setDict("solvers"), of);
  if (of.flavour.fork == Fork::extend) nameLinearSolvers(result.setDict("solvers"), of);
  replacePetsc(result.setDict("solvers"), of);
  if (of.twoPhase()) twoPhase(written, result, of);
  steadyControls(result, of);
  outerResiduals(result, of);
  consistentControl(result, of);
  transportControl(result, of);
  if (of.flavour.fork != Fork::com && !of.steady()) supplyFinal(result.setDict("solvers"), of);
  supplyAlgorithm(result, of);
  return result;
}

}  // namespace eagre::flavour
