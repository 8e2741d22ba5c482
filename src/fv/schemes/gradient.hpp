// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "config/dictionary.hpp"
#include "fv/fields/context.hpp"
#include "fv/fields/field.hpp"
#include "mesh/derived.hpp"

namespace eagre::fv {

/// A cell gradient, as an entry of gradSchemes asks for it. Keeps its work space: code that needs a gradient in every
/// time step makes one and keeps it. What depends on the mesh alone all schemes share (KeptGradients::ofMesh).
///
///     Gauss:         grad_P = 1/V sum_f Sf phi_f
///     leastSquares:  grad_P = sum_f ls_f (phi_N - phi_P), weights |Sf|/|d|^2: exact for linear fields on any mesh
///     fourth:        leastSquares, corrected by half the change of the gradient along the line from cell to cell
///     pointCellsLeastSquares, edgeCellsLeastSquares: the same over all cells and boundary faces that share a point, or an edge,
///     with the cell, weights 1/|d|^2; cells across a cyclic patch count where they are seen from here. The mesh has its points.
///     cellLimited, faceLimited, cellMDLimited, faceMDLimited <gradient> <k>: the gradient reduced until the values it
///     extrapolates to face centres stay within those of the neighbours (k = 1), or within a range widened by 1/k.
///     Barth and Jespersen (1989); the MD forms limit only along the direction to the face and follow the order of the faces.
template <class T>
class GradientScheme {
 public:
  virtual ~GradientScheme() = default;

  /// What the scheme is, in the words of gradSchemes: two of the same words give the same gradient of a field. Empty: it has no
  /// words that say all.
  virtual std::string words() const { return ""; }
  /// Gauss linear and nothing more.
  bool isGaussLinear() const { return words() == "Gauss linear"; }

  /// Gradient in owned cells. gradient: nAllCells; its ghosts are not defined. The field's ghosts and boundary values are up to
  /// date.
  virtual void ownedCells(const VolField<T>& field, std::span<Gradient<T>> gradient) = 0;
  /// The same in an array that gets its size here.
  void ownedCells(const VolField<T>& field, std::vector<Gradient<T>>& gradient);

  /// Gradient in owned cells and ghosts. Collective.
  void cells(const VolField<T>& field, std::vector<Gradient<T>>& gradient);

  /// The same in the cells beside slanted faces (mesh::Mesh::slanted); in other cells it is not defined. In all where these are
  /// many. Collective.
  void cellsBesideSlanted(const VolField<T>& field, std::vector<Gradient<T>>& gradient);

  /// Gradient in all cells (nAllCells) and on the boundary (nBoundaryFaces), where it is the cell's with the normal component
  /// replaced by the condition's face-normal gradient. Collective.
  void operator()(const VolField<T>& field, std::span<Gradient<T>> cells, std::span<Gradient<T>> boundary);
  void operator()(const VolField<T>& field, CellValues<Gradient<T>>& gradient);

 protected:
  /// Gradient in some owned cells at least.
  virtual void ownedCellsOf(std::span<const Label>, const VolField<T>& field, std::span<Gradient<T>> gradient) {
    ownedCells(field, gradient);
  }

 private:
  std::vector<T> snGrad_;
  mesh::Derived<std::vector<Tensor>> wedges_;  ///< rotation into the side, of each patch that is one of a wedge
};

/// Whether an entry of gradSchemes is one for which the mesh has to keep its points (mesh::keepPoints).
bool gradientsNeedPoints(const config::Dictionary& fvSchemes);

/// From the words of a scheme, e.g. "Gauss linear", "cellLimited Gauss linear 1"; the reader is left behind the last word.
/// Errors (badCase): unknown or unsupported schemes, coefficients outside [0, 1].
template <class T>
std::unique_ptr<GradientScheme<T>> makeGradientScheme(const Context& context, config::TokenReader& reader);
/// The scheme that `name` of gradSchemes asks for, e.g. "grad(U)".
template <class T>
std::unique_ptr<GradientScheme<T>> makeGradientScheme(const Context& context, const std::string& name);

}  // namespace eagre::fv
