// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <type_traits>

#include "kernel/parallel_for.hpp"
#include "mesh/mesh.hpp"

namespace eagre::fv::schemes {

/// Upwind side of a face. A cut between ranks turns the normal of some faces round; they decide as the global
/// mesh does, also where the flux is zero, so that results do not depend on the number of ranks.
constexpr bool isPositive(double flux, bool flipped) { return flipped ? flux >= 0 : flux > 0; }
constexpr bool isNonNegative(double flux, bool flipped) { return flipped ? flux > 0 : flux >= 0; }

/// Calls f(face, flipped) on interior faces; on internal ones `flipped` is false at compile time.
template <class F>
inline void forInteriorFaces(const char* name, const mesh::Mesh& mesh, F f) {
  kernel::parallelFor(name, mesh.nInternalFaces, [f](Label face) { f(face, std::false_type{}); });
  kernel::parallelFor(name, mesh.nInternalFaces, mesh.nInteriorFaces(),
                      [f, flipped = mesh.faceFlipped.data()](Label face) { f(face, flipped[face] != 0); });
}

}  // namespace eagre::fv::schemes
