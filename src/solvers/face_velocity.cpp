// SPDX-License-Identifier: BSD-3-Clause
#include "solvers/face_velocity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "fv/schemes/schemes.hpp"
#include "fv/time/ddt.hpp"
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

void fluxOfVelocity(const fv::SurfaceVectorField& Uf, fv::VolVectorField& U, fv::SurfaceScalarField& phi) {
  const auto& mesh = phi.mesh();
  kernel::parallelFor(
      {"phi of Uf", 56}, mesh.nFaces(),
      [phi = View(phi.faces()), Uf = View(Uf.faces()), Sf = mesh.Sf.view()](Label f) { phi[f] = dot(Sf[f], Uf[f]); });
  for (const auto& condition : U.conditions()) {
    if (!condition->fixesValue()) continue;
    const auto& patch = condition->patch();
    condition->evaluate(U, U.patchValues(patch));
    for (Label b = patch.start; b < patch.start + patch.size; ++b)
      phi.atBoundary(b) = dot(U.boundary()[b], mesh.Sf[mesh.nInteriorFaces() + b]);
  }
  mesh::synchroniseFlux(mesh, phi.faces());
}

FaceVelocity::FaceVelocity(CaseSource& source, const fv::Context& context, fv::VolVectorField& U, fv::SurfaceScalarField& phi)
    : context_(context),
      U_(U),
      phi_(phi),
      Uf_(source.faceVelocity()),
      isCarried_(Uf_ != nullptr),
      oldLevels_(std::max(1, fv::ddtScheme(context, "ddt(U)").nOldTimes())) {
  if (Uf_) return;
  Uf_ = std::make_unique<fv::SurfaceVectorField>("Uf", dimVelocity, context.mesh);
  isSet_ = !source.continued();
  if (isSet_) fv::interpolate(context, U, "interpolate(U)", Uf_->faces());
}

void FaceVelocity::check(const fv::Context& context, bool moves, const std::vector<std::string>& ddt, Problems& problems) {
  problems.guard([&] {
    if (context.fvSolution.subDict("PIMPLE").getOr<bool>("moveMeshOuterCorrectors", false))
      context.log.warnOnce(
          fmt::format("PIMPLE: moveMeshOuterCorrectors {}: a mesh is refined once a time step, before the first iteration",
                      moves ? "moves points in each iteration" : "changes nothing here"));
  });
  fv::checkScheme<Vec3>(context, "interpolationSchemes", "interpolate(U)", problems);
  for (const std::string& name : ddt)
    problems.guard([&] {
      using Kind = fv::DdtScheme::Kind;
      const Kind kind = fv::ddtScheme(context, name).kind;
      const bool steady = name != "ddt(alpha)" && name != "ddt(U)" && name != "ddt(rho,U)",
                 backward = !moves && name != "ddt(alpha)";
      if (kind != Kind::Euler && !(backward && kind == Kind::backward) && !(steady && kind == Kind::steadyState))
        throw Error(fmt::format("ddtSchemes: {} must be Euler{} on a mesh that is refined during the run{}", name,
                                backward ? " or backward" : "", moves ? " and moves" : ""),
                    ExitCode::badCase);
    });
}

void FaceVelocity::makeFlux() {
  if (isCarried_) fluxOfVelocity(*Uf_, U_, phi_);
}

const fv::SurfaceVectorField& FaceVelocity::now() {
  if (!isSet_) velocityOfFlux(context_, U_, phi_, nullptr, *Uf_);
  return *Uf_;
}

void FaceVelocity::startStep() {
  now();
  isSet_ = false;
  Uf_->shiftOldTimes(oldLevels_);
}

}  // namespace eagre::solvers
