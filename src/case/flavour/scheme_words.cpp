// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "case/flavour/words.hpp"

namespace eagre::flavour {
namespace {

using config::Dictionary;
using config::Entry;

const char* const convectionOfAlpha = "div(phi,alpha)";

/// A term of v1912 and what other versions call it.
struct Term {
  const char* name;
  std::vector<const char*> others;
};

const std::vector<Term>& twoPhaseTerms() {
  static const std::vector<Term> terms{
      {"div(rhoPhi,U)", {"div(rho*phi,U)", "div(rhophi,U)", "div(rho*phi, U)"}},
      {"div(((rho*nuEff)*dev2(T(grad(U)))))",
       {"div((muEff*dev2(T(grad(U)))))", "div((muEff*dev(T(grad(U)))))", "div(((rho*nuEff)*dev(T(grad(U)))))",
        "div((nuEff*dev2(T(grad(U)))))", "div((nuEff*dev(T(grad(U)))))", "div((nuEff*dev(grad(U).T())))",
        "div((muEff*dev(grad(U).T())))"}}};
  return terms;
}

const std::vector<Term>& singlePhaseTerms() {
  static const std::vector<Term> terms{{"div((nuEff*dev2(T(grad(U)))))",
                                        {"div((nuEff*dev(T(grad(U)))))", "div((nuEff*dev(grad(U).T())))",
                                         "div(((nu+nuSgs)*dev2(T(grad(U)))))", "div((nuEff*dev2(grad(U).T())))"}}};
  return terms;
}

bool isNone(const Dictionary& schemes) {
  const auto* entry = schemes.find("default");
  return !entry || (!entry->tokens.empty() && entry->tokens.front().text == "none");
}

void renameTerms(const Dictionary& written, Dictionary& schemes, const std::vector<Term>& terms, Case& of) {
  for (const Term& term : terms) {
    if (written.find(term.name) || (!isNone(written) && !of.flavour.olderThanOrg(3))) continue;
    const auto other = std::find_if(term.others.begin(), term.others.end(), [&](const char* name) { return written.has(name); });
    if (other != term.others.end()) {
      schemes.set(renamed(written.at(*other), term.name));
      of.note(fmt::format("{} of divSchemes is read as {}", *other, term.name));
    } else if (&term == &terms.back() && of.flavour.olderThanOrg(2.3) && isNone(written)) {
      // Before 2.3 the transposed part of the stress was not a divergence, and had no scheme.
      schemes.set(entryOf(term.name, "Gauss linear", written.place()));
      of.note(fmt::format("{} is missing in divSchemes and taken as `Gauss linear`", term.name));
    }
  }
}

std::string text(const Entry& entry, std::size_t from) {
  std::string words;
  for (std::size_t i = from; i < entry.tokens.size(); ++i) words += " " + entry.tokens[i].text;
  return words;
}

bool isCompression(const Entry& scheme) {
  return scheme.tokens.size() > 2 && scheme.tokens[1].text == "interfaceCompression";
}

/// cAlpha of the phase's entry in fvSolution, as it is written.
std::string cAlpha(Case& of) {
  const auto* solution = of.read("system/fvSolution");
  const auto* solvers = solution ? solution->find("solvers") : nullptr;
  const auto* phase = solvers && solvers->isDict() ? solvers->dict->find("alpha." + of.phase1()) : nullptr;
  const auto* value = phase && phase->isDict() ? phase->dict->find("cAlpha") : nullptr;
  return value && !value->tokens.empty() ? value->tokens.front().text : std::string();
}

/// From OpenFOAM 8 on (openfoam.org) one scheme convects and compresses, and bounds the face value of alpha; 8 to 10 make it of a plain
/// scheme and cAlpha. From 11 on a plain scheme does not compress.
void compression(const Dictionary& written, Dictionary& schemes, Case& of) {
  const auto* convection = written.find(convectionOfAlpha);
  if (!convection || convection->isDict() || convection->tokens.size() < 2 || isCompression(*convection)) return;
  if (!of.flavour.orgSince(8) || of.application != "interFoam") return;
  static const std::set<std::string> geometric{"PLIC", "PLICU", "MPLIC", "MPLICU"};
  if (geometric.contains(convection->tokens[1].text)) return;
  const std::string scheme = text(*convection, 1);
  if (of.flavour.orgSince(11)) {
    of.warn(fmt::format("{}: `{}` alone does not compress the interface in {}; it takes `Gauss interfaceCompression{} 1`",
                        toString(convection->place), convectionOfAlpha, of.flavour.name(), scheme));
    schemes.set(entryOf(convectionOfAlpha, fmt::format("Gauss interfaceCompression{} 0", scheme), convection->place));
  } else if (const std::string coefficient = cAlpha(of); !coefficient.empty()) {
    schemes.set(entryOf(convectionOfAlpha, fmt::format("Gauss interfaceCompression{} {}", scheme, coefficient), convection->place));
    of.note(fmt::format("{}{} and cAlpha {} are read as `Gauss interfaceCompression{} {}`", convectionOfAlpha, text(*convection, 0),
                        coefficient, scheme, coefficient));
  }
}

}  // namespace

Dictionary fvSchemes(const Dictionary& written, Case& of) {
  Dictionary result = written;
  const auto* divSchemes = written.find("divSchemes");
  if (divSchemes && divSchemes->isDict() && !of.application.empty() && of.application != "icoFoam") {
    Dictionary& schemes = result.setDict("divSchemes");
    renameTerms(*divSchemes->dict, schemes, of.twoPhase() ? twoPhaseTerms() : singlePhaseTerms(), of);
    if (of.twoPhase()) compression(*divSchemes->dict, schemes, of);
  }
  if (of.flavour.olderThanOrg(3) && !written.find("wallDist")) {
    result.setDict("wallDist").set("method", "meshWave");
    of.note("wallDist is missing in system/fvSchemes and taken as `method meshWave`");
  }
  return result;
}

}  // namespace eagre::flavour
