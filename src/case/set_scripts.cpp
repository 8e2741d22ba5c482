// SPDX-License-Identifier: BSD-3-Clause
#include "case/set_scripts.hpp"

#include <fmt/format.h>

#include <map>
#include <sstream>
#include <utility>

#include "core/one_of.hpp"

namespace eagre::case_ {

using config::Dictionary;
using config::Entry;

namespace {

Entry wordEntry(const std::string& keyword, const std::string& word, const Place& place) {
  Entry entry;
  entry.keyword = keyword;
  entry.place = place;
  config::Token token;
  token.text = word;
  token.line = place.line;
  entry.tokens = {token};
  return entry;
}

/// An action without a source; "new" makes an empty set.
bool standsAlone(const std::string& action) { return isOneOf(action, {"invert", "clear", "list", "remove"}); }

/// The entries of each source in the order of its stream. The last one takes all that is left, as a box its two corners.
const std::map<std::string, std::vector<std::string>>& streamForms() {
  static const std::map<std::string, std::vector<std::string>> forms{
      {"boundaryToFace", {}},
      {"boxToCell", {"box"}},
      {"boxToFace", {"box"}},
      {"boxToPoint", {"box"}},
      {"cellToCell", {"set"}},
      {"cellToFace", {"set", "option"}},
      {"cellToPoint", {"set", "option"}},
      {"cylinderAnnulusToCell", {"p1", "p2", "outerRadius", "innerRadius"}},
      {"cylinderToCell", {"p1", "p2", "radius"}},
      {"faceToCell", {"set", "option"}},
      {"faceToFace", {"set"}},
      {"faceToPoint", {"set", "option"}},
      {"faceZoneToCell", {"name", "option"}},
      {"fieldToCell", {"field", "min", "max"}},
      {"labelToCell", {"value"}},
      {"labelToFace", {"value"}},
      {"labelToPoint", {"value"}},
      {"nbrToCell", {"neighbours"}},
      {"nearestToCell", {"points"}},
      {"nearestToPoint", {"points"}},
      {"normalToFace", {"normal", "cos"}},
      {"patchToFace", {"patch"}},
      {"pointToCell", {"set", "option"}},
      {"pointToFace", {"set", "option"}},
      {"pointToPoint", {"set"}},
      {"rotatedBoxToCell", {"origin", "i", "j", "k"}},
      {"shapeToCell", {"shape"}},
      {"sphereToCell", {"origin", "radius"}},
      {"zoneToCell", {"zone"}},
      {"zoneToFace", {"zone"}},
      {"zoneToPoint", {"zone"}}};
  return forms;
}

/// The next word of a line, or the next group in parentheses; empty: none is left.
std::string nextGroup(std::string_view& line) {
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) {
    line = {};
    return {};
  }
  std::size_t end = first;
  for (int depth = 0; end < line.size(); ++end) {
    depth += (line[end] == '(') - (line[end] == ')');
    if (depth == 0 && isOneOf(line[end], " \t\r")) break;
  }
  std::string group(line.substr(first, end - first));
  line.remove_prefix(end);
  return group;
}

TopoAction readLine(std::string_view line, const Place& place) {
  const std::string type = nextGroup(line), name = nextGroup(line), action = nextGroup(line), source = nextGroup(line);
  Dictionary dict(place.file, place);
  for (const auto& [keyword, word] : {std::pair{"type", type}, {"name", name}, {"action", action}, {"source", source}})
    if (!word.empty()) dict.set(wordEntry(keyword, word, place));
  if (source.empty() && action == "new") dict.set(wordEntry("action", "clear", place));
  if (source.empty()) return readTopoAction(std::move(dict));
  const auto form = streamForms().find(source);
  if (form == streamForms().end()) {
    readTopoAction(dict);  // an unknown source is said with the valid ones
    throw Error(place, fmt::format("{} is not read from a line of setSet; give it in a topoSetDict", source));
  }
  std::string entries(static_cast<std::size_t>(place.line - 1), '\n');  // so that messages have the line
  for (std::size_t i = 0; i < form->second.size(); ++i) {
    const bool last = i + 1 == form->second.size();
    const std::string value = last ? std::string(std::exchange(line, {})) : nextGroup(line);
    entries += fmt::format("{} {}; ", form->second[i], value);
  }
  config::ReadOptions options;
  options.allowFileAccess = false;
  dict.setDict("sourceInfo").merge(Dictionary::parse(entries, place.file, options));
  return readTopoAction(std::move(dict));
}

}  // namespace

std::vector<TopoAction> readSetDictionary(const Dictionary& dict, SetKind kind) {
  const Entry& action = dict.at("action");
  const auto word = dict.get<std::string>("action");
  Dictionary common(dict.name(), dict.place());
  common.set(dict.at("name"));
  common.set(wordEntry("type", std::string(nounOf(kind)) + "Set", dict.place()));
  common.set(action);
  std::vector<TopoAction> actions;
  if (standsAlone(word)) {
    if (dict.has("topoSetSources")) dict.at("topoSetSources");  // an empty list, as a rule: nothing is chosen by it
    actions.push_back(readTopoAction(common));
    return actions;
  }
  config::TokenReader reader = dict.at("topoSetSources").reader();
  reader.list([&] {
    Dictionary one = common;
    const Place place = reader.place();
    if (!actions.empty() && word == "subset") throw Error(place, "subset by several sources is not supported; give one");
    if (!actions.empty() && word == "new") one.set(wordEntry("action", "add", action.place));
    one.set(wordEntry("source", reader.word(), place));
    one.setDict("sourceInfo").merge(reader.dict(dict.name()));
    actions.push_back(readTopoAction(std::move(one)));
  });
  reader.expectEnd();
  if (actions.empty() && word == "new") {
    common.set(wordEntry("action", "clear", action.place));
    actions.push_back(readTopoAction(std::move(common)));
  }
  return actions;
}

std::vector<TopoAction> readSetBatch(std::string_view text, const std::string& name) {
  std::vector<TopoAction> actions;
  Problems problems;
  std::istringstream in{std::string(text)};
  Place place{name, 0};
  for (std::string line; std::getline(in, line);) {
    ++place.line;
    const Place begin = place;
    for (std::string more; line.ends_with('\\') && std::getline(in, more); ++place.line)
      line.replace(line.size() - 1, 1, " " + more);
    std::string_view rest = line;
    const std::string first = nextGroup(rest);
    if (first.empty() || first.starts_with('#') || first.starts_with("//") || first == "list" || first == "help") continue;
    if (first == "quit") break;
    problems.guard([&] { actions.push_back(readLine(line, begin)); });
  }
  problems.throwIfAny(fmt::format("{}: the sets cannot be made:", name));
  return actions;
}

}  // namespace eagre::case_
