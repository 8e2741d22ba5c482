// SPDX-License-Identifier: BSD-3-Clause
#include "config/pattern.hpp"

#include <fmt/format.h>
#include <regex.h>

#include <algorithm>
#include <array>
#include <vector>

#include "core/one_of.hpp"

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

/// Where the bracket expression [..] that begins here ends.
std::size_t bracketEnd(std::string_view expression, std::size_t begin) {
  std::size_t i = begin + 1;
  if (i < expression.size() && expression[i] == '^') ++i;
  if (i < expression.size() && expression[i] == ']') ++i;  // the first one is meant as itself
  for (; i < expression.size() && expression[i] != ']'; ++i)
    if (expression.substr(i, 2) == "[:") i = std::min(expression.find(":]", i), expression.size() - 2) + 1;
  return i;
}

/// How many copies of what precedes the repetition at i are written out, besides what is there already; 0: none begins at i.
std::size_t copiesAt(std::string_view expression, std::size_t i) {
  const char c = expression[i];
  if (c == '*' || c == '?') return 1;
  if (c == '+') return 2;
  const std::size_t end = c == '{' ? expression.find('}', i) : std::string_view::npos;
  return end == std::string_view::npos ? 0 : largestRepetition(expression.substr(i + 1, end - i - 1));
}

/// The size of an expression when its repetitions are written out.
class WrittenOut {
 public:
  void addCharacter() {
    last_ = 1;
    sizes_.back() += 1;
  }
  void openGroup() { sizes_.push_back(0); }
  void closeGroup() {
    if (depth() == 0) return addCharacter();
    last_ = sizes_.back() + 1;
    sizes_.pop_back();
    sizes_.back() += last_;
  }
  void repeat(std::size_t copies, bool group) {
    repeatedGroups_ = repeatedGroups_ || group;
    sizes_.back() += copies * last_;
  }
  std::size_t depth() const { return sizes_.size() - 1; }
  bool isTooLong() const {
    constexpr std::size_t largest = 10'000, largestWithRepeatedGroups = 2'000;
    return sizes_.back() > (repeatedGroups_ ? largestWithRepeatedGroups : largest);
  }

 private:
  std::vector<std::size_t> sizes_{0};  ///< of the open groups
  std::size_t last_ = 0;               ///< of what a repetition would repeat
  bool repeatedGroups_ = false;
};

std::string beginningOf(const std::string& expression) {
  constexpr std::size_t shown = 60;
  return expression.size() > shown ? expression.substr(0, shown) + "..." : expression;
}

/// regcomp writes repetitions out, x{3} as xxx and x+ as xx*, and takes up to the cube of the length that comes of it where
/// groups are repeated, else its square: refuses what would take more than about a tenth of a second. Back-references could take
/// forever to match.
void checkHarmless(const std::string& expression, const Place& place) {
  constexpr std::size_t deepestGroups = 50;
  const auto refuse = [&](std::string_view why) {
    throw Error(place, fmt::format("regular expression \"{}\" {}", beginningOf(expression), why));
  };
  if (expression.find('\0') != std::string::npos) throw Error(place, "regular expression with a null character");
  WrittenOut size;
  char previous = '\0';
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    if (const std::size_t copies = copiesAt(expression, i); copies > 0) {
      if (isOneOf(previous, "*+?{"))
        refuse("repeats a repetition, which POSIX leaves undefined: the inner one belongs in parentheses");
      size.repeat(copies, previous == ')');
      if (c == '{') i = expression.find('}', i);
    } else if (c == '(') {
      size.openGroup();
      if (size.depth() >= deepestGroups) refuse(fmt::format("nests groups more than {} deep", deepestGroups));
    } else if (c == ')') {
      size.closeGroup();
    } else {
      if (c == '[') i = bracketEnd(expression, i);
      if (c == '\\' && ++i < expression.size() && isOneOf(expression[i], "123456789"))
        refuse("has back-references, which are not supported");
      size.addCharacter();
    }
    if (size.isTooLong()) refuse("is too long or repeats too much");
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
