// SPDX-License-Identifier: BSD-3-Clause
#include "run/parallel_controls.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eagre::run {

namespace {

/// The enumerator that `given` (of the command line, "" if none) or else the entry chooses; words in the order of enumerators.
template <class E>
void choose(const config::Dictionary* dict, const char* keyword, const std::vector<std::string>& words, const std::string& given,
            E& value, Problems& problems) {
  problems.guard([&] {
    std::string word = given;
    if (dict && dict->has(keyword)) {
      const auto entry = dict->getChoice(keyword, words);  // looked at even where the command line wins
      if (word.empty()) word = entry;
    }
    if (word.empty()) return;
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) throw Error(fmt::format("--{}: {}", keyword, unknownWordMessage("word", word, words)));
    value = static_cast<E>(found - words.begin());
  });
}

}  // namespace

comm::Methods readParallel(const config::Dictionary& controlDict, const std::string& exchange, const std::string& reduction,
                           Problems& problems) {
  comm::Methods methods;
  const config::Dictionary* dict = nullptr;
  problems.guard([&] {
    static const std::vector<std::string> keywords{"exchange", "asking", "reduction", "pendingSums"};
    if (!controlDict.has("parallel")) return;
    dict = &controlDict.subDict("parallel");
    dict->checkKeywords(keywords);
  });
  choose(dict, "exchange", comm::exchangeWords(), exchange, methods.exchange, problems);
  choose(dict, "asking", comm::askingWords(), "", methods.asking, problems);
  choose(dict, "reduction", comm::reductionWords(), reduction, methods.reduction, problems);
  choose(dict, "pendingSums", comm::pendingWords(), "", methods.pending, problems);
  return methods;
}

}  // namespace eagre::run
