// SPDX-License-Identifier: BSD-3-Clause
#include "interface/interface_state.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fv/conditions/contact_angle.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::interface_ {

using kernel::parallelFor;
using kernel::View;

namespace {
const char* const normalScheme = "interpolate(nHat)";
}  // namespace

InterfaceState::InterfaceState(const fv::Context& context, fv::VolScalarField& alpha1, fv::VolScalarField& alpha2,
                               const fv::VolVectorField& U, bool everywhere)
    : context_(&context),
      alpha1_(&alpha1),
      alpha2_(&alpha2),
      U_(&U),
      band_(context.mesh),
      gradient_(context, "nHat"),
      normalWeights_(context, normalScheme) {
  for (auto* v : {&snGradBoundary_, &theta_, &wallGradient_}) v->resize(static_cast<std::size_t>(context.mesh.nBoundaryFaces));
  std::ranges::fill(theta_, 90.0);
  for (auto* v : {&gradientBoundary_, &nHatBoundary_}) v->resize(snGradBoundary_.size());
  geometry_.set(context.mesh);
  for (const auto& condition : alpha1.conditions())
    if (const auto* angle = dynamic_cast<const fv::ContactAngleCondition*>(condition.get())) {
      hasContactAngle_ = true;
      continuesContactAngle_ &= angle->valueOfNormal() != nullptr;
    }
  if (everywhere) widen();
  begin();
}

void InterfaceState::check(const fv::Context& context, Problems& problems) {
  fv::checkScheme<double>(context, "gradSchemes", "nHat", problems);
  fv::FaceWeights::check(context, "interpolationSchemes", normalScheme, problems);
}

/// Where a run goes on with contact angles the walls have their values and gradients, and the normal inside is that of the step
/// before.
void InterfaceState::begin() {
  if (!hasContactAngle_ || !continuesContactAngle_) {
    changed();
    return updateNormals();
  }
  band_.build(alpha1_->values());
  const std::vector<double> present = alpha1_->boundary();
  for (const auto& condition : alpha1_->conditions())
    if (const auto* angle = dynamic_cast<const fv::ContactAngleCondition*>(condition.get()))
      std::ranges::copy(*angle->valueOfNormal(), alpha1_->patchValues(condition->patch()).begin());
  gradient_(*alpha1_, band_);
  alpha1_->boundary() = present;
}

void InterfaceState::changed(Where where) {
  ++version_;
  if (where == Where::anywhere) versionAnywhere_ = version_;
}

void InterfaceState::cover(const fv::CellValues<double>* others) {
  others_ = others;
  if (others) coversOthers_ = false;
}

const fv::VolScalarField& InterfaceState::alpha2() {
  if (!held_ && alpha2Version_ != version_) updateAlpha2();
  return *alpha2_;
}

InterfaceBand& InterfaceState::band() {
  updateNormals();
  return band_;
}

std::span<const Vec3> InterfaceState::gradient() {
  updateNormals();
  return gradient_.cells();
}

std::span<const Vec3> InterfaceState::boundaryNormals() {
  updateNormals();
  return nHatBoundary_;
}

std::span<const double> InterfaceState::contactAngles() {
  updateNormals();
  return theta_;
}

double InterfaceState::deltaN() {
  const auto& mesh = context_->mesh;
  return deltaN_.get(mesh, [&] { return 1e-8 / std::cbrt(mesh.totalVolume / static_cast<double>(mesh.nCellsGlobal)); });
}

FaceNormalFlux InterfaceState::nHatf() {
  const auto& mesh = context_->mesh;
  return {mesh.owner.data(), mesh.neighbour.data(), normalWeights_.data(), gradient().data(), mesh.Sf.view(), deltaN()};
}

/// alpha2 first: a contact angle gives the walls new values of alpha1, which alpha2 follows in the next version, as in OpenFOAM.
void InterfaceState::update(bool alsoAlpha2) {
  if (alsoAlpha2) alpha2();
  updateNormals();
}

void InterfaceState::updateAlpha2() {
  const auto subtract = [](const char* loop, const std::vector<double>& alpha1, std::vector<double>& alpha2) {
    parallelFor({loop, 16}, static_cast<Label>(alpha2.size()),
                [alpha1 = View(alpha1), alpha2 = View(alpha2)](Label i) { alpha2[i] = 1 - alpha1[i]; });
  };
  subtract("alpha2", alpha1_->cells(), alpha2_->cells());
  subtract("alpha2: boundary", alpha1_->boundary(), alpha2_->boundary());
  alpha2Version_ = version_;
}

void InterfaceState::updateNormals() {
  if (held_) return;
  if (geometry_.renew(context_->mesh)) changed();
  if (normalsVersion_ == version_ && coversOthers_) return;
  if (versionAnywhere_ > normalsVersion_ || !coversOthers_)
    band_.build(alpha1_->values(), others_);
  else
    band_.extend(alpha1_->values(), others_);
  if (!facesToCover_.empty()) band_.add(facesToCover_);
  facesToCover_.clear();
  normalsVersion_ = version_;
  coversOthers_ = true;
  correctNormals();
}

/// Gradient in the band, and on the boundary that of the cell with its normal part replaced by the condition's.
void InterfaceState::correctNormals() {
  const auto& mesh = context_->mesh;
  const auto gradient = gradient_(*alpha1_, band_);
  for (const auto& condition : alpha1_->conditions()) {
    const auto& patch = condition->patch();
    if (patch.size > 0) condition->snGrad(*alpha1_, std::span(snGradBoundary_).subspan(patch.start, patch.size));
  }
  if (hasContactAngle_)  // which looks at all faces of its walls
    for (auto* v : {&gradientBoundary_, &nHatBoundary_}) std::fill(v->begin(), v->end(), Vec3{});
  const auto faces = band_.boundaryFaces();
  parallelFor("band normals: boundary", static_cast<Label>(faces.size()),
              [faces, gradient, deltaN = deltaN(), first = mesh.nInteriorFaces(), Sf = mesh.Sf.view(), magSf = View(mesh.magSf),
               owner = View(mesh.owner), snGrad = View(snGradBoundary_), ofBoundary = View(gradientBoundary_),
               nHat = View(nHatBoundary_)](Label i) {
                const Label f = faces[i], b = f - first;
                const Vec3 n = Sf[f] / magSf[f], cell = gradient[owner[f]];
                const Vec3 g = cell + n * (snGrad[b] - dot(n, cell));
                ofBoundary[b] = g;
                nHat[b] = g / (mag(g) + deltaN);
              });
  if (hasContactAngle_) correctContactAngle();
}

/// Turns the normal on a wall in the plane of itself and the wall's normal until it stands at the contact angle, and hands the
/// resulting gradient to the boundary condition.
void InterfaceState::correctContactAngle() {
  const auto& mesh = context_->mesh;
  const double deltaN = this->deltaN();
  for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
    auto* angle = dynamic_cast<fv::ContactAngleCondition*>(alpha1_->conditions()[p].get());
    if (!angle) continue;
    const auto& patch = mesh.patches[p];
    const std::span<Vec3> nHat = std::span(nHatBoundary_).subspan(patch.start, patch.size);
    const std::span<double> theta = std::span(theta_).subspan(patch.start, patch.size),
                            gradient = std::span(wallGradient_).first(patch.size);
    angle->theta(*U_, nHat, theta);
    for (Label i = 0; i < patch.size; ++i) {
      const Label b = patch.start + i, f = mesh.nInteriorFaces() + b;
      const Vec3 n = mesh.Sf[f] / mesh.magSf[f];
      const double angleWall = theta[i] * std::numbers::pi / 180;
      const double a12 = dot(nHat[i], n);
      const double b1 = std::cos(angleWall), b2 = std::cos(std::acos(a12) - angleWall);
      const double det = 1 - a12 * a12;
      Vec3 turned = ((b1 - a12 * b2) / det) * n + ((b2 - a12 * b1) / det) * nHat[i];
      turned /= mag(turned) + deltaN;
      nHat[i] = turned;
      gradient[i] = dot(n, turned) * mag(gradientBoundary_[b]);
    }
    angle->setGradient(gradient, alpha1_->patchValues(patch));
    alpha1_->conditions()[p]->evaluate(*alpha1_, alpha1_->patchValues(patch));
  }
}

}  // namespace eagre::interface_
