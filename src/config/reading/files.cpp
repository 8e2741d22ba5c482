// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "config/reading/etc_files.hpp"
#include "config/reading/parser.hpp"
#include "core/one_of.hpp"

namespace eagre::config {
namespace fs = std::filesystem;

std::string displayName(const fs::path& file, const fs::path& caseDirectory) {
  if (caseDirectory.empty()) return file.string();
  std::error_code ignored;
  const fs::path relative = fs::weakly_canonical(file, ignored).lexically_relative(fs::weakly_canonical(caseDirectory, ignored));
  return relative.empty() || *relative.begin() == ".." ? file.string() : relative.string();
}

std::vector<fs::path> Parser::etcDirectories() const {
  if (!options_.etcDirectories.empty()) return options_.etcDirectories;
  const char* const project = std::getenv("WM_PROJECT_DIR");
  return project ? std::vector<fs::path>{fs::path(project) / "etc"} : std::vector<fs::path>{};
}

fs::path Parser::caseDirectory() const {
  std::error_code ignored;
  return fs::absolute(options_.caseDirectory.empty() ? fs::path(".") : options_.caseDirectory, ignored);
}

fs::path Parser::expandTag(const std::string& name) const {
  const std::size_t close = name.find('>');
  if (!name.starts_with('<') || close == std::string::npos) return name;
  const std::string tag = name.substr(1, close - 1);
  const fs::path rest = name.size() > close + 2 ? name.substr(close + 2) : std::string();
  if (tag == "case") return caseDirectory() / rest;
  if (tag == "system" || tag == "constant") return caseDirectory() / tag / rest;
  if (tag == "etc")
    for (const fs::path& directory : etcDirectories())
      if (fs::path found = existingFile(directory / rest); !found.empty()) return found;
  return name;
}

static bool namesEtcFile(const std::string& name) {
  return name.starts_with("<etc>") || name.starts_with("$FOAM_ETC") || name.starts_with("${FOAM_ETC}");
}

std::vector<fs::path> Parser::includeCandidates(const Source& source, bool fromEtc, const fs::path& name) const {
  if (name.is_absolute()) return {name};
  if (!fromEtc) return {source.directory / name};
  // openfoam.org has meshQualityDict where openfoam.com has meshQualityDict.cfg.
  const fs::path otherName = name.extension() == ".cfg" ? fs::path(name).replace_extension() : fs::path(name) += ".cfg";
  std::vector<fs::path> candidates;
  for (const fs::path& directory : etcDirectories()) candidates.push_back(directory / name);
  for (const fs::path& directory : etcDirectories()) candidates.push_back(directory / otherName);
  return candidates;
}

Parser::Included Parser::resolveInclude(const Source& source, const Token& word, const std::string& name) {
  const Place place{source.place().file, word.line};
  const bool fromEtc = isOneOf(word.text, {"#includeEtc", "#sincludeEtc"});
  std::optional<std::string> own = fromEtc || namesEtcFile(name) ? builtInEtcFile(name) : std::nullopt;
  // That of a version of OpenFOAM may need a uniform internalField ($internalField), which a case of another version has not.
  const bool ofAllVersions = own && name.ends_with("setConstraintTypes");
  if (own && (!options_.allowFileAccess || ofAllVersions)) return {.text = std::move(own), .name = name};
  if (!options_.allowFileAccess)
    throw Error(place, fmt::format("{} \"{}\": other files are not to be read here", word.text, name));
  const fs::path expanded = expandTag(expandText(name, place, true));
  const std::vector<fs::path> candidates = includeCandidates(source, fromEtc, expanded);
  for (const fs::path& candidate : candidates)
    if (const fs::path found = existingFile(candidate); !found.empty()) return {.file = found};
  if (own) return {.text = std::move(own), .name = name};
  if (isOneOf(word.text, {"#sinclude", "#includeIfPresent", "#sincludeEtc"})) return {};
  if (candidates.empty())
    throw Error(place, fmt::format("{} \"{}\": Eagre has no content of its own for this file of OpenFOAM, and OpenFOAM's etc "
                                   "directory is not known; set WM_PROJECT_DIR",
                                   word.text, name));
  std::vector<std::string> tried;
  for (const fs::path& candidate : candidates)
    if (candidate.filename() == expanded.filename()) tried.push_back(displayName(candidate));
  throw Error(place, fmt::format("{} \"{}\": there is no file {}", word.text, name, fmt::join(tried, " nor ")));
}

Parser::Included Parser::findFunction(const std::string& name) const {
  if (name.empty() || name.find('/') != std::string::npos) return {};
  Included own{.text = builtInFunction(name), .name = name};
  if (!options_.allowFileAccess) return own;
  if (const fs::path found = existingFile(caseDirectory() / "system" / name); !found.empty()) return {.file = found};
  for (const fs::path& directory : etcDirectories()) {
    std::error_code ignored;
    for (const char* folder : {"postProcessing", "functions"})
      for (fs::recursive_directory_iterator file(directory / "caseDicts" / folder, ignored), end; !ignored && file != end;
           file.increment(ignored))
        if (file->path().filename() == name && file->is_regular_file(ignored)) return {.file = file->path()};
  }
  return own;
}

void Parser::withIncluded(const Included& included, const Place& place, const std::function<void(Source&)>& use) {
  constexpr std::size_t mostFiles = 10'000, deepest = 50;
  if (included.text) {
    if (++filesRead_ > mostFiles) throw Error(place, "too many files are included");
    Source source(*included.text, included.name, budget_, {}, true);
    return use(source);
  }
  const fs::path& file = included.file;
  std::error_code ignored;
  const fs::path canonical = fs::weakly_canonical(file, ignored);
  if (std::find(openFiles_.begin(), openFiles_.end(), canonical) != openFiles_.end())
    throw Error(place, fmt::format("{} includes itself, directly or by way of others", displayName(file)));
  if (openFiles_.size() > deepest || ++filesRead_ > mostFiles) throw Error(place, "too many files are included");
  const std::string text = readFileText(file);
  openFiles_.push_back(canonical);
  Source source(text, displayName(file), budget_, file.parent_path(), true);
  use(source);
  remarkOpenComment(source);
  openFiles_.pop_back();
}

}  // namespace eagre::config
