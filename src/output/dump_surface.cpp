// SPDX-License-Identifier: BSD-3-Clause
#include "output/dump_surface.hpp"

#include <fmt/format.h>

#include <unordered_map>

#include "comm/communicator.hpp"
#include "output/dump_data.hpp"
#include "output/dump_list.hpp"
#include "output/file_sink.hpp"

namespace eagre::output {
namespace {

/// XDMF's numbers of shapes.
enum XdmfShape : std::int64_t { polygon = 3, triangle = 4, quadrilateral = 5 };

struct Surface {
  std::vector<Vec3> points;
  std::vector<std::int64_t> topology;
};

Surface surfaceOf(const mesh::PolyMesh& mesh, const mesh::PolyPatch& patch) {
  Surface surface;
  std::unordered_map<Label, std::int64_t> places;
  for (GlobalLabel f = patch.start; f < patch.start + patch.size; ++f) {
    const Label first = mesh.faceOffsets[f], n = mesh.faceOffsets[f + 1] - first;
    surface.topology.push_back(n == 3 ? triangle : n == 4 ? quadrilateral : polygon);
    if (surface.topology.back() == polygon) surface.topology.push_back(n);
    for (Label i = first; i < first + n; ++i) {
      const Label point = mesh.facePoints[i];
      const auto [place, isNew] = places.try_emplace(point, static_cast<std::int64_t>(surface.points.size()));
      if (isNew) surface.points.push_back(mesh.points[point]);
      surface.topology.push_back(place->second);
    }
  }
  return surface;
}

std::string xmlText(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '&')
      safe += "&amp;";
    else if (c == '<')
      safe += "&lt;";
    else
      safe += c;
  }
  return safe;
}

/// A data set, where it stands.
std::string dataItem(hdf5::File& file, const std::string& object) {
  const hdf5::DataInfo info = file.info(object);
  const std::string columns = info.shape.columns > 1 ? fmt::format(" {}", info.shape.columns) : "";
  return fmt::format(R"(<DataItem Format="HDF" NumberType="{}" Precision="{}" Dimensions="{}{}">{}:{}</DataItem>)",
                     info.type == hdf5::Type::int64 ? "Int" : "Float", hdf5::bytesOf(info.type), info.shape.rows, columns,
                     file.path().filename().string(), xmlText(object));
}

/// One patch at one time; a field that has no values on it (on an empty patch) is left out.
std::string patchText(hdf5::File& mesh, hdf5::File& dump, const std::string& patch, double time) {
  const std::string surface = fmt::format("{}/{}", surfaceGroup, patch);
  std::string text = fmt::format(
      "    <Grid Name=\"{}\" GridType=\"Uniform\"><Time Value=\"{}\"/>\n"
      "      <Topology TopologyType=\"Mixed\" NumberOfElements=\"{}\">{}</Topology>\n"
      "      <Geometry GeometryType=\"XYZ\">{}</Geometry>\n",
      xmlText(patch), time, mesh.integer(surface, "faces"), dataItem(mesh, surface + "/Topology"),
      dataItem(mesh, surface + "/Points"));
  for (const std::string& field : dump.names(surfaceGroup)) {
    const std::string object = surfaceObject(field, patch);
    if (!dump.exists(object)) continue;
    text += fmt::format("      <Attribute Name=\"{}\" AttributeType=\"{}\" Center=\"Cell\">{}</Attribute>\n", xmlText(field),
                        dump.info(object).shape.columns == 3 ? "Vector" : "Scalar", dataItem(dump, object));
  }
  return text + "    </Grid>\n";
}

/// All patches of a dump; none if the dump cannot be read or is of another mesh.
std::map<std::string, std::string> patchTexts(const std::filesystem::path& caseDirectory, const TimeDir& time) {
  std::map<std::string, std::string> texts;
  try {
    const auto mesh = hdf5::open(dumpMeshPath(caseDirectory), comm::Communicator::self());
    const auto dump = hdf5::open(dumpPath(caseDirectory, time.name), comm::Communicator::self());
    if (dump->integer("/eagre", "meshChecksum") != mesh->integer("/eagre", "meshChecksum")) return {};
    for (const std::string& patch : mesh->names(surfaceGroup)) texts[patch] = patchText(*mesh, *dump, patch, time.value);
  } catch (const Error&) { return {}; }
  return texts;
}

}  // namespace

std::string surfaceObject(const std::string& field, const std::string& patch) {
  return fmt::format("{}/{}/{}", surfaceGroup, field, patch);
}

void writeSurfaces(hdf5::File& meshFile, const mesh::PolyMesh& mesh, const DumpSettings& settings) {
  meshFile.makeGroup(surfaceGroup);
  for (const mesh::PolyPatch& patch : mesh.patches) {
    if (patch.size == 0) continue;
    const Surface surface = surfaceOf(mesh, patch);
    const auto points = std::as_bytes(std::span(surface.points)), topology = std::as_bytes(std::span(surface.topology));
    const std::string group = fmt::format("{}/{}", surfaceGroup, patch.name);
    meshFile.reserve(static_cast<std::int64_t>(points.size() + topology.size()) + structureBytes);
    meshFile.makeGroup(group);
    meshFile.setAttribute(group, "faces", std::int64_t{patch.size});
    writeWhole(meshFile, group + "/Points", hdf5::Type::real64, {static_cast<std::int64_t>(surface.points.size()), 3}, points,
               settings);
    writeWhole(meshFile, group + "/Topology", hdf5::Type::int64, {static_cast<std::int64_t>(surface.topology.size()), 1},
               topology, settings);
  }
}

void PatchSeries::write(const std::string& changed) {
  std::map<std::string, Texts> before = std::move(known_);
  before.erase(changed);
  known_.clear();
  std::map<std::string, std::string> collections;  // one a patch: so readers keep its name at all times
  for (const TimeDir& time : findDumps(caseDirectory_)) {
    const auto old = before.find(time.name);
    const Texts& texts = known_[time.name] = old == before.end() ? patchTexts(caseDirectory_, time) : std::move(old->second);
    for (const auto& [patch, text] : texts) collections[patch] += text;
  }
  replaceFile(seriesPath(caseDirectory_, ".patches.xdmf"), false, [&](FileSink& sink) {
    sink.write("<?xml version=\"1.0\"?>\n<Xdmf Version=\"2.0\">\n<Domain>\n");
    for (const auto& [patch, texts] : collections)
      sink.write(fmt::format("  <Grid Name=\"{}\" GridType=\"Collection\" CollectionType=\"Temporal\">\n{}  </Grid>\n",
                             xmlText(patch), texts));
    sink.write("</Domain>\n</Xdmf>\n");
  });
}

}  // namespace eagre::output
