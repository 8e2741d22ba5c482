// SPDX-License-Identifier: BSD-3-Clause
#include "run/function_objects.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "run/time_control.hpp"

namespace eagre::run {
namespace {

using Maker = std::unique_ptr<FunctionObject> (*)(const FunctionSource&);

const std::vector<std::pair<std::string, Maker>>& makers() {
  static const std::vector<std::pair<std::string, Maker>> table{
      {"CourantNo", &makeCourantNo},
      {"Q", &makeQ},
      {"fieldAverage", &makeFieldAverage},
      {"forceCoeffs", &makeForceCoeffs},
      {"forces", &makeForces},
      {"interfaceHeight", &makeInterfaceHeight},
      {"probes", &makeProbes},
      {"residuals", &makeResiduals},
      {"scalarTransport", &makeScalarTransport},
      {"sets", &makeSets},
      {"solverInfo", &makeResiduals},
      {"stabilityBlendingFactor", &makeStabilityBlending},
      {"surfaceFieldValue", &makeSurfaceFieldValue},
      {"surfaces", &makeSurfaces},
      {"volFieldValue", &makeVolFieldValue},
      {"vorticity", &makeVorticity},
      {"wallShearStress", &makeWallShearStress},
      {"yPlus", &makeYPlus},
  };
  return table;
}

std::string leftOut(const std::string& name, const std::string& reason) {
  return fmt::format("function object '{}' is left out: {}", name, reason);
}

}  // namespace

std::vector<std::unique_ptr<FunctionObject>> makeFunctionObjects(const config::Dictionary& controlDict,
                                                                 const fv::Context& context,
                                                                 const std::filesystem::path& caseDirectory,
                                                                 const std::string& startTime, const Samplings& samplings) {
  std::vector<std::unique_ptr<FunctionObject>> objects;
  const config::Dictionary* functions = nullptr;
  try {
    functions = controlDict.findDict("functions");
  } catch (const Error& e) { context.log.warnOnce(fmt::format("there are no function objects: {}", e.what())); }
  if (!functions) return objects;
  for (const auto& entry : functions->entries()) {
    if (!entry.isDict()) continue;
    try {
      const auto& d = *entry.dict;
      if (!d.defect().empty()) throw Error(d.defect());
      if (!d.getOr<bool>("enabled", true)) continue;
      requirePlainName("the name of a function object,", entry.keyword, entry.place);
      if (const std::string& problem = samplings.problem(entry.keyword); !problem.empty()) throw Error(problem);
      const auto type = d.get<std::string>("type");
      const auto made = std::find_if(makers().begin(), makers().end(), [&](const auto& m) { return m.first == type; });
      if (made == makers().end()) {
        std::vector<std::string> names;
        for (const auto& [name, maker] : makers()) names.push_back(name);
        context.log.warnOnce(fmt::format("function object '{}' of type '{}' is not supported and left out ({}; supported: {})",
                                         entry.keyword, type, toString(entry.place), fmt::join(names, ", ")));
        continue;
      }
      auto object = made->second({entry.keyword, d, context, caseDirectory / "postProcessing" / entry.keyword / startTime,
                                  readDigits(controlDict, "timePrecision"), samplings.find(entry.keyword)});
      if (!object) continue;
      object->introduce(entry.keyword, ActiveTimes(d));
      objects.push_back(std::move(object));
    } catch (const Error& e) {
      if (e.code() == ExitCode::io) throw;
      context.log.warnOnce(leftOut(entry.keyword, e.what()));
    }
  }
  return objects;
}

void eachTolerantly(std::vector<std::unique_ptr<FunctionObject>>& objects, Log& log,
                    const std::function<void(FunctionObject&)>& f) {
  std::erase_if(objects, [&](const auto& object) {
    try {
      f(*object);
      return false;
    } catch (const Error& e) {
      if (e.code() != ExitCode::badCase) throw;
      log.warnOnce(leftOut(object->name(), e.what()));
      return true;
    }
  });
}

std::string stateText(const std::vector<std::unique_ptr<FunctionObject>>& objects) {
  std::string text;
  for (const auto& object : objects) text += object->state();
  if (text.empty()) return {};
  config::FoamHeader header;
  header.className = "dictionary";
  header.location = "uniform";
  header.object = "functionObjectProperties";
  return config::headerText(header) + "\n" + text;
}

}  // namespace eagre::run
