// SPDX-License-Identifier: BSD-3-Clause
#include "run/dumps/slices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>

#include "case/field_code.hpp"
#include "case/poly_mesh_io.hpp"
#include "mesh/cell_cut.hpp"
#include "mesh/line_samples.hpp"
#include "output/dumps/dump_file.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/dumps/dump_mesh.hpp"
#include "output/dumps/dumped_mesh.hpp"
#include "output/dumps/own_mesh.hpp"
#include "output/file_sink.hpp"
#include "output/foam/mesh_times.hpp"
#include "output/foam/time_directory.hpp"

namespace eagre::run {
namespace {

namespace fs = std::filesystem;

std::string jsonText(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (static_cast<unsigned char>(c) < 0x20)
      out += fmt::format("\\u{:04x}", c);
    else
      out += c;
  }
  return out + '"';
}

/// A time that is there, with its fields of cells and their components.
struct Time {
  output::TimeDir time;
  bool dumped = false;
  std::map<std::string, int> fields{};
};

/// Scalars and vectors of cells; 0: nothing that is drawn.
int components(const std::string& className) { return className == "volScalarField" ? 1 : className == "volVectorField" ? 3 : 0; }

/// One field's values of all cells.
using Values = std::vector<double>;

/// The mesh, cut by a plane or a line, or all of its cells.
class Slice {
 public:
  Slice(mesh::PolyMesh mesh, const SliceOptions& options) : mesh_(std::move(mesh)), whole_(options.cells) {
    geometry_ = mesh::facesAndCells(mesh_);
    if (whole_) return;
    options.line.empty() ? cut(options) : sample(options);
  }

  void write(output::FileSink& sink) const {
    if (whole_) return writeCells(sink);
    if (!samples_.empty()) return writeSamples(sink);
    std::vector<std::int64_t> offsets{0}, corners;
    for (const auto& polygon : cut_.polygons) {
      corners.insert(corners.end(), polygon.begin(), polygon.end());
      offsets.push_back(std::ssize(corners));
    }
    const auto cells = numbers(cells_);
    sink.write(fmt::format("{{\"mesh\": {{\"axis\": {}, \"points\": {}, \"polygons\": {}, \"corners\": {}}}}}\n", axis_,
                           cut_.points.size(), cut_.polygons.size(), corners.size()));
    writeArrays(sink, {std::as_bytes(std::span(cut_.points)), std::as_bytes(std::span(offsets)),
                       std::as_bytes(std::span(corners)), std::as_bytes(std::span(cells))});
  }
  /// The values of the cells that are shown.
  Values of(Values cells, int nComp) const {
    if (whole_) return cells;
    Values values;
    values.reserve(cells_.size() * static_cast<std::size_t>(nComp));
    for (const Label c : cells_) {
      const auto at = static_cast<std::size_t>(c) * static_cast<std::size_t>(nComp);
      values.insert(values.end(), &cells[at], &cells[at] + nComp);
    }
    return values;
  }
  const mesh::PolyMesh& mesh() const { return mesh_; }
  const mesh::PolyGeometry& geometry() const { return geometry_; }

 private:
  using Bytes = std::span<const std::byte>;
  static void writeArrays(output::FileSink& sink, std::initializer_list<Bytes> arrays) {
    for (const Bytes bytes : arrays) sink.write(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
  }

  static std::vector<std::int64_t> numbers(std::span<const Label> labels) { return {labels.begin(), labels.end()}; }

  void writeCells(output::FileSink& sink) const {
    const auto owner = numbers(std::span(mesh_.owner).first(mesh_.neighbour.size())), neighbour = numbers(mesh_.neighbour);
    sink.write(fmt::format("{{\"mesh\": {{\"cells\": {}, \"faces\": {}}}}}\n", mesh_.nCells(), neighbour.size()));
    writeArrays(sink, {std::as_bytes(std::span(geometry_.cellCentres)), std::as_bytes(std::span(geometry_.cellVolumes)),
                       std::as_bytes(std::span(owner)), std::as_bytes(std::span(neighbour))});
  }

  void writeSamples(output::FileSink& sink) const {
    Values positions, distances;
    for (const mesh::LineSample& sample : samples_) {
      positions.insert(positions.end(), {sample.position.x, sample.position.y, sample.position.z});
      distances.push_back(sample.curve);
    }
    sink.write(fmt::format("{{\"mesh\": {{\"samples\": {}}}}}\n", samples_.size()));
    writeArrays(sink, {std::as_bytes(std::span(positions)), std::as_bytes(std::span(distances))});
  }

  void sample(const SliceOptions& options) {
    const mesh::PointStencils stencils(mesh_, geometry_);
    const auto& x = options.line;
    const Vec3 start{x[0], x[1], x[2]}, end{x[3], x[4], x[5]};
    samples_ = options.linePoints > 0 ? mesh::uniformSamples(stencils, start, end, options.linePoints)
                                      : mesh::midPointSamples(stencils, start, end, false);
    if (samples_.empty()) throw Error("the line does not go through the mesh", ExitCode::badCase);
    for (const mesh::LineSample& sample : samples_) cells_.push_back(sample.cell);
  }

  void cut(const SliceOptions& options) {
    Vec3 low{vGreat, vGreat, vGreat}, high{-vGreat, -vGreat, -vGreat};
    for (const Label p : mesh_.facePoints) {
      low = cmptMin(low, mesh_.points[static_cast<std::size_t>(p)]);
      high = cmptMax(high, mesh_.points[static_cast<std::size_t>(p)]);
    }
    const Vec3 sides = high - low;
    axis_ = options.normal >= 0 ? options.normal : sides.x <= sides.y && sides.x <= sides.z ? 0 : sides.y <= sides.z ? 1 : 2;
    const Vec3 along{axis_ == 0 ? 1.0 : 0, axis_ == 1 ? 1.0 : 0, axis_ == 2 ? 1.0 : 0};
    const double position = options.position.value_or(0.5 * dot(low + high, along));
    cut_ = mesh::cutCells(mesh::PointStencils(mesh_, geometry_), position * along, along);
    if (cut_.polygons.empty())
      throw Error(fmt::format("the plane {} = {} does not cut the mesh, which reaches from {} to {}", "xyz"[axis_], position,
                              dot(low, along), dot(high, along)),
                  ExitCode::badCase);
    cells_ = cut_.polygonCells;
  }

  mesh::PolyMesh mesh_;
  mesh::PolyGeometry geometry_;
  bool whole_;
  int axis_ = 0;
  mesh::CellCut cut_;
  std::vector<mesh::LineSample> samples_;
  std::vector<Label> cells_;  ///< whose values are shown
};

class SliceWriter {
 public:
  explicit SliceWriter(const SliceOptions& options) : options_(options), sink_(options.output, false) {
    std::error_code ec;
    if (!fs::is_directory(directory(), ec))
      throw Error(fmt::format("{}: no such directory", directory().string()), ExitCode::badCase);
    if (config::fileExists(polyMesh() / "faces")) findDirectories();
    findDumpsOfMesh();
    std::ranges::stable_sort(times_, {}, [](const Time& t) { return t.time.value; });
    if (times_.empty() && !config::fileExists(polyMesh() / "faces"))
      throw Error(fmt::format("{}: no mesh (constant/polyMesh) and no dumps; run the case first", directory().string()),
                  ExitCode::badCase);
  }

  void write() {
    std::vector<std::string> entries;
    for (const Time& t : times_) {
      std::vector<std::string> names;
      for (const auto& [name, nComp] : t.fields) names.push_back(jsonText(name));
      entries.push_back(fmt::format("{{\"name\": {}, \"value\": {}, \"fields\": [{}]}}", jsonText(t.time.name), t.time.value,
                                    fmt::join(names, ", ")));
    }
    sink_.write(fmt::format("{{\"times\": [{}]}}\n", fmt::join(entries, ", ")));
    for (const std::string& name : options_.times) {
      const auto found = std::ranges::find(times_, name, [](const Time& t) { return t.time.name; });
      if (found == times_.end()) throw Error(fmt::format("{}: no time {}", directory().string(), name), ExitCode::badCase);
      writeTime(*found);
    }
    sink_.close(false);
    sink_.throwIfFailed();
  }

 private:
  const fs::path& directory() const { return options_.caseDirectory; }
  fs::path polyMesh() const { return directory() / "constant" / "polyMesh"; }

  bool isAskedFor(const std::string& time) const {
    return options_.times.empty() || std::ranges::find(options_.times, time) != options_.times.end();
  }

  void findDirectories() {
    for (const output::TimeDir& time : output::findTimes(directory())) {
      if (!isAskedFor(time.name)) continue;
      Time one{time};
      for (const auto& [name, className] : case_::fieldFiles(directory() / time.name))
        if (const int n = components(className); n > 0) one.fields[name] = n;
      times_.push_back(std::move(one));
    }
  }

  /// Those of the mesh beside them, each in the place of the directory of its time.
  void findDumpsOfMesh() {
    const auto dumps = output::findDumps(directory());
    if (dumps.empty()) return;
    const fs::path meshFile = output::dumpMeshPath(directory());
    const auto checksum = output::checksumOfMeshFile(meshFile);
    for (const output::TimeDir& time : dumps) {
      if (!isAskedFor(time.name)) continue;
      const output::DumpFile dump(output::dumpPath(directory(), time.name));
      if (!dump.header().ownMesh) {
        if (!checksum)
          throw Error(fmt::format("{}: the mesh of the dumps beside it is not there or damaged", meshFile.string()),
                      ExitCode::io);
        if (dump.header().meshChecksum != static_cast<std::uint32_t>(*checksum)) continue;
      }
      std::erase_if(times_, [&](const Time& t) { return t.time.name == time.name; });
      Time one{time, true};
      for (const output::DumpedField& field : dump.fields())
        if (const int n = components(field.className); n > 0) one.fields[field.name] = n;
      times_.push_back(std::move(one));
    }
  }

  void writeTime(const Time& time) {
    const Slice& slice = time.dumped ? sliceOfDump(time) : sliceOfDirectory(time);
    if (&slice != written_) slice.write(sink_);
    written_ = &slice;
    std::vector<std::string> heads;
    std::vector<Values> values;
    for (const std::string& name : options_.fields) {
      const auto field = time.fields.find(name);
      if (field == time.fields.end()) continue;
      heads.push_back(fmt::format("[{}, {}]", jsonText(name), field->second));
      values.push_back(slice.of(read(time, name, field->second, slice), field->second));
    }
    sink_.write(fmt::format("{{\"time\": {}, \"fields\": [{}]}}\n", jsonText(time.time.name), fmt::join(heads, ", ")));
    for (const Values& one : values) sink_.write(one);
    sink_.flush();
    sink_.throwIfFailed();
  }

  Values read(const Time& time, const std::string& name, int nComp, const Slice& slice) const {
    Values values;
    const fs::path place = time.dumped ? output::dumpPath(directory(), time.time.name) : directory() / time.time.name / name;
    if (time.dumped) {
      const output::DumpFile dump(place);
      dump.read(dump.field(name),
                [&](std::span<const double> piece) { values.insert(values.end(), piece.begin(), piece.end()); });
    } else {
      case_::RawField field = case_::readRawField(place);
      case_::runCodes(field, slice.mesh(), slice.geometry());
      field.expand(static_cast<std::size_t>(slice.mesh().nCells()));
      values = std::move(field.internal.values);
    }
    if (values.size() != static_cast<std::size_t>(slice.mesh().nCells()) * static_cast<std::size_t>(nComp))
      throw Error(fmt::format("{}: {} numbers of {}, but the mesh has {} cells", place.string(), values.size(), name,
                              slice.mesh().nCells()),
                  ExitCode::badCase);
    return values;
  }

  const Slice& sliceOfDump(const Time& time) {
    const output::DumpFile dump(output::dumpPath(directory(), time.time.name));
    if (dump.header().ownMesh) return keep(output::readOwnMesh(dump.path()).mesh, {});
    const auto field = dump.points();
    if (!field) return sliceOf(true);
    std::vector<Vec3> points;
    dump.read(*field, [&](std::span<const double> piece) {
      for (std::size_t i = 0; i + 2 < piece.size(); i += 3) points.push_back({piece[i], piece[i + 1], piece[i + 2]});
    });
    mesh::PolyMesh mesh = sliceOf(true).mesh();
    case_::replacePoints(mesh, std::move(points), dump.path());
    return keep(std::move(mesh), {});
  }

  /// Of a time whose mesh, or its points alone, may have been written by itself or an earlier one.
  const Slice& sliceOfDirectory(const Time& time) {
    if (!meshes_) meshes_.emplace(directory());
    const output::MeshPlace place = meshes_->at(time.time.value);
    if (place.points == polyMesh()) return sliceOf(false);
    if (ofTime_ && place == placeOfTime_) return *ofTime_;
    mesh::PolyMesh mesh = place.faces == polyMesh() ? sliceOf(false).mesh() : readMesh(place.faces);
    if (place.points != place.faces) case_::replacePoints(mesh, case_::readPoints(place.points), place.points);
    return keep(std::move(mesh), place);
  }

  static mesh::PolyMesh readMesh(const fs::path& polyMesh) {
    mesh::PolyMesh mesh = case_::readPolyMesh(polyMesh);
    Problems problems;
    mesh::checkTopology(mesh, problems);
    problems.throwIfAny(polyMesh.string());
    return mesh;
  }

  /// A mesh in place of the last one that was not that of the case.
  const Slice& keep(mesh::PolyMesh mesh, const output::MeshPlace& place) {
    written_ = nullptr;
    placeOfTime_ = place;
    return ofTime_.emplace(std::move(mesh), options_);
  }

  /// Of constant/polyMesh, which is that of the dumps, too, unless it has changed since.
  const Slice& sliceOf(bool dumped) {
    if (!ofCase_ && config::fileExists(polyMesh() / "faces")) {
      mesh::PolyMesh mesh = readMesh(polyMesh());
      checksumOfCase_ = output::meshChecksum(mesh);
      ofCase_.emplace(std::move(mesh), options_);
    }
    if (!dumped) return *ofCase_;
    const fs::path meshFile = output::dumpMeshPath(directory());
    if (ofCase_ && output::checksumOfMeshFile(meshFile) == static_cast<std::int64_t>(checksumOfCase_)) return *ofCase_;
    if (!ofDumps_) ofDumps_.emplace(output::readDumpedMesh(meshFile), options_);
    return *ofDumps_;
  }

  SliceOptions options_;
  output::FileSink sink_;
  std::vector<Time> times_;
  std::optional<output::MeshTimes> meshes_;  ///< of the directories
  std::optional<Slice> ofCase_, ofDumps_, ofTime_;
  output::MeshPlace placeOfTime_;
  std::uint32_t checksumOfCase_ = 0;
  const Slice* written_ = nullptr;
};

}  // namespace

void writeSlices(const SliceOptions& options) { SliceWriter(options).write(); }

}  // namespace eagre::run
