// SPDX-License-Identifier: BSD-3-Clause
#include "run/made.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "case/made_record.hpp"
#include "case/recipe/recipe.hpp"
#include "core/error.hpp"

namespace eagre::run {
namespace fs = std::filesystem;
namespace {

const char* const initial = "0.orig";

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

void recordMesh(const fs::path& caseDirectory, const std::vector<std::string>& sources) {
  case_::MadeRecord record(caseDirectory);
  for (const auto& source : sources) record.addSource(source);
  for (const char* file : {"points", "faces", "owner", "neighbour", "boundary", "cellZones", "faceZones", "pointZones"})
    record.addMade(fmt::format("constant/polyMesh/{}", file));
  record.write(case_::meshRecord);
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
