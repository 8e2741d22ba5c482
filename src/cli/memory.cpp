// SPDX-License-Identifier: BSD-3-Clause
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "cli/commands.hpp"

namespace eagre::cli {

void keepMemory(char** argv) {
  constexpr const char* variable = "GLIBC_TUNABLES";
  const char* given = std::getenv(variable);
  std::string tunables = given ? given : "";
  if (tunables.find("glibc.malloc.") != std::string::npos) return;  // done, or somebody has his own wishes
  if (!tunables.empty()) tunables += ':';
  tunables += "glibc.malloc.hugetlb=1:glibc.malloc.mmap_max=0:glibc.malloc.trim_threshold=1099511627776";
  setenv(variable, tunables.c_str(), 1);
  execv("/proc/self/exe", argv);  // comes back only if it fails: then all goes on as it is
}

}  // namespace eagre::cli
