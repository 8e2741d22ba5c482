// SPDX-License-Identifier: BSD-3-Clause
#include "config/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "config/edit.hpp"
#include "core/one_of.hpp"
#include "core/untrusted.hpp"

namespace eagre::config {

namespace {

[[noreturn]] void fail(const std::string& setting, const std::string& message) {
  throw Error(fmt::format("--set {}: {}", setting, message), ExitCode::usage);
}

/// Where the string that begins at i ends; value.size(): it does not.
std::size_t endOfString(const std::string& value, std::size_t i) {
  for (++i; i < value.size() && value[i] != '"'; ++i) i += value[i] == '\\' ? 1 : 0;
  return std::min(i, value.size());
}

char closing(char opening) { return opening == '(' ? ')' : opening == '{' ? '}' : ']'; }

/// What is wrong with the text of a value; empty: nothing.
std::string wrongValue(const std::string& value) {
  std::string open;
  for (std::size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (c == '"') {
      i = endOfString(value, i);
      if (i == value.size()) return "a string is not closed";
    } else if (isOneOf(c, "({[")) {
      open += closing(c);
    } else if (isOneOf(c, ")}]")) {
      if (open.empty() || open.back() != c) return fmt::format("'{}' closes nothing", c);
      open.pop_back();
    } else if (c == ';' && open.find('}') == open.npos) {
      return "its value must not have a ';' outside of braces";
    }
  }
  return open.empty() ? "" : fmt::format("'{}' is missing", open.back());
}

/// Without a mark that it was looked for.
const Entry* entryOf(const Dictionary& dictionary, const std::string& keyword) {
  const auto& all = dictionary.entries();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Entry& e) { return e.keyword == keyword; });
  return found == all.end() ? nullptr : &*found;
}

std::vector<std::string> wordsOf(const GivenEntry& setting) {
  const char separator = setting.entry.find('/') != std::string::npos ? '/' : '.';
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : setting.entry)
    if (c == '"')
      quoted = !quoted;
    else if (c == separator && !quoted)
      words.emplace_back();
    else
      words.back() += c;
  std::erase(words, std::string());
  return words;
}

[[noreturn]] void failNoDictionary(const GivenEntry& setting, const Dictionary& dictionary, const std::string& word) {
  std::vector<std::string> there;
  for (const Entry& entry : dictionary.entries())
    if (entry.isDict() && entry.keyword != "FoamFile") there.push_back(entry.keyword);
  if (const Entry* value = entryOf(dictionary, word)) fail(setting.text(), fmt::format("'{}' is no dictionary", value->keyword));
  if (there.empty()) fail(setting.text(), fmt::format("{} has no dictionary '{}', and no other", dictionary.name(), word));
  fail(setting.text(),
       fmt::format("{} has no such dictionary: {}", dictionary.name(), unknownWordMessage("dictionary", word, there)));
}

/// The dictionary of the last of these keywords, and its entry; null: it is not there.
std::pair<const Dictionary*, const Entry*> walk(const std::vector<std::string>& keywords, const Dictionary& dictionary) {
  const Dictionary* within = &dictionary;
  const Entry* entry = nullptr;
  for (const std::string& keyword : keywords) {
    if (entry) within = entry->dict.get();
    entry = entryOf(*within, keyword);
    if (!entry) break;
  }
  return {within, entry};
}

}  // namespace

GivenEntry parseGivenEntry(const std::string& word) {
  const std::size_t colon = word.find(':'), equals = colon == word.npos ? word.npos : word.find('=', colon);
  if (equals == word.npos || colon == 0 || equals == colon + 1 || equals + 1 == word.size())
    fail(word, "FILE:ENTRY=VALUE is expected, as in constant/transportProperties:water.nu=1e-5");
  GivenEntry setting{word.substr(0, colon), word.substr(colon + 1, equals - colon - 1), word.substr(equals + 1)};
  setting.file = std::filesystem::path(setting.file).lexically_normal().string();
  if (!isInside(setting.file) || setting.file.find('/') == setting.file.npos)
    fail(word, fmt::format("'{}' is no file in a folder of the case (as system/fvSolution)", setting.file));
  if (wordsOf(setting).empty()) fail(word, "the entry is not named");
  if (const std::string wrong = wrongValue(setting.value); !wrong.empty()) fail(word, wrong);
  return setting;
}

std::vector<std::string> keywordsOf(const GivenEntry& setting, const Dictionary& dictionary) {
  const auto words = wordsOf(setting);
  const bool dotted = setting.entry.find('/') == std::string::npos;
  std::vector<std::string> keywords;
  const Dictionary* within = &dictionary;
  for (std::size_t i = 0; i < words.size();) {
    // A keyword may have dots of its own (alpha.water): the longest that is there.
    const Entry* found = nullptr;
    std::size_t behind = dotted ? words.size() : i + 1;
    for (; behind > i; --behind) {
      found = entryOf(*within, fmt::format("{}", fmt::join(words.begin() + static_cast<std::ptrdiff_t>(i),
                                                           words.begin() + static_cast<std::ptrdiff_t>(behind), ".")));
      if (found && (behind == words.size() || found->isDict())) break;
      found = nullptr;
    }
    if (!found && i + 1 < words.size()) failNoDictionary(setting, *within, words[i]);
    keywords.push_back(found ? found->keyword : words[i]);
    i = found ? behind : words.size();
    if (found && found->isDict()) within = found->dict.get();
  }
  return keywords;
}

Dictionary readWith(const std::vector<GivenEntry>& settings, const std::filesystem::path& caseDirectory,
                    const std::string& relative, const ReadOptions& options) {
  const std::filesystem::path file = caseDirectory / relative;
  Dictionary dictionary = Dictionary::read(file, options);
  if (std::ranges::none_of(settings, [&](const GivenEntry& s) { return s.file == relative; })) return dictionary;
  std::string text = readFileText(file);
  for (const GivenEntry& setting : settings) {
    if (setting.file != relative) continue;
    const auto keywords = keywordsOf(setting, dictionary);
    const auto fromElsewhere = [&](const Entry* entry) {
      fail(setting.text(), fmt::format("{} takes this from {}; change it there", relative,
                                       entry ? toString(entry->place) : std::string("another file")));
    };
    try {
      const std::string path = fmt::format("/{}", fmt::join(keywords, "/"));
      text = withEntry(std::move(text), path, setting.value, relative);
    } catch (const Error&) { fromElsewhere(walk({keywords.begin(), keywords.end() - 1}, dictionary).second); }
    dictionary = readText(file, text, options);
    const Entry* const entry = walk(keywords, dictionary).second;
    if (!entry || (!entry->isDict() && entry->place.file != dictionary.name())) fromElsewhere(entry);
  }
  return dictionary;
}

void apply(const GivenEntry& setting, Dictionary& dictionary) {
  const auto keywords = keywordsOf(setting, dictionary);
  Dictionary* within = &dictionary;
  for (std::size_t i = 0; i + 1 < keywords.size(); ++i) within = &within->setDict(keywords[i]);
  if (!setting.value.starts_with('{')) return within->set(keywords.back(), setting.value);
  within->remove(keywords.back());
  within->setDict(keywords.back()).merge(Dictionary::parse(setting.value, within->name() + "." + keywords.back()));
}

bool isUnused(const GivenEntry& setting, const Dictionary& dictionary) {
  std::vector<std::string> keywords;
  try {
    keywords = keywordsOf(setting, dictionary);
  } catch (const Error&) { return false; }  // it has been read as something else, in the words of v1912
  const auto unused = dictionary.unusedEntries();
  std::string name = dictionary.name();
  return std::ranges::any_of(keywords, [&](const std::string& keyword) {
    name += "." + keyword;
    return std::ranges::find(unused, name) != unused.end();
  });
}

}  // namespace eagre::config
