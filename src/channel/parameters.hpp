// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "channel/settings.hpp"
#include "config/toml.hpp"

/// The registry of everything that can be set: one line a parameter gives its key in the file, its option on the command line,
/// its default, range, unit and meaning. Readers, help, the table of docs/channel.md and the record in output files are made of
/// it.
namespace eagre::channel {

/// One of several words; which stands for the enumerator of the same position.
struct Choice {
  std::vector<std::string> words;
  std::function<std::size_t()> get;
  std::function<void(std::size_t)> set;
};

/// What a number may be. above: low itself is excluded.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool above = false;
};

struct Parameter {
  /// Where it is kept, in the Settings that the registry was made for; a span of more than one number is a list of that length.
  using Target =
      std::variant<std::span<double>, std::span<int>, std::int64_t*, bool*, std::string*, std::vector<double>*, Choice>;
  std::string key;     ///< "fluid.Re"
  std::string option;  ///< "Re": --Re on the command line
  Target target;
  Range range;
  std::string unit, meaning;
};

std::vector<Parameter> parameters(Settings& settings);

/// The value that it has, as TOML.
std::string valueText(const Parameter& parameter);
/// All settings that have an effect, as a TOML file that gives them again.
std::string toToml(const Settings& settings);
/// The table of all keys for the manual, in Markdown.
std::string parameterTable();

/// Where keys were set: "fluid.Re" -> wave.toml:12.
using Places = std::map<std::string, Place>;

/// Puts values into settings; the later of two wins. Adds to problems: unknown keys and words, each with the nearest valid one;
/// wrong types, wrong lengths of lists, numbers out of range. Returns the places.
Places apply(std::span<const config::Setting> values, Settings& settings, Problems& problems);

/// A key that has no effect with these settings: what would give it one, as "interface.method = phase_field". Else nothing.
std::optional<std::string> whatGivesEffect(const std::string& key, const Settings& settings);

/// What single values cannot show: settings that contradict one another, that would have no effect, a grid that the interface
/// does not fit, a step that is unstable from the start. A key of the file may be without effect if the command line has made it
/// so.
void check(const Settings& settings, const Places& places, Problems& problems);

}  // namespace eagre::channel
