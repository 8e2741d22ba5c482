// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include <filesystem>

#include "core/error.hpp"
#include "output/foam/time_directory.hpp"
#include "output/on_master.hpp"
#include "support/shared_directory.hpp"

namespace eagre::output {
namespace {
namespace fs = std::filesystem;

using test::world;

std::function<void(FileSink&)> text(const std::string& t) {
  return [t](FileSink& sink) { sink.write(t); };
}

using TimeDirectoryParallel = test::SharedDirectory;

TEST_F(TimeDirectoryParallel, EachRankWritesItsOwnFiles) {
  TimeDirectory time(world(), directory, "0.05");
  time.ready();
  time.writeOwn("uniform/" + std::to_string(world().rank()), false, text("own"));
  time.commit();
  onMaster(world(), [&] {
    for (int rank = 0; rank < world().size(); ++rank)
      EXPECT_EQ(fs::file_size(directory / "0.05/uniform" / std::to_string(rank)), 3U);
  });
}

TEST_F(TimeDirectoryParallel, AFailureOfTheLastRankIsThatOfAllAndLeavesNothing) {
  std::string message;
  try {
    TimeDirectory time(world(), directory, "0.05");
    time.ready();
    time.writeOwn(std::to_string(world().rank()), false, text("own"));
    if (world().rank() == world().size() - 1)
      time.writeOwn(std::to_string(world().rank()) + "/below", false, text("no directory"));
    time.commit();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), ExitCode::io);
    message = e.what();
  }
  EXPECT_TRUE(message.find("cannot create") != std::string::npos) << message;
  world().barrier();
  onMaster(world(), [&] { EXPECT_TRUE(fs::is_empty(directory)); });
}

}  // namespace
}  // namespace eagre::output
