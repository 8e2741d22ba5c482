// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "config/dictionary.hpp"

namespace eagre::config {

inline Dictionary parse(std::string_view text) { return Dictionary::parse(text, "test"); }

/// The message of the Error that f throws.
template <class F>
std::string errorOf(F&& f) {
  try {
    f();
  } catch (const Error& e) { return e.what(); }
  return "(no error)";
}
inline std::string parseError(const std::string& text) {
  return errorOf([&] { parse(text); });
}

/// A directory of its own for each test, removed afterwards.
class ScratchDirectory {
 public:
  ScratchDirectory() {
    const testing::TestInfo* const info = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() /
            (std::string("eagre_config_") + info->test_suite_name() + "_" + info->name() + "_" + std::to_string(getpid()));
    std::filesystem::create_directories(path_);
  }
  ~ScratchDirectory() { std::filesystem::remove_all(path_); }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace eagre::config
