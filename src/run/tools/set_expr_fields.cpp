// SPDX-License-Identifier: BSD-3-Clause
#include "case/set_expr_fields.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "output/foam/time_directory.hpp"
#include "output/on_master.hpp"
#include "run/tools/tool.hpp"

namespace eagre::run::tools {
namespace {

/// The times that are asked for: all of the case without an option, as in OpenFOAM.
std::vector<output::TimeDir> timesOf(const Call& call, const ControlDict& control) {
  auto times = output::findTimes(call.caseDirectory());
  if (times.empty()) {
    startDirectory(call.caseDirectory(), control, call.log());  // from 0.orig
    times = output::findTimes(call.caseDirectory());
  }
  if (call.has("-latestTime")) return {times.back()};
  if (!call.has("-time")) return times;
  const std::string wanted = call.value("-time");
  char* end = nullptr;
  const double value = std::strtod(wanted.c_str(), &end);
  for (const auto& time : times)
    if (end && *end == '\0' && std::abs(time.value - value) < 1e-9 * std::max(1.0, std::abs(value))) return {time};
  std::vector<std::string> names;
  for (const auto& time : times) names.push_back(time.name);
  throw Error(call.tool() + ": -time: " + unknownWordMessage("time", wanted, names), ExitCode::usage);
}

/// The dictionary, or what -field and -expression say.
config::Dictionary instructions(const Call& call, CaseDictionaries& dictionaries) {
  if (!call.has("-field")) {
    const std::string file = call.value("-dict", fmt::format("system/{}Dict", call.tool()));
    if (!call.has("-dict")) return dictionaries.required(file);
    const fs::path path = fs::path(file).is_absolute() ? fs::path(file) : call.caseDirectory() / file;
    return config::Dictionary::read(path, dictionaries.readOptions());
  }
  if (!call.has("-expression")) throw Error(call.tool() + ": -field needs -expression", ExitCode::usage);
  const std::string condition = call.value("-condition", call.value("-field-mask"));
  const std::string dimensions = call.value("-dimensions", call.value("-dimension"));
  return config::Dictionary::parse(
      fmt::format("expressions ( commandLine {{ field {}; expression #{{{}#}}; {} {} create {}; }} );", call.value("-field"),
                  call.value("-expression"), condition.empty() ? "" : "condition #{" + condition + "#};",
                  dimensions.empty() ? "" : "dimensions " + dimensions + ";", call.has("-create") ? "yes" : "no"),
      "command line");
}

}  // namespace

/// swak4Foam's tool, whose language v1912's expressions are a part of; what they lack is an error.
void funkySetFields(Call& call) { setExprFields(call); }

void setExprFields(Call& call) {
  call.parse({"-latestTime", "-create", "-keepPatches", "-ascii"},
             {"-dict", "-time", "-field", "-expression", "-condition", "-field-mask", "-dimensions", "-dimension"});
  output::onMaster(call.world(), [&] {
    Problems problems;
    CaseDictionaries dictionaries(call.caseDirectory(), problems);
    const auto control = ControlDict::read(dictionaries.controlDict(), false, problems);
    const auto dict = instructions(call, dictionaries);
    const auto times = timesOf(call, control);
    const WholeMesh whole = loadOrMakeMesh(dictionaries, control, true, call.log());
    for (const auto& time : times) {
      call.log().line("\nTime = " + time.name);
      case_::TimeFields fields(call.caseDirectory() / time.name);
      const auto changed = case_::setExprFields(dict, whole.mesh, whole.geometry, time.value, control.deltaT, fields, call.log());
      for (const std::string& name : changed)
        case_::writeRawField(*fields.find(name), fields.directory() / name, time.name,
                             {control.binary && !call.has("-ascii"), control.writePrecision, control.compressed});
    }
    call.log().line("\nEnd\n");
  });
}

}  // namespace eagre::run::tools
