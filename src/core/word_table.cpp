// SPDX-License-Identifier: BSD-3-Clause
#include "core/word_table.hpp"

#include <map>

namespace eagre {

std::vector<Word> merged(const std::vector<std::pair<std::string, std::vector<Word>>>& tables) {
  std::map<std::string, std::pair<Word, std::size_t>> found;  // with the number of tables that have it
  for (const auto& [of, words] : tables)
    for (const Word& word : words) {
      auto& [known, count] = found.try_emplace(word.word, word, 0).first->second;
      known.of += (count++ > 0 ? ", " : "") + of;
    }
  std::vector<Word> all;
  for (auto& [word, entry] : found) {
    if (entry.second == tables.size()) entry.first.of.clear();
    all.push_back(std::move(entry.first));
  }
  return all;
}

}  // namespace eagre
