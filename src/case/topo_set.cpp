// SPDX-License-Identifier: BSD-3-Clause
#include "case/topo_set.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "case/cell_sources.hpp"
#include "case/words.hpp"
#include "case/zone_sources.hpp"
#include "core/untrusted.hpp"
#include "mesh/poly_addressing.hpp"

namespace eagre::case_ {

using config::Dictionary;
using config::TokenReader;

const Dictionary& TopoAction::controls() const {
  const Dictionary* const info = dict.findDict("sourceInfo");
  return info ? *info : dict;
}

std::string TopoAction::type() const { return fmt::format("{}{}", nounOf(kind), zone ? "ZoneSet" : "Set"); }

namespace {

const std::vector<std::string> types{"cellSet", "faceSet", "pointSet", "cellZoneSet", "faceZoneSet", "pointZoneSet"};
/// The actions; true: a source follows.
const WordTable<bool>& actions() {
  static const WordTable<bool> table{{"new", "make the set anew from a source", true},
                                     {"add", "add what a source chooses", true},
                                     {"subtract", "take out what a source chooses", true},
                                     {"delete", "subtract", true},
                                     {"subset", "keep only what a source chooses", true},
                                     {"invert", "swap members and the rest", false},
                                     {"clear", "empty the set", false},
                                     {"remove", "remove the set's file", false},
                                     {"list", "print the members", false},
                                     {"ignore", "do nothing", false}};
  return table;
}

/// What a source chooses, by the end of its name.
std::string chosenBy(const std::string& source) {
  for (const char* end : {"ToCellZone", "ToFaceZone", "ToPointZone", "ToCell", "ToFace", "ToPoint"})
    if (source.ends_with(end)) return std::string(end).substr(2);
  return {};
}

/// "Cell", "Face" or "Point": what a set holds, as it ends the names of its sources.
std::string endOfSources(SetKind kind) {
  std::string noun = nounOf(kind);
  noun[0] = static_cast<char>(noun[0] - 'a' + 'A');
  return noun;
}

void checkSource(const TopoAction& action, const Place& place) {
  std::vector<std::string> valid = sourceNames();
  const std::vector<std::string> zones = zoneSourceNames();
  valid.insert(valid.end(), zones.begin(), zones.end());
  const std::string wanted = endOfSources(action.kind);
  const std::string chosen = chosenBy(action.source);
  const bool fits = action.zone ? chosen == wanted || chosen == wanted + "Zone" : !chosen.ends_with("Zone");
  if (std::ranges::find(valid, action.source) == valid.end()) {
    // What fits is offered, with what cannot be used for a set of this kind left out.
    std::erase_if(valid, [&](const std::string& s) { return chosenBy(s) != wanted && chosenBy(s) != wanted + "Zone"; });
    throw Error(place, unknownWordMessage("source", action.source, valid));
  }
  if (!fits)
    throw Error(
        place, fmt::format("source '{}' does not choose what a {} holds; its sources are those that end in To{}{}", action.source,
                           action.type(), wanted, action.zone ? fmt::format(" and To{}Zone", wanted) : ""));
}

}  // namespace

TopoAction readTopoAction(Dictionary dict) {
  TopoAction action;
  action.name = dict.get<std::string>("name");
  if (!isPlainName(action.name) || action.name[0] == '.')
    throw Error(dict.at("name").place, fmt::format("'{}' is no name of a set", action.name));
  const std::string type = dict.getChoice("type", types);
  action.zone = type.ends_with("ZoneSet");
  action.kind = type.starts_with("cell") ? SetKind::cells : type.starts_with("face") ? SetKind::faces : SetKind::points;
  action.action = dict.getChoice("action", actions().names());
  if (action.action == "delete") action.action = "subtract";
  if (*actions().find(action.action)) {
    action.source = dict.get<std::string>("source");
    checkSource(action, dict.at("source").place);
  } else if (dict.has("source")) {
    dict.get<std::string>("source");
  }
  action.dict = std::move(dict);
  return action;
}

std::vector<Word> topoActionWords() { return actions().words(); }

std::vector<TopoAction> readTopoActions(const Dictionary& topoSetDict) {
  std::vector<TopoAction> actions;
  Problems problems;
  TokenReader reader = topoSetDict.at("actions").reader();
  if (!reader.peek().is('(')) reader.integer();  // "2 ( .. )"
  for (reader.expect('('); !reader.accept(')');) {
    if (!reader.peek().is('{')) reader.word();  // a name of the action, which OpenFOAM only prints
    Dictionary dict = reader.dict(topoSetDict.name() + ".actions");
    if (dict.empty()) continue;
    problems.guard([&] { actions.push_back(readTopoAction(std::move(dict))); });
  }
  reader.expectEnd();
  problems.throwIfAny(fmt::format("{}: the actions cannot be done:", topoSetDict.place().file));
  return actions;
}

namespace {

/// A set or zone while it is being changed.
struct Current {
  std::vector<Label> members;  ///< ascending
  std::vector<Label> faces;    ///< of a face zone, with
  std::vector<char> flip;      ///< the orientation of each
};

class Actions {
 public:
  Actions(mesh::PolyMesh& mesh, const TopoSetInput& input, Log& log) : mesh_(mesh), input_(input), log_(log) {
    if (input.sync) partners_ = mesh::cyclicPartners(mesh);
  }

  void apply(const TopoAction& action);
  TopoSetResult result() && { return std::move(result_); }

 private:
  std::vector<mesh::Zone>& zones(SetKind kind) {
    return kind == SetKind::cells ? mesh_.cellZones : kind == SetKind::faces ? mesh_.faceZones : mesh_.pointZones;
  }
  auto findZone(const TopoAction& action) {
    return std::ranges::find_if(zones(action.kind), [&](const mesh::Zone& z) { return z.name == action.name; });
  }
  std::vector<Label> readSet(SetKind kind, const std::string& name, const Place& asked) const;
  Current load(const TopoAction& action);
  void remove(const TopoAction& action);
  void select(const TopoAction& action, Current& current);
  void selectPlain(const TopoAction& action, const SourceContext& context, Current& current);
  void selectFaceZone(const TopoAction& action, const SourceContext& context, Current& current);
  void invert(const TopoAction& action, Current& current);
  void sync(const TopoAction& action, Current& current) const;
  void syncFaceZone(Current& current) const;
  void store(const TopoAction& action, Current current);

  mesh::PolyMesh& mesh_;
  const TopoSetInput& input_;
  Log& log_;
  std::vector<Label> partners_;
  TopoSetResult result_;
};

std::vector<Label> Actions::readSet(SetKind kind, const std::string& name, const Place& asked) const {
  if (const auto made = result_.sets.find(name); made != result_.sets.end()) {
    if (made->second.kind != kind)
      throw Error(asked,
                  fmt::format("'{}' is a {}Set, and a {}Set is needed here", name, nounOf(made->second.kind), nounOf(kind)));
    return made->second.members;
  }
  if (result_.removed.contains(name)) throw Error(asked, fmt::format("{}Set '{}' has been removed", nounOf(kind), name));
  return input_.set(kind, name, asked);
}

Current Actions::load(const TopoAction& action) {
  Current current;
  if (!action.zone) {
    current.members = readSet(action.kind, action.name, action.dict.at("name").place);
    return current;
  }
  const auto zone = findZone(action);
  if (zone == zones(action.kind).end()) {
    std::vector<std::string> valid;
    for (const mesh::Zone& z : zones(action.kind)) valid.push_back(z.name);
    throw Error(action.dict.at("name").place, unknownWordMessage(fmt::format("{}Zone", nounOf(action.kind)), action.name, valid));
  }
  std::map<Label, char> ordered;
  for (std::size_t i = 0; i < zone->members.size(); ++i)
    ordered.emplace(zone->members[i], action.kind == SetKind::faces ? zone->flip[i] : char{0});
  for (const auto& [member, flip] : ordered) {
    current.members.push_back(member);
    if (action.kind != SetKind::faces) continue;
    current.faces.push_back(member);
    current.flip.push_back(flip);
  }
  return current;
}

void Actions::remove(const TopoAction& action) {
  log_.line("    Removing set");
  result_.sets.erase(action.name);
  result_.removed.insert(action.name);
  if (!action.zone) return;
  if (const auto zone = findZone(action); zone != zones(action.kind).end()) {
    zones(action.kind).erase(zone);
    result_.zonesChanged = true;
  }
}

std::vector<Label> combined(const std::vector<Label>& a, const std::vector<Label>& b, const std::string& action) {
  std::vector<Label> result;
  const auto out = std::back_inserter(result);
  if (action == "subtract")
    std::ranges::set_difference(a, b, out);
  else if (action == "subset")
    std::ranges::set_intersection(a, b, out);
  else
    std::ranges::set_union(a, b, out);
  return result;
}

void Actions::selectPlain(const TopoAction& action, const SourceContext& context, Current& current) {
  std::vector<Label> chosen = isZoneSource(action.source)
                                  ? selectZone(action.source, action.controls(), context, log_).members
                                  : case_::select(action.source, action.controls(), context, log_).members;
  const std::string wanted = endOfSources(action.kind), found = chosenBy(action.source);
  if (!action.zone && found != wanted) {
    const Place place = action.dict.at("source").place;
    const std::string what =
        fmt::format("{} chooses no {}s, but its numbers go into the {}", action.source, nounOf(action.kind), action.type());
    if (!chosen.empty() && chosen.back() >= sizeOf(action.kind, mesh_))
      throw Error(place, fmt::format("{}, and {} is above the number of {}s", what, chosen.back(), nounOf(action.kind)));
    log_.warnOnce(fmt::format("{}: {} {}, as in OpenFOAM", toString(place), what, action.name));
  }
  current.members = combined(current.members, chosen, action.action);
  if (action.zone && action.kind == SetKind::faces)
    log_.warnOnce(
        fmt::format("{}: {} does not orient its faces, so they are not in faceZone {}; make a faceSet of them, and the zone "
                    "with setToFaceZone or setsToFaceZone",
                    toString(action.dict.at("source").place), action.source, action.name));
}

void Actions::selectFaceZone(const TopoAction& action, const SourceContext& context, Current& current) {
  const ZoneSelection chosen = selectZone(action.source, action.controls(), context, log_);
  std::map<Label, char> old, now;
  for (std::size_t i = 0; i < current.faces.size(); ++i) old.emplace(current.faces[i], current.flip[i]);
  for (std::size_t i = 0; i < chosen.members.size(); ++i) now.emplace(chosen.members[i], chosen.flip[i]);
  std::map<Label, char> result = action.action == "subset" ? std::map<Label, char>{} : old;
  for (const auto& [face, flip] : now) {
    const auto there = old.find(face);
    if (action.action == "subtract")
      result.erase(face);
    else if (action.action == "add" || action.action == "new")
      result.emplace(face, flip);
    else if (there != old.end())
      result.insert(*there);  // a face keeps its orientation
  }
  current = {};
  for (const auto& [face, flip] : result) {
    current.faces.push_back(face);
    current.flip.push_back(flip);
  }
  current.members = current.faces;
}

void Actions::select(const TopoAction& action, Current& current) {
  log_.line("    Applying source " + action.source);
  SourceContext context{mesh_, input_.geometry};
  context.field = input_.field;
  context.set = [this](SetKind kind, const std::string& name, const Place& asked) { return readSet(kind, name, asked); };
  context.caseDirectory = input_.caseDirectory;
  context.noMatchIsWarning = true;
  context.subtracting = action.action == "subtract";
  const std::vector<Label> before = current.members;
  if (action.action == "add" || context.subtracting) context.current = &before;
  if (action.zone && action.kind == SetKind::faces && isZoneSource(action.source))
    selectFaceZone(action, context, current);
  else
    selectPlain(action, context, current);
}

void Actions::invert(const TopoAction& action, Current& current) {
  log_.line(fmt::format("    Inverting {}", action.type()));
  std::vector<Label> rest;
  auto next = current.members.begin();
  for (Label i = 0; i < sizeOf(action.kind, mesh_); ++i)
    if (next != current.members.end() && *next == i)
      ++next;
    else
      rest.push_back(i);
  current = {rest, {}, {}};
  if (!action.zone || action.kind != SetKind::faces) return;
  current.faces = rest;
  current.flip.assign(rest.size(), 0);
}

void Actions::sync(const TopoAction& action, Current& current) const {
  if (std::ranges::all_of(partners_, [](Label p) { return p < 0; })) return;
  const Label nInternal = mesh_.nInternalFaces();
  if (action.kind == SetKind::faces) {
    std::vector<Label> others;
    for (const Label f : current.members)
      if (f >= nInternal && partners_[f - nInternal] >= 0) others.push_back(partners_[f - nInternal]);
    std::sort(others.begin(), others.end());
    if (action.zone)
      syncFaceZone(current);
    else
      current.members = combined(current.members, others, "add");
  } else if (action.kind == SetKind::points) {
    std::vector<char> in(mesh_.points.size(), 0);
    for (const Label p : current.members) in[p] = 1;
    for (std::size_t i = 0; i < partners_.size(); ++i) {
      if (partners_[i] < 0) continue;
      // Faces of a pair run round in opposite directions from points that belong together.
      const auto here = mesh_.pointsOf(nInternal + static_cast<Label>(i)), there = mesh_.pointsOf(partners_[i]);
      for (std::size_t k = 0; k < here.size(); ++k)
        if (in[here[k]]) in[there[(there.size() - k) % there.size()]] = 1;
    }
    current.members.clear();
    for (std::size_t p = 0; p < in.size(); ++p)
      if (in[p]) current.members.push_back(static_cast<Label>(p));
  }
}

/// Both faces of a cyclic pair are in the zone, with opposite orientation; where they disagree, the first patch's counts.
void Actions::syncFaceZone(Current& current) const {
  std::map<Label, char> zone;
  for (std::size_t i = 0; i < current.faces.size(); ++i) zone.emplace(current.faces[i], current.flip[i]);
  const std::map<Label, char> before = zone;
  for (const auto& [face, flip] : before) {
    const Label other = face < mesh_.nInternalFaces() ? -1 : partners_[face - mesh_.nInternalFaces()];
    if (other >= 0 && (face < other || !before.contains(other))) zone[other] = flip == 0;
  }
  current = {};
  for (const auto& [face, flip] : zone) {
    current.faces.push_back(face);
    current.flip.push_back(flip);
  }
  current.members = current.faces;
}

void Actions::store(const TopoAction& action, Current current) {
  if (action.zone) {
    auto zone = findZone(action);
    if (zone == zones(action.kind).end()) {
      zones(action.kind).push_back({action.name, {}, {}});
      zone = zones(action.kind).end() - 1;
    }
    zone->members = action.kind == SetKind::faces ? current.faces : current.members;
    zone->flip = current.flip;
    result_.zonesChanged = true;
  }
  log_.line(fmt::format("    {} {} now size {}", action.type(), action.name,
                        action.zone && action.kind == SetKind::faces ? current.faces.size() : current.members.size()));
  result_.removed.erase(action.name);
  result_.sets.insert_or_assign(action.name, TopoSetResult::Set{action.kind, std::move(current.members)});
}

void Actions::apply(const TopoAction& action) {
  if (action.action == "ignore") return;
  if (action.action == "remove") return remove(action);
  Current current;
  if (action.action == "new" || action.action == "clear") {
    log_.line(fmt::format("Created {} {}", action.type(), action.name));
  } else {
    current = load(action);
    log_.line(fmt::format("Read set {} {} with size {}", action.type(), action.name, current.members.size()));
  }
  if (action.action == "list") return log_.line(fmt::format("    {}", fmt::join(current.members, " ")));
  if (action.action == "invert") {
    invert(action, current);
  } else if (action.action != "clear") {
    select(action, current);
    if (input_.sync) sync(action, current);
  }
  store(action, std::move(current));
}

}  // namespace

TopoSetResult topoSet(const std::vector<TopoAction>& actions, mesh::PolyMesh& mesh, const TopoSetInput& input, Log& log) {
  Actions all(mesh, input, log);
  for (const TopoAction& action : actions) {
    all.apply(action);
    for (const std::string& message : action.dict.misspeltEntries()) log.warnOnce(message);
  }
  return std::move(all).result();
}

}  // namespace eagre::case_
