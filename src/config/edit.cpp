// SPDX-License-Identifier: BSD-3-Clause
#include "config/edit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "core/error.hpp"
#include "core/one_of.hpp"

namespace eagre::config {

namespace {

constexpr std::size_t npos = std::string_view::npos;

/// Where an entry is in the text: [keyword, end) with its `;` or `}`; its value is [value, valueEnd).
struct Span {
  std::size_t keyword, value, valueEnd, end;
  bool isDictionary;
};

class Scanner {
 public:
  Scanner(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  std::size_t size() const { return text_.size(); }

  /// The last entry of that keyword between two places, as the last one counts.
  std::optional<Span> find(std::size_t at, std::size_t end, std::string_view keyword) const {
    std::optional<Span> found;
    while ((at = skipBlanks(at)) < end) {
      if (text_[at] == ';' || text_[at] == '}') {
        ++at;
      } else if (text_[at] == '#') {
        at = std::min(text_.find('\n', at), end);
      } else {
        const Span span = entry(at);
        if (word(span.keyword) == keyword) found = span;
        at = span.end;
      }
    }
    return found;
  }

 private:
  std::size_t skipBlanks(std::size_t at) const {
    while (at < text_.size()) {
      if (static_cast<unsigned char>(text_[at]) <= ' ')
        ++at;
      else if (const std::size_t behind = skipComment(at); behind != at)
        at = behind;
      else
        break;
    }
    return at;
  }

  std::size_t skipComment(std::size_t at) const {
    if (text_.substr(at, 2) == "//") return std::min(text_.find('\n', at), text_.size());
    if (text_.substr(at, 2) != "/*") return at;
    const std::size_t close = text_.find("*/", at + 2);
    return close == npos ? text_.size() : close + 2;
  }

  std::size_t skipString(std::size_t at) const {
    for (++at; at < text_.size() && text_[at] != '"'; ++at)
      if (text_[at] == '\\') ++at;
    return at + 1;
  }

  /// Behind a keyword: div(phi,U) is one, and so is "(U|k)".
  std::size_t skipKeyword(std::size_t at) const {
    if (text_[at] == '"') return skipString(at);
    for (int depth = 0; at < text_.size(); ++at) {
      const char c = text_[at];
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (static_cast<unsigned char>(c) <= ' ' || c == ';' || c == '{' || (c == '}' && depth <= 0)) break;
    }
    return at;
  }

  std::string_view word(std::size_t at) const {
    const std::string_view whole = text_.substr(at, skipKeyword(at) - at);
    return whole.size() > 1 && whole.front() == '"' ? whole.substr(1, whole.size() - 2) : whole;
  }

  Span entry(std::size_t at) const {
    const std::size_t behind = std::max(skipKeyword(at), at + 1), value = skipBlanks(behind);
    int depth = 0;
    const bool isDictionary = value < text_.size() && text_[value] == '{';
    for (std::size_t i = value; i < text_.size();) {
      const char c = text_[i];
      if (const std::size_t next = skipComment(i); next != i) {
        i = next;
        continue;
      }
      if (c == '"') {
        i = skipString(i);
        continue;
      }
      depth += isOneOf(c, "{([") ? 1 : isOneOf(c, "})]") ? -1 : 0;
      if (isDictionary && depth == 0) return {at, value, i + 1, i + 1, true};
      if (!isDictionary && c == ';' && depth == 0) return {at, value, i, i + 1, false};
      ++i;
    }
    const auto line = std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1;
    throw Error({file_, static_cast<int>(line)}, fmt::format("the entry '{}' is not closed", word(at)));
  }

  std::string_view text_;
  const std::string& file_;
};

struct Located {
  std::optional<Span> entry;
  std::size_t end;  ///< of the dictionary that it is in, or belongs into
  std::string keyword;
};

std::vector<std::string> split(std::string_view path) {
  std::vector<std::string> words(1);
  const char separator = path.find('/') != npos ? '/' : '.';
  for (const char c : path)
    if (c == separator)
      words.emplace_back();
    else
      words.back() += c;
  std::erase(words, std::string());
  return words;
}

Located locate(std::string_view text, std::string_view path, const std::string& file) {
  const Scanner scanner(text, file);
  // A keyword may have a '.' of its own: alpha.water.
  if (const auto whole = scanner.find(0, scanner.size(), path)) return {whole, scanner.size(), std::string(path)};
  const auto words = split(path);
  if (words.empty()) throw Error({file, 0}, "an entry has a keyword");
  std::size_t begin = 0, end = scanner.size();
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const auto inner = scanner.find(begin, end, words[i]);
    if (!inner || !inner->isDictionary) throw Error({file, 0}, fmt::format("there is no dictionary '{}' of {}", words[i], path));
    begin = inner->value + 1;
    end = inner->valueEnd - 1;
  }
  return {scanner.find(begin, end, words.back()), end, words.back()};
}

}  // namespace

std::string withEntry(std::string text, std::string_view path, std::string_view value, const std::string& file) {
  const Located at = locate(text, path, file);
  const bool isDictionary = value.starts_with('{');
  const std::string closed = std::string(value) + (isDictionary ? "" : ";");
  if (!at.entry) return text.insert(at.end, fmt::format("\n{} {}\n", at.keyword, closed));
  const std::string gap = at.entry->value > at.entry->keyword + at.keyword.size() ? "" : " ";
  return text.replace(at.entry->value, at.entry->end - at.entry->value, gap + closed);
}

std::string withoutEntry(std::string text, std::string_view path, const std::string& file) {
  const Located at = locate(text, path, file);
  return at.entry ? text.erase(at.entry->keyword, at.entry->end - at.entry->keyword) : text;
}

std::string entryText(std::string_view text, std::string_view path, const std::string& file) {
  const Located at = locate(text, path, file);
  return at.entry ? std::string(text.substr(at.entry->value, at.entry->valueEnd - at.entry->value)) : std::string();
}

}  // namespace eagre::config
