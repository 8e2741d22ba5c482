// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace eagre::output::hdf5 {

/// Throws std::bad_alloc where memory is short: HDF5 ends with a signal when it is refused some in the middle of its work.
void requireMemory();

}  // namespace eagre::output::hdf5
