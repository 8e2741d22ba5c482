// SPDX-License-Identifier: BSD-3-Clause
#include "fv/functions/function1_coefficients.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace eagre::fv {
namespace functions {
using config::Dictionary;
using config::Entry;
using config::Token;
using config::TokenReader;

namespace {

/// The dictionary of a function's coefficients: `keywordCoeffs`, or for a table in a file, before version 4 of openfoam.org and
/// v1706, one of the type's name, as tableFileCoeffs. nullptr: they stand beside the function.
const Entry* ownDictionary(const Dictionary& dict, const Entry& function) {
  const auto named = [&](const std::string& name) {
    const Entry* found = dict.findExact(name + "Coeffs");
    return found && found->isDict() ? found : nullptr;
  };
  if (const Entry* own = named(function.keyword)) return own;
  const std::string type = function.tokens.empty() ? "" : function.tokens.front().text;
  const bool ofFile = type == "tableFile" || type == "csvFile";
  return ofFile && !dict.has("file") && !dict.has("fileName") ? named(type) : nullptr;
}

}  // namespace

Coefficients::Coefficients(const Dictionary& dict, const std::string& keyword, Log* log,
                           const std::filesystem::path& caseDirectory)
    : keyword_(keyword), log_(log), caseDirectory_(caseDirectory) {
  const Entry* entry = dict.findExact(keyword);
  entry_ = entry ? entry : &dict.at(keyword);  // at() knows what to say
  const Entry* separate = entry_->isDict() ? nullptr : ownDictionary(dict, *entry_);
  if (entry_->isDict()) {
    dict_ = entry_->dict.get();
  } else if (separate) {
    separate_ = separate;
    dict_ = separate->dict.get();
    dict.find(separate->keyword);
  } else {
    dict_ = &dict;
    beside_ = true;
  }
  dict.find(keyword);
}

std::string Coefficients::type() const {
  if (entry_->isDict()) return dict_->get<std::string>("type");
  TokenReader reader = entry_->reader();
  return reader.peek().kind == Token::Kind::word ? reader.word() : std::string{};
}

bool Coefficients::namesFile() const {
  return entry_->isDict() && dict_->has("file") && !dict_->has(keyword_) && !dict_->has("values");
}

TokenReader Coefficients::inlineReader() const {
  // In a dictionary of its own v1912 repeats the keyword; openfoam.org and later versions have `values` and `value`.
  const std::string later = type() == "table" ? "values" : "value";
  const bool isLater = entry_->isDict() && !dict_->has(keyword_) && dict_->has(later);
  TokenReader reader = (entry_->isDict() ? dict_->at(isLater ? later : keyword_) : *entry_).reader();
  if (reader.peek().kind == Token::Kind::word) reader.next();
  return reader;
}

std::string Coefficients::choice(const std::string& key, const std::vector<std::string>& valid) {
  if (!dict_->has(key)) return valid.front();
  note(key);
  return dict_->getChoice(key, valid);
}

Token Coefficients::token(const std::string& key) {
  const Entry& entry = dict_->at(key);
  if (entry.isDict() || entry.tokens.empty()) fail(key + " must be text");
  note(key);
  return entry.tokens.front();
}

std::vector<Entry> Coefficients::entries() const {
  std::vector<Entry> all{*entry_};
  if (separate_) all.push_back(*separate_);
  all.insert(all.end(), beside_entries_.begin(), beside_entries_.end());
  return all;
}

void Coefficients::fail(const std::string& message) const {
  throw Error(entry_->place, fmt::format("function '{}': {}", keyword_, message));
}

void Coefficients::note(const std::string& key) {
  if (beside_) beside_entries_.push_back(*dict_->find(key));
}

std::filesystem::path Coefficients::file() {
  const std::string given = get<std::string>(!dict_->has("file") && dict_->has("fileName") ? "fileName" : "file");
  if (!caseDirectory_.empty()) return fileOfCase(given, caseDirectory_);
  return fileOfCase(given, std::filesystem::absolute(std::filesystem::path(entry_->place.file)).parent_path().parent_path());
}

}  // namespace functions

std::filesystem::path fileOfCase(std::string path, const std::filesystem::path& caseDirectory) {
  const std::string directory = std::filesystem::absolute(caseDirectory).string();  // a relative one would be added once more
  const std::pair<std::string, std::string> tags[] = {{"<case>", directory},
                                                      {"<constant>", directory + "/constant"},
                                                      {"<system>", directory + "/system"},
                                                      {"${FOAM_CASE}", directory},
                                                      {"$FOAM_CASE", directory}};
  for (const auto& [tag, text] : tags)
    if (const auto at = path.find(tag); at != std::string::npos) path.replace(at, tag.size(), text);
  for (std::size_t at; (at = path.find('$')) != std::string::npos;) {
    const bool braces = at + 1 < path.size() && path[at + 1] == '{';
    const std::size_t begin = at + (braces ? 2 : 1);
    std::size_t end = begin;
    while (end < path.size() && (std::isalnum(static_cast<unsigned char>(path[end])) || path[end] == '_')) ++end;
    const char* value = std::getenv(path.substr(begin, end - begin).c_str());
    path.replace(at, end + (braces && end < path.size() ? 1 : 0) - at, value ? value : "");
  }
  return std::filesystem::path(path).is_absolute() ? std::filesystem::path(path) : caseDirectory / path;
}

}  // namespace eagre::fv
