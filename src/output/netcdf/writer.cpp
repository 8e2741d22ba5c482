// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <netcdf.h>
#include <netcdf_mem.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "core/error.hpp"
#include "output/file_sink.hpp"
#include "output/hdf5/chunk_encoder.hpp"
#include "output/hdf5/grid_file.hpp"
#include "output/netcdf.hpp"
#include "output/netcdf/chunks.hpp"
#include "output/on_master.hpp"

namespace eagre::output::netcdf {
namespace fs = std::filesystem;

namespace {

constexpr std::array<const char*, 3> axisLetters{"X", "Y", "Z"};

/// A file while NetCDF makes it, on one rank: in memory, for HDF5 below crashes when the program ends with a file that it could
/// not close, as on a full disk.
class NewFile {
 public:
  explicit NewFile(fs::path path) : path_(std::move(path)) {
    constexpr std::size_t firstBytes = 1 << 16;
    require({}, nc_create_mem(path_.c_str(), NC_NETCDF4, firstBytes, &file_));
  }
  ~NewFile() {
    if (file_ >= 0) nc_close(file_);
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;

  void describe(const Description& description);
  void addAxis(const Axis& axis);
  void addVariable(const Variable& variable, const std::array<std::int64_t, 3>& chunk, const Settings& settings);
  void write();

 private:
  void require(const std::string& object, int status) const {
    if (status != NC_NOERR)
      throw Error(fmt::format("cannot write {}{}{}: {}", path_.string(), object.empty() ? "" : ": ", object, nc_strerror(status)),
                  ExitCode::io);
  }
  void putText(const std::string& object, int variable, const char* name, const std::string& text) const {
    if (!text.empty()) require(object, nc_put_att_text(file_, variable, name, text.size(), text.c_str()));
  }
  int addCoordinate(const std::string& name, std::size_t n, const std::string& units, const std::string& longName,
                    const char* letter);

  fs::path path_;
  int file_ = -1;
  std::map<std::string, int> dimensions_;
};

int NewFile::addCoordinate(const std::string& name, std::size_t n, const std::string& units, const std::string& longName,
                           const char* letter) {
  int dimension = -1, variable = -1;
  require(name, nc_def_dim(file_, name.c_str(), n, &dimension));
  require(name, nc_def_var(file_, name.c_str(), NC_DOUBLE, 1, &dimension, &variable));
  putText(name, variable, "units", units);
  putText(name, variable, "long_name", longName);
  putText(name, variable, "axis", letter);
  dimensions_[name] = dimension;
  return variable;
}

void NewFile::describe(const Description& description) {
  putText({}, NC_GLOBAL, "Conventions", "CF-1.8");
  putText({}, NC_GLOBAL, "title", description.title);
  putText({}, NC_GLOBAL, "history", description.history);
  putText({}, NC_GLOBAL, "source", description.source);
  for (const auto& [name, text] : description.attributes) putText({}, NC_GLOBAL, name.c_str(), text);
  putText("time", addCoordinate("time", NC_UNLIMITED, description.timeUnits, "time", "T"), "standard_name", "time");
}

void NewFile::addAxis(const Axis& axis) {
  const int variable = addCoordinate(axis.name, axis.points.size(), axis.units, axis.longName,
                                     axisLetters[static_cast<std::size_t>(axis.direction)]);
  require(axis.name, nc_put_var_double(file_, variable, axis.points.data()));
}

void NewFile::addVariable(const Variable& variable, const std::array<std::int64_t, 3>& chunk, const Settings& settings) {
  std::array<int, 4> dimensions{dimensions_.at("time")};
  std::array<std::size_t, 4> sizes{1};
  for (std::size_t d = 0; d < 3; ++d) {
    dimensions[3 - d] = dimensions_.at(variable.axes[d]);
    sizes[3 - d] = static_cast<std::size_t>(chunk[d]);
  }
  int id = -1;
  const auto define = [&](int status) { require(variable.name, status); };
  define(nc_def_var(file_, variable.name.c_str(), settings.singlePrecision ? NC_FLOAT : NC_DOUBLE, 4, dimensions.data(), &id));
  define(nc_def_var_chunking(file_, id, NC_CHUNKED, sizes.data()));
  define(nc_def_var_fill(file_, id, NC_NOFILL, nullptr));
  define(nc_def_var_fletcher32(file_, id, NC_FLETCHER32));
  if (settings.deflate > 0) define(nc_def_var_deflate(file_, id, NC_SHUFFLE, 1, settings.deflate));
  putText(variable.name, id, "units", variable.units);
  putText(variable.name, id, "long_name", variable.longName);
  putText(variable.name, id, "standard_name", variable.standardName);
}

void NewFile::write() {
  NC_memio image{};
  require({}, nc_close_memio(std::exchange(file_, -1), &image));
  const std::unique_ptr<void, decltype(&std::free)> owned(image.memory, &std::free);
  FileSink sink(path_, false);
  sink.write(std::string_view(static_cast<const char*>(image.memory), image.size));
  sink.close(false);  // the ranks have yet to put their chunks into it
  sink.throwIfFailed();
}

}  // namespace

struct Writer::Impl {
  using Extent = std::array<std::int64_t, 3>;

  fs::path path, partial;
  comm::Communicator communicator;
  Settings settings;
  std::map<std::string, Extent> shapes{};  ///< of variables
  std::size_t times = 0;
  std::unique_ptr<hdf5::GridFile> file{};
  bool committed = false;

  void takeShapes(const std::vector<Axis>& axes, const std::vector<Variable>& variables);
  std::vector<Box> boxesOfAll(const std::string& variable, const Box& box) const;
  template <class T>
  void put(const std::string& variable, const Chunks& chunks, const Fill& fill);
  void remove() {
    std::error_code ignored;
    if (communicator.master()) fs::remove(partial, ignored);
  }
};

void Writer::Impl::takeShapes(const std::vector<Axis>& axes, const std::vector<Variable>& variables) {
  std::map<std::string, const Axis*> known;
  for (const Axis& axis : axes)
    if (axis.points.empty() || axis.name == "time" || !known.emplace(axis.name, &axis).second)
      throw Error(fmt::format("{}: axis {} has no points, or stands there twice", path.string(), axis.name));
  for (const Variable& variable : variables)
    for (std::size_t d = 0; d < 3; ++d) {
      const auto axis = known.find(variable.axes[d]);
      if (axis == known.end() || axis->second->direction != static_cast<int>(d))
        throw Error(fmt::format("{}: {} stands on the axis '{}', which is none in direction {}", path.string(), variable.name,
                                variable.axes[d], axisLetters[d]));
      shapes[variable.name][d] = static_cast<std::int64_t>(axis->second->points.size());
    }
}

Writer::Writer(fs::path path, const comm::Communicator& communicator, const Description& description,
               const std::vector<Axis>& axes, const std::vector<Variable>& variables, const Settings& settings) {
  const fs::path partial = path.parent_path() / fmt::format(".{}.partial", path.filename().string());
  impl_ = std::make_unique<Impl>(Impl{std::move(path), partial, communicator, settings});
  impl_->takeShapes(axes, variables);
  try {
    onMaster(communicator, [&] {
      NewFile file(partial);
      file.describe(description);
      for (const Axis& axis : axes) file.addAxis(axis);
      for (const Variable& variable : variables)
        file.addVariable(variable, Chunks::sizeFor(impl_->shapes.at(variable.name)), settings);
      file.write();
    });
    impl_->file = std::make_unique<hdf5::GridFile>(partial, communicator);
  } catch (...) {
    impl_->remove();
    throw;
  }
}

Writer::~Writer() {
  if (impl_->committed) return;
  impl_->file.reset();
  impl_->remove();
}

void Writer::beginTime(double time) { impl_->file->writeNumber("time", impl_->times++, time); }

/// What each rank has of a variable, on all ranks, which all see alike whether it is the whole of it.
std::vector<Box> Writer::Impl::boxesOfAll(const std::string& variable, const Box& box) const {
  constexpr std::size_t each = 6;
  const auto ranks = static_cast<std::size_t>(communicator.size());
  std::vector<double> own, all(each * ranks);
  for (std::size_t d = 0; d < 3; ++d) {
    own.push_back(static_cast<double>(box.first[d]));
    own.push_back(static_cast<double>(box.size[d]));
  }
  std::vector<int> counts(ranks, static_cast<int>(each)), starts;
  for (std::size_t r = 0; r < ranks; ++r) starts.push_back(static_cast<int>(r * each));
  communicator.allGather(own, all, counts, starts);
  const Extent& shape = shapes.at(variable);
  std::int64_t points = 0;
  std::vector<Box> boxes(ranks);
  for (std::size_t r = 0; r < ranks; ++r) {
    const double* of = all.data() + r * each;
    for (std::size_t d = 0; d < 3; ++d) {
      boxes[r].first[d] = static_cast<std::int64_t>(of[2 * d]);
      boxes[r].size[d] = static_cast<std::int64_t>(of[2 * d + 1]);
    }
    if (!boxes[r].isInside(shape)) throw Error(fmt::format("{}: a part of {} does not fit", path.string(), variable));
    points += boxes[r].points();
  }
  if (points != shape[0] * shape[1] * shape[2])
    throw Error(fmt::format("{}: the parts of {} are not the whole of it", path.string(), variable));
  return boxes;
}

template <class T>
void Writer::Impl::put(const std::string& variable, const Chunks& chunks, const Fill& fill) {
  const auto& size = chunks.size();
  hdf5::ChunkEncoder encoder(settings.deflate, sizeof(T), static_cast<std::size_t>(size[0] * size[1] * size[2]));
  const std::span<std::byte> room = encoder.values();
  file->begin(variable, times, settings.deflate);
  chunks.each<T>(fill, {reinterpret_cast<T*>(room.data()), room.size() / sizeof(T)}, [&](const Box& points) {
    file->put({static_cast<std::int64_t>(times) - 1, points.first[2], points.first[1], points.first[0]}, encoder.encode());
  });
  file->end();
}

void Writer::write(const std::string& variable, const Box& box, std::span<const double> values) {
  // A box of another size fits nowhere.
  const Box given = static_cast<std::int64_t>(values.size()) == box.points() ? box : Box{{-1, -1, -1}, {1, 1, 1}};
  writeFrom(variable, given, [&](const Box& part, std::span<double> to) {
    double* at = to.data();
    for (std::int64_t k = part.first[2]; k < part.end(2); ++k)
      for (std::int64_t j = part.first[1]; j < part.end(1); ++j) {
        const std::int64_t from =
            (part.first[0] - box.first[0]) + box.size[0] * ((j - box.first[1]) + box.size[1] * (k - box.first[2]));
        at = std::copy_n(values.data() + from, part.size[0], at);
      }
  });
}

void Writer::writeFrom(const std::string& variable, const Box& box, const Fill& fill) {
  if (!impl_->shapes.contains(variable) || impl_->times == 0)
    throw Error(fmt::format("{}: no variable {}, or no time has begun", impl_->path.string(), variable));
  const Chunks chunks(impl_->communicator, impl_->shapes.at(variable), impl_->boxesOfAll(variable, box));
  if (impl_->settings.singlePrecision)
    impl_->put<float>(variable, chunks, fill);
  else
    impl_->put<double>(variable, chunks, fill);
}

void Writer::commit() {
  impl_->file->close();
  onMaster(impl_->communicator, [&] { finishReplacing(impl_->partial, impl_->path, syncFile(impl_->partial)); });
  impl_->committed = true;
}

}  // namespace eagre::output::netcdf
