// SPDX-License-Identifier: BSD-3-Clause
#include "run/case/made.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "case/made_record.hpp"
#include "case/recipe/recipe.hpp"
#include "config/dictionary.hpp"
#include "core/error.hpp"
#include "core/one_of.hpp"

namespace eagre::run {
namespace fs = std::filesystem;
namespace {

const char* const initial = "0.orig";
constexpr std::array meshFiles{"points", "faces", "owner", "neighbour", "boundary", "cellZones", "faceZones", "pointZones"};

/// The files of a folder of fields, sorted, relative to the case.
std::vector<std::string> fieldFiles(const fs::path& caseDirectory, const std::string& folder) {
  std::vector<std::string> files;
  std::error_code ec;
  for (const auto& entry : fs::directory_iterator(caseDirectory / folder, ec))
    if (entry.is_regular_file(ec) && !entry.path().filename().string().starts_with('.'))
      files.push_back((fs::path(folder) / entry.path().filename()).string());
  std::sort(files.begin(), files.end());
  return files;
}

void requireCurrent(const fs::path& caseDirectory, const fs::path& recordPath, const std::string& what) {
  const auto record = case_::MadeRecord::read(caseDirectory, recordPath);
  if (!record) return;
  const auto changed = record->changedSources();
  if (changed.empty() || !record->isUntouched()) return;
  throw Error(
      fmt::format("{}: {} made from {}, which {} changed since: `eagre run --fresh` makes mesh and fields anew and removes "
                  "the times computed with the old ones, `eagre clean` only removes them",
                  caseDirectory.string(), what, fmt::join(changed, ", "), changed.size() > 1 ? "have" : "has"),
      ExitCode::badCase);
}

}  // namespace

void removeMeshLevels(const fs::path& caseDirectory, Log& log) {
  std::vector<std::string> removed;
  for (const std::string name : meshLevels)
    for (const char* ending : {"", ".gz"}) {
      std::error_code none;
      if (fs::remove(caseDirectory / "constant/polyMesh" / (name + ending), none)) removed.push_back(name + ending);
    }
  if (!removed.empty())
    log.line(fmt::format("Removing {} of constant/polyMesh, which belong to another mesh", fmt::join(removed, ", ")));
}

void requireNoPartOfAMesh(const fs::path& caseDirectory) {
  const auto record = case_::MadeRecord::read(caseDirectory, case_::meshRecord);
  std::vector<std::string> parts;
  // A boundary alone is what old tutorials of OpenFOAM have beside their blockMeshDict.
  for (const char* name : {"points", "faces", "owner", "neighbour"})
    for (const char* ending : {"", ".gz"}) {
      const std::string file = fmt::format("constant/polyMesh/{}{}", name, ending);
      std::error_code ec;
      const auto status = fs::symlink_status(caseDirectory / file, ec);  // a link to nothing is a part, too
      if (fs::exists(status) && !(fs::is_regular_file(status) && record && record->hasMade(file))) parts.push_back(file);
    }
  if (parts.empty()) return;
  throw Error(
      fmt::format("{}: there is a part of a mesh ({}), but no constant/polyMesh/faces: was it copied as a whole? Copy the "
                  "missing files, or remove these if the mesh is to be made from blockMeshDict",
                  caseDirectory.string(), fmt::join(parts, ", ")),
      ExitCode::badCase);
}

void recordMesh(const fs::path& caseDirectory, const std::vector<std::string>& sources) {
  case_::MadeRecord record(caseDirectory);
  for (const auto& source : sources) record.addSource(source);
  for (const char* file : meshFiles) record.addMade(fmt::format("constant/polyMesh/{}", file));
  record.write(case_::meshRecord);
}

namespace {
/// What a run makes mesh and fields of by itself: not of a tool that was called by hand.
bool isOfARun(const std::string& source) {
  const std::string folder = fs::path(source).begin()->string();
  return isOneOf(source, {"system/blockMeshDict", "constant/polyMesh/blockMeshDict", "system/setFieldsDict"}) ||
         folder.starts_with("0.or") || folder.starts_with("0_or");
}
/// Whether a tool that was called by hand has made sets or zones of the mesh, which a run would not make again.
bool hasOwnZones(const fs::path& caseDirectory, const case_::MadeRecord& record) {
  const fs::path mesh = caseDirectory / "constant" / "polyMesh";
  std::error_code none;
  return fs::exists(mesh / "sets", none) ||
         std::ranges::any_of(std::array{"cellZones", "faceZones", "pointZones"}, [&](const char* name) {
           const fs::path file = config::existingFile(mesh / name);
           return !file.empty() && !record.hasMade("constant/polyMesh/" + file.filename().string());
         });
}
}  // namespace

std::vector<std::string> changedSources(const fs::path& caseDirectory) {
  std::vector<std::string> all;
  for (const fs::path& path : {fs::path(case_::meshRecord), fs::path(case_::fieldsRecord("0"))}) {
    const auto record = case_::MadeRecord::read(caseDirectory, path);
    if (!record) continue;
    if (path == case_::meshRecord && hasOwnZones(caseDirectory, *record)) return {};
    if (!record->isUntouched() || !std::ranges::all_of(record->sources(), isOfARun, &case_::MadeRecord::Item::file)) return {};
    for (auto& source : record->changedSources()) all.push_back(std::move(source));
  }
  return all;
}

void requireCurrentMesh(const fs::path& caseDirectory) {
  requireCurrent(caseDirectory, case_::meshRecord, "the mesh in constant/polyMesh was");
}

void keepInitialFields(const fs::path& caseDirectory, const std::string& time, Log& log) {
  if (time != "0" || !case_::originalFields(caseDirectory).empty()) return;
  log.line(fmt::format("Keeping the initial fields in {}", initial));
  std::error_code ec;
  const fs::path partial = caseDirectory / ".0.orig.partial";
  fs::remove_all(partial, ec);
  fs::create_directory(partial, ec);
  for (const auto& file : fieldFiles(caseDirectory, time))
    if (!ec) fs::copy_file(caseDirectory / file, partial / fs::path(file).filename(), ec);
  if (!ec) fs::rename(partial, caseDirectory / initial, ec);
  if (!ec) return;
  const std::string reason = ec.message();
  fs::remove_all(partial, ec);
  throw Error(fmt::format("{}: the initial fields cannot be kept in {}: {}", caseDirectory.string(), initial, reason),
              ExitCode::io);
}

void recordFields(const fs::path& caseDirectory, const std::string& time, const std::vector<std::string>& sources) {
  case_::MadeRecord record(caseDirectory);
  if (const auto originals = case_::originalFields(caseDirectory); !originals.empty())
    for (const auto& file : fieldFiles(caseDirectory, originals)) record.addSource(file);
  for (const auto& source : sources) record.addSource(source);
  for (const auto& file : fieldFiles(caseDirectory, time)) record.addMade(file);
  record.write(case_::fieldsRecord(time));
}

void requireCurrentFields(const fs::path& caseDirectory, const std::string& time) {
  requireCurrent(caseDirectory, case_::fieldsRecord(time), fmt::format("the fields in {} were", time));
}

}  // namespace eagre::run
