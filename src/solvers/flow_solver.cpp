// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow_solver.hpp"

#include <fmt/format.h>

#include "core/word_table.hpp"
#include "fv/time/ddt.hpp"
#include "linear/solver.hpp"
#include "physics/motion/mesh_motion.hpp"
#include "solvers/ico.hpp"
#include "solvers/inter.hpp"
#include "solvers/inter_phase_change.hpp"
#include "solvers/non_newtonian_ico.hpp"
#include "solvers/other_solvers.hpp"
#include "solvers/piso.hpp"
#include "solvers/words.hpp"

namespace eagre::solvers {
namespace {

/// What a solver reads, what the case check looks at, its maker.
struct Solver {
  bool twoPhase;
  bool adaptsTimeStep;
  bool steady;
  bool localTimeSteps;  ///< if ddtSchemes say so
  bool movesMesh;       ///< reads constant/dynamicMeshDict, as OpenFOAM's of this name does
  void (*check)(CaseSource&, fv::Context&, Problems&);
  std::unique_ptr<FlowSolver> (*make)(CaseSource&, fv::Context&);
  std::vector<std::pair<std::string, bool>> linearSolvers;  ///< fvSolution entries that a step uses; true: symmetric matrix
};
using SolverTable = WordTable<Solver>;

template <class S>
std::unique_ptr<FlowSolver> make(CaseSource& source, fv::Context& context) {
  return std::make_unique<S>(source, context);
}

template <const char* advection>
std::unique_ptr<FlowSolver> makeInter(CaseSource& source, fv::Context& context) {
  return std::make_unique<Inter>(source, context, advection);
}

template <const char* advection>
void checkInter(CaseSource& source, fv::Context& context, Problems& problems) {
  Inter::check(source, context, advection, problems);
}

constexpr char mules[] = "MULES", isoAdvection[] = "isoAdvection";

template <PisoLoop::Algorithm algorithm>
std::unique_ptr<FlowSolver> makePiso(CaseSource& source, fv::Context& context) {
  return std::make_unique<Piso>(source, context, algorithm);
}

template <PisoLoop::Algorithm algorithm>
void checkPiso(CaseSource& source, fv::Context& context, Problems& problems) {
  Piso::check(source, context, algorithm, problems);
}

const SolverTable& table() {
  constexpr auto piso = PisoLoop::Algorithm::piso, pimple = PisoLoop::Algorithm::pimple, simple = PisoLoop::Algorithm::simple,
                 porousSimple = PisoLoop::Algorithm::porousSimple, srfSimple = PisoLoop::Algorithm::srfSimple,
                 srfPimple = PisoLoop::Algorithm::srfPimple;
  using Entries = std::vector<std::pair<std::string, bool>>;
  static const Entries pressure{{"p", true}, {"pFinal", true}}, twoPhase{{"p_rgh", true}, {"p_rghFinal", true}};
  const auto with = [](Entries entries, const Entries& more) {
    entries.insert(entries.end(), more.begin(), more.end());
    return entries;
  };
  static const SolverTable solvers{
      {"icoFoam",
       "transient laminar flow of one Newtonian fluid, PISO",
       {false, false, false, false, false, &Ico::check, &make<Ico>, with(pressure, {{"U", false}})}},
      {"nonNewtonianIcoFoam",
       "transient laminar flow of one non-Newtonian fluid, PISO",
       {false, false, false, false, false, &NonNewtonianIco::check, &make<NonNewtonianIco>, with(pressure, {{"U", false}})}},
      {"pisoFoam",
       "transient flow of one fluid, laminar or turbulent, PISO",
       {false, false, false, false, false, &checkPiso<piso>, &makePiso<piso>, with(pressure, {{"U", false}})}},
      {"simpleFoam",
       "steady flow of one fluid, laminar or turbulent, SIMPLE",
       {false, false, true, false, false, &checkPiso<simple>, &makePiso<simple>, {{"p", true}, {"U", false}}}},
      {"porousSimpleFoam",
       "simpleFoam with porous zones, constant/porosityProperties",
       {false, false, true, false, false, &checkPiso<porousSimple>, &makePiso<porousSimple>, {{"p", true}, {"U", false}}}},
      {"SRFSimpleFoam",
       "simpleFoam in a frame that turns, constant/SRFProperties",
       {false, false, true, false, false, &checkPiso<srfSimple>, &makePiso<srfSimple>, {{"p", true}, {"Urel", false}}}},
      {"SRFPimpleFoam",
       "pimpleFoam in a frame that turns, constant/SRFProperties",
       {false, true, false, false, false, &checkPiso<srfPimple>, &makePiso<srfPimple>, with(pressure, {{"UrelFinal", false}})}},
      {"pimpleFoam",
       "transient flow of one fluid, laminar or turbulent, PIMPLE",
       {false, true, false, true, true, &checkPiso<pimple>, &makePiso<pimple>, with(pressure, {{"UFinal", false}})}},
      {"interFoam",
       "two immiscible fluids with surface tension, laminar or turbulent, PIMPLE",
       {true, true, false, true, true, &checkInter<mules>, &makeInter<mules>,
        with(twoPhase, {{"pcorr", true}, {"pcorrFinal", true}})}},
      {"interIsoFoam",
       "interFoam with geometric advection of the phase fraction (isoAdvector)",
       {true, true, false, false, true, &checkInter<isoAdvection>, &makeInter<isoAdvection>,
        with(twoPhase, {{"pcorr", true}, {"pcorrFinal", true}})}},
      {"interPhaseChangeFoam",
       "a liquid and its vapour where it cavitates, laminar or turbulent, PIMPLE",
       {false, true, false, false, true, &InterPhaseChange::check, &make<InterPhaseChange>, twoPhase}}};
  return solvers;
}

const SolverTable::Row& find(const std::string& application) {
  for (const auto& row : table().rows())
    if (row.word == application) return row;
  throw Error(unknownApplication(application), ExitCode::badCase);
}

/// localEuler reads a field that only some solvers make, and only if it is the default.
void checkLocalTimeSteps(const SolverTable::Row& solver, const config::Dictionary& fvSchemes, Problems& problems) {
  const auto* schemes = fvSchemes.findDict("ddtSchemes");
  if (!schemes || (solver.make.localTimeSteps && fv::localTimeSteps(fvSchemes))) return;
  const auto isLocal = [](const config::Entry& scheme) {
    auto reader = scheme.reader();
    return fv::ddtKindWord(reader) == "localEuler";
  };
  for (const auto& scheme : schemes->entries())
    if (!scheme.isDict() && isLocal(scheme))
      problems.add(
          scheme.place,
          solver.make.localTimeSteps
              ? "ddtSchemes: localEuler is possible only as `default localEuler;`, which gives cells time steps of their own"
              : "ddtSchemes: " + solver.word + " has no local time steps (localEuler); pimpleFoam and interFoam have");
}

/// With frozenFlow there is no pressure equation, and the flux of the start is not corrected if there are no non-orthogonal
/// correctors (-1).
bool isNeeded(const std::string& linearSolver, bool canFreeze, const config::Dictionary& fvSolution) {
  const auto* pimple = canFreeze ? fvSolution.findDict("PIMPLE") : nullptr;
  if (!pimple || !pimple->getOr<bool>("frozenFlow", false)) return true;
  return linearSolver.starts_with("pcorr") && pimple->getOr<int>("nNonOrthogonalCorrectors", 0) >= 0;
}

/// A solver of one fluid in a case of two phases is a wrong name: whatever else it misses follows from that.
void requireOneFluid(const std::string& application, CaseSource& source) {
  const auto* transport = source.constantIfPresent("transportProperties");
  if (!transport || !transport->has("phases") || transport->has("nu")) return;
  throw Error(
      transport->at("phases").place,
      fmt::format("the case has phases, and {} solves for one fluid: write `application interFoam;` in system/controlDict, or "
                  "run it with --application interFoam",
                  application));
}

/// updateControl, which names the time steps in which the mesh moves.
void requireEveryStep(const config::Dictionary& dynamicMeshDict) {
  const auto control = dynamicMeshDict.get<std::string>("updateControl");
  const bool inSteps = control == "timeStep" && !dynamicMeshDict.has("timeStart") && !dynamicMeshDict.has("timeEnd");
  if (inSteps && dynamicMeshDict.getOr<double>("updateInterval", 1) <= 1) return;
  throw Error(
      dynamicMeshDict.at("updateControl").place,
      fmt::format("dynamicMeshDict: updateControl {} is not supported but as `updateControl timeStep; updateInterval 1;`: "
                  "the mesh moves in every time step",
                  control));
}

}  // namespace

const std::vector<std::string>& solverNames() {
  static const auto names = table().names();
  return names;
}

std::vector<WordKind> wordKinds() { return {{"applications", "flow solvers: `application` of controlDict", table().words()}}; }

bool isTwoPhase(const std::string& application) {
  const Solver* solver = table().find(application);
  return solver && solver->twoPhase;
}

bool needsPoints(const std::string& application, const config::Dictionary& fvSolution,
                 const config::Dictionary* transportProperties) {
  return isTwoPhase(application) && (interface_::advectionNeedsPoints(fvSolution, application == "interIsoFoam") ||
                                     (transportProperties && interface_::surfaceForceNeedsPoints(*transportProperties)));
}

bool adaptsTimeStep(const std::string& application) {
  const Solver* solver = table().find(application);
  return solver && solver->adaptsTimeStep;
}

bool isSteady(const std::string& application) {
  const Solver* solver = table().find(application);
  return solver && solver->steady;
}

bool readsMotion(const std::string& application) {
  const Solver* solver = table().find(application);
  return solver && solver->movesMesh;
}

bool followsRefinement(const std::string& application) {
  return readsMotion(application) && application != "interPhaseChangeFoam";
}

bool keepsLinearSolvers(const std::string& application) { return application == "nonNewtonianIcoFoam"; }

std::unique_ptr<physics::MeshMotion> makeMeshMotion(const std::string& application, const config::Dictionary* dynamicMeshDict,
                                                    const std::filesystem::path& caseDirectory) {
  if (!find(application).make.movesMesh) return nullptr;
  auto motion = physics::makeMeshMotion(dynamicMeshDict, caseDirectory);
  // Of v1912's solvers pimpleFoam alone reads it.
  if (motion && application == "pimpleFoam" && dynamicMeshDict->has("updateControl")) requireEveryStep(*dynamicMeshDict);
  return motion;
}

void checkCase(const std::string& application, CaseSource& source, fv::Context& context, Problems& problems) {
  problems.guard([&] {
    const auto& row = find(application);
    const Solver& solver = row.make;
    if (solver.linearSolvers.front().first == "p") requireOneFluid(application, source);
    checkLocalTimeSteps(row, context.fvSchemes, problems);
    solver.check(source, context, problems);
    checkLinearSolvers(application, context.fvSolution, problems);
  });
}

void checkLinearSolvers(const std::string& application, const config::Dictionary& fvSolution, Problems& problems) {
  problems.guard([&] {
    const auto& solvers = fvSolution.subDict("solvers");
    const Solver& solver = find(application).make;
    for (const auto& [name, symmetric] : solver.linearSolvers)
      if (isNeeded(name, solver.twoPhase, fvSolution))
        problems.guard(
            [&, &name = name, &symmetric = symmetric] { linear::checkSolver(name, symmetric, solvers.subDict(name), problems); });
  });
}

std::unique_ptr<FlowSolver> makeSolver(const std::string& application, CaseSource& source, fv::Context& context) {
  return find(application).make.make(source, context);
}

}  // namespace eagre::solvers
