// SPDX-License-Identifier: BSD-3-Clause
#include "interface/interface_properties.hpp"

#include <cmath>
#include <numbers>

#include "fv/conditions/contact_angle.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;

InterfaceProperties::InterfaceProperties(const fv::Context& context, fv::VolScalarField& alpha1, const fv::VolVectorField& U,
                                         double sigma)
    : context_(&context),
      alpha1_(&alpha1),
      U_(&U),
      sigma_(sigma),
      deltaN_(1e-8 / std::cbrt(context.mesh.totalVolume / static_cast<double>(context.mesh.nCellsGlobal))),
      nHatf_(context.mesh.nFaces()),
      K_("interfaceProperties:K", Dimensions{{0, -1}}, context.mesh),
      nHatBoundary_(context.mesh.nBoundaryFaces) {
  fv::setCalculatedConditions(K_);
  correct();
}

void InterfaceProperties::correct() {
  const auto& mesh = context_->mesh;
  fv::fvc::grad(*context_, *alpha1_, "nHat", gradAlpha_);
  auto& K = K_.cells();
  std::fill(K.begin(), K.end(), 0.0);
  parallelFor("curvature: interior", mesh.nInteriorFaces(), [&](Label f) {
    const Label P = mesh.owner[f], N = mesh.neighbour[f];
    const double w = mesh.weights[f];
    const Vec3 g = w * gradAlpha_.cells[P] + (1 - w) * gradAlpha_.cells[N];
    const double flux = dot(g / (mag(g) + deltaN_), mesh.Sf[f]);
    nHatf_[f] = flux;
    K[P] -= flux;
    K[N] += flux;
  });
  parallelFor("curvature: boundary normals", mesh.nBoundaryFaces, [&](Label b) {
    const Vec3 g = gradAlpha_.boundary[b];
    nHatBoundary_[b] = g / (mag(g) + deltaN_);
  });
  correctContactAngle(nHatBoundary_);
  const Label first = mesh.nInteriorFaces();
  parallelFor("curvature: boundary", mesh.nBoundaryFaces, [&](Label b) {
    const double flux = dot(nHatBoundary_[b], mesh.Sf[first + b]);
    nHatf_[first + b] = flux;
    K[mesh.owner[first + b]] -= flux;
  });
  parallelFor("curvature: per volume", mesh.nCells, [&](Label c) { K[c] /= mesh.V[c]; });
  K_.updateGhosts();
  parallelFor("curvature: boundary values", mesh.nBoundaryFaces, [&](Label b) { K_.boundary()[b] = K[mesh.owner[first + b]]; });
}

/// Turns the normal on a wall in the plane of itself and the wall's normal until it stands at the contact angle, and hands the
/// resulting gradient to the boundary condition.
void InterfaceProperties::correctContactAngle(std::vector<Vec3>& nHat) {
  const auto& mesh = context_->mesh;
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    auto* angle = dynamic_cast<fv::ContactAngleCondition*>(alpha1_->conditions()[p].get());
    if (!angle) continue;
    const auto& patch = mesh.patches[p];
    std::vector<double> theta(patch.size), gradient(patch.size);
    angle->theta(*U_, std::span<const Vec3>(nHat).subspan(patch.start, patch.size), theta);
    for (Label i = 0; i < patch.size; ++i) {
      const Label b = patch.start + i, f = mesh.nInteriorFaces() + b;
      const Vec3 n = mesh.Sf[f] / mesh.magSf[f];
      const double angleWall = theta[i] * std::numbers::pi / 180;
      const double a12 = dot(nHat[b], n);
      const double b1 = std::cos(angleWall), b2 = std::cos(std::acos(a12) - angleWall);
      const double det = 1 - a12 * a12;
      Vec3 turned = ((b1 - a12 * b2) / det) * n + ((b2 - a12 * b1) / det) * nHat[b];
      turned /= mag(turned) + deltaN_;
      nHat[b] = turned;
      gradient[i] = dot(n, turned) * mag(gradAlpha_.boundary[b]);
    }
    angle->setGradient(gradient);
    alpha1_->conditions()[p]->evaluate(*alpha1_, alpha1_->patchValues(patch));
  }
}

void InterfaceProperties::surfaceTensionForce(std::vector<double>& force) {
  const auto& mesh = context_->mesh;
  fv::interpolate(*context_, K_, "interpolate(interfaceProperties:K)", faceK_);
  fv::fvc::snGrad(*context_, *alpha1_, "snGrad(" + alpha1_->name() + ")", snGradAlpha_);
  force.resize(static_cast<std::size_t>(mesh.nFaces()));
  parallelFor("surface tension", mesh.nFaces(), [&](Label f) { force[f] = sigma_ * faceK_[f] * snGradAlpha_[f]; });
}

}  // namespace eagre::interface_
