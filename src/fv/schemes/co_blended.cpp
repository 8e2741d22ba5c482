// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "fv/conditions/conditions.hpp"
#include "fv/fields/cell_faces.hpp"
#include "fv/fields/context.hpp"
#include "fv/schemes/blended.hpp"
#include "fv/schemes/gradient_schemes.hpp"
#include "fv/schemes/parse.hpp"
#include "fv/schemes/schemes.hpp"

namespace eagre::fv::schemes {
namespace {

struct CourantRange {
  double Co1, Co2;
  /// Of the second scheme.
  double share(double Co) const { return std::max(std::min((Co - Co1) / (Co2 - Co1), 1.0), 0.0); }
};

/// The interpolation that an entry of interpolationSchemes asks for, read once.
class KeptInterpolation {
 public:
  KeptInterpolation(const Context& context, const std::string& name) : context_(&context) {
    auto reader = schemeEntry(context, "interpolationSchemes", name).reader();
    scheme_ = makeInterpolationScheme<double>(context, reader, fluxName_);
    leaveExcess(context, reader);
  }
  void operator()(const VolScalarField& field, std::vector<double>& faces) {
    if (scheme_->kind() == SchemeKind::linear) return interpolateLinear(field.mesh(), field.values(), faces);
    std::span<const double> flux;
    if (!fluxName_.empty()) flux = findFlux(*context_, fluxName_).faces();
    interpolate(*scheme_, field, flux, faces, weights_, correction_);
  }

 private:
  const Context* context_;
  std::string fluxName_;
  std::unique_ptr<InterpolationScheme<double>> scheme_;
  std::vector<double> weights_, correction_;
};

/// Common to both: what the share of the second scheme is made of.
template <class T>
class ByCourant : public BlendedScheme<T> {
 public:
  ByCourant(const Context& context, CourantRange range, std::unique_ptr<InterpolationScheme<T>> first,
            std::unique_ptr<InterpolationScheme<T>> second)
      : BlendedScheme<T>(std::move(first), std::move(second)), context_(&context), range_(range) {}
  /// Whatever the two schemes look at.
  bool needsFlux() const override { return true; }
  void weights(const VolField<T>& field, std::span<const double> flux, std::span<double> weights) override {
    flux_ = flux;
    BlendedScheme<T>::weights(field, flux, weights);
  }

 protected:
  /// "interpolate(rho)" if the flux is rhoPhi; nullptr if it is a volume flux.
  const double* densityOnFaces() {
    const auto* const rhoPhi = context_->registry.surfaceScalar("rhoPhi");
    if (!rhoPhi || rhoPhi->faces().data() != flux_.data()) return nullptr;
    if (!densityScheme_) densityScheme_.emplace(*context_, "interpolate(rho)");  // a volume flux needs no such entry
    (*densityScheme_)(*context_->registry.scalar("rho"), rho_);
    return rho_.data();
  }

  const Context* context_;
  CourantRange range_;
  std::span<const double> flux_;  ///< of weights(), while it runs

 private:
  std::optional<KeptInterpolation> densityScheme_;
  std::vector<double> rho_;
};

template <class T>
class CoBlended final : public ByCourant<T> {
 public:
  using ByCourant<T>::ByCourant;

 protected:
  /// By Co = deltaT |phi|/(|S| |d|) of the face; of a mass flux, phi = rhoPhi/rho.
  void shareOfSecond(const VolField<T>& field, std::span<double> share) override {
    const mesh::Mesh& mesh = field.mesh();
    const double* const rho = this->densityOnFaces();
    const double deltaT = this->context_->time().deltaT;
    const auto range = this->range_;
    const auto flux = this->flux_;
    kernel::parallelFor({"CoBlended share", 40}, static_cast<Label>(share.size()),
                        [=, magSf = mesh.magSf.data(), deltaCoeffs = mesh.deltaCoeffs.data()](Label f) {
                          const double volumeFlux = rho ? flux[f] / rho[f] : flux[f];
                          share[f] = range.share(deltaT * deltaCoeffs[f] * std::abs(volumeFlux) / magSf[f]);
                        });
  }
};

template <class T>
class CellCoBlended final : public ByCourant<T> {
 public:
  CellCoBlended(const Context& context, CourantRange range, std::unique_ptr<InterpolationScheme<T>> first,
                std::unique_ptr<InterpolationScheme<T>> second)
      : ByCourant<T>(context, range, std::move(first), std::move(second)), scheme_(context, "interpolate(Co)") {}

 protected:
  /// By Co = deltaT sum |phi|/(2 V) of the cells, interpolated.
  void shareOfSecond(const VolField<T>& field, std::span<double> share) override {
    const mesh::Mesh& mesh = field.mesh();
    if (!Co_) {
      Co_.emplace("Co", dimless, mesh);
      setExtrapolatedConditions(*Co_);
    }
    const double* const rho = this->densityOnFaces();
    const double halfDeltaT = 0.5 * this->context_->time().deltaT;
    const auto range = this->range_;
    const auto flux = this->flux_;
    eachCell({"cellCoBlended Co", bytesOfCellFaces(mesh) + 24}, mesh,
             [flux, rho, halfDeltaT, V = kernel::View(mesh.V), Co = kernel::View(Co_->cells())](Label c, const auto& around) {
               double sum = 0;
               const auto add = [&](Label f) { sum += std::abs(rho ? flux[f] / rho[f] : flux[f]); };
               around([&](Label f, Label, double) { add(f); }, add);
               Co[c] = sum / V[c] * halfDeltaT;
             });
    Co_->correctBoundaryConditions();
    scheme_(*Co_, onFaces_);
    kernel::parallelFor({"cellCoBlended share", 16}, static_cast<Label>(share.size()),
                        [share, range, Co = kernel::View(std::as_const(onFaces_))](Label f) { share[f] = range.share(Co[f]); });
  }

 private:
  KeptInterpolation scheme_;
  std::optional<VolScalarField> Co_;
  std::vector<double> onFaces_;
};

}  // namespace

namespace {
template <template <class> class Scheme, class T>
std::unique_ptr<InterpolationScheme<T>> make(const char* name, const Context& context, config::TokenReader& reader) {
  CourantRange range{};
  range.Co1 = readCoefficient(reader, name, 0, vGreat);
  auto first = makeInterpolationScheme<T>(context, reader);
  const config::TokenReader start = reader;
  range.Co2 = readCoefficient(reader, name, 0, vGreat);
  if (range.Co1 >= range.Co2)
    start.fail(fmt::format("scheme {}: the second Courant number ({}) must be above the first ({})", name, range.Co2, range.Co1));
  return std::make_unique<Scheme<T>>(context, range, std::move(first), makeInterpolationScheme<T>(context, reader));
}
}  // namespace

template <class T>
std::unique_ptr<InterpolationScheme<T>> makeCoBlended(const Context& context, config::TokenReader& reader) {
  return make<CoBlended, T>("CoBlended", context, reader);
}
template <class T>
std::unique_ptr<InterpolationScheme<T>> makeCellCoBlended(const Context& context, config::TokenReader& reader) {
  return make<CellCoBlended, T>("cellCoBlended", context, reader);
}
template std::unique_ptr<InterpolationScheme<double>> makeCoBlended(const Context&, config::TokenReader&);
template std::unique_ptr<InterpolationScheme<Vec3>> makeCoBlended(const Context&, config::TokenReader&);
template std::unique_ptr<InterpolationScheme<double>> makeCellCoBlended(const Context&, config::TokenReader&);
template std::unique_ptr<InterpolationScheme<Vec3>> makeCellCoBlended(const Context&, config::TokenReader&);

}  // namespace eagre::fv::schemes
