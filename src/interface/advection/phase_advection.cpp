// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/phase_advection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/word_choice.hpp"
#include "interface/words.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/motion.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

// Each in the file of its name.
std::unique_ptr<PhaseAdvection> makeMulesAdvection(const AdvectionInputs& inputs);
void checkMulesAdvection(const fv::Context& context, const std::string& alphaName, bool phaseChange, Problems& problems);
std::unique_ptr<PhaseAdvection> makeIsoAdvection(const AdvectionInputs& inputs);
void checkIsoAdvection(const fv::Context& context, const std::string& alphaName, bool phaseChange, Problems& problems);

namespace {
struct Row {
  std::unique_ptr<PhaseAdvection> (*make)(const AdvectionInputs&);
  /// Adds the problems of the phase's controls, of the schemes that the method names, and of what the method cannot do:
  /// phases that change into one another (phaseChange), a mesh that moves (context.mesh.motion), ddtSchemes (TimeWeighting).
  void (*check)(const fv::Context&, const std::string& alphaName, bool phaseChange, Problems&);
  bool cutsCells;  ///< it needs the points of the mesh
};
const WordTable<Row> table{{"MULES",
                            "advection of alpha by MULES (flux limiter of Boris and Book), explicit or semi-implicit",
                            {makeMulesAdvection, checkMulesAdvection, false}},
                           {"isoAdvection",
                            "geometric advection of alpha by isoAdvector: planes in cells that move through the faces",
                            {makeIsoAdvection, checkIsoAdvection, true}}};

const Row& chosen(const fv::Context& context, const std::string& alphaName, const char* otherwise) {
  const auto* entry = phaseControls(context, alphaName).find("advectionScheme");
  if (!entry) return *table.find(otherwise);
  return config::chosen(table, "advectionScheme", entry);
}
}  // namespace

const config::Dictionary& phaseControls(const fv::Context& context, const std::string& alphaName) {
  return context.fvSolution.subDict("solvers").subDict(alphaName);
}

std::vector<Word> advectionWords() { return table.words(); }

std::unique_ptr<PhaseAdvection> makeAdvection(const AdvectionInputs& inputs, const char* otherwise) {
  return chosen(inputs.context, inputs.state.alpha1().name(), otherwise).make(inputs);
}

void checkAdvection(const fv::Context& context, const std::string& alphaName, bool phaseChange, Problems& problems,
                    const char* otherwise) {
  problems.guard([&] { chosen(context, alphaName, otherwise).check(context, alphaName, phaseChange, problems); });
}

bool advectionNeedsPoints(const config::Dictionary& fvSolution, bool otherwise) {
  const auto* solvers = fvSolution.findDict("solvers");
  bool named = false, cutsCells = false;
  for (const auto& [keyword, isPattern, place, tokens, dict] : solvers ? solvers->entries() : std::vector<config::Entry>{}) {
    if (dict && dict->has("geometricFaceValues")) return true;
    if (!dict || !dict->has("advectionScheme")) continue;
    named = true;
    const Row* row = table.find(dict->at("advectionScheme").reader().word());
    cutsCells |= row && row->cutsCells;
  }
  return named ? cutsCells : otherwise;
}

PhaseAdvection::PhaseAdvection(const AdvectionInputs& inputs) : in_(inputs), subCycles_(SubCycles::read(controls())) {}

void PhaseAdvection::advance(double rho1, double rho2, bool finalIteration, fv::SurfaceScalarField& rhoPhi) {
  subCycles_.run(in_.context, in_.state.alpha1(), rhoPhi, [&] {
    massFlux(advanceOnce(finalIteration), rho1, rho2, rhoPhi);
    report(in_.change.model ? "Liquid phase" : "Phase-1");
  });
}

/// rhoPhi from the flux of phase 1 and that of both.
void PhaseAdvection::massFlux(const fv::SurfaceScalarField& phi, double rho1, double rho2, fv::SurfaceScalarField& rhoPhi) const {
  parallelFor({"rhoPhi", 24}, phi.mesh().nFaces(),
              [volume = View(phi.faces()), phase = View(in_.alphaPhi.faces()), mass = View(rhoPhi.faces()), rho2,
               difference = rho1 - rho2](Label f) { mass[f] = phase[f] * difference + volume[f] * rho2; });
}

namespace {
struct Summary {
  double volume = 0, extremes[2] = {vGreat, vGreat};  ///< the least, and the negative of the largest
  Summary& operator+=(const Summary& other) {
    volume += other.volume;
    for (const int i : {0, 1}) extremes[i] = std::min(extremes[i], other.extremes[i]);
    return *this;
  }
};

/// Volumes of the cells within the time step, where a sub-cycle of a mesh that moves ends.
std::vector<double> volumesAt(double end, const mesh::Mesh& mesh) {
  std::vector<double> volumes(static_cast<std::size_t>(mesh.nCells));
  parallelFor({"alpha: volumes", 24}, mesh.nCells,
              [end, V0 = View(mesh.motion->V0), V = View(mesh.V), volumes = View(volumes)](Label c) {
                volumes[c] = V0[c] + end * (V[c] - V0[c]);
              });
  return volumes;
}
}  // namespace

void PhaseAdvection::report(const char* what) const {
  const auto& mesh = in_.context.mesh;
  const auto& alpha = in_.state.alpha1();
  const bool isPart = mesh.motion && in_.context.time().partEnd < 1;
  const std::vector<double> part = isPart ? volumesAt(in_.context.time().partEnd, mesh) : std::vector<double>();
  Summary summary = kernel::parallelSum<Summary>({"alpha: report", 16}, mesh.nCells,
                                                 [values = View(alpha.cells()), V = View(isPart ? part : mesh.V)](Label c) {
                                                   return Summary{values[c] * V[c], {values[c], -values[c]}};
                                                 });
  for (const double a : alpha.boundary()) summary += {0, {a, -a}};
  const double volume = mesh.communicator().sum(summary.volume);
  const double total = isPart ? mesh.communicator().sum(kernel::parallelSum<double>({"alpha: volume", 8}, mesh.nCells,
                                                                                    [V = View(part)](Label c) { return V[c]; }))
                              : mesh.totalVolume;
  auto& extremes = summary.extremes;
  mesh.communicator().min(extremes);
  const auto& context = in_.context;
  const auto& time = context.time();
  context.log.line(fmt::format("{5} volume fraction = {1:.{0}g}  Min({2}) = {3:.{0}g}  Max({2}) = {4:.{0}g}",
                               context.log.precision(), volume / total, alpha.name(), extremes[0], -extremes[1], what));
  if (!std::isfinite(volume))
    throw Error(fmt::format("{} is not finite at time {:.6g} s, after {} steps", alpha.name(), time.value, time.index),
                ExitCode::diverged);
}

}  // namespace eagre::interface_
