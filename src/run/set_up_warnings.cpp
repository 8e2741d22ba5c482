// SPDX-License-Identifier: BSD-3-Clause
// What is said about a case before its first step.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fv/time/ddt.hpp"
#include "output/on_master.hpp"
#include "run/case/start.hpp"
#include "run/set_up_case.hpp"

namespace eagre::run {

void SetUpCase::warnOfEndTime() {
  if (motion && control.stopAt == StopAt::endTime && motion->lastTime() < control.endTime)
    log.warnOnce(
        fmt::format("constant/dynamicMeshDict: the table of the motion ends at {:g} s, before endTime ({:g} s): the run "
                    "will end there with an error",
                    motion->lastTime(), control.endTime));
  if (options.tables.empty() && control.stopAt == StopAt::endTime && control.endTime <= restart.value)
    log.warnOnce(fmt::format("system/controlDict: endTime {:g} is not behind the start time {:g}: no step is to be done",
                             control.endTime, restart.value));
}

/// What the run before was given by --set is in no file of the case.
void SetUpCase::warnOfOtherSettings() {
  if (!options.tables.empty() || !restart.ours) return;
  std::vector<std::string> given, before;
  for (const config::GivenEntry& setting : dictionaries.settings()) given.push_back(setting.text());
  const fs::path file = dictionaries.directory() / start.directory / "uniform" / "restart";
  const std::string text = dump ? dump->state("restart").value_or("") : fileExists(file) ? config::readFileText(file) : "";
  before = config::Dictionary::parse(text, file.string()).getOr<std::vector<std::string>>("settings", {});
  if (before == given) return;
  const auto list = [](const std::vector<std::string>& all) {
    return all.empty() ? std::string("none") : fmt::format("{}", fmt::join(all, ", "));
  };
  log.warnOnce(fmt::format("the run that wrote time {} had other entries by --set: {}; this one: {}", start.name, list(before),
                           list(given)));
}

/// Where a run starts anew from a time of a run before, the times behind it are of that one.
void SetUpCase::reportLaterTimes() const {
  std::vector<std::string> later;
  output::onMaster(world, [&] { later = laterTimes(dictionaries.directory(), restart.value); });
  if (later.empty()) return;
  constexpr std::size_t most = 8;
  if (later.size() > most) later = {later[0], later[1], later[2], "..", later.back()};
  log.line(
      fmt::format("Times of a run before that are later than {}: {}; this run writes over those that it reaches, the others "
                  "stay\n",
                  start.name, fmt::join(later, ", ")));
}

/// A dump holds one time level: time schemes of more begin again as they do in a first step.
void SetUpCase::warnOfForgottenHistory() const {
  if (timeState.index == 0) return;
  const auto* schemes = dictionaries.fvSchemes().findDict("ddtSchemes");
  for (const auto& entry : schemes->entries()) {
    if (entry.isDict()) continue;
    auto reader = entry.reader();
    const std::string word = fv::ddtKindWord(reader);
    const bool isNumber = !reader.atEnd() && reader.peek().kind == config::Token::Kind::number;
    const bool offCentredToEuler = word == "CrankNicolson" && isNumber && reader.number() == 0;
    if ((word == "CrankNicolson" && !offCentredToEuler) || word == "backward")
      log.warnOnce(
          fmt::format("ddtSchemes: {} needs more than the one time level of a dump; its first step is an Euler step, so this "
                      "restart is not bit for bit the uninterrupted run",
                      word));
  }
}

/// An optional keyword with a slip of the pen changes nothing in the run, and nobody notices.
void SetUpCase::warnOfMisspeltEntries() const {
  for (const std::string& message : dictionaries.misspeltEntries()) log.warnOnce(message);
}

void SetUpCase::reportLinearSolvers() const {
  if (context->fastSolvers)
    log.line(
        "Linear solvers: instead of those that fvSolution names, to the same tolerances (--solvers as-written for those named)\n"
        "    (CGCG, PPCG, OFPiPePCG, OFRePiPePCG, SStepPCG, PETSc: as named)\n"
        "    symmetric systems:  PCG with multigrid (multigridPCG), with DIC where the case names it and the solve is short;\n"
        "        on several ranks in the form of conjugate gradients that is measured to be fastest (--krylov PCG for this one)\n"
        "    asymmetric systems: smoothSolver; where that is slow, PBiCGStab with multigrid, then with DILU");
  else if (options.fastSolvers)
    log.line(fmt::format("Linear solvers: those that fvSolution names, which {} keeps\n", application));
}

}  // namespace eagre::run
