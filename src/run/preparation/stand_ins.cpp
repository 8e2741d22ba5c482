// SPDX-License-Identifier: BSD-3-Clause
#include "run/preparation/stand_ins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "config/dictionary.hpp"
#include "run/preparation/plan.hpp"
#include "run/preparation/readable_case.hpp"

namespace eagre::run::preparation {
namespace {

const char* const translated = "system/surfaceFeaturesDict.extract";

std::string textOf(const config::Dictionary& dict, const std::string& keyword) {
  std::string text;
  for (const auto& token : dict.at(keyword).tokens) text += (text.empty() ? "" : " ") + token.text;
  return text;
}

/// What the dictionary says of each surface, in words of surfaceFeatureExtractDict.
std::string controlsOf(const config::Dictionary& dict) {
  std::string text = fmt::format("extractionMethod extractFromSurface; includedAngle {}; geometricTestOnly {}; ",
                                 textOf(dict, "includedAngle"), dict.getOr("geometricTestOnly", false) ? "yes" : "no");
  for (const auto& [group, keywords] :
       {std::pair<const char*, std::vector<const char*>>{"subsetFeatures",
                                                         {"nonManifoldEdges", "openEdges", "insideBox", "outsideBox", "plane"}},
        {"trimFeatures", {"minElem", "minLen"}}}) {
    const auto* given = dict.findDict(group);
    if (!given) continue;
    text += std::string(group) + " { ";
    for (const char* keyword : keywords)
      if (given->has(keyword)) text += fmt::format("{} {}; ", keyword, textOf(*given, keyword));
    text += "} ";
  }
  return text + (dict.getOr("writeObj", false) ? "writeObj yes;" : "writeObj no;");
}

/// The entries of surfaceFeatureExtractDict: of the dictionary's own surfaces, or of those that its sub-dictionaries name.
std::string surfacesOf(const config::Dictionary& dict) {
  std::string text;
  const auto add = [&text](const config::Dictionary& own) {
    for (const auto& surface : own.get<std::vector<std::string>>("surfaces"))
      text += fmt::format("{} {{ {} }}\n", surface, controlsOf(own));  // in quotes it would be a pattern, and passed over
  };
  if (dict.has("surfaces")) {
    add(dict);
  } else {
    for (const auto& entry : dict.entries())
      if (entry.isDict() && entry.keyword != "FoamFile") add(*entry.dict);
  }
  if (text.empty()) throw Error(dict.place(), "surfaceFeatures: neither the dictionary nor its parts have `surfaces ( .. )`");
  return text;
}

/// The tool of openfoam.com that does what one of openfoam.org does; empty: there is none, or it has the same name.
std::string nameAtOpenFoamCom(const std::string& tool) {
  if (tool == "surfaceFeatures") return "surfaceFeatureExtract";
  return tool == "splitBaffles" || tool == "mergeBaffles" ? "mergeOrSplitBaffles" : "";
}

case_::Step baffleStep(const case_::Step& step) {
  case_::Step both = step;
  both.tool = "mergeOrSplitBaffles";
  if (step.tool == "splitBaffles") both.arguments.emplace_back("-split");
  if (std::ranges::find(both.arguments, "-overwrite") == both.arguments.end()) both.arguments.emplace_back("-overwrite");
  return both;
}

}  // namespace

bool hasStandIn(const case_::Step& step) {
  const std::string other = nameAtOpenFoamCom(step.tool);
  return !other.empty() && programOnPath(step.tool).empty() && !programOnPath(other).empty();
}

case_::Step standIn(const case_::Step& step, const fs::path& caseDirectory) {
  if (step.tool != "surfaceFeatures") return baffleStep(step);
  const bool named = step.arguments.size() == 2 && step.arguments[0] == "-dict";
  if (!named && !step.arguments.empty())
    throw Error(step.place, fmt::format("'{}': of surfaceFeatures only -dict is known", step.text()));
  config::ReadOptions options;
  options.caseDirectory = caseDirectory;
  const auto dict = config::Dictionary::read(caseDirectory / (named ? step.arguments[1] : "system/surfaceFeaturesDict"), options);
  const std::string surfaces = surfacesOf(dict);
  std::ofstream out(caseDirectory / translated);
  out << "FoamFile { version 2.0; format ascii; class dictionary; object surfaceFeatureExtractDict; }\n" << surfaces;
  out.close();
  if (!out) throw Error(fmt::format("{}: cannot be written", (caseDirectory / translated).string()), ExitCode::io);
  bringSurfaces(caseDirectory);
  case_::Step extract = step;
  extract.tool = "surfaceFeatureExtract";
  extract.arguments = {"-dict", translated};
  return extract;
}

}  // namespace eagre::run::preparation
