// SPDX-License-Identifier: BSD-3-Clause
#include "output/foam/time_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "config/dictionary.hpp"
#include "core/untrusted.hpp"
#include "output/on_master.hpp"

namespace eagre::output {
namespace fs = std::filesystem;

std::string timeName(double value, TimeFormat format, int precision) {
  switch (format) {
    case TimeFormat::fixed:
      return fmt::format("{:.{}f}", value, precision);
    case TimeFormat::scientific:
      return fmt::format("{:.{}e}", value, precision);
    default:
      return fmt::format("{:.{}g}", value, precision);
  }
}

std::vector<TimeDir> findAllTimes(const fs::path& caseDir) {
  std::error_code error;
  std::vector<TimeDir> times;
  fs::directory_iterator it(caseDir.empty() ? fs::path(".") : caseDir, error), end;
  for (; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    const std::string name = it->path().filename().string();
    if (const auto value = finiteNumber(name); value && it->is_directory(ignored)) times.push_back({*value, name});
  }
  if (error) throw Error(fmt::format("cannot list {}: {}", caseDir.string(), error.message()), ExitCode::io);
  std::sort(times.begin(), times.end(),
            [](const TimeDir& a, const TimeDir& b) { return a.value != b.value ? a.value < b.value : a.name < b.name; });
  return times;
}

std::vector<TimeDir> findTimes(const fs::path& caseDir) {
  std::vector<TimeDir> times = findAllTimes(caseDir);
  std::error_code none;
  std::erase_if(times, [&](const TimeDir& time) { return fs::exists(caseDir / time.name / ownTimeMark, none); });
  return times;
}

TimeDirectory::TimeDirectory(const comm::Communicator& communicator, const fs::path& caseDir, const std::string& name)
    : communicator_(communicator),
      caseDir_(caseDir.empty() ? fs::path(".") : caseDir),
      partial_(inside(caseDir_, fmt::format(".{}.partial", name))),
      final_(inside(caseDir_, name)),
      name_(name) {
  if (!communicator_.master()) return;
  std::error_code error;
  fs::remove_all(partial_, error);  // what a killed run may have left
  fs::create_directory(partial_, error);
  if (error) fail("create", partial_, error.message());
}

TimeDirectory::~TimeDirectory() {
  if (committed_ || !communicator_.master()) return;
  std::error_code ignored;
  fs::remove_all(partial_, ignored);
}

void TimeDirectory::fail(std::string_view action, const fs::path& path, const std::string& reason) {
  if (failure_.empty()) failure_ = fmt::format("cannot {} {}: {}", action, path.string(), reason);
}

void TimeDirectory::write(const std::string& relativePath, bool compressed, const std::function<void(FileSink&)>& content) {
  if (communicator_.master() && failure_.empty()) return writeOwn(relativePath, compressed, content);
  FileSink nowhere;
  content(nowhere);
}

void TimeDirectory::writeOwn(const std::string& relativePath, bool compressed, const std::function<void(FileSink&)>& content) {
  if (!failure_.empty()) return;
  const fs::path path = inside(partial_, compressed ? relativePath + ".gz" : relativePath);
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  if (error) fail("create", path.parent_path(), error.message());
  FileSink sink(path, compressed);
  content(sink);
  sink.close();
  if (failure_.empty()) failure_ = sink.failure();
}

std::string timeText(const std::string& name, const fv::TimeState& time) {
  std::string text;
  FileSink sink(text);
  FieldFileWriter writer(sink, {});
  writer.header("dictionary", name + "/uniform", "time");
  const auto entry = [&](std::string_view keyword, const std::string& value) {
    writer.entry(keyword, value);
    writer.text("\n");
  };
  entry("value", fmt::format("{:.18g}", time.value));
  entry("name", fmt::format("\"{}\"", name));
  entry("index", fmt::format("{}", time.index));
  entry("deltaT", fmt::format("{}", time.deltaT));
  writer.entry("deltaT0", fmt::format("{}", time.deltaT0));
  writer.footer();
  return text;
}

void TimeDirectory::writeTime(const fv::TimeState& time) {
  write("uniform/time", false, [&](FileSink& sink) { sink.write(timeText(name_, time)); });
}

namespace {

/// What a later run would go on from as the past of what has been written anew: fields of the steps before, fluxes of alpha, and
/// `uniform`, with or without ".gz".
bool isHistory(const fs::path& relative) {
  std::string name = relative.begin()->string();
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  return name == "uniform" || name.ends_with("_0") || name.starts_with("ddt0(") || name.starts_with("alphaPhi");
}

}  // namespace

/// What the directory of that name holds beside what has been written anew stays, as in OpenFOAM: fields of other tools, a mesh,
/// notes. But no history of another run. It is linked into the new directory, so that each of both is whole, whenever the run is
/// killed.
void TimeDirectory::keepOthers() {
  std::error_code error;
  fs::recursive_directory_iterator it(final_, error), end;
  for (; !error && it != end; it.increment(error)) {
    const fs::path relative = it->path().lexically_relative(final_);
    if (isHistory(relative)) continue;
    const fs::path other =
        relative.extension() == ".gz" ? fs::path(relative).replace_extension() : fs::path(relative.string() + ".gz");
    if (fs::exists(fs::symlink_status(partial_ / relative)) || fs::exists(fs::symlink_status(partial_ / other))) continue;
    if (it->is_directory() && !it->is_symlink()) {
      fs::create_directory(partial_ / relative, it->path(), error);
    } else {
      fs::create_hard_link(it->path(), partial_ / relative, error);
      if (error) fs::copy(it->path(), partial_ / relative, fs::copy_options::copy_symlinks, error);
    }
    if (error) return fail("keep", it->path(), error.message());
  }
  if (error) fail("list", final_, error.message());
}

void TimeDirectory::takeName(bool replaces) {
  std::error_code error;
  if (!replaces) {
    fs::rename(partial_, final_, error);
    if (error) return fail("write", final_, error.message());
  } else if (::renameat2(AT_FDCWD, partial_.c_str(), AT_FDCWD, final_.c_str(), RENAME_EXCHANGE) == 0) {
    fs::remove_all(partial_, error);  // now the old directory
  } else if (errno == EINVAL || errno == ENOSYS) {
    // A file system that cannot exchange two names: both directories stay whole, whenever the run is killed.
    const fs::path old = caseDir_ / fmt::format(".{}.replaced", name_);
    fs::remove_all(old, error);
    fs::rename(final_, old, error);
    if (!error) fs::rename(partial_, final_, error);
    if (error) return fail("write", final_, error.message());
    fs::remove_all(old, error);
  } else {
    return fail("write", final_, std::strerror(errno));
  }
}

void TimeDirectory::commitOnMaster() {
  std::error_code error;
  const bool replaces = fs::exists(fs::symlink_status(final_, error));
  if (replaces && fs::is_directory(final_, error)) keepOthers();
  if (!failure_.empty()) return;
  std::vector<fs::path> directories{partial_};
  for (const auto& entry : fs::recursive_directory_iterator(partial_, error))
    if (entry.is_directory()) directories.push_back(entry.path());
  if (error) return fail("list", partial_, error.message());
  for (const fs::path& directory : directories)
    if (const int e = syncDirectory(directory); e != 0) return fail("flush", directory, std::strerror(e));

  takeName(replaces);
  if (!failure_.empty()) return;
  committed_ = true;
  if (const int e = syncDirectory(caseDir_); e != 0) fail("flush", caseDir_, std::strerror(e));
}

void TimeDirectory::commit() {
  shareFailure();
  if (communicator_.master() && failure_.empty()) commitOnMaster();
  shareFailure();
  if (!failure_.empty()) throw Error(failure_, ExitCode::io);
}

/// The failure of the first rank that has one becomes that of all.
void TimeDirectory::shareFailure() {
  const int P = communicator_.size();
  const auto first = static_cast<int>(communicator_.min(failure_.empty() ? P : communicator_.rank()));
  if (first < P) communicator_.broadcast(failure_, first);
}

void PurgeWrite::written(const std::string& name) {
  if (keep_ <= 0) return;
  if (names_.empty() || names_.back() != name) names_.push_back(name);
  for (; static_cast<int>(names_.size()) > keep_; names_.pop_front()) onMaster(communicator_, [&] { remove_(names_.front()); });
}

void writeParaViewFile(const comm::Communicator& communicator, const fs::path& caseDir) {
  onMaster(communicator, [&] {
    const fs::path absolute = fs::absolute(caseDir).lexically_normal();
    const std::string caseName = (absolute.has_filename() ? absolute : absolute.parent_path()).filename().string();
    const fs::path file = absolute / (caseName + ".foam");
    if (!fs::exists(file)) replaceFile(file, false, [](FileSink&) {});
  });
}

}  // namespace eagre::output
