// SPDX-License-Identifier: BSD-3-Clause
#include "case/recipe/shell_walk.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <sstream>
#include <utility>

#include "case/recipe/tool_words.hpp"
#include "config/dictionary.hpp"
#include "core/one_of.hpp"

namespace eagre::case_::shell {

namespace {

namespace fs = std::filesystem;
using Kind = Node::Kind;

constexpr int deepest = 40, mostSteps = 20'000;

bool isAssignment(const std::string& word) {
  const auto equals = word.find('=');
  if (equals == 0 || equals == std::string::npos || std::isdigit(static_cast<unsigned char>(word[0]))) return false;
  return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals),
                     [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; });
}

}  // namespace

void Walk::script(const std::string& path, Words arguments) {
  const fs::path file = options_.caseDirectory / path;
  const std::string text = config::readFileText(file);
  scripts_.push_back(path);
  const std::string before = std::exchange(file_, path);
  runBody(parseScript(text, path), (fs::path(".") / fs::path(path).filename()).string(), std::move(arguments));
  if (jump_ == Jump::leaveScript || jump_ == Jump::leaveFunction) jump_ = Jump::none;
  file_ = before;
}

void Walk::runBody(const Node& body, const std::string& scriptName, Words arguments) {
  arguments.insert(arguments.begin(), scriptName);
  std::swap(arguments_, arguments);
  const bool before = std::exchange(mayHaveLeft_, false);
  walk(body);
  mayHaveLeft_ = before;
  std::swap(arguments_, arguments);
}

Walk::Status Walk::walk(const Node& node) {
  if (jump_ != Jump::none || ++steps_ > mostSteps) return Status::unknown;
  if (depth_ > deepest) {
    steps_ = mostSteps;  // a function or a script that calls itself
    commands_.push_back(
        {.words = {"..."}, .directory = directory_, .place = {file_, node.line}, .doubt = "it is too deeply nested"});
    return Status::unknown;
  }
  ++depth_;
  Status status = Status::yes;
  switch (node.kind) {
    case Kind::simple:
      status = walkSimple(node);
      break;
    case Kind::sequence:
      status = walkSequence(node);
      break;
    case Kind::pipeline:
      status = walkPipeline(node);
      break;
    case Kind::condition:
      status = walkCondition(node);
      break;
    case Kind::forLoop:
      walkFor(node);
      break;
    case Kind::whileLoop:
      walkWhile(node);
      break;
    case Kind::choice:
      walkChoice(node);
      break;
    case Kind::function:
      functions_[node.words.at(0)] = node.children.at(0);
      break;
    case Kind::subshell: {
      const auto directory = directory_;
      const auto variables = variables_;
      status = walk(node.children.at(0));
      directory_ = directory;
      variables_ = variables;
      if (jump_ == Jump::leaveScript) jump_ = Jump::none;
      break;
    }
    case Kind::unreadable:
      commands_.push_back({.words = {"..."},
                           .directory = directory_,
                           .place = {file_, node.line},
                           .doubt = "the script cannot be read from here on: " + node.words.at(0)});
      status = Status::unknown;
  }
  --depth_;
  return status;
}

Walk::Status Walk::walkSequence(const Node& node) {
  Status status = Status::yes;
  for (std::size_t i = 0; i < node.children.size() && jump_ == Jump::none; ++i) {
    const std::string& link = node.links[i];
    if ((link == "&&" && status == Status::no) || (link == "||" && status == Status::yes)) continue;
    if (link != ";" && status == Status::unknown)
      walkInDoubt(node.children[i], fmt::format("it depends on the command before '{}'", link));
    else
      status = walk(node.children[i]);
  }
  return status;
}

Walk::Status Walk::walkPipeline(const Node& node) {
  Status status = Status::yes;
  for (const auto& child : node.children) status = walk(child);
  if (node.children.size() > 1) status = Status::unknown;
  return node.negated ? opposite(status) : status;
}

/// A branch of which it is not known whether it is taken.
void Walk::walkInDoubt(const Node& node, const std::string& reason) {
  const std::string doubt = doubt_, directory = directory_;
  const auto before = variables_;
  if (doubt_.empty()) doubt_ = reason;
  walk(node);
  doubt_ = doubt;
  directory_ = directory;
  jump_ = Jump::none;  // that it leaves here is not the rule: exit after a failure
  for (auto& [name, value] : variables_)
    if (const auto old = before.find(name); old == before.end() || old->second != value) value = unknownText("$", name);
}

Walk::Status Walk::walkCondition(const Node& node) {
  for (std::size_t i = 0; i + 1 < node.children.size(); i += 2) {
    const Status status = walk(node.children[i]);
    if (status == Status::no) continue;
    if (status == Status::yes) return walk(node.children[i + 1]);
    const std::string reason = fmt::format("it depends on the condition of line {}", node.children[i].line);
    for (std::size_t k = i + 1; k < node.children.size(); ++k)
      if (k % 2 == 1 || k + 1 == node.children.size()) walkInDoubt(node.children[k], reason);
    return Status::unknown;
  }
  return node.children.size() % 2 == 1 ? walk(node.children.back()) : Status::yes;
}

void Walk::walkFor(const Node& node) {
  Words values;
  for (std::size_t i = 1; i < node.words.size(); ++i)
    for (auto& value : expand(node.words[i])) {
      Words files = value.find(unknownMark) == std::string::npos ? matchingFiles(value) : Words{};
      if (files.empty()) files.push_back(std::move(value));
      values.insert(values.end(), files.begin(), files.end());
    }
  for (const std::string& value : values) {
    const bool known = value.find_first_of("*?[") == std::string::npos && value.find(unknownMark) == std::string::npos;
    variables_[node.words[0]] = known ? value : unknownText("$", node.words[0]);
    if (known)
      walk(node.children[0]);
    else
      walkInDoubt(node.children[0], fmt::format("it is in a loop over '{}'", value.substr(value.find(unknownMark) + 1)));
    if (jump_ == Jump::leaveLoop) {
      jump_ = Jump::none;
      break;
    }
    if (jump_ != Jump::none) break;
  }
}

void Walk::walkWhile(const Node& node) {
  for (int turns = 0; turns < 100; ++turns) {
    const Status status = walk(node.children[0]);
    if (status == Status::unknown || steps_ > mostSteps) break;
    if ((status == Status::yes) == node.negated) return;
    walk(node.children[1]);
    if (jump_ == Jump::leaveLoop) {
      jump_ = Jump::none;
      return;
    }
    if (jump_ != Jump::none) return;
  }
  walkInDoubt(node.children[1], fmt::format("it is in the loop of line {}", node.line));
}

void Walk::walkChoice(const Node& node) {
  const std::string subject = expandToOne(node.words[0]);
  const bool known = subject.find(unknownMark) == std::string::npos;
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    if (!known) {
      walkInDoubt(node.children[i], fmt::format("it depends on the 'case' of line {}", node.line));
      continue;
    }
    for (const auto& pattern : node.patterns[i])
      if (fnmatch(expandToOne(pattern).c_str(), subject.c_str(), 0) == 0) {
        walk(node.children[i]);
        return;
      }
  }
}

void Walk::assign(const std::string& word) {
  const auto equals = word.find('=');
  variables_[word.substr(0, equals)] = expandToOne(word.substr(equals + 1));
}

Walk::Status Walk::walkSimple(const Node& node) {
  std::size_t first = 0;
  while (first < node.words.size() && isAssignment(node.words[first])) ++first;
  if (first == node.words.size()) {
    for (const auto& word : node.words) assign(word);
    for (const auto& redirect : node.redirects)
      if (redirect.sign[0] != '<' && node.words.empty()) emit(node, {":"});
    return Status::yes;
  }
  Words words;
  for (std::size_t i = first; i < node.words.size(); ++i)
    for (auto& field : expand(node.words[i])) words.push_back(std::move(field));
  // What only says how a command is started.
  while (!words.empty() && isOneOf(words[0], {"exec", "command", "time", "nohup", "sudo"})) words.erase(words.begin());
  if (words.empty()) return Status::yes;
  return start(node, std::move(words));
}

Walk::Status Walk::start(const Node& node, Words words) {
  // A copy in a temporary file is for the end of the script.
  if (words[0] == "cp" && words.back().find("$(mktemp") != std::string::npos) return Status::yes;
  if (const auto status = builtin(words)) return *status;
  if (const auto status = scriptOrFunction(words, node)) return *status;
  emit(node, std::move(words));
  return commands_.back().doubt.empty() ? Status::yes : Status::unknown;
}

void Walk::redirect(const Redirect& redirect, Words& words, Command& command) {
  if (redirect.sign[0] != '<') {
    if (redirect.target.find_first_not_of("0123456789-") != std::string::npos) command.output = expandToOne(redirect.target);
  } else if (redirect.sign == "<") {
    if (!words.empty() && words.front() == "m4") words.push_back(expandToOne(redirect.target));  // m4 < file is m4 file
  } else if (redirect.sign != "<<<") {
    command.input = redirect.sign == "<<" ? expandDocument(redirect.target) : redirect.target;
    if (std::erase(*command.input, unknownMark) > 0 && command.doubt.empty())
      command.doubt = "the text that it is given has variables whose values are not known";
  }
}

void Walk::emit(const Node& node, Words words) {
  Command command{.directory = directory_, .place = {file_, node.line}, .doubt = doubt_};
  for (const auto& each : node.redirects) redirect(each, words, command);
  for (auto* word : {&command.output, &command.directory}) std::erase(*word, unknownMark);
  command.output = fromHere(command.output);
  for (auto& word : words) {
    word = fromHere(word);
    if (std::erase(word, unknownMark) > 0 && command.doubt.empty() && !word.starts_with("$FOAM_TUTORIALS/"))
      command.doubt = fmt::format("the value of '{}' is not known", word);
  }
  command.words = std::move(words);
  commands_.push_back(std::move(command));
}

/// Those that set variables or arguments.
std::optional<Walk::Status> Walk::builtinOfVariables(const Words& words) {
  const std::string& name = words[0];
  if (isOneOf(name, {"export", "local", "readonly", "declare", "typeset"})) {
    for (std::size_t i = 1; i < words.size(); ++i)
      if (isAssignment(words[i])) variables_[words[i].substr(0, words[i].find('='))] = words[i].substr(words[i].find('=') + 1);
    return Status::yes;
  }
  if (name == "unset") {
    for (std::size_t i = 1; i < words.size(); ++i) variables_.erase(words[i]);
    return Status::yes;
  }
  if (name == "read") {
    for (std::size_t i = 1; i < words.size(); ++i) variables_[words[i]] = unknownText("$", words[i]);
    return Status::unknown;
  }
  if (name == "shift") {
    if (arguments_.size() > 1) arguments_.erase(arguments_.begin() + 1);
    return Status::yes;
  }
  return std::nullopt;
}

void Walk::leave(const Words& words) {
  const std::string& name = words[0];
  const bool fails = name == "exit" && words.size() > 1 && words[1] != "0";
  if (!doubt_.empty()) {
    if (isOneOf(name, {"return", "exit"}) && !fails) mayHaveLeft_ = true;
  } else if (name != "continue" && !(fails && mayHaveLeft_)) {
    // "no OpenFOAM was found: exit 1" is behind a loop over its places that returns when it finds one
    jump_ = name == "exit" ? Jump::leaveScript : name == "return" ? Jump::leaveFunction : Jump::leaveLoop;
  }
}

std::optional<Walk::Status> Walk::builtin(const Words& words) {
  if (const auto status = builtinOfVariables(words)) return status;
  const std::string& name = words[0];
  if (isOneOf(name, {":", "true", "notTest", "canCompile", "set", "trap", "umask", "ulimit", "wait", "sleep", "alias", "module",
                     "ml", "conda", "clear", "disown", "shopt"}))
    return Status::yes;
  if (isOneOf(name, {"false", "isTest", "getopts"})) return Status::no;  // Eagre gives a script no options
  if (name == "cloneMesh" && words.size() == 3) {                        // fails where the other case has no mesh yet
    const fs::path mesh = options_.caseDirectory / directory_ / words[1] / "constant/polyMesh/faces";
    if (!config::fileExists(mesh)) return Status::no;
  }
  if (isOneOf(name, {"test", "[", "[["})) return test({words.begin() + 1, words.end()});
  if (isOneOf(name, {"which", "type", "hash", "grep", "pgrep"})) return Status::unknown;
  if (isOneOf(name, {"cd", "pushd", "popd"})) {
    changeDirectory(words);
    return Status::yes;
  }
  if (isOneOf(name, {"exit", "return", "break", "continue"})) {
    leave(words);
    return Status::yes;
  }
  return std::nullopt;
}

std::optional<Walk::Status> Walk::scriptOrFunction(const Words& words, const Node& node) {
  if (const auto found = functions_.find(words[0]); found != functions_.end()) {
    const Node body = found->second;
    runBody(body, arguments_[0], {words.begin() + 1, words.end()});
    if (jump_ == Jump::leaveFunction) jump_ = Jump::none;
    return Status::unknown;
  }
  Words call = startedProgram(words);
  if (call.empty()) return std::nullopt;
  const bool sourced = isOneOf(call[0], {".", "source"});
  if (sourced || isOneOf(call[0], {"sh", "bash", "dash"})) {
    call.erase(call.begin());
    while (!call.empty() && call[0].starts_with('-') && call[0] != "-c") call.erase(call.begin());
    if (call.empty()) return Status::yes;
  } else if (call[0].find('/') == std::string::npos) {
    return std::nullopt;
  }
  const fs::path path = pathInCase(call[0]);
  if (path.empty()) return sourced ? std::optional(Status::yes) : std::nullopt;  // RunFunctions, bashrc
  std::error_code none;
  if (fs::is_regular_file(options_.caseDirectory / path, none)) return callScript(call, path);
  return sourced ? Status::yes : missingScript(call[0], path, node);
}

std::optional<Walk::Status> Walk::missingScript(const std::string& word, const fs::path& path, const Node& node) {
  const std::string name = fs::path(word).filename().string();
  if (!name.starts_with("All") && !name.ends_with(".sh")) return std::nullopt;
  if (!isCleaning(name))
    missing_.push_back(fmt::format("{}: there is no {}, which is called here; the other steps are done, as a shell would",
                                   toString(Place{file_, node.line}), path.string()));
  return Status::unknown;
}

bool isForShells(const std::string& text, const fs::path& path) {
  if (!text.starts_with("#!")) return !isOneOf(path.extension().string(), {".py", ".pl", ".m", ".jl"});
  std::istringstream line(text.substr(2, text.find('\n') - 2));
  std::string program;
  while (line >> program) {
    program = fs::path(program).filename().string();
    if (program != "env" && !program.starts_with('-')) break;
  }
  return isOneOf(program, {"sh", "bash", "dash", "ash", "ksh", "zsh", "csh", "tcsh"});
}

std::optional<Walk::Status> Walk::callScript(const Words& call, const fs::path& path) {
  if (isCleaning(fs::path(call[0]).filename().string())) return Status::yes;  // what is prepared is clean
  const std::string text = config::readFileText(options_.caseDirectory / path);
  if (text.find('\0') != std::string::npos || !isForShells(text, path)) return std::nullopt;
  const std::string directory = directory_;
  if (depth_ < deepest) script(path.string(), {call.begin() + 1, call.end()});
  directory_ = directory;
  return Status::yes;
}

}  // namespace eagre::case_::shell
