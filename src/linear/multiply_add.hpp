// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>

namespace eagre::linear {

/// a b + c, rounded once where the processor has an instruction for it, which shortens the chain from row to row of a sweep. It
/// is written out because what a compiler makes of a * b + c * d (-ffp-contract=fast) depends on the processor that it tunes for:
/// fields would have other bits on each.
template <class T>
inline T multiplyAdd(T a, T b, T c) {
#ifdef __FP_FAST_FMA
  return std::fma(a, b, c);
#else
  return a * b + c;
#endif
}

}  // namespace eagre::linear
