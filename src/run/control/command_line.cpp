// SPDX-License-Identifier: BSD-3-Clause
#include "run/control/command_line.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace eagre::run {

std::string commandLine() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!text.empty() && text.back() == '\0') text.pop_back();
  std::replace(text.begin(), text.end(), '\0', ' ');
  return text;
}

}  // namespace eagre::run
