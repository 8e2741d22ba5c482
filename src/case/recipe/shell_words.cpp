// SPDX-License-Identifier: BSD-3-Clause
#include <fnmatch.h>
#include <glob.h>

#include <cctype>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "case/recipe/shell_walk.hpp"
#include "case/recipe/tool_words.hpp"

namespace eagre::case_::shell {

namespace {

namespace fs = std::filesystem;

bool isNameCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\n");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\n") - first + 1));
}

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

}  // namespace

std::string Walk::variable(const std::string& name) {
  if (name == "#") return std::to_string(arguments_.size() - 1);
  if (name == "?") return "0";
  if (name == "@" || name == "*") {
    std::string all;
    for (std::size_t i = 1; i < arguments_.size(); ++i) all.append(i > 1 ? " " : "").append(arguments_[i]);
    return all;
  }
  if (std::isdigit(static_cast<unsigned char>(name[0]))) {
    const auto i = static_cast<std::size_t>(std::atoi(name.c_str()));
    return i < arguments_.size() ? arguments_[i] : "";
  }
  if (const auto found = variables_.find(name); found != variables_.end()) return found->second;
  if (name == "PWD") return ".";
  if (name == "FOAM_CASE") return ".";
  if (const char* value = std::getenv(name.c_str())) return value;
  // OpenFOAM's environment is not here.
  if (name.starts_with("FOAM_") || name.starts_with("WM_") || name == "HOME") return unknownText("$", name);
  return {};
}

std::string Walk::braced(std::string_view inside) {
  std::size_t end = 0;
  if (!inside.empty() && inside[0] == '#') return unknownText("${", inside, "}");
  while (end < inside.size() &&
         (isNameCharacter(inside[end]) || (end == 0 && std::string_view("@*?").find(inside[0]) != std::string_view::npos)))
    ++end;
  const std::string name(inside.substr(0, end));
  if (name.empty()) return unknownText("${", inside, "}");
  std::string value = variable(name);
  const std::string_view rest = inside.substr(end);
  if (rest.empty()) return value;
  if (rest.starts_with(":-") || rest.starts_with("-") || rest.starts_with(":=")) {
    const std::string other = expandToOne(std::string(rest.substr(rest[0] == ':' ? 2 : 1)));
    return value.empty() ? other : value;
  }
  if (rest.starts_with(":?") || rest.starts_with("?")) return value;
  if (rest.starts_with(":+") || rest.starts_with("+"))
    return value.empty() ? "" : expandToOne(std::string(rest.substr(rest[0] == ':' ? 2 : 1)));
  for (const char* sign : {"%%", "##", "%", "#"})
    if (rest.starts_with(sign)) {
      if (value.find(unknownMark) != std::string::npos) return value;
      return cut(value, sign, expandToOne(std::string(rest.substr(std::string_view(sign).size()))));
    }
  return unknownText("${", inside, "}");
}

Walk::Words Walk::matchingFiles(const std::string& pattern) const {
  if (pattern.find_first_of("*?[") == std::string::npos) return {pattern};
  if (directory_.starts_with('?') || pattern.starts_with('/')) return {};
  const std::string prefix = (options_.caseDirectory / directory_ / "").string();
  Words files;
  glob_t found{};
  if (glob((prefix + pattern).c_str(), 0, nullptr, &found) == 0)
    for (std::size_t i = 0; i < found.gl_pathc; ++i) files.push_back(std::string(found.gl_pathv[i]).substr(prefix.size()));
  globfree(&found);
  return files;
}

std::string Walk::arithmetic(std::string_view expression) {
  // a op b op c, from left to right.
  const std::string text = expandToOne(std::string(expression));
  const std::string unknown = unknownText("$((", expression, "))");
  long value = 0;
  char sign = '+';
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == ' ') {
      ++i;
      continue;
    }
    if (std::string_view("+-*/%").find(text[i]) != std::string_view::npos) {
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
    if ((sign == '/' || sign == '%') && number == 0) return unknown;
    constexpr long most = 1'000'000;
    if (number > most || value > most || value < -most) return unknown;
    value = sign == '+'   ? value + number
            : sign == '-' ? value - number
            : sign == '*' ? value * number
            : sign == '/' ? value / number
                          : value % number;
    i = end;
  }
  return std::to_string(value);
}

std::string Walk::substitution(std::string_view command) {
  const std::string text = trimmed(command);
  const std::string unknown = unknownText("$(", text, ")");
  const auto has = [&](const char* what) { return text.find(what) != std::string::npos; };
  // getApplication, and what scripts write in its place: sed, grep, awk, foamDictionary on controlDict.
  if (has("getApplication") || (has("application") && has("controlDict")))
    return options_.application.empty() ? unknown : options_.application;
  if (has("getNumberOfProcessors") || has("numberOfSubdomains") || text == "nproc") return "1";
  Words words;
  std::string field;
  bool any = false;
  expandInto(text, false, field, words, any);
  if (any) words.push_back(field);
  for (const auto& word : words)
    if (word.find(unknownMark) != std::string::npos) return unknown;
  if (words.empty()) return {};
  const std::string& name = words[0];
  if (name == "pwd") return ".";
  // application=$(interFoam), where the name was meant.
  if (words.size() == 1 && toolKind(name) == ToolKind::solver) return name;
  if (name == "echo") {
    std::string all;
    for (std::size_t i = 1; i < words.size(); ++i) all.append(i > 1 ? " " : "").append(words[i]);
    return all.find('|') == std::string::npos ? all : unknown;
  }
  if (name == "expr") {
    std::string all;
    for (std::size_t i = 1; i < words.size(); ++i) all.append(words[i]).append(" ");
    return arithmetic(all);
  }
  if (name == "ls" && words.size() == 2 && !words[1].starts_with('-')) {
    std::string all;
    for (const auto& file : matchingFiles(words[1])) all.append(all.empty() ? "" : " ").append(file);
    return all.empty() || words[1].find_first_of("*?[") == std::string::npos ? unknown : all;
  }
  if (name == "dirname" && words.size() == 2) {
    const auto parent = fs::path(words[1]).parent_path().string();
    return parent.empty() ? "." : parent;
  }
  if (name == "basename" && (words.size() == 2 || words.size() == 3)) {
    std::string base = fs::path(words[1]).filename().string();
    if (words.size() == 3 && base.ends_with(words[2])) base.resize(base.size() - words[2].size());
    return base;
  }
  if (name == "seq" && (words.size() == 2 || words.size() == 3)) {
    const int from = words.size() == 3 ? std::atoi(words[1].c_str()) : 1, to = std::atoi(words.back().c_str());
    std::string all;
    if (to - from > 1000) return unknown;
    for (int i = from; i <= to; ++i) all.append(i > from ? " " : "").append(std::to_string(i));
    return all;
  }
  return unknown;
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

/// quoted: within double quotes. any: whether the field has begun (it may be empty: "").
void Walk::expandInto(std::string_view raw, bool quoted, std::string& field, Words& fields, bool& any) {
  for (std::size_t i = 0; i < raw.size();) {
    const char c = raw[i];
    if (c == '\\' && i + 1 < raw.size()) {
      if (quoted && std::string_view("$`\"\\\n").find(raw[i + 1]) == std::string_view::npos) field += c;
      if (raw[i + 1] != '\n') field += raw[i + 1];
      any = true;
      i += 2;
    } else if (c == '\'' && !quoted) {
      const auto end = std::min(raw.find('\'', i + 1), raw.size());
      field += raw.substr(i + 1, end - i - 1);
      any = true;
      i = std::min(end + 1, raw.size());
    } else if (c == '"' && !quoted) {
      std::size_t end = i + 1;
      while (end < raw.size() && raw[end] != '"') {
        if (raw[end] == '\\')
          ++end;
        else if (raw[end] == '$' && end + 1 < raw.size() && (raw[end + 1] == '(' || raw[end + 1] == '{'))
          end = std::min(behindBracket(raw, end + 1), raw.size()) - 1;
        ++end;
      }
      end = std::min(end, raw.size());
      const bool allArguments = raw.substr(i + 1, end - i - 1) == "$@" && arguments_.size() == 1;  // no field
      if (!allArguments) any = true;
      expandInto(raw.substr(i + 1, end - i - 1), true, field, fields, any);
      i = std::min(end + 1, raw.size());
    } else if (c == '$' || c == '`') {
      std::string value;
      i = expandDollar(raw, i, value);
      if (value.size() + field.size() > 100'000) value = std::string(1, unknownMark);
      if (quoted || value.find(unknownMark) != std::string::npos) {
        any = any || !value.empty();
        field += value;
        continue;
      }
      for (const char v : value)
        if (v == ' ' || v == '\n' || v == '\t') {
          if (any) fields.push_back(std::exchange(field, {}));
          any = false;
        } else {
          field += v;
          any = true;
        }
    } else if (!quoted && (c == ' ' || c == '\t' || c == '\n')) {  // within a command substitution
      if (any) fields.push_back(std::exchange(field, {}));
      any = false;
      ++i;
    } else {
      field += c;
      any = true;
      ++i;
    }
  }
}

Walk::Words Walk::expand(const std::string& raw) {
  Words fields;
  std::string field;
  bool any = false;
  expandInto(raw, false, field, fields, any);
  if (any) fields.push_back(field);
  return fields;
}

std::string Walk::expandDocument(const std::string& raw) {
  Words fields;
  std::string text;
  bool any = true;
  expandInto(raw, true, text, fields, any);
  return text;
}

std::string Walk::expandToOne(const std::string& raw) {
  std::string all;
  for (const auto& field : expand(raw)) all.append(all.empty() ? "" : " ").append(field);
  return all;
}

}  // namespace eagre::case_::shell
