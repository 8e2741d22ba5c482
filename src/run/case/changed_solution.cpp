// SPDX-License-Identifier: BSD-3-Clause
#include "run/case/changed_solution.hpp"

#include <set>

namespace eagre::run {

namespace {

using config::Dictionary, config::Entry;

bool same(const Entry& a, const Entry& b) {
  Dictionary first, second;
  first.set(a);
  second.set(b);
  return first == second;
}

std::set<std::string> keywords(const Dictionary& a, const Dictionary& b) {
  std::set<std::string> words;
  for (const Dictionary* dict : {&a, &b})
    for (const Entry& entry : dict->entries()) words.insert(entry.keyword);
  words.erase("FoamFile");
  return words;
}

void addDifferences(const Dictionary& before, const Dictionary& after, const std::string& scope,
                    std::vector<std::string>& names) {
  for (const std::string& keyword : keywords(before, after)) {
    const Entry *a = before.findExact(keyword), *b = after.findExact(keyword);
    if (a && b && same(*a, *b)) continue;
    if (a && b && a->isDict() && b->isDict())
      addDifferences(*a->dict, *b->dict, scope + keyword + ".", names);
    else
      names.push_back(scope + keyword);
  }
}

bool isUsed(const std::string& name) {
  return name.starts_with("relaxationFactors") || (name.starts_with("solvers.") && name.find("alpha") == std::string::npos);
}

void replace(const std::string& keyword, const Dictionary& from, Dictionary& to) {
  if (const Entry* entry = from.findExact(keyword))
    to.set(*entry);
  else
    to.remove(keyword);
}

}  // namespace

SolutionChange takeOver(const Dictionary& changed, Dictionary& fvSolution) {
  SolutionChange change;
  std::vector<std::string> names;
  addDifferences(fvSolution, changed, "", names);
  for (const std::string& name : names) (isUsed(name) ? change.used : change.left).push_back(name);
  replace("relaxationFactors", changed, fvSolution);
  const Dictionary none, *solvers = changed.findDict("solvers");
  const Dictionary& after = solvers ? *solvers : none;
  Dictionary& mine = fvSolution.setDict("solvers");
  for (const std::string& keyword : keywords(mine, after))
    if (isUsed("solvers." + keyword)) replace(keyword, after, mine);
  return change;
}

}  // namespace eagre::run
