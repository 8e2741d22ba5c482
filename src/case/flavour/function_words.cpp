// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <array>
#include <string_view>
#include <utility>

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
  for (const config::Entry& entry : functions.entries())
    if (entry.isDict() && entry.dict->defect().empty()) translate(*entry.dict, of);
}

}  // namespace eagre::flavour
