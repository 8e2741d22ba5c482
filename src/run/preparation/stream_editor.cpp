// SPDX-License-Identifier: BSD-3-Clause
#include "run/preparation/stream_editor.hpp"

#include <fmt/format.h>
#include <regex.h>

#include <array>
#include <cctype>

#include "core/error.hpp"
#include "core/one_of.hpp"

namespace eagre::run::preparation {

namespace {

/// Reads the commands of a script from left to right.
class ScriptReader {
 public:
  ScriptReader(const std::string& script, std::vector<SedCall::Command>& commands) : text_(script), commands_(commands) {}

  bool read() {
    for (skip(); at_ < text_.size(); skip())
      if (!readCommand()) return false;
    return true;
  }

 private:
  void skip() {
    while (at_ < text_.size() && (std::isspace(static_cast<unsigned char>(text_[at_])) || text_[at_] == ';')) ++at_;
  }
  /// Up to the delimiter, which is passed; a delimiter behind a backslash stands for itself. Nothing: it is not closed.
  std::optional<std::string> upTo(char delimiter) {
    std::string part;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == delimiter) {
        ++at_;
        return part;
      }
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        if (text_[at_ + 1] != delimiter) part += '\\';
        ++at_;
      }
      part += text_[at_];
    }
    return std::nullopt;
  }
  bool readAddress(SedCall::Command& command) {
    while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])) && command.line < 1'000'000)
      command.line = 10 * command.line + static_cast<std::size_t>(text_[at_++] - '0');
    if (command.line > 0 || at_ >= text_.size() || text_[at_] != '/') return true;
    ++at_;
    const auto address = upTo('/');
    if (address) command.address = *address;
    return address && !address->empty();
  }
  bool readCommand() {
    SedCall::Command command;
    if (!readAddress(command) || at_ >= text_.size()) return false;
    command.name = text_[at_++];
    if (command.name == 's' && !readSubstitution(command)) return false;
    if (command.name != 's' && command.name != 'd') return false;
    commands_.push_back(std::move(command));
    return at_ == text_.size() || text_[at_] == ';' || std::isspace(static_cast<unsigned char>(text_[at_]));
  }
  bool readSubstitution(SedCall::Command& command) {
    if (at_ >= text_.size() || text_[at_] == '\n' || text_[at_] == '\\') return false;
    const char delimiter = text_[at_++];
    const auto pattern = upTo(delimiter);
    const auto replacement = pattern ? upTo(delimiter) : std::nullopt;
    if (!replacement || pattern->empty()) return false;
    command.pattern = *pattern;
    command.replacement = *replacement;
    for (; at_ < text_.size() && std::isalnum(static_cast<unsigned char>(text_[at_])); ++at_) {
      const char flag = text_[at_];
      if (flag != 'g' && flag != 'i' && flag != 'I') return false;
      (flag == 'g' ? command.global : command.ignoresCase) = true;
    }
    return true;
  }

  const std::string& text_;
  std::vector<SedCall::Command>& commands_;
  std::size_t at_ = 0;
};

/// A regular expression of the C library, which is the one that sed uses.
class Pattern {
 public:
  static constexpr std::size_t nGroups = 10;
  using Match = std::array<regmatch_t, nGroups>;

  Pattern(const std::string& text, bool extended, bool ignoresCase) {
    const int failure = regcomp(&compiled_, text.c_str(), (extended ? REG_EXTENDED : 0) | (ignoresCase ? REG_ICASE : 0));
    if (failure == 0) return;
    std::array<char, 200> reason{};
    regerror(failure, &compiled_, reason.data(), reason.size());
    throw Error(fmt::format("sed: '{}' is no regular expression: {}", text, reason.data()), ExitCode::badCase);
  }
  ~Pattern() { regfree(&compiled_); }
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;
  bool find(const char* text, bool begins, Match& match) const {
    return regexec(&compiled_, text, match.size(), match.data(), begins ? 0 : REG_NOTBOL) == 0;
  }

 private:
  regex_t compiled_{};
};

/// What stands in place of a match: & is all of it, \1 a group, \n a line's end.
std::string replacementOf(const std::string& form, const char* text, const Pattern::Match& match) {
  std::string result;
  const auto add = [&](std::size_t group) {
    if (match[group].rm_so >= 0) result.append(text + match[group].rm_so, text + match[group].rm_eo);
  };
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] == '&') {
      add(0);
    } else if (form[i] == '\\' && i + 1 < form.size()) {
      const char c = form[++i];
      if (std::isdigit(static_cast<unsigned char>(c)))
        add(static_cast<std::size_t>(c - '0'));
      else
        result += c == 'n' ? '\n' : c == 't' ? '\t' : c;
    } else {
      result += form[i];
    }
  }
  return result;
}

std::string substituted(const std::string& line, const SedCall::Command& command, const Pattern& pattern) {
  std::string result;
  const char* rest = line.c_str();
  Pattern::Match match;
  bool behindMatch = false;  // where an empty match does not count
  for (bool first = true; pattern.find(rest, first, match); first = false) {
    const bool empty = match[0].rm_eo == match[0].rm_so;
    result.append(rest, rest + match[0].rm_so);
    if (!empty || !behindMatch || match[0].rm_so > 0) result += replacementOf(command.replacement, rest, match);
    rest += match[0].rm_eo;
    if (!command.global || (empty && !*rest)) break;
    if (empty) result += *rest++;
    behindMatch = !empty;
  }
  return result + rest;
}

}  // namespace

static bool isInPlace(const std::string& option) { return option.starts_with("-i") || option.starts_with("--in-place"); }

/// Of the copies that -i.bak or --in-place=.bak keeps.
static std::string suffixOf(const std::string& option) {
  if (option.starts_with("-i")) return option.substr(2);
  const std::size_t equals = option.find('=');
  return equals == std::string::npos ? "" : option.substr(equals + 1);
}

std::optional<SedCall> readSedCall(const std::vector<std::string>& arguments) {
  SedCall call;
  bool hasScript = false;
  const auto script = [&](const std::string& text) {
    hasScript = true;
    return ScriptReader(text, call.commands).read();
  };
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    if (isInPlace(a)) {
      call.inPlace = true;
      if (a.find_first_of("/*") != std::string::npos) return std::nullopt;  // a copy in another directory
      call.suffix = suffixOf(a);
    } else if (isOneOf(a, {"-r", "-E", "--regexp-extended"})) {
      call.extended = true;
    } else if (a == "-e" && i + 1 < arguments.size()) {
      if (!script(arguments[++i])) return std::nullopt;
    } else if (a.starts_with("-") && a != "-s") {
      return std::nullopt;
    } else if (!a.starts_with("-")) {
      call.files.push_back(a);
    }
  }
  if (!hasScript) {
    if (call.files.empty() || !script(call.files.front())) return std::nullopt;
    call.files.erase(call.files.begin());
  }
  return call.files.empty() ? std::nullopt : std::optional(call);
}

std::string edited(const std::string& text, const SedCall& call) {
  std::string result = text;
  for (const auto& command : call.commands) {
    const std::optional<Pattern> pattern =
        command.name == 's' ? std::optional<Pattern>(std::in_place, command.pattern, call.extended, command.ignoresCase)
                            : std::nullopt;
    const std::optional<Pattern> address =
        command.address.empty() ? std::nullopt : std::optional<Pattern>(std::in_place, command.address, call.extended, false);
    std::string after;
    std::size_t number = 0;
    Pattern::Match match;
    for (std::size_t begin = 0; begin < result.size();) {
      const std::size_t end = std::min(result.find('\n', begin), result.size());
      const std::string line = result.substr(begin, end - begin);
      ++number;
      const bool meant = (command.line == 0 || command.line == number) && (!address || address->find(line.c_str(), true, match));
      if (!meant)
        after += line;
      else if (pattern)
        after += substituted(line, command, *pattern);
      if (end < result.size() && (!meant || pattern)) after += '\n';
      begin = end + 1;
    }
    result = std::move(after);
  }
  return result;
}

}  // namespace eagre::run::preparation
