// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <regex>

#include "case/flavour/words.hpp"

namespace eagre::flavour {
namespace {

/// The module that Allrun gives to foamRun on its command line.
std::string moduleOfAllrun(const std::filesystem::path& directory) {
  std::error_code ec;
  if (!std::filesystem::is_regular_file(directory / "Allrun", ec)) return {};
  static const std::regex call(R"(foamRun[^\n]*\s-solver\s+(\w+))");
  const std::string text = config::readFileText(directory / "Allrun");
  std::smatch match;
  return std::regex_search(text, match, call) ? match[1].str() : std::string();
}

/// Whether the flow is steady: fvSolution has controls of SIMPLE alone, or those of PIMPLE are used for it by `ddtSchemes {
/// default steadyState; }`.
bool isSteady(const Case& of) {
  const config::Dictionary *solution = of.read("system/fvSolution"), *schemes = of.read("system/fvSchemes");
  if (!solution) return false;
  const config::Dictionary* pimple = solution->findDict("PIMPLE");
  if (!pimple) return solution->find("SIMPLE") != nullptr;
  const config::Dictionary* ddt = schemes ? schemes->findDict("ddtSchemes") : nullptr;
  return ddt && ddt->getOr<std::string>("default", "") == "steadyState";
}

/// Solvers under the names that v1912 has for them.
std::string inWordsOfV1912(const std::string& application, const Case& of) {
  if (application == "incompressibleVoF" || application == "interDyMFoam") return "interFoam";
  if (application == "incompressibleFluid") return isSteady(of) ? "simpleFoam" : "pimpleFoam";
  if (application == "pimpleDyMFoam") return "pimpleFoam";
  if (application == "interPhaseChangeDyMFoam") return "interPhaseChangeFoam";
  return application;
}

/// interFoam of foam-extend does not limit the time step by the interface's Courant number.
void supplyMaxAlphaCo(config::Dictionary& controls, Case& of) {
  if (of.flavour.fork != Fork::extend || !of.twoPhase() || controls.find("maxAlphaCo")) return;
  controls.set("maxAlphaCo", "1e15");
  of.note("maxAlphaCo is not a word of foam-extend: the interface's Courant number does not limit the time step");
}

void setApplication(config::Dictionary& result, const config::Dictionary& written, Case& of) {
  if (!of.application.empty()) {  // the user's, instead of the case's
    result.set("application", of.application = inWordsOfV1912(of.application, of));
    return;
  }
  const auto word = [&](const char* keyword) {
    const auto* entry = written.find(keyword);
    return entry ? entry->reader().word() : std::string();
  };
  std::string application = word("application"), source = fmt::format("application {}", application);
  if (application.empty() || application == "foamRun") {
    if (const std::string module = word("solver"); !module.empty()) {
      application = module;
      source = fmt::format("solver {}", module);
    } else if (application == "foamRun") {
      const std::string ofAllrun = moduleOfAllrun(of.directory);
      if (ofAllrun.empty())
        throw Error(
            written.at("application").place,
            "application foamRun: which solver? Add `solver incompressibleVoF;` or `solver incompressibleFluid;`, or run with "
            "--application");
      application = ofAllrun;
      source = fmt::format("foamRun -solver {} of Allrun", ofAllrun);
    }
  }
  if (application.empty()) return;
  of.application = inWordsOfV1912(application, of);
  if (of.application == "simpleFoam") source += " with SIMPLE";
  if (of.application == "interFoam" && cavitation(of)) {
    of.application = "interPhaseChangeFoam";
    source += " with cavitation";
  }
  if (of.application == word("application")) return;
  of.note(fmt::format("{} is read as application {}", source, of.application));
  const auto* entry = written.find("solver");
  if (!entry) entry = written.find("application");
  result.set(entryOf("application", of.application, entry->place));
}

}  // namespace

config::Dictionary controlDict(const config::Dictionary& written, Case& of) {
  config::Dictionary result = written;
  setApplication(result, written, of);
  supplyMaxAlphaCo(result, of);
  if (const auto* functions = result.find("functions"); functions && functions->isDict())
    translateFunctions(*functions->dict, of);
  return result;
}

}  // namespace eagre::flavour
