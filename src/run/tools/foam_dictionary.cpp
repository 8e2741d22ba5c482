// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "config/dictionary.hpp"
#include "config/edit.hpp"
#include "core/untrusted.hpp"
#include "output/file_sink.hpp"
#include "output/on_master.hpp"
#include "run/tools/tool.hpp"

namespace eagre::run::tools {

namespace {

std::string trimmed(std::string text) {
  const auto blank = [](char c) { return static_cast<unsigned char>(c) <= ' '; };
  while (!text.empty() && blank(text.back())) text.pop_back();
  while (!text.empty() && blank(text.front())) text.erase(0, 1);
  return text;
}

/// openfoam.org: -set "startTime=0, writeInterval=(1 2)"; entries and values.
std::vector<std::pair<std::string, std::string>> assignments(const std::string& words) {
  std::vector<std::pair<std::string, std::string>> all;
  int depth = 0;
  std::string part;
  for (const char c : words + ",") {
    depth += c == '(' || c == '{' || c == '[' ? 1 : c == ')' || c == '}' || c == ']' ? -1 : 0;
    if (c != ',' || depth > 0) {
      part += c;
      continue;
    }
    const std::size_t equals = part.find('=');
    if (equals == std::string::npos)
      throw Error(fmt::format("foamDictionary: '{}': entry=value is expected, or -entry", trimmed(part)), ExitCode::usage);
    all.emplace_back(trimmed(part.substr(0, equals)), trimmed(part.substr(equals + 1)));
    part.clear();
  }
  return all;
}

}  // namespace

void foamDictionary(Call& call) {
  const auto words = call.parse({"-remove", "-value", "-expand", "-disableFunctionEntries", "-keywords", "-merge"},
                                {"-entry", "-set", "-add", "-dict"}, 1);
  const std::string name = words.empty() ? call.value("-dict") : words[0], entry = call.value("-entry");
  if (name.empty()) throw Error("foamDictionary: the file is not named", ExitCode::usage);
  if (call.has("-merge")) throw Error("foamDictionary: -merge is not supported; -set, -add and -remove are", ExitCode::usage);
  const bool sets = call.has("-set") || call.has("-add");
  output::onMaster(call.world(), [&] {
    const auto path = inside(call.caseDirectory(), name);
    // openfoam.org's programs read X.orig where there is no X.
    const auto original = path.string() + ".orig";
    const bool fromOriginal = !config::fileExists(path) && config::fileExists(original);
    const std::string before = config::readFileText(fromOriginal ? original : path.string()),
                      value = call.value("-set", call.value("-add"));
    std::string text = before;
    if (sets) {
      const auto all = entry.empty() ? assignments(value) : std::vector<std::pair<std::string, std::string>>{{entry, value}};
      for (const auto& [keyword, is] : all) text = config::withEntry(std::move(text), keyword, is, name);
    } else if (call.has("-remove")) {
      text = config::withoutEntry(std::move(text), entry, name);
    } else {
      return call.log().line(fmt::format("{} {}", entry, config::entryText(before, entry, name)));
    }
    if (text != before || (sets && fromOriginal)) output::replaceFile(path, text);
    call.log().line(fmt::format("{}: {}", name, sets ? (entry.empty() ? value : entry + " " + value) : entry + " removed"));
  });
}

}  // namespace eagre::run::tools
