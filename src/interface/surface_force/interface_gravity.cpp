// SPDX-License-Identifier: BSD-3-Clause
#include "interface/surface_force/interface_gravity.hpp"

#include "config/word_choice.hpp"
#include "fv/fields/cell_faces.hpp"
#include "interface/curvature/curvature_model.hpp"
#include "interface/words.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

namespace {

/// Whether gravity acts at the interface. The first is what a case gets that does not choose.
const WordTable<bool> table{
    {"gravity", "-g.x grad(rho) with x at the centres of faces, as OpenFOAM has it", false},
    {"gravityRecon", "-g.x grad(rho) with x on the reconstructed interface: still water is still on any mesh", true}};

bool atInterface(const config::Dictionary& surfaceForces) {
  return config::chosen(table, "acceleration model", surfaceForces.find("accelerationModel"));
}

InterfaceGravity::Potential ofPlane(const Vec3& g, const Vec3& n, const Vec3& fromCentre) {
  const Vec3 across = dot(g, n) * n;
  return {dot(across, fromCentre), (-1.0) * across};
}

}  // namespace

std::vector<Word> accelerationWords() { return table.words(); }

InterfaceGravity::InterfaceGravity(const fv::Context& context, InterfaceState& state)
    : context_(&context), state_(&state), planes_(context, state) {}

void InterfaceGravity::operator()(std::span<const double> snGradRho, std::span<double> force) {
  const auto& mesh = context_->mesh;
  const auto& alpha = state_->alpha1().cells();
  potentials_.assign(static_cast<std::size_t>(mesh.nAllCells()), Potential{});
  for (const auto& [cell, normal, centre, area] : planes_())
    if (area > 0) potentials_[cell] = ofPlane(*context_->gravity, normal, centre - mesh.C[cell]);
  updateGhosts();
  spread();
  updateGhosts();
  parallelFor(
      {"gravity at the interface", 40}, mesh.nInteriorFaces(),
      [force = View(force), snGrad = View(snGradRho), owner = View(mesh.owner), neighbour = View(mesh.neighbour),
       alpha = View(alpha), C = View(mesh.C), Cf = mesh.faceCentres(), potentials = View(std::as_const(potentials_))](Label f) {
        if (snGrad[f] == 0) return;
        const Label P = owner[f], N = neighbour[f];
        const double ofP = potentials[P].at(Cf(f) - C[P]), ofN = potentials[N].at(Cf(f) - C[N]);
        force[f] -= CurvatureModel::onFace(ofP, ofN, alpha[P], alpha[N]) * snGrad[f];
      });
}

/// A pure cell beside one with a plane gets the mean of what its neighbours have: the non-orthogonal correction of snGrad(rho)
/// has these cells' gradients on all of their faces.
void InterfaceGravity::spread() {
  const auto& mesh = context_->mesh;
  const auto cells = state_->band().cells();
  means_.resize(cells.size());
  parallelFor("gravity: beside the interface", static_cast<Label>(cells.size()),
              [cells, means = View(means_), potentials = View(std::as_const(potentials_)), C = View(mesh.C),
               any = fv::AroundAnyCell(mesh)](Label i) {
                const Label c = cells[i];
                means[i] = potentials[c];
                if (means[i].atCentre != Potential::none) return;
                double sum = 0, n = 0;
                Vec3 along{};
                const auto add = [potentials, C, c, &sum, &along, &n](Label, Label N, double) {
                  const Potential& other = potentials[N];
                  if (other.atCentre == Potential::none) return;
                  sum += other.at(C[c] - C[N]);
                  along += other.along;
                  ++n;
                };
                fv::AroundAnyCell(any, c)(add, [](Label) {});
                if (n > 0) means[i] = {sum / n, along / n};
              });
  parallelFor(
      "gravity: spread", static_cast<Label>(cells.size()),
      [cells, means = View(std::as_const(means_)), potentials = View(potentials_)](Label i) { potentials[cells[i]] = means[i]; });
}

void InterfaceGravity::updateGhosts() {
  context_->mesh.halo->update(std::span(reinterpret_cast<double*>(potentials_.data()), 4 * potentials_.size()), 4);
}

std::unique_ptr<InterfaceGravity> makeInterfaceGravity(const config::Dictionary& transportProperties, const fv::Context& context,
                                                       InterfaceState& state) {
  const auto* own = transportProperties.findDict("surfaceForces");
  if (own && atInterface(*own) && !context.mesh.rotations.empty())
    throw Error(own->place(), "accelerationModel gravityRecon is not supported on a mesh with patches of transform rotational");
  return own && atInterface(*own) ? std::make_unique<InterfaceGravity>(context, state) : nullptr;
}

bool accelerationNeedsPlanes(const config::Dictionary& surfaceForces) { return atInterface(surfaceForces); }

}  // namespace eagre::interface_
