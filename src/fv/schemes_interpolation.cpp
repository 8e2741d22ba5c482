// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "fv/cell_faces.hpp"
#include "fv/schemes.hpp"
#include "fv/schemes/basic_schemes.hpp"
#include "fv/schemes/blended.hpp"
#include "fv/schemes/des_hybrid.hpp"
#include "fv/schemes/gradient_schemes.hpp"
#include "fv/schemes/limited_scheme.hpp"
#include "fv/schemes/parse.hpp"

namespace eagre::fv {

namespace {

/// Schemes of v1912 that there are not here, so that the error can say so.
const std::vector<std::string>& unsupportedTypes() {
  static const std::vector<std::string> names{"CoBlended2",
                                              "biLinearFit",
                                              "blended",
                                              "cellCoBlended",
                                              "clippedLinear",
                                              "cubicUpwindFit",
                                              "deferredCorrection",
                                              "filteredLinear",
                                              "filteredLinear3",
                                              "filteredLinear3V",
                                              "fixedBlended",
                                              "limitWith",
                                              "limitedCubic",
                                              "limitedCubic01",
                                              "limitedCubicV",
                                              "limitedLimitedCubic",
                                              "limiterBlended",
                                              "linearFit",
                                              "linearPureUpwindFit",
                                              "localMax",
                                              "localMin",
                                              "outletStabilised",
                                              "Phi",
                                              "pointLinear",
                                              "quadraticFit",
                                              "quadraticLinearFit",
                                              "quadraticLinearUpwindFit",
                                              "quadraticUpwindFit",
                                              "reverseLinear",
                                              "skewCorrected",
                                              "vorticitySplit",
                                              "weighted",
                                              "weightedFlux"};
  return names;
}

/// fluxName: nullptr where the caller has the flux.
template <class T>
std::unique_ptr<InterpolationScheme<T>> make(const Context& context, config::TokenReader& reader, std::string* fluxName) {
  static const std::vector<std::string> withoutFlux{"linear", "midPoint", "cubic", "harmonic"};
  const std::string name = schemes::readName(reader, "an interpolation scheme");
  const auto valid = interpolationSchemeTypes<T>();
  if (fluxName != nullptr) {
    if (name == "DEShybrid" || name == "localBlended" || name == "CoBlended")
      reader.fail(fmt::format("scheme '{}' is for divSchemes only", name));
    fluxName->clear();
    const bool known = std::find(valid.begin(), valid.end(), name) != valid.end();
    if (known && std::find(withoutFlux.begin(), withoutFlux.end(), name) == withoutFlux.end())
      *fluxName = schemes::readName(reader, fmt::format("the flux of scheme '{}'", name));
  }
  if (auto scheme = schemes::makeBasicScheme<T>(name, context, reader)) return scheme;
  if (auto scheme = schemes::makeLimitedScheme<T>(name, context, reader)) return scheme;
  if (name == "DEShybrid") return schemes::makeDesHybrid<T>(context, reader);
  if (name == "CoBlended") return schemes::makeCoBlended<T>(context, reader);
  if (name == "localBlended") return schemes::makeLocalBlended<T>(context, reader);
  schemes::failUnknown(reader, "interpolation scheme", name, valid, unsupportedTypes());
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

template <class T>
std::vector<std::string> interpolationSchemeTypes() {
  auto names = schemes::basicSchemeTypes<T>();
  const auto limited = schemes::limitedSchemeTypes<T>();
  names.insert(names.end(), limited.begin(), limited.end());
  names.emplace_back("DEShybrid");
  names.emplace_back("CoBlended");
  names.emplace_back("localBlended");
  return names;
}

template <class T>
ConvectionScheme<T> makeConvectionScheme(const Context& context, const std::string& name) {
  static const std::vector<std::string> valid{"Gauss", "bounded"};
  static const std::vector<std::string> unsupported{"multivariateSelection", "multivariateIndependent"};
  auto reader = schemeEntry(context, "divSchemes", name).reader();
  ConvectionScheme<T> scheme;
  std::string word = schemes::readName(reader, "a convection scheme");
  if (word == "bounded") {
    scheme.bounded = true;
    word = schemes::readName(reader, "a convection scheme");
  }
  if (word != "Gauss") schemes::failUnknown(reader, "convection scheme", word, valid, unsupported);
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

#define EAGRE_INSTANTIATE(T)                                                                                                    \
  template class InterpolationScheme<T>;                                                                                        \
  template std::unique_ptr<InterpolationScheme<T>> makeInterpolationScheme(const Context&, config::TokenReader&);               \
  template std::unique_ptr<InterpolationScheme<T>> makeInterpolationScheme(const Context&, config::TokenReader&, std::string&); \
  template std::vector<std::string> interpolationSchemeTypes<T>();                                                              \
  template ConvectionScheme<T> makeConvectionScheme(const Context&, const std::string&);                                        \
  template void interpolate(InterpolationScheme<T>&, const VolField<T>&, std::span<const double>, std::vector<T>&,              \
                            std::vector<double>&, std::vector<T>&);                                                             \
  template void interpolate(const Context&, const VolField<T>&, const std::string&, std::vector<T>&);                           \
  template void interpolateLinear(const mesh::Mesh&, const CellValues<T>&, std::vector<T>&);
EAGRE_INSTANTIATE(double)
EAGRE_INSTANTIATE(Vec3)
template void interpolateLinear(const mesh::Mesh&, const CellValues<Tensor>&, std::vector<Tensor>&);
#undef EAGRE_INSTANTIATE

}  // namespace eagre::fv
