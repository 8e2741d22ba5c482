// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "case/flavour/words.hpp"
#include "core/one_of.hpp"

namespace eagre::flavour {
namespace {

using config::Dictionary;
using config::Entry;

const char *const convectionOfAlpha = "div(phi,alpha)", *const compressionOfAlpha = "div(phirb,alpha)";

/// A term of v1912 and what other versions call it.
struct Term {
  const char* name;
  std::vector<const char*> others;
  const char* of13 = "";  ///< openfoam.org's versions from 13 on, which leave out parentheses that do not matter
};

const std::vector<Term>& twoPhaseTerms() {
  static const std::vector<Term> terms{
      {"div(rhoPhi,U)", {"div(rho*phi,U)", "div(rhophi,U)", "div(rho*phi, U)"}},
      {"div(((rho*nuEff)*dev2(T(grad(U)))))",
       {"div((muEff*dev2(T(grad(U)))))", "div((muEff*dev(T(grad(U)))))", "div(((rho*nuEff)*dev(T(grad(U)))))",
        "div((nuEff*dev2(T(grad(U)))))", "div((nuEff*dev(T(grad(U)))))", "div((nuEff*dev(grad(U).T())))",
        "div((muEff*dev(grad(U).T())))"},
       "div(rho*nuEff*dev2(T(grad(U))))"}};
  return terms;
}

const std::vector<Term>& singlePhaseTerms() {
  static const std::vector<Term> terms{{"div((nuEff*dev2(T(grad(U)))))",
                                        {"div((nuEff*dev(T(grad(U)))))", "div((nuEff*dev(grad(U).T())))",
                                         "div(((nu+nuSgs)*dev2(T(grad(U)))))", "div((nuEff*dev2(grad(U).T())))"},
                                        "div(nuEff*dev2(T(grad(U))))"}};
  return terms;
}

bool isNone(const Dictionary& schemes) {
  const auto* entry = schemes.find("default");
  return !entry || (!entry->tokens.empty() && entry->tokens.front().text == "none");
}

std::string words(const Entry& entry, std::size_t from, std::size_t to) {
  std::string text;
  for (std::size_t i = from; i < to; ++i) text += (text.empty() ? "" : " ") + entry.tokens[i].text;
  return text;
}

/// The default of interpolationSchemes.
std::string defaultInterpolation(Case& of) {
  const auto* fvSchemes = of.read("system/fvSchemes");
  const auto* interpolation = fvSchemes ? fvSchemes->findDict("interpolationSchemes") : nullptr;
  return !interpolation || isNone(*interpolation)
             ? "linear"
             : words(interpolation->at("default"), 0, interpolation->at("default").tokens.size());
}

/// The transposed part of the stress where versions needed no scheme: before 2.3 it was no divergence, from 12 on it is that of
/// an interpolated flux.
void addStress(const Term& term, const Dictionary& written, Dictionary& schemes, Case& of) {
  if (!of.flavour.olderThanOrg(2.3) && !of.flavour.orgSince(12)) return;
  const std::string scheme = "Gauss " + (of.flavour.orgSince(12) ? defaultInterpolation(of) : "linear");
  schemes.set(entryOf(term.name, scheme, written.place()));
  of.note(fmt::format("{} is missing in divSchemes and taken as `{}`", term.name, scheme));
}

void renameTerms(const Dictionary& written, Dictionary& schemes, const std::vector<Term>& terms, Case& of) {
  for (const Term& term : terms) {
    const bool has13 = *term.of13 && written.findExact(term.of13);
    if (has13 && (of.flavour.orgSince(13) || (isNone(written) && !written.find(term.name)))) {
      schemes.set(renamed(written.at(term.of13), term.name));
      of.note(fmt::format("{} of divSchemes is read as {}", term.of13, term.name));
      continue;
    }
    if (written.find(term.name) || (!isNone(written) && !of.flavour.olderThanOrg(3))) continue;
    const auto other = std::find_if(term.others.begin(), term.others.end(), [&](const char* name) { return written.has(name); });
    if (other != term.others.end()) {
      schemes.set(renamed(written.at(*other), term.name));
      of.note(fmt::format("{} of divSchemes is read as {}", *other, term.name));
    } else if (&term == &terms.back() && isNone(written)) {
      addStress(term, written, schemes, of);
    }
  }
}

/// cAlpha of the phase's entry in fvSolution, as it is written.
std::string cAlpha(Case& of) {
  const auto* solution = of.read("system/fvSolution");
  const auto* solvers = solution ? solution->find("solvers") : nullptr;
  const auto* phase = solvers && solvers->isDict() ? solvers->dict->find("alpha." + of.phase1()) : nullptr;
  const auto* value = phase && phase->isDict() ? phase->dict->find("cAlpha") : nullptr;
  return value && !value->tokens.empty() ? value->tokens.front().text : std::string();
}

/// The schemes of v1912 with the same face values, but for their bounds.
void convectAndCompress(const Entry& written, Dictionary& schemes, Case& of) {
  const auto compression = alphaCompression(of);
  if (!compression) return;
  schemes.set(entryOf(convectionOfAlpha, "Gauss " + compression->scheme, written.place));
  schemes.set(entryOf(compressionOfAlpha, "Gauss linear", written.place));
  if (!compression->geometric.empty())
    of.note(
        fmt::format("{} `{}`: geometricFaceValues {} where the interface crosses the upwind cell, elsewhere `Gauss {}` with "
                    "cAlpha {}, face values kept within [0, 1]",
                    convectionOfAlpha, words(written, 0, written.tokens.size()), compression->geometric, compression->scheme,
                    compression->cAlpha));
  else if (compression->bounded)
    of.note(fmt::format("{} `{}` is read as `Gauss {}` with {} `Gauss linear` and cAlpha {}, face values kept within [0, 1]",
                        convectionOfAlpha, words(written, 0, written.tokens.size()), compression->scheme, compressionOfAlpha,
                        compression->cAlpha));
}

/// Schemes of terms of alpha1 and pd, the names that fields had before 2.3, under those of today.
void renameFields(const Dictionary& written, Dictionary& schemes, Case& of) {
  for (const Entry& entry : written.entries())
    for (const auto& [before, now] : {std::pair<std::string, std::string>{"(alpha1)", "(alpha." + of.phase1() + ")"},
                                      std::pair<std::string, std::string>{"(pd)", "(p_rgh)"}}) {
      const auto at = entry.keyword.find(before);
      if (entry.isDict() || at == std::string::npos) continue;
      std::string keyword = entry.keyword;
      keyword.replace(at, before.size(), now);
      if (written.findExact(keyword)) continue;
      schemes.set(renamed(entry, keyword));
      of.note(fmt::format("{} is read as {}", entry.keyword, keyword));
    }
}

/// What pimpleDyMFoam and interDyMFoam called 1/A before 2.3.
void renameLaplacians(const Dictionary& written, Dictionary& result, Case& of) {
  const auto* laplacian = written.findDict("laplacianSchemes");
  if (!laplacian || !isNone(*laplacian)) return;
  for (const auto& [before, now] :
       {std::pair{"laplacian(rAU,p)", "laplacian((1|A(U)),p)"}, std::pair{"laplacian(rAU,pcorr)", "laplacian(rAUf,pcorr)"}}) {
    if (!laplacian->has(before) || laplacian->find(now)) continue;
    result.setDict("laplacianSchemes").set(renamed(laplacian->at(before), now));
    of.note(fmt::format("{} is read as {}", before, now));
  }
}

/// How the phase fraction is convected; nullptr: the case does not say, or not in the words of a scheme.
const Entry* schemeOfAlpha(Case& of) {
  const auto* fvSchemes = of.read("system/fvSchemes");
  const auto* divSchemes = fvSchemes ? fvSchemes->findDict("divSchemes") : nullptr;
  const auto* entry = divSchemes ? divSchemes->find(convectionOfAlpha) : nullptr;
  const bool isScheme = entry && !entry->isDict() && entry->tokens.size() > 1;
  return isScheme && isOneOf(of.application, {"interFoam", "interPhaseChangeFoam"}) ? entry : nullptr;
}

/// `Gauss MPLIC`, `Gauss PLIC <scheme>`, `Gauss PLIC interfaceCompression <scheme> <cAlpha>`.
std::optional<AlphaCompression> geometricCompression(const Entry& entry) {
  const std::size_t n = entry.tokens.size();
  const std::string& scheme = entry.tokens[1].text;
  if (isOneOf(scheme, {"PLICU", "MPLICU"}))
    throw Error(entry.place, fmt::format("{}: '{}', whose cut faces are weighted by the velocity, is not supported; {} is",
                                         convectionOfAlpha, scheme, scheme.substr(0, scheme.size() - 1)));
  if (scheme == "MPLIC") return AlphaCompression{"upwind", "0", true, "MPLIC"};
  if (scheme != "PLIC" || n < 3) return std::nullopt;
  if (n > 4 && entry.tokens[2].text == "interfaceCompression")
    return AlphaCompression{words(entry, 3, n - 1), entry.tokens[n - 1].text, true, "PLIC"};
  return AlphaCompression{words(entry, 2, n), "0", true, "PLIC"};
}

}  // namespace

std::optional<AlphaCompression> alphaCompression(Case& of) {
  const Entry* const entry = schemeOfAlpha(of);
  if (!entry) return std::nullopt;
  const std::size_t n = entry->tokens.size();
  const std::string& scheme = entry->tokens[1].text;
  if (auto geometric = geometricCompression(*entry)) return geometric;
  if (scheme == "interfaceCompression" && n > 3)
    return AlphaCompression{words(*entry, 2, n - 1), entry->tokens[n - 1].text, true};
  if (scheme == "noInterfaceCompression" && n > 2) return AlphaCompression{words(*entry, 2, n), "0", false};
  if (!of.flavour.orgSince(8)) return std::nullopt;
  if (of.flavour.orgSince(11)) {
    of.warn(fmt::format("{}: {}: `{}` alone does not compress the interface in {}; that takes `Gauss interfaceCompression {} 1`",
                        toString(entry->place), convectionOfAlpha, words(*entry, 0, n), of.flavour.name(), words(*entry, 1, n)));
    return AlphaCompression{words(*entry, 1, n), "0", false};
  }
  const std::string coefficient = cAlpha(of);
  if (coefficient.empty()) return std::nullopt;
  return AlphaCompression{words(*entry, 1, n), coefficient, true};
}

Dictionary fvSchemes(const Dictionary& written, Case& of) {
  Dictionary result = written;
  const auto* divSchemes = written.find("divSchemes");
  if (divSchemes && divSchemes->isDict() && !isOneOf(of.application, {"", "icoFoam", "nonNewtonianIcoFoam"})) {
    Dictionary& schemes = result.setDict("divSchemes");
    renameTerms(*divSchemes->dict, schemes, of.twoPhase() ? twoPhaseTerms() : singlePhaseTerms(), of);
    if (const auto* alpha = divSchemes->dict->find(convectionOfAlpha)) convectAndCompress(*alpha, schemes, of);
  }
  if (of.flavour.olderThanOrg(2.3) && of.twoPhase())
    for (const char* section : {"gradSchemes", "snGradSchemes", "interpolationSchemes"})
      if (const auto* schemes = written.find(section); schemes && schemes->isDict())
        renameFields(*schemes->dict, result.setDict(section), of);
  renameLaplacians(written, result, of);
  if (of.flavour.olderThanOrg(3) && !written.find("wallDist")) {
    result.setDict("wallDist").set("method", "meshWave");
    of.note("wallDist is missing in system/fvSchemes and taken as `method meshWave`");
  }
  return result;
}

}  // namespace eagre::flavour
