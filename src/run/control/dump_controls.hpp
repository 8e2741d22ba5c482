// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>

#include "config/dictionary.hpp"
#include "output/dumps/dump_settings.hpp"
#include "run/control/write_schedule.hpp"

namespace eagre::run {

/// Dumps that are kept for a restart alone, beside those that are looked at.
struct RestartDumps {
  WriteTimes times;  ///< writeControl none: there are none
  int keep = 2;      ///< so many, in turns
};

/// In which form a run writes its times.
struct DumpControls {
  bool foam = true, hdf5 = false;
  bool stopOnError = true;  ///< false: a dump that fails is left out
  output::DumpSettings settings;
  RestartDumps restart;
  /// Whether any file in HDF5 is written.
  bool any() const { return hdf5 || restart.times.control != WriteControl::none; }
};

/// Reads controlDict's
///     writeFormat hdf5;
///     dump { format foam|hdf5|both; filter deflate|none; level 1; precision double|float32; onError stop|continue; bunch B;
///            hints { .. } restart { writeControl ..; writeInterval ..; keep 2; } }
/// The environment's OF_OUTPUT_H5 (0: OpenFOAM's files, 1: both, 2: HDF5) and OF_OUTPUT_H5_BUNCHSIZE win over them, and `given`,
/// the word of the command line for the form ("" if there is none), over both. Problems are added, with place and nearest valid
/// word.
DumpControls readDump(const config::Dictionary& controlDict, const std::string& given, Problems& problems);

}  // namespace eagre::run
