// SPDX-License-Identifier: BSD-3-Clause
#include "run/function_objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/word_messages.hpp"
#include "run/case/case_setup.hpp"
#include "run/control/time_control.hpp"
#include "run/functions/unheeded_words.hpp"
#include "run/words.hpp"

namespace eagre::run {

// The makers, each in the file of its family; nullptr: a form that is left out, with a warning.
std::unique_ptr<FunctionObject> makeInterfaceHeight(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeScalarTransport(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeSetFlow(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeSets(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeStreamLine(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeVtkWrite(const FunctionSource& source);
std::unique_ptr<FunctionObject> makePecletNo(const FunctionSource& source);
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
std::unique_ptr<FunctionObject> makeReadFields(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeResiduals(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeSolverInfo(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeAmiWeights(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeFileUpdate(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeFluxSummary(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeForces(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeForceCoeffs(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeRegionSizes(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeSetTimeStep(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeSixDoFState(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeVolFieldValue(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeSurfaceFieldValue(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeFieldMinMax(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeFieldValueDelta(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeFieldAverage(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeStabilityBlending(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeYPlus(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeWallShearStress(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeQ(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeVorticity(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeCourantNo(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeGrad(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeLambda2(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeEnstrophy(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeLambVector(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeFlowType(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeMag(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeNearWallFields(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeMagSqr(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeComponents(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeAdd(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeSubtract(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeDiv(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeWriteCellCentres(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeWriteCellVolumes(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeWriteObjects(const FunctionSource& source);
std::unique_ptr<FunctionObject> makePressure(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeTurbulenceFields(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeDerivedFields(const FunctionSource& source);
std::unique_ptr<FunctionObject> makeValueAverage(const FunctionSource& source);

namespace {

using Maker = std::unique_ptr<FunctionObject> (*)(const FunctionSource&);

/// Those that make or read fields.
WordTable<Maker> makersOfFields() {
  return {{"CourantNo", "Courant number of each cell, as a field", &makeCourantNo},
          {"Lambda2", "minus the middle eigenvalue of S.S + W.W, positive in vortices, as a field", &makeLambda2},
          {"PecletNo", "convection over diffusion on faces, as a field", &makePecletNo},
          {"Q", "second invariant of grad(U), as a field", &makeQ},
          {"add", "sum of fields", &makeAdd},
          {"components", "components of a vector as fields", &makeComponents},
          {"derivedFields", "momentum rhoU and total pressure pTotal, as fields", &makeDerivedFields},
          {"div", "divergence of a flux or a vector, as a field", &makeDiv},
          {"enstrophy", "half the square of curl(U), as a field", &makeEnstrophy},
          {"fieldAverage", "means over time, and of squares (prime2Mean), as fields", &makeFieldAverage},
          {"flowType", "-1 in rotation, 0 in shear, 1 in strain, as a field", &makeFlowType},
          {"grad", "gradient of a scalar or vector, as a field", &makeGrad},
          {"lambVector", "curl(U) x U, as a field", &makeLambVector},
          {"mag", "magnitude of a field", &makeMag},
          {"magSqr", "square of the magnitude of a field", &makeMagSqr},
          {"nearWallFields", "copies of fields with the values at a distance from walls on these", &makeNearWallFields},
          {"pressure", "static or total pressure or its coefficient, as a field", &makePressure},
          {"readFields", "fields of the start time, for other function objects", &makeReadFields},
          {"scalarTransport", "a passive scalar, solved for with the flow", &makeScalarTransport},
          {"stabilityBlendingFactor", "blending factors of the scheme localBlended, as a field", &makeStabilityBlending},
          {"subtract", "a field minus others", &makeSubtract},
          {"turbulenceFields", "k, epsilon, nut, R, L, I, .. of the turbulence model, as fields", &makeTurbulenceFields},
          {"vorticity", "curl of U, as a field", &makeVorticity},
          {"wallShearStress", "shear stress on walls, as a field and a table", &makeWallShearStress},
          {"writeCellCentres", "centres of the cells and their components as fields", &makeWriteCellCentres},
          {"writeCellVolumes", "volumes of the cells as a field", &makeWriteCellVolumes},
          {"writeObjects", "fields of the solver that are not written otherwise", &makeWriteObjects},
          {"yPlus", "y+ of the cells at walls, as a field and a table", &makeYPlus}};
}

const WordTable<Maker>& table() {
  static const WordTable<Maker> makers = [] {
    WordTable<Maker> all{
        {"AMIWeights", "how far overlapping patches cover each other, as a table", &makeAmiWeights},
        {"abort", "ends the run when a file appears in the case's directory", &makeAbort},
        {"continuityError", "local, global and cumulative error of continuity, as a table", &makeContinuityError},
        {"fieldExtents", "boxes around where fields are above a threshold, in cells and on patches", &makeFieldExtents},
        {"fieldMinMax", "least and largest value of fields, and where they are", &makeFieldMinMax},
        {"fieldValueDelta", "difference, sum, .. of two results of volFieldValue or surfaceFieldValue", &makeFieldValueDelta},
        {"fluxSummary", "fluxes along and against zones of faces, as tables", &makeFluxSummary},
        {"forceCoeffs", "lift, drag and moment coefficients of patches", &makeForceCoeffs},
        {"forces", "pressure and viscous forces and moments on patches", &makeForces},
        {"histogram", "distribution of the values of a field, by volume and by number of cells", &makeHistogram},
        {"interfaceHeight", "height of the interface along lines through points", &makeInterfaceHeight},
        {"momentum", "momentum of the flow in cells, and about an axis", &makeMomentum},
        {"patchProbes", "values of fields on the faces of patches nearest to points", &makePatchProbes},
        {"probes", "values of fields at points", &makeProbes},
        {"regionSizeDistribution", "numbers and volumes of droplets by their diameter", &makeRegionSizes},
        {"residuals", "initial residuals of each step (openfoam.org's name of solverInfo)", &makeResiduals},
        {"runTimeControl", "ends the run or sets a trigger by results, residuals, time step, duration", &makeRunTimeControl},
        {"setFlow", "sets U and phi after each step to a given flow: rotation, vortices, a function of time", &makeSetFlow},
        {"setTimeStep", "the time step as a function of time", &makeSetTimeStep},
        {"sets", "values of fields along lines and at points", &makeSets},
        {"sixDoFRigidBodyState", "place, angles and velocities of a body that floats (sixDoFRigidBodyMotion)", &makeSixDoFState},
        {"solverInfo", "solver, residuals, iterations of the first solve of each field in a step, as a table", &makeSolverInfo},
        {"streamLine", "lines along the velocity from seeds on, with values of fields", &makeStreamLine},
        {"surfaceFieldValue", "sum, mean, .. of fields over a patch, a face zone or a surface", &makeSurfaceFieldValue},
        {"surfaces", "values of fields on patches, planes and iso-surfaces", &makeSurfaces},
        {"timeActivatedFileUpdate", "copies a file over another one of the case when a time is reached", &makeFileUpdate},
        {"timeInfo", "processor and wall-clock time of the run, as a table", &makeTimeInfo},
        {"valueAverage", "means over time of results of another function object, as a table", &makeValueAverage},
        {"volFieldValue", "sum, mean, .. of fields over cells", &makeVolFieldValue},
        {"vtkWrite", "fields in cells and on patches, as files of VTK", &makeVtkWrite}};
    const WordTable<Maker> ofFields = makersOfFields();
    for (const auto& row : ofFields.rows()) all.add(row);
    all.sort();
    return all;
  }();
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
                                         wordsToChooseFrom(type, table().names(), "functionObjects")));
        continue;
      }
      refuseUnheeded(type, d);
      auto object = (*make)({entry.keyword, d, context, caseDirectory / "postProcessing" / entry.keyword / startTime,
                             readDigits(controlDict, "timePrecision"), samplings.find(entry.keyword),
                             controlDict.getOr<bool>("adjustTimeStep", false), &samplings});
      if (!object) continue;
      warnOfUnheeded(type, d);
      object->introduce(entry.keyword, ActiveTimes(d), board, StepFit(d));
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

void startFunctionObjects(std::vector<std::unique_ptr<FunctionObject>>& objects, fv::Context& context, DirectorySource& source,
                          RunBoard& board) {
  if (!objects.empty()) try {
      if (const auto* state = source.state(functionObjectProperties))
        board.trigger = state->getOr<int>("triggerIndex", RunBoard::none);
    } catch (const Error& e) {
      if (e.code() != ExitCode::badCase) throw;
      context.log.warnOnce(fmt::format("no trigger of an earlier run is taken over: {}", e.what()));
    }
  eachTolerantly(objects, context.log, [&](FunctionObject& f) { f.start(context, source); });
  eachTolerantly(objects, context.log, [&](const FunctionObject& f) { f.requireFields(context); });
  for (const auto& object : objects) object->fitSteps(context.clock);
}

std::string stateText(const std::vector<std::unique_ptr<FunctionObject>>& objects, const RunBoard& board) {
  std::string text = board.trigger == RunBoard::none ? "" : fmt::format("triggerIndex    {};\n", board.trigger);
  for (const auto& object : objects) text += object->state();
  if (text.empty()) return {};
  config::FoamHeader header;
  header.className = "dictionary";
  header.location = "uniform";
  header.object = "functionObjectProperties";
  return config::headerText(header) + "\n" + text;
}

}  // namespace eagre::run
