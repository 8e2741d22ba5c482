// SPDX-License-Identifier: BSD-3-Clause
#include "config/pattern.hpp"

#include <fmt/format.h>
#include <regex.h>

#include <algorithm>
#include <array>

namespace eagre::config {
namespace {

/// The largest number within the braces of an interval {n,m}; 0 if they hold anything else.
std::size_t largestRepetition(std::string_view interval) {
  std::size_t largest = 0;
  for (std::size_t number = 0; const char c : interval) {
    if (c == ',')
      number = 0;
    else if (c >= '0' && c <= '9' && number < 1000)
      number = 10 * number + static_cast<std::size_t>(c - '0');
    else
      return 0;
    largest = std::max(largest, number);
  }
  return largest;
}

/// regcomp writes repetitions out, x{3} as xxx and x+ as xx*, so that those of groups multiply: refuses what would grow
/// beyond all measure. Back-references could take forever to match.
void checkHarmless(const std::string& expression, const Place& place) {
  constexpr std::size_t largestSize = 100'000;
  if (expression.find('\0') != std::string::npos) throw Error(place, "regular expression with a null character");
  std::size_t size = expression.size(), factor = 1;
  char previous = '\0';
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    if (c == '\\' && i + 1 < expression.size()) {
      if (expression[i + 1] >= '1' && expression[i + 1] <= '9')
        throw Error(place, fmt::format("regular expression \"{}\": back-references are not supported", expression));
      ++i;
    }
    std::size_t copies = c == '+' ? 2 : 1;
    if (c == '{') copies = largestRepetition(std::string_view(expression).substr(i + 1, expression.find('}', i) - i - 1));
    const bool repeatsGroup = previous == ')' || previous == '}' || previous == '+' || previous == '*' || previous == '?';
    if (c == '{' && copies == 0) copies = 1;
    if (copies > 1 && repeatsGroup) factor *= copies;
    if (copies > 1 && !repeatsGroup) size += copies;
    if (size > largestSize / factor)
      throw Error(place, fmt::format("regular expression \"{}...\" is too long or repeats too much", expression.substr(0, 60)));
    previous = c == '\\' ? 'x' : c;
  }
}

}  // namespace

struct Pattern::Compiled {
  regex_t regex;
  explicit Compiled(const std::string& expression, const Place& place) {
    constexpr std::string_view ignoringCase = "(?i)";
    const bool ignoresCase = expression.starts_with(ignoringCase);
    const char* const text = expression.c_str() + (ignoresCase ? ignoringCase.size() : 0);
    const int status = regcomp(&regex, text, REG_EXTENDED | (ignoresCase ? REG_ICASE : 0));
    if (status != 0) {
      std::array<char, 200> reason{};
      regerror(status, &regex, reason.data(), reason.size());
      throw Error(place, fmt::format("\"{}\" is not a valid regular expression: {}", expression, reason.data()));
    }
  }
  ~Compiled() { regfree(&regex); }
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;
};

Pattern::Pattern(const std::string& expression, const Place& place) {
  checkHarmless(expression, place);
  compiled_ = std::make_shared<const Compiled>(expression, place);
}

bool Pattern::matches(std::string_view word) const {
  const std::string text(word);
  regmatch_t match{};
  // Leftmost-longest: if any match spans the whole word, this is the one found.
  return regexec(&compiled_->regex, text.c_str(), 1, &match, 0) == 0 && match.rm_so == 0 &&
         match.rm_eo == static_cast<regoff_t>(text.size());
}

}  // namespace eagre::config
