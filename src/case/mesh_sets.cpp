// SPDX-License-Identifier: BSD-3-Clause
#include "case/mesh_sets.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "config/dictionary.hpp"
#include "config/reading/list_reader.hpp"
#include "core/untrusted.hpp"
#include "output/file_sink.hpp"

namespace eagre::case_ {

namespace fs = std::filesystem;

namespace {

fs::path setsOf(const fs::path& polyMeshDir) { return polyMeshDir / "sets"; }

}  // namespace

const char* nounOf(SetKind kind) { return kind == SetKind::cells ? "cell" : kind == SetKind::faces ? "face" : "point"; }

Label sizeOf(SetKind kind, const mesh::PolyMesh& mesh) {
  return kind == SetKind::cells ? mesh.nCells() : kind == SetKind::faces ? mesh.nFaces() : static_cast<Label>(mesh.points.size());
}

std::vector<std::string> meshSetNames(const fs::path& polyMeshDir, SetKind kind) {
  std::vector<std::string> names;
  std::error_code ec;
  for (const auto& entry : fs::directory_iterator(setsOf(polyMeshDir), ec)) try {
      const fs::path file = entry.path().extension() == ".gz" ? entry.path().parent_path() / entry.path().stem() : entry.path();
      if (config::ListFileReader(file).header().className == fmt::format("{}Set", nounOf(kind)))
        names.push_back(file.filename().string());
    } catch (const Error&) {}  // not a set
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<Label> readMeshSet(const fs::path& polyMeshDir, SetKind kind, const std::string& name, const mesh::PolyMesh& mesh,
                               const Place& asked) {
  const fs::path file = inside(setsOf(polyMeshDir), name);
  const std::string className = fmt::format("{}Set", nounOf(kind));
  if (!config::fileExists(file))
    throw Error(asked, fmt::format("{}; {} is not there", unknownWordMessage(className, name, meshSetNames(polyMeshDir, kind)),
                                   file.string()));
  config::ListFileReader reader(file);
  if (const std::string& found = reader.header().className; !found.empty() && found != className)
    throw Error(asked, fmt::format("'{}' is a {}, and a {} is needed here", name, found, className));
  std::vector<Label> members = reader.readTextLabelList();
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  const Label n = sizeOf(kind, mesh);
  if (!members.empty() && (members.front() < 0 || members.back() >= n))
    throw Error(Place{file.string(), 0},
                fmt::format("{} {} is not in the mesh, which has {} {}s: was the set made for another mesh?", nounOf(kind),
                            members.front() < 0 ? members.front() : members.back(), n, nounOf(kind)));
  return members;
}

void writeMeshSet(const fs::path& polyMeshDir, SetKind kind, const std::string& name, const std::vector<Label>& members,
                  const MeshFormat& format) {
  const fs::path directory = setsOf(polyMeshDir);
  output::makeDirectory(directory);
  config::FoamHeader header;
  header.format = "ascii";  // OpenFOAM writes and reads the members as text, in a binary case too
  header.className = fmt::format("{}Set", nounOf(kind));
  header.location = fmt::format("{}/sets", (polyMeshDir.parent_path().filename() / polyMeshDir.filename()).string());
  header.object = name;
  const fs::path file = inside(directory, name), zipped = file.string() + ".gz";
  output::replaceFile(format.compressed ? zipped : file, format.compressed, [&](output::FileSink& out) {
    out.write(config::headerText(header));
    if (members.empty()) {
      out.write("0()\n");
    } else {
      out.write(members.size() <= 10 ? fmt::format("{}({})\n", members.size(), fmt::join(members, " "))
                                     : fmt::format("\n{}\n(\n{}\n)\n", members.size(), fmt::join(members, "\n")));
    }
    out.write("\n// ************************************************************************* //\n");
  });
  std::error_code ignored;
  fs::remove(format.compressed ? file : zipped, ignored);
}

bool removeMeshSet(const fs::path& polyMeshDir, const std::string& name) {
  const fs::path file = inside(setsOf(polyMeshDir), name);
  std::error_code ec;
  const bool plain = fs::remove(file, ec), zipped = fs::remove(file.string() + ".gz", ec);
  return plain || zipped;
}

void removeMeshSets(const fs::path& polyMeshDir) {
  std::error_code ignored;
  fs::remove_all(setsOf(polyMeshDir), ignored);
}

}  // namespace eagre::case_
