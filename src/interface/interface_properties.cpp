// SPDX-License-Identifier: BSD-3-Clause
#include "interface/interface_properties.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fv/conditions/contact_angle.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;

namespace {
const char *const normalScheme = "interpolate(nHat)", *const curvatureScheme = "interpolate((sigma*interfaceProperties:K))";

Label count(std::span<const Label> list) { return static_cast<Label>(list.size()); }
}  // namespace

InterfaceProperties::InterfaceProperties(const fv::Context& context, fv::VolScalarField& alpha1, const fv::VolVectorField& U,
                                         double sigma)
    : context_(&context),
      alpha1_(&alpha1),
      U_(&U),
      sigma_(sigma),
      deltaN_(1e-8 / std::cbrt(context.mesh.totalVolume / static_cast<double>(context.mesh.nCellsGlobal))),
      band_(context.mesh),
      gradient_(context, "nHat"),
      snGradScheme_(fv::snGradScheme(context, "snGrad(" + alpha1.name() + ")")),
      normalWeights_(context, normalScheme),
      curvatureWeights_(context, curvatureScheme),
      K_("interfaceProperties:K", Dimensions{{0, -1}}, context.mesh) {
  for (auto* v : {&snGradBoundary_, &theta_, &wallGradient_}) v->resize(static_cast<std::size_t>(context.mesh.nBoundaryFaces));
  for (auto* v : {&gradientBoundary_, &nHatBoundary_}) v->resize(snGradBoundary_.size());
  for (const auto& condition : alpha1.conditions())
    if (const auto* angle = dynamic_cast<const fv::ContactAngleCondition*>(condition.get())) {
      hasContactAngle_ = true;
      continuesContactAngle_ &= angle->valueOfNormal() != nullptr;
    }
  fv::setCalculatedConditions(K_);
  begin();
}

void InterfaceProperties::begin() {
  if (!hasContactAngle_ || !continuesContactAngle_) return alphaChanged();
  band_.build(alpha1_->values());
  const std::vector<double> present = alpha1_->boundary();
  for (const auto& condition : alpha1_->conditions())
    if (const auto* angle = dynamic_cast<const fv::ContactAngleCondition*>(condition.get()))
      std::ranges::copy(*angle->valueOfNormal(), alpha1_->patchValues(condition->patch()).begin());
  gradient_(*alpha1_, band_);
  alpha1_->boundary() = present;
}

void InterfaceProperties::check(const fv::Context& context, Problems& problems) {
  for (const char* name : {normalScheme, curvatureScheme})
    fv::FaceWeights::check(context, "interpolationSchemes", name, problems);
}

void InterfaceProperties::alphaChanged(const fv::CellValues<double>* old, std::span<const Label> also) {
  band_.build(alpha1_->values(), old);
  if (!also.empty()) band_.add(also);
  correctNormals();
}

void InterfaceProperties::alphaChangedInBand(const fv::CellValues<double>* old) {
  band_.extend(alpha1_->values(), old);
  correctNormals();
}

FaceNormalFlux InterfaceProperties::nHatf() const {
  const auto& mesh = context_->mesh;
  return {mesh.owner.data(), mesh.neighbour.data(), normalWeights_.data(), gradient().data(), mesh.Sf.view(), deltaN_};
}

/// Gradient in the band, and on the boundary that of the cell with its normal part replaced by the condition's.
void InterfaceProperties::correctNormals() {
  const auto& mesh = context_->mesh;
  const Vec3* gradient = gradient_(*alpha1_, band_).data();
  for (const auto& condition : alpha1_->conditions()) {
    const auto& patch = condition->patch();
    if (patch.size > 0) condition->snGrad(*alpha1_, std::span(snGradBoundary_).subspan(patch.start, patch.size));
  }
  if (hasContactAngle_)  // which looks at all faces of its walls
    for (auto* v : {&gradientBoundary_, &nHatBoundary_}) std::fill(v->begin(), v->end(), Vec3{});
  const auto faces = band_.boundaryFaces();
  parallelFor("band normals: boundary", count(faces), [&](Label i) {
    const Label f = faces[i], b = f - mesh.nInteriorFaces();
    const Vec3 n = mesh.Sf[f] / mesh.magSf[f], cell = gradient[mesh.owner[f]];
    const Vec3 g = cell + n * (snGradBoundary_[b] - dot(n, cell));
    gradientBoundary_[b] = g;
    nHatBoundary_[b] = g / (mag(g) + deltaN_);
  });
  if (hasContactAngle_) correctContactAngle();
}

/// Turns the normal on a wall in the plane of itself and the wall's normal until it stands at the contact angle, and hands the
/// resulting gradient to the boundary condition.
void InterfaceProperties::correctContactAngle() {
  const auto& mesh = context_->mesh;
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    auto* angle = dynamic_cast<fv::ContactAngleCondition*>(alpha1_->conditions()[p].get());
    if (!angle) continue;
    const auto& patch = mesh.patches[p];
    const std::span<Vec3> nHat = std::span(nHatBoundary_).subspan(patch.start, patch.size);
    const std::span<double> theta = std::span(theta_).first(patch.size), gradient = std::span(wallGradient_).first(patch.size);
    angle->theta(*U_, nHat, theta);
    for (Label i = 0; i < patch.size; ++i) {
      const Label b = patch.start + i, f = mesh.nInteriorFaces() + b;
      const Vec3 n = mesh.Sf[f] / mesh.magSf[f];
      const double angleWall = theta[i] * std::numbers::pi / 180;
      const double a12 = dot(nHat[i], n);
      const double b1 = std::cos(angleWall), b2 = std::cos(std::acos(a12) - angleWall);
      const double det = 1 - a12 * a12;
      Vec3 turned = ((b1 - a12 * b2) / det) * n + ((b2 - a12 * b1) / det) * nHat[i];
      turned /= mag(turned) + deltaN_;
      nHat[i] = turned;
      gradient[i] = dot(n, turned) * mag(gradientBoundary_[b]);
    }
    angle->setGradient(gradient, alpha1_->patchValues(patch));
    alpha1_->conditions()[p]->evaluate(*alpha1_, alpha1_->patchValues(patch));
  }
}

/// K in every cell that a face of the band touches. Beside the band all other faces of such a cell have no normal: K is whole.
/// Coupled faces are all taken: what is in the band beyond them only its gradient tells.
void InterfaceProperties::curvature() {
  const auto& mesh = context_->mesh;
  const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
  const auto internal = band_.internalFaces(), outer = band_.boundaryFaces();
  const double* V = mesh.V.data();
  double* K = K_.cells().data();
  const Label first = mesh.nInteriorFaces();
  parallelFor({"curvature: zero", 12}, count(internal), [=](Label i) { K[owner[internal[i]]] = K[neighbour[internal[i]]] = 0; });
  parallelFor("curvature: zero, coupled", mesh.nInternalFaces, first, [=](Label f) { K[owner[f]] = 0; });
  parallelFor("curvature: zero, boundary", count(outer), [=](Label i) { K[owner[outer[i]]] = 0; });
  const FaceNormalFlux nHatf = this->nHatf();
  const double cellsPerFace = static_cast<double>(mesh.nCells) / std::max<Label>(mesh.nInteriorFaces(), 1);
  parallelFor({"curvature", 4 + 8 + 8 + 24 + cellsPerFace * (24 + 16 + 8)}, count(internal), [=](Label i) {
    const Label f = internal[i], P = owner[f], N = neighbour[f];
    const double VP = V[P], VN = V[N], perBoth = nHatf(f, VP * VN);
    K[P] -= perBoth * VN;
    K[N] += perBoth * VP;
  });
  parallelFor("curvature: coupled", mesh.nInternalFaces, first, [=](Label f) { K[owner[f]] -= nHatf(f, V[owner[f]]); });
  parallelFor("curvature: boundary", count(outer), [&](Label i) {
    const Label f = outer[i], P = owner[f];
    K[P] -= dot(nHatBoundary_[f - first], mesh.Sf[f]) / V[P];
  });
  K_.updateGhosts();
}

void InterfaceProperties::surfaceTensionForce(std::span<double> force) {
  const auto& mesh = context_->mesh;
  parallelFor({"surface tension: zero", 8}, mesh.nFaces(), [&](Label f) { force[f] = 0; });
  if (sigma_ == 0) return;
  curvature();
  const bool corrected = fv::needsCorrection(mesh, snGradScheme_);
  if (corrected) fv::nonOrthCorrectionFlux(*context_, *alpha1_, snGradScheme_, snGradCorrection_, correctionGradient_);
  const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
  const double *weights = curvatureWeights_.data(), *coeffs = fv::snGradCoeffs(mesh, snGradScheme_).data();
  const double *K = K_.cells().data(), *alpha = alpha1_->cells().data(), sigma = sigma_;
  const auto onFace = [&, sigma](Label f) {
    const Label P = owner[f], N = neighbour[f];
    const double faceK = weights[f] * (K[P] - K[N]) + K[N];
    const double snGrad = coeffs[f] * (alpha[N] - alpha[P]) + (corrected ? snGradCorrection_[f] : 0);
    force[f] = sigma * faceK * snGrad;
  };
  const auto internal = band_.internalFaces(), outer = band_.boundaryFaces();
  parallelFor({"surface tension", 44}, count(internal), [&](Label i) { onFace(internal[i]); });
  parallelFor("surface tension: coupled", mesh.nInternalFaces, mesh.nInteriorFaces(), onFace);
  for (const auto& condition : alpha1_->conditions()) {
    const auto& patch = condition->patch();
    if (patch.size > 0) condition->snGrad(*alpha1_, std::span(snGradBoundary_).subspan(patch.start, patch.size));
  }
  parallelFor("surface tension: boundary", count(outer), [&](Label i) {
    const Label f = outer[i];
    force[f] = sigma * K[owner[f]] * snGradBoundary_[f - mesh.nInteriorFaces()];
  });
}

}  // namespace eagre::interface_
