// SPDX-License-Identifier: BSD-3-Clause
#include "case/flavour/flavour.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <regex>

namespace eagre::flavour {
namespace {

namespace fs = std::filesystem;

/// "v2206", "plus", "11", "2.3.1", "4.x", "dev"; nothing for any other word.
std::optional<Flavour> fromVersion(const std::string& word, bool extend) {
  static const std::regex com(R"(v(\d\d(0[1-9]|1[0-2]))\+?)"), number(R"((\d+)(\.(\d+|x))?(\.(\d+|x))?)");
  std::smatch match;
  if (std::regex_match(word, match, com)) return Flavour{Fork::com, std::stod(match[1]), {}};
  if (word == "plus" || word == "com") return Flavour{Fork::com, 1912, {}};
  if (word == "dev" || word == "org") return Flavour{Fork::org, Flavour::orgDev, {}};
  if (!std::regex_match(word, match, number)) return std::nullopt;
  const std::string minor = match[3].matched && match[3] != "x" ? match[3].str() : "0";
  return Flavour{extend ? Fork::extend : Fork::org, std::strtod((match[1].str() + "." + minor).c_str(), nullptr), {}};
}

/// The version in the banner of a file: the comment that OpenFOAM's tools and tutorials begin with.
std::optional<Flavour> fromBanner(const fs::path& file, const std::string& name) {
  std::string text;
  try {
    text = config::readFileText(file).substr(0, 2000);
  } catch (const Error&) { return std::nullopt; }
  static const std::regex version(R"([Vv]ersion:\s+([\w.+]+))");
  std::smatch match;
  if (const auto header = text.find("FoamFile"); header != std::string::npos) text.resize(header);
  if (!std::regex_search(text, match, version)) return std::nullopt;
  auto flavour = fromVersion(match[1], text.find("foam-extend") != std::string::npos);
  if (!flavour && text.find("HELYX") != std::string::npos) flavour = Flavour{Fork::org, 2.4, {}};  // of its own numbers
  if (flavour) flavour->evidence = fmt::format("the banner of {}: 'Version: {}'", name, match[1].str());
  return flavour;
}

std::string firstWord(const config::Dictionary& dict, const char* keyword) {
  const auto* entry = dict.findExact(keyword);
  return entry && !entry->tokens.empty() ? entry->tokens.front().text : std::string();
}

struct Hint {
  double version = 0;
  std::string evidence;
};

bool hasInterfaceCompression(const config::Dictionary& fvSchemes) {
  const auto* schemes = fvSchemes.findExact("divSchemes");
  const auto* alpha = schemes && schemes->isDict() ? schemes->dict->find("div(phi,alpha)") : nullptr;
  return alpha && alpha->tokens.size() > 2 && alpha->tokens[1].text == "interfaceCompression";
}

/// The first version of openfoam.org that has what the case has.
Hint newWords(const fs::path& directory, const config::Dictionary& controlDict, const config::Dictionary& fvSchemes) {
  const fs::path constant = directory / "constant";
  if (!firstWord(controlDict, "solver").empty()) return {11, "'solver' in system/controlDict"};
  if (firstWord(controlDict, "application") == "foamRun") return {11, "'application foamRun' in system/controlDict"};
  if (!config::fileExists(constant / "transportProperties"))
    for (const char* name : {"physicalProperties", "phaseProperties"})
      if (config::fileExists(constant / name)) return {10, fmt::format("constant/{}", name)};
  for (const char* name : {"fvModels", "fvConstraints"})
    for (const char* folder : {"constant", "system"})
      if (config::fileExists(directory / folder / name)) return {9, fmt::format("{}/{}", folder, name)};
  if (config::fileExists(constant / "momentumTransport") && !config::fileExists(constant / "turbulenceProperties"))
    return {8, "constant/momentumTransport"};
  if (hasInterfaceCompression(fvSchemes)) return {8, "the scheme interfaceCompression of div(phi,alpha)"};
  return {};
}

/// The last version of openfoam.org (before 2.3) whose words a case has.
Hint oldWords(const fs::path& directory) {
  const auto read = [&](const char* name) {
    config::Dictionary dict;
    config::ReadOptions options;
    options.caseDirectory = directory;
    const auto file = directory / "constant" / name;
    Problems ignored;  // whatever reads the file in earnest says what is wrong with it
    if (config::fileExists(file)) ignored.guard([&] { dict = config::Dictionary::read(file, options); });
    return dict;
  };
  const std::string type = firstWord(read("turbulenceProperties"), "simulationType");
  if (type == "RASModel" || type == "LESModel")
    return {2.2, fmt::format("'simulationType {}' in constant/turbulenceProperties", type)};
  const auto transport = read("transportProperties");
  const auto* phase = transport.findExact("phase1");
  if (phase && phase->isDict() && !transport.findExact("phases"))
    return {2.2, "'phase1' without 'phases' in constant/transportProperties"};
  return {};
}

}  // namespace

std::string Flavour::name() const {
  if (fork == Fork::com) return fmt::format("OpenFOAM v{:.0f} (openfoam.com)", version);
  if (fork == Fork::extend) return fmt::format("foam-extend {:.1f}", version);
  if (version >= orgDev) return "OpenFOAM-dev (openfoam.org)";
  return fmt::format("OpenFOAM {:g} (openfoam.org)", version);
}

std::string Flavour::projectVersion() const {
  if (fork == Fork::com) return fmt::format("v{:.0f}", version);
  return version >= orgDev ? "dev" : fmt::format("{:g}", version);
}

Flavour parse(const std::string& name) {
  static const std::regex form(R"((OpenFOAM-|openfoam-|org-|com-|foam-extend-|extend-)?(.+))");
  std::smatch match;
  if (name == "extend" || name == "foam-extend") return {Fork::extend, 4.0, "--flavour"};
  if (std::regex_match(name, match, form)) {
    const std::string prefix = match[1];
    auto flavour = fromVersion(match[2], prefix.find("extend") != std::string::npos);
    const bool contradicts =
        flavour && ((prefix == "org-" && flavour->fork != Fork::org) || (prefix == "com-" && flavour->fork != Fork::com));
    if (flavour && !contradicts) {
      flavour->evidence = "--flavour";
      return *flavour;
    }
  }
  throw Error(
      fmt::format("--flavour '{}': no version of OpenFOAM; valid are v1912 and the like (openfoam.com), 2.3, 7, 11 and dev "
                  "(openfoam.org), foam-extend-4.0",
                  name),
      ExitCode::usage);
}

namespace {

/// That of the first file with a banner; one of before openfoam.org 3 gives way to a later one: old files are copied into new
/// cases.
Flavour fromBanners(const fs::path& caseDirectory) {
  Flavour flavour;
  const auto isOld = [](const Flavour& f) { return f.fork == Fork::org && f.version < 3; };
  for (const char* name : {"controlDict", "fvSolution", "fvSchemes"}) {
    const auto found = fromBanner(caseDirectory / "system" / name, fmt::format("system/{}", name));
    if (found && (flavour.evidence.empty() || (isOld(flavour) && !isOld(*found)))) flavour = *found;
  }
  return flavour;
}

}  // namespace

Flavour recognise(const fs::path& caseDirectory, const config::Dictionary& controlDict, const config::Dictionary& fvSchemes) {
  Flavour flavour = fromBanners(caseDirectory);
  if (const Hint hint = newWords(caseDirectory, controlDict, fvSchemes); hint.version > 0) {
    if (!flavour.orgSince(hint.version)) flavour = {Fork::org, hint.version, hint.evidence};
  } else if (const Hint old = oldWords(caseDirectory); old.version > 0 && !flavour.olderThanOrg(3)) {
    flavour = {Fork::org, old.version, old.evidence};
  }
  return flavour;
}

}  // namespace eagre::flavour
