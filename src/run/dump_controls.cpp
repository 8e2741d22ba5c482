// SPDX-License-Identifier: BSD-3-Clause
#include "run/dump_controls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "output/hdf5.hpp"

namespace eagre::run {

namespace {

using Words = std::vector<std::string>;

const Words& formats() {
  static const Words words{"foam", "hdf5", "both"};
  return words;
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

void readSettings(const config::Dictionary& dict, DumpControls& c, Problems& problems) {
  const auto choice = [&](const char* keyword, const Words& words, auto&& chosen) {
    problems.guard([&] {
      if (dict.has(keyword)) chosen(dict.getChoice(keyword, words));
    });
  };
  problems.guard([&] {
    static const Words keywords{"format", "filter", "level", "precision", "bunch", "onError", "hints"};
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
    if (const auto* bunch = dict.find("bunch"))
      throw Error(bunch->place, fmt::format("{}: bunch is not supported; a dump is one file of all ranks", dict.name()));
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
    if (dict.has("format")) format = dict.getChoice("format", formats());
  });
  problems.guard([&] {
    if (const std::string word = ofEnvironment(); !word.empty()) format = word;
  });
  problems.guard([&] {
    if (given.empty()) return;
    if (std::find(formats().begin(), formats().end(), given) == formats().end())
      throw Error("--dump: " + unknownWordMessage("word", given, formats()), ExitCode::usage);
    format = given;
  });
  c.foam = format != "hdf5";
  c.hdf5 = format != "foam";
  problems.guard([&] {
    if (const char* bunch = std::getenv("OF_OUTPUT_H5_BUNCHSIZE"); c.hdf5 && bunch && *bunch)
      throw Error("the environment's OF_OUTPUT_H5_BUNCHSIZE: bunches are not supported; a dump is one file of all ranks",
                  ExitCode::badCase);
  });
  if (c.hdf5) problems.guard([&] { output::hdf5::requireBuiltIn("dumps in HDF5"); });
  return c;
}

}  // namespace eagre::run
