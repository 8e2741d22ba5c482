// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// What the C library's allocator does with memory that is freed (glibc; nothing with another one).
namespace eagre::kernel {

/// For the set-up: large arrays are mappings of their own, which go back to the system, so that those which only the set-up and
/// the first step need leave no holes. Smaller ones stay with the process: it would give them back and ask again all through
/// the building of a mesh, and every page got anew is a page fault.
void mapLargeArrays();

/// For the time steps: everything that is freed stays with the process; the system would clear each large temporary page by page.
void keepFreedMemory();

}  // namespace eagre::kernel
