// SPDX-License-Identifier: BSD-3-Clause
#include "run/preparation/readable_case.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <regex>
#include <string>
#include <string_view>

#include "config/dictionary.hpp"
#include "output/file_sink.hpp"

namespace eagre::run::preparation {

namespace {

namespace fs = std::filesystem;

const char* const directoryName = "eagreReadableCase";

/// What mesh tools need of a controlDict; functions, libs and what else is of one version is left out.
constexpr std::array controls{"application",    "startFrom",    "startTime",     "stopAt",     "endTime",
                              "deltaT",         "writeControl", "writeInterval", "purgeWrite", "writeFormat",
                              "writePrecision", "timeFormat",   "timePrecision"};

/// Where the header's `{` ends; npos: the text has no header, or one with `version`.
std::size_t headerWithoutVersion(const std::string& text) {
  const std::size_t header = text.find("FoamFile");
  if (header == std::string::npos) return header;
  const std::size_t open = text.find('{', header), close = text.find('}', header);
  if (open == std::string::npos || close == std::string::npos || close < open) return std::string::npos;
  return text.substr(open, close - open).find("version") == std::string::npos ? open + 1 : std::string::npos;
}

/// What openfoam.com's programs do not read without it, and openfoam.org's leave out from version 11 on.
std::string withVersion(std::string text) {
  if (const std::size_t at = headerWithoutVersion(text); at != std::string::npos) text.insert(at, "\n    version     2.0;");
  return text;
}

bool isDictionary(const fs::directory_entry& entry) {
  constexpr std::uintmax_t large = 1 << 22;
  std::error_code none;
  return entry.is_regular_file(none) && entry.file_size(none) < large;
}

/// A file of OpenFOAM's etc that openfoam.org and openfoam.com call by different names.
constexpr std::string_view qualityOfOrg = "\"caseDicts/mesh/generation/meshQualityDict\"";
constexpr std::string_view qualityOfCom = "\"caseDicts/mesh/generation/meshQualityDict.cfg\"";

/// Function objects of OpenFOAM's etc, of which each version has others; no tool needs them.
constexpr std::string_view functionsOfEtc = "\"caseDicts/postProcessing/";

/// A file that no tool needs but to begin, and that looks into others as openfoam.org's from version 9 on may:
/// $fvSchemes!ddtSchemes/default.
bool looksIntoOthers(const fs::path& file, const std::string& text) {
  static const std::regex macro("\\$[A-Za-z0-9_./:]+!");
  return (file.filename() == "fvSolution" || file.filename() == "fvSchemes") && std::regex_search(text, macro);
}

/// Whether a text has code, which OpenFOAM's programs compile, and refuse to where root runs them.
bool hasCode(const std::string& text) {
  return text.find("#calc") != std::string::npos || text.find("#codeStream") != std::string::npos;
}

/// A dictionary with the values that its code stands for. One that Eagre cannot read stays as it is, for the tool to say why.
std::string workedOut(const fs::path& file, const std::string& text, const fs::path& caseDirectory) {
  config::ReadOptions options;
  options.caseDirectory = caseDirectory;
  try {
    return config::Dictionary::read(file, options).toString();
  } catch (const Error&) { return text; }
}

constexpr const char* plainSettings =
    "FoamFile { version 2.0; format ascii; class dictionary; object settings; }\n"
    "ddtSchemes { default none; } gradSchemes { default Gauss linear; } divSchemes { default none; } "
    "laplacianSchemes { default Gauss linear corrected; } interpolationSchemes { default linear; } snGradSchemes { default "
    "corrected; }\n"
    "solvers { }\n";

/// Whether code of these dictionaries would be refused: root runs the tools.
bool needsValues(const fs::path& system) {
  std::error_code none;
  if (geteuid() != 0) return false;
  const fs::recursive_directory_iterator files(system, fs::directory_options::skip_permission_denied, none);
  return !none && std::any_of(begin(files), end(files), [](const auto& entry) {
    return isDictionary(entry) && hasCode(config::readFileText(entry.path()));
  });
}

bool needsOtherWords(const fs::path& system) {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(system, none)) {
    if (!isDictionary(entry)) continue;
    const std::string text = config::readFileText(entry.path());
    if (headerWithoutVersion(text) != std::string::npos || text.find(qualityOfOrg) != std::string::npos ||
        text.find(functionsOfEtc) != std::string::npos || looksIntoOthers(entry.path(), text))
      return true;
  }
  return false;
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) throw Error(fmt::format("{}: cannot be written", file.string()), ExitCode::io);
}

std::string plainControlDict(const fs::path& caseDirectory) {
  config::ReadOptions options;
  options.caseDirectory = caseDirectory;
  options.tolerantDictionary = "functions";
  const auto dict = config::Dictionary::read(caseDirectory / "system" / "controlDict", options);
  std::string text = "FoamFile { version 2.0; format ascii; class dictionary; object controlDict; }\n";
  for (const char* keyword : controls) {
    if (!dict.has(keyword)) continue;
    text += keyword;
    for (const auto& token : dict.at(keyword).tokens) text += " " + token.text;
    text += ";\n";
  }
  return text;
}

/// The `}` of the first block behind `begin`; npos: it is not closed.
std::size_t endOfBlock(const std::string& text, std::size_t begin) {
  int depth = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (text[i] == '{') ++depth;
    if (text[i] == '}' && --depth == 0) return i;
  }
  return std::string::npos;
}

/// Changes the text of a block, behind its keyword, and what is around it.
template <class Inside, class Around>
std::string changed(const std::string& text, const std::string& keyword, const Inside& inside, const Around& around) {
  std::smatch begin;
  if (!std::regex_search(text, begin, std::regex("\\b" + keyword + "\\s*\\{"))) return around(text);
  const auto from = static_cast<std::size_t>(begin.position());
  const std::size_t end = endOfBlock(text, from);
  if (end == std::string::npos) return around(text);
  return around(text.substr(0, from)) + inside(text.substr(from, end - from)) + around(text.substr(end));
}

/// openfoam.org's snappyHexMesh from version 9 on says insidePoint where the others say locationInMesh, later triSurface or
/// closedTriSurface for triSurfaceMesh, `mode` of a surface for cellZoneInside and `level 3;` of a region for `levels ((1e15
/// 3));`, and does without refinementRegions, minArea and minTriangleTwist, which the others must have; what stands further down
/// in the dictionary overrides the values given here.
std::string snappyWords(std::string text) {
  text = changed(
      text, "refinementSurfaces",
      [](const std::string& surfaces) { return std::regex_replace(surfaces, std::regex("\\bmode\\b"), "cellZoneInside"); },
      [](const std::string& rest) { return std::regex_replace(rest, std::regex("\\binsidePoint\\b"), "locationInMesh"); });
  text = std::regex_replace(text, std::regex("\\b(triSurface|closedTriSurface)\\s*;"), "triSurfaceMesh;");
  text = changed(
      text, "refinementRegions",
      [](const std::string& regions) {
        return std::regex_replace(regions, std::regex("\\blevel\\s+(\\d+)\\s*;"), "levels ((1e15 $1));");
      },
      [](const std::string& rest) { return rest; });
  text = std::regex_replace(text, std::regex("\\bcastellatedMeshControls\\s*\\{"), "$& refinementRegions { }");
  return std::regex_replace(text, std::regex("\\bmeshQualityControls\\s*\\{"), "$& minArea -1; minTriangleTwist -1;");
}

void copySystem(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  const bool withValues = needsValues(from);
  for (const auto& entry : fs::directory_iterator(from)) {
    const fs::path target = to / entry.path().filename();
    if (!isDictionary(entry)) {
      fs::create_symlink(fs::absolute(entry.path()), target);
      continue;
    }
    std::string text = config::readFileText(entry.path());
    if (withValues && (hasCode(text) || text.find("#include") != std::string::npos))
      text = workedOut(entry.path(), text, from.parent_path());
    text = withVersion(std::move(text));
    if (const std::size_t at = text.find(qualityOfOrg); at != std::string::npos)
      text.replace(at, qualityOfOrg.size(), qualityOfCom);
    if (entry.path().filename() == "snappyHexMeshDict") text = snappyWords(std::move(text));
    if (looksIntoOthers(entry.path(), text)) text = plainSettings;
    write(target, text);
  }
}

}  // namespace

ReadableCase::ReadableCase(const fs::path& caseDirectory) : caseDirectory_(caseDirectory), directory_(caseDirectory) {
  if (!needsOtherWords(caseDirectory / "system") && !needsValues(caseDirectory / "system")) return;
  const fs::path directory = caseDirectory / directoryName;
  try {
    fs::remove_all(directory);
    fs::create_directories(caseDirectory / "constant");
    fs::create_directories(directory);
    directory_ = directory;
    for (const auto& entry : fs::directory_iterator(caseDirectory)) {
      const std::string name = entry.path().filename().string();
      if (name != "system" && name != directoryName) fs::create_symlink(fs::absolute(entry.path()), directory / name);
    }
    copySystem(caseDirectory / "system", directory / "system");
    write(directory / "system" / "controlDict", plainControlDict(caseDirectory));
    bringSurfaces(caseDirectory);
  } catch (const fs::filesystem_error& e) {
    throw Error(fmt::format("{}: {}", directory.string(), e.code().message()), ExitCode::io);
  }
}

ReadableCase::~ReadableCase() {
  std::error_code none;
  if (directory_ != caseDirectory_) fs::remove_all(directory_, none);
}

void ReadableCase::bringBack() {
  if (directory_ == caseDirectory_) return;
  for (const auto& entry : fs::directory_iterator(directory_)) {
    if (entry.is_symlink() || entry.path().filename() == "system") continue;
    std::error_code failure;
    fs::rename(entry.path(), caseDirectory_ / entry.path().filename(), failure);
    if (failure)
      throw Error(fmt::format("{}: cannot be moved into the case: {}", entry.path().string(), failure.message()), ExitCode::io);
  }
}

namespace {
/// The file is as old as it was: its time tells which files of a case are newer than others.
void replaceUnseen(const fs::path& file, const std::string& text) {
  std::error_code none;
  const fs::file_time_type written = fs::last_write_time(file, none);
  output::replaceFile(file, text);
  fs::last_write_time(file, written, none);
}
}  // namespace

void WholeFiles::complete(const fs::path& caseDirectory) {
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(caseDirectory / "constant" / "triSurface", none))
    if (entry.path().extension() == ".eMesh") completeFile(entry.path());
  for (const auto& entry : fs::directory_iterator(caseDirectory, none)) completeFile(entry.path() / "uniform" / "time");
}

void WholeFiles::completeFile(const fs::path& file) {
  std::error_code none;
  const fs::path directory = file.parent_path();  // one that is linked is another case's
  if (fs::is_symlink(file, none) || fs::is_symlink(directory, none) || fs::is_symlink(directory.parent_path(), none)) return;
  if (!fs::is_regular_file(file, none)) return;
  try {
    const std::string text = config::readFileText(file);
    if (headerWithoutVersion(text) == std::string::npos) return;
    replaceUnseen(file, withVersion(text));
    before_.emplace(file, text);
  } catch (const Error&) {}
}

WholeFiles::~WholeFiles() {
  for (const auto& [file, text] : before_) {
    try {
      if (config::readFileText(file) == withVersion(text)) replaceUnseen(file, text);
    } catch (const Error&) {  // it has its version for good, or is gone
    }
  }
}

void bringSurfaces(const fs::path& caseDirectory) {
  const fs::path from = caseDirectory / "constant" / "geometry", to = caseDirectory / "constant" / "triSurface";
  std::error_code failure;
  if (!fs::is_directory(from, failure)) return;
  fs::create_directories(to, failure);
  for (const auto& file : fs::directory_iterator(from, failure)) {
    const fs::path target = to / file.path().filename();
    if (!file.is_regular_file() || fs::exists(target, failure)) continue;
    if (file.path().extension() == ".eMesh")
      write(target, withVersion(config::readFileText(file.path())));
    else
      fs::copy_file(file.path(), target, failure);
  }
  if (failure)
    throw Error(fmt::format("{}: cannot be copied to constant/triSurface: {}", from.string(), failure.message()), ExitCode::io);
}

}  // namespace eagre::run::preparation
