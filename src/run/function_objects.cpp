// SPDX-License-Identifier: BSD-3-Clause
#include "run/function_objects.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "run/control/time_control.hpp"
#include "run/words.hpp"

namespace eagre::run {

// The makers, each in the file of its family; nullptr: a form that is left out, with a warning.
std::unique_ptr<FunctionObject> makeInterfaceHeight(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeScalarTransport(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeSetFlow(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeSets(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeSurfaces(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeProbes(const FunctionSource& source);
std::unique_ptr<FunctionObject> makePatchProbes(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeAbort(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeContinuityError(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeFieldExtents(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeHistogram(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeMomentum(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeRunTimeControl(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeTimeInfo(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeResiduals(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeForces(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeForceCoeffs(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeRegionSizes(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeSetTimeStep(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeSixDoFState(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeVolFieldValue(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeSurfaceFieldValue(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeFieldMinMax(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeFieldAverage(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeStabilityBlending(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeYPlus(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeWallShearStress(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeQ(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeVorticity(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeCourantNo(const FunctionSource& source);

namespace {

using Maker = std::unique_ptr<FunctionObject> (*)(const FunctionSource&);

const WordTable<Maker>& table() {
  static const WordTable<Maker> makers{
      {"CourantNo", "Courant number of each cell, as a field", &makeCourantNo},
      {"Q", "second invariant of grad(U), as a field", &makeQ},
      {"abort", "ends the run when a file appears in the case's directory", &makeAbort},
      {"continuityError", "local, global and cumulative error of continuity, as a table", &makeContinuityError},
      {"fieldAverage", "means over time, and of squares (prime2Mean), as fields", &makeFieldAverage},
      {"fieldExtents", "boxes around where fields are above a threshold, in cells and on patches", &makeFieldExtents},
      {"fieldMinMax", "least and largest value of fields, and where they are", &makeFieldMinMax},
      {"forceCoeffs", "lift, drag and moment coefficients of patches", &makeForceCoeffs},
      {"forces", "pressure and viscous forces and moments on patches", &makeForces},
      {"histogram", "distribution of the values of a field, by volume and by number of cells", &makeHistogram},
      {"interfaceHeight", "height of the interface along lines through points", &makeInterfaceHeight},
      {"momentum", "momentum of the flow in cells, and about an axis", &makeMomentum},
      {"patchProbes", "values of fields on the faces of patches nearest to points", &makePatchProbes},
      {"probes", "values of fields at points", &makeProbes},
      {"regionSizeDistribution", "numbers and volumes of droplets by their diameter", &makeRegionSizes},
      {"residuals", "initial residuals of each step (openfoam.org's name of solverInfo)", &makeResiduals},
      {"runTimeControl", "ends the run by conditions: results of others, residuals, time step, duration", &makeRunTimeControl},
      {"scalarTransport", "a passive scalar, solved for with the flow", &makeScalarTransport},
      {"setFlow", "sets U and phi after each step to a given flow: rotation, vortices, a function of time", &makeSetFlow},
      {"setTimeStep", "the time step as a function of time", &makeSetTimeStep},
      {"sets", "values of fields along lines and at points", &makeSets},
      {"sixDoFRigidBodyState", "place, angles and velocities of a body that floats (sixDoFRigidBodyMotion)", &makeSixDoFState},
      {"solverInfo", "initial and final residuals and iterations of each step", &makeResiduals},
      {"stabilityBlendingFactor", "blending factors of the scheme localBlended, as a field", &makeStabilityBlending},
      {"surfaceFieldValue", "sum, mean, .. of fields over a patch or a surface", &makeSurfaceFieldValue},
      {"surfaces", "values of fields on patches, planes and iso-surfaces", &makeSurfaces},
      {"timeInfo", "processor and wall-clock time of the run, as a table", &makeTimeInfo},
      {"volFieldValue", "sum, mean, .. of fields over cells", &makeVolFieldValue},
      {"vorticity", "curl of U, as a field", &makeVorticity},
      {"wallShearStress", "shear stress on walls, as a field and a table", &makeWallShearStress},
      {"yPlus", "y+ of the cells at walls, as a field and a table", &makeYPlus}};
  return makers;
}

std::string leftOut(const std::string& name, const std::string& reason) {
  return fmt::format("function object '{}' is left out: {}", name, reason);
}

}  // namespace

std::vector<Word> functionObjectWords() { return table().words(); }

std::vector<std::unique_ptr<FunctionObject>> makeFunctionObjects(const config::Dictionary& controlDict,
                                                                 const fv::Context& context,
                                                                 const std::filesystem::path& caseDirectory,
                                                                 const std::string& startTime, const Samplings& samplings,
                                                                 const std::shared_ptr<RunBoard>& board) {
  std::vector<std::unique_ptr<FunctionObject>> objects, atEnd;
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
      const Maker* make = table().find(type);
      if (!make) {
        const std::string near = nearestWord(type, table().names());
        context.log.warnOnce(fmt::format("function object '{}' of type '{}' is not supported and left out ({}; {}supported: {})",
                                         entry.keyword, type, toString(entry.place),
                                         near.empty() ? "" : fmt::format("did you mean '{}'? ", near),
                                         fmt::join(table().names(), ", ")));
        continue;
      }
      auto object = (*make)({entry.keyword, d, context, caseDirectory / "postProcessing" / entry.keyword / startTime,
                             readDigits(controlDict, "timePrecision"), samplings.find(entry.keyword),
                             controlDict.getOr<bool>("adjustTimeStep", false)});
      if (!object) continue;
      object->introduce(entry.keyword, ActiveTimes(d), board);
      (d.getOr("writeControl", "") == "onEnd" ? atEnd : objects).push_back(std::move(object));
    } catch (const Error& e) {
      if (e.code() == ExitCode::io) throw;
      context.log.warnOnce(leftOut(entry.keyword, e.what()));
    }
  }
  std::ranges::move(atEnd, std::back_inserter(objects));
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
