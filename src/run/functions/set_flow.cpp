// SPDX-License-Identifier: BSD-3-Clause
// A velocity and its flux that are given: setFlow.
#include <cmath>
#include <numbers>

#include "fv/functions/function1.hpp"
#include "fv/schemes/schemes.hpp"
#include "mesh/mesh_points.hpp"
#include "run/functions/function_object.hpp"

namespace eagre::run {
namespace {

constexpr double pi = std::numbers::pi;

/// setFlow: after each step U and phi are those of the given flow at this time, as in OpenFOAM v1912, for cases that test the
/// advection of alpha (frozenFlow). The first step has what the fields of the start say.
///
///     mode function:  U = velocity(t)
///     mode rotation:  U = omega(t) (-z, 0, x)
///     mode vortex2D:  U = (-sin(2 pi z) sin^2(pi x), 0, sin(2 pi x) sin^2(pi z)), its flux by the stream function at the points
///     mode vortex3D:  U = (2 sin^2(pi x) sin(2 pi y) sin(2 pi z), -sin(2 pi x) sin^2(pi y) sin(2 pi z), ..), its flux by U at
///     the
///                     faces' centres
///
/// with x, y, z from `origin`, turned by refDir and axis (but for the fluxes of the vortices, as v1912 has it), times scale(t),
/// and reversed after reverseTime.
class SetFlow final : public FunctionObject {
 public:
  explicit SetFlow(const FunctionSource& source)
      : place_(source.dict.place()),
        mode_(source.dict.getChoice("mode", std::vector<std::string>{"function", "rotation", "vortex2D", "vortex3D"})),
        U_(source.dict.getOr("U", "U")),
        phi_(source.dict.getOr("phi", "phi")),
        reverseTime_(source.dict.getOr("reverseTime", great)),
        scale_(fv::makeFunction1<double>(source.dict, "scale")) {
    const auto& d = source.dict;
    if (d.getOr("rho", "none") != "none")
      throw Error(d.at("rho").place, "setFlow: a flux of mass (rho) is not supported; remove it");
    if (mode_ == "function") {
      velocity_ = fv::makeFunction1<Vec3>(d, "velocity");
      return;
    }
    if (mode_ == "rotation") omega_ = fv::makeFunction1<double>(d, "omega");
    origin_ = d.get<Vec3>("origin");
    first_ = normalised(d.get<Vec3>("refDir"));
    second_ = normalised(d.get<Vec3>("axis"));
  }

  void execute(const fv::Context& context, StepEnd) override {
    auto* U = context.registry.vector(U_);
    auto* phi = context.registry.surfaceScalar(phi_);
    if (!U || !phi) throw Error(place_, fmt::format("setFlow: there are no fields {} and {} in this solver", U_, phi_));
    const auto& mesh = context.mesh;
    const double t = context.time().value;
    for (Label c = 0; c < mesh.nCells; ++c) (*U)[c] = turned(velocity(mesh.C[c] - origin_, t));
    for (Label b = 0; b < mesh.nBoundaryFaces; ++b)
      U->boundary()[b] = turned(velocity(mesh.faceCentres()(mesh.nInteriorFaces() + b) - origin_, t));
    U->correctBoundaryConditions();
    if (mode_ == "vortex2D")
      setFluxByStreamFunction(mesh, phi->faces());
    else if (mode_ == "vortex3D")
      for (Label f = 0; f < mesh.nFaces(); ++f) (*phi)[f] = dot(velocity(mesh.faceCentres()(f) - origin_, t), mesh.Sf[f]);
    else
      fv::faceFlux({context, "flux(U)"}, U->values(), phi->faces());
    const double factor = (t > reverseTime_ ? -1 : 1) * scale_->value(t);
    for (Vec3& u : U->cells()) u *= factor;
    for (double& flux : phi->faces()) flux *= factor;
    U->correctBoundaryConditions();
  }

 private:
  Vec3 turned(const Vec3& u) const {
    return mode_ == "function" ? u : u.x * first_ + u.y * second_ + u.z * cross(first_, second_);
  }

  /// x: from the origin; in the axes of the flow.
  Vec3 velocity(const Vec3& x, double t) const {
    if (mode_ == "function") return velocity_->value(t);
    if (mode_ == "rotation") return omega_->value(t) * Vec3{-x.z, 0, x.x};
    const auto one = [](double a) { return std::pow(std::sin(pi * a), 2); };
    const auto two = [](double a) { return std::sin(2 * pi * a); };
    if (mode_ == "vortex2D") return {-two(x.z) * one(x.x), 0, two(x.x) * one(x.z)};
    return {2 * one(x.x) * two(x.y) * two(x.z), -two(x.x) * one(x.y) * two(x.z), -two(x.x) * two(x.y) * one(x.z)};
  }

  /// The circulation of psi e_y, psi = sin^2(pi x) sin^2(pi z)/pi, around each face, so that the flux has no divergence.
  void setFluxByStreamFunction(const mesh::Mesh& mesh, std::vector<double>& phi) const {
    if (!mesh.points)
      throw Error(place_,
                  "setFlow: mode vortex2D needs the points of the mesh, which a run has with advectionScheme isoAdvection");
    const auto& shape = mesh.points->shape;
    const auto psi = [this](const Vec3& p) {
      return std::pow(std::sin(pi * (p.x - origin_.x)) * std::sin(pi * (p.z - origin_.z)), 2) / pi;
    };
    for (Label s = 0; s < shape.nFaces(); ++s) {
      const Label f = mesh.points->faceOf[s];
      if (f < 0) continue;
      const auto corners = shape.pointsOf(s);
      double circulation = 0;
      for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec3 &a = shape.points[corners[i]], &b = shape.points[corners[(i + 1) % corners.size()]];
        circulation += 0.5 * (psi(a) + psi(b)) * (b.y - a.y);
      }
      phi[f] = mesh.faceFlipped[f] ? -circulation : circulation;
    }
  }

  Place place_;
  std::string mode_, U_, phi_;
  double reverseTime_;
  std::unique_ptr<fv::Function1<double>> scale_, omega_;
  std::unique_ptr<fv::Function1<Vec3>> velocity_;
  Vec3 origin_{}, first_{}, second_{};
};

}  // namespace

std::unique_ptr<FunctionObject> makeSetFlow(const FunctionSource& source) { return std::make_unique<SetFlow>(source); }

}  // namespace eagre::run
