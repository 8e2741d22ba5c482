// SPDX-License-Identifier: BSD-3-Clause
#include "core/log.hpp"

#include <gtest/gtest.h>

#include <array>

using eagre::Log;

namespace {
std::string contents(std::FILE* file) {
  std::rewind(file);
  std::array<char, 1000> buffer{};
  return {buffer.data(), std::fread(buffer.data(), 1, buffer.size(), file)};
}
}  // namespace

TEST(Log, WritesLinesAndEachWarningOnce) {
  std::FILE* const file = std::tmpfile();
  Log log(file);
  log.line("Time = 1");
  log.line();
  log.warnOnce("careful");
  log.warnOnce("careful");
  log.flush();
  EXPECT_TRUE(log.speaks());
  EXPECT_EQ(contents(file), "Time = 1\n\n--> EAGRE Warning : careful\n");
  std::fclose(file);
}

TEST(Log, CanBeSilent) {
  Log log = Log::silent();
  EXPECT_FALSE(log.speaks());
  log.line("nobody hears this");
  log.warnOnce("nor this");
  log.flush();
}
