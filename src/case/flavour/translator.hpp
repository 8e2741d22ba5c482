// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "case/flavour/words.hpp"
#include "config/settings.hpp"

namespace eagre::flavour {

/// The dictionaries of one case in the words of v1912, whatever OpenFOAM it was written for. Reads files of system/ and constant/
/// by itself, each once.
class Translator {
 public:
  /// controlDict, fvSchemes: as written, for the flavour; name: of --flavour, "" to recognise it; application: of --application,
  /// "" for controlDict's; settings: of the files that are read here. Errors (usage): no such flavour.
  Translator(std::filesystem::path caseDirectory, config::ReadOptions options, std::vector<config::GivenEntry> settings,
             const std::string& name, const std::string& application, const config::Dictionary& controlDict,
             const config::Dictionary& fvSchemes);
  Translator(const Translator&) = delete;  // its parts refer to it
  Translator& operator=(const Translator&) = delete;

  const Flavour& flavour() const { return case_.flavour; }
  /// system/controlDict, fvSchemes or fvSolution; controlDict first: the others depend on its application. Errors: words that
  /// v1912 has no counterpart of.
  config::Dictionary system(const std::string& relative, const config::Dictionary& written);
  /// Another file of system/ or constant/, by the name that v1912 has for it; nothing: there is none. Errors: as for system(), or
  /// the file cannot be read.
  std::optional<config::Dictionary> file(const std::string& relative);
  /// Whether that file, which is there, has been read as it is written, under whatever name v1912 has for it.
  bool hasRead(const std::string& relative) const { return files_.contains(relative); }
  /// What this flavour calls the field `name` of v1912; "" if it calls it the same.
  std::string otherNameOfField(const std::string& name);
  /// Puts boundary conditions into words of v1912, in place. file: the name of the field's file, name: of the field.
  void boundaryField(config::Dictionary& patches, const std::string& file, const std::string& name);
  const std::vector<config::GivenEntry>& settings() const { return settings_; }
  /// Gives entries of a field's file that has been read the values of its settings. file: "0/U".
  void setEntries(config::Dictionary& entries, const std::string& file);
  /// Whether that has been done for a file.
  bool hasSet(const std::string& file) const { return fieldsSet_.contains(file); }
  /// What was read as what since the last call.
  std::vector<std::string> takeNotes();
  std::vector<std::string> takeWarnings();

 private:
  const config::Dictionary* read(const std::string& relative);

  std::filesystem::path directory_;
  config::ReadOptions options_;
  std::map<std::string, std::unique_ptr<config::Dictionary>> files_;  ///< as written; null: not there
  Case case_;
  std::size_t notesTaken_ = 0, warningsTaken_ = 0;
  std::vector<config::GivenEntry> settings_;
  std::set<std::string> fieldsSet_;  ///< files of fields that settings were applied to
};

}  // namespace eagre::flavour
