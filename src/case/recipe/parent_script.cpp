// SPDX-License-Identifier: BSD-3-Clause
#include "case/recipe/parent_script.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

#include "case/recipe/tool_words.hpp"
#include "config/dictionary.hpp"

namespace eagre::case_ {

namespace {

namespace fs = std::filesystem;
using shell::Command;

/// A path of the parent's, as seen from the case of this name; with ".." in front if it leads elsewhere.
std::string seenFrom(const std::string& name, const std::string& path) {
  const std::string normal = fs::path(path).lexically_normal().string();
  if (normal == name || normal == name + "/") return ".";
  if (normal.starts_with(name + "/")) return normal.substr(name.size() + 1);
  return fs::path(path).is_absolute() ? path : "../" + normal;
}

bool isElsewhere(const std::string& path) { return path.starts_with("../") || fs::path(path).is_absolute(); }

/// A command in the parent's folder that works on files: the one with its paths as seen from the case, if it writes there.
std::optional<Command> fileCommand(Command command, const std::string& name) {
  if (command.words.size() < 2) return std::nullopt;
  for (std::size_t i = 1; i < command.words.size(); ++i)
    if (!command.words[i].starts_with('-')) command.words[i] = seenFrom(name, command.words[i]);
  command.directory.clear();
  const bool writesHere = !isElsewhere(command.words.back()) && command.words.back() != ".";
  return writesHere ? std::optional(std::move(command)) : std::nullopt;
}

/// A case that fields are mapped from, a file that a mesh is converted from (fluentMeshToFoam): the tool's first argument.
bool takesPath(const std::string& tool) { return tool.starts_with("mapFields") || tool.ends_with("ToFoam"); }

/// A tool that is called with -case: in the case, its paths as seen from there.
std::optional<Command> toolOfCase(Command command, const std::string& name) {
  for (std::size_t i = 0; i + 1 < command.words.size(); ++i) {
    if (command.words[i] != "-case") continue;
    if (seenFrom(name, command.words[i + 1]) != ".") return std::nullopt;
    const auto at = command.words.begin() + static_cast<std::ptrdiff_t>(i);
    command.words.erase(at, at + 2);
    for (std::size_t k = 1; k < command.words.size(); ++k)
      if (takesPath(command.words[k - 1]) && !command.words[k].starts_with('-'))
        command.words[k] = seenFrom(name, command.words[k]);
    command.directory.clear();
    return command;
  }
  return std::nullopt;
}

/// The command as it concerns the case; nothing: it does not.
std::optional<Command> concerning(Command command, const std::string& name) {
  if (const std::string directory = seenFrom(name, command.directory.empty() ? "." : command.directory);
      !isElsewhere(directory)) {
    command.directory = directory == "." ? "" : directory;
    return command;
  }
  if (!command.directory.empty() || command.words.empty()) return std::nullopt;
  const std::string& program = command.words[0];
  if (toolKind(program) == ToolKind::files) return fileCommand(std::move(command), name);
  return toolOfCase(std::move(command), name);
}

}  // namespace

std::vector<Command> parentCommands(const shell::WalkOptions& options) {
  std::error_code none;
  const fs::path directory = fs::weakly_canonical(fs::absolute(options.caseDirectory), none);
  const fs::path parent = directory.parent_path();
  const std::string name = directory.filename().string();
  if (none || name.empty() || !fs::is_regular_file(parent / "Allrun", none)) return {};
  if (config::readFileText(parent / "Allrun").find(name) == std::string::npos) return {};
  shell::WalkOptions ofParent{parent, options.application, [&](const std::string& path) {
                                const std::string inside = seenFrom(name, path);
                                std::error_code ignored;
                                return isElsewhere(inside) ? fs::exists(parent / path, ignored) : options.exists(inside);
                              }};
  shell::Walk walk(ofParent);
  walk.script("Allrun");
  const auto& all = walk.commands();
  const bool isClone = std::any_of(all.begin(), all.end(), [&](const Command& c) {
    return c.words.size() == 3 && c.words[0] == "cloneCase" && seenFrom(name, c.words[2]) == ".";
  });
  std::vector<Command> commands;
  for (const Command& command : all) {
    auto own = concerning(command, name);
    if (!own) continue;
    // What changes the dictionaries of a clone has been done when it was made.
    if (isClone && command.directory.empty() && toolKind(command.words[0]) == ToolKind::files) continue;
    own->place.file = "../" + own->place.file;
    commands.push_back(std::move(*own));
  }
  return commands;
}

}  // namespace eagre::case_
