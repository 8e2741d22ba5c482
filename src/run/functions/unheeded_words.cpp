// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/unheeded_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace eagre::run {
namespace {

/// One entry of a type of function object (empty: of all), with the words by which it asks for nothing (an empty one, too), and
/// what is so instead.
struct Unheeded {
  std::string_view type, keyword;
  std::array<std::string_view, 4> idle;
  bool refused;  ///< results or files would be others
  std::string_view meaning;
};

constexpr std::array<std::string_view, 4> switchedOff{"no", "off", "false", "n"};
constexpr std::array<Unheeded, 7> unheededWords{{
    {"", "region", {"region0"}, true, "there is one mesh, region0"},
    {"", "subRegion", {""}, true, "function objects see the fields of the solver alone"},
    {"solverInfo", "writeResidualFields", switchedOff, false, "the fields of residuals are not written"},
    {"residuals", "writeResidualFields", switchedOff, false, "the fields of residuals are not written"},
    {"surfaces",
     "sampleScheme",
     {"cell"},
     true,
     "a surface without interpolation has the values of the cells (sampleScheme cell)"},
    {"surfaces", "sampleOnExecute", switchedOff, false, "surfaces are sampled when they are written"},
    {"surfaces", "store", switchedOff, false, "surfaces are not kept as objects, which no function object here would read"},
}};

/// A word that is not one of those that ask for nothing.
bool asks(const Unheeded& row, const config::Entry& entry) {
  if (entry.isDict() || entry.tokens.empty()) return true;
  const std::string& word = entry.tokens.front().text;
  return std::ranges::find(row.idle, word) == row.idle.end();
}

template <class F>
void eachAsked(const std::string& type, const config::Dictionary& dict, bool refused, F&& f) {
  for (const Unheeded& row : unheededWords) {
    if (row.refused != refused || (!row.type.empty() && row.type != type)) continue;
    const config::Entry* entry = dict.find(row.keyword);
    if (entry && asks(row, *entry))
      f(entry->place, fmt::format("{}: {} is not supported: {}", dict.name(), row.keyword, row.meaning));
  }
}

/// Those whose execution changes the flow or what goes on from step to step execute in every step. Of others what executeControl
/// says has no effect, or it is read (ExecutionSchedule).
void refuseExecuteControl(const std::string& type, const config::Dictionary& dict) {
  constexpr std::array<std::string_view, 3> types{"scalarTransport", "setFlow", "stabilityBlendingFactor"};
  if (std::ranges::find(types, type) == types.end() || !dict.has("executeControl")) return;
  if (dict.getOr("executeControl", "") == "timeStep" && dict.getOr<double>("executeInterval", 1) <= 1) return;
  throw Error(dict.at("executeControl").place,
              fmt::format("{}: executeControl is not supported but as `executeControl timeStep; executeInterval 1;`: it executes "
                          "in every step",
                          dict.name()));
}

/// How the files of surfaces are written: formatOptions { <format> { .. } }.
void warnOfFormatOptions(const std::string& type, const config::Dictionary& dict) {
  const auto* options = type == "surfaces" ? dict.findDict("formatOptions") : nullptr;
  const auto* own = options ? options->findDict(dict.getOr("surfaceFormat", "")) : nullptr;
  if (!own) return;
  for (const config::Entry& entry : own->entries())
    if (entry.keyword != "verbose")
      dict.warn(entry.place, fmt::format("{}: '{}' of formatOptions is not supported: raw files are not compressed, those of vtk "
                                         "are XML in ascii, both with writePrecision of controlDict",
                                         dict.name(), entry.keyword));
}

}  // namespace

void refuseUnheeded(const std::string& type, const config::Dictionary& dict) {
  refuseExecuteControl(type, dict);
  eachAsked(type, dict, true, [](const Place& place, const std::string& message) { throw Error(place, message); });
}

void warnOfUnheeded(const std::string& type, const config::Dictionary& dict) {
  warnOfFormatOptions(type, dict);
  eachAsked(type, dict, false, [&](const Place& place, const std::string& message) { dict.warn(place, message); });
}

}  // namespace eagre::run
