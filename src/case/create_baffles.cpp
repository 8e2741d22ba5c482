// SPDX-License-Identifier: BSD-3-Clause
#include "case/create_baffles.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "case/block_mesh_dict.hpp"
#include "case/patch_entries.hpp"
#include "case/repatch.hpp"

namespace eagre::case_ {

namespace fs = std::filesystem;
using config::Dictionary;
using config::Entry;
using mesh::PolyMesh;
using mesh::PolyPatch;

namespace {

/// A patch of a baffle: it is in the group of the baffle's name.
BafflesPlan::Patch readPatch(const Dictionary& dict, const std::string& name, const std::string& group) {
  static const std::array<std::string, 4> notOfPatch{"name", "patchFields", "sameGroup", "coupleGroup"};
  TextEntries entries = textEntries(dict);
  std::erase_if(entries, [](const auto& e) { return std::ranges::find(notOfPatch, e.first) != notOfPatch.end(); });
  BafflesPlan::Patch result{makePatch(name, entries, dict.place()), Dictionary()};
  checkPatchType(result.patch.type, dict.place());
  if (std::ranges::find(result.patch.inGroups, group) == result.patch.inGroups.end()) result.patch.inGroups.push_back(group);
  if (const Dictionary* fields = dict.findDict("patchFields")) result.fields = *fields;
  return result;
}

/// patchPairs: <name>_master and <name>_slave, both with the same entries.
void readPairs(const Dictionary& pairs, BafflesPlan::Selection& selection) {
  const bool sameGroup = pairs.getOr("sameGroup", true);
  for (const char* side : {"_master", "_slave"}) {
    const std::string group = sameGroup ? selection.name : selection.name + "Group" + side;
    Dictionary entries = pairs;
    // A cyclic pair finds its other half by the group that both name.
    if (!entries.has("neighbourPatch") && entries.getOr("type", "") == "cyclic")
      entries.set("neighbourPatch", selection.name + (std::string(side) == "_master" ? "_slave" : "_master"));
    selection.patches.push_back(readPatch(entries, selection.name + side, group));
    if (selection.patches.back().patch.type == "cyclic")
      selection.patches.back().patch.otherEntries.emplace_back("coupleGroup", group);
  }
}

BafflesPlan::Selection readSelection(const std::string& name, const Dictionary& dict, const fs::path& caseDirectory) {
  BafflesPlan::Selection selection;
  selection.name = name;
  selection.place = dict.place();
  selection.flip = dict.getOr("flip", false);
  const std::array<std::string, 3> types{"faceZone", "searchableSurface", "surface"};
  if (dict.getChoice("type", types) == "faceZone")
    selection.zone = dict.get<std::string>("zoneName");
  else
    selection.surface = makeSurface(dict, "surface", caseDirectory);
  if (const Dictionary* patches = dict.findDict("patches")) {
    for (const Entry& entry : patches->entries())
      if (entry.isDict()) selection.patches.push_back(readPatch(*entry.dict, entry.dict->get<std::string>("name"), name));
    if (selection.patches.empty() || selection.patches.size() % 2 != 0)
      throw Error(patches->place(), fmt::format("a baffle has two patches, master and slave (or several such pairs); here are {}",
                                                selection.patches.size()));
  } else if (dict.findDict("owner")) {
    for (const char* side : {"owner", "neighbour"}) {
      const Dictionary& patch = dict.subDict(side);
      selection.patches.push_back(readPatch(patch, patch.get<std::string>("name"), name));
    }
  } else if (const Dictionary* pairs = dict.findDict("patchPairs")) {
    readPairs(*pairs, selection);
  } else {
    dict.subDict("patches");  // an Error: that is the entry to write
  }
  return selection;
}

}  // namespace

BafflesPlan readCreateBafflesDict(const Dictionary& dict, const fs::path& caseDirectory) {
  BafflesPlan plan;
  Problems problems;
  problems.guard([&] { plan.internalFacesOnly = dict.get<bool>("internalFacesOnly"); });
  bool ofOrg = dict.has("fields");
  problems.guard([&] {
    for (const Entry& entry : dict.subDict("baffles").entries()) {
      if (!entry.isDict()) continue;
      ofOrg = ofOrg || entry.dict->findDict("owner");
      problems.guard([&] { plan.selections.push_back(readSelection(entry.keyword, *entry.dict, caseDirectory)); });
    }
  });
  problems.guard([&] { plan.fields = ofOrg ? dict.getOr("fields", false) : !dict.getOr("noFields", false); });
  for (const std::string& message : dict.misspeltEntries()) problems.add(message);
  problems.throwIfAny(fmt::format("{}: the baffles cannot be made:", dict.place().file));
  return plan;
}

namespace {

/// The selection that each face is in, and its orientation there.
struct Chosen {
  std::vector<Label> selection;
  std::vector<char> flip;
};

void choose(const BafflesPlan::Selection& selection, Label index, const PolyMesh& mesh, const mesh::PolyGeometry& geometry,
            Chosen& chosen) {
  std::vector<Label> faces;
  std::vector<char> flips;
  if (selection.surface) {
    CrossedFaces crossed = facesCrossing(*selection.surface, mesh, geometry);
    // Boundary faces only where they are coupled.
    std::vector<char> coupled(static_cast<std::size_t>(mesh.nFaces()), 0);
    for (const PolyPatch& patch : mesh.patches)
      if (patch.type.starts_with("cyclic"))
        std::fill_n(coupled.begin() + static_cast<std::ptrdiff_t>(patch.start), patch.size, char{1});
    for (std::size_t i = 0; i < crossed.faces.size(); ++i) {
      if (crossed.faces[i] >= mesh.nInternalFaces() && !coupled[crossed.faces[i]]) continue;
      faces.push_back(crossed.faces[i]);
      flips.push_back(crossed.flip[i]);
    }
  } else {
    std::vector<std::string> valid;
    for (const mesh::Zone& zone : mesh.faceZones) valid.push_back(zone.name);
    const auto zone = std::ranges::find_if(mesh.faceZones, [&](const mesh::Zone& z) { return z.name == selection.zone; });
    if (zone == mesh.faceZones.end()) throw Error(selection.place, unknownWordMessage("face zone", selection.zone, valid));
    faces = zone->members;
    flips = zone->flip;
  }
  for (std::size_t i = 0; i < faces.size(); ++i) {
    if (!selection.surface && chosen.selection[faces[i]] >= 0 && chosen.selection[faces[i]] != index)
      throw Error(selection.place, fmt::format("face {} is in another baffle too", faces[i]));
    chosen.selection[faces[i]] = index;
    chosen.flip[faces[i]] = (flips[i] != 0) != selection.flip;
  }
}

/// Adds faces to the list that becomes the new mesh: the first use of a face takes its place, others come behind.
class Sides {
 public:
  Sides(const PolyMesh& mesh) : faces_(faceOrigins(mesh)), used_(faces_.size(), 0) {}
  void add(Label face, bool reversed, Label patch, std::size_t zone, bool flip) {
    const FaceOrigin side{face, reversed, patch, std::pair{zone, flip}};
    if (std::exchange(used_[face], char{1}))
      faces_.push_back(side);
    else
      faces_[face] = side;
  }
  const std::vector<FaceOrigin>& faces() const { return faces_; }

 private:
  std::vector<FaceOrigin> faces_;
  std::vector<char> used_;
};

/// One baffle between a pair of patches.
struct Baffle {
  Label selection;
  std::size_t zone;
  std::array<Label, 2> patches;
  bool internalFacesOnly;
};

/// Returns how many faces it has.
std::size_t split(const PolyMesh& mesh, const Chosen& chosen, const Baffle& baffle, const std::vector<PolyPatch>& all,
                  Sides& sides) {
  const std::array<Label, 2>& patches = baffle.patches;
  std::size_t n = 0;
  const auto isChosen = [&](Label f) { return chosen.selection[f] == baffle.selection; };
  // The sides that the zone's normals leave, then those that they enter.
  for (const bool second : {false, true})
    for (Label f = 0; f < mesh.nInternalFaces(); ++f) {
      if (!isChosen(f)) continue;
      sides.add(f, (chosen.flip[f] != 0) != second, patches[second ? 1 : 0], baffle.zone, second);
      n += second ? 0 : 1;
    }
  const auto isCoupled = [&](Label p) { return all[static_cast<std::size_t>(p)].type.starts_with("cyclic"); };
  for (const PolyPatch& patch : mesh.patches) {
    const bool coupled = patch.type.starts_with("cyclic");
    if (coupled ? isCoupled(patches[0]) || isCoupled(patches[1]) : baffle.internalFacesOnly) continue;
    for (Label f = static_cast<Label>(patch.start); f < static_cast<Label>(patch.start + patch.size); ++f) {
      if (!isChosen(f)) continue;
      sides.add(f, false, patches[chosen.flip[f] ? 1 : 0], baffle.zone, chosen.flip[f] != 0);
      ++n;
    }
  }
  return n;
}

}  // namespace

PolyMesh createBaffles(const BafflesPlan& plan, const PolyMesh& mesh, const mesh::PolyGeometry& geometry, Log& log) {
  PolyMesh old = mesh;
  Chosen chosen{std::vector<Label>(static_cast<std::size_t>(mesh.nFaces()), -1),
                std::vector<char>(static_cast<std::size_t>(mesh.nFaces()), 0)};
  for (std::size_t s = 0; s < plan.selections.size(); ++s)
    choose(plan.selections[s], static_cast<Label>(s), mesh, geometry, chosen);

  std::vector<std::size_t> zoneOf;
  std::vector<std::string> names;
  for (std::size_t s = 0; s < plan.selections.size(); ++s) {
    const BafflesPlan::Selection& selection = plan.selections[s];
    auto zone = std::ranges::find_if(old.faceZones, [&](const mesh::Zone& z) { return z.name == selection.name; });
    if (zone == old.faceZones.end()) {
      old.faceZones.push_back({selection.name, {}, {}});
      zone = old.faceZones.end() - 1;
    }
    *zone = {selection.name, {}, {}};
    for (Label f = 0; f < mesh.nFaces(); ++f)
      if (chosen.selection[f] == static_cast<Label>(s)) {
        zone->members.push_back(f);
        zone->flip.push_back(chosen.flip[f]);
      }
    zoneOf.push_back(static_cast<std::size_t>(zone - old.faceZones.begin()));
    log.line(fmt::format("Created zone {} at index {} with {} faces", selection.name, zoneOf.back(), zone->members.size()));
    if (zone->members.empty())
      log.warnOnce(fmt::format("{}: the baffle '{}' has no faces", toString(selection.place), selection.name));
  }

  std::vector<PolyPatch> patches = old.patches;
  const auto placeOf = [&](const PolyPatch& wanted) {
    const auto there = std::ranges::find_if(patches, [&](const PolyPatch& p) { return p.name == wanted.name; });
    if (there == patches.end()) patches.push_back(wanted);
    return static_cast<Label>(std::ranges::find_if(patches, [&](const PolyPatch& p) { return p.name == wanted.name; }) -
                              patches.begin());
  };
  std::vector<std::vector<Label>> places(plan.selections.size());
  for (std::size_t s = 0; s < plan.selections.size(); ++s)
    for (const auto& patch : plan.selections[s].patches) {
      if (std::ranges::any_of(mesh.patches, [&](const PolyPatch& p) { return p.name == patch.patch.name; }))
        log.line(
            fmt::format("Patch '{}' already exists.  Only moving patch faces - type will remain the same", patch.patch.name));
      places[s].push_back(placeOf(patch.patch));
      names.push_back(patch.patch.name);
    }

  Sides sides(old);
  std::size_t converted = 0;
  for (std::size_t s = 0; s < places.size(); ++s)
    for (std::size_t i = 0; i + 1 < places[s].size(); i += 2)
      converted +=
          split(old, chosen, {static_cast<Label>(s), zoneOf[s], {places[s][i], places[s][i + 1]}, plan.internalFacesOnly},
                patches, sides);
  log.line(
      fmt::format("Converted {} faces into boundary faces in patches {}({})\n", converted, names.size(), fmt::join(names, " ")));
  PolyMesh result = assembleFaces(old, std::move(patches), sides.faces());
  removeEmptyPatches(result, names, log);
  return result;
}

namespace {

/// "uniform 0", "uniform (0 0 0)" ...
std::string zeroOf(int components) {
  if (components == 1) return "uniform 0";
  return fmt::format("uniform ({})", fmt::join(std::vector<int>(static_cast<std::size_t>(components), 0), " "));
}

bool hasList(const Dictionary& entry) {
  return std::ranges::any_of(entry.entries(), [](const Entry& e) {
    return std::ranges::any_of(e.tokens, [](const config::Token& t) { return t.kind == config::Token::Kind::list; });
  });
}

/// The entry of a patch that baffles have made.
Dictionary newEntry(const BafflesPlan& plan, const PolyPatch& patch, const RawField& field) {
  Dictionary entry(field.name + ".boundaryField." + patch.name, field.place);
  for (const auto& selection : plan.selections)
    for (const auto& p : selection.patches)
      if (const Dictionary* given = p.patch.name == patch.name ? p.fields.findDict(field.name) : nullptr) entry = *given;
  if (!entry.empty()) return entry;
  static const std::array<std::string, 5> constraints{"empty", "wedge", "symmetry", "symmetryPlane", "processor"};
  if (patch.type.starts_with("cyclic") || std::ranges::find(constraints, patch.type) != constraints.end()) {
    entry.set("type", patch.type);
  } else {
    entry.set("type", "calculated");
    entry.set("value", zeroOf(field.components));
  }
  return entry;
}

}  // namespace

void addBaffleEntries(const BafflesPlan& plan, const PolyMesh& before, const PolyMesh& after, RawField& field) {
  Problems problems;
  const std::vector<Dictionary> old = resolvePatches(field, before.patches, problems);
  Dictionary boundary(field.name + ".boundaryField", field.place);
  for (const PolyPatch& patch : after.patches) {
    Entry entry;
    entry.keyword = patch.name;
    entry.place = field.place;
    const auto there = std::ranges::find_if(before.patches, [&](const PolyPatch& p) { return p.name == patch.name; });
    if (there == before.patches.end()) {
      const Entry* own = plan.keepEntries ? field.dict.subDict("boundaryField").findExact(patch.name) : nullptr;
      entry.dict = own && own->isDict() ? own->dict : std::make_shared<Dictionary>(newEntry(plan, patch, field));
    } else {
      entry.dict = std::make_shared<Dictionary>(old[static_cast<std::size_t>(there - before.patches.begin())]);
      if (there->size != patch.size && hasList(*entry.dict))
        problems.add(entry.dict->place(),
                     fmt::format("{}: patch '{}' has {} faces instead of {} now, and its entry has a list of values; "
                                 "write a uniform value",
                                 field.name, patch.name, patch.size, there->size));
    }
    boundary.set(std::move(entry));
  }
  problems.throwIfAny(fmt::format("{} cannot get the new patches:", field.name));
  Entry entry;
  entry.keyword = "boundaryField";
  entry.place = field.place;
  entry.dict = std::make_shared<Dictionary>(std::move(boundary));
  field.dict.remove("boundaryField");
  field.dict.set(std::move(entry));
}

}  // namespace eagre::case_
