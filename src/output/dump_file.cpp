// SPDX-License-Identifier: BSD-3-Clause
#include "output/dump_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>

#include "comm/communicator.hpp"
#include "config/dictionary.hpp"
#include "core/untrusted.hpp"
#include "output/dump_data.hpp"
#include "output/dump_list.hpp"
#include "output/dump_surface.hpp"
#include "output/file_sink.hpp"
#include "output/hdf5.hpp"
#include "output/packed_mesh.hpp"

namespace eagre::output {
namespace fs = std::filesystem;

namespace {

/// Rows that are read at a time.
constexpr std::int64_t pieceRows = 65536;

/// "dumps/0.25.vtkhdf: <what>", code io.
[[noreturn]] void fail(const fs::path& path, const std::string& what) {
  throw Error(fmt::format("{}: {}", path.string(), what), ExitCode::io);
}

/// Opens the file or says what it is that stands there.
std::unique_ptr<hdf5::File> openOrName(const fs::path& path, hdf5::Access access) {
  std::error_code ec;
  if (!fs::exists(path, ec)) fail(path, "no such file");
  if (!fs::is_regular_file(path, ec)) fail(path, "not a file");
  std::string start(8, '\0');
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail(path, std::strerror(errno));
  stream.read(start.data(), static_cast<std::streamsize>(start.size()));
  if (stream.gcount() == 0) fail(path, "the file is empty");
  if (start != "\x89HDF\r\n\x1a\n") fail(path, "not an HDF5 file");
  if (access == hdf5::Access::change && ::access(path.c_str(), W_OK) != 0)
    fail(path, fmt::format("cannot be changed: {}", std::strerror(errno)));
  try {
    return hdf5::open(path, comm::Communicator::self(), access);
  } catch (const Error& e) { fail(path, fmt::format("truncated or damaged: {}", e.what())); }
}

/// Minima and maxima of numbers that come piece by piece.
template <class T>
void addRange(DataSetSummary& summary, std::span<const std::byte> bytes) {
  const auto n = static_cast<std::size_t>(summary.components);
  summary.low.resize(n, std::numeric_limits<double>::infinity());
  summary.high.resize(n, -std::numeric_limits<double>::infinity());
  const std::span values(reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto value = static_cast<double>(values[i]);
    summary.low[i % n] = std::min(summary.low[i % n], value);
    summary.high[i % n] = std::max(summary.high[i % n], value);
    summary.hasNaN = summary.hasNaN || std::isnan(value);
  }
}

/// One pass over a share of a data set: whole pieces of it.
DataSetSummary summarise(hdf5::File& file, const std::string& object, Share share) {
  DataSetSummary summary;
  summary.path = object;
  const hdf5::DataInfo info = file.info(object);
  summary.stored = static_cast<std::uint64_t>(info.storedBytes);
  if (info.type == hdf5::Type::text) {
    const std::string text = file.readText(object);
    summary.count = 1;
    if (share.rank == 0) {
      summary.bytes = text.size();
      summary.checksum = checksum(std::as_bytes(std::span(text)));
    }
  } else {
    summary.count = info.shape.rows;
    summary.components = info.shape.columns;
    const auto rowBytes = hdf5::bytesOf(info.type) * static_cast<std::size_t>(summary.components);
    const std::int64_t pieces = (summary.count + pieceRows - 1) / pieceRows;
    const auto boundary = [&](int rank) { return std::min(pieces * rank / share.ranks * pieceRows, summary.count); };
    std::vector<std::byte> piece;
    for (std::int64_t first = boundary(share.rank); first < boundary(share.rank + 1); first += pieceRows) {
      piece.resize(rowBytes * static_cast<std::size_t>(std::min(pieceRows, summary.count - first)));
      file.read(object, first, std::span(piece));
      summary.checksum = checksum(piece, summary.checksum);
      summary.bytes += piece.size();
      if (info.type == hdf5::Type::real64) addRange<double>(summary, piece);
      if (info.type == hdf5::Type::real32) addRange<float>(summary, piece);
    }
  }
  if (file.hasAttribute(object, checksumName)) summary.stated = static_cast<std::uint32_t>(file.integer(object, checksumName));
  return summary;
}

/// All data sets under a group that stand in this file.
void summariseGroup(hdf5::File& file, const std::string& group, Share share, std::vector<DataSetSummary>& into) {
  for (const std::string& name : file.names(group)) {
    const std::string object = (group == "/" ? "" : group) + "/" + name;
    DataSetSummary broken;
    broken.path = object;
    try {
      if (!file.isLocal(object)) continue;
      if (file.isGroup(object))
        summariseGroup(file, object, share, into);
      else
        into.push_back(summarise(file, object, share));
    } catch (const Error& e) {
      broken.damage = e.what();
      into.push_back(broken);
    }
  }
}

}  // namespace

void compareChecksums(DataSetSummary& summary) {
  if (!summary.damage.empty()) return;
  if (!summary.stated)
    summary.damage = "it has no checksum";
  else if (*summary.stated != summary.checksum)
    summary.damage = fmt::format("its bytes give the checksum {:08x}, not {:08x}", summary.checksum, *summary.stated);
}

struct DumpFile::Impl {
  std::unique_ptr<hdf5::File> file;
  DumpHeader header;
  std::vector<DumpedPatch> patches;
  std::vector<DumpedField> fields;

  /// Names in a dump become names of files: extract writes them.
  void requirePlain(const std::string& name) const {
    if (!isInside(name)) fail(file->path(), fmt::format("it holds the name '{}', which leads out of the case", name));
  }
  void readHeader();
  void readPatches();
  void readFields();
};

void DumpFile::Impl::readHeader() {
  if (!file->exists("/eagre") || !file->isGroup("/eagre"))
    fail(file->path(), "an HDF5 file, but no dump: it has no group /eagre");
  if (!file->exists("/eagre/fields")) {
    fail(file->path(),
         file->path().filename() == "mesh.vtkhdf" ? "the mesh of dumps, not a dump" : "no dump: it has no group /eagre/fields");
  }
  const auto format = file->integer("/eagre", "format");
  if (format != layoutFormat) fail(file->path(), fmt::format("a dump of format {}; this program knows {}", format, layoutFormat));
  header.time = file->real("/eagre", "time");
  header.deltaT = file->real("/eagre", "deltaT");
  header.deltaT0 = file->real("/eagre", "deltaT0");
  header.index = file->integer("/eagre", "index");
  header.ranks = file->integer("/eagre", "ranks");
  header.meshChecksum = static_cast<std::uint32_t>(file->integer("/eagre", "meshChecksum"));
  header.program = file->text("/eagre", "program");
  header.version = file->text("/eagre", "version");
  header.date = file->text("/eagre", "date");
  header.command = file->text("/eagre", "command");
  const auto textIfThere = [&](const char* name) { return file->hasAttribute("/eagre", name) ? file->text("/eagre", name) : ""; };
  header.name = textIfThere("name");
  if (header.name.empty())
    header.name = file->path().stem().string();
  else if (!finiteNumber(header.name))
    fail(file->path(), fmt::format("its attribute name is '{}', and a time is a number", header.name));
  header.hints = textIfThere("hints");
  header.hintsInForce = textIfThere("hintsInForce");
  if (file->hasAttribute("/eagre", "bunches")) header.bunches = static_cast<int>(file->integer("/eagre", "bunches"));
  if (file->hasAttribute("/eagre", "bunch")) header.bunch = static_cast<int>(file->integer("/eagre", "bunch"));
  std::istringstream names(textIfThere(partsName));
  for (std::string part; std::getline(names, part);) {
    requirePlain(part);
    header.parts.push_back(part);
  }
}

void DumpFile::Impl::readPatches() {
  std::istringstream lines(file->text("/eagre", "patches"));
  for (DumpedPatch patch; lines >> patch.name >> patch.type >> patch.faces;) patches.push_back(patch);
  if (!lines.eof()) fail(file->path(), "the attribute patches of /eagre is not a list of lines 'name type faces'");
}

void DumpFile::Impl::readFields() {
  for (const std::string& name : file->names("/eagre/fields")) {
    requirePlain(name);
    const std::string object = "/eagre/fields/" + name;
    DumpedField field;
    field.name = name;
    field.className = file->text(object, "class");
    config::Dictionary dict(file->path().string() + object);
    dict.set("dimensions", file->text(object, "dimensions"));
    field.dimensions = dict.get<Dimensions>("dimensions");
    field.oriented = file->integer(object, "oriented") != 0;
    field.valuesPath = (field.ofCells() ? "/VTKHDF/CellData/" : "/eagre/faces/") + name;
    fields.push_back(field);
  }
}

DumpFile::DumpFile(const fs::path& path, Access access) : impl_(std::make_unique<Impl>()) {
  impl_->file = openOrName(path, access == Access::change ? hdf5::Access::change : hdf5::Access::read);
  impl_->readHeader();
  impl_->readPatches();
  impl_->readFields();
}

DumpFile::~DumpFile() = default;

const fs::path& DumpFile::path() const { return impl_->file->path(); }
const DumpHeader& DumpFile::header() const { return impl_->header; }
const std::vector<DumpedPatch>& DumpFile::patches() const { return impl_->patches; }
const std::vector<DumpedField>& DumpFile::fields() const { return impl_->fields; }

namespace {

template <class T>
const T& findNamed(const fs::path& path, const char* what, const std::string& name, const std::vector<T>& all) {
  std::vector<std::string> names;
  for (const T& one : all) {
    if (one.name == name) return one;
    names.push_back(one.name);
  }
  throw Error(fmt::format("{}: {}", path.string(), unknownWordMessage(what, name, names)), ExitCode::usage);
}

}  // namespace

const DumpedField& DumpFile::field(const std::string& name) const { return findNamed(path(), "field", name, fields()); }
const DumpedPatch& DumpFile::patch(const std::string& name) const { return findNamed(path(), "patch", name, patches()); }

std::map<std::string, std::string> DumpFile::state() const {
  std::map<std::string, std::string> state;
  for (const std::string& name : impl_->file->names("/eagre/state")) {
    impl_->requirePlain(stateName(name));
    state[stateName(name)] = impl_->file->readText("/eagre/state/" + name);
  }
  return state;
}

PatchEntry DumpFile::patchEntry(const std::string& field, const std::string& patch) const {
  const std::string group = fmt::format("/eagre/patches/{}/{}", field, patch);
  PatchEntry entry;
  entry.text = impl_->file->text(group, "dictionary");
  for (const std::string& keyword : impl_->file->names(group)) {
    const std::string object = group + "/" + keyword;
    const hdf5::Shape shape = impl_->file->info(object).shape;
    PatchList& list = entry.lists[keyword];
    list.components = shape.columns;
    list.values.resize(static_cast<std::size_t>(shape.rows) * static_cast<std::size_t>(shape.columns));
    impl_->file->read(object, 0, std::span(list.values));
  }
  return entry;
}

std::pair<std::int64_t, int> DumpFile::shape(const DumpedField& field) const {
  const hdf5::Shape shape = impl_->file->info(field.valuesPath).shape;
  return {shape.rows, shape.columns};
}

void DumpFile::read(const DumpedField& field, const std::function<void(std::span<const double>)>& sink) const {
  const auto [count, components] = shape(field);
  std::vector<double> piece;
  for (std::int64_t first = 0; first < count; first += pieceRows) {
    piece.resize(static_cast<std::size_t>(std::min(pieceRows, count - first)) * static_cast<std::size_t>(components));
    read(field, first, piece);
    sink(piece);
  }
}

void DumpFile::read(const DumpedField& field, std::int64_t first, std::span<double> values) const {
  impl_->file->read(field.valuesPath, first, values);
}

bool DumpFile::singlePrecision() const {
  return std::any_of(fields().begin(), fields().end(),
                     [&](const DumpedField& field) { return impl_->file->info(field.valuesPath).type == hdf5::Type::real32; });
}

std::int64_t DumpFile::first(const DumpedField& field) const {
  return impl_->file->hasAttribute(field.valuesPath, "first") ? impl_->file->integer(field.valuesPath, "first") : 0;
}

std::vector<DataSetSummary> DumpFile::lookAt(Share share) const {
  std::vector<DataSetSummary> all;
  summariseGroup(*impl_->file, "/", share, all);
  for (const std::string& name : header().parts) try {
      const auto part = openOrName(path().parent_path() / name, hdf5::Access::read);
      for (DataSetSummary& one : all)
        if (one.damage.empty() && one.count > 0 && impl_->file->info(one.path).pieced)
          one.stored += static_cast<std::uint64_t>(part->info(one.path).storedBytes);
    } catch (const Error& e) {
      DataSetSummary missing;
      missing.path = name;
      missing.damage = e.what();
      all.insert(all.begin(), missing);
    }
  return all;
}

std::vector<DataSetSummary> DumpFile::verify() const {
  std::vector<DataSetSummary> all = lookAt({});
  for (DataSetSummary& one : all) compareChecksums(one);
  return all;
}

namespace {

void writeList(hdf5::File& file, const std::string& object, const PatchList& list) {
  const auto bytes = std::as_bytes(std::span(list.values));
  file.makeData(object, hdf5::Type::real64, {static_cast<std::int64_t>(list.values.size()) / list.components, list.components});
  file.write(object, 0, bytes);
  file.setAttribute(object, checksumName, checksum(bytes));
}

}  // namespace

void DumpFile::setPatchEntry(const std::string& field, const std::string& patch, const PatchEntry& entry) {
  hdf5::File& file = *impl_->file;
  const std::string group = fmt::format("/eagre/patches/{}/{}", field, patch), surface = surfaceObject(field, patch);
  for (const std::string& old : file.names(group)) file.remove(group + "/" + old);
  // On the surface stay the values that were there if the entry gives none.
  const bool onSurface = file.exists(surface);
  if (const auto value = entry.lists.find("value"); onSurface && value != entry.lists.end()) {
    file.remove(surface);
    writeList(file, surface, value->second);
  }
  for (const auto& [keyword, list] : entry.lists) {
    if (onSurface && keyword == "value")
      file.alias(group + "/value", surface);
    else
      writeList(file, group + "/" + keyword, list);
  }
  file.setAttribute(group, "dictionary", entry.text);
}

void DumpFile::close() {
  impl_->file->close();
  if (const std::string failure = syncFile(path()); !failure.empty()) throw Error(failure, ExitCode::io);
}

std::unique_ptr<hdf5::File> openMeshFile(const fs::path& path) {
  auto file = openOrName(path, hdf5::Access::read);
  if (!file->exists("/VTKHDF/NumberOfCells") || !file->exists("/eagre") || !file->hasAttribute("/eagre", "meshChecksum"))
    fail(path, "an HDF5 file, but not the mesh of dumps");
  return file;
}

MeshFile readMeshFile(const fs::path& path) {
  const auto file = openMeshFile(path);
  MeshFile mesh;
  mesh.checksum = static_cast<std::uint32_t>(file->integer("/eagre", "meshChecksum"));
  const auto number = [&](const char* object) {
    std::int64_t value = 0;
    file->read(object, 0, std::as_writable_bytes(std::span(&value, 1)));
    return value;
  };
  mesh.cells = number("/VTKHDF/NumberOfCells");
  mesh.points = number("/VTKHDF/NumberOfPoints");
  summariseGroup(*file, "/", {}, mesh.dataSets);
  for (DataSetSummary& one : mesh.dataSets) compareChecksums(one);
  if (std::all_of(mesh.dataSets.begin(), mesh.dataSets.end(), [](const auto& one) { return one.damage.empty(); }))
    if (const auto packed = findPackedMesh(path)) mesh.packed = packed->facts;
  return mesh;
}

}  // namespace eagre::output
