// SPDX-License-Identifier: BSD-3-Clause
#include "output/netcdf/new_file.hpp"

#include <fmt/format.h>
#include <netcdf.h>
#include <netcdf_mem.h>
#include <netcdf_par.h>

#include <cstdlib>
#include <utility>

#include "comm/handle.hpp"
#include "core/error.hpp"
#include "output/file_sink.hpp"
#include "output/hdf5/memory.hpp"
#include "output/hdf5/mpi_info.hpp"
#include "output/hdf5/short_path.hpp"
#include "output/netcdf/chunks.hpp"

namespace eagre::output::netcdf {
namespace fs = std::filesystem;

namespace {
constexpr std::array<const char*, 3> axisLetters{"X", "Y", "Z"};
}  // namespace

std::map<std::string, Extent> shapesOf(const fs::path& path, const std::vector<Axis>& axes,
                                       const std::vector<Variable>& variables) {
  std::map<std::string, const Axis*> known;
  for (const Axis& axis : axes)
    if (axis.points.empty() || axis.name == "time" || !known.emplace(axis.name, &axis).second)
      throw Error(fmt::format("{}: axis {} has no points, or stands there twice", path.string(), axis.name));
  std::map<std::string, Extent> shapes;
  for (const Variable& variable : variables)
    for (std::size_t d = 0; d < 3; ++d) {
      const auto axis = known.find(variable.axes[d]);
      if (axis == known.end() || axis->second->direction != static_cast<int>(d))
        throw Error(fmt::format("{}: {} stands on the axis '{}', which is none in direction {}", path.string(), variable.name,
                                variable.axes[d], axisLetters[d]));
      shapes[variable.name][d] = static_cast<std::int64_t>(axis->second->points.size());
    }
  return shapes;
}

NewFile NewFile::inMemory(const fs::path& path) {
  NewFile file(path);
  constexpr std::size_t firstBytes = 1 << 16;
  hdf5::requireMemory();
  file.require({}, nc_create_mem(path.c_str(), NC_NETCDF4, firstBytes, &file.file_));
  return file;
}

NewFile NewFile::shared(const fs::path& path, const comm::Communicator& communicator, const hdf5::Hints& hints) {
  NewFile file(path);
  const hdf5::ShortPath shortPath(path);
  const MpiInfo info(hints);
  hdf5::requireMemory();
  file.require({}, nc_create_par(shortPath.c_str(), NC_NETCDF4, communicator.handle().comm, info, &file.file_));
  return file;
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)), dimensions_(std::move(other.dimensions_)) {}

NewFile::~NewFile() {
  if (file_ >= 0) nc_close(file_);
}

void NewFile::require(const std::string& object, int status) const {
  if (status != NC_NOERR)
    throw Error(fmt::format("cannot write {}{}{}: {}", path_.string(), object.empty() ? "" : ": ", object, nc_strerror(status)),
                ExitCode::io);
}

void NewFile::putText(const std::string& object, int variable, const char* name, const std::string& text) const {
  if (!text.empty()) require(object, nc_put_att_text(file_, variable, name, text.size(), text.c_str()));
}

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
  addCoordinate(axis.name, axis.points.size(), axis.units, axis.longName, axisLetters[static_cast<std::size_t>(axis.direction)]);
}

void NewFile::addVariable(const Variable& variable, const Extent& chunk, const Settings& settings) {
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

void NewFile::define(const Contents& contents) {
  describe(contents.description);
  for (const Axis& axis : contents.axes) addAxis(axis);
  for (const Variable& variable : contents.variables)
    addVariable(variable, Chunks::sizeFor(contents.shapes.at(variable.name)), contents.settings);
  require({}, nc_enddef(file_));
}

void NewFile::putPoints(const Axis& axis) { require(axis.name, nc_put_var_double(file_, idOf(axis.name), axis.points.data())); }

int NewFile::idOf(const std::string& variable) const {
  int id = -1;
  require(variable, nc_inq_varid(file_, variable.c_str(), &id));
  return id;
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

void NewFile::close() { require({}, nc_close(std::exchange(file_, -1))); }

}  // namespace eagre::output::netcdf
