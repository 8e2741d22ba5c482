// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/face_velocity.hpp"

#include <utility>

#include "fv/schemes/schemes.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::solvers {

using kernel::View;

void velocityOfFlux(const fv::Context& context, const fv::VolVectorField& U, const fv::SurfaceScalarField& phi,
                    const fv::SurfaceScalarField* meshPhi, fv::SurfaceVectorField& Uf) {
  fv::interpolate(context, U, "interpolate(U)", Uf.faces());
  const auto& mesh = context.mesh;
  kernel::parallelFor({"Uf", 104}, mesh.nFaces(),
                      [Uf = View(Uf.faces()), phi = View(phi.faces()), meshPhi = meshPhi ? meshPhi->faces().data() : nullptr,
                       Sf = mesh.Sf.view(), magSf = View(mesh.magSf)](Label f) {
                        const Vec3 n = Sf[f] / magSf[f];
                        const double flux = meshPhi ? phi[f] + meshPhi[f] : phi[f];
                        Uf[f] += (flux / magSf[f] - dot(n, Uf[f])) * n;
                      });
}

FaceVelocity::FaceVelocity(CaseSource& source, const fv::Context& context, const fv::VolVectorField& U,
                           const fv::SurfaceScalarField& phi)
    : context_(context), U_(U), phi_(phi), Uf_(source.faceVelocity()) {
  if (Uf_) return;
  Uf_ = std::make_unique<fv::SurfaceVectorField>("Uf", dimVelocity, context.mesh);
  isSet_ = !source.continued();
  if (isSet_) fv::interpolate(context, U, "interpolate(U)", Uf_->faces());
}

const fv::SurfaceVectorField& FaceVelocity::now() {
  if (!isSet_) velocityOfFlux(context_, U_, phi_, nullptr, *Uf_);
  return *Uf_;
}

void FaceVelocity::startStep() {
  now();
  isSet_ = false;
  Uf_->shiftOldTimes(1);
}

}  // namespace eagre::solvers
