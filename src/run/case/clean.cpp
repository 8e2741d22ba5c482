// SPDX-License-Identifier: BSD-3-Clause
#include "run/case/clean.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "case/made_record.hpp"
#include "case/recipe/recipe.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/foam/time_directory.hpp"
#include "output/on_master.hpp"
#include "run/case/case_setup.hpp"
#include "run/case/made.hpp"

namespace eagre::run {
namespace {

class Cleaner {
 public:
  /// aside: the folder of the case that takes what is removed; none: it is gone.
  Cleaner(const fs::path& directory, bool dryRun, Log& log, const fs::path& aside = {})
      : directory_(directory), aside_(aside), dryRun_(dryRun), log_(log) {}

  void run() {
    const bool hasMesh = fileExists(directory_ / "constant" / "polyMesh" / "faces");
    times();
    dumps(hasMesh);
    for (const char* name : {"postProcessing", "pictures", "profile.json"}) remove(name);
    emptyFoamFile();
    if (made(case_::meshRecord, "the mesh", true)) levels();
    const auto zero = zeroDirectory();
    const std::string original = case_::originalFields(directory_);
    if (!zero.empty() && made(case_::fieldsRecord(zero), "the initial fields", !original.empty())) copies(zero, original);
    if (nRemoved_ == 0) log_.line(fmt::format("{}: there is nothing to remove", directory_.string()));
  }

 private:
  void remove(const fs::path& relative) {
    std::error_code ec;
    const auto status = fs::symlink_status(directory_ / relative, ec);
    if (!fs::exists(status)) return;
    ++nRemoved_;
    log_.line(fmt::format("{} {}", dryRun_ ? "Would remove" : "Removing", relative.string()));
    if (dryRun_) return;
    if (aside_.empty()) {
      fs::remove_all(directory_ / relative);  // of a link the link alone
    } else {
      fs::create_directories((directory_ / aside_ / relative).parent_path());
      fs::rename(directory_ / relative, directory_ / aside_ / relative);
    }
  }

  /// What ParaView opens.
  void emptyFoamFile() {
    std::error_code ec;
    const fs::path file = fs::absolute(directory_, ec).lexically_normal().filename().string() + ".foam";
    if (fs::is_regular_file(directory_ / file, ec) && fs::file_size(directory_ / file, ec) == 0) remove(file);
  }

  void times() {
    const auto all = output::findAllTimes(directory_);
    for (const auto& time : all) {
      const fs::path directory = directory_ / time.name;
      if (time.name != all.front().name &&
          (fileExists(directory / "uniform/restart") || fileExists(directory / output::ownTimeMark)))
        remove(time.name);
    }
  }

  void dumps(bool hasMesh) {
    std::vector<std::string> names = output::findRestartDumps(directory_);
    for (const auto& dump : output::findDumps(directory_)) names.push_back(dump.name);
    for (const auto& name : names) {
      for (const auto& part : output::dumpParts(directory_ / "dumps", name)) remove(part.lexically_relative(directory_));
      remove(output::dumpPath(directory_, name).lexically_relative(directory_));
    }
    for (const char* ending : {".vtkhdf.series", ".patches.xdmf"})
      remove(output::seriesPath(directory_, ending).lexically_relative(directory_));
    if (hasMesh) remove(output::dumpMeshPath(directory_).lexically_relative(directory_));
    removeIfEmpty("dumps");
  }

  std::string zeroDirectory() const {
    for (const auto& time : output::findAllTimes(directory_))
      if (time.value == 0) return time.name;
    return {};
  }

  /// Returns whether it was removed.
  bool made(const fs::path& recordPath, const char* what, bool canBeMadeAgain) {
    const auto record = case_::MadeRecord::read(directory_, recordPath);
    if (!record) return false;
    if (!canBeMadeAgain || !record->isUntouched()) {
      log_.line(fmt::format("{} of {} {} and stay", what, recordPath.parent_path().string(),
                            canBeMadeAgain ? "differ from what Eagre made" : "could not be made again: there is no 0.orig"));
      return false;
    }
    for (const auto& item : record->made()) remove(item.file);
    remove(recordPath);
    for (fs::path folder = recordPath.parent_path(); folder != "constant" && !folder.empty(); folder = folder.parent_path())
      removeIfEmpty(folder);
    return true;
  }

  void levels() {
    for (const std::string name : meshLevels)
      for (const char* ending : {"", ".gz"}) remove(fs::path("constant/polyMesh") / (name + ending));
    removeIfEmpty("constant/polyMesh");
  }

  /// What fields include, as 0/include/initialConditions: files in folders of 0 that are as their originals. A 0 that is left
  /// with them alone would pass for the initial fields, and no run could begin.
  void copies(const fs::path& zero, const fs::path& original) {
    std::error_code ec;
    std::vector<fs::path> files, folders;
    for (const auto& entry : fs::recursive_directory_iterator(directory_ / zero, ec)) {
      const fs::path relative = entry.path().lexically_relative(directory_ / zero), same = directory_ / original / relative;
      if (entry.is_directory(ec)) folders.push_back(zero / relative);
      if (relative.has_parent_path() && entry.is_regular_file(ec) && fileExists(same) &&
          config::readFileText(entry.path()) == config::readFileText(same))
        files.push_back(zero / relative);
    }
    for (const fs::path& file : files) remove(file);
    std::for_each(folders.rbegin(), folders.rend(), [&](const fs::path& folder) { removeIfEmpty(folder); });
    removeIfEmpty(zero);
  }

  void removeIfEmpty(const fs::path& relative) {
    std::error_code ec;
    if (!dryRun_ && fs::is_directory(directory_ / relative, ec) && fs::is_empty(directory_ / relative, ec))
      fs::remove(directory_ / relative);
  }

  fs::path directory_, aside_;
  bool dryRun_;
  Log& log_;
  int nRemoved_ = 0;
};

/// What is in `from` into `to`: folders that are in both by what is in them, anything else in place of what is there.
void moveInto(const fs::path& from, const fs::path& to) {
  for (const auto& entry : fs::directory_iterator(from)) {
    const fs::path target = to / entry.path().filename();
    if (fs::is_directory(entry.symlink_status()) && fs::is_directory(fs::symlink_status(target))) {
      moveInto(entry.path(), target);
    } else {
      fs::remove_all(target);
      fs::rename(entry.path(), target);
    }
  }
  fs::remove_all(from);
}

template <class F>
void withErrors(F&& work) {
  try {
    work();
  } catch (const fs::filesystem_error& e) {
    throw Error(fmt::format("{}: cannot be removed: {}", e.path1().string(), e.code().message()), ExitCode::io);
  }
}

void requireCase(const fs::path& caseDirectory) {
  std::error_code ec;
  if (fs::is_directory(caseDirectory / "system", ec)) return;
  throw Error(fmt::format("{}: not an OpenFOAM case: it has no directory 'system'", caseDirectory.string()), ExitCode::badCase);
}

/// What Eagre has made in the case gives way to what was set aside, if there is anything. Returns whether there was.
bool moveBack(const fs::path& caseDirectory) {
  const fs::path aside = caseDirectory / SetAside::folder;
  if (!fs::is_directory(aside)) return false;
  Log silent = Log::silent();
  Cleaner(caseDirectory, false, silent).run();
  moveInto(aside, caseDirectory);
  return true;
}

}  // namespace

void clean(const comm::Communicator& world, const fs::path& caseDirectory, bool dryRun, Log& log) {
  output::onMaster(world, [&] {
    requireCase(caseDirectory);
    withErrors([&] { Cleaner(caseDirectory, dryRun, log).run(); });
  });
}

SetAside::SetAside(const comm::Communicator& world, const fs::path& caseDirectory, Log& log)
    : caseDirectory_(caseDirectory), log_(log), keeps_(world.rank() == 0) {
  output::onMaster(world, [&] {
    requireCase(caseDirectory);
    withErrors([&] {
      if (moveBack(caseDirectory))
        log.line(fmt::format("{}: a run was killed before its first step; what it had set aside is back", folder));
      Cleaner(caseDirectory, false, log, folder).run();
    });
  });
}

SetAside::~SetAside() {
  if (!keeps_) return;
  try {
    if (moveBack(caseDirectory_)) log_.line("No step was made: what was removed is there again");
  } catch (const std::exception& e) {
    log_.warnOnce(fmt::format("what was removed stands in {}: {}", (caseDirectory_ / folder).string(), e.what()));
  }
}

void SetAside::discard() {
  if (!keeps_) return;
  keeps_ = false;
  std::error_code ec;
  fs::remove_all(caseDirectory_ / folder, ec);
  if (ec) log_.warnOnce(fmt::format("{}: cannot be removed: {}", (caseDirectory_ / folder).string(), ec.message()));
}

}  // namespace eagre::run
