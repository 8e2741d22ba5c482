// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/heap.hpp"

#include <cstdlib>  // __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>

#include <limits>
#endif

namespace eagre::kernel {

void mapLargeArrays() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 8 << 20);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_TOP_PAD, 64 << 20);  // asked for at a time
#endif
}

void keepFreedMemory() {
#ifdef __GLIBC__
  malloc_trim(0);
  mallopt(M_MMAP_MAX, 0);
#endif
}

}  // namespace eagre::kernel
