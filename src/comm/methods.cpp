// SPDX-License-Identifier: BSD-3-Clause
#include "comm/methods.hpp"

#include <fmt/format.h>

#include "comm/words.hpp"

namespace eagre::comm {

namespace {

template <class E>
const std::string& word(const std::vector<std::string>& words, E value) {
  return words[static_cast<std::size_t>(value)];
}

// Each in the order of its enumerators.
const WordTable<> exchanges{
    {"dynamic", "sizes of messages are asked at every call: a P x P table over all ranks, as OpenFOAM 2.3.1"},
    {"memoised", "sizes are asked in the first call and kept (Lin et al. 2018, Algorithm 3)"},
    {"static", "sizes are never asked: the mesh knows them; messages overlap with work (default)"}};
const WordTable<> askings{{"everywhere", "all exchanges ask"}, {"synchronisations", "only synchronisations ask"}};
const WordTable<> reductions{
    {"tree", "messages along a binomial tree, as OpenFOAM's template"},
    {"typed", "MPI_Allreduce"},
    {"nonblocking", "MPI_Iallreduce, started and waited for"},
    {"openfoam", "as OpenFOAM 2.3.1, value by value: scalars by MPI_Allreduce, all else along the tree"}};
const WordTable<> pendings{{"iallreduce", "MPI_Iallreduce"}, {"messages", "recursive doubling by messages"}};

}  // namespace

const std::vector<std::string>& exchangeWords() {
  static const auto words = exchanges.names();
  return words;
}
const std::vector<std::string>& askingWords() {
  static const auto words = askings.names();
  return words;
}
const std::vector<std::string>& reductionWords() {
  static const auto words = reductions.names();
  return words;
}
const std::vector<std::string>& pendingWords() {
  static const auto words = pendings.names();
  return words;
}

std::vector<WordKind> wordKinds() {
  return {
      {"exchanges", "how ranks learn the sizes of messages: `exchange` in `parallel` of controlDict, --exchange",
       exchanges.words()},
      {"asking", "which exchanges ask for sizes: `asking` in `parallel` of controlDict", askings.words()},
      {"reductions", "sums over ranks: `reduction` in `parallel` of controlDict, --reduction; also auto (measured)",
       reductions.words()},
      {"pendingSums", "sums that are hidden behind work: pendingSums in `parallel` of controlDict; also auto", pendings.words()}};
}

std::string toString(const Methods& m) {
  std::string text = "exchange " + word(exchangeWords(), m.exchange);
  if (m.exchange != ExchangeMethod::fromPlan) text += fmt::format(" (asking {})", word(askingWords(), m.asking));
  text += ", reduction " + word(reductionWords(), m.reduction);
  if (m.reduction != ReductionMethod::tree) text += fmt::format(", pending sums by {}", word(pendingWords(), m.pending));
  return text;
}

}  // namespace eagre::comm
