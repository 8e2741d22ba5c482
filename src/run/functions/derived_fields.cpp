// SPDX-License-Identifier: BSD-3-Clause
// Fields made of others, written with them: CourantNo, wallShearStress, yPlus.
#include <fmt/format.h>

#include "fv/conditions/conditions.hpp"
#include "fv/conditions/wall_functions.hpp"
#include "fv/fields/cell_faces.hpp"
#include "fv/fields/named_patches.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"
#include "physics/forces/boundary_stress.hpp"
#include "run/functions/made_fields.hpp"

namespace eagre::run {

using kernel::View;

namespace {

/// Courant number of each cell, 1/2 dt sum |phi| / V; the cell's on the boundary.
class CourantNo final : public DerivedField<double> {
 public:
  explicit CourantNo(const FunctionSource& source)
      : DerivedField(source, fluxOf(source) == "phi" ? "Co" : "Co(" + fluxOf(source) + ")", dimless), phi_(fluxOf(source)) {
    const auto& patches = source.context.mesh.patches;
    for (std::size_t p = 0; p < patches.size(); ++p)
      if (field_.conditions()[p]->type() == "calculated") field_.conditions()[p] = fv::makeZeroGradient<double>(patches[p]);
  }

 protected:
  void prepare(const fv::Context& context) override { flux(context); }
  void make(const fv::Context& context) override {
    const auto& phi = flux(context);
    const auto& mesh = context.mesh;
    fv::eachCell({"Courant number", fv::bytesOfCellFaces(mesh) + 16 + 8 * fv::facesPerCell(mesh)}, mesh,
                 [scale = 0.5 * context.time().deltaT, flux = View(phi.faces()), V = View(mesh.V), Co = View(field_.cells())](
                     Label c, const auto& around) {
                   double sum = 0;
                   around([&](Label f, double) { sum += std::abs(flux[f]); });
                   Co[c] = scale * sum / V[c];
                 });
    field_.correctBoundaryConditions();
  }

 private:
  const fv::SurfaceScalarField& flux(const fv::Context& context) const {
    const auto* phi = context.registry.surfaceScalar(phi_);
    if (!phi) throw Error("CourantNo: there is no flux '" + phi_ + "'", ExitCode::badCase);
    if (!(phi->dimensions() == dimVolumeFlux))
      throw Error("CourantNo: the flux '" + phi_ + "' is none of volume", ExitCode::badCase);
    return *phi;
  }
  /// `field` in OpenFOAM v1912, `phi` in older versions.
  static std::string fluxOf(const FunctionSource& source) { return source.dict.getOr("field", source.dict.getOr("phi", "phi")); }
  std::string phi_;
};

/// Kinematic stress of the flow on walls, -n.R = nuEff n.dev(grad U + (grad U)^T) [m^2/s^2] with n outwards, as OpenFOAM signs
/// it; wallShearStress.dat has the smallest and largest component values of every wall.
class WallShearStress final : public DerivedField<Vec3> {
 public:
  explicit WallShearStress(const FunctionSource& source)
      : DerivedField(source, "wallShearStress", dimKinematicPressure), table_(source, "wallShearStress.dat") {
    const auto& mesh = source.context.mesh;
    if (source.dict.has("patches")) {
      walls_ = fv::namedPatches(source.dict, "patches", mesh);
    } else {
      for (std::size_t p = 0; p < mesh.patches.size(); ++p)
        if (mesh.patches[p].type == "wall") walls_.push_back(p);
    }
  }

 protected:
  void make(const fv::Context& context) override {
    const auto& mesh = context.mesh;
    stress_.correct(context, "U");
    const physics::EffectiveViscosity viscosity(context);
    for (const std::size_t p : walls_) {
      const auto& patch = mesh.patches[p];
      for (Label b = patch.start; b < patch.start + patch.size; ++b) {
        const Label f = mesh.nInteriorFaces() + b;
        const Vec3 n = mesh.Sf[f] / mesh.magSf[f];
        field_.boundary()[b] = -1.0 * stress_(n, b, viscosity.atBoundary(b));
      }
    }
  }

  void report(const fv::Context& context) override {
    const auto& mesh = context.mesh;
    if (!table_.started()) {
      table_.header("Wall shear stress");
      table_.columns({"patch", "min", "max"}, true);
    }
    for (const std::size_t p : walls_) {
      const auto& patch = mesh.patches[p];
      Vec3 low{vGreat, vGreat, vGreat}, high{-vGreat, -vGreat, -vGreat};
      for (const Vec3& tau : field_.patchValues(patch)) {
        low = cmptMin(low, tau);
        high = cmptMax(high, tau);
      }
      mesh.communicator().min(std::span(&low.x, 3));
      mesh.communicator().max(std::span(&high.x, 3));
      table_.row(context.time().value, fmt::format("\t{}\t{}\t{}", patch.name, table_.number(low), table_.number(high)));
    }
  }

 private:
  std::vector<std::size_t> walls_;
  physics::BoundaryStress stress_;
  Table table_;
};

/// y+ of the cells at walls: that of the wall function where nut has one, else y sqrt(nuEff |dU/dn|) / nu; yPlus.dat has the
/// smallest, largest and mean value of every wall (all faces alike).
class YPlus final : public DerivedField<double> {
 public:
  explicit YPlus(const FunctionSource& source) : DerivedField(source, "yPlus", dimless), table_(source, "yPlus.dat") {}

 protected:
  void make(const fv::Context& context) override {
    const auto* nut = context.registry.scalar("nut");
    const auto& mesh = context.mesh;
    for (std::size_t p = 0; p < mesh.patches.size(); ++p) {
      const auto& patch = mesh.patches[p];
      if (patch.type != "wall") continue;
      const auto* wall = nut ? dynamic_cast<const fv::ViscosityWallFunction*>(nut->conditions()[p].get()) : nullptr;
      const auto values = wall ? wall->yPlus(*nut, context) : atPlainWall(context, p);
      std::copy(values.begin(), values.end(), field_.patchValues(patch).begin());
    }
  }

  void report(const fv::Context& context) override {
    if (!table_.started()) {
      table_.header("y+ ()");
      table_.columns({"patch", "min", "max", "average"}, true);
    }
    const auto& mesh = context.mesh;
    for (const auto& patch : mesh.patches) {
      if (patch.type != "wall") continue;
      double low = vGreat, high = -vGreat, sum = 0;
      for (const double value : field_.patchValues(patch)) {
        low = std::min(low, value);
        high = std::max(high, value);
        sum += value;
      }
      const auto& all = mesh.communicator();
      const double mean = all.sum(sum) / static_cast<double>(std::max<GlobalLabel>(1, patch.globalSize));
      table_.row(context.time().value, fmt::format("\t{}\t{}\t{}\t{}", patch.name, table_.number(all.min(low)),
                                                   table_.number(all.max(high)), table_.number(mean)));
    }
  }

 private:
  static std::vector<double> atPlainWall(const fv::Context& context, std::size_t p) {
    const auto& patch = context.mesh.patches[p];
    const auto& U = vectorNamed(context, "U");
    const physics::EffectiveViscosity viscosity(context);
    std::vector<Vec3> gradient(static_cast<std::size_t>(patch.size));
    U.conditions()[p]->snGrad(U, gradient);
    std::vector<double> values;
    for (Label i = 0; i < patch.size; ++i) {
      const Label b = patch.start + i;
      values.push_back(context.mesh.wallDistance[b] * std::sqrt(viscosity.atBoundary(b) * mag(gradient[i])) /
                       viscosity.laminarAtBoundary(b));
    }
    return values;
  }
  Table table_;
};

}  // namespace

std::unique_ptr<FunctionObject> makeYPlus(const FunctionSource& source) { return std::make_unique<YPlus>(source); }
std::unique_ptr<FunctionObject> makeCourantNo(const FunctionSource& source) { return std::make_unique<CourantNo>(source); }
std::unique_ptr<FunctionObject> makeWallShearStress(const FunctionSource& source) {
  return std::make_unique<WallShearStress>(source);
}

}  // namespace eagre::run
