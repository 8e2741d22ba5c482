// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "comm/communicator.hpp"

/// Files that the ranks of a parallel test make together.
namespace eagre::test {

inline const comm::Communicator& world() {
  static const auto communicator = comm::Communicator::world();
  return communicator;
}

/// A temporary directory of all ranks of one test, removed after it.
class SharedDirectory : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "eagre_test_XXXXXX").string();
    if (world().master() && !mkdtemp(name.data())) name.clear();
    world().broadcast(name);
    directory = name;
  }
  void TearDown() override {
    world().barrier();
    if (world().master() && !directory.empty()) std::filesystem::remove_all(directory);
  }
  std::filesystem::path directory;
};

}  // namespace eagre::test
