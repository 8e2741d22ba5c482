// SPDX-License-Identifier: BSD-3-Clause
#include "interface/advection/phase_advection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "config/word_choice.hpp"
#include "interface/words.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;

// Each in the file of its name.
std::unique_ptr<PhaseAdvection> makeMulesAdvection(const AdvectionInputs& inputs);
void checkMulesAdvection(const fv::Context& context, const std::string& alphaName, bool phaseChange, Problems& problems);

namespace {
struct Row {
  std::unique_ptr<PhaseAdvection> (*make)(const AdvectionInputs&);
  void (*check)(const fv::Context&, const std::string& alphaName, bool phaseChange, Problems&);
};
/// The first is what a case gets that does not choose.
const WordTable<Row> table{{"MULES",
                            "advection of alpha by MULES (flux limiter of Boris and Book), explicit or semi-implicit",
                            {makeMulesAdvection, checkMulesAdvection}}};

const Row& chosen(const fv::Context& context, const std::string& alphaName) {
  return config::chosen(table, "advectionScheme",
                        context.fvSolution.subDict("solvers").subDict(alphaName).find("advectionScheme"));
}
}  // namespace

std::vector<Word> advectionWords() { return table.words(); }

std::unique_ptr<PhaseAdvection> makeAdvection(const AdvectionInputs& inputs) {
  return chosen(inputs.context, inputs.state.alpha1().name()).make(inputs);
}

void checkAdvection(const fv::Context& context, const std::string& alphaName, bool phaseChange, Problems& problems) {
  problems.guard([&] { chosen(context, alphaName).check(context, alphaName, phaseChange, problems); });
}

void PhaseAdvection::advance(double rho1, double rho2, bool finalIteration, fv::SurfaceScalarField& rhoPhi) {
  subCycles_.run(in_.context, in_.state.alpha1(), rhoPhi, [&] { advanceOnce(rho1, rho2, finalIteration, rhoPhi); });
}

void PhaseAdvection::massFlux(const fv::SurfaceScalarField& alphaPhi, const fv::SurfaceScalarField& phi, double rho1, double rho2,
                              fv::SurfaceScalarField& rhoPhi) {
  parallelFor({"rhoPhi", 24}, phi.mesh().nFaces(),
              [volume = phi.faces().data(), phase = alphaPhi.faces().data(), mass = rhoPhi.faces().data(), rho2,
               difference = rho1 - rho2](Label f) { mass[f] = phase[f] * difference + volume[f] * rho2; });
}

void PhaseAdvection::report(const char* what) const {
  const auto& mesh = in_.context.mesh;
  const auto& alpha = in_.state.alpha1();
  double volume = 0, extremes[2] = {vGreat, vGreat};  // min and -max travel together
  const auto look = [&](double a) {
    extremes[0] = std::min(extremes[0], a);
    extremes[1] = std::min(extremes[1], -a);
  };
  parallelFor({"alpha: report", 16}, mesh.nCells, [&](Label c) {
    const double a = alpha.cells()[c];
    volume += a * mesh.V[c];
    look(a);
  });
  for (const double a : alpha.boundary()) look(a);
  volume = mesh.communicator().sum(volume);
  mesh.communicator().min(extremes);
  const auto& context = in_.context;
  const auto& time = context.time;
  context.log.line(fmt::format("{5} volume fraction = {1:.{0}g}  Min({2}) = {3:.{0}g}  Max({2}) = {4:.{0}g}",
                               context.log.precision(), volume / mesh.totalVolume, alpha.name(), extremes[0], -extremes[1],
                               what));
  if (!std::isfinite(volume))
    throw Error(fmt::format("{} is not finite at time {:.6g} s, after {} steps", alpha.name(), time.value, time.index),
                ExitCode::diverged);
}

}  // namespace eagre::interface_
