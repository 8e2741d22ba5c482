// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cstdint>
#include <string>

#include "core/one_of.hpp"
#include "fv/conditions/basic.hpp"
#include "fv/schemes/blended.hpp"
#include "fv/schemes/faces.hpp"

namespace eagre::fv::schemes {
namespace {

/// Another scheme, but upwind on the faces inside the mesh of cells at patches whose condition has zero gradient or mixes a value
/// and a gradient, as at outlets. The faces of cyclic patches are not among them.
template <class T>
class OutletStabilised final : public InterpolationScheme<T> {
 public:
  explicit OutletStabilised(std::unique_ptr<InterpolationScheme<T>> scheme) : scheme_(std::move(scheme)) {}
  bool needsFlux() const override { return true; }
  bool corrected() const override { return scheme_->corrected(); }
  void weights(const VolField<T>& field, std::span<const double> flux, std::span<double> weights) override {
    scheme_->weights(field, flux, weights);
    find(field);
    forInteriorFaces("outletStabilised", field.mesh(), [=, kinds = kernel::View(std::as_const(kinds_))](Label f, auto flipped) {
      if (kinds[f] != none) weights[f] = isNonNegative(flux[f], flipped) ? 1.0 : 0.0;
    });
  }
  /// For the faces of the last weights(). As in v1912 directionMixed and its like leave the correction as it is.
  void correction(const VolField<T>& field, std::span<const double> flux, std::span<T> correction) override {
    scheme_->correction(field, flux, correction);
    kernel::parallelFor({"outletStabilised, correction", 1 + 16 * nComponents<T>}, field.mesh().nInteriorFaces(),
                        [correction, kinds = kernel::View(std::as_const(kinds_))](Label f) {
                          if (kinds[f] == uncorrected) correction[f] = {};
                        });
  }

 private:
  enum Kind : char { none, upwind, uncorrected };

  static Kind kindOf(const BoundaryCondition<T>& condition) {
    if (dynamic_cast<const conditions::ZeroGradient<T>*>(&condition) || dynamic_cast<const conditions::Mixed<T>*>(&condition))
      return uncorrected;
    const bool mixesDirections =
        isOneOf(condition.type(), {"directionMixed", "pressureInletOutletVelocity", "rotatingPressureInletOutletVelocity",
                                   "fixedNormalInletOutletVelocity"});
    return mixesDirections ? upwind : none;
  }
  /// The kinds of the faces: of both cells the one that says most, on cuts between ranks, too. They are kept until the mesh has
  /// other faces or another field comes.
  void find(const VolField<T>& field) {
    const mesh::Mesh& mesh = field.mesh();
    if (topology_ == mesh.topologyVersion && fieldName_ == field.name()) return;
    topology_ = mesh.topologyVersion;
    fieldName_ = field.name();
    std::vector<double> cells(static_cast<std::size_t>(mesh.nAllCells()), none);
    for (std::size_t i = 0; i < mesh.patches.size(); ++i) {
      const mesh::Patch& patch = mesh.patches[i];
      const Kind kind = patch.size > 0 ? kindOf(*field.conditions()[i]) : none;
      for (Label f = mesh.nInteriorFaces() + patch.start; f < mesh.nInteriorFaces() + patch.start + patch.size; ++f) {
        double& cell = cells[static_cast<std::size_t>(mesh.owner[f])];
        cell = std::max<double>(cell, kind);
      }
    }
    mesh.halo->update(cells);
    kinds_.resize(static_cast<std::size_t>(mesh.nInteriorFaces()));
    for (Label f = 0; f < mesh.nInteriorFaces(); ++f)
      kinds_[f] = static_cast<char>(std::max(cells[mesh.owner[f]], cells[mesh.neighbour[f]]));
    for (const mesh::CoupledRange& range : mesh.coupled)
      if (!range.patchName.empty()) std::fill_n(kinds_.begin() + mesh.nInternalFaces + range.start, range.size, none);
  }

  std::unique_ptr<InterpolationScheme<T>> scheme_;
  std::vector<char> kinds_;
  std::int64_t topology_ = -1;
  std::string fieldName_;
};

}  // namespace

template <class T>
std::unique_ptr<InterpolationScheme<T>> makeOutletStabilised(const Context& context, config::TokenReader& reader) {
  return std::make_unique<OutletStabilised<T>>(makeInterpolationScheme<T>(context, reader));
}
template std::unique_ptr<InterpolationScheme<double>> makeOutletStabilised(const Context&, config::TokenReader&);
template std::unique_ptr<InterpolationScheme<Vec3>> makeOutletStabilised(const Context&, config::TokenReader&);

}  // namespace eagre::fv::schemes
