// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <span>

#include "fv/equation/equation.hpp"
#include "fv/schemes/schemes.hpp"

namespace eagre::physics {

/// flux += factor S . values on all faces, interpolated by the weights inside; T: Tensor or SymmTensor. values: cells with
/// ghosts, boundary. flux: nFaces.
template <class T>
void addStressFlux(const fv::FaceWeights& weights, std::span<const T> cells, std::span<const T> boundary, double factor,
                   std::span<Vec3> flux);
/// Adds the divergence of a stress, given by its flux on all faces, to the left-hand side of an equation of U.
void addStressDivergence(const mesh::Mesh& mesh, std::span<const Vec3> flux, fv::Equation<Vec3>& UEqn);

}  // namespace eagre::physics
