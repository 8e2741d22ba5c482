// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/one_of.hpp"
#include "core/untrusted.hpp"
#include "run/case/case_setup.hpp"
#include "run/case/unread_inputs.hpp"

namespace eagre::run {

namespace {

/// Whether a file is that of a field, in a directory of a time.
bool isOfField(const config::GivenEntry& setting) {
  return finiteNumber(setting.file.substr(0, setting.file.find('/'))).has_value();
}

/// Errors (usage): a setting that no run can take.
void check(const config::GivenEntry& setting, const fs::path& caseDirectory) {
  const auto refuse = [&](const std::string& message) {
    throw Error(fmt::format("--set {}: {}", setting.text(), message), ExitCode::usage);
  };
  if (isOfField(setting)) {
    if (!isOneOf(setting.entry.substr(0, 14), {"boundaryField.", "boundaryField/"}))
      refuse("of a field's file entries of boundaryField can be set, as 0/U:boundaryField.inlet.value");
    return;  // 0 may still have to be made
  }
  const fs::path file = setting.file, folder = file.parent_path();
  if (!isOneOf(folder.string(), {"system", "constant"}))
    refuse("a file in system, constant or a directory of a time is expected");
  if (isReadByTools(file.filename().string()))
    refuse(
        fmt::format("a tool reads {}, and what it makes of it stays in the case: change the file, in a copy of the case (eagre "
                    "foamDictionary -set)",
                    setting.file));
  if (setting.file == "system/controlDict" && isOneOf(setting.entry, {"application", "startFrom", "startTime"}))
    refuse(setting.entry == "application" ? "--application says that" : "--from says that");
  if (fileExists(caseDirectory / file)) return;
  std::vector<std::string> there;
  std::error_code none;
  for (const auto& each : fs::directory_iterator(caseDirectory / folder, none))
    if (each.is_regular_file(none)) there.push_back((folder / each.path().filename()).string());
  std::ranges::sort(there);
  refuse(unknownWordMessage("file", setting.file, there));
}

/// `select name;` in fvSchemes or fvSolution: OpenFOAM reads the dictionary `name` of the file in place of the file.
void requireNoSelection(const config::Dictionary& dict) {
  if (const auto* entry = dict.findExact("select"))
    throw Error(entry->place, "select is not supported: move the entries of the dictionary that it names to the top of the file");
}

}  // namespace

CaseDictionaries::CaseDictionaries(fs::path directory, Problems& problems, const std::string& flavour,
                                   const std::string& application, std::vector<config::GivenEntry> settings)
    : directory_(std::move(directory)), application_(application) {
  std::error_code ec;
  if (!fs::is_directory(directory_, ec))
    throw Error(fmt::format("{}: no such case directory", directory_.string()), ExitCode::badCase);
  if (!fs::is_directory(directory_ / "system", ec))
    throw Error(fmt::format("{}: not an OpenFOAM case: it has no directory 'system'", directory_.string()), ExitCode::badCase);
  for (const config::GivenEntry& setting : settings) check(setting, directory_);
  const std::vector<std::pair<std::string, config::Dictionary*>> files{
      {"system/controlDict", &controlDict_}, {"system/fvSchemes", &fvSchemes_}, {"system/fvSolution", &fvSolution_}};
  const auto read = [&](const std::string& name, config::Dictionary& into) {
    return problems.guard([&] { into = config::readWith(settings, directory_, name, readOptions()); });
  };
  const bool controlled = problems.guard([&] { controlDict_ = readControlDict(settings); });
  read("system/fvSchemes", fvSchemes_);
  read("system/fvSolution", fvSolution_);
  if (!controlled) {
    // Nothing more can be said of a case whose controlDict cannot be read than which other files cannot.
    config::Dictionary unused;
    for (const char* name : {"constant/transportProperties", "constant/turbulenceProperties"})
      if (fileExists(directory_ / name)) read(name, unused);
    problems.throwIfAny(directory_.string());
  }
  translator_ = std::make_unique<flavour::Translator>(directory_, readOptions(), std::move(settings), flavour, application,
                                                      controlDict_, fvSchemes_);
  for (const auto& [name, into] : files)
    problems.guard([&, &name = name, &into = into] {
      *into = translator_->system(name, *into);
      if (into != &controlDict_) requireNoSelection(*into);
    });
}

void CaseDictionaries::applySettings(case_::RawField& field, const std::string& time) {
  translator_->setEntries(field.dict, time + "/" + field.name);
}

void CaseDictionaries::requireSettingsOfFields(const std::string& start) const {
  for (const config::GivenEntry& setting : settings())
    if (isOfField(setting) && !translator_->hasSet(setting.file))
      throw Error(fmt::format("--set {}: {} is not read: this run starts from {}", setting.text(), setting.file, start),
                  ExitCode::usage);
}

std::vector<std::string> CaseDictionaries::unreadSettings() const {
  std::vector<std::string> messages;
  const std::map<std::string, const config::Dictionary*> ofSystem{
      {"system/controlDict", &controlDict_}, {"system/fvSchemes", &fvSchemes_}, {"system/fvSolution", &fvSolution_}};
  for (const config::GivenEntry& setting : settings()) {
    if (isOfField(setting)) continue;  // requireSettingsOfFields
    const auto system = ofSystem.find(setting.file);
    const auto other = others_.find(setting.file);
    const auto* read = system != ofSystem.end() ? system->second : other != others_.end() ? other->second.get() : nullptr;
    if (read ? config::isUnused(setting, *read) : !hasRead(setting.file))
      messages.push_back(
          fmt::format("--set {}: nothing in Eagre reads this entry, so it changes nothing in this run", setting.text()));
  }
  return messages;
}

config::ReadOptions CaseDictionaries::readOptions() const {
  config::ReadOptions options;
  options.caseDirectory = directory_;
  if (translator_) options.variables["WM_PROJECT_VERSION"] = flavour().projectVersion();
  const auto* application = controlDict_.findExact("application");
  const std::string named = application && !application->tokens.empty() ? application->tokens.front().text : "";
  // OpenFOAM's programs leave a value that is there.
  if (const std::string& solver = application_.empty() ? named : application_; !solver.empty() && !std::getenv("FOAM_EXECUTABLE"))
    options.variables["FOAM_EXECUTABLE"] = solver;
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

config::Dictionary CaseDictionaries::readControlDict(const std::vector<config::GivenEntry>& settings) const {
  config::ReadOptions options = readOptions();
  options.tolerantDictionary = "functions";  // function objects never stop a case
  const fs::path system = directory_ / "system";
  config::Dictionary controlDict = config::readWith(settings, directory_, "system/controlDict", options);
  // openfoam.org keeps them in a file of their own from version 12 on.
  if (fileExists(system / "functions") && !controlDict.has("functions"))
    controlDict.merge(
        config::Dictionary::parse("functions\n{\n#include \"functions\"\n}\n", (system / "functions").string(), options));
  return controlDict;
}

config::Dictionary CaseDictionaries::rereadControlDict() const {
  return translator_->system("system/controlDict", readControlDict(settings()));
}

config::Dictionary CaseDictionaries::rereadFvSolution() const {
  const std::string name = "system/fvSolution";
  return translator_->system(name, config::readWith(settings(), directory_, name, readOptions()));
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
