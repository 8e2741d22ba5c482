// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "run/case/case_setup.hpp"

namespace eagre::run {

CaseDictionaries::CaseDictionaries(fs::path directory, Problems& problems, const std::string& flavour,
                                   const std::string& application)
    : directory_(std::move(directory)) {
  std::error_code ec;
  if (!fs::is_directory(directory_, ec))
    throw Error(fmt::format("{}: no such case directory", directory_.string()), ExitCode::badCase);
  if (!fs::is_directory(directory_ / "system", ec))
    throw Error(fmt::format("{}: not an OpenFOAM case: it has no directory 'system'", directory_.string()), ExitCode::badCase);
  const std::vector<std::pair<std::string, config::Dictionary*>> files{
      {"system/controlDict", &controlDict_}, {"system/fvSchemes", &fvSchemes_}, {"system/fvSolution", &fvSolution_}};
  const auto read = [&](const std::string& name, config::Dictionary& into) {
    return problems.guard([&] { into = config::Dictionary::read(directory_ / name, readOptions()); });
  };
  const bool controlled = problems.guard([&] { controlDict_ = readControlDict(); });
  read("system/fvSchemes", fvSchemes_);
  read("system/fvSolution", fvSolution_);
  if (!controlled) {
    // Nothing more can be said of a case whose controlDict cannot be read than which other files cannot.
    config::Dictionary unused;
    for (const char* name : {"constant/transportProperties", "constant/turbulenceProperties"})
      if (fileExists(directory_ / name)) read(name, unused);
    problems.throwIfAny(directory_.string());
  }
  translator_ = std::make_unique<flavour::Translator>(directory_, readOptions(), flavour, application, controlDict_, fvSchemes_);
  for (const auto& [name, into] : files)
    problems.guard([&, &name = name, &into = into] { *into = translator_->system(name, *into); });
}

config::ReadOptions CaseDictionaries::readOptions() const {
  config::ReadOptions options;
  options.caseDirectory = directory_;
  if (translator_) options.variables["WM_PROJECT_VERSION"] = flavour().projectVersion();
  return options;
}

const config::Dictionary* CaseDictionaries::optional(const fs::path& relative) {
  if (const auto found = others_.find(relative.string()); found != others_.end()) return found->second.get();
  auto dict = translator_->file(relative.string());
  auto& kept = others_[relative.string()];
  if (dict) kept = std::make_unique<config::Dictionary>(std::move(*dict));
  return kept.get();
}

const config::Dictionary& CaseDictionaries::required(const fs::path& relative) {
  if (const auto* d = optional(relative)) return *d;
  throw Error(Place{relative.string(), 0}, "no such file");
}

std::vector<std::string> CaseDictionaries::misspeltEntries() const {
  std::vector<std::string> messages;
  const auto add = [&](const config::Dictionary& dict) {
    const auto more = dict.misspeltEntries();
    messages.insert(messages.end(), more.begin(), more.end());
  };
  for (const auto* dict : {&controlDict_, &fvSchemes_, &fvSolution_}) add(*dict);
  for (const auto& [name, dict] : others_)
    if (dict) add(*dict);
  return messages;
}

config::Dictionary CaseDictionaries::readControlDict() const {
  config::ReadOptions options = readOptions();
  options.tolerantDictionary = "functions";  // function objects never stop a case
  const fs::path system = directory_ / "system";
  config::Dictionary controlDict = config::Dictionary::read(system / "controlDict", options);
  // openfoam.org keeps them in a file of their own from version 12 on.
  if (fileExists(system / "functions") && !controlDict.has("functions"))
    controlDict.merge(
        config::Dictionary::parse("functions\n{\n#include \"functions\"\n}\n", (system / "functions").string(), options));
  return controlDict;
}

config::Dictionary CaseDictionaries::rereadControlDict() const {
  return translator_->system("system/controlDict", readControlDict());
}

fs::path CaseDictionaries::fieldFile(const std::string& time, const std::string& name) {
  const fs::path folder = directory_ / time;
  if (fileExists(folder / name)) return folder / name;
  const std::string other = translator_->otherNameOfField(name);
  return !other.empty() && fileExists(folder / other) ? folder / other : folder / name;
}

void CaseDictionaries::adapt(case_::RawField& field, const std::string& name) {
  translator_->boundaryField(field.dict.setDict("boundaryField"), field.name, name);
  field.name = name;
}

void CaseDictionaries::reportReadings(Log& log) {
  const auto notes = translator_->takeNotes(), warnings = translator_->takeWarnings();
  const auto& flavour = translator_->flavour();
  if (!flavourReported_ && !flavour.evidence.empty())
    log.line(fmt::format("Case: written for {}, by {}{}", flavour.name(), flavour.evidence,
                         notes.empty() ? "" : "; in the words of v1912 (docs/flavours.md):"));
  flavourReported_ = true;
  for (const auto& note : notes) log.line("    " + note);
  for (const auto& warning : warnings) log.warnOnce(warning);
}

}  // namespace eagre::run
