// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/flow_solver.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fv/ddt.hpp"
#include "linear/solver.hpp"
#include "solvers/ico.hpp"
#include "solvers/inter.hpp"
#include "solvers/inter_phase_change.hpp"
#include "solvers/other_solvers.hpp"
#include "solvers/piso.hpp"

namespace eagre::solvers {
namespace {

/// One line a solver: its name, what the case check looks at, its maker.
struct Entry {
  std::string name;
  bool twoPhase;
  bool adaptsTimeStep;
  bool localTimeSteps;  ///< if ddtSchemes say so
  bool movesMesh;       ///< OpenFOAM's does, if constant/dynamicMeshDict says so
  void (*check)(CaseSource&, fv::Context&, Problems&);
  std::unique_ptr<FlowSolver> (*make)(CaseSource&, fv::Context&);
  std::vector<std::pair<std::string, bool>> linearSolvers;  ///< fvSolution entries that a step uses; true: symmetric matrix
};

template <class S>
std::unique_ptr<FlowSolver> make(CaseSource& source, fv::Context& context) {
  return std::make_unique<S>(source, context);
}

template <PisoLoop::Algorithm algorithm>
std::unique_ptr<FlowSolver> makePiso(CaseSource& source, fv::Context& context) {
  return std::make_unique<Piso>(source, context, algorithm);
}

template <PisoLoop::Algorithm algorithm>
void checkPiso(CaseSource& source, fv::Context& context, Problems& problems) {
  Piso::check(source, context, algorithm, problems);
}

const std::vector<Entry>& table() {
  constexpr auto piso = PisoLoop::Algorithm::piso, pimple = PisoLoop::Algorithm::pimple;
  static const std::vector<Entry> entries{
      {"icoFoam", false, false, false, false, &Ico::check, &make<Ico>, {{"p", true}, {"pFinal", true}, {"U", false}}},
      {"pisoFoam", false, false, false, false, &checkPiso<piso>, &makePiso<piso>, {{"p", true}, {"pFinal", true}, {"U", false}}},
      {"pimpleFoam",
       false,
       true,
       false,
       true,
       &checkPiso<pimple>,
       &makePiso<pimple>,
       {{"p", true}, {"pFinal", true}, {"UFinal", false}}},
      {"interFoam",
       true,
       true,
       true,
       true,
       &Inter::check,
       &make<Inter>,
       {{"p_rgh", true}, {"p_rghFinal", true}, {"pcorr", true}, {"pcorrFinal", true}}},
      {"interPhaseChangeFoam",
       false,
       true,
       false,
       true,
       &InterPhaseChange::check,
       &make<InterPhaseChange>,
       {{"p_rgh", true}, {"p_rghFinal", true}}},
  };
  return entries;
}

const Entry& find(const std::string& application) {
  for (const auto& e : table())
    if (e.name == application) return e;
  throw Error(unknownApplication(application), ExitCode::badCase);
}

/// localEuler reads a field that only some solvers make, and only if it is the default.
void checkLocalTimeSteps(const Entry& entry, const config::Dictionary& fvSchemes, Problems& problems) {
  const auto* schemes = fvSchemes.findDict("ddtSchemes");
  if (!schemes || (entry.localTimeSteps && fv::localTimeSteps(fvSchemes))) return;
  for (const auto& scheme : schemes->entries())
    if (!scheme.isDict() && scheme.reader().word() == "localEuler")
      problems.add(
          scheme.place,
          entry.localTimeSteps
              ? "ddtSchemes: localEuler is possible only as `default localEuler;`, which gives cells time steps of their own"
              : "ddtSchemes: " + entry.name + " has no local time steps (localEuler); interFoam has");
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

void requireStaticMesh(const config::Dictionary& dynamicMeshDict) {
  if (!dynamicMeshDict.has("dynamicFvMesh"))
    throw Error(Place{"constant/dynamicMeshDict", 0},
                "keyword 'dynamicFvMesh' is missing; it says how the mesh moves (staticFvMesh: not at all; or remove the file)");
  const auto type = dynamicMeshDict.get<std::string>("dynamicFvMesh");
  if (type != "staticFvMesh")
    throw Error(dynamicMeshDict.at("dynamicFvMesh").place,
                fmt::format("dynamicFvMesh '{}': moving and refining meshes are not supported; staticFvMesh is", type));
}

}  // namespace

const std::vector<std::string>& solverNames() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> n;
    for (const auto& e : table()) n.push_back(e.name);
    return n;
  }();
  return names;
}

bool isTwoPhase(const std::string& application) {
  return std::any_of(table().begin(), table().end(), [&](const Entry& e) { return e.name == application && e.twoPhase; });
}

bool adaptsTimeStep(const std::string& application) {
  return std::any_of(table().begin(), table().end(), [&](const Entry& e) { return e.name == application && e.adaptsTimeStep; });
}

void checkBeforeMesh(const std::string& application, const config::Dictionary* dynamicMeshDict) {
  if (find(application).movesMesh && dynamicMeshDict) requireStaticMesh(*dynamicMeshDict);
}

void checkCase(const std::string& application, CaseSource& source, fv::Context& context, Problems& problems) {
  problems.guard([&] {
    const auto& entry = find(application);
    if (entry.linearSolvers.front().first == "p") requireOneFluid(application, source);
    checkLocalTimeSteps(entry, context.fvSchemes, problems);
    entry.check(source, context, problems);
    problems.guard([&] {
      const auto& solvers = context.fvSolution.subDict("solvers");
      for (const auto& [name, symmetric] : entry.linearSolvers)
        problems.guard(
            [&, &name = name, &symmetric = symmetric] { linear::checkSolver(name, symmetric, solvers.subDict(name), problems); });
    });
  });
}

std::unique_ptr<FlowSolver> makeSolver(const std::string& application, CaseSource& source, fv::Context& context) {
  return find(application).make(source, context);
}

}  // namespace eagre::solvers
