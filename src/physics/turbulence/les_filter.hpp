// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fv/fields/field.hpp"
#include "fv/schemes/schemes.hpp"
#include "mesh/derived.hpp"

namespace eagre::physics {

/// What the dynamic model filters in one pass over the mesh: first of the flow,
struct FlowProducts {
  SymmTensor UU, D;  ///< U U, strain rate
  Vec3 U;
  double DD = 0;  ///< D : D
};
/// then of what that gives,
struct SubgridProducts {
  SymmTensor L, M;
  double dissipation = 0, scale = 0;  ///< numerator and denominator of Ce
};
/// then of those.
struct Contractions {
  double LM = 0, MM = 0;  ///< L : M / 2, M : M
};

/// The simple top-hat filter of OpenFOAM: the mean of the interpolated face values around a cell, weighted by area,
///     filter(psi)_P = sum_f |Sf| psi_f / sum_f |Sf|.
/// On the boundary the filtered values are those of the cell behind, on symmetry planes and wedges what these impose. Keeps the
/// sums of areas; one object a mesh.
class SimpleFilter {
 public:
  /// weights: of the interpolation; of a mesh: linear.
  explicit SimpleFilter(fv::FaceWeights weights);
  /// Of what interpolationSchemes asks for. Errors (badCase): neither linear nor midPoint.
  explicit SimpleFilter(const fv::Context& context) : SimpleFilter(fv::FaceWeights(context, "interpolate(sqr(U))")) {}
  /// psi: cells with ghosts, and boundary values, which on symmetry planes and wedges are made anew from the cells. filtered:
  /// resized, ghosts and boundary too. Instantiated for double, SymmTensor and the groups above. Collective.
  template <class T>
  void operator()(fv::CellValues<T>& psi, fv::CellValues<T>& filtered) const;
  template <class T>
  fv::CellValues<T> operator()(fv::CellValues<T> psi) const {
    fv::CellValues<T> filtered;
    (*this)(psi, filtered);
    return filtered;
  }

 private:
  const std::vector<double>& area() const;  ///< nCells: sum of |Sf|

  const mesh::Mesh* mesh_;
  fv::FaceWeights weights_;
  mutable mesh::Derived<std::vector<double>> area_;
  mutable mesh::Derived<std::vector<Tensor>> turns_;  ///< of patches that turn or mirror what is behind them
};

}  // namespace eagre::physics

template <>
struct eagre::Components<eagre::physics::FlowProducts> : std::integral_constant<int, 16> {};
template <>
struct eagre::Components<eagre::physics::SubgridProducts> : std::integral_constant<int, 14> {};
template <>
struct eagre::Components<eagre::physics::Contractions> : std::integral_constant<int, 2> {};
