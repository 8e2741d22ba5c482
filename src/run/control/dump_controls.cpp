// SPDX-License-Identifier: BSD-3-Clause
#include "run/control/dump_controls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "output/hdf5/hdf5.hpp"
#include "run/words.hpp"

namespace eagre::run {

namespace {

using Words = std::vector<std::string>;

const WordTable<>& formats() {
  static const WordTable<> table{
      {"foam", "OpenFOAM's time directories (default)"}, {"hdf5", "dumps: one HDF5 file (VTKHDF) per time"}, {"both", "both"}};
  return table;
}

/// The form that the environment asks for; "" if it says nothing.
std::string ofEnvironment() {
  const char* value = std::getenv("OF_OUTPUT_H5");
  if (!value || !*value) return {};
  const std::string text = value;
  if (text == "0") return "foam";
  if (text == "1") return "both";
  if (text == "2") return "hdf5";
  throw Error(fmt::format("the environment's OF_OUTPUT_H5 is '{}'; it must be 0 (OpenFOAM's files), 1 (both) or 2 (HDF5)", text),
              ExitCode::badCase);
}

/// OF_OUTPUT_H5_BUNCHSIZE, or `otherwise` if the environment does not say it.
int bunchOfEnvironment(int otherwise) {
  const char* value = std::getenv("OF_OUTPUT_H5_BUNCHSIZE");
  if (!value || !*value) return otherwise;
  int bunch = 0;
  const std::string_view text = value;
  const auto [last, status] = std::from_chars(text.data(), text.data() + text.size(), bunch);
  if (status != std::errc{} || last != text.data() + text.size() || bunch < 1)
    throw Error(fmt::format("the environment's OF_OUTPUT_H5_BUNCHSIZE is '{}'; it must be the number of ranks that share a file, "
                            "1 or more",
                            text),
                ExitCode::badCase);
  return bunch;
}

RestartDumps readRestartDumps(const config::Dictionary& dict, Problems& problems) {
  RestartDumps restart;
  problems.guard([&] {
    static const Words keywords{"writeControl", "writeInterval", "keep"};
    dict.checkKeywords(keywords);
  });
  restart.times = readWriteTimes(dict, problems);
  problems.guard([&] {
    restart.keep = dict.getOr<int>("keep", restart.keep);
    constexpr int most = 1000;
    if (restart.keep < 1 || restart.keep > most)
      throw Error(dict.at("keep").place, fmt::format("{}: keep must be 1 to {}, not {}", dict.name(), most, restart.keep));
  });
  return restart;
}

void readSettings(const config::Dictionary& dict, DumpControls& c, Problems& problems) {
  const auto choice = [&](const char* keyword, const Words& words, auto&& chosen) {
    problems.guard([&] {
      if (dict.has(keyword)) chosen(dict.getChoice(keyword, words));
    });
  };
  problems.guard([&] {
    static const Words keywords{"format", "filter", "level", "precision", "bunch", "onError", "hints", "restart"};
    dict.checkKeywords(keywords);
  });
  problems.guard([&] {
    c.settings.deflate = dict.getOr<int>("level", c.settings.deflate);
    if (c.settings.deflate < 1 || c.settings.deflate > 9)
      throw Error(dict.at("level").place, fmt::format("{}: level must be 1 to 9, not {}", dict.name(), c.settings.deflate));
  });
  choice("filter", {"deflate", "none"}, [&](const std::string& word) {
    if (word == "none") c.settings.deflate = 0;
  });
  choice("precision", {"double", "float32"}, [&](const std::string& word) { c.settings.singlePrecision = word == "float32"; });
  choice("onError", {"stop", "continue"}, [&](const std::string& word) { c.stopOnError = word == "stop"; });
  problems.guard([&] {
    if (!dict.has("bunch")) return;
    c.settings.bunch = dict.get<int>("bunch");
    if (c.settings.bunch < 1)
      throw Error(dict.at("bunch").place,
                  fmt::format("{}: bunch, the number of ranks that share a file, must be 1 or more, not {}", dict.name(),
                              c.settings.bunch));
  });
  problems.guard([&] {
    if (dict.has("restart")) c.restart = readRestartDumps(dict.subDict("restart"), problems);
  });
  problems.guard([&] {
    const config::Dictionary* hints = dict.has("hints") ? &dict.subDict("hints") : nullptr;
    if (!hints) return;
    for (const auto& entry : hints->entries()) {
      if (entry.isDict() || entry.tokens.size() != 1)
        throw Error(entry.place, hints->name() + ": a hint is a keyword and a value");
      c.settings.hints.emplace_back(entry.keyword, entry.tokens[0].text);
    }
  });
}

}  // namespace

std::vector<Word> dumpFormatWords() { return formats().words(); }

DumpControls readDump(const config::Dictionary& controlDict, const std::string& given, Problems& problems) {
  DumpControls c;
  std::string format = "foam";
  problems.guard([&] {
    // Another word is ControlDict's to judge.
    if (controlDict.has("writeFormat") && controlDict.get<std::string>("writeFormat") == "hdf5") format = "hdf5";
  });
  problems.guard([&] {
    if (!controlDict.has("dump")) return;
    const config::Dictionary& dict = controlDict.subDict("dump");
    readSettings(dict, c, problems);
    if (dict.has("format")) format = dict.getChoice("format", formats().names());
  });
  problems.guard([&] {
    if (const std::string word = ofEnvironment(); !word.empty()) format = word;
  });
  problems.guard([&] {
    if (given.empty()) return;
    if (!formats().contains(given))
      throw Error("--dump: " + unknownWordMessage("word", given, formats().names()), ExitCode::usage);
    format = given;
  });
  c.foam = format != "hdf5";
  c.hdf5 = format != "foam";
  if (!c.any()) return c;
  problems.guard([&] { c.settings.bunch = bunchOfEnvironment(c.settings.bunch); });
  problems.guard([&] { output::hdf5::requireBuiltIn("dumps in HDF5"); });
  return c;
}

}  // namespace eagre::run
