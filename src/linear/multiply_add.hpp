// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cmath>

#include "core/lanes.hpp"
#if defined(__FMA__) && defined(__AVX__)
#include <immintrin.h>
#endif

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

/// The same of each component.
inline Lanes3 multiplyAdd(Lanes3 a, Lanes3 b, Lanes3 c) {
#if defined(__FP_FAST_FMA) && defined(__FMA__) && defined(__AVX__)
  return _mm256_fmadd_pd(a, b, c);
#else
  for (int i = 0; i < 4; ++i) c[i] = multiplyAdd(double{a[i]}, double{b[i]}, double{c[i]});
  return c;
#endif
}
inline Lanes3 multiplyAdd(double a, Lanes3 b, Lanes3 c) { return multiplyAdd(Lanes3{a, a, a, a}, b, c); }

}  // namespace eagre::linear
