// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/dump_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <tuple>
#include <utility>

#include "config/dictionary.hpp"
#include "core/untrusted.hpp"
#include "output/dumps/dump_contents.hpp"
#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/dumps/dump_summary.hpp"
#include "output/dumps/dump_surface.hpp"
#include "output/file_sink.hpp"
#include "output/hdf5/hdf5.hpp"

namespace eagre::output {
namespace fs = std::filesystem;

struct DumpFile::Impl {
  std::unique_ptr<hdf5::File> file;
  DumpHeader header;
  std::vector<DumpedPatch> patches;
  std::vector<DumpedField> fields;
  std::optional<Contents> contents;
  std::vector<std::pair<std::string, std::string>> brokenParts;  ///< files of bunches, and what is wrong with them
  std::map<std::string, std::uint64_t> storedInParts;            ///< bytes, by data set

  /// Names in a dump become names of files: extract writes them.
  void requirePlain(const std::string& name) const {
    if (!isInside(name)) failDump(file->path(), fmt::format("it holds the name '{}', which leads out of the case", name));
  }
  void readHeader();
  void readPatches();
  void readFields();
  void lookAtPart(int bunch);
  void lookAtParts();
  void requireContents();
  std::optional<DumpedField> pointsAt(const char* object) const;
  /// Of a data set whose values are asked for.
  hdf5::DataInfo readable(const std::string& object) const {
    const hdf5::DataInfo info = file->info(object);
    if (info.pieced && !brokenParts.empty())
      failDump(file->path(), fmt::format("{} is damaged: {}", brokenParts.front().first, brokenParts.front().second));
    return info;
  }
};

void DumpFile::Impl::readHeader() {
  if (!file->exists("/eagre") || !file->isGroup("/eagre"))
    failDump(file->path(), "an HDF5 file, but no dump: it has no group /eagre");
  if (!file->exists("/eagre/fields")) {
    failDump(file->path(), file->path().filename() == "mesh.vtkhdf" ? "the mesh of dumps, not a dump"
                                                                    : "no dump: it has no group /eagre/fields");
  }
  const auto format = file->integer("/eagre", "format");
  if (format != layoutFormat)
    failDump(file->path(), fmt::format("a dump of format {}; this program knows {}", format, layoutFormat));
  header.time = file->real("/eagre", "time");
  header.deltaT = file->real("/eagre", "deltaT");
  header.deltaT0 = file->real("/eagre", "deltaT0");
  header.index = file->integer("/eagre", "index");
  header.ranks = file->integer("/eagre", "ranks");
  header.meshChecksum = static_cast<std::uint32_t>(file->integer("/eagre", "meshChecksum"));
  if (file->exists(ownMeshGroup)) header.ownMesh = static_cast<std::uint32_t>(file->integer(ownMeshGroup, "checksum"));
  header.program = file->text("/eagre", "program");
  header.version = file->text("/eagre", "version");
  header.date = file->text("/eagre", "date");
  header.command = file->text("/eagre", "command");
  const auto textIfThere = [&](const char* name) { return file->hasAttribute("/eagre", name) ? file->text("/eagre", name) : ""; };
  header.name = textIfThere("name");
  if (header.name.empty())
    header.name = file->path().stem().string();
  else if (!finiteNumber(header.name))
    failDump(file->path(), fmt::format("its attribute name is '{}', and a time is a number", header.name));
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
  if (!lines.eof()) failDump(file->path(), "the attribute patches of /eagre is not a list of lines 'name type faces'");
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

void DumpFile::Impl::lookAtPart(int bunch) {
  const auto part = openOrName(file->path().parent_path() / header.parts[static_cast<std::size_t>(bunch)], hdf5::Access::read);
  if (!part->hasAttribute("/eagre", "bunch") || part->integer("/eagre", "bunch") != bunch ||
      part->integer("/eagre", "bunches") != header.bunches)
    failDump(part->path(), fmt::format("it is not bunch {} of {}", bunch, header.bunches));
  for (const hdf5::Item& item : part->items()) {
    if (item.kind != hdf5::Item::Kind::data) continue;
    if (item.info.pieced) failDump(part->path(), fmt::format("{} has its values in other files", item.path));
    storedInParts[item.path] += static_cast<std::uint64_t>(item.info.storedBytes);
  }
}

/// The files of bunches, before HDF5 looks for values in them.
void DumpFile::Impl::lookAtParts() {
  if (std::ssize(header.parts) > hdf5::mostParts || (!header.parts.empty() && std::ssize(header.parts) != header.bunches))
    failDump(file->path(), fmt::format("it lists {} files of {} bunches", header.parts.size(), header.bunches));
  for (int b = 0; b < static_cast<int>(header.parts.size()); ++b) {
    try {
      lookAtPart(b);
    } catch (const Error& e) { brokenParts.emplace_back(header.parts[static_cast<std::size_t>(b)], e.what()); }
  }
  const std::set<std::string_view> names(header.parts.begin(), header.parts.end());
  for (const hdf5::Item& item : file->items()) {
    for (const std::string& name : item.files)
      if (!names.contains(name))
        failDump(file->path(), fmt::format("{} has values in {}, which is no file of its bunches", item.path, name));
    const auto stored = static_cast<std::int64_t>(item.info.pieced ? storedInParts[item.path] : 0);
    if (item.info.pieced && brokenParts.empty() && !hdf5::canHold(stored, item.info.bytes))
      failDump(file->path(), fmt::format("{} has {} rows of {} and {} bytes for them", item.path, item.info.shape.rows,
                                         item.info.shape.columns, stored));
  }
}

/// That the file is what it says it is, as far as can be told without reading values.
void DumpFile::Impl::requireContents() {
  std::string problem = shapeProblem(file->items(), header, patches, fields);
  contents = readContents(*file);
  if (problem.empty() && contents) problem = contents->difference(file->items());
  if (!problem.empty()) failDump(file->path(), problem);
}

DumpFile::DumpFile(const fs::path& path, Access access) : impl_(std::make_unique<Impl>()) {
  impl_->file = openOrName(path, access == Access::change ? hdf5::Access::change : hdf5::Access::read);
  impl_->readHeader();
  impl_->readPatches();
  impl_->readFields();
  impl_->lookAtParts();
  impl_->requireContents();
}

DumpFile::~DumpFile() = default;

const fs::path& DumpFile::path() const { return impl_->file->path(); }
const DumpHeader& DumpFile::header() const { return impl_->header; }
const std::vector<DumpedPatch>& DumpFile::patches() const { return impl_->patches; }
const std::vector<DumpedField>& DumpFile::fields() const { return impl_->fields; }

std::optional<DumpedField> DumpFile::Impl::pointsAt(const char* object) const {
  if (!file->exists(object)) return std::nullopt;
  if (const int columns = file->info(object).shape.columns; columns != 3)
    failDump(file->path(), fmt::format("{} has {} columns, not 3", object, columns));
  return DumpedField{.name = "points", .className = "pointVectorField", .dimensions = {}, .valuesPath = object};
}

std::optional<DumpedField> DumpFile::points() const { return impl_->pointsAt(pointsObject); }
std::optional<DumpedField> DumpFile::pointsAtRest() const { return impl_->pointsAt(pointsAtRestObject); }

std::pair<std::int64_t, std::int64_t> DumpFile::sizeOfOwnMesh() const {
  const auto rows = [&](const char* object) {
    if (!impl_->file->exists(object)) failDump(path(), std::string(object) + " is missing");
    return impl_->file->info(object).shape.rows;
  };
  return {rows(upperFacesObject), rows("/VTKHDF/Points")};
}

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

std::string DumpFile::patchText(const std::string& field, const std::string& patch) const {
  return impl_->file->text(fmt::format("/eagre/patches/{}/{}", field, patch), "dictionary");
}

PatchEntry DumpFile::patchEntry(const std::string& field, const std::string& patch) const {
  const std::string group = fmt::format("/eagre/patches/{}/{}", field, patch);
  PatchEntry entry;
  entry.text = patchText(field, patch);
  for (const std::string& keyword : impl_->file->names(group)) {
    const std::string object = group + "/" + keyword;
    const hdf5::Shape shape = impl_->readable(object).shape;
    PatchList& list = entry.lists[keyword];
    list.components = shape.columns;
    list.values.resize(static_cast<std::size_t>(shape.rows) * static_cast<std::size_t>(shape.columns));
    impl_->file->read(object, 0, std::span(list.values));
  }
  return entry;
}

std::pair<std::int64_t, int> DumpFile::shape(const DumpedField& field) const {
  const hdf5::Shape shape = impl_->readable(field.valuesPath).shape;
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
  constexpr std::size_t mostNamed = 20;
  const Impl& own = *impl_;
  std::vector<DataSetSummary> all;
  for (std::size_t i = 0; i < std::min(own.brokenParts.size(), mostNamed); ++i) {
    DataSetSummary& broken = all.emplace_back();
    std::tie(broken.path, broken.damage) = own.brokenParts[i];
  }
  for (DataSetSummary& one : summariseAll(*own.file, share, own.brokenParts.empty())) {
    if (const auto stored = own.storedInParts.find(one.path); stored != own.storedInParts.end() && one.stored == 0)
      one.stored = stored->second;
    if (own.contents)
      if (const auto entry = own.contents->entries().find(one.path); entry != own.contents->entries().end())
        one.listed = entry->second.checksum;
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<DataSetSummary> DumpFile::verify() const {
  std::vector<DataSetSummary> all = lookAt({});
  for (DataSetSummary& one : all) compareChecksums(one);
  return all;
}

namespace {

void writeList(hdf5::File& file, const std::string& object, const PatchList& list, Contents& contents) {
  const auto bytes = std::as_bytes(std::span(list.values));
  const hdf5::Shape shape{static_cast<std::int64_t>(list.values.size()) / list.components, list.components};
  file.makeData(object, hdf5::Type::real64, shape);
  file.write(object, 0, bytes);
  file.setAttribute(object, checksumName, checksum(bytes));
  contents.addData(object, hdf5::Type::real64, shape, checksum(bytes));
}

}  // namespace

void DumpFile::setPatchEntry(const std::string& field, const std::string& patch, const PatchEntry& entry) {
  hdf5::File& file = *impl_->file;
  Contents contents = impl_->contents.value_or(Contents());
  const auto remove = [&](const std::string& object) {
    file.remove(object);
    contents.remove(object);
  };
  const std::string group = fmt::format("/eagre/patches/{}/{}", field, patch), surface = surfaceObject(field, patch);
  for (const std::string& old : file.names(group)) remove(group + "/" + old);
  // On the surface stay the values that were there if the entry gives none.
  const bool onSurface = file.exists(surface);
  if (const auto value = entry.lists.find("value"); onSurface && value != entry.lists.end()) {
    remove(surface);
    writeList(file, surface, value->second, contents);
  }
  for (const auto& [keyword, list] : entry.lists) {
    if (onSurface && keyword == "value") {
      file.alias(group + "/value", surface);
      contents.addAlias(group + "/value", surface);
    } else {
      writeList(file, group + "/" + keyword, list, contents);
    }
  }
  file.setAttribute(group, "dictionary", entry.text);
  if (!impl_->contents) return;  // of an older program
  file.remove(contentsObject);
  writeContents(file, contents);
  impl_->contents = std::move(contents);
}

void DumpFile::close() {
  impl_->file->close();
  if (const std::string failure = syncFile(path()); !failure.empty()) throw Error(failure, ExitCode::io);
}

}  // namespace eagre::output
