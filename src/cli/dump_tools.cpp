// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <utility>

#include "cli/commands.hpp"
#include "config/dictionary.hpp"
#include "core/untrusted.hpp"
#include "output/dumps/dump_boundary.hpp"
#include "output/dumps/dump_extract.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/dumps/dump_report.hpp"
#include "output/dumps/dump_surface.hpp"
#include "output/foam/purge_choice.hpp"
#include "output/hdf5/hdf5.hpp"
#include "output/on_master.hpp"
#include "run/control/time_control.hpp"
#include "run/refinement/refined_dump.hpp"

namespace eagre::cli {
namespace fs = std::filesystem;

namespace {

void requireCase(const fs::path& directory) {
  std::error_code ec;
  if (!fs::is_directory(directory, ec))
    throw Error(fmt::format("{}: no such case directory", directory.string()), ExitCode::usage);
}

/// How controlDict has fields written, but for the format.
output::FieldFormat fieldFormat(const fs::path& caseDirectory, const std::string& format) {
  config::ReadOptions options;
  options.caseDirectory = caseDirectory;
  Problems problems;
  const auto dict = config::Dictionary::read(caseDirectory / "system" / "controlDict", options);
  const auto control = run::ControlDict::read(dict, false, problems);
  problems.throwIfAny(caseDirectory.string());
  const bool binary = format.empty() ? control.binary : format == "binary";
  return {binary, control.writePrecision, control.compressed && !binary};
}

/// The dumps that a purge may count: damaged ones among the latest are named and left alone, so that those which are kept can be
/// used.
std::vector<output::TimeDir> countedDumps(const fs::path& caseDirectory, int keepLast, Log& log) {
  auto dumps = output::findDumps(caseDirectory);
  int whole = 0;
  for (std::size_t i = dumps.size(); i > 0 && whole < keepLast; --i) {
    const fs::path path = output::dumpPath(caseDirectory, dumps[i - 1].name);
    std::string damage;
    try {
      damage = output::dumpDamage(output::DumpFile(path));
    } catch (const Error& e) { damage = e.what(); }
    if (damage.empty()) {
      ++whole;
    } else {
      log.warnOnce(
          fmt::format("{} is damaged or not with its mesh; it is neither counted nor removed: {}", path.string(), damage));
      dumps.erase(dumps.begin() + static_cast<std::ptrdiff_t>(i - 1));
    }
  }
  return dumps;
}

}  // namespace

Action infoAction(fs::path path) {
  return [=](const comm::Communicator& world, Log& log) {
    bool whole = true;
    output::onMaster(world, [&] {
      output::hdf5::requireBuiltIn("eagre info");
      std::error_code ec;
      whole = fs::is_directory(path, ec) ? output::reportDumps(path, log) : output::reportDumpFile(path, log);
    });
    return static_cast<int>(world.all(whole) ? ExitCode::success : ExitCode::io);
  };
}

Action extractAction(fs::path caseDirectory, std::vector<std::string> times, std::string format, bool replace) {
  return [caseDirectory = std::move(caseDirectory), times = std::move(times), format = std::move(format), replace](
             const comm::Communicator& world, Log& log) {
    output::hdf5::requireBuiltIn("eagre extract");
    output::FieldFormat files;
    output::onMaster(world, [&] {
      requireCase(caseDirectory);
      files = fieldFormat(caseDirectory, format);
    });
    if (!world.master()) files = fieldFormat(caseDirectory, format);  // read by all ranks, once it is known to be right
    for (const std::string& time : times) {
      output::TimeDir found;
      output::onMaster(world, [&] { found = output::findDump(caseDirectory, time); });
      world.broadcast(found.name);
      const output::DumpFile dump(output::dumpPath(caseDirectory, found.name));
      output::onMaster(world, [&] {
        if (const std::string damage = output::dumpDamage(dump); !damage.empty())
          throw Error(fmt::format("{} is damaged or not with its mesh: {}", dump.path().string(), damage), ExitCode::io);
      });
      // A dump for restarts has no name that is a time.
      const std::string name = finiteNumber(found.name) ? found.name : dump.header().name;
      output::extractDump(world, dump, caseDirectory, {name, files, replace},
                          [&](const fs::path& directory) { run::writeMeshOfDump(dump.path(), directory, files); });
      log.line(fmt::format("{}: {} fields from {}", (caseDirectory / name).string(), dump.fields().size(), dump.path().string()));
    }
    return 0;
  };
}

Action boundaryAction(fs::path caseDirectory, std::string time, std::string fieldName, std::string patchName, std::string entry) {
  return [=](const comm::Communicator& world, Log& log) {
    output::onMaster(world, [&] {
      output::hdf5::requireBuiltIn("eagre boundary");
      requireCase(caseDirectory);
      const auto found = output::findDump(caseDirectory, time);
      using Access = output::DumpFile::Access;
      output::DumpFile dump(output::dumpPath(caseDirectory, found.name), entry.empty() ? Access::read : Access::change);
      const auto& field = dump.field(fieldName);
      const auto& patch = dump.patch(patchName);
      if (!entry.empty())
        dump.setPatchEntry(fieldName, patchName, output::parsePatchEntry(entry, field, dump.shape(field).second, patch));
      log.line(output::showPatchEntry(patch, dump.patchEntry(fieldName, patchName)));
      if (!entry.empty()) dump.close();
    });
    return 0;
  };
}

Action purgeAction(fs::path caseDirectory, double keepEvery, int keepLast, bool dryRun) {
  return [=](const comm::Communicator& world, Log& log) {
    output::onMaster(world, [&] {
      output::hdf5::requireBuiltIn("eagre purge");
      requireCase(caseDirectory);
      const auto dumps = countedDumps(caseDirectory, keepLast, log);
      const auto gone = output::purgeable(dumps, {keepEvery, keepLast});
      for (const auto& dump : gone) {
        log.line(fmt::format("{} {}", dryRun ? "would remove" : "removing", output::dumpPath(caseDirectory, dump.name).string()));
        if (!dryRun) output::removeDump(caseDirectory, dump.name);
      }
      if (!dryRun && !gone.empty()) output::DumpSeries(caseDirectory).write();
      log.line(fmt::format("{} of {} dumps {}", dumps.size() - gone.size(), dumps.size(), dryRun ? "would be kept" : "are kept"));
    });
    return 0;
  };
}

}  // namespace eagre::cli
