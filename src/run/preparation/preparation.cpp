// SPDX-License-Identifier: BSD-3-Clause
#include "run/preparation/preparation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "output/file_sink.hpp"
#include "output/on_master.hpp"
#include "run/case/case_setup.hpp"
#include "run/case/coarse_check.hpp"
#include "run/case/copy_over.hpp"
#include "run/case/made.hpp"
#include "run/preparation/plan.hpp"
#include "run/preparation/stand_ins.hpp"
#include "run/tools/tool.hpp"

namespace eagre::run {

namespace {

using case_::Step;
using case_::ToolKind;
using preparation::Plan;

/// Steps from rank 0 to all: tools are called on all ranks.
void broadcast(const comm::Communicator& world, std::vector<Step>& steps) {
  auto count = static_cast<std::size_t>(world.sum(static_cast<std::int64_t>(world.master() ? steps.size() : 0)));
  steps.resize(count);
  for (Step& step : steps) {
    world.broadcast(step.tool);
    auto n = world.sum(static_cast<std::int64_t>(world.master() ? step.arguments.size() : 0));
    step.arguments.resize(static_cast<std::size_t>(n));
    for (auto& argument : step.arguments) world.broadcast(argument);
    n = world.sum(static_cast<std::int64_t>(world.master() ? static_cast<int>(step.kind) : 0));
    step.kind = static_cast<ToolKind>(n);
    step.mayFail = world.sum(static_cast<std::int64_t>(world.master() && step.mayFail ? 1 : 0)) > 0;
  }
}

void mark(const fs::path& caseDirectory) {
  const fs::path file = preparation::unfinishedMark(caseDirectory);
  output::makeDirectory(file.parent_path());
  output::replaceFile(file, "eagre run is preparing this case. If it no longer runs, it was interrupted, and begins anew.\n");
}

void logPlan(const Plan& plan, Log& log) {
  for (const auto& note : plan.notes) log.line(note);
  for (const auto& warning : plan.warnings) log.warnOnce(warning);
}

void copyOriginals(const Plan& plan, const fs::path& caseDirectory, Log& log) {
  if (!plan.copiesZero.empty() && !plan.copiesZeroInSteps) {
    log.line(fmt::format("Copying {} to 0", plan.copiesZero));
    copyOver(caseDirectory / plan.copiesZero, caseDirectory / "0");
  }
  for (const auto& [from, to] : plan.copies) {
    log.line(fmt::format("Copying {} to {}", from, to));
    copyOver(caseDirectory / from, caseDirectory / to);
  }
}

/// A step of a program that Eagre does not have, or of files. On the master alone.
void doOutside(const Step& step, const fs::path& caseDirectory, Log& log) {
  if (step.kind == ToolKind::files) {
    if (const std::string note = preparation::doFileStep(step, caseDirectory); !note.empty()) log.line(note);
  } else if (preparation::hasStandIn(step)) {
    const Step other = preparation::standIn(step, caseDirectory);
    log.line(fmt::format("{} is not on PATH: '{}' does it", step.tool, other.text()));
    preparation::runProgram(other, caseDirectory);
  } else {
    preparation::runProgram(step, caseDirectory);
  }
}

void doStep(const comm::Communicator& world, const Step& step, const fs::path& caseDirectory, Log& log) {
  log.line(fmt::format("\nPreparing the case: {} ({})", step.text(), toString(step.place)));
  log.flush();
  if (const auto* tool = step.kind == ToolKind::files ? nullptr : tools::find(step.tool)) {
    tools::Call call(world, log, caseDirectory, step.tool, step.arguments);
    try {
      tool->run(call);
    } catch (const Error& e) {
      const std::string message = fmt::format("{} ({}): {}", step.text(), toString(step.place), e.what());
      if (!step.mayFail) throw Error(message, e.code());
      log.warnOnce(message + "\nIts sets and zones are not made");
    }
    return;
  }
  output::onMaster(world, [&] {
    try {
      doOutside(step, caseDirectory, log);
    } catch (const Error& e) {
      if (!step.mayFail) throw;
      log.warnOnce(fmt::format("{}\nThe .eMesh files that the case has already are taken", e.what()));
    }
  });
}

/// The dictionaries of the steps of a kind, relative to the case.
std::vector<std::string> dictionariesOf(const std::vector<Step>& steps, ToolKind kind, const fs::path& caseDirectory) {
  std::vector<std::string> dictionaries;
  for (const Step& step : steps) {
    if (step.kind != kind) continue;
    std::string file = step.tool == "createZeroDirectory" ? "system/caseProperties" : "system/" + step.tool + "Dict";
    if (step.tool.ends_with("ToFoam"))  // the mesh file
      if (const auto name =
              std::ranges::find_if(step.arguments, [&](const auto& word) { return fileExists(caseDirectory / word); });
          name != step.arguments.end())
        file = *name;
    for (std::size_t i = 0; i + 1 < step.arguments.size(); ++i)
      if (step.arguments[i] == "-dict") file = step.arguments[i + 1];
    if (step.tool == "potentialFoam") continue;  // it has no dictionary of its own
    dictionaries.push_back(fileExists(caseDirectory / file) ? file : "system/" + file);
  }
  return dictionaries;
}

/// The mesh and the fields that a recipe has made belong to the dictionaries of all its tools.
void record(const Plan& plan, const fs::path& caseDirectory) {
  const auto mesh = dictionariesOf(plan.steps, ToolKind::mesh, caseDirectory);
  if (!mesh.empty()) recordMesh(caseDirectory, mesh);
  const auto fields = dictionariesOf(plan.steps, ToolKind::fields, caseDirectory);
  std::error_code none;
  if ((!fields.empty() || !plan.copiesZero.empty()) && fs::is_directory(caseDirectory / "0", none))
    recordFields(caseDirectory, "0", fields);
}

}  // namespace

void prepareCase(const comm::Communicator& world, const fs::path& caseDirectory, const std::string& application,
                 const PreparationOptions& options, Log& log, bool filesOnly) {
  Plan plan;
  output::onMaster(world, [&] {
    plan = preparation::makePlan(caseDirectory, application, options);
    if (plan.needsOpenFoam() && options.requireSolver) options.requireSolver();
    if (options.origin.empty()) logPlan(plan, log);  // else the check has told it
    if (filesOnly) std::erase_if(plan.steps, [](const Step& step) { return step.kind != ToolKind::files; });
    if (plan.begunAnew) {
      log.warnOnce("an earlier preparation of this case was interrupted; it begins anew");
      std::error_code none;
      for (const char* file :
           {"faces", "points", "owner", "neighbour", "boundary", "cellZones", "faceZones", "pointZones", "sets"})
        for (const char* ending : {"", ".gz"})
          fs::remove_all(caseDirectory / "constant/polyMesh" / (std::string(file) + ending), none);
      if (const auto original = case_::originalFields(caseDirectory); !original.empty())
        copyOver(caseDirectory / original, caseDirectory / "0");
    }
    if (!plan.steps.empty()) mark(caseDirectory);
    copyOriginals(plan, caseDirectory, log);
    if (!plan.steps.empty() && fs::is_directory(caseDirectory / "0")) keepInitialFields(caseDirectory, "0", log);
  });
  broadcast(world, plan.steps);
  for (const Step& step : plan.steps) doStep(world, step, caseDirectory, log);
  output::onMaster(world, [&] {
    record(plan, caseDirectory);
    std::error_code none;
    fs::remove(preparation::unfinishedMark(caseDirectory), none);
  });
}

namespace {

/// A link to a directory or a large file, which are only read; of a small file a copy.
void linkOrCopy(const fs::path& from, const fs::path& to) {
  constexpr std::uintmax_t large = 1 << 20;
  std::error_code none;
  if (fs::is_regular_file(from, none) && fs::file_size(from) < large)
    fs::copy_file(from, to);
  else
    fs::create_symlink(fs::absolute(from), to);
}

/// 0 and its originals are copies, since tools change fields.
void fill(const fs::path& from, const fs::path& to) {
  std::error_code none;
  const bool hasMesh = fileExists(from / "constant/polyMesh/faces") && !fs::exists(preparation::unfinishedMark(from), none);
  for (const auto& entry : fs::directory_iterator(from)) {
    const std::string name = entry.path().filename().string();
    const fs::path target = to / name;
    if (name == "0" || name.starts_with("0.or") || name.starts_with("0_or")) {
      copyOver(entry.path(), target);
    } else if (name == "system" || name == "constant") {
      fs::create_directories(target);
      for (const auto& inner : fs::directory_iterator(entry.path())) {
        const std::string innerName = inner.path().filename().string();
        if (innerName == "eagreUnfinished") continue;
        if (innerName == "polyMesh" && !hasMesh) {
          fs::create_directories(target / innerName);
          for (const auto& file : fs::directory_iterator(inner.path()))
            if (file.path().filename().string().starts_with("blockMeshDict"))
              linkOrCopy(file.path(), target / innerName / file.path().filename());
        } else {
          linkOrCopy(inner.path(), target / innerName);
        }
      }
    } else {
      linkOrCopy(entry.path(), target);
    }
  }
}

}  // namespace

ScratchCase::ScratchCase(const comm::Communicator& world, const fs::path& caseDirectory, const std::string& application,
                         const PreparationOptions& options, Log& log)
    : caseDirectory_(caseDirectory), directory_(caseDirectory) {
  std::string copy, needsOpenFoam, filesOnly;
  output::onMaster(world, [&] {
    const Plan plan = preparation::makePlan(caseDirectory, application, options);
    logPlan(plan, log);
    if (plan.empty()) return;
    for (const Step& step : plan.steps) log.line(fmt::format("To prepare the case: {} ({})", step.text(), toString(step.place)));
    filesOnly = !options.fullMesh && !plan.steps.empty() && cellsNotMade(caseDirectory) > 0 ? "yes" : "";
    if (plan.needsOpenFoam() || (!filesOnly.empty() && plan.changesBlockMesh())) {
      needsOpenFoam = "yes";
      return;
    }
    scratch_ = std::make_unique<TemporaryDirectory>();
    copy = scratch_->path().string();
    fill(caseDirectory, copy);
  });
  world.broadcast(copy);
  world.broadcast(needsOpenFoam);
  world.broadcast(filesOnly);
  filesOnly_ = !filesOnly.empty();
  willBePrepared_ = needsOpenFoam.empty();
  if (copy.empty()) return;
  isCopy_ = true;
  directory_ = copy;
}

namespace {
void replaceAll(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) text.replace(at, from.size(), to);
}
}  // namespace

std::string ScratchCase::inWordsOfCase(std::string message) const {
  if (!isCopy_) return message;
  replaceAll(message, directory_.string(), caseDirectory_.string());
  // The user has no 0 yet: what is wrong in it is wrong in 0.orig, of which it is a copy.
  std::error_code none;
  for (const auto& field : fs::directory_iterator(caseDirectory_ / "0.orig", none)) {
    const std::string name = field.path().filename().string();
    if (field.is_regular_file(none) && !fs::exists(caseDirectory_ / "0" / name, none))
      replaceAll(message, fmt::format(" 0/{}:", name), fmt::format(" 0.orig/{}:", name));
  }
  return message;
}

}  // namespace eagre::run
