// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "fv/fields/boundary_condition.hpp"
#include "fv/fields/cell_faces.hpp"
#include "fv/schemes/diffusivity.hpp"
#include "fv/schemes/gradient.hpp"
#include "fv/schemes/parse.hpp"
#include "fv/schemes/schemes.hpp"
#include "fv/schemes/sn_grad.hpp"
#include "fv/words.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::fv {

namespace {
const WordTable<SnGradScheme>& table() {
  static const WordTable<SnGradScheme> schemes{
      {"corrected", "with the explicit non-orthogonal correction", {}},
      {"limited", "corrected, the correction limited by the coefficient that follows (0: none, 0.5, 1: full)", {.limited = true}},
      {"uncorrected", "without correction, 1/(n . d)", {.corrected = false}},
      {"orthogonal", "without correction, 1/|d|: for orthogonal meshes", {.orthogonalCoeffs = true, .corrected = false}}};
  return schemes;
}
}  // namespace

std::vector<Word> snGradWords() { return table().words(); }

SnGradScheme parseSnGradScheme(config::TokenReader& reader) {
  static const std::vector<std::string> unsupported{"faceCorrected", "linearFit", "quadraticFit", "skewCorrected", "bounded"};
  const std::string word = schemes::readName(reader, "a face-normal gradient scheme");
  const SnGradScheme* known = table().find(word);
  if (!known) schemes::failUnknown(reader, "face-normal gradient scheme", word, table().names(), unsupported);
  SnGradScheme scheme = *known;
  if (scheme.limited) {
    if (!reader.atEnd() && reader.peek().kind != config::Token::Kind::number) {
      static const std::vector<std::string> inner{"corrected"};
      const std::string limitedWord = reader.word();
      if (limitedWord != "corrected") schemes::failUnknown(reader, "limited face-normal gradient scheme", limitedWord, inner, {});
    }
    scheme.limitCoeff = schemes::readCoefficient(reader, word);
  }
  return scheme;
}

SnGradScheme snGradScheme(const Context& context, const std::string& name) {
  auto reader = schemeEntry(context, "snGradSchemes", name).reader();
  return parseSnGradScheme(reader);
}

template <class T>
void nonOrthCorrectionFlux(const Context& context, const VolField<T>& field, const SnGradScheme& scheme, std::span<T> correction,
                           CellValues<Gradient<T>>& gradient) {
  const mesh::Mesh& mesh = field.mesh();
  if (!needsCorrection(mesh, scheme)) {
    std::fill_n(correction.begin(), mesh.nInteriorFaces(), T{});
    return;
  }
  makeGradientScheme<T>(context, "grad(" + field.name() + ")")->cellsBesideSlanted(field, gradient.cells);
  const NonOrthCorrection<T> of(field, scheme, gradient.cells.data());
  if (mesh.slanted.areFew) std::fill_n(correction.begin(), mesh.nInteriorFaces(), T{});
  eachSlantedFace("non-orthogonal correction", mesh,
                  [of, out = correction.data()](Label f, Label P, Label N) { out[f] = of(f, P, N); });
}

template void nonOrthCorrectionFlux(const Context&, const VolScalarField&, const SnGradScheme&, std::span<double>,
                                    CellValues<Vec3>&);
template void nonOrthCorrectionFlux(const Context&, const VolVectorField&, const SnGradScheme&, std::span<Vec3>,
                                    CellValues<Tensor>&);

namespace {

void faceGradient(const Context& context, const VolScalarField& field, const SnGradScheme& scheme, std::span<double> faces) {
  const mesh::Mesh& mesh = field.mesh();
  const bool corrected = needsCorrection(mesh, scheme);
  if (corrected) {
    CellValues<Vec3> gradient;
    nonOrthCorrectionFlux(context, field, scheme, faces, gradient);
  }
  const double *coeffs = snGradCoeffs(mesh, scheme).data(), *phi = field.cells().data();
  double* out = faces.data();
  const double bytes = (corrected ? 32 : 24) + 8 / facesPerCell(mesh);
  if (corrected)
    eachInteriorFace({"snGrad", bytes}, mesh, [=](Label f, Label P, Label N) { out[f] += coeffs[f] * (phi[N] - phi[P]); });
  else
    eachInteriorFace({"snGrad", bytes}, mesh, [=](Label f, Label P, Label N) { out[f] = coeffs[f] * (phi[N] - phi[P]); });
  for (const auto& condition : field.conditions()) {
    const mesh::Patch& patch = condition->patch();
    if (patch.size > 0) condition->snGrad(field, faces.subspan(mesh.nInteriorFaces() + patch.start, patch.size));
  }
}

}  // namespace

namespace fvc {

void snGrad(const Context& context, const VolScalarField& field, const std::string& name, std::span<double> faces) {
  faceGradient(context, field, snGradScheme(context, name), faces);
}

void laplacian(const Context& context, const VolScalarField& field, std::span<double> cells) {
  const mesh::Mesh& mesh = field.mesh();
  auto reader = schemeEntry(context, "laplacianSchemes", "laplacian(" + field.name() + ")").reader();
  readDiffusivityScheme(context, reader);
  std::vector<double> faces(static_cast<std::size_t>(mesh.nFaces()));
  faceGradient(context, field, parseSnGradScheme(reader), faces);
  kernel::parallelFor({"laplacian", 24}, mesh.nFaces(),
                      [magSf = kernel::View(mesh.magSf), faces = kernel::View(faces)](Label f) { faces[f] *= magSf[f]; });
  div(mesh, faces, cells);
}

}  // namespace fvc

}  // namespace eagre::fv
