// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <fnmatch.h>
#include <glob.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <limits>
#include <utility>

#include "case/recipe/shell_walk.hpp"
#include "case/recipe/tool_words.hpp"
#include "core/one_of.hpp"

namespace eagre::case_::shell {

namespace {

namespace fs = std::filesystem;

bool isNameCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\n") - first + 1));
}

/// What a command's name is followed by, as one text.
std::string argumentsOf(const std::vector<std::string>& words) {
  return fmt::format("{}", fmt::join(words.begin() + 1, words.end(), " "));
}

bool startsWithOneOf(std::string_view text, std::initializer_list<std::string_view> beginnings) {
  return std::ranges::any_of(beginnings, [&](std::string_view each) { return text.starts_with(each); });
}

/// How many letters of "name:-default" and its kin are the name, or one of @ * ?.
std::size_t nameLength(std::string_view text) {
  std::size_t end = !text.empty() && isOneOf(text[0], "@*?") ? 1 : 0;
  while (end < text.size() && isNameCharacter(text[end])) ++end;
  return end;
}

/// a sign b; nothing if it is none or goes too far.
std::optional<long> calculated(long a, char sign, long b) {
  constexpr long most = 1'000'000;
  if (b > most || a > most || a < -most) return std::nullopt;
  if (isOneOf(sign, "/%") && b == 0) return std::nullopt;
  switch (sign) {
    case '+':
      return a + b;
    case '-':
      return a - b;
    case '*':
      return a * b;
    case '/':
      return a / b;
    default:
      return a % b;
  }
}

using Output = std::optional<std::string>;  ///< nothing: it is not known

Output echoed(const std::vector<std::string>& words) {
  const std::string all = argumentsOf(words);
  return all.find('|') == std::string::npos ? Output(all) : std::nullopt;
}

Output directoryName(const std::vector<std::string>& words) {
  const auto parent = fs::path(words[1]).parent_path().string();
  return parent.empty() ? "." : parent;
}

Output baseName(const std::vector<std::string>& words) {
  std::string base = fs::path(words[1]).filename().string();
  if (words.size() == 3 && base.ends_with(words[2])) base.resize(base.size() - words[2].size());
  return base;
}

Output numbers(const std::vector<std::string>& words) {
  const int from = words.size() == 3 ? std::atoi(words[1].c_str()) : 1, to = std::atoi(words.back().c_str());
  std::string all;
  if (to - from > 1000) return std::nullopt;
  for (int i = from; i <= to; ++i) all.append(i > from ? " " : "").append(std::to_string(i));
  return all;
}

/// Names of copies and logs have it.
Output timeOfDay(const std::vector<std::string>& words) {
  if (!words[1].starts_with('+') || words[1].find("%N") != std::string::npos) return std::nullopt;
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  std::array<char, 256> text{};
  localtime_r(&now, &local);
  const std::size_t length = std::strftime(text.data(), text.size(), words[1].c_str() + 1, &local);
  return length > 0 ? Output(std::string(text.data(), length)) : std::nullopt;
}

/// Commands whose output follows from their words, or the clock.
struct PureCommand {
  std::string_view name;
  std::size_t fewestWords, mostWords;
  Output (*output)(const std::vector<std::string>& words);
};
constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
constexpr std::array pureCommands{PureCommand{"echo", 1, any, echoed}, PureCommand{"dirname", 2, 2, directoryName},
                                  PureCommand{"basename", 2, 3, baseName}, PureCommand{"seq", 2, 3, numbers},
                                  PureCommand{"date", 2, 2, timeOfDay}};

/// ${name%pattern} and its kin.
std::string cut(const std::string& value, std::string_view sign, const std::string& pattern) {
  const bool longest = sign.size() == 2, atEnd = sign[0] == '%';
  for (std::size_t k = 0; k <= value.size(); ++k) {
    const std::size_t n = longest ? value.size() - k : k;  // letters that go
    const std::string piece = atEnd ? value.substr(value.size() - n) : value.substr(0, n);
    if (fnmatch(pattern.c_str(), piece.c_str(), 0) == 0) return atEnd ? value.substr(0, value.size() - n) : value.substr(n);
  }
  return value;
}

/// "0%/*" for "BASH_SOURCE%/*" and "BASH_SOURCE[0]%/*"; nothing for other names.
std::optional<std::string> asOwnName(std::string_view inside) {
  for (const std::string_view script : {"BASH_SOURCE[0]", "BASH_SOURCE"})
    if (inside.starts_with(script) && (inside.size() == script.size() || !isNameCharacter(inside[script.size()])))
      return "0" + std::string(inside.substr(script.size()));
  return std::nullopt;
}

}  // namespace

std::string Walk::ownDirectory(const std::string& name) const {
  return nameOf(name == "PWD" ? directory_ : name == "OLDPWD" ? before_ : "");
}

std::string Walk::variable(const std::string& name) {
  if (name == "#") return std::to_string(arguments_.size() - 1);
  if (name == "?") return "0";
  if (name == "@" || name == "*") return argumentsOf(arguments_);
  if (std::isdigit(static_cast<unsigned char>(name[0]))) {
    const auto i = static_cast<std::size_t>(std::atoi(name.c_str()));
    return i < arguments_.size() ? arguments_[i] : "";
  }
  if (const auto found = variables_.find(name); found != variables_.end()) return found->second;
  if (isOneOf(name, {"PWD", "OLDPWD", "FOAM_CASE"})) return ownDirectory(name);
  if (const char* value = std::getenv(name.c_str())) return value;
  if (name == "WM_OSTYPE") return "POSIX";
  if (name == "HOME" || startsWithOneOf(name, {"FOAM_", "WM_", "SLURM_", "PBS_"})) return unknownText("$", name);
  return {};
}

std::string Walk::braced(std::string_view inside) {
  if (inside.starts_with('#')) return unknownText("${", inside, "}");
  if (const auto own = asOwnName(inside)) return braced(*own);
  const std::string name(inside.substr(0, nameLength(inside)));
  if (name.empty()) return unknownText("${", inside, "}");
  std::string value = variable(name);
  const std::string_view rest = inside.substr(name.size());
  if (rest.empty()) return value;
  const auto other = [&] { return expandToOne(std::string(rest.substr(rest[0] == ':' ? 2 : 1))); };
  if (startsWithOneOf(rest, {":-", "-", ":="})) {
    const std::string instead = other();
    return value.empty() ? instead : value;
  }
  if (startsWithOneOf(rest, {":?", "?"})) return value;
  if (startsWithOneOf(rest, {":+", "+"})) return value.empty() ? "" : other();
  for (const char* sign : {"%%", "##", "%", "#"})
    if (rest.starts_with(sign)) {
      if (value.find(unknownMark) != std::string::npos) return value;
      return cut(value, sign, expandToOne(std::string(rest.substr(std::string_view(sign).size()))));
    }
  return unknownText("${", inside, "}");
}

Walk::Words Walk::matchingFiles(const std::string& pattern) const {
  if (pattern.find_first_of("*?[") == std::string::npos) return {pattern};
  const std::string relative = fromHere(pattern);
  if (directory_.starts_with('?') || relative.starts_with('/')) return {};
  const std::string prefix = (options_.caseDirectory / directory_ / "").string();
  Words files;
  glob_t found{};
  if (glob((prefix + relative).c_str(), 0, nullptr, &found) == 0)
    for (std::size_t i = 0; i < found.gl_pathc; ++i) files.push_back(std::string(found.gl_pathv[i]).substr(prefix.size()));
  globfree(&found);
  return files;
}

std::string Walk::arithmetic(std::string_view expression) {
  // a op b op c, from left to right.
  const std::string text = expandToOne(std::string(expression));
  std::string unknown = unknownText("$((", expression, "))");
  long value = 0;
  char sign = '+';
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      ++i;
      continue;
    }
    if (isOneOf(text[i], "+-*/%")) {
      sign = text[i++];
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && isNameCharacter(text[end])) ++end;
    if (end == i) return unknown;
    std::string operand = text.substr(i, end - i);
    if (!std::isdigit(static_cast<unsigned char>(operand[0]))) operand = variable(operand);
    long number = 0;
    const auto result = std::from_chars(operand.data(), operand.data() + operand.size(), number);
    if (result.ec != std::errc() || result.ptr != operand.data() + operand.size()) return unknown;
    const auto calculation = calculated(value, sign, number);
    if (!calculation) return unknown;
    value = *calculation;
    i = end;
  }
  return std::to_string(value);
}

/// cd DIRECTORY && pwd: the directory's absolute name.
std::optional<std::string> Walk::namedDirectory(const std::string& text) {
  const std::size_t end = std::min(text.find("&&"), text.find(';'));
  if (!text.starts_with("cd ") || end == text.npos) return std::nullopt;
  const std::string last = trimmed(std::string_view(text).substr(end + (text[end] == ';' ? 1 : 2)));
  if (last != "pwd" && last != "pwd -P") return std::nullopt;
  Words words = expand(text.substr(0, std::min(text.find('>'), end)));
  std::erase_if(words, [](const std::string& word) { return word == "--" || word == "-P"; });
  if (words.size() != 2) return std::nullopt;
  Walk there = *this;
  there.changeDirectory({"cd", words[1]});
  return there.nameOf(there.directory_);
}

std::string Walk::substitution(std::string_view command) {
  const std::string text = trimmed(command);
  if (const auto directory = namedDirectory(text)) return *directory;
  std::string unknown = unknownText("$(", text, ")");
  const auto has = [&](const char* what) { return text.find(what) != std::string::npos; };
  // getApplication, and what scripts write in its place: sed, grep, awk, foamDictionary on controlDict.
  if (has("getApplication") || (has("application") && has("controlDict")))
    return options_.application.empty() ? unknown : options_.application;
  if (has("getNumberOfProcessors") || has("numberOfSubdomains") || text == "nproc") return "1";
  const Words words = expand(text);
  for (const auto& word : words)
    if (word.find(unknownMark) != std::string::npos) return unknown;
  return words.empty() ? std::string() : outputOf(words).value_or(unknown);
}

std::optional<std::string> Walk::outputOf(const Words& words) {
  const std::string& name = words[0];
  if (name == "pwd") return nameOf(directory_);
  for (const PureCommand& each : pureCommands)
    if (name == each.name && words.size() >= each.fewestWords && words.size() <= each.mostWords) return each.output(words);
  // application=$(interFoam), where the name was meant.
  if (words.size() == 1 && toolKind(name) == ToolKind::solver) return name;
  if (name == "expr") return arithmetic(argumentsOf(words) + " ");
  if (name == "ls" && words.size() == 2 && !words[1].starts_with('-')) {
    const std::string all = fmt::format("{}", fmt::join(matchingFiles(words[1]), " "));
    if (!all.empty() && words[1].find_first_of("*?[") != std::string::npos) return all;
  }
  return std::nullopt;
}

/// At a '$' or '`': its value; returns the position behind it.
std::size_t Walk::expandDollar(std::string_view raw, std::size_t at, std::string& value) {
  if (raw[at] == '`') {
    const auto end = std::min(raw.find('`', at + 1), raw.size());
    value = substitution(raw.substr(at + 1, end - at - 1));
    return std::min(end + 1, raw.size());
  }
  if (at + 1 >= raw.size()) {
    value = "$";
    return raw.size();
  }
  const char next = raw[at + 1];
  if (next == '(' || next == '{') {
    const auto end = std::min(behindBracket(raw, at + 1), raw.size());
    const auto inside = raw.substr(at + 2, end - at - 3);
    if (next == '{')
      value = braced(inside);
    else if (inside.starts_with('(') && inside.ends_with(')'))
      value = arithmetic(inside.substr(1, inside.size() - 2));
    else
      value = substitution(inside);
    return end;
  }
  std::size_t end = at + 2;
  if (isNameCharacter(next) && !std::isdigit(static_cast<unsigned char>(next))) {
    while (end < raw.size() && isNameCharacter(raw[end])) ++end;
  } else if (!std::isdigit(static_cast<unsigned char>(next)) && std::string_view("@*#?").find(next) == std::string_view::npos) {
    value = "$";
    return at + 1;
  }
  value = variable(std::string(raw.substr(at + 1, end - at - 1)));
  return end;
}

/// What a backslash and the character behind it stand for.
static std::string escaped(char c, bool quoted) {
  if (c == '\n') return {};
  return quoted && !isOneOf(c, "$`\"\\") ? std::string{'\\', c} : std::string{c};
}

/// The position of the quote that closes the one at `open`, or of the end.
static std::size_t closingQuote(std::string_view raw, std::size_t open) {
  std::size_t end = open + 1;
  while (end < raw.size() && raw[end] != '"') {
    if (raw[end] == '\\')
      ++end;
    else if (raw[end] == '$' && end + 1 < raw.size() && isOneOf(raw[end + 1], "({"))
      end = std::min(behindBracket(raw, end + 1), raw.size()) - 1;
    ++end;
  }
  return std::min(end, raw.size());
}

/// At a '"'; returns the position behind the one that closes it.
std::size_t Walk::expandQuotation(std::string_view raw, std::size_t open, Fields& fields) {
  const std::size_t end = closingQuote(raw, open);
  const std::string_view inside = raw.substr(open + 1, end - open - 1);
  const bool noField = inside == "$@" && arguments_.size() == 1;
  if (!noField) fields.begun = true;
  expandInto(inside, true, fields);
  return std::min(end + 1, raw.size());
}

/// Adds the value of a variable or a command, which blanks split unless it is quoted.
void Walk::addValue(std::string value, bool quoted, Fields& fields) {
  if (value.size() + fields.text.size() > 100'000) value = std::string(1, unknownMark);
  if (quoted || value.find(unknownMark) != std::string::npos) {
    if (!value.empty()) fields.add(value);
    return;
  }
  for (const char& c : value)
    if (isOneOf(c, " \n\t"))
      fields.end();
    else
      fields.add({&c, 1});
}

void Walk::expandInto(std::string_view raw, bool quoted, Fields& fields) {
  for (std::size_t i = 0; i < raw.size();) {
    const char c = raw[i];
    if (c == '\\' && i + 1 < raw.size()) {
      fields.add(escaped(raw[i + 1], quoted));
      i += 2;
    } else if (c == '\'' && !quoted) {
      const auto end = std::min(raw.find('\'', i + 1), raw.size());
      fields.add(raw.substr(i + 1, end - i - 1));
      i = std::min(end + 1, raw.size());
    } else if (c == '"' && !quoted) {
      i = expandQuotation(raw, i, fields);
    } else if (c == '$' || c == '`') {
      std::string value;
      i = expandDollar(raw, i, value);
      addValue(std::move(value), quoted, fields);
    } else if (!quoted && isOneOf(c, " \t\n")) {  // within a command substitution
      fields.end();
      ++i;
    } else {
      fields.add(raw.substr(i, 1));
      ++i;
    }
  }
}

Walk::Words Walk::expand(const std::string& raw) {
  Fields fields;
  expandInto(raw, false, fields);
  fields.end();
  return fields.complete;
}

std::string Walk::expandDocument(const std::string& raw) {
  Fields fields;
  expandInto(raw, true, fields);
  return fields.text;
}

std::string Walk::expandToOne(const std::string& raw) {
  std::string all;
  for (const auto& field : expand(raw)) all.append(all.empty() ? "" : " ").append(field);
  return all;
}

}  // namespace eagre::case_::shell
