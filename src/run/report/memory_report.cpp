// SPDX-License-Identifier: BSD-3-Clause
#include "run/report/memory_report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace eagre::run {

void reportMemory(const comm::Communicator& world, Log& log) {
  long pages = 0;
  if (std::FILE* f = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(f, "%*d %ld", &pages) != 1) pages = 0;
    std::fclose(f);
  }
  std::string text = "Memory after the first step:";
  for (const auto n : world.allGather(pages))
    text += fmt::format(" {:.0f} MB", static_cast<double>(n) * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1048576);
  log.line(text);
}

}  // namespace eagre::run
