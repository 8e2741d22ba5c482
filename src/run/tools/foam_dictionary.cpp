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
using Assignments = std::vector<std::pair<std::string, std::string>>;
Assignments assignments(const std::string& words) {
  Assignments all;
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

/// openfoam.org's programs read X.orig where there is no X.
std::string readFrom(const std::filesystem::path& path) {
  const std::string original = path.string() + ".orig";
  return !config::fileExists(path) && config::fileExists(original) ? original : path.string();
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
    const std::string source = readFrom(path), before = config::readFileText(source),
                      value = call.value("-set", call.value("-add"));
    std::string text = before;
    if (sets) {
      for (const auto& [keyword, is] : entry.empty() ? assignments(value) : Assignments{{entry, value}})
        text = config::withEntry(std::move(text), keyword, is, name);
    } else if (call.has("-remove")) {
      text = config::withoutEntry(std::move(text), entry, name);
    } else {
      return call.log().line(fmt::format("{} {}", entry, config::entryText(before, entry, name)));
    }
    if (text != before || (sets && source != path)) output::replaceFile(path, text);
    call.log().line(fmt::format("{}: {}", name, sets ? (entry.empty() ? value : entry + " " + value) : entry + " removed"));
  });
}

}  // namespace eagre::run::tools
