// SPDX-License-Identifier: BSD-3-Clause
#include "case/flavour/words.hpp"

#include <algorithm>

namespace eagre::flavour {

void Case::addOnce(std::vector<std::string>& list, const std::string& text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

std::string Case::phase1() {
  std::string name;
  Problems ignored;  // the solver's reading of the file says what is wrong with it
  ignored.guard([&] {
    const auto transport = transportProperties(*this);
    if (!transport) return;
    if (const auto phases = transport->get<std::vector<std::string>>("phases"); !phases.empty()) name = phases.front();
  });
  return name;
}

config::Entry renamed(const config::Entry& entry, const std::string& keyword) {
  config::Entry copy = entry;
  copy.keyword = keyword;
  copy.isPattern = false;
  if (copy.dict) copy.dict = std::make_shared<config::Dictionary>(*copy.dict);
  return copy;
}

config::Entry entryOf(const std::string& keyword, const std::string& text, const Place& place) {
  config::Dictionary scratch({}, place);
  scratch.set(keyword, text);
  return scratch.entries().front();
}

}  // namespace eagre::flavour
