// SPDX-License-Identifier: BSD-3-Clause
// The neutral atmospheric boundary layer where it enters: atmBoundaryLayerInletVelocity, atmBoundaryLayerInletK,
// atmBoundaryLayerInletEpsilon.
#include <algorithm>
#include <cmath>

#include "fv/conditions/basic.hpp"
#include "fv/conditions/uniform.hpp"

namespace eagre::fv::conditions {
namespace {

/// The logarithmic profile above ground of roughness height z0 [m] (Hargreaves and Wright 2007), with the friction velocity by
/// which the velocity is Uref [m/s] at the height Zref [m]:
///     U = u*/kappa ln((z - zGround + z0)/z0),   k = u*^2/sqrt(Cmu),   epsilon = u*^3/(kappa (z - zGround + z0)),
///     u* = kappa Uref/ln((Zref + z0)/z0),   z along zDir, U along flowDir.
class BoundaryLayer {
 public:
  explicit BoundaryLayer(const Source& source)
      : flowDir_(makeFunction1<Vec3>(checked(source).dict, "flowDir", source.context)),
        zDir_(makeFunction1<Vec3>(source.dict, "zDir", source.context)),
        Uref_(makeFunction1<double>(source.dict, "Uref", source.context)),
        Zref_(makeFunction1<double>(source.dict, "Zref", source.context)),
        z0_(source, "z0"),
        zGround_(source, "zGround"),
        kappa_(source.dict.getOr("kappa", 0.41)),
        Cmu_(source.dict.getOr("Cmu", 0.09)) {
    const double now = source.context.time().value;
    for (const auto& [direction, keyword] : {std::pair{flowDir_.get(), "flowDir"}, {zDir_.get(), "zDir"}})
      if (mag(direction->value(now)) < small) source.fail(std::string(keyword) + " has no length", keyword);
  }
  /// At a face.
  struct Place {
    double uStar, height, z0, kappa, Cmu;  ///< height: z - zGround + z0
    Vec3 direction;
  };
  /// value(place) on each face.
  template <class T, class Value>
  void fill(const PatchFaces& faces, double time, std::vector<T>& values, Value value) const {
    const auto n = static_cast<std::size_t>(faces.size());
    std::vector<double> z0(n), ground(n);
    z0_.values(time, z0);
    zGround_.values(time, ground);
    const Vec3 flow = normalised(flowDir_->value(time)), up = normalised(zDir_->value(time));
    const double Uref = Uref_->value(time), Zref = Zref_->value(time);
    values.resize(n);
    for (Label i = 0; i < faces.size(); ++i) {
      const double rough = std::max(z0[i], rootVSmall);
      values[i] = value(Place{kappa_ * Uref / std::log((Zref + rough) / rough), dot(up, faces.Cf(i)) - ground[i] + rough, rough,
                              kappa_, Cmu_, flow});
    }
  }
  void write(ConditionWriter& out) const {
    z0_.write(out);
    flowDir_->write(out);
    zDir_->write(out);
    out.entry("kappa", text(kappa_));
    out.entry("Cmu", text(Cmu_));
    Uref_->write(out);
    Zref_->write(out);
    zGround_.write(out);
  }

 private:
  /// From v2006 on the ground is at the lowest point of the patch, less `d`.
  static const Source& checked(const Source& source) {
    if (source.dict.has("d") && !source.dict.has("zGround"))
      source.fail(
          "d of OpenFOAM v2006 and later is not supported: write zGround, the height of the ground along zDir, which d is "
          "added to there",
          "d");
    return source;
  }
  std::unique_ptr<Function1<Vec3>> flowDir_, zDir_;
  std::unique_ptr<Function1<double>> Uref_, Zref_;
  PatchFunction<double> z0_, zGround_;
  double kappa_, Cmu_;
};

Vec3 velocity(const BoundaryLayer::Place& at) { return (at.uStar / at.kappa * std::log(at.height / at.z0)) * at.direction; }
double energy(const BoundaryLayer::Place& at) { return at.uStar * at.uStar / std::sqrt(at.Cmu); }
double dissipation(const BoundaryLayer::Place& at) { return at.uStar * at.uStar * at.uStar / (at.kappa * at.height); }

/// The profile where the flux enters, zero gradient where it leaves.
template <class T, T (*profile)(const BoundaryLayer::Place&)>
class AtmosphericInlet final : public SwitchedMixed<T> {
 public:
  explicit AtmosphericInlet(const Source& source) : AtmosphericInlet(source, BoundaryLayer(source)) {}
  bool assignable() const override { return true; }
  void write(const VolField<T>& field, ConditionWriter& out) const override {
    this->writeWith(field, out, [&] {
      layer_.write(out);
      if (phiName_ != "phi") out.entry("phi", phiName_);
    });
  }

 protected:
  std::string missing(const Context& context) const override { return missingFlux(context, phiName_); }
  void update(const VolField<T>& field, const Context& context) override {
    layer_.fill(this->faces(field), context.time().value, this->refValue_, profile);
    std::ranges::transform(patchFlux(context, this->patch(), phiName_), this->valueFraction_.begin(), inflow);
  }

 private:
  AtmosphericInlet(const Source& source, BoundaryLayer layer)
      : SwitchedMixed<T>(source, startOf(source, layer), SwitchedMixed<T>::Reference::updated, SwitchedMixed<T>::Start::reference,
                         1),
        layer_(std::move(layer)),
        phiName_(source.dict.getOr("phi", "phi")) {}
  static std::vector<T> startOf(const Source& source, const BoundaryLayer& layer) {
    std::vector<T> values;
    layer.fill(PatchFaces(source.context.mesh, source.patch), source.context.time().value, values, profile);
    return values;
  }
  BoundaryLayer layer_;
  std::string phiName_;
};

}  // namespace

void addAtmosphere(Table<double>& table) {
  table.add<AtmosphericInlet<double, energy>>("atmBoundaryLayerInletK", "k of a neutral atmospheric boundary layer that enters");
  table.add<AtmosphericInlet<double, dissipation>>("atmBoundaryLayerInletEpsilon",
                                                   "epsilon of a neutral atmospheric boundary layer that enters");
}
void addAtmosphere(Table<Vec3>& table) {
  table.add<AtmosphericInlet<Vec3, velocity>>("atmBoundaryLayerInletVelocity",
                                              "logarithmic profile of a neutral atmospheric boundary layer that enters");
}

}  // namespace eagre::fv::conditions
