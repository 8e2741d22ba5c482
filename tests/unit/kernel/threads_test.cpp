// SPDX-License-Identifier: BSD-3-Clause
#include "kernel/threads.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "core/error.hpp"
#include "kernel/parallel_for.hpp"
#include "kernel/view.hpp"

namespace eagre::kernel {
namespace {

/// Loops of a test on a number of threads; on one again behind it.
class Threads : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    try {
      useThreads(GetParam());
    } catch (const Error& e) {
      ASSERT_EQ(e.code(), ExitCode::usage);
      GTEST_SKIP() << e.what();
    }
  }
  void TearDown() override { useThreads(1); }
};
INSTANTIATE_TEST_SUITE_P(OneAndMore, Threads, testing::Values(1, 2, 3, 8));

/// Numbers of very different sizes, so that another order of additions gives another sum.
double uneven(Label i) { return (i % 7 - 3.0) * std::pow(10.0, i % 13) / (1.0 + i); }

TEST_P(Threads, RunEachIterationOnce) {
  for (const Label n : {0, 1, 7, leastShared - 1, leastShared, leastShared + 1, 10 * leastShared + 3}) {
    std::vector<int> visits(static_cast<std::size_t>(n));
    parallelFor("visits", n, [visits = View<int>(visits)](Label i) { ++visits[i]; });
    for (const int v : visits) ASSERT_EQ(v, 1) << n;
  }
}

TEST_P(Threads, ShareALargeLoopAndNoSmallOne) {
  const auto threadsOf = [](Label n) {
    std::vector<std::thread::id> ids(static_cast<std::size_t>(n));
    parallelFor("threads", n, [ids = View<std::thread::id>(ids)](Label i) { ids[i] = std::this_thread::get_id(); });
    std::sort(ids.begin(), ids.end());
    return std::unique(ids.begin(), ids.end()) - ids.begin();
  };
  EXPECT_EQ(threadsOf(leastShared), GetParam());
  EXPECT_EQ(threadsOf(leastShared - 1), 1);
}

TEST_P(Threads, GiveTheSumsAndExtremesOfOne) {
  const Label n = 5 * combinedAtOnce + 77;
  const auto all = [n] {
    return std::array{parallelSum<double>("sum", n, uneven),
                      parallelSums<double>("sums", n, [](Label i, double& s) { s += uneven(i); }),
                      parallelMax("most", n, 0.0, uneven), parallelMin("least", n, 0.0, uneven)};
  };
  const auto shared = all();
  useThreads(1);
  EXPECT_EQ(shared, all());
}

TEST_P(Threads, HandOnWhatAnIterationThrows) {
  const auto loop = [](Label bad) {
    parallelFor("throws", 2 * leastShared, [bad](Label i) {
      if (i == bad) throw std::runtime_error("iteration " + std::to_string(i));
    });
  };
  for (const Label bad : {Label{0}, leastShared, 2 * leastShared - 1}) EXPECT_THROW(loop(bad), std::runtime_error);
  EXPECT_NO_THROW(loop(-1));
}

TEST_P(Threads, LeaveALoopWithinALoopToItsThread) {
  const Label n = leastShared, inner = leastShared;
  std::vector<double> sums(static_cast<std::size_t>(n));
  parallelFor("outer", n, [=, sums = View<double>(sums)](Label i) {
    const auto thread = std::this_thread::get_id();
    sums[i] = i % 512 ? 1.0 : parallelSum<double>("inner", inner, [thread](Label) {
      return std::this_thread::get_id() == thread ? 1.0 : 0.0;
    });
  });
  for (Label i = 0; i < n; ++i) ASSERT_EQ(sums[static_cast<std::size_t>(i)], i % 512 ? 1.0 : inner);
}

}  // namespace
}  // namespace eagre::kernel
