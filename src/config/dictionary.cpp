// SPDX-License-Identifier: BSD-3-Clause
#include "config/dictionary.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "config/pattern.hpp"
#include "config/tokenizer.hpp"

namespace eagre::config {

Dictionary::Dictionary(const Dictionary& other)
    : name_(other.name_),
      place_(other.place_),
      entries_(other.entries_),
      patterns_(other.patterns_),
      index_(other.index_),
      used_(other.used_),
      unmerged_(other.unmerged_),
      remarks_(other.remarks_),
      defect_(other.defect_) {
  for (Entry& entry : entries_)
    if (entry.dict) entry.dict = std::make_shared<Dictionary>(*entry.dict);
}

Dictionary& Dictionary::operator=(const Dictionary& other) {
  if (this != &other) *this = Dictionary(other);
  return *this;
}

std::vector<std::string> Dictionary::toc() const {
  std::vector<std::string> keywords;
  keywords.reserve(entries_.size());
  for (const Entry& entry : entries_) keywords.push_back(entry.keyword);
  return keywords;
}

// Look-up

std::size_t Dictionary::locateExact(std::string_view keyword) const {
  const auto found = index_.find(keyword);
  return found == index_.end() ? none : found->second;
}

std::size_t Dictionary::locate(std::string_view keyword) const {
  if (const std::size_t exact = locateExact(keyword); exact != none) return exact;
  for (std::size_t i = entries_.size(); i-- > 0;)
    if (patterns_[i] && patterns_[i]->matches(keyword)) return i;
  return none;
}

const Entry* Dictionary::found(std::size_t position, std::string_view keyword) const {
  if (position != none) {
    used_[position] = Use::lookUp;
    return &entries_[position];
  }
  if (std::find(missed_.begin(), missed_.end(), keyword) == missed_.end()) missed_.emplace_back(keyword);
  return nullptr;
}

const Entry* Dictionary::find(std::string_view keyword) const { return found(locate(keyword), keyword); }
const Entry* Dictionary::findExact(std::string_view keyword) const { return found(locateExact(keyword), keyword); }

std::string Dictionary::scope() const {
  const std::string prefix = place_.file + ".";
  return name_.starts_with(prefix) ? name_.substr(prefix.size()) : name_ == place_.file ? std::string() : name_;
}

void Dictionary::failMissing(std::string_view keyword) const {
  std::string message = fmt::format("keyword '{}' is missing", keyword);
  if (const std::string where = scope(); !where.empty()) message += " in " + where;
  std::vector<std::string> keywords = toc();
  std::erase(keywords, "FoamFile");
  if (const std::string near = nearestWord(keyword, keywords); !near.empty())
    message += fmt::format("; did you mean '{}'?", near);
  // What a missing ';' swallows: an entry of an earlier line, or what the reader has ignored.
  for (const Entry& entry : entries_)
    for (const Token& token : entry.tokens)
      if (token.kind == Token::Kind::word && token.text == keyword && token.line > entry.place.line)
        message += fmt::format("; the word stands in line {}, within the entry '{}': is a ';' missing before it?", token.line,
                               entry.keyword);
  constexpr std::size_t shown = 40;
  if (keywords.empty()) {
    message += "; it is empty";
  } else {
    message += message.back() == '?' ? " There are: " : "; there are: ";
    message += fmt::format("{}", fmt::join(keywords.begin(), keywords.begin() + std::min(shown, keywords.size()), ", "));
    if (keywords.size() > shown) message += fmt::format(", and {} more", keywords.size() - shown);
  }
  for (const Unmerged& each : unmerged_)
    message += fmt::format("; '{}' of line {} names no dictionary", each.macro, each.place.line);
  throw Error(place_, message);
}

const Entry& Dictionary::at(std::string_view keyword) const {
  if (const Entry* const entry = find(keyword)) return *entry;
  failMissing(keyword);
}

const Dictionary* Dictionary::findDict(std::string_view keyword) const {
  const Entry* const entry = find(keyword);
  if (!entry) return nullptr;
  if (!entry->dict) throw Error(entry->place, fmt::format("'{}' is a value where a dictionary {{..}} is expected", keyword));
  return entry->dict.get();
}

const Dictionary& Dictionary::subDict(std::string_view keyword) const {
  if (const Dictionary* const dict = findDict(keyword)) return *dict;
  failMissing(keyword);
}

// Making and changing

Entry& Dictionary::set(Entry entry) {
  const std::size_t there = locateExact(entry.keyword);
  // Of patterns the one defined last wins: a pattern defined again goes to the end.
  const bool keepsItsPlace = there != none && !entry.isPattern && !entries_[there].isPattern;
  std::shared_ptr<const Pattern> pattern;
  if (entry.isPattern) pattern = std::make_shared<const Pattern>(entry.keyword, entry.place);
  if (keepsItsPlace) {
    entries_[there] = std::move(entry);
    used_[there] = Use::none;
    return entries_[there];
  }
  if (there != none) remove(entry.keyword);
  index_.emplace(entry.keyword, entries_.size());
  entries_.push_back(std::move(entry));
  patterns_.push_back(std::move(pattern));
  used_.push_back(Use::none);
  return entries_.back();
}

void Dictionary::set(std::string_view keyword, std::string_view text) {
  Entry entry;
  entry.keyword = keyword;
  entry.place = place_;
  GrowthBudget budget(ReadOptions{}.growthLimit);
  Tokenizer tokenizer(text, place_.file, budget);
  for (Token token; tokenizer.next(token);) {
    token.line = place_.line;
    entry.tokens.push_back(std::move(token));
  }
  set(std::move(entry));
}

Dictionary& Dictionary::setDict(std::string_view keyword) {
  if (const std::size_t i = locateExact(keyword); i != none && entries_[i].dict) return *entries_[i].dict;
  Entry entry;
  entry.keyword = keyword;
  entry.place = place_;
  entry.dict = std::make_shared<Dictionary>(fmt::format("{}.{}", name_, keyword), place_);
  return *set(std::move(entry)).dict;
}

template <class Predicate>
std::size_t Dictionary::removeIf(const Predicate& isUnwanted) {
  std::size_t kept = 0;
  index_.clear();
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    if (isUnwanted(entries_[i])) continue;
    if (kept != i) {
      entries_[kept] = std::move(entries_[i]);
      patterns_[kept] = std::move(patterns_[i]);
      used_[kept] = used_[i];
    }
    index_.emplace(entries_[kept].keyword, kept);
    ++kept;
  }
  const std::size_t removed = entries_.size() - kept;
  entries_.resize(kept);
  patterns_.resize(kept);
  used_.resize(kept);
  return removed;
}

bool Dictionary::remove(std::string_view keyword) {
  if (locateExact(keyword) == none) return false;
  return removeIf([&](const Entry& entry) { return entry.keyword == keyword; }) > 0;
}

std::size_t Dictionary::removeMatching(const std::string& expression, const Place& place) {
  const Pattern pattern(expression, place);
  return removeIf([&](const Entry& entry) { return entry.keyword == expression || pattern.matches(entry.keyword); });
}

void Dictionary::merge(const Dictionary& other) {
  if (this == &other) return;
  unmerged_.insert(unmerged_.end(), other.unmerged_.begin(), other.unmerged_.end());
  remarks_.insert(remarks_.end(), other.remarks_.begin(), other.remarks_.end());
  if (defect_.empty()) defect_ = other.defect_;
  for (const Entry& entry : other.entries_) {
    const std::size_t there = locateExact(entry.keyword);
    if (there != none && entries_[there].dict && entry.dict) {
      entries_[there].dict->merge(*entry.dict);
      continue;
    }
    Entry copy = entry;
    if (copy.dict) copy.dict = std::make_shared<Dictionary>(*copy.dict);
    set(std::move(copy));
  }
}

// Use

void Dictionary::markAllUsed() const {
  for (Use& use : used_) use = std::max(use, Use::macro);
  for (const Entry& entry : entries_)
    if (entry.dict) entry.dict->markAllUsed();
}

void Dictionary::appendUnused(const std::string& prefix, std::vector<std::string>& names) const {
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const std::string name = prefix + "." + entries_[i].keyword;
    const bool used = used_[i] != Use::none;
    if (!used && entries_[i].keyword != "FoamFile") names.push_back(name);
    if (used && entries_[i].dict && entries_[i].keyword != "FoamFile") entries_[i].dict->appendUnused(name, names);
  }
}

std::vector<std::string> Dictionary::unusedEntries() const {
  std::vector<std::string> names;
  appendUnused(name_, names);
  return names;
}

void Dictionary::warn(const Place& place, const std::string& message) const {
  remarks_.push_back(fmt::format("{}: {}", eagre::toString(place), message));
}

void Dictionary::appendMisspelt(std::vector<std::string>& messages) const {
  messages.insert(messages.end(), remarks_.begin(), remarks_.end());
  for (const Unmerged& each : unmerged_)
    messages.push_back(fmt::format("{}: '{}': there is no such dictionary in this or an enclosing one, so nothing is merged here",
                                   eagre::toString(each.place), each.macro));
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if (entry.dict) entry.dict->appendMisspelt(messages);
    if (used_[i] == Use::lookUp || entry.isPattern) continue;
    // One that was looked for before it was put there is no slip of the pen.
    if (const std::string near = nearestWord(entry.keyword, missed_, 1); !near.empty() && near != entry.keyword)
      messages.push_back(
          fmt::format("{}: '{}' is not used; did you mean '{}'?", eagre::toString(entry.place), entry.keyword, near));
  }
}

std::vector<std::string> Dictionary::misspeltEntries() const {
  std::vector<std::string> messages;
  appendMisspelt(messages);
  return messages;
}

void Dictionary::checkKeywords(std::span<const std::string> valid) const {
  Problems problems;
  const std::string what = scope().empty() ? "keyword" : "keyword of " + scope();
  for (const Entry& entry : entries_)
    if (entry.keyword != "FoamFile" && std::find(valid.begin(), valid.end(), entry.keyword) == valid.end())
      problems.add(entry.place, unknownWordMessage(what, entry.keyword, valid));
  if (problems.messages().size() == 1) throw Error(problems.messages().front(), ExitCode::badCase);
  problems.throwIfAny(fmt::format("{}: unknown keywords", eagre::toString(place_)));
}

}  // namespace eagre::config
