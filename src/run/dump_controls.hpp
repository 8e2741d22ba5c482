// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "config/dictionary.hpp"
#include "output/dump_settings.hpp"

namespace eagre::run {

/// In which form a run writes its times.
struct DumpControls {
  bool foam = true, hdf5 = false;
  bool stopOnError = true;  ///< false: a dump that fails is left out
  output::DumpSettings settings;
};

/// Reads controlDict's
///     writeFormat hdf5;
///     dump { format foam|hdf5|both; filter deflate|none; level 1; precision double|float32; onError stop|continue; hints { .. }
///     }
/// The environment's OF_OUTPUT_H5 (0: OpenFOAM's files, 1: both, 2: HDF5) wins over them, and `given`, the word of the command
/// line ("" if there is none), over both. Problems are added, with place and nearest valid word; bunches are not there.
DumpControls readDump(const config::Dictionary& controlDict, const std::string& given, Problems& problems);

}  // namespace eagre::run
