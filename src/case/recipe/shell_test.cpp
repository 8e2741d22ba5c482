// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "case/recipe/shell_walk.hpp"
#include "case/recipe/tool_words.hpp"

/// The shell's `test` and `[`.
namespace eagre::case_::shell {

namespace fs = std::filesystem;

Walk::Status Walk::test(Words words) {
  if (!words.empty() && (words.back() == "]" || words.back() == "]]")) words.pop_back();
  if (!words.empty() && words[0] == "!") {
    const Status other = test({words.begin() + 1, words.end()});
    return other == Status::unknown ? other : other == Status::yes ? Status::no : Status::yes;
  }
  const auto known = [](bool value) { return value ? Status::yes : Status::no; };
  if (words.empty()) return Status::no;
  // a -o b, a -a b; -a binds closer.
  for (const char* link : {"-o", "||", "-a", "&&"})
    if (const auto at = std::find(words.begin(), words.end(), link); at != words.begin() && at != words.end()) {
      const Status decisive = std::string_view(link) == "-o" || std::string_view(link) == "||" ? Status::yes : Status::no;
      const Status left = test({words.begin(), at}), right = test({at + 1, words.end()});
      if (left == decisive || right == decisive) return decisive;
      return left == Status::unknown ? left : right;
    }
  for (const auto& word : words)
    if (word.find(unknownMark) != std::string::npos) return Status::unknown;
  if (words.size() == 1) return words[0] == "-n" ? Status::no : Status::yes;  // -z alone: of an empty word
  if (words.size() == 2 && words[0].size() == 2 && words[0][0] == '-') {
    if (words[0][1] == 'z') return known(words[1].empty());
    if (words[0][1] == 'n') return known(!words[1].empty());
    return testFile(words[0][1], words[1]);
  }
  if (words.size() != 3) return Status::unknown;
  const std::string &a = words[0], &sign = words[1], &b = words[2];
  if (sign == "=" || sign == "==") return known(a == b);
  if (sign == "!=") return known(a != b);
  char *endA = nullptr, *endB = nullptr;
  const long x = std::strtol(a.c_str(), &endA, 10), y = std::strtol(b.c_str(), &endB, 10);
  if (a.empty() || b.empty() || *endA || *endB) return Status::unknown;
  if (sign == "-eq") return known(x == y);
  if (sign == "-ne") return known(x != y);
  if (sign == "-lt") return known(x < y);
  if (sign == "-le") return known(x <= y);
  if (sign == "-gt") return known(x > y);
  if (sign == "-ge") return known(x >= y);
  return Status::unknown;
}

Walk::Status Walk::testFile(char what, const std::string& path) const {
  if (std::string("edfxrs").find(what) == std::string::npos || path.find_first_of("*?") != std::string::npos)
    return Status::unknown;
  const fs::path relative = (fs::path(directory_) / path).lexically_normal();
  if (directory_.starts_with('?') || relative.is_absolute() || relative.empty() || *relative.begin() == "..")
    return Status::unknown;
  // What an earlier command may have made is not known.
  const auto mayMesh = [](const Command& command) {
    const auto words = startedProgram(command.words);
    const auto kind = words.empty() ? ToolKind::nothing : toolKind(fs::path(words.front()).filename().string());
    return kind == ToolKind::mesh || kind == ToolKind::unknown ||
           (kind == ToolKind::files && words.back().find("constant") != std::string::npos);
  };
  if (relative.string().starts_with("constant/polyMesh") && std::any_of(commands_.begin(), commands_.end(), mayMesh))
    return Status::unknown;
  return options_.exists(relative.string()) ? Status::yes : Status::no;
}

}  // namespace eagre::case_::shell
