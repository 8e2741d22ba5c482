// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "case/flavour/words.hpp"

namespace eagre::flavour {
namespace {

using Words = std::pair<std::string_view, std::string_view>;

/// What sums, means, .. of fields were called before OpenFOAM 5 and v1706.
constexpr std::array types{Words{"faceSource", "surfaceFieldValue"}, Words{"surfaceRegion", "surfaceFieldValue"},
                           Words{"cellSource", "volFieldValue"}, Words{"volRegion", "volFieldValue"}};
constexpr std::array keywords{Words{"source", "regionType"}, Words{"sourceName", "name"}, Words{"valueOutput", "writeFields"}};

/// Fields of forces and of forceCoeffs before OpenFOAM 4 and v1612.
constexpr std::array fieldsOfForces{Words{"rhoName", "rho"}, Words{"pName", "p"}, Words{"UName", "U"}};

void nameFields(config::Dictionary& function, Case& of) {
  for (const auto& [old, now] : fieldsOfForces) {
    const config::Entry* entry = function.find(old);
    if (!entry || function.find(now)) continue;
    function.set(renamed(*entry, std::string(now)));
    function.remove(old);
    of.note(fmt::format("{} of function objects forces and forceCoeffs is read as {}", old, now));
  }
}

/// What v1912 calls a field of a two-phase solver before OpenFOAM 3; "": the same.
std::string fieldToday(const std::string& word, Case& of) {
  if (word == "rho*phi") return "rhoPhi";
  if (word == "pd") return "p_rgh";
  if (word == "nuSgs") return "nut";
  if (word != "alpha1") return {};
  const std::string phase = of.phase1();
  return phase.empty() ? "" : "alpha." + phase;
}

/// Fields under the names that they had before OpenFOAM 3, wherever a function object asks for one: fields, alpha, isoField, ..
/// A word before `{` is the name of a surface or of a set, but in `fields`, where it is a field of fieldAverage.
void renameFields(config::Dictionary& dict, Case& of) {
  for (config::Entry entry : std::vector<config::Entry>(dict.entries().begin(), dict.entries().end())) {
    if (entry.isDict()) {
      renameFields(*entry.dict, of);
      continue;
    }
    bool isRenamed = false;
    for (std::size_t i = 0; i < entry.tokens.size() && entry.keyword != "name" && entry.keyword != "type"; ++i) {
      config::Token& token = entry.tokens[i];
      const bool isName = entry.keyword != "fields" && i + 1 < entry.tokens.size() && entry.tokens[i + 1].is('{');
      if (isName || (token.kind != config::Token::Kind::word && token.kind != config::Token::Kind::string)) continue;
      const std::string today = fieldToday(token.text, of);
      if (today.empty()) continue;
      of.note(fmt::format("field {} of function objects is read as {}", token.text, today));
      token.text = today;
      isRenamed = true;
    }
    if (isRenamed) dict.set(entry);
  }
}

void translate(config::Dictionary& function, Case& of) {
  const config::Entry* type = function.find("type");
  if (!type || type->isDict() || type->tokens.size() != 1) return;
  if (type->tokens.front().text == "forces" || type->tokens.front().text == "forceCoeffs") return nameFields(function, of);
  for (const auto& [old, now] : types) {
    if (type->tokens.front().text != old) continue;
    of.note(fmt::format("function objects of type {} are read as {}", old, now));
    function.set(entryOf("type", std::string(now), type->place));
    for (const auto& [oldKeyword, keyword] : keywords)
      if (const config::Entry* entry = function.find(oldKeyword); entry && !function.find(keyword))
        function.set(renamed(*entry, std::string(keyword)));
    return;
  }
}

}  // namespace

void translateFunctions(config::Dictionary& functions, Case& of) {
  const bool hasOldFields = of.twoPhase() && of.flavour.olderThanOrg(3);
  for (const config::Entry& entry : functions.entries()) {
    if (!entry.isDict() || !entry.dict->defect().empty()) continue;
    translate(*entry.dict, of);
    if (hasOldFields) renameFields(*entry.dict, of);
  }
}

}  // namespace eagre::flavour
