// SPDX-License-Identifier: BSD-3-Clause
#include "case/create_zero_directory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <set>

#include "case/patch_entries.hpp"
#include "config/reading/list_reader.hpp"

namespace eagre::case_ {

using config::Dictionary;
using mesh::PolyPatch;

namespace {

struct FieldKind {
  const char *className, *dimensions;
};
const std::map<std::string, FieldKind> fieldKinds{
    {"U", {"volVectorField", "[0 1 -1 0 0 0 0]"}},       {"p", {"volScalarField", "[0 2 -2 0 0 0 0]"}},
    {"k", {"volScalarField", "[0 2 -2 0 0 0 0]"}},       {"nut", {"volScalarField", "[0 2 -1 0 0 0 0]"}},
    {"epsilon", {"volScalarField", "[0 2 -3 0 0 0 0]"}}, {"omega", {"volScalarField", "[0 0 -1 0 0 0 0]"}}};

const std::map<std::string, std::vector<std::string>> modelFields{{"laminar", {}},
                                                                  {"kEpsilon", {"k", "epsilon", "nut"}},
                                                                  {"kOmega", {"k", "omega", "nut"}},
                                                                  {"kOmegaSST", {"k", "omega", "nut"}}};

/// The condition of a field on a kind of patch, where an option has this value; @ is the field's value there, % its
/// volumetricFlowRate.
struct Row {
  const char *fields, *kind, *option, *choice, *condition;
};
constexpr const char* fixed = "type fixedValue; value @;";
constexpr const char* zeroGradient = "type zeroGradient;";
constexpr const char* backflow = "type inletOutlet; inletValue @; value @;";
constexpr const char* total = "type totalPressure; U U; phi phi; rho none; psi none; gamma 1; p0 @; value @;";
constexpr const char* turbulence = "k epsilon omega";

const std::vector<Row>& table() {
  static const std::vector<Row> rows{
      {"p", "wall/noSlip", "", "", zeroGradient},
      {"U", "wall/noSlip", "motion", "stationary", "type fixedValue; value uniform (0 0 0);"},
      {"U", "wall/noSlip", "motion", "moving", fixed},
      {"U", "wall/noSlip", "motion", "movingMesh", "type movingWallVelocity; value @;"},
      {"nut", "wall/noSlip", "wallFunction", "highReynolds", "type nutkWallFunction; value @;"},
      {"k", "wall/noSlip", "wallFunction", "highReynolds", "type kqRWallFunction; value @;"},
      {"epsilon", "wall/noSlip", "wallFunction", "highReynolds", "type epsilonWallFunction; value @;"},
      {"omega", "wall/noSlip", "wallFunction", "highReynolds", "type omegaWallFunction; value @;"},
      {"nut k", "wall/noSlip", "wallFunction", "lowReynolds", "type fixedValue; value uniform 0;"},
      {"epsilon omega", "wall/noSlip", "wallFunction", "lowReynolds", "type fixedValue; value uniform 1e-8;"},
      {"U", "wall/slip", "", "", "type slip;"},
      {"p k epsilon omega", "wall/slip", "", "", zeroGradient},
      {"nut", "wall/slip", "", "", "type calculated; value @;"},
      {"nut", "inlet/subSonic", "", "", "type calculated; value @;"},
      {turbulence, "inlet/subSonic", "", "", fixed},
      {"U", "inlet/subSonic", "flowSpecification", "fixedVelocity", fixed},
      {"p", "inlet/subSonic", "flowSpecification", "fixedVelocity", zeroGradient},
      {"U", "inlet/subSonic", "flowSpecification", "fixedPressure", "type pressureInletVelocity; value @;"},
      {"p", "inlet/subSonic", "flowSpecification", "fixedPressure", fixed},
      {"U", "inlet/subSonic", "flowSpecification", "fixedTotalPressure", "type pressureInletVelocity; value @;"},
      {"p", "inlet/subSonic", "flowSpecification", "fixedTotalPressure", total},
      {"U", "inlet/subSonic", "flowSpecification", "flowRate", "type flowRateInletVelocity; volumetricFlowRate %; value @;"},
      {"p", "inlet/subSonic", "flowSpecification", "flowRate", zeroGradient},
      {"nut", "outlet/subSonic", "", "", "type calculated; value @;"},
      {"U", "outlet/subSonic", "returnFlow", "default", "type pressureInletOutletVelocity; value @;"},
      {"p", "outlet/subSonic", "returnFlow", "default", fixed},
      {turbulence, "outlet/subSonic", "returnFlow", "default", backflow},
      {"U", "outlet/subSonic", "returnFlow", "wall", "type inletOutlet; inletValue uniform (0 0 0); value @;"},
      {"p", "outlet/subSonic", "returnFlow", "wall", fixed},
      {turbulence, "outlet/subSonic", "returnFlow", "wall", zeroGradient},
      {"U", "outlet/subSonic", "returnFlow", "atmosphere", "type pressureInletOutletVelocity; value @;"},
      {"p", "outlet/subSonic", "returnFlow", "atmosphere", total},
      {turbulence, "outlet/subSonic", "returnFlow", "atmosphere", backflow},
  };
  return rows;
}

bool isConstraint(const std::string& type) {
  static const std::set<std::string> types{"empty",  "wedge",     "symmetry",   "symmetryPlane",
                                           "cyclic", "cyclicAMI", "cyclicACMI", "processor"};
  return types.contains(type);
}

bool fits(const std::string& word, const PolyPatch& patch, const Place& place) {
  if (word == patch.name || std::ranges::find(patch.inGroups, word) != patch.inGroups.end()) return true;
  if (word.find_first_of(".*[(|+?^$") == std::string::npos) return false;
  try {
    return std::regex_match(patch.name, std::regex(word, std::regex::extended));
  } catch (const std::regex_error&) { throw Error(place, fmt::format("'{}' is no regular expression", word)); }
}

/// The last condition that names the patch.
const Dictionary& conditionOf(const Dictionary& caseProperties, const PolyPatch& patch) {
  const Dictionary& conditions = caseProperties.subDict("boundaryConditions");
  const auto& entries = conditions.entries();
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    if (!entry->isDict())
      throw Error(entry->place, fmt::format("'{}' is to be a dictionary with category, type and patches", entry->keyword));
    for (const auto& word : entry->dict->at("patches").reader().wordList())
      if (fits(word, patch, entry->dict->at("patches").place)) return *entry->dict;
  }
  throw Error(conditions.place(), fmt::format("no condition is for patch '{}'", patch.name));
}

/// The text of an entry such as "uniform (1 0 0)".
std::string textOf(const Dictionary& dict, const std::string& keyword) {
  dict.at(keyword);  // an Error if it is not there
  for (const auto& [name, text] : textEntries(dict))
    if (name == keyword) return text;
  throw Error(dict.place(), fmt::format("'{}' must be named by itself", keyword));
}

bool holds(const std::string& words, const std::string& word) {
  return fmt::format(" {} ", words).find(fmt::format(" {} ", word)) != std::string::npos;
}

std::string kindOf(const Dictionary& condition) {
  static const std::map<std::string, std::vector<std::string>> types{
      {"wall", {"noSlip", "slip"}}, {"inlet", {"subSonic"}}, {"outlet", {"subSonic"}}};
  const auto category = condition.getChoice("category", std::vector<std::string>{"wall", "inlet", "outlet"});
  return category + "/" + condition.getChoice("type", types.at(category));
}

std::string conditionText(const Dictionary& condition, const std::string& field) {
  const std::string kind = kindOf(condition);
  std::vector<std::string> choices;
  std::string option;
  for (const Row& row : table()) {
    if (kind != row.kind || !holds(row.fields, field)) continue;
    option = row.option;
    if (!option.empty() && condition.subDict("options").get<std::string>(option) != row.choice) {
      choices.emplace_back(row.choice);
      continue;
    }
    std::string text = row.condition;
    for (const auto& [mark, keyword] : {std::pair{"@", field}, std::pair{"%", std::string("volumetricFlowRate")}})
      for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark))
        text.replace(at, 1, textOf(condition.subDict("values"), keyword));
    return text;
  }
  const Dictionary& options = condition.subDict("options");
  throw Error(options.at(option).place, unknownWordMessage(option, options.get<std::string>(option), choices));
}

std::string fileText(const Dictionary& caseProperties, const std::string& field, const std::vector<PolyPatch>& patches) {
  const FieldKind& kind = fieldKinds.at(field);
  config::FoamHeader header;
  header.format = "ascii";
  header.className = kind.className;
  header.location = "0";
  header.object = field;
  std::string text = config::headerText(header);
  text += fmt::format("dimensions      {};\n\ninternalField   {};\n\nboundaryField\n{{\n", kind.dimensions,
                      textOf(caseProperties.subDict("initialConditions"), field));
  for (const auto& patch : patches) {
    const std::string condition =
        isConstraint(patch.type) ? fmt::format("type {};", patch.type) : conditionText(conditionOf(caseProperties, patch), field);
    text += fmt::format("    {}\n    {{\n        {}\n    }}\n", patch.name, condition);
  }
  return text + "}\n\n// ************************************************************************* //\n";
}

}  // namespace

std::vector<NewField> zeroDirectory(const Dictionary& caseProperties, const std::string& solver, const std::string& model,
                                    const std::vector<PolyPatch>& patches) {
  if (solver != "icoFoam" && solver != "pisoFoam")
    throw Error(fmt::format("createZeroDirectory: {}: it makes the fields of icoFoam and pisoFoam alone", solver),
                ExitCode::badCase);
  const auto ofModel = modelFields.find(solver == "icoFoam" ? "laminar" : model);
  if (ofModel == modelFields.end())
    throw Error(fmt::format("createZeroDirectory: turbulence model {}: it knows laminar, kEpsilon, kOmega and kOmegaSST", model),
                ExitCode::badCase);
  std::vector<std::string> names{"U", "p"};
  names.insert(names.end(), ofModel->second.begin(), ofModel->second.end());
  Problems problems;
  std::vector<NewField> fields;
  for (const auto& name : names) problems.guard([&] { fields.push_back({name, fileText(caseProperties, name, patches)}); });
  problems.throwIfAny("createZeroDirectory: the fields are not made:");
  return fields;
}

bool setPatchTypes(const Dictionary& caseProperties, std::vector<PolyPatch>& patches) {
  bool changed = false;
  for (auto& patch : patches) {
    if (isConstraint(patch.type)) continue;
    const bool wall =
        conditionOf(caseProperties, patch).getChoice("category", std::vector<std::string>{"wall", "inlet", "outlet"}) == "wall";
    if (patch.type == (wall ? "wall" : "patch")) continue;
    patch.type = wall ? "wall" : "patch";
    std::erase(patch.inGroups, "wall");
    if (wall) patch.inGroups.emplace_back("wall");
    changed = true;
  }
  return changed;
}

}  // namespace eagre::case_
