// SPDX-License-Identifier: BSD-3-Clause
#include "run/case/start.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <optional>

#include "output/dumps/dump_file.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/dumps/dump_reader.hpp"
#include "output/on_master.hpp"
#include "run/case/case_setup.hpp"
#include "run/case/decomposed.hpp"

namespace eagre::run {

namespace {

struct Candidate {
  double value;
  Start start;
};

/// Earliest first; of one time directory, dump, dump for restarts. Of the last those that cannot even be opened are named and
/// left out: they have no time.
std::vector<Candidate> candidates(const fs::path& caseDirectory, Log& log) {
  std::vector<Candidate> all;
  for (const auto& t : output::findTimes(caseDirectory)) all.push_back({t.value, {t.name}});
  for (const auto& t : decomposedTimes(caseDirectory)) all.push_back({t.value, {t.name, {}, true}});
  for (const auto& t : output::findDumps(caseDirectory)) all.push_back({t.value, {t.name, t.name}});
  for (const auto& name : output::findRestartDumps(caseDirectory)) try {
      const output::DumpFile dump(output::dumpPath(caseDirectory, name));
      all.push_back({dump.header().time, {dump.header().name, name}});
    } catch (const Error& e) { log.warnOnce(fmt::format("{}; it is not taken", e.what())); }
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.value < b.value; });
  return all;
}

/// Why a dump cannot be continued from, by what rank 0 finds without reading values; empty if nothing is in the way.
std::string obstacle(const fs::path& path, const CaseMesh& mesh) {
  try {
    const output::DumpFile dump(path);
    if (dump.header().ownMesh && !mesh.refines)
      return fmt::format(
          "{}: its mesh was refined during the run, and constant/dynamicMeshDict of this one keeps the cells; eagre extract "
          "makes "
          "a time directory of it",
          path.string());
    if (dump.header().meshChecksum != mesh.checksum) return fmt::format("{}: it was written on another mesh", path.string());
    if (dump.singlePrecision())
      return fmt::format("{}: its numbers have 32 bits (precision float32), from which no run continues", path.string());
  } catch (const Error& e) { return e.what(); }
  return {};
}

/// A directory that was written or edited after the dump of the same time is more likely what is meant than a mere copy of it.
void warnOfNewerDirectory(const fs::path& caseDirectory, const Start& start, Log& log) {
  constexpr std::chrono::seconds together{2};  // what one step writes
  const fs::path directory = caseDirectory / start.name, dump = output::dumpPath(caseDirectory, start.dump);
  std::error_code none;  // what cannot be looked at is not newer
  const auto dumped = fs::last_write_time(dump, none);
  for (const auto& file : fs::directory_iterator(directory, none))
    if (file.last_write_time(none) > dumped + together)
      return log.warnOnce(fmt::format("{} is newer than {}, from which the run continues (--from {}/: from the directory)",
                                      file.path().string(), dump.string(), start.name));
}

bool isTime(double value, double wanted) { return std::abs(value - wanted) < 1e-9 * std::max(1.0, std::abs(wanted)); }

}  // namespace

std::string fromInCase(const fs::path& caseDirectory, const std::string& from) {
  std::error_code none;
  if (from.find('/') == from.npos || !fs::exists(from, none)) return from;
  if (fs::path(from).is_relative() && fs::exists(caseDirectory / from, none)) return from;
  const fs::path inCase = fs::weakly_canonical(from).lexically_relative(fs::weakly_canonical(caseDirectory));
  if (inCase.empty() || *inCase.begin() == "..")
    throw Error(fmt::format("--from: {} is not in the case {}", from, caseDirectory.string()), ExitCode::usage);
  return (inCase / "").parent_path().string() + (fs::is_directory(from, none) ? "/" : "");
}

std::vector<std::string> laterTimes(const fs::path& caseDirectory, double time) {
  std::vector<output::TimeDir> times = output::findTimes(caseDirectory);
  std::ranges::copy(output::findDumps(caseDirectory), std::back_inserter(times));
  std::erase_if(times, [&](const output::TimeDir& t) { return t.value <= time || isTime(t.value, time); });
  std::ranges::stable_sort(times, {}, &output::TimeDir::value);
  std::vector<std::string> names;
  for (const auto& t : times)
    if (names.empty() || names.back() != t.name) names.push_back(t.name);
  return names;
}

bool hasDumps(const fs::path& caseDirectory) {
  return !output::findDumps(caseDirectory).empty() || !output::findRestartDumps(caseDirectory).empty();
}

namespace {

/// A time that startFrom and startTime ask for and that only processor directories have.
std::optional<Start> decomposedStart(const fs::path& caseDirectory, const ControlDict& control) {
  const auto times = decomposedTimes(caseDirectory), own = output::findTimes(caseDirectory);
  const auto found = [](const output::TimeDir& t) { return Start{t.name, {}, true}; };
  if (times.empty()) return std::nullopt;
  std::error_code none;
  const bool hasOwn = !own.empty(), canMakeZero = fs::is_directory(caseDirectory / "0.orig", none);
  switch (control.startFrom) {
    case StartFrom::firstTime:
      if (hasOwn ? times.front().value < own.front().value : !canMakeZero) return found(times.front());
      return std::nullopt;
    case StartFrom::latestTime:
      if (!hasOwn || times.back().value > own.back().value) return found(times.back());
      return std::nullopt;
    case StartFrom::startTime:
      break;
  }
  for (const auto& t : times)
    if (isTime(t.value, control.startTime)) return found(t);
  return std::nullopt;
}

/// What could be started from, the best last; none if there are no dumps, or 0 is to be made.
std::vector<Start> choices(const fs::path& caseDirectory, const ControlDict& control, Log& log) {
  if (!hasDumps(caseDirectory)) {
    if (control.startKind == StartKind::dump) return {};
    if (const auto start = decomposedStart(caseDirectory, control)) return {*start};
    return {{startDirectory(caseDirectory, control, log)}};
  }
  std::vector<Candidate> all = candidates(caseDirectory, log);
  const bool named = control.startFrom == StartFrom::startTime;
  // 0 may still have to be made of 0.orig.
  if (named && control.startTime == 0 && control.startKind != StartKind::dump &&
      std::none_of(all.begin(), all.end(), [](const auto& c) { return c.value == 0; }))
    return {{startDirectory(caseDirectory, control, log)}};
  if (named) std::erase_if(all, [&](const Candidate& c) { return !isTime(c.value, control.startTime); });
  if (control.startKind != StartKind::any)
    std::erase_if(all, [&](const Candidate& c) { return c.start.dump.empty() != (control.startKind == StartKind::directory); });
  if (!control.startDump.empty()) std::erase_if(all, [&](const Candidate& c) { return c.start.dump != control.startDump; });
  if (control.startFrom == StartFrom::firstTime)
    std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.value > b.value; });
  std::vector<Start> starts;
  for (const Candidate& c : all) starts.push_back(c.start);
  return starts;
}

[[noreturn]] void failNothing(const fs::path& caseDirectory, const ControlDict& control, Log& log) {
  std::vector<std::string> names;
  for (const Candidate& c : candidates(caseDirectory, log))
    if (names.empty() || names.back() != c.start.name) names.push_back(c.start.name);
  if (!control.startDump.empty()) {
    for (const auto& dump : output::findRestartDumps(caseDirectory)) names.push_back(fmt::format("dumps/{}.vtkhdf", dump));
    throw Error(fmt::format("{}: nothing to start from in dumps/{}.vtkhdf; there are: {}", caseDirectory.string(),
                            control.startDump, fmt::join(names, ", ")),
                ExitCode::badCase);
  }
  const bool named = control.startFrom == StartFrom::startTime;
  throw Error(fmt::format("{}: nothing to start from{}; there are: {}", caseDirectory.string(),
                          named ? fmt::format(" at time {:g}", control.startTime) : std::string(), fmt::join(names, ", ")),
              ExitCode::badCase);
}

}  // namespace

Start findStart(const comm::Communicator& communicator, const fs::path& caseDirectory, const ControlDict& control,
                const CaseMesh& mesh, Log& log) {
  std::vector<Start> left;
  output::onMaster(communicator, [&] { left = choices(caseDirectory, control, log); });
  for (;;) {
    Start start;
    std::string problem;
    output::onMaster(communicator, [&] {
      if (left.empty()) failNothing(caseDirectory, control, log);
      start = left.back();
      left.pop_back();
      if (!start.dump.empty()) problem = obstacle(output::dumpPath(caseDirectory, start.dump), mesh);
    });
    communicator.broadcast(start.name);
    communicator.broadcast(start.dump);
    communicator.broadcast(problem);
    if (problem.empty() && !start.dump.empty())
      problem = output::dumpDamage(communicator, output::dumpPath(caseDirectory, start.dump));
    if (problem.empty()) {
      output::onMaster(communicator, [&] {
        if (!start.dump.empty() && control.startKind == StartKind::any) warnOfNewerDirectory(caseDirectory, start, log);
        if (start.dump.empty()) warnOfNewerProcessors(caseDirectory, start.name, log);
      });
      return start;
    }
    output::onMaster(communicator, [&] { log.warnOnce(problem + "; it is not taken"); });
  }
}

}  // namespace eagre::run
