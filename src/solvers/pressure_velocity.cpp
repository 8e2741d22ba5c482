// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/pressure_velocity.hpp"

#include <fmt/format.h>

#include <cmath>

#include "comm/profile.hpp"
#include "config/counts.hpp"
#include "core/one_of.hpp"
#include "fv/conditions/conditions.hpp"
#include "fv/equation/relaxation.hpp"
#include "fv/fields/patch_faces.hpp"
#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "mesh/find_cell.hpp"
#include "physics/motion/mesh_motion.hpp"

namespace eagre::solvers {

using kernel::parallelFor;
using kernel::View;

int readNonOrthogonalCorrectors(const config::Dictionary& d) {
  const int n = config::readCount(d, "nNonOrthogonalCorrectors", 0);
  // OpenFOAM then solves no pressure and divides by what was never made.
  if (n < 0)
    throw Error(d.at("nNonOrthogonalCorrectors").place,
                fmt::format("nNonOrthogonalCorrectors must not be negative, it is {}", n));
  return n;
}

PimpleControls PimpleControls::read(const config::Dictionary& d, bool outer, bool canFreeze) {
  PimpleControls c;
  if (outer) c.nOuterCorrectors = config::readCount(d, "nOuterCorrectors", 1);
  c.nCorrectors = config::readCount(d, "nCorrectors", 1);
  c.momentumPredictor = d.getOr<bool>("momentumPredictor", true);
  if (outer) c.consistent = d.getOr<bool>("consistent", false);
  c.frozenFlow = d.getOr<bool>("frozenFlow", false);
  if (c.frozenFlow && !canFreeze) {
    d.warn(d.at("frozenFlow").place,
           "`frozenFlow yes` has no effect in this solver, as in OpenFOAM; interFoam and interIsoFoam have it");
    c.frozenFlow = false;
  }
  // A frozen flow with a negative number is taken as it is given, without the first correction of its flux.
  c.nNonOrthogonalCorrectors =
      c.frozenFlow ? config::readCount(d, "nNonOrthogonalCorrectors", 0) : readNonOrthogonalCorrectors(d);
  c.turbOnFinalIterOnly = d.getOr<bool>("turbOnFinalIterOnly", true);
  c.correctPhi = d.getOr<bool>("correctPhi", true);
  c.checkMeshCourantNo = d.getOr<bool>("checkMeshCourantNo", false);
  c.moveMeshOuterCorrectors = d.getOr<bool>("moveMeshOuterCorrectors", false);
  for (const auto& [key, value] : {std::pair{"nOuterCorrectors", c.nOuterCorrectors}, {"nCorrectors", c.nCorrectors}})
    if (value < 1)
      d.warn(d.at(key).place, fmt::format("{} is {}: as in OpenFOAM, {} is solved", key, value,
                                          key == std::string_view("nCorrectors") ? "no pressure" : "nothing"));
  c.residualControl = OuterResidualControls::read(d);
  if (!outer) c.residualControl = {};  // PISO reads it and has no outer corrections that it could end, as in OpenFOAM
  return c;
}

PimpleControls PimpleControls::readSteady(const config::Dictionary& d) {
  PimpleControls c;
  c.momentumPredictor = d.getOr<bool>("momentumPredictor", true);
  c.consistent = d.getOr<bool>("consistent", false);
  c.nNonOrthogonalCorrectors = readNonOrthogonalCorrectors(d);
  return c;
}

PressureReference PressureReference::read(const fv::VolScalarField& p, const std::string& name, const config::Dictionary& d,
                                          CaseSource* source) {
  PressureReference r;
  r.needed = fv::needsReference(p);
  if (!r.needed) return r;
  const auto& mesh = p.mesh();
  if (d.has(name + "RefCell")) {
    auto global = d.get<std::int64_t>(name + "RefCell");
    if (source && source->refinesMesh()) global = source->firstCellIn(global);
    if (global < 0 || global >= mesh.nCellsGlobal)
      throw Error(d.at(name + "RefCell").place,
                  fmt::format("{}RefCell {} is not a cell; the mesh has {} cells (0 to {})", name,
                              d.get<std::int64_t>(name + "RefCell"), mesh.nCellsGlobal, mesh.nCellsGlobal - 1));
    for (Label c = 0; c < mesh.nCells; ++c)
      if (mesh.cellGlobal[c] == global) r.cell = c;
  } else if (d.has(name + "RefPoint")) {
    const Vec3 point = d.get<Vec3>(name + "RefPoint");
    bool found = false;
    const physics::MeshMotion* motion = source ? source->meshMotion() : nullptr;
    r.cell = mesh::findCell(mesh, motion ? motion->placeAtStart(point) : point, found);
    if (!found)
      throw Error(d.at(name + "RefPoint").place,
                  fmt::format("{}RefPoint ({} {} {}) lies in no cell of the mesh", name, point.x, point.y, point.z));
  } else {
    throw Error(d.place(),
                fmt::format("{}: the pressure {} is fixed on no boundary; give {}RefCell or {}RefPoint, and {}RefValue", d.name(),
                            p.name(), name, name, name));
  }
  r.value = d.get<double>(name + "RefValue");
  return r;
}

double PressureReference::valueIn(const fv::VolScalarField& p) const {
  return p.mesh().communicator().sum(cell >= 0 ? p[cell] : 0.0);
}

namespace {

/// Fluxes through the boundary [m^3/s], of all ranks.
struct BoundaryFluxes {
  double in = 0, fixedOut = 0, adjustableOut = 0;
};

/// In v1912.
bool derivesFromInletOutlet(const std::string& type) {
  return isOneOf(type, {"inletOutlet", "freestream", "atmBoundaryLayerInletVelocity", "SRFFreestreamVelocity"});
}

bool isAdjustable(const fv::VolVectorField& U, std::size_t patch) {
  const auto& condition = *U.conditions()[patch];
  return !condition.fixesValue() || derivesFromInletOutlet(condition.type());
}

BoundaryFluxes boundaryFluxes(std::span<const double> phi, const fv::VolVectorField& U) {
  const auto& mesh = U.mesh();
  enum { in, fixedOut, adjustableOut };
  double sums[3] = {};
  const Label first = mesh.nInteriorFaces();
  for (std::size_t p = 0; p < mesh.patches.size(); ++p)
    for (Label f = first + mesh.patches[p].start; f < first + mesh.patches[p].start + mesh.patches[p].size; ++f)
      if (phi[f] < 0)
        sums[in] -= phi[f];
      else
        sums[isAdjustable(U, p) ? adjustableOut : fixedOut] += phi[f];
  mesh.communicator().sum(sums);
  return {sums[in], sums[fixedOut], sums[adjustableOut]};
}

/// The sum of |phi| over all faces.
double totalMagnitude(std::span<const double> phi, const mesh::Mesh& mesh) {
  const Label first = mesh.nInteriorFaces();
  double total = 0;
  for (Label f = 0; f < mesh.nInternalFaces; ++f) total += std::abs(phi[f]);
  for (Label f = mesh.nInternalFaces; f < first; ++f) total += 0.5 * std::abs(phi[f]);
  for (Label f = first; f < mesh.nFaces(); ++f) total += std::abs(phi[f]);
  return mesh.communicator().sum(total);
}

}  // namespace

void addMeshFlux(double sign, const fv::SurfaceScalarField& meshPhi, std::span<double> phi) {
  parallelFor({"mesh flux", 24}, static_cast<Label>(phi.size()),
              [sign, phi, meshPhi = View(meshPhi.faces())](Label f) { phi[f] += sign * meshPhi[f]; });
}

void adjustPhi(std::span<double> phi, const fv::VolVectorField& U, const fv::SurfaceScalarField* meshPhi) {
  if (meshPhi) {
    addMeshFlux(-1, *meshPhi, phi);
    adjustPhi(phi, U);
    return addMeshFlux(1, *meshPhi, phi);
  }
  const auto& mesh = U.mesh();
  const BoundaryFluxes sums = boundaryFluxes(phi, U);
  if (sums.adjustableOut == 0 && sums.in == 0 && sums.fixedOut == 0) return;  // a closed box
  const double totalFlux = vSmall + totalMagnitude(phi, mesh);
  double factor = 1;
  if (sums.adjustableOut > vSmall && sums.adjustableOut / totalFlux > small) {
    factor = (sums.in - sums.fixedOut) / sums.adjustableOut;
  } else if (std::abs(sums.fixedOut - sums.in) / totalFlux > 1e-8) {
    throw Error(
        fmt::format(
            "the flow cannot balance: {:.6g} m^3/s enter, {:.6g} leave through boundaries of fixed velocity and {:.6g} through "
            "others, and the pressure is fixed nowhere; check the velocity boundary conditions",
            sums.in, sums.fixedOut, sums.adjustableOut),
        ExitCode::badCase);
  }
  if (factor == 1) return;
  const Label first = mesh.nInteriorFaces();
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    if (!isAdjustable(U, p)) continue;
    for (Label f = first + mesh.patches[p].start; f < first + mesh.patches[p].start + mesh.patches[p].size; ++f)
      if (phi[f] > 0) phi[f] *= factor;
  }
}

void constrainPressure(fv::VolScalarField& p, const fv::VolVectorField& U, std::span<const double> phiHbyA,
                       std::span<const double> rAUf, const physics::RotatingZones& rotation) {
  const auto& mesh = p.mesh();
  std::vector<double> gradient;
  for (std::size_t i = 0; i < mesh.patches.size(); ++i) {
    auto* condition = dynamic_cast<fv::FixedFluxCondition*>(p.conditions()[i].get());
    if (!condition) continue;
    const auto& patch = mesh.patches[i];
    gradient.resize(static_cast<std::size_t>(patch.size));
    for (Label k = 0; k < patch.size; ++k) {
      const Label b = patch.start + k, f = mesh.nInteriorFaces() + b;
      gradient[k] = (phiHbyA[f] - rotation.relative(b, dot(mesh.Sf[f], U.boundary()[b]))) / (mesh.magSf[f] * rAUf[f]);
    }
    condition->setGradient(gradient);
  }
}

SolvedComponents::SolvedComponents(const mesh::Mesh& mesh) {
  constexpr double leastSlant = 1e-6;
  Vec3 slant{};
  for (Label f = 0; f < mesh.nInteriorFaces(); ++f)
    for (int d = 0; d < 3; ++d) slant[d] = std::max(slant[d], std::abs(mesh.Sf[f][d]) / mesh.magSf[f]);
  const auto isKept = [&](int d) { return mesh.solutionD[d] != -1 || mesh.communicator().max(slant[d]) > leastSlant; };
  x_ = isKept(0);
  y_ = isKept(1);
  z_ = isKept(2);
}

void solvePressure(fv::Equation<double>& pEqn, const std::string& solverName, std::span<const double> outflow) {
  comm::Phase phase(pEqn.psi().mesh().communicator(), "pressure solver");
  for (const auto& performance : pEqn.solve(solverName, outflow)) phase.iterations(performance.iterations);
}

void relaxField(fv::VolScalarField& p, const fv::CellValues<double>& before, double factor) {
  const auto relax = [factor](const std::vector<double>& from, std::vector<double>& to) {
    parallelFor({"p: relax", 24}, static_cast<Label>(to.size()),
                [from = View(from), to = View(to), factor](Label i) { to[i] = from[i] + factor * (to[i] - from[i]); });
  };
  relax(before.cells, p.cells());
  relax(before.boundary, p.boundary());
  p.updateGhosts();
}

void checkFieldRelaxation(const config::Dictionary& fvSolution, const std::string& name) {
  if (fv::fieldRelaxation(fvSolution, name) || !fv::fieldRelaxation(fvSolution, name + "Final")) return;
  const auto& factors = fvSolution.subDict("relaxationFactors");
  throw Error(factors.place(),
              fmt::format("{0}: fields has a factor for {1}Final and none for {1}; give that one, too", factors.name(), name));
}

void checkOuterSolvers(const config::Dictionary& fvSolution, const PimpleControls& controls, const std::string& U) {
  if (controls.nOuterCorrectors > 1 && controls.momentumPredictor && !controls.frozenFlow)
    fvSolution.subDict("solvers").subDict(U);
}

void makeRAU(const fv::Equation<Vec3>& UEqn, fv::VolScalarField& rAU) {
  const auto& mesh = rAU.mesh();
  UEqn.reciprocalA(rAU.cells());
  rAU.updateGhosts();
  parallelFor("1/A boundary", mesh.nBoundaryFaces,
              [boundary = View(rAU.boundary()), cells = View(rAU.cells()), owner = View(mesh.owner),
               first = mesh.nInteriorFaces()](Label b) { boundary[b] = cells[owner[first + b]]; });
}

std::vector<Tensor> wedgeTurns(const mesh::Mesh& mesh) {
  std::vector<Tensor> turns;
  for (const mesh::Patch& patch : mesh.patches)
    turns.push_back(patch.type == "wedge" ? fv::wedgeTurn(mesh, patch).face : Tensor{});
  return turns;
}

namespace {
/// The value that enters, and what is there elsewhere, by the valueFraction of the condition.
void blendWithInflow(const fv::VolVectorField& U, std::size_t patch, fv::CellValues<Vec3>& HbyA) {
  const auto& p = U.mesh().patches[patch];
  std::vector<Vec3> ofCell(static_cast<std::size_t>(p.size)), given(ofCell);
  U.conditions()[patch]->valueCoeffs(U, ofCell, given);
  for (Label i = 0; i < p.size; ++i) HbyA.boundary[p.start + i] = cmptMultiply(ofCell[i], HbyA.boundary[p.start + i]) + given[i];
}
}  // namespace

void makeHbyA(fv::Equation<Vec3>& UEqn, const fv::VolScalarField& rAU, const fv::VolScalarField& p,
              const std::vector<Tensor>& turns, fv::CellValues<Vec3>& HbyA) {
  const auto& U = UEqn.psi();
  const auto& mesh = U.mesh();
  UEqn.HbyA(rAU.cells(), HbyA.cells);
  mesh.halo->update(HbyA.cells);
  HbyA.boundary.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
  const auto keepsInflow = [&](const std::string& type) {
    return U.name() == "Urel" && (derivesFromInletOutlet(type) || type == "uniformInletOutlet");
  };
  for (std::size_t i = 0; i < mesh.patches.size(); ++i) {
    const bool ofCell = U.conditions()[i]->assignable() || p.conditions()[i]->type() == "fixedFluxExtrapolatedPressure";
    const auto& patch = mesh.patches[i];
    const bool symmetric = patch.type == "symmetry" || patch.type == "symmetryPlane", turned = patch.type == "wedge";
    for (Label b = patch.start; b < patch.start + patch.size; ++b) {
      const Label f = mesh.nInteriorFaces() + b;
      HbyA.boundary[b] = ofCell ? HbyA.cells[mesh.owner[f]] : U.boundary()[b];
      if (turned) HbyA.boundary[b] = dot(turns[i], HbyA.cells[mesh.owner[f]]);
      if (symmetric) HbyA.boundary[b] -= dot(mesh.Sf[f], HbyA.boundary[b]) / (sqr(mesh.magSf[f]) + vSmall) * Vec3(mesh.Sf[f]);
    }
    if (keepsInflow(U.conditions()[i]->type())) blendWithInflow(U, i, HbyA);
  }
}

OutflowSums outflowSums(const mesh::Mesh& mesh, std::span<const double> phi) {
  const double bytes = fv::bytesOfCellFaces(mesh) + 8 * fv::facesPerCell(mesh);
  return fv::sumOverCells<OutflowSums>({"outflow sums", bytes}, mesh, [flux = View(phi)](Label, const auto& around) {
    double outflow = 0;
    around([&](Label f, double sign) { outflow += sign * flux[f]; });
    return OutflowSums{std::abs(outflow), outflow};
  });
}

void requireFiniteFlux(const fv::Context& context, double sum) {
  if (std::isfinite(sum)) return;
  throw Error(
      fmt::format("the flux phi is not finite at time {:.6g} s, after {} steps", context.time().value, context.time().index),
      ExitCode::diverged);
}

void reportContinuityErrors(const fv::Context& context, const OutflowSums& own) {
  const auto& mesh = context.mesh;
  constexpr const char* name = "cumulativeContinuityError";  // kept where solvers come and go
  double sums[2] = {own.magnitude, own.outflow};
  mesh.communicator().sum(sums);
  const double scale = context.time().deltaT / mesh.totalVolume;
  const double cumulative = context.registry.number(name).value_or(0) + sums[1] * scale;
  context.registry.setNumber(name, cumulative);
  context.log.line(fmt::format("time step continuity errors : sum local = {1:.{0}g}, global = {2:.{0}g}, cumulative = {3:.{0}g}",
                               context.log.precision(), sums[0] * scale, sums[1] * scale, cumulative));
  requireFiniteFlux(context, sums[0]);
}

}  // namespace eagre::solvers
