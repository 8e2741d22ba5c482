// SPDX-License-Identifier: BSD-3-Clause
// Any bytes either make a dictionary, which written and read again is equal, or an Error. Any bytes either make lists or an
// Error.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "config/dictionary.hpp"
#include "config/reading/list_reader.hpp"

using namespace eagre;
using namespace eagre::config;

namespace {

std::string headerFor(std::uint8_t choice) {
  switch (choice % 4) {
    case 0:
      return "";
    case 1:
      return "FoamFile { version 2.0; format ascii; class dictionary; object x; }\n";
    case 2:
      return "FoamFile { version 2.0; format binary; arch \"LSB;label=32;scalar=64\"; class dictionary; object x; }\n";
    default:
      return "FoamFile { version 2.0; format binary; arch \"LSB;label=64;scalar=32\"; class faceCompactList; object x; }\n";
  }
}

void readAsDictionary(const std::string& text, const ReadOptions& options) {
  Dictionary dictionary;
  try {
    dictionary = Dictionary::parse(text, "fuzz", options);
  } catch (const Error&) { return; }
  const std::string written = dictionary.toString();
  const Dictionary again = Dictionary::parse(written, "written", options);  // an Error here is a finding
  if (dictionary == again) return;
  std::fprintf(stderr, "written and read again it differs:\n%s\n", written.c_str());
  std::abort();
}

void readAsLists(const std::string& text, std::uint8_t choice) {
  try {
    ListFileReader reader(text, "fuzz");
    if (choice & 1)
      reader.readFaceList();
    else if (choice & 2)
      reader.readVectorList();
    else
      reader.readLabelList();
    reader.expectEnd();
  } catch (const Error&) {}
}

/// Every typed look-up, whatever the entry is.
void lookUpAll(const Dictionary& dictionary) {
  const auto attempt = [](auto&& f) {
    try {
      f();
    } catch (const Error&) {}
  };
  for (const std::string& keyword : dictionary.toc()) {
    attempt([&] { dictionary.get<double>(keyword); });
    attempt([&] { dictionary.get<bool>(keyword); });
    attempt([&] { dictionary.get<Vec3>(keyword); });
    attempt([&] { dictionary.get<Dimensions>(keyword); });
    attempt([&] { dictionary.get<std::vector<Vec3>>(keyword); });
    attempt([&] { dictionary.get<std::vector<int>>(keyword); });
    attempt([&] { dictionary.at(keyword).reader().dict("block"); });
  }
  attempt([&] { dictionary.at("no such keyword"); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text = headerFor(data[0]) + std::string(reinterpret_cast<const char*>(data + 1), size - 1);
  ReadOptions options;
  options.allowFileAccess = false;
  options.growthLimit = 1 << 20;
  if (data[0] & 0x80) {
    readAsLists(text, data[0] >> 4);
    return 0;
  }
  readAsDictionary(text, options);
  try {
    lookUpAll(Dictionary::parse(text, "fuzz", options));
  } catch (const Error&) {}
  return 0;
}
