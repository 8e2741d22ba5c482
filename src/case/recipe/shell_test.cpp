// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "case/recipe/shell_walk.hpp"
#include "case/recipe/tool_words.hpp"
#include "core/one_of.hpp"

/// The shell's `test` and `[`.
namespace eagre::case_::shell {

namespace fs = std::filesystem;

/// a sign b, of texts or integers; nothing if it cannot be told.
static std::optional<bool> compared(const std::string& a, const std::string& sign, const std::string& b) {
  if (isOneOf(sign, {"=", "=="})) return a == b;
  if (sign == "!=") return a != b;
  char *endA = nullptr, *endB = nullptr;
  const long x = std::strtol(a.c_str(), &endA, 10), y = std::strtol(b.c_str(), &endB, 10);
  if (a.empty() || b.empty() || *endA || *endB) return std::nullopt;
  if (sign == "-eq") return x == y;
  if (sign == "-ne") return x != y;
  if (sign == "-lt") return x < y;
  if (sign == "-le") return x <= y;
  if (sign == "-gt") return x > y;
  if (sign == "-ge") return x >= y;
  return std::nullopt;
}

/// a -o b, a -a b, of which -a binds closer; nothing if there is no such link.
std::optional<Walk::Status> Walk::testLinked(const Words& words) {
  for (const char* link : {"-o", "||", "-a", "&&"})
    if (const auto at = std::ranges::find(words, link); at != words.begin() && at != words.end()) {
      const Status decisive = isOneOf(link, {"-o", "||"}) ? Status::yes : Status::no;
      const Status left = test({words.begin(), at}), right = test({at + 1, words.end()});
      if (left == decisive || right == decisive) return decisive;
      return left == Status::unknown ? left : right;
    }
  return std::nullopt;
}

Walk::Status Walk::test(Words words) {
  if (!words.empty() && isOneOf(words.back(), {"]", "]]"})) words.pop_back();
  if (words.empty()) return Status::no;
  if (words[0] == "!") return opposite(test({words.begin() + 1, words.end()}));
  if (const auto status = testLinked(words)) return *status;
  for (const auto& word : words)
    if (word.find(unknownMark) != std::string::npos) return Status::unknown;
  if (words.size() == 1) return words[0] == "-n" ? Status::no : Status::yes;  // -z alone: of an empty word
  if (words.size() == 2) return testOne(words[0], words[1]);
  if (words.size() != 3) return Status::unknown;
  const auto result = compared(words[0], words[1], words[2]);
  return result ? known(*result) : Status::unknown;
}

Walk::Status Walk::testOne(const std::string& sign, const std::string& word) const {
  if (sign.size() != 2 || sign[0] != '-') return Status::unknown;
  if (sign[1] == 'z') return known(word.empty());
  if (sign[1] == 'n') return known(!word.empty());
  return testFile(sign[1], word);
}

Walk::Status Walk::testFile(char what, const std::string& path) const {
  if (std::string("edfxrs").find(what) == std::string::npos || path.find_first_of("*?") != std::string::npos)
    return Status::unknown;
  const fs::path relative = pathInCase(path);
  if (relative.empty()) return Status::unknown;
  // What an earlier command may have made is not known.
  const auto mayMesh = [](const Command& command) {
    const auto words = startedProgram(command.words);
    const auto kind = words.empty() ? ToolKind::nothing : toolKind(fs::path(words.front()).filename().string());
    return kind == ToolKind::mesh || kind == ToolKind::unknown ||
           (kind == ToolKind::files && words.back().find("constant") != std::string::npos);
  };
  if (relative.string().starts_with("constant/polyMesh") && std::any_of(commands_.begin(), commands_.end(), mayMesh))
    return Status::unknown;
  return known(options_.exists(relative.string()));
}

}  // namespace eagre::case_::shell
