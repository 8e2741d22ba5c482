// SPDX-License-Identifier: BSD-3-Clause
#include "fv/gradient.hpp"

#include "fv/boundary_condition.hpp"
#include "fv/schemes.hpp"
#include "fv/schemes/gradient_schemes.hpp"
#include "fv/schemes/parse.hpp"
#include "kernel/parallel_for.hpp"

namespace eagre::fv {

template <class T>
void GradientScheme<T>::cells(const VolField<T>& field, std::vector<Gradient<T>>& gradient) {
  ownedCells(field, gradient);
  field.mesh().halo->update(gradient);
}

namespace {

/// A gradient as it is on a plane of symmetry: the mean of it and its mirror image. Of a scalar what is lost is normal to the
/// plane, which snGrad replaces anyway.
Vec3 symmetrised(const Vec3& g, const Vec3&) { return g; }
Tensor symmetrised(const Tensor& g, const Vec3& n) {
  const double normal = dot(n, dot(g, n));
  return g - outer(n, dot(n, g)) - outer(dot(g, n), n) + 2 * normal * outer(n, n);
}

}  // namespace

template <class T>
void GradientScheme<T>::operator()(const VolField<T>& field, CellValues<Gradient<T>>& gradient) {
  cells(field, gradient.cells);
  const mesh::Mesh& mesh = field.mesh();
  gradient.boundary.resize(static_cast<std::size_t>(mesh.nBoundaryFaces));
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
  const Gradient<T>* cell = gradient.cells.data();
  Gradient<T>* boundary = gradient.boundary.data();
  kernel::parallelFor("gradient on the boundary", mesh.nBoundaryFaces, [=](Label b) {
    const Vec3 n = Sf[first + b] / magSf[b];
    const Gradient<T>& g = cell[owner[b]];
    boundary[b] = g + outer(n, snGrad[b] - dot(n, g));
  });
  for (const mesh::Patch& patch : mesh.patches) {
    if (patch.type != "symmetry" && patch.type != "symmetryPlane") continue;
    kernel::parallelFor("gradient on planes of symmetry", patch.start, patch.start + patch.size, [=](Label b) {
      const Vec3 n = Sf[first + b] / magSf[b];
      const Gradient<T> g = symmetrised(cell[owner[b]], n);
      boundary[b] = g + outer(n, snGrad[b] - dot(n, g));
    });
  }
}

template <class T>
std::unique_ptr<GradientScheme<T>> makeGradientScheme(const Context& context, config::TokenReader& reader) {
  static const std::vector<std::string> valid{
      "Gauss",         "leastSquares", "cellLimited",  "cellLimited<Venkatakrishnan>", "cellLimited<cubic>",
      "cellMDLimited", "faceLimited",  "faceMDLimited"};
  static const std::vector<std::string> unsupported{"fourth", "pointCellsLeastSquares", "edgeCellsLeastSquares", "iterativeGauss",
                                                    "pointLinear"};
  const std::string word = schemes::readName(reader, "a gradient scheme");
  if (word == "Gauss") {
    if (reader.atEnd() || reader.peek().kind != config::Token::Kind::word) return schemes::makeGaussLinear<T>();
    if (reader.peek().text == "linear") {
      reader.word();
      return schemes::makeGaussLinear<T>();
    }
    std::string fluxName;
    auto interpolation = makeInterpolationScheme<T>(context, reader, fluxName);
    return schemes::makeGauss<T>(context, std::move(interpolation), fluxName);
  }
  if (word == "leastSquares") return schemes::makeLeastSquares<T>(context.mesh);
  if (std::find(valid.begin(), valid.end(), word) == valid.end())
    schemes::failUnknown(reader, "gradient scheme", word, valid, unsupported);
  return schemes::makeLimitedGradient<T>(word, context, reader);
}

template <class T>
std::unique_ptr<GradientScheme<T>> makeGradientScheme(const Context& context, const std::string& name) {
  auto reader = schemeEntry(context, "gradSchemes", name).reader();
  auto scheme = makeGradientScheme<T>(context, reader);
  reader.expectEnd();
  return scheme;
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
