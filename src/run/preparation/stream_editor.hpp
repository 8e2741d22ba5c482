// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace eagre::run::preparation {

/// A call of sed, as far as scripts of cases use it: commands s and d, each on all lines, those of a number or those that a
/// regular expression matches; the options -i, -e, -r, -E and -s.
struct SedCall {
  struct Command {
    std::size_t line = 0;   ///< 0: of any number
    std::string address{};  ///< a regular expression that the line matches; "": any line
    char name = 's';
    std::string pattern{}, replacement{};
    bool global = false, ignoresCase = false;
  };
  std::vector<Command> commands{};
  std::vector<std::string> files{};
  bool extended = false;  ///< syntax of the regular expressions
  bool inPlace = false;
  std::string suffix{};  ///< of the copy that -i leaves
};

/// Nothing: it uses what is not known here.
std::optional<SedCall> readSedCall(const std::vector<std::string>& arguments);

/// The text that the commands make of a text. Errors (badCase): a regular expression that is none.
std::string edited(const std::string& text, const SedCall& call);

}  // namespace eagre::run::preparation
