// SPDX-License-Identifier: BSD-3-Clause
#include "run/control/parallel_controls.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "linear/krylov_choice.hpp"

namespace eagre::run {

namespace {

using Words = std::vector<std::string>;

/// The word that `given` (of the command line, "" if none) or else the entry chooses; "" if neither does, or wrongly.
std::string choose(const config::Dictionary* dict, const char* keyword, const Words& words, const std::string& given,
                   Problems& problems) {
  std::string chosen;
  problems.guard([&] {
    std::string word = given;
    if (dict && dict->has(keyword)) {
      const auto entry = dict->getChoice(keyword, words);  // looked at even where the command line wins
      if (word.empty()) word = entry;
    }
    if (!word.empty() && std::find(words.begin(), words.end(), word) == words.end())
      throw Error(fmt::format("--{}: {}", keyword, unknownWordMessage("word", word, words)));
    chosen = word;
  });
  return chosen;
}

/// The enumerator of a word; words in the order of enumerators.
template <class E>
void set(E& value, const Words& words, const std::string& word) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found != words.end()) value = static_cast<E>(found - words.begin());
}

/// Where `auto` is a word too, and what is chosen if there is none.
template <class E>
void set(E& value, bool& undecided, const Words& words, const std::string& word) {
  set(value, words, word);
  undecided = word.empty() || word == "auto";
}

Words withAuto(Words words) {
  words.insert(words.begin(), "auto");
  return words;
}

/// OpenFOAM's own words on how ranks talk. Its default is what Eagre does; a schedule of messages changes no answer, and the
/// warning on what is unread names it (run/case/unread_inputs.cpp). Values that are sent in single precision change the answer.
void checkSwitches(const config::Dictionary& controlDict, Problems& problems) {
  const config::Dictionary* switches = controlDict.findDict("OptimisationSwitches");
  if (!switches) return;
  problems.guard([&] {
    static const Words schedules{"blocking", "scheduled", "nonBlocking"};
    if (switches->has("commsType")) switches->getChoice("commsType", schedules);
  });
  problems.guard([&] {
    if (!switches->getOr<bool>("floatTransfer", false)) return;
    throw Error(switches->at("floatTransfer").place,
                "floatTransfer: values sent between ranks in single precision are not supported, they would change the answer "
                "with the number of ranks; remove it or set 0");
  });
}

}  // namespace

ParallelControls readParallel(const config::Dictionary& controlDict, const ParallelWords& given, Problems& problems) {
  ParallelControls c;
  checkSwitches(controlDict, problems);
  const config::Dictionary* dict = nullptr;
  problems.guard([&] {
    static const Words keywords{"exchange", "asking", "reduction", "pendingSums", "krylov"};
    if (!controlDict.has("parallel")) return;
    dict = &controlDict.subDict("parallel");
    dict->checkKeywords(keywords);
  });
  const auto word = [&](const char* keyword, const Words& words, const std::string& line) {
    return choose(dict, keyword, words, line, problems);
  };
  set(c.methods.exchange, comm::exchangeWords(), word("exchange", comm::exchangeWords(), given.exchange));
  set(c.methods.asking, comm::askingWords(), word("asking", comm::askingWords(), ""));
  set(c.methods.reduction, c.undecided.reduction, comm::reductionWords(),
      word("reduction", withAuto(comm::reductionWords()), given.reduction));
  set(c.methods.pending, c.undecided.pending, comm::pendingWords(), word("pendingSums", withAuto(comm::pendingWords()), ""));
  const std::string krylov = word("krylov", withAuto(linear::krylovForms()), given.krylov);
  if (!krylov.empty()) c.krylov = krylov;
  return c;
}

}  // namespace eagre::run
