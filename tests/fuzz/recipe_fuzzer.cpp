// SPDX-License-Identifier: BSD-3-Clause
// Any bytes as an Allrun, and behind a zero byte as the Allmesh that it may call, give steps, or an Error; the same ones each
// time, each with its line, and none of them is carried out.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "case/recipe/recipe.hpp"
#include "scratch_directory.hpp"

using namespace eagre;

namespace {

std::string stepsOf(const std::filesystem::path& caseDirectory) {
  std::string text;
  try {
    const auto recipe = case_::readRecipe(caseDirectory, "interFoam");
    for (const auto& step : recipe.steps) {
      if (step.place.line < 1 || step.place.file.empty()) {
        std::fprintf(stderr, "a step without a place: %s\n", step.text().c_str());
        std::abort();
      }
      text += toString(step.place) + ' ' + step.text() + ' ' + step.doubt + ' ' + step.output + ' ' + step.directory + '\n';
    }
  } catch (const Error& e) { text += e.what(); }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fuzz::ScratchDirectory scratch;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t zero = text.find('\0');
  fuzz::write(scratch.path() / "Allrun", text.substr(0, zero));
  fuzz::write(scratch.path() / "Allmesh", zero == text.npos ? std::string_view() : text.substr(zero + 1));
  if (const std::string steps = stepsOf(scratch.path()); stepsOf(scratch.path()) != steps) {
    std::fprintf(stderr, "another recipe when it is read again:\n%s\n", steps.c_str());
    std::abort();
  }
  const auto files = std::distance(std::filesystem::directory_iterator(scratch.path()), {});
  if (files != 2) {
    std::fprintf(stderr, "the script was carried out\n");
    std::abort();
  }
  return 0;
}
