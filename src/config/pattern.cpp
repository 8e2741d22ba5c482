// SPDX-License-Identifier: BSD-3-Clause
#include "config/pattern.hpp"

#include <fmt/format.h>
#include <regex.h>

#include <algorithm>
#include <array>

namespace eagre::config {
namespace {

/// What regcomp may be given: its time and memory grow with the product of nested repetitions.
void checkHarmless(const std::string& expression, const Place& place) {
  constexpr std::size_t longestExpression = 2000;
  if (expression.size() > longestExpression)
    throw Error(place, fmt::format("regular expression of {} characters is too long", expression.size()));
  if (expression.find('\0') != std::string::npos) throw Error(place, "regular expression with a null character");
  int intervals = 0;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    if (expression[i] == '\\' && i + 1 < expression.size()) {
      ++i;
      if (expression[i] >= '1' && expression[i] <= '9')
        throw Error(place, fmt::format("regular expression \"{}\": back-references are not supported", expression));
      continue;
    }
    if (expression[i] == '{') {
      const std::string interval = expression.substr(i + 1, expression.find('}', i) - i - 1);
      const bool large = interval.find_first_not_of("0123456789,") != std::string::npos || interval.size() > 5;
      if (++intervals > 2 || large)
        throw Error(place, fmt::format("regular expression \"{}\": at most two repetitions {{n,m}} with n, m below 100 are supported",
                                       expression));
    }
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
