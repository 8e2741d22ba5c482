// SPDX-License-Identifier: BSD-3-Clause
#include "case/flavour/translator.hpp"

#include <algorithm>

namespace eagre::flavour {

Translator::Translator(std::filesystem::path caseDirectory, config::ReadOptions options, std::vector<config::GivenEntry> settings,
                       const std::string& name, const std::string& application, const config::Dictionary& controlDict,
                       const config::Dictionary& fvSchemes)
    : directory_(std::move(caseDirectory)), options_(std::move(options)), settings_(std::move(settings)) {
  case_.flavour = name.empty() ? recognise(directory_, controlDict, fvSchemes) : parse(name);
  options_.variables["WM_PROJECT_VERSION"] = case_.flavour.projectVersion();
  case_.directory = directory_;
  case_.application = application;
  case_.read = [this](const std::string& relative) { return read(relative); };
}

namespace {

/// Files without which a case runs, and which OpenFOAM takes for missing if they do not begin with their header.
bool needsHeader(const std::string& relative) {
  static const std::vector<std::string> names{"fvOptions", "fvModels", "fvConstraints", "MRFProperties", "dynamicMeshDict"};
  return std::find(names.begin(), names.end(), relative.substr(relative.find('/') + 1)) != names.end();
}

}  // namespace

const config::Dictionary* Translator::read(const std::string& relative) {
  auto [it, isNew] = files_.try_emplace(relative);
  if (!isNew) return it->second.get();
  const auto path = directory_ / relative;
  config::ReadOptions options = options_;
  if (relative == "system/controlDict") options.tolerantDictionary = "functions";  // function objects never stop a case
  if (config::fileExists(path)) try {
      it->second = std::make_unique<config::Dictionary>(config::readWith(settings_, directory_, relative, options));
    } catch (const Error&) {
      files_.erase(it);  // to be reported again by whatever asks for it next
      throw;
    }
  if (it->second && needsHeader(relative) && !it->second->has("FoamFile")) {
    case_.warn(relative + ":1: the header `FoamFile { .. }` is missing; as in OpenFOAM, the file is not read");
    it->second.reset();
  }
  if (it->second && relative.starts_with("constant/")) endEntries(*it->second, case_);
  return it->second.get();
}

config::Dictionary Translator::system(const std::string& relative, const config::Dictionary& written) {
  config::Dictionary ended = written;
  endEntries(ended, case_);
  if (relative == "system/controlDict") return controlDict(ended, case_);
  if (relative == "system/fvSchemes") return fvSchemes(ended, case_);
  if (relative == "system/fvSolution") return fvSolution(ended, case_);
  return ended;
}

std::optional<config::Dictionary> Translator::file(const std::string& relative) {
  if (relative == "constant/transportProperties") return transportProperties(case_);
  if (relative == "constant/turbulenceProperties") return turbulenceProperties(case_);
  if (relative == "constant/fvOptions") return fvOptions(case_);
  if (relative == "constant/dynamicMeshDict") return dynamicMeshDict(case_);
  if (relative == "constant/waveProperties") return waveProperties(case_);
  if (relative == "system/setFieldsDict") return setFieldsDict(case_);
  if (const auto* written = read(relative)) return *written;
  return std::nullopt;
}

std::string Translator::otherNameOfField(const std::string& name) {
  if (!case_.flavour.olderThanOrg(3)) return {};
  if (name == "p_rgh") return "pd";
  if (name == "nut") return "nuSgs";
  return name == "alpha." + case_.phase1() ? "alpha1" : "";
}

void Translator::boundaryField(config::Dictionary& patches, const std::string& file, const std::string& name) {
  if (file != name) case_.note("field " + file + " is read as " + name);
  flavour::boundaryField(patches, case_);
}

void Translator::setEntries(config::Dictionary& entries, const std::string& file) {
  for (const config::GivenEntry& setting : settings_)
    if (setting.file == file) {
      config::apply(setting, entries);
      fieldsSet_.insert(file);
    }
}

std::vector<std::string> Translator::takeNotes() {
  std::vector<std::string> fresh(case_.notes.begin() + static_cast<std::ptrdiff_t>(notesTaken_), case_.notes.end());
  notesTaken_ = case_.notes.size();
  return fresh;
}

std::vector<std::string> Translator::takeWarnings() {
  std::vector<std::string> fresh(case_.warnings.begin() + static_cast<std::ptrdiff_t>(warningsTaken_), case_.warnings.end());
  warningsTaken_ = case_.warnings.size();
  return fresh;
}

}  // namespace eagre::flavour
