// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "fv/fields/cell_faces.hpp"
#include "fv/schemes/blended.hpp"
#include "fv/schemes/des_hybrid.hpp"
#include "fv/schemes/gradient_schemes.hpp"
#include "fv/schemes/parse.hpp"
#include "fv/schemes/scheme_table.hpp"
#include "fv/schemes/schemes.hpp"
#include "fv/words.hpp"

namespace eagre::fv {

namespace {

/// Schemes of v1912 that there are not here, so that the error can say so.
const std::vector<std::string>& unsupportedTypes() {
  static const std::vector<std::string> names{"CoBlended2",
                                              "biLinearFit",
                                              "cubicUpwindFit",
                                              "deferredCorrection",
                                              "linearFit",
                                              "linearPureUpwindFit",
                                              "Phi",
                                              "pointLinear",
                                              "quadraticFit",
                                              "quadraticLinearFit",
                                              "quadraticLinearUpwindFit",
                                              "quadraticUpwindFit",
                                              "vorticitySplit",
                                              "weighted",
                                              "weightedFlux"};
  return names;
}

template <class T>
using Pointer = std::unique_ptr<InterpolationScheme<T>>;

template <class T, Pointer<T> (*blended)(const Context&, config::TokenReader&)>
Pointer<T> makeBlended(const std::string&, const Context& context, config::TokenReader& reader) {
  return blended(context, reader);
}

template <class T>
const schemes::SchemeTable<T>& table() {
  static const schemes::SchemeTable<T> all = [] {
    using schemes::FluxUse;
    schemes::SchemeTable<T> made;
    schemes::addBasicSchemes(made);
    schemes::addLimitedSchemes(made);
    if constexpr (std::is_same_v<T, SymmTensor>)
      return made;
    else {
      made.add({"DEShybrid",
                "blend of two schemes by the length scale of DES (Travin et al. 2002); for divSchemes",
                {makeBlended<T, schemes::makeDesHybrid<T>>, FluxUse::convection}});
      made.add({"CoBlended",
                "Co1, scheme, Co2, scheme: blend of two schemes by the Courant number of the face; for divSchemes",
                {makeBlended<T, schemes::makeCoBlended<T>>, FluxUse::convection}});
      made.add({"localBlended",
                "blend of two schemes by the field that stabilityBlendingFactor makes; for divSchemes",
                {makeBlended<T, schemes::makeLocalBlended<T>>, FluxUse::convection}});
      made.add({"cellCoBlended",
                "Co1, scheme, Co2, scheme: blend of two schemes by the Courant number of the cells; for divSchemes",
                {makeBlended<T, schemes::makeCellCoBlended<T>>, FluxUse::convection}});
      made.add({"fixedBlended",
                "share, scheme, scheme: blend of two schemes by the share of the first; for divSchemes",
                {makeBlended<T, schemes::makeFixedBlended<T>>, FluxUse::convection}});
      made.add({"limiterBlended",
                "limited scheme, scheme, scheme: blend of two schemes by the limiter of another; for divSchemes",
                {makeBlended<T, schemes::makeLimiterBlended<T>>, FluxUse::convection}});
      made.add({"outletStabilised",
                "the scheme that follows, upwind in cells at patches of zero gradient or a mixed condition; for divSchemes",
                {makeBlended<T, schemes::makeOutletStabilised<T>>, FluxUse::convection}});
      made.add({"limitWith",
                "scheme, limited scheme: the first in the place of linear in the second; for divSchemes",
                {makeBlended<T, schemes::makeLimitWith<T>>, FluxUse::convection}});
      return made;
    }
  }();
  return all;
}

/// fluxName: nullptr where the caller has the flux.
template <class T>
Pointer<T> make(const Context& context, config::TokenReader& reader, std::string* fluxName) {
  using schemes::FluxUse;
  const std::string name = schemes::readName(reader, "an interpolation scheme");
  const schemes::SchemeMaker<T>* scheme = table<T>().find(name);
  if (fluxName != nullptr) {
    if (scheme && scheme->flux == FluxUse::convection) reader.fail(fmt::format("scheme '{}' is for divSchemes only", name));
    fluxName->clear();
    if (scheme && scheme->flux == FluxUse::direction)
      *fluxName = schemes::readName(reader, fmt::format("the flux of scheme '{}'", name));
  }
  if (scheme) return scheme->make(name, context, reader);
  const char* const kind = nComponents<T> == 1 ? "scalar" : nComponents<T> == 3 ? "vector" : "symmTensor";
  for (const auto& [other, has] : {std::pair{"scalar", table<double>().contains(name)}, {"vector", table<Vec3>().contains(name)}})
    if (has) reader.fail(fmt::format("scheme '{}' is for {} fields, and this is a {} field", name, other, kind));
  schemes::failUnknown(reader, "interpolation scheme", name, table<T>().names(), unsupportedTypes(), "interpolationSchemes");
}

/// values = w P + (1 - w) N + correction, then the boundary's.
template <class T>
void fillFaces(const VolField<T>& field, const double* weights, const T* correction, std::vector<T>& faces) {
  const mesh::Mesh& mesh = field.mesh();
  faces.resize(static_cast<std::size_t>(mesh.nFaces()));
  const Label *owner = mesh.owner.data(), *neighbour = mesh.neighbour.data();
  const T* phi = field.cells().data();
  T* values = faces.data();
  kernel::parallelFor({"interpolate", 16 + 8 * nComponents<T> * (1 + 1 / facesPerCell(mesh))}, mesh.nInteriorFaces(),
                      [=](Label f) {
                        const T& N = phi[neighbour[f]];
                        values[f] = weights[f] * (phi[owner[f]] - N) + N;
                      });
  if (correction != nullptr)
    kernel::parallelFor("interpolate, correction", mesh.nInteriorFaces(), [=](Label f) { values[f] += correction[f]; });
  std::copy(field.boundary().begin(), field.boundary().end(), faces.begin() + mesh.nInteriorFaces());
}

}  // namespace

template <class T>
void InterpolationScheme<T>::correction(const VolField<T>& field, std::span<const double>, std::span<T> correction) {
  std::fill_n(correction.begin(), field.mesh().nInteriorFaces(), T{});
}

template <class T>
std::unique_ptr<InterpolationScheme<T>> makeInterpolationScheme(const Context& context, config::TokenReader& reader) {
  return make<T>(context, reader, nullptr);
}

template <class T>
std::unique_ptr<InterpolationScheme<T>> makeInterpolationScheme(const Context& context, config::TokenReader& reader,
                                                                std::string& fluxName) {
  return make<T>(context, reader, &fluxName);
}

namespace {
const WordTable<>& convectionTable() {
  static const WordTable<> table{
      {"Gauss", "Gauss's theorem with the interpolation scheme that follows"},
      {"bounded", "Gauss less psi div(phi), for fluxes that do not meet continuity yet; Gauss follows"}};
  return table;
}
}  // namespace

std::vector<Word> convectionWords() { return convectionTable().words(); }

std::vector<Word> interpolationWords() {
  return merged({{"scalar", table<double>().words()}, {"vector", table<Vec3>().words()}});
}

template <class T>
ConvectionScheme<T> makeConvectionScheme(const Context& context, const std::string& name) {
  static const std::vector<std::string> unsupported{"multivariateSelection", "multivariateIndependent"};
  auto reader = schemeEntry(context, "divSchemes", name).reader();
  ConvectionScheme<T> scheme;
  std::string word = schemes::readName(reader, "a convection scheme");
  if (word == "bounded") {
    scheme.bounded = true;
    word = schemes::readName(reader, "a convection scheme");
  }
  if (word != "Gauss") schemes::failUnknown(reader, "convection scheme", word, convectionTable().names(), unsupported);
  for (config::TokenReader ahead = reader; !ahead.atEnd(); ahead.next())
    if (const auto* row = table<T>().find(ahead.peek().text); row && row->flux == schemes::FluxUse::notConvection)
      ahead.fail(fmt::format("scheme '{}' is not for divSchemes: it is no sum of both cells' values, as in OpenFOAM",
                             ahead.peek().text));
  scheme.interpolation = makeInterpolationScheme<T>(context, reader);
  schemes::leaveExcess(context, reader);
  return scheme;
}

template <class T>
void interpolate(InterpolationScheme<T>& scheme, const VolField<T>& field, std::span<const double> flux, std::vector<T>& faces,
                 std::vector<double>& weights, std::vector<T>& correction) {
  const auto n = static_cast<std::size_t>(field.mesh().nInteriorFaces());
  weights.resize(n);
  scheme.weights(field, flux, weights);
  if (scheme.corrected()) {
    correction.resize(n);
    scheme.correction(field, flux, correction);
  }
  fillFaces(field, weights.data(), scheme.corrected() ? correction.data() : nullptr, faces);
}

template <class T>
void interpolate(const Context& context, const VolField<T>& field, const std::string& name, std::vector<T>& faces) {
  const config::Entry& entry = schemeEntry(context, "interpolationSchemes", name);
  if (entry.tokens.size() == 1 && entry.tokens.front().text == "linear")
    return interpolateLinear(field.mesh(), field.values(), faces);
  auto reader = entry.reader();
  std::string fluxName;
  const auto scheme = makeInterpolationScheme<T>(context, reader, fluxName);
  schemes::leaveExcess(context, reader);
  std::span<const double> flux;
  if (!fluxName.empty()) flux = schemes::findFlux(context, fluxName).faces();
  std::vector<double> weights;
  std::vector<T> correction;
  interpolate(*scheme, field, flux, faces, weights, correction);
}

FaceWeights::FaceWeights(const Context& context, const std::string& group, const std::string& name) : mesh_(&context.mesh) {
  if (!areLinear(context, group, name)) halves_.assign(static_cast<std::size_t>(mesh_->nInteriorFaces()), 0.5);
}

bool FaceWeights::areLinear(const Context& context, const std::string& group, const std::string& name) {
  auto reader = schemeEntry(context, group, name).reader();
  const auto fail = [&](const std::string& word) {
    const char* gauss = group == "divSchemes" ? "Gauss " : "";
    reader.fail(fmt::format("'{0}' is interpolated by {1}linear or {1}midPoint, not by '{2}'", name, gauss, word));
  };
  std::string word = schemes::readName(reader, "an interpolation scheme");
  if (group == "divSchemes") {
    if (word != "Gauss") fail(word);
    word = schemes::readName(reader, "an interpolation scheme");
  }
  if (word == "skewCorrected") {
    if (context.mesh.motion || schemes::isSkewed(context.mesh))
      reader.fail(
          fmt::format("'{}' is interpolated by linear or midPoint; by 'skewCorrected linear' only on a mesh that stands still "
                      "and has no skewed faces, where it is the same as linear",
                      name));
    word = schemes::readName(reader, "an interpolation scheme");
  }
  if (word != "linear" && word != "midPoint") fail(word);
  schemes::leaveExcess(context, reader);
  return word == "linear";
}

template <class T>
void interpolateLinear(const mesh::Mesh& mesh, const CellValues<T>& values, std::vector<T>& faces) {
  faces.resize(static_cast<std::size_t>(mesh.nFaces()));
  const double* weights = mesh.weights.data();
  const T* phi = values.cells.data();
  T* out = faces.data();
  eachInteriorFace({"interpolate linear", 16 + 8 * nComponents<T> * (1 + 1 / facesPerCell(mesh))}, mesh,
                   [=](Label f, Label P, Label N) { out[f] = weights[f] * (phi[P] - phi[N]) + phi[N]; });
  std::copy(values.boundary.begin(), values.boundary.end(), faces.begin() + mesh.nInteriorFaces());
}

namespace fvc {

void flux(InterpolationScheme<double>& scheme, std::span<const double> flux, const VolScalarField& field,
          std::vector<double>& faces, std::vector<double>& weights, std::vector<double>& correction) {
  interpolate(scheme, field, flux, faces, weights, correction);
  double* out = faces.data();
  kernel::parallelFor("flux", field.mesh().nFaces(), [=](Label f) { out[f] *= flux[f]; });
}

template <>
void flux(const Context& context, std::span<const double> flux, const VolScalarField& field, const std::string& name,
          std::vector<double>& faces) {
  const auto scheme = makeConvectionScheme<double>(context, name);
  std::vector<double> weights, correction;
  fvc::flux(*scheme.interpolation, flux, field, faces, weights, correction);
}

}  // namespace fvc

// NOLINTBEGIN(bugprone-macro-parentheses): T is a type
#define EAGRE_INSTANTIATE(T)                                                                                                    \
  template class InterpolationScheme<T>;                                                                                        \
  template std::unique_ptr<InterpolationScheme<T>> makeInterpolationScheme(const Context&, config::TokenReader&);               \
  template std::unique_ptr<InterpolationScheme<T>> makeInterpolationScheme(const Context&, config::TokenReader&, std::string&); \
  template ConvectionScheme<T> makeConvectionScheme(const Context&, const std::string&);                                        \
  template void interpolate(InterpolationScheme<T>&, const VolField<T>&, std::span<const double>, std::vector<T>&,              \
                            std::vector<double>&, std::vector<T>&);                                                             \
  template void interpolate(const Context&, const VolField<T>&, const std::string&, std::vector<T>&);                           \
  template void interpolateLinear(const mesh::Mesh&, const CellValues<T>&, std::vector<T>&);
// NOLINTEND(bugprone-macro-parentheses)
EAGRE_INSTANTIATE(double)
EAGRE_INSTANTIATE(Vec3)
EAGRE_INSTANTIATE(SymmTensor)
template void interpolateLinear(const mesh::Mesh&, const CellValues<Tensor>&, std::vector<Tensor>&);
#undef EAGRE_INSTANTIATE

}  // namespace eagre::fv
