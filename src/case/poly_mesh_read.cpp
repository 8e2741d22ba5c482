// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "case/patch_entries.hpp"
#include "case/poly_mesh_io.hpp"
#include "config/reading/list_reader.hpp"

namespace eagre::case_ {

namespace fs = std::filesystem;

namespace {

using config::Dictionary;
using config::TokenReader;
using mesh::PolyMesh;
using mesh::PolyPatch;
using mesh::Zone;

/// Calls f(name, reader) for each element of a file that is a list of dictionaries, "N ( name { .. } .. )"; f reads from behind
/// the '{' up to and with the '}'.
void readDictionaryList(std::string text, const std::string& file,
                        const std::function<void(const std::string&, TokenReader&)>& f) {
  std::size_t offset = 0;
  config::parseHeader(text, file, offset);
  // The list has no keyword: give it one, in the header's last line, so that line numbers stay.
  text.insert(offset, " contents ");
  text += ";";
  const Dictionary dict = Dictionary::parse(text, file);
  TokenReader in = dict.at("contents").reader();
  const std::int64_t expected = in.peek().is('(') ? -1 : in.integer();
  std::int64_t met = 0;
  in.expect('(');
  for (; !in.accept(')'); ++met) {
    const std::string name = in.word();
    in.expect('{');
    f(name, in);
  }
  if (expected >= 0 && met != expected) in.fail(fmt::format("the list says {} entries and has {}", expected, met));
  in.expectEnd();
}

GlobalLabel number(const std::string& text, const std::string& keyword, const Place& place) {
  const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || text.size() > 18 || !std::all_of(text.begin(), text.end(), isDigit))
    throw Error(place, fmt::format("{}: expected a number of faces, found '{}'", keyword, text));
  return std::stoll(text);
}

PolyPatch readPatch(const std::string& name, TokenReader& in) {
  PolyPatch patch;
  patch.name = name;
  patch.start = patch.size = -1;
  const Place place = in.place();
  while (!in.accept('}')) {
    const std::string keyword = in.word();
    const Place at = in.place();
    const std::string text = readEntryText(in);
    if (keyword == "type")
      patch.type = text;
    else if (keyword == "nFaces")
      patch.size = number(text, keyword, at);
    else if (keyword == "startFace")
      patch.start = number(text, keyword, at);
    else if (keyword == "inGroups")
      patch.inGroups = wordsOf(text, at);
    else if (keyword == "neighbourPatch")
      patch.neighbourPatch = text;
    else
      patch.otherEntries.emplace_back(keyword, text);
  }
  for (const auto& [missing, keyword] :
       {std::pair{patch.type.empty(), "type"}, {patch.size < 0, "nFaces"}, {patch.start < 0, "startFace"}})
    if (missing) throw Error(place, fmt::format("patch '{}' has no entry '{}'", name, keyword));
  if (patch.type == "cyclicPeriodicAMI") patch.type = "cyclicAMI";  // of its periodicPatch: mesh/overlaps.hpp
  return patch;
}

/// "List<label> 4(..)", "4(..)", "0()" or "0"
std::vector<double> readZoneList(TokenReader& in) {
  if (in.peek().list) return in.next().list->values;
  std::vector<double> values;
  const std::int64_t expected = in.peek().is('(') ? -1 : in.integer();
  if (in.accept('('))
    while (!in.accept(')')) values.push_back(in.number());
  if (expected >= 0 && static_cast<std::size_t>(expected) != values.size())
    in.fail(fmt::format("the list says {} values and has {}", expected, values.size()));
  return values;
}

/// kind: cell, face or point; n: how many of them the mesh has.
std::vector<Zone> readZones(const fs::path& dir, const std::string& kind, Label n) {
  const fs::path file = dir / (kind + "Zones");
  if (!config::fileExists(file)) return {};
  return parseZones(config::readFileText(file), file.string(), kind, n);
}

/// The whole of a file that is one list.
template <class F>
auto readList(const fs::path& file, F&& read) {
  config::ListFileReader reader(file);
  auto list = read(reader);
  reader.expectEnd();
  return list;
}

}  // namespace

std::vector<Zone> parseZones(std::string text, const std::string& file, const std::string& kind, Label n) {
  std::vector<Zone> zones;
  const std::string labels = kind + "Labels";
  readDictionaryList(std::move(text), file, [&](const std::string& name, TokenReader& in) {
    Zone zone;
    zone.name = name;
    while (!in.accept('}')) {
      const std::string keyword = in.word();
      const bool isLabels = keyword == labels, isFlip = keyword == "flipMap" && kind == "face";
      if (!isLabels && !isFlip) {
        readEntryText(in);  // type, and notes of other programs
        continue;
      }
      for (const double value : readZoneList(in)) {
        if (isFlip)
          zone.flip.push_back(value != 0);
        else if (value < 0 || value >= n)
          in.fail(fmt::format("zone '{}': {} {} does not exist, there are {}", name, kind, value, n));
        else
          zone.members.push_back(static_cast<Label>(value));
      }
      in.expect(';');
    }
    if (kind == "face" && zone.flip.size() != zone.members.size())
      in.fail(fmt::format("zone '{}': {} faces but a flipMap of {}", name, zone.members.size(), zone.flip.size()));
    zones.push_back(std::move(zone));
  });
  return zones;
}

std::vector<PolyPatch> parseBoundary(std::string text, const std::string& file) {
  std::vector<PolyPatch> patches;
  readDictionaryList(std::move(text), file,
                     [&](const std::string& name, TokenReader& in) { patches.push_back(readPatch(name, in)); });
  return patches;
}

MeshOutline outlineOf(const PolyMesh& mesh) { return {mesh.nCells(), mesh.nFaces(), mesh.nInternalFaces(), mesh.patches}; }

MeshOutline readMeshOutline(const fs::path& dir) {
  const auto readLabels = [](config::ListFileReader& in) { return in.readLabelList(); };
  MeshOutline mesh;
  const std::vector<Label> owner = readList(dir / "owner", readLabels);
  const std::vector<Label> neighbour = readList(dir / "neighbour", readLabels);
  for (const auto& list : {&owner, &neighbour})
    for (const Label cell : *list) mesh.nCells = std::max(mesh.nCells, cell + 1);
  mesh.nFaces = static_cast<Label>(owner.size());
  mesh.nInternalFaces = static_cast<Label>(neighbour.size());
  mesh.patches = parseBoundary(config::readFileText(dir / "boundary"), (dir / "boundary").string());
  return mesh;
}

std::vector<Vec3> readPoints(const fs::path& dir) {
  return readList(dir / "points", [](config::ListFileReader& in) { return in.readVectorList(); });
}

PolyMesh readPolyMesh(const fs::path& dir) {
  if (!fs::is_directory(dir))
    throw Error(Place{dir.string(), 0}, "there is no such directory with a mesh; blockMesh makes one", ExitCode::badCase);
  const auto readLabels = [](config::ListFileReader& in) { return in.readLabelList(); };
  PolyMesh mesh;
  mesh.points = readPoints(dir);
  config::CompactLists faces = readList(dir / "faces", [](config::ListFileReader& in) { return in.readFaceList(); });
  mesh.faceOffsets = std::move(faces.offsets);
  mesh.facePoints = std::move(faces.labels);
  mesh.owner = readList(dir / "owner", readLabels);
  mesh.neighbour = readList(dir / "neighbour", readLabels);
  mesh.patches = parseBoundary(config::readFileText(dir / "boundary"), (dir / "boundary").string());

  Problems problems;
  mesh::checkTopology(mesh, problems);
  problems.throwIfAny(fmt::format("the mesh in {} is damaged", dir.string()));
  mesh.cellZones = readZones(dir, "cell", mesh.nCells());
  mesh.faceZones = readZones(dir, "face", mesh.nFaces());
  mesh.pointZones = readZones(dir, "point", static_cast<Label>(mesh.points.size()));
  return mesh;
}

void replacePoints(PolyMesh& mesh, std::vector<Vec3> points, const fs::path& from) {
  if (points.size() != mesh.points.size())
    throw Error(fmt::format("{}: {} points, but the mesh has {}", from.string(), points.size(), mesh.points.size()),
                ExitCode::badCase);
  mesh.points = std::move(points);
}

std::vector<Zone> readCellZones(const fs::path& dir, Label nCells) { return readZones(dir, "cell", nCells); }

MeshLevels readMeshLevels(const fs::path& dir) {
  MeshLevels levels;
  const auto read = [&](const char* name, std::vector<Label>& list) {
    if (config::fileExists(dir / name))
      list = readList(dir / name, [](config::ListFileReader& in) { return in.readLabelList(); });
  };
  read("cellLevel", levels.cells);
  read("pointLevel", levels.points);
  return levels;
}

}  // namespace eagre::case_
