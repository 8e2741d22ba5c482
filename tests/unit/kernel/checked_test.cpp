// SPDX-License-Identifier: BSD-3-Clause
#ifdef EAGRE_CHECKED
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::kernel {
namespace {

/// Runs a loop and ends the process; its exit code is that of the checked build's run-time.
[[noreturn]] void runAndExit(void (*loop)(View<double>)) {
  unsetenv("EAGRE_FINDINGS");  // what is found here is wanted
  std::vector<double> values(10);
  loop(values);
  std::exit(0);
}

TEST(CheckedLoops, AnIterationThatWritesWhatAnotherOneReadsIsFound) {
  const auto shift = [](View<double> v) { parallelFor("shift", 9, [v](Label i) { v[i] = v[i + 1]; }); };
  EXPECT_EXIT(runAndExit(shift), testing::ExitedWithCode(66), "\"shift\": iteration");
}

TEST(CheckedLoops, IterationsThatAddToOneEntryAreFound) {
  const auto add = [](View<double> v) { parallelFor("add", 10, [v](Label i) { v[0] += i; }); };
  EXPECT_EXIT(runAndExit(add), testing::ExitedWithCode(66), "\"add\": iteration");
}

TEST(CheckedLoops, IterationsThatOnlyReadTheSameAreIndependent) {
  const auto scale = [](View<double> v) { parallelFor("scale", 1, 10, [v](Label i) { v[i] *= v[0]; }); };
  EXPECT_EXIT(runAndExit(scale), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace eagre::kernel
#endif
