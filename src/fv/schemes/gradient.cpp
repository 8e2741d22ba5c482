// SPDX-License-Identifier: BSD-3-Clause
#include "fv/schemes/gradient.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fv/fields/boundary_condition.hpp"
#include "fv/fields/patch_faces.hpp"
#include "fv/schemes/gradient_schemes.hpp"
#include "fv/schemes/parse.hpp"
#include "fv/schemes/schemes.hpp"
#include "fv/words.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::fv {

template <class T>
void GradientScheme<T>::ownedCells(const VolField<T>& field, std::vector<Gradient<T>>& gradient) {
  gradient.resize(static_cast<std::size_t>(field.mesh().nAllCells()));
  ownedCells(field, std::span(gradient));
}

template <class T>
void GradientScheme<T>::cells(const VolField<T>& field, std::vector<Gradient<T>>& gradient) {
  ownedCells(field, gradient);
  field.mesh().halo->update(gradient);
}

template <class T>
void GradientScheme<T>::cellsBesideSlanted(const VolField<T>& field, std::vector<Gradient<T>>& gradient) {
  const mesh::Mesh& mesh = field.mesh();
  gradient.resize(static_cast<std::size_t>(mesh.nAllCells()));
  if (mesh.slanted.areFew)
    ownedCellsOf(mesh.slanted.cells, field, gradient);
  else
    ownedCells(field, std::span(gradient));
  mesh.halo->update(gradient);
}

namespace {
/// On a mirror the velocity across it does not change along it: takes that part, t_i n_j, out of each face's grad U. What is left
/// is half the gradient and half its mirror image, but for the normal part, which the boundary condition gives.
void mirror(const mesh::Mesh& mesh, std::span<Tensor> gradient) {
  for (const auto& patch : mesh.patches) {
    if (patch.type != "symmetry" && patch.type != "symmetryPlane") continue;
    kernel::parallelFor("gradient on mirrors", patch.start, patch.start + patch.size,
                        [gradient, first = mesh.nInteriorFaces(), Sf = mesh.Sf.view(), magSf = mesh.magSf.data()](Label b) {
                          const Vec3 n = Sf[first + b] / magSf[first + b];
                          const Vec3 across = dot(gradient[b], n);
                          gradient[b] -= outer(across - n * dot(n, across), n);
                        });
  }
}
void mirror(const mesh::Mesh&, std::span<Vec3>) {}  // a scalar's gradient along the mirror stays

Vec3 turned(const Tensor& turn, const Vec3& gradient) { return dot(turn, gradient); }
Tensor turned(const Tensor& turn, const Tensor& gradient) { return dot(dot(turn, gradient), transpose(turn)); }

/// Of each patch; of those that are no side of a wedge nothing that has a meaning. Collective.
std::vector<Tensor> wedgeTurns(const mesh::Mesh& mesh) {
  std::vector<Tensor> turns(mesh.patches.size());
  for (std::size_t p = 0; p < turns.size(); ++p)
    if (mesh.patches[p].type == "wedge") turns[p] = wedgeTurn(mesh, mesh.patches[p]).face;
  return turns;
}

/// On the side of a wedge the gradient is the cell's, turned about the axis with the velocity.
template <class Gradient>
void turnOnWedges(const mesh::Mesh& mesh, const std::vector<Tensor>& turns, std::span<Gradient> gradient) {
  for (std::size_t p = 0; p < turns.size(); ++p) {
    const auto& patch = mesh.patches[p];
    if (patch.type != "wedge") continue;
    kernel::parallelFor("gradient on wedges", patch.start, patch.start + patch.size,
                        [gradient, turn = turns[p]](Label b) { gradient[b] = turned(turn, gradient[b]); });
  }
}
}  // namespace

template <class T>
void GradientScheme<T>::operator()(const VolField<T>& field, CellValues<Gradient<T>>& gradient) {
  gradient.cells.resize(static_cast<std::size_t>(field.mesh().nAllCells()));
  gradient.boundary.resize(static_cast<std::size_t>(field.mesh().nBoundaryFaces));
  (*this)(field, gradient.cells, gradient.boundary);
}

template <class T>
void GradientScheme<T>::operator()(const VolField<T>& field, std::span<Gradient<T>> cells, std::span<Gradient<T>> onBoundary) {
  ownedCells(field, cells);
  const mesh::Mesh& mesh = field.mesh();
  mesh.halo->update(cells);
  snGrad_.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
  for (const auto& condition : field.conditions()) {
    const mesh::Patch& patch = condition->patch();
    if (patch.size > 0) condition->snGrad(field, std::span(snGrad_).subspan(patch.start, patch.size));
  }
  const Label first = mesh.nInteriorFaces();
  const Label* owner = mesh.owner.data() + first;
  const auto Sf = mesh.Sf.view();
  const double* magSf = mesh.magSf.data() + first;
  const T* snGrad = snGrad_.data();
  const Gradient<T>* cell = cells.data();
  Gradient<T>* boundary = onBoundary.data();
  kernel::parallelFor("gradient behind the boundary", mesh.nBoundaryFaces, [=](Label b) { boundary[b] = cell[owner[b]]; });
  turnOnWedges(mesh, wedges_.get(mesh, [&] { return wedgeTurns(mesh); }), onBoundary);
  kernel::parallelFor("gradient on the boundary", mesh.nBoundaryFaces, [=](Label b) {
    const Vec3 n = Sf[first + b] / magSf[b];
    boundary[b] += outer(n, snGrad[b] - dot(n, boundary[b]));
  });
  mirror(mesh, onBoundary);
}

namespace {
/// A gradient that several ask for: made once for as long as the field stays as it is (KeptGradient).
template <class T>
class SharedGradient final : public GradientScheme<T> {
 public:
  SharedGradient(std::unique_ptr<GradientScheme<T>> scheme, std::shared_ptr<KeptGradient<T>> kept)
      : scheme_(std::move(scheme)), kept_(std::move(kept)) {}
  std::string words() const override { return scheme_->words(); }
  void ownedCells(const VolField<T>& field, std::span<Gradient<T>> gradient) override {
    const bool isShared = kept_.use_count() > 1;
    if (isShared && kept_->get(field, gradient)) return;
    scheme_->ownedCells(field, gradient);
    if (isShared) kept_->set(field, gradient);
  }

 private:
  std::unique_ptr<GradientScheme<T>> scheme_;
  std::shared_ptr<KeptGradient<T>> kept_;
};

const char* const byPoints = "pointCellsLeastSquares";
const char* const byEdges = "edgeCellsLeastSquares";

template <class T>
std::unique_ptr<GradientScheme<T>> makeGauss(const std::string&, const Context& context, config::TokenReader& reader) {
  if (reader.atEnd() || reader.peek().kind != config::Token::Kind::word) return schemes::makeGaussLinear<T>();
  if (reader.peek().text == "linear") {
    reader.word();
    return schemes::makeGaussLinear<T>();
  }
  std::string fluxName;
  auto interpolation = makeInterpolationScheme<T>(context, reader, fluxName);
  return schemes::makeGauss<T>(context, std::move(interpolation), fluxName);
}
template <class T>
std::unique_ptr<GradientScheme<T>> makeLeastSquares(const std::string&, const Context& context, config::TokenReader&) {
  return schemes::makeLeastSquares<T>(context);
}
template <class T>
std::unique_ptr<GradientScheme<T>> makeFourth(const std::string&, const Context& context, config::TokenReader&) {
  return schemes::makeFourth<T>(context);
}
template <class T>
std::unique_ptr<GradientScheme<T>> makePointLeastSquares(const std::string& name, const Context& context,
                                                         config::TokenReader& reader) {
  if (!context.mesh.rotations.empty())
    reader.fail(
        fmt::format("gradient scheme '{}' is not supported on meshes with patches of transform rotational: cells around "
                    "points are not found across these; leastSquares is",
                    name));
  return schemes::makePointLeastSquares<T>(context, name == byEdges);
}

template <class T>
const schemes::GradientTable<T>& table() {
  static const schemes::GradientTable<T> all = [] {
    schemes::GradientTable<T> made;
    made.add({"Gauss", "Gauss's theorem with the interpolation scheme that follows (default: linear)", &makeGauss<T>});
    made.add({"leastSquares", "least squares over the faces of a cell, weighted by the distance", &makeLeastSquares<T>});
    made.add({"fourth", "leastSquares, corrected by how the gradient changes from cell to cell", &makeFourth<T>});
    made.add(
        {byPoints, "least squares over cells and boundary faces at a cell's points, by 1/distance^2", &makePointLeastSquares<T>});
    made.add({byEdges, "the same over cells and boundary faces at a cell's edges", &makePointLeastSquares<T>});
    schemes::addLimitedGradients(made);
    return made;
  }();
  return all;
}
}  // namespace

bool gradientsNeedPoints(const config::Dictionary& fvSchemes) {
  const auto* entry = fvSchemes.find("gradSchemes");
  if (entry == nullptr || !entry->isDict()) return false;
  return std::ranges::any_of(entry->dict->entries(), [](const config::Entry& scheme) {
    return std::ranges::any_of(scheme.tokens, [](const auto& token) { return token.text == byPoints || token.text == byEdges; });
  });
}

std::vector<Word> gradientWords() { return table<double>().words(); }

template <class T>
std::unique_ptr<GradientScheme<T>> makeGradientScheme(const Context& context, config::TokenReader& reader) {
  static const std::vector<std::string> unsupported{"iterativeGauss", "pointLinear"};
  const std::string word = schemes::readName(reader, "a gradient scheme");
  const auto* make = table<T>().find(word);
  if (!make) schemes::failUnknown(reader, "gradient scheme", word, table<T>().names(), unsupported);
  return (*make)(word, context, reader);
}

template <class T>
std::unique_ptr<GradientScheme<T>> makeGradientScheme(const Context& context, const std::string& name) {
  auto reader = schemeEntry(context, "gradSchemes", name).reader();
  auto scheme = makeGradientScheme<T>(context, reader);
  schemes::leaveExcess(context, reader);
  const std::string words = scheme->words();
  if (words.empty() || scheme->isGaussLinear()) return scheme;  // not to be told apart; not dearer than to copy
  return std::make_unique<SharedGradient<T>>(std::move(scheme), context.gradients->of<T>(name + ' ' + words));
}

namespace fvc {
template <class T>
void grad(const Context& context, const VolField<T>& field, const std::string& name, CellValues<Gradient<T>>& gradient) {
  (*makeGradientScheme<T>(context, name))(field, gradient);
}
template void grad(const Context&, const VolScalarField&, const std::string&, CellValues<Vec3>&);
template void grad(const Context&, const VolVectorField&, const std::string&, CellValues<Tensor>&);
}  // namespace fvc

template class GradientScheme<double>;
template class GradientScheme<Vec3>;
template std::unique_ptr<GradientScheme<double>> makeGradientScheme(const Context&, config::TokenReader&);
template std::unique_ptr<GradientScheme<Vec3>> makeGradientScheme(const Context&, config::TokenReader&);
template std::unique_ptr<GradientScheme<double>> makeGradientScheme(const Context&, const std::string&);
template std::unique_ptr<GradientScheme<Vec3>> makeGradientScheme(const Context&, const std::string&);

}  // namespace eagre::fv
