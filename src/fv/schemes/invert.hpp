// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "core/types.hpp"
#include "core/vec.hpp"

namespace eagre::fv::schemes {

/// Inverse of a sum of n n over the faces of a cell. Directions that no face spans (the empty one of a 2D mesh) are left
/// out: their diagonal entry is zero in the inverse, so that a product with it has no component there.
inline SymmTensor inverseInPlane(SymmTensor s) {
  const double scale = magSqr(s);
  const bool removed[3] = {sqr(s.xx) < small * scale, sqr(s.yy) < small * scale, sqr(s.zz) < small * scale};
  s.xx += removed[0];
  s.yy += removed[1];
  s.zz += removed[2];
  SymmTensor inverse{s.yy * s.zz - s.yz * s.yz, s.xz * s.yz - s.xy * s.zz, s.xy * s.yz - s.xz * s.yy,
                     s.xx * s.zz - s.xz * s.xz, s.xy * s.xz - s.xx * s.yz, s.xx * s.yy - s.xy * s.xy};
  inverse /= s.xx * inverse.xx + s.xy * inverse.xy + s.xz * inverse.xz;
  inverse.xx -= removed[0];
  inverse.yy -= removed[1];
  inverse.zz -= removed[2];
  return inverse;
}

}  // namespace eagre::fv::schemes
