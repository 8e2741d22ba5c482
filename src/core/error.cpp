// SPDX-License-Identifier: BSD-3-Clause
#include "core/error.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/word_messages.hpp"

namespace eagre {
namespace {

/// More are not mended at a time, and each is compared with all before it.
constexpr std::size_t mostMessages = 1000;

/// Beyond this length nobody has mistyped a word, and the quadratic distance would cost time.
constexpr std::size_t longestWord = 200;

/// Of more words than this not all are printed: too many to be read on the way to the one that is meant.
constexpr std::size_t tooManyWords = 20;

/// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours cost 1 each.
std::size_t editDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> twoBack(b.size() + 1), previous(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substitution = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, substitution});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) current[j] = std::min(current[j], twoBack[j - 2] + 1);
    }
    twoBack.swap(previous);
    previous.swap(current);
  }
  return previous[b.size()];
}

std::string lowerCase(std::string_view word) {
  std::string result(word);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : static_cast<char>(c); });
  return result;
}

}  // namespace

std::string toString(const Place& place) { return place.line > 0 ? fmt::format("{}:{}", place.file, place.line) : place.file; }

Error::Error(const Place& place, const std::string& message, ExitCode code)
    : std::runtime_error(place.file.empty() && place.line == 0 ? message : toString(place) + ": " + message),
      code_(code),
      hasPlace_(!place.file.empty()) {}

void Problems::add(const std::string& message) {
  // A list of problems under the name of a file, which its lines say better, or of a tool's files, becomes those lines.
  const std::string_view separator = "\n  ";
  if (const auto end = message.find(separator);
      end != std::string::npos && (message.find(' ') > end || message.compare(0, end, "setFields cannot be done:") == 0)) {
    for (auto at = end; at != std::string::npos;) {
      const auto next = message.find(separator, at + 1), begin = at + separator.size();
      add(message.substr(begin, next == std::string::npos ? next : next - begin));
      at = next;
    }
    return;
  }
  if (messages_.size() > mostMessages) return;
  if (std::find(messages_.begin(), messages_.end(), message) != messages_.end()) return;
  messages_.push_back(messages_.size() < mostMessages ? message : "there are more problems, which are not listed");
}

void Problems::add(const Place& place, const std::string& message) { add(Error(place, message).what()); }

void Problems::throwIfAny(const std::string& heading) const {
  if (messages_.empty()) return;
  std::string text = heading;
  for (const std::string& message : messages_) text += "\n  " + message;
  throw Error(text, ExitCode::badCase);
}

std::string nearestWord(std::string_view word, std::span<const std::string> candidates) {
  return nearestWord(word, candidates, word.size() < 5 ? 1 : std::max<std::size_t>(2, word.size() / 3));
}

std::string nearestWord(std::string_view word, std::span<const std::string> candidates, std::size_t tolerated) {
  if (word.empty() || word.size() > longestWord) return {};
  const std::string wanted = lowerCase(word);
  std::string best;
  std::size_t bestDistance = tolerated + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.empty() || candidate.size() > longestWord) continue;
    // A word of one or two letters is not "near" one it has no letter in common with.
    const std::size_t distance = editDistance(wanted, lowerCase(candidate));
    if (distance < bestDistance && distance < std::max(wanted.size(), candidate.size())) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

std::vector<std::string> nearestWords(std::string_view word, std::span<const std::string> candidates, std::size_t n) {
  const std::string wanted = lowerCase(word.substr(0, longestWord));
  std::vector<std::pair<double, std::string>> ranked;
  for (const std::string& candidate : candidates)
    if (!candidate.empty() && candidate.size() <= longestWord)
      ranked.emplace_back(static_cast<double>(editDistance(wanted, lowerCase(candidate))) /
                              static_cast<double>(std::max(wanted.size(), candidate.size())),
                          candidate);
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> nearest;
  for (const auto& [distance, candidate] : ranked)
    if (nearest.size() < n) nearest.push_back(candidate);
  return nearest;
}

std::string wordsToChooseFrom(std::string_view word, std::span<const std::string> valid, std::string_view kind) {
  constexpr std::size_t few = 5;
  if (valid.size() <= tooManyWords) return fmt::format("{}", fmt::join(valid, ", "));
  std::string text = fmt::format("{} and {} more", fmt::join(nearestWords(word, valid, few), ", "), valid.size() - few);
  if (!kind.empty()) text += fmt::format("; `eagre list {}` prints all", kind);
  return text;
}

std::string unknownWordMessage(std::string_view what, std::string_view word, std::span<const std::string> valid,
                               std::string_view kind) {
  std::string message = fmt::format("unknown {} '{}'", what, word);
  const std::string near = nearestWord(word, valid);
  if (!near.empty()) message += fmt::format("; did you mean '{}'?", near);
  if (!valid.empty() && (near.empty() || valid.size() <= tooManyWords)) {
    message += message.back() == '?' ? " Valid: " : "; valid: ";
    message += wordsToChooseFrom(word, valid, kind);
  }
  return message;
}

std::string unknownWordMessage(std::string_view what, std::string_view word, std::span<const std::string> valid) {
  return unknownWordMessage(what, word, valid, {});
}

}  // namespace eagre
