// SPDX-License-Identifier: BSD-3-Clause
#include "run/case/unread_inputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace eagre::run {

namespace {

/// Files of programs that work before or after a run, which a solver does not read; by the beginning of their names.
constexpr std::array<std::string_view, 47> ofTools{"blockMesh",
                                                   "setFields",
                                                   "PDR",
                                                   "setWaves",
                                                   "setAlphaField",
                                                   "setExprFields",
                                                   "setExprBoundaryFields",
                                                   "funkySetFields",
                                                   "funkySetBoundary",
                                                   "decomposePar",
                                                   "redistributePar",
                                                   "topoSet",
                                                   "cellSet",
                                                   "faceSet",
                                                   "pointSet",
                                                   "createPatch",
                                                   "createBaffles",
                                                   "createZones",
                                                   "snappyHexMesh",
                                                   "surfaceFeature",
                                                   "surface",
                                                   "meshQuality",
                                                   "meshDict",
                                                   "cfMesh",
                                                   "foamyHexMesh",
                                                   "foamyQuadMesh",
                                                   "extrude",
                                                   "refineMesh",
                                                   "refineWall",
                                                   "mirrorMesh",
                                                   "mapFields",
                                                   "changeDictionary",
                                                   "renumberMesh",
                                                   "collapse",
                                                   "sample",
                                                   "sampling",
                                                   "postProcess",
                                                   "probes",
                                                   "streamLine",
                                                   "foamDataToFluent",
                                                   "noise",
                                                   "fvSolution",
                                                   "fvSchemes",
                                                   "controlDict",
                                                   "createNonConformalCouples",
                                                   "caseProperties",
                                                   "modifyMesh"};

/// Sub-dictionaries that change nothing in a run of these solvers where they are not read: of tools, of other algorithms, and
/// what belongs to a choice that the case has not made. By file and beginning.
struct Harmless {
  std::string_view file, name;
};
constexpr std::array harmless{Harmless{"controlDict", "DebugSwitches"},
                              Harmless{"controlDict", "InfoSwitches"},
                              Harmless{"controlDict", "OptimisationSwitches"},
                              Harmless{"controlDict", "functions"},
                              Harmless{"fvSolution", "SIMPLE"},
                              Harmless{"fvSolution", "potentialFlow"},
                              Harmless{"fvSolution", "PISO"},
                              Harmless{"fvSolution", "PIMPLE"},
                              Harmless{"fvSolution", "cache"},
                              Harmless{"fvSolution", "relaxationFactors"},
                              Harmless{"fvSchemes", "fluxRequired"},
                              Harmless{"fvSchemes", "wallDist"},
                              Harmless{"fvSchemes", "ddtSchemes"},
                              Harmless{"fvSchemes", "gradSchemes"},
                              Harmless{"fvSchemes", "divSchemes"},
                              Harmless{"fvSchemes", "laplacianSchemes"},
                              Harmless{"fvSchemes", "interpolationSchemes"},
                              Harmless{"fvSchemes", "snGradSchemes"},
                              Harmless{"transportProperties", "twoPhase"},  // of 1.x, in templates of 2.x
                              Harmless{"turbulenceProperties", "RAS"},
                              Harmless{"turbulenceProperties", "LES"}};

/// The name without the directory; whether it is that of a copy that an editor or a user keeps, or of a hidden file.
bool isCopy(const std::string& name) {
  constexpr std::array endings{"~", ".bak", ".old", ".save", ".swp", ".m4", ".template", ".txt", ".md", ".py", ".sh", ".foam"};
  return name.empty() || name.front() == '.' || name.front() == '#' || name.find(".org") != name.npos ||
         name.find(".orig") != name.npos ||
         std::ranges::any_of(endings, [&](const char* ending) { return name.ends_with(ending); });
}

bool ofATool(const std::string& name) {
  return std::any_of(ofTools.begin(), ofTools.end(), [&](std::string_view tool) { return name.starts_with(tool); });
}

/// The start of an OpenFOAM dictionary: whatever else lies there is data of the user's, which a file that is read may name.
bool isDictionary(const fs::path& file) {
  try {
    config::ReadOptions options;
    options.allowFileAccess = false;
    const auto dict = config::Dictionary::read(file, options);
    const auto* header = dict.findDict("FoamFile");
    return header && header->getOr<std::string>("class", "") == "dictionary";
  } catch (const Error&) { return false; }
}

/// Files that stand behind what was read: of #include. Relative to the case.
void addSources(const config::Dictionary& dict, const fs::path& caseDirectory, std::set<std::string>& files) {
  const auto add = [&](const std::string& file) {
    const fs::path path(file);
    files.insert((path.is_absolute() ? path.lexically_relative(caseDirectory) : path).lexically_normal().string());
  };
  for (const config::Entry& entry : dict.entries()) {
    add(entry.place.file);
    if (entry.isDict()) addSources(*entry.dict, caseDirectory, files);
  }
}

void addFiles(const CaseDictionaries& dictionaries, const char* folder, std::vector<std::string>& messages) {
  std::error_code ec;
  std::set<std::string> names, sources;
  for (const auto& item : fs::directory_iterator(dictionaries.directory() / folder, ec))
    if (item.is_regular_file(ec)) names.insert(item.path().filename().string());
  dictionaries.eachRead([&](const config::Dictionary& dict) { addSources(dict, dictionaries.directory(), sources); });
  for (const std::string& file : names) {
    const std::string name = file.ends_with(".gz") ? file.substr(0, file.size() - 3) : file;
    const std::string relative = fmt::format("{}/{}", folder, name);
    if (isCopy(name) || ofATool(name) || dictionaries.hasRead(relative) || sources.contains(relative)) continue;
    if (isDictionary(dictionaries.directory() / folder / file))
      messages.push_back(fmt::format("{}: nothing in Eagre reads this file, so it changes nothing in this run", relative));
  }
}

bool changesNothing(const std::string& file, const std::string& name) {
  if (name == "FoamFile" || name.ends_with("Coeffs")) return true;
  return std::any_of(harmless.begin(), harmless.end(),
                     [&](const Harmless& h) { return file == h.file && name.starts_with(h.name); });
}

/// Dictionaries that are not named where they are not read, as they may be of what is not chosen, but in which the coefficients
/// of a model that is chosen may be.
bool mayHaveCoefficients(const std::string& file, const std::string& name) {
  return file == "dynamicMeshDict" || (file == "turbulenceProperties" && changesNothing(file, name));
}

/// Dictionaries whose parts are not all meant for this run, and are not named: factors for all fields of a template, function
/// objects.
bool hasSpareParts(const std::string& file, const std::string& name) {
  return (file == "fvSolution" && name == "relaxationFactors") || (file == "controlDict" && name == "functions");
}

/// Files whose sub-dictionaries are looked up by name, so that what was not looked up was not used; of others, such as
/// fvOptions, each sub-dictionary is an item of a list.
bool isLookedUpInPlace(const std::string& file) {
  return file == "controlDict" || file == "fvSchemes" || file == "fvSolution" || file == "transportProperties" ||
         file == "turbulenceProperties" || file == "waveProperties" || file == "dynamicMeshDict";
}

void addInside(const config::Dictionary& dict, const std::string& file, const std::string& keyword,
               std::vector<std::string>& messages);

/// Whether the dictionaries in `dict` that were not read are named; what those contain that were read is looked at in any case.
enum class Parts { named, spare };

/// Words of a model's own dictionary, <model>Coeffs, that was read.
void addCoefficients(const config::Dictionary& dict, std::vector<std::string>& messages) {
  const auto unused = dict.unusedEntries();
  for (const config::Entry& entry : dict.entries())
    if (!entry.isDict() && !entry.isPattern && std::ranges::find(unused, dict.name() + "." + entry.keyword) != unused.end())
      messages.push_back(fmt::format("{}: nothing in Eagre reads '{}' of {}, so it changes nothing in this run",
                                     toString(entry.place), entry.keyword, dict.name()));
}

void addSubDictionaries(const config::Dictionary& dict, const std::string& file, std::vector<std::string>& messages,
                        Parts parts = Parts::named) {
  const auto unused = dict.unusedEntries();
  for (const config::Entry& entry : dict.entries()) {
    if (!entry.isDict() || (entry.isPattern && parts == Parts::named)) continue;
    const bool isRead = std::ranges::find(unused, dict.name() + "." + entry.keyword) == unused.end();
    if (isRead && entry.keyword.ends_with("Coeffs")) addCoefficients(*entry.dict, messages);
    const bool quietly = mayHaveCoefficients(file, entry.keyword);
    if (isRead && quietly) addSubDictionaries(*entry.dict, file, messages, Parts::spare);
    if (quietly || changesNothing(file, entry.keyword)) continue;
    if (isRead)
      addInside(*entry.dict, file, entry.keyword, messages);
    else if (parts == Parts::named)
      messages.push_back(fmt::format("{}: nothing in Eagre reads the dictionary '{}', so it changes nothing in this run",
                                     toString(entry.place), entry.keyword));
  }
}

/// What a dictionary contains that was read.
void addInside(const config::Dictionary& dict, const std::string& file, const std::string& keyword,
               std::vector<std::string>& messages) {
  if (file == "fvSolution" && keyword == "solvers")
    addSubDictionaries(dict, file, messages, Parts::spare);
  else if (!hasSpareParts(file, keyword))
    addSubDictionaries(dict, file, messages);
}

/// Keywords that some version of OpenFOAM heeds in these solvers and Eagre does not, with the word by which they ask for nothing.
struct Unheeded {
  std::string_view file, dictionary, keyword, idle, meaning;
};
constexpr std::array unheeded{
    Unheeded{"fvSolution", "PIMPLE", "finalOnLastPimpleIterOnly", "no", "every outer iteration ends with the Final solvers"},
    Unheeded{"fvSolution", "PIMPLE", "flow", "yes", "the flow is solved"},
    Unheeded{"fvSolution", "PIMPLE", "models", "yes", "fvModels take part"},
    Unheeded{"fvSolution", "PIMPLE", "minDeltaT", "", "local time steps have no lower limit"},
    Unheeded{"controlDict", "OptimisationSwitches", "commsType", "nonBlocking", "ranks exchange without blocking"},
    Unheeded{"controlDict", "OptimisationSwitches", "nProcsSimpleSum", "0", "sums are MPI's (eagre run --reduction)"},
    Unheeded{"controlDict", "OptimisationSwitches", "experimentalDdtCorr", "0", "the time term of the flux is v1912's"}};

bool asksForNothing(const config::Entry& entry, std::string_view idle) {
  if (entry.isDict() || entry.tokens.empty()) return false;
  const std::string word = entry.tokens.front().text;
  if (idle != "yes" && idle != "no") return word == idle;
  try {
    return entry.reader().boolean() == (idle == "yes");
  } catch (const Error&) { return false; }
}

void addKeywords(const config::Dictionary& dict, const std::string& file, std::vector<std::string>& messages) {
  for (const Unheeded& each : unheeded) {
    const auto* part = file == each.file ? dict.findDict(each.dictionary) : nullptr;
    const auto* entry = part ? part->findExact(each.keyword) : nullptr;
    if (entry && !asksForNothing(*entry, each.idle))
      messages.push_back(fmt::format("{}: Eagre does not heed '{}': {}", toString(entry->place), each.keyword, each.meaning));
  }
}

}  // namespace

bool isReadByTools(const std::string& name) {
  return ofATool(name) && name != "controlDict" && name != "fvSchemes" && name != "fvSolution";
}

std::vector<std::string> unreadInputs(const CaseDictionaries& dictionaries) {
  std::vector<std::string> messages;
  for (const char* folder : {"system", "constant"}) addFiles(dictionaries, folder, messages);
  dictionaries.eachRead([&](const config::Dictionary& dict) {
    const std::string file = fs::path(dict.place().file.empty() ? dict.name() : dict.place().file).filename().string();
    if (isLookedUpInPlace(file)) addSubDictionaries(dict, file, messages);
    addKeywords(dict, file, messages);
  });
  return messages;
}

}  // namespace eagre::run
