// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/dump_extract.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "core/untrusted.hpp"
#include "mesh/slabs.hpp"
#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_summary.hpp"
#include "output/foam/foam_field.hpp"
#include "output/foam/time_directory.hpp"
#include "output/hdf5/hdf5.hpp"
#include "output/on_master.hpp"

namespace eagre::output {
namespace {

using Values = std::function<void(std::span<const double>)>;

/// Brings the faces of a dump into the order of the mesh, by the mesh file beside it.
class FaceOrder {
 public:
  /// The mesh file is known to be whole and that of the dump.
  explicit FaceOrder(const DumpFile& dump)
      : file_(dump.header().ownMesh ? openOrName(dump.path(), hdf5::Access::read)
                                    : openMeshFile(dump.path().parent_path() / "mesh.vtkhdf")) {
    const auto require = [&](bool right, const std::string& otherwise) {
      if (!right) throw Error(fmt::format("{}: {}", file_->path().string(), otherwise), ExitCode::io);
    };
    require(file_->exists(upperFacesObject),
            fmt::format("made by an older program, without {}: eagre pack makes it anew", upperFacesObject));
    const hdf5::DataInfo info = file_->info(upperFacesObject);
    require(info.type == hdf5::Type::int64 && info.shape.columns == 1,
            std::string(upperFacesObject) + " is not a list of integers");
    nCells_ = info.shape.rows;
    eachPiece([&](std::span<const std::int64_t> upper) {
      for (const std::int64_t n : upper)
        require(n >= 0 && n <= std::numeric_limits<Label>::max(), fmt::format("{} of a cell: {}", upperFacesObject, n));
      add(upper, all_);
    });
  }

  /// The values of a field's internal faces, to the sink, piece by piece. A whole field is never held.
  void read(const DumpFile& dump, const DumpedField& field, const Values& sink) const {
    if (std::accumulate(all_.begin(), all_.end(), GlobalLabel{0}) != dump.shape(field).first)
      throw Error(fmt::format("{}: {} has {} values, but the mesh {} internal faces", dump.path().string(), field.valuesPath,
                              dump.shape(field).first, std::accumulate(all_.begin(), all_.end(), GlobalLabel{0})),
                  ExitCode::io);
    mesh::FaceClasses next{};
    std::exclusive_scan(all_.begin(), all_.end(), next.begin(), GlobalLabel{0});
    std::array<std::vector<double>, next.size()> classes;
    std::vector<double> values;
    eachPiece([&](std::span<const std::int64_t> upper) {
      mesh::FaceClasses counts{};
      add(upper, counts);
      std::array<const double*, next.size()> at{};
      for (std::size_t k = 0; k < next.size(); ++k) {
        classes[k].resize(static_cast<std::size_t>(counts[k]));
        if (counts[k] > 0) dump.read(field, next[k], classes[k]);
        next[k] += counts[k];
        at[k] = classes[k].data();
      }
      values.clear();
      for (const std::int64_t n : upper)
        for (std::size_t k = 0; k < next.size(); ++k) {
          const GlobalLabel some = mesh::faceClasses(n)[k];
          values.insert(values.end(), at[k], at[k] + some);
          at[k] += some;
        }
      if (!values.empty()) sink(values);
    });
  }

 private:
  static void add(std::span<const std::int64_t> upper, mesh::FaceClasses& counts) {
    for (const std::int64_t n : upper)
      for (std::size_t k = 0; k < counts.size(); ++k) counts[k] += mesh::faceClasses(n)[k];
  }

  void eachPiece(const std::function<void(std::span<const std::int64_t>)>& f) const {
    std::vector<std::int64_t> piece;
    for (std::int64_t first = 0; first < nCells_; first += mesh::slabChunk) {
      piece.resize(static_cast<std::size_t>(std::min(mesh::slabChunk, nCells_ - first)));
      file_->read(upperFacesObject, first, std::as_writable_bytes(std::span(piece)));
      f(piece);
    }
  }

  std::unique_ptr<hdf5::File> file_;
  std::int64_t nCells_ = 0;
  mesh::FaceClasses all_{};
};

/// The value that all cells or faces share, or nothing.
std::vector<double> commonValue(const DumpFile& dump, const DumpedField& field, int components) {
  std::vector<double> first;
  bool common = true;
  dump.read(field, [&](std::span<const double> piece) {
    if (first.empty() && !piece.empty()) first.assign(piece.begin(), piece.begin() + components);
    common = common && isUniform(piece, components) && std::equal(first.begin(), first.end(), piece.begin());
  });
  return common ? first : std::vector<double>{};
}

/// faces: is made when it is needed first.
void writeInternal(FieldFileWriter& writer, const DumpFile& dump, const DumpedField& field, std::optional<FaceOrder>& faces) {
  const auto [count, components] = dump.shape(field);
  const std::vector<double> common = commonValue(dump, field, components);
  if (!common.empty()) return writer.uniform("internalField", common);
  writer.beginList("internalField", count, components);
  const Values write = [&](std::span<const double> piece) { writer.values(piece); };
  if (field.ofCells()) {
    dump.read(field, write);
  } else {
    if (!faces) faces.emplace(dump);
    faces->read(dump, field, write);
  }
  writer.endList();
}

void writePatch(FieldFileWriter& writer, const PatchEntry& entry) {
  for (std::size_t start = 0; start < entry.text.size();) {
    const std::size_t end = std::min(entry.text.find('\n', start), entry.text.size());
    const std::string line = entry.text.substr(start, end - start);
    start = end + 1;
    const auto list = std::find_if(entry.lists.begin(), entry.lists.end(),
                                   [&](const auto& named) { return line == fmt::format("        {};", named.first); });
    if (list == entry.lists.end())
      writer.text(line + "\n");
    else
      writer.list(list->first, list->second.values, list->second.components);
  }
}

}  // namespace

void extractDump(const comm::Communicator& world, const DumpFile& dump, const std::filesystem::path& caseDirectory,
                 const ExtractRequest& request, const WriteMesh& writeMesh) {
  const std::string& timeName = request.timeName;
  const FieldFormat& format = request.format;
  onMaster(world, [&] {
    if (!request.replace && std::filesystem::exists(inside(caseDirectory, request.timeName)))
      throw Error(
          fmt::format("{} is there already; --replace puts the dump in its place", (caseDirectory / request.timeName).string()),
          ExitCode::io);
  });
  TimeDirectory directory(world, caseDirectory, timeName);
  if (dump.header().ownMesh) onMaster(world, [&] { writeMesh(directory.partial()); });
  directory.ready();
  std::optional<FaceOrder> faces;
  int next = 0;
  const auto write = [&](const std::string& name, bool compressed, const std::function<void(FileSink&)>& content) {
    if (next++ % world.size() == world.rank()) directory.writeOwn(name, compressed, content);
  };
  for (const DumpedField& field : dump.fields())
    write(field.name, format.compressed, [&](FileSink& sink) {
      FieldFileWriter writer(sink, format);
      writeFieldFile(
          writer, {field.className, timeName, field.name, field.dimensions, field.oriented},
          [&] { writeInternal(writer, dump, field, faces); },
          [&] {
            for (const DumpedPatch& patch : dump.patches()) {
              writer.beginBlock(patch.name);
              writePatch(writer, dump.patchEntry(field.name, patch.name));
              writer.endBlock();
            }
          });
    });
  const auto writeThesePoints = [&](const char* name, const std::optional<DumpedField>& points) {
    if (!points) return;
    write(std::string("polyMesh/") + name, format.compressed, [&](FileSink& sink) {
      writePoints(
          sink, {format.binary, std::max(format.precision, 10), format.compressed}, timeName, dump.shape(*points).first,
          [&](const Values& values) { dump.read(*points, values); }, name);
    });
  };
  writeThesePoints("points", dump.points());
  writeThesePoints("points0", dump.pointsAtRest());
  for (const auto& state : dump.state())
    write("uniform/" + state.first, false, [&](FileSink& sink) { sink.write(state.second); });
  directory.commit();
}

}  // namespace eagre::output
