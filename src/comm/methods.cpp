// SPDX-License-Identifier: BSD-3-Clause
#include "comm/methods.hpp"

#include <fmt/format.h>

namespace eagre::comm {

namespace {

template <class E>
const std::string& word(const std::vector<std::string>& words, E value) {
  return words[static_cast<std::size_t>(value)];
}

}  // namespace

const std::vector<std::string>& exchangeWords() {
  static const std::vector<std::string> words{"dynamic", "memoised", "static"};
  return words;
}
const std::vector<std::string>& askingWords() {
  static const std::vector<std::string> words{"everywhere", "synchronisations"};
  return words;
}
const std::vector<std::string>& reductionWords() {
  static const std::vector<std::string> words{"tree", "typed", "nonblocking", "openfoam"};
  return words;
}
const std::vector<std::string>& pendingWords() {
  static const std::vector<std::string> words{"iallreduce", "messages"};
  return words;
}

std::string toString(const Methods& m) {
  std::string text = "exchange " + word(exchangeWords(), m.exchange);
  if (m.exchange != ExchangeMethod::fromPlan) text += fmt::format(" (asking {})", word(askingWords(), m.asking));
  text += ", reduction " + word(reductionWords(), m.reduction);
  if (m.reduction != ReductionMethod::tree) text += fmt::format(", pending sums by {}", word(pendingWords(), m.pending));
  return text;
}

}  // namespace eagre::comm
