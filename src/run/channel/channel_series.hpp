// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <memory>
#include <optional>

#include "channel/diagnostics.hpp"
#include "comm/communicator.hpp"
#include "output/file_sink.hpp"

namespace eagre::run {

/// series.txt: a line every so many steps, of what channel::Diagnostics says, and the growth rate and phase speed of the observed
/// wave between this line and the one before. Numbers are exact. A run that continues drops the lines behind its restart.
class ChannelSeries {
 public:
  /// Rank 0 writes; the others hold it too. continuedFrom: the step of the restart, 0 for a fresh file. Collective. Errors:
  /// Error(io).
  ChannelSeries(const comm::Communicator& world, const std::filesystem::path& directory, const channel::Settings& settings,
                std::int64_t continuedFrom);
  /// Collective: all ranks share the fate of rank 0.
  void add(std::int64_t step, double time, double dt, const channel::Diagnostics& d);

 private:
  struct Wave {
    double time = 0, amplitude = 0, phase = 0;
  };
  /// What is kept of the file of the run before: the lines up to its step. Sets last_.
  std::string keptLines(std::int64_t continuedFrom);

  comm::Communicator world_;
  std::filesystem::path path_;
  std::vector<std::string> columns_;
  double waveNumber_ = 0;                   ///< along x
  std::unique_ptr<output::FileSink> file_;  ///< rank 0's
  std::optional<Wave> last_;
};

}  // namespace eagre::run
