// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/dump_surface.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <span>
#include <unordered_map>

#include "comm/communicator.hpp"
#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/file_sink.hpp"

namespace eagre::output {
namespace {

/// XDMF's numbers of shapes.
enum XdmfShape : std::int64_t { polygon = 3, triangle = 4, quadrilateral = 5 };

struct Surface {
  std::vector<Vec3> points;
  std::vector<std::int64_t> topology;
};

Surface surfaceOf(const mesh::PolyMesh& mesh, std::span<const Vec3> points, const mesh::PolyPatch& patch) {
  Surface surface;
  std::unordered_map<Label, std::int64_t> places;
  for (GlobalLabel f = patch.start; f < patch.start + patch.size; ++f) {
    const Label first = mesh.faceOffsets[f], n = mesh.faceOffsets[f + 1] - first;
    surface.topology.push_back(n == 3 ? triangle : n == 4 ? quadrilateral : polygon);
    if (surface.topology.back() == polygon) surface.topology.push_back(n);
    for (Label i = first; i < first + n; ++i) {
      const Label point = mesh.facePoints[i];
      const auto [place, isNew] = places.try_emplace(point, static_cast<std::int64_t>(surface.points.size()));
      if (isNew) surface.points.push_back(points[static_cast<std::size_t>(point)]);
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
std::string dataItem(const std::string& file, const std::string& object, hdf5::Type type, hdf5::Shape shape) {
  const std::string columns = shape.columns > 1 ? fmt::format(" {}", shape.columns) : "";
  return fmt::format(R"(<DataItem Format="HDF" NumberType="{}" Precision="{}" Dimensions="{}{}">{}:{}</DataItem>)",
                     type == hdf5::Type::int64 ? "Int" : "Float", hdf5::bytesOf(type), shape.rows, columns, file,
                     xmlText(object));
}
std::string dataItem(hdf5::File& file, const std::string& object) {
  const hdf5::DataInfo info = file.info(object);
  return dataItem(file.path().filename().string(), object, info.type, info.shape);
}

/// The polygons of all patches.
std::map<std::string, std::string> gridTexts(hdf5::File& mesh, const std::string& group) {
  std::map<std::string, std::string> grids;
  if (!mesh.exists(group)) return grids;  // of an older program
  for (const std::string& patch : mesh.names(group)) {
    const std::string surface = fmt::format("{}/{}", group, patch);
    grids[patch] = fmt::format(
        "      <Topology TopologyType=\"Mixed\" NumberOfElements=\"{}\">{}</Topology>\n"
        "      <Geometry GeometryType=\"XYZ\">{}</Geometry>\n",
        mesh.integer(surface, "faces"), dataItem(mesh, surface + "/Topology"), dataItem(mesh, surface + "/Points"));
  }
  return grids;
}

/// XDMF's word for values of n components; its Tensor6 has them in OpenFOAM's order.
const char* attributeType(int n) { return n == 3 ? "Vector" : n == 6 ? "Tensor6" : n == 9 ? "Tensor" : "Scalar"; }

std::unique_ptr<hdf5::File> openSerial(const std::filesystem::path& path) { return hdf5::open(path, comm::Communicator::self()); }

/// What is in a dump; a field that has no values on a patch (on an empty one) is left out.
std::vector<SurfaceData> surfacesOf(hdf5::File& dump, const std::map<std::string, std::string>& grids) {
  std::vector<SurfaceData> data;
  for (const std::string& field : dump.names(surfaceGroup))
    for (const auto& [patch, grid] : grids) {
      const std::string object = surfaceObject(field, patch);
      if (!dump.exists(object)) continue;
      const hdf5::DataInfo info = dump.info(object);
      data.push_back({field, patch, info.type, info.shape});
    }
  return data;
}

/// All patches of a dump.
std::map<std::string, std::string> patchTexts(const std::map<std::string, std::string>& grids, const TimeDir& time,
                                              const std::vector<SurfaceData>& data) {
  std::map<std::string, std::string> texts;
  for (const auto& [patch, grid] : grids)
    texts[patch] =
        fmt::format("    <Grid Name=\"{}\" GridType=\"Uniform\"><Time Value=\"{}\"/>\n{}", xmlText(patch), time.value, grid);
  for (const SurfaceData& one : data) {
    if (!texts.contains(one.patch)) continue;  // it has no faces
    texts[one.patch] += fmt::format(
        "      <Attribute Name=\"{}\" AttributeType=\"{}\" Center=\"Cell\">{}</Attribute>\n", xmlText(one.field),
        attributeType(one.shape.columns),
        dataItem(dumpPath({}, time.name).filename().string(), surfaceObject(one.field, one.patch), one.type, one.shape));
  }
  for (auto& [patch, text] : texts) text += "    </Grid>\n";
  return texts;
}

}  // namespace

std::string surfaceObject(const std::string& field, const std::string& patch) {
  return fmt::format("{}/{}/{}", surfaceGroup, field, patch);
}

void writeSurfaces(DataSink& sink, const mesh::PolyMesh& mesh, std::span<const Vec3> points, const std::string& into) {
  sink.group(into);
  for (const mesh::PolyPatch& patch : mesh.patches) {
    if (patch.size == 0) continue;
    const Surface surface = surfaceOf(mesh, points, patch);
    const std::string group = fmt::format("{}/{}", into, patch.name);
    sink.reserve(static_cast<std::int64_t>(surface.points.size() * sizeof(Vec3) + surface.topology.size() * 8) + structureBytes);
    sink.group(group);
    sink.attribute(group, "faces", std::int64_t{patch.size});
    sink.list(group + "/Points", hdf5::Type::real64, surface.points);
    sink.list(group + "/Topology", hdf5::Type::int64, surface.topology);
  }
}

std::optional<DumpSeries::Texts> DumpSeries::textsOf(const TimeDir& time, const std::vector<SurfaceData>* data) {
  try {
    const auto dump = data ? nullptr : openSerial(dumpPath(caseDirectory_, time.name));
    if (dump && dump->exists(ownMeshGroup)) {
      const Texts grids = gridTexts(*dump, ownSurfaceGroup);
      return patchTexts(grids, time, surfacesOf(*dump, grids));
    }
    const auto mesh = grids_.empty() || !data ? openSerial(dumpMeshPath(caseDirectory_)) : nullptr;
    if (grids_.empty()) grids_ = gridTexts(*mesh, surfaceGroup);
    if (data) return patchTexts(grids_, time, *data);
    if (dump->integer("/eagre", "meshChecksum") != mesh->integer("/eagre", "meshChecksum")) return std::nullopt;
    if (dump->exists(pointsObject)) return Texts{};  // the patches of the mesh file are not where these are
    return patchTexts(grids_, time, surfacesOf(*dump, grids_));
  } catch (const Error&) { return std::nullopt; }
}

void DumpSeries::write(const std::string& written, std::vector<SurfaceData> data) {
  std::stable_sort(data.begin(), data.end(), [](const auto& a, const auto& b) { return a.field < b.field; });
  std::map<std::string, std::optional<Texts>> before = std::move(known_);
  before.erase(written);
  known_.clear();
  std::map<std::string, std::string> collections;  // one per patch: so readers keep its name at all times
  std::vector<TimeDir> shown;
  for (const TimeDir& time : findDumps(caseDirectory_)) {
    const auto old = before.find(time.name);
    const auto& texts = known_[time.name] =
        old == before.end() ? textsOf(time, time.name == written && !data.empty() ? &data : nullptr) : std::move(old->second);
    if (!texts) continue;
    shown.push_back(time);
    for (const auto& [patch, text] : *texts) collections[patch] += text;
  }
  writeSeries(caseDirectory_, shown);
  replaceFile(seriesPath(caseDirectory_, ".patches.xdmf"), false, [&](FileSink& sink) {
    sink.write("<?xml version=\"1.0\"?>\n<Xdmf Version=\"2.0\">\n<Domain>\n");
    for (const auto& [patch, texts] : collections)
      sink.write(fmt::format("  <Grid Name=\"{}\" GridType=\"Collection\" CollectionType=\"Temporal\">\n{}  </Grid>\n",
                             xmlText(patch), texts));
    sink.write("</Domain>\n</Xdmf>\n");
  });
}

}  // namespace eagre::output
