// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <utility>
#include <vector>

namespace eagre::output {

/// How dumps are written: controlDict's `dump`.
struct DumpSettings {
  int deflate = 1;               ///< zlib's level; 0: no filter
  bool singlePrecision = false;  ///< 32 bits a number: for looking at; no run continues from it
  int bunch = 0;                 ///< ranks that share a file; 0: all
  /// MPI-IO's; those that are not named are chosen by size (mpi_hints.hpp).
  std::vector<std::pair<std::string, std::string>> hints{};
};

/// Who writes a dump.
struct Provenance {
  std::string version, command;
};

}  // namespace eagre::output
