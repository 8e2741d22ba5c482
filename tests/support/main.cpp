// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <cstdlib>

#include "comm/communicator.hpp"
#include "kernel/threads.hpp"

/// MPI is up during all tests; only rank 0 prints, every rank's failures count. EAGRE_TEST_THREADS: threads of a rank.
int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  eagre::comm::Environment environment(argc, argv);
  if (const char* threads = std::getenv("EAGRE_TEST_THREADS")) eagre::kernel::useThreads(std::atoi(threads));
  const auto world = eagre::comm::Communicator::world();
  if (!world.master())
    delete testing::UnitTest::GetInstance()->listeners().Release(
        testing::UnitTest::GetInstance()->listeners().default_result_printer());
  const int failed = RUN_ALL_TESTS();
  return world.any(failed != 0) ? 1 : 0;
}
