// SPDX-License-Identifier: BSD-3-Clause
#include "output/netcdf.hpp"

#include "core/error.hpp"

#ifndef EAGRE_NETCDF

namespace eagre::output::netcdf {

namespace {
[[noreturn]] void missing(const std::filesystem::path& path) {
  throw Error(path.string() + ": this program is built without NetCDF (EAGRE_NETCDF=OFF)", ExitCode::badCase);
}
}  // namespace

struct Writer::Impl {};
struct Reader::Impl {};
bool isBuiltIn() { return false; }
Writer::Writer(std::filesystem::path path, const comm::Communicator&, const Description&, const std::vector<Axis>&,
               const std::vector<Variable>&, const Settings&) {
  missing(path);
}
Writer::~Writer() = default;
void Writer::beginTime(double) {}
void Writer::write(const std::string&, const Box&, std::span<const double>) {}
void Writer::commit() {}
Reader::Reader(std::filesystem::path path, const comm::Communicator&) { missing(path); }
Reader::~Reader() = default;
bool Reader::has(const std::string&) { return false; }
std::vector<double> Reader::times() { return {}; }
std::vector<double> Reader::axis(const std::string&) { return {}; }
std::array<std::int64_t, 3> Reader::shape(const std::string&) { return {}; }
std::array<std::string, 3> Reader::axesOf(const std::string&) { return {}; }
std::optional<std::string> Reader::text(const std::string&, const std::string&) { return {}; }
std::vector<double> Reader::read(const std::string&, std::size_t, const Box&) { return {}; }

}  // namespace eagre::output::netcdf

#else

#include <fmt/format.h>
#include <netcdf.h>
#include <netcdf_par.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <utility>

#include "comm/handle.hpp"
#include "output/file_sink.hpp"
#include "output/hdf5.hpp"
#include "output/on_master.hpp"

namespace eagre::output::netcdf {
namespace fs = std::filesystem;

namespace {

/// At most so many points of a chunk in each direction: 256 KiB of them in all.
constexpr std::size_t chunkPoints = 32;
constexpr std::array<const char*, 3> axisLetters{"X", "Y", "Z"};

/// Runs f on all ranks, which returns NetCDF's status; what one of them meets is an Error on all.
template <class F>
void call(const comm::Communicator& communicator, const char* action, const fs::path& path, const std::string& object, F&& f) {
  const int status = f();
  hdf5::throwOnAll(communicator, status == NC_NOERR ? std::string()
                                                    : fmt::format("cannot {} {}{}{}: {}", action, path.string(),
                                                                  object.empty() ? "" : ": ", object, nc_strerror(status)));
}

/// Directions x, y, z in NetCDF's order, behind the time if there is one.
struct Slab {
  std::vector<std::size_t> start, count;
  Slab(const Box& box, std::optional<std::size_t> time) {
    if (time) start.push_back(*time), count.push_back(box.points() > 0 ? 1 : 0);
    for (const int d : {2, 1, 0}) {
      const auto i = static_cast<std::size_t>(d);
      start.push_back(box.points() > 0 ? static_cast<std::size_t>(box.first[i]) : 0);
      count.push_back(box.points() > 0 ? static_cast<std::size_t>(box.size[i]) : 0);
    }
  }
};

/// n points cut into chunks that are as even as can be.
std::size_t evenChunk(std::size_t n) {
  const std::size_t chunks = (n + chunkPoints - 1) / chunkPoints;
  return (n + chunks - 1) / chunks;
}

int putText(int file, int variable, const char* name, const std::string& text) {
  return text.empty() ? NC_NOERR : nc_put_att_text(file, variable, name, text.size(), text.c_str());
}

/// The first failure of several calls.
class Status {
 public:
  Status& operator<<(int status) {
    if (first_ == NC_NOERR) first_ = status;
    return *this;
  }
  operator int() const { return first_; }

 private:
  int first_ = NC_NOERR;
};

bool isInside(const Box& box, const std::array<std::int64_t, 3>& shape) {
  if (box.points() == 0) return true;
  for (std::size_t d = 0; d < 3; ++d)
    if (box.first[d] < 0 || box.size[d] < 0 || box.first[d] + box.size[d] > shape[d]) return false;
  return true;
}

}  // namespace

bool isBuiltIn() { return true; }

struct Writer::Impl {
  struct Known {
    int id = -1;
    std::array<std::int64_t, 3> shape{};
  };

  fs::path path, partial;
  comm::Communicator communicator;
  Settings settings;
  int file = -1, timeVariable = -1;
  std::size_t times = 0;
  std::map<std::string, Axis> axes{};
  std::map<std::string, int> dimensions{}, axisVariables{};
  std::map<std::string, Known> variables{};
  bool committed = false;

  template <class F>
  void make(const std::string& object, F&& f) {
    call(communicator, "write", path, object, f);
  }
  void create();
  void describe(const Description& description);
  void addAxis(const Axis& axis);
  void addVariable(const Variable& variable);
  void putAxes();
  void giveUp();
};

void Writer::Impl::create() {
  onMaster(communicator, [&] {
    std::error_code ignored;
    fs::remove(partial, ignored);
  });
  // One rank needs no MPI-IO.
  make("", [&] {
    return communicator.parallel()
               ? nc_create_par(partial.c_str(), NC_NETCDF4 | NC_CLOBBER, communicator.handle().comm, MPI_INFO_NULL, &file)
               : nc_create(partial.c_str(), NC_NETCDF4 | NC_CLOBBER, &file);
  });
}

void Writer::Impl::describe(const Description& description) {
  make("", [&] {
    Status status;
    status << putText(file, NC_GLOBAL, "Conventions", "CF-1.8") << putText(file, NC_GLOBAL, "title", description.title)
           << putText(file, NC_GLOBAL, "history", description.history) << putText(file, NC_GLOBAL, "source", description.source);
    for (const auto& [name, text] : description.attributes) status << putText(file, NC_GLOBAL, name.c_str(), text);
    int dimension = -1;
    status << nc_def_dim(file, "time", NC_UNLIMITED, &dimension)
           << nc_def_var(file, "time", NC_DOUBLE, 1, &dimension, &timeVariable)
           << putText(file, timeVariable, "standard_name", "time") << putText(file, timeVariable, "long_name", "time")
           << putText(file, timeVariable, "units", description.timeUnits) << putText(file, timeVariable, "axis", "T");
    dimensions["time"] = dimension;
    return static_cast<int>(status);
  });
}

void Writer::Impl::addAxis(const Axis& axis) {
  if (axis.points.empty() || dimensions.contains(axis.name))
    throw Error(fmt::format("{}: axis {} has no points, or stands there twice", path.string(), axis.name));
  make(axis.name, [&] {
    Status status;
    int dimension = -1, variable = -1;
    status << nc_def_dim(file, axis.name.c_str(), axis.points.size(), &dimension)
           << nc_def_var(file, axis.name.c_str(), NC_DOUBLE, 1, &dimension, &variable)
           << putText(file, variable, "units", axis.units) << putText(file, variable, "long_name", axis.longName)
           << putText(file, variable, "axis", axisLetters[static_cast<std::size_t>(axis.direction)]);
    dimensions[axis.name] = dimension;
    axisVariables[axis.name] = variable;
    return static_cast<int>(status);
  });
  axes[axis.name] = axis;
}

void Writer::Impl::addVariable(const Variable& variable) {
  Known known;
  std::vector<int> ids{dimensions["time"]};
  std::vector<std::size_t> chunk{1};
  for (const int d : {2, 1, 0}) {
    const auto axis = axes.find(variable.axes[static_cast<std::size_t>(d)]);
    if (axis == axes.end() || axis->second.direction != d)
      throw Error(fmt::format("{}: {} stands on the axis '{}', which is none in direction {}", path.string(), variable.name,
                              variable.axes[static_cast<std::size_t>(d)], axisLetters[static_cast<std::size_t>(d)]));
    const std::size_t n = axis->second.points.size();
    known.shape[static_cast<std::size_t>(d)] = static_cast<std::int64_t>(n);
    ids.push_back(dimensions[axis->first]);
    chunk.push_back(evenChunk(n));
  }
  make(variable.name, [&] {
    Status status;
    const nc_type type = settings.singlePrecision ? NC_FLOAT : NC_DOUBLE;
    status << nc_def_var(file, variable.name.c_str(), type, static_cast<int>(ids.size()), ids.data(), &known.id)
           << nc_def_var_chunking(file, known.id, NC_CHUNKED, chunk.data()) << nc_def_var_fill(file, known.id, NC_NOFILL, nullptr)
           << nc_def_var_fletcher32(file, known.id, NC_FLETCHER32);
    if (settings.deflate > 0) status << nc_def_var_deflate(file, known.id, NC_SHUFFLE, 1, settings.deflate);
    status << putText(file, known.id, "units", variable.units) << putText(file, known.id, "long_name", variable.longName)
           << putText(file, known.id, "standard_name", variable.standardName);
    if (status == NC_NOERR && communicator.parallel()) status << nc_var_par_access(file, known.id, NC_COLLECTIVE);
    return static_cast<int>(status);
  });
  variables[variable.name] = known;
}

void Writer::Impl::putAxes() {
  make("", [&] {
    Status status;
    status << nc_enddef(file);
    if (communicator.parallel()) status << nc_var_par_access(file, timeVariable, NC_COLLECTIVE);
    for (const auto& [name, axis] : axes) status << nc_put_var_double(file, axisVariables.at(name), axis.points.data());
    return static_cast<int>(status);
  });
}

/// HDF5 below crashes when the program ends with a file that it could not close; on a full disk it can only once there is room.
void Writer::Impl::giveUp() {
  if (file < 0) return;
  if (communicator.master()) static_cast<void>(::truncate(partial.c_str(), 0) == 0);
  communicator.barrier();
  nc_close(file);
  file = -1;
  communicator.barrier();
  std::error_code ignored;
  if (communicator.master()) fs::remove(partial, ignored);
}

Writer::Writer(fs::path path, const comm::Communicator& communicator, const Description& description,
               const std::vector<Axis>& axes, const std::vector<Variable>& variables, const Settings& settings) {
  const fs::path partial = path.parent_path() / fmt::format(".{}.partial", path.filename().string());
  impl_ = std::make_unique<Impl>(Impl{std::move(path), partial, communicator, settings});
  impl_->create();
  try {
    impl_->describe(description);
    for (const Axis& axis : axes) impl_->addAxis(axis);
    for (const Variable& variable : variables) impl_->addVariable(variable);
    impl_->putAxes();
  } catch (...) {
    impl_->giveUp();
    throw;
  }
}

Writer::~Writer() {
  if (!impl_->committed) impl_->giveUp();
}

void Writer::beginTime(double time) {
  const std::size_t start = impl_->times++, count = 1;
  impl_->make("time", [&] { return nc_put_vara_double(impl_->file, impl_->timeVariable, &start, &count, &time); });
}

void Writer::write(const std::string& variable, const Box& box, std::span<const double> values) {
  const auto known = impl_->variables.find(variable);
  if (known == impl_->variables.end() || impl_->times == 0)
    throw Error(fmt::format("{}: no variable {}, or no time has begun", impl_->path.string(), variable));
  const bool fits = isInside(box, known->second.shape) && static_cast<std::int64_t>(values.size()) == box.points();
  if (impl_->communicator.any(!fits)) throw Error(fmt::format("{}: a part of {} does not fit", impl_->path.string(), variable));
  if (impl_->communicator.sum(box.points()) != known->second.shape[0] * known->second.shape[1] * known->second.shape[2])
    throw Error(fmt::format("{}: the parts of {} are not the whole of it", impl_->path.string(), variable));
  const Slab slab(box, impl_->times - 1);
  impl_->make(variable, [&] {
    return nc_put_vara_double(impl_->file, known->second.id, slab.start.data(), slab.count.data(), values.data());
  });
}

void Writer::commit() {
  impl_->make("", [&] {
    // What is still on its way goes out here, where it may fail; a file that then does not close is given up.
    return nc_sync(impl_->file);
  });
  impl_->make("", [&] { return nc_close(std::exchange(impl_->file, -1)); });
  onMaster(impl_->communicator, [&] { finishReplacing(impl_->partial, impl_->path, syncFile(impl_->partial)); });
  impl_->committed = true;
}

struct Reader::Impl {
  fs::path path;
  comm::Communicator communicator;
  int file = -1;

  template <class F>
  void ask(const std::string& object, F&& f) {
    call(communicator, "read", path, object, f);
  }
  int idOf(const std::string& variable) {
    int id = -1;
    ask(variable, [&] { return nc_inq_varid(file, variable.c_str(), &id); });
    return id;
  }
  /// Dimensions of a variable, the last three of which are z, y, x.
  std::vector<int> dimensionsOf(const std::string& variable, int least) {
    const int id = idOf(variable);
    int n = 0;
    std::array<int, NC_MAX_VAR_DIMS> ids{};
    ask(variable, [&] {
      const int status = nc_inq_varndims(file, id, &n);
      return status != NC_NOERR ? status : nc_inq_vardimid(file, id, ids.data());
    });
    if (n < least || n > 4)
      throw Error(fmt::format("cannot read {}: {} has {} dimensions", path.string(), variable, n), ExitCode::io);
    return {ids.begin(), ids.begin() + n};
  }
  std::size_t lengthOf(const std::string& variable, int dimension) {
    std::size_t length = 0;
    ask(variable, [&] { return nc_inq_dimlen(file, dimension, &length); });
    return length;
  }
};

Reader::Reader(fs::path path, const comm::Communicator& communicator)
    : impl_(std::make_unique<Impl>(Impl{std::move(path), communicator})) {
  // Why a file cannot be opened, in the words of the system: MPI-IO has none.
  onMaster(communicator, [&] {
    if (::access(impl_->path.c_str(), R_OK) != 0)
      throw Error(fmt::format("cannot read {}: {}", impl_->path.string(), std::strerror(errno)), ExitCode::io);
  });
  impl_->ask("", [&] {
    return communicator.parallel()
               ? nc_open_par(impl_->path.c_str(), NC_NOWRITE, communicator.handle().comm, MPI_INFO_NULL, &impl_->file)
               : nc_open(impl_->path.c_str(), NC_NOWRITE, &impl_->file);
  });
}

Reader::~Reader() {
  if (impl_->file >= 0) nc_close(impl_->file);
}

bool Reader::has(const std::string& variable) {
  int id = -1;
  return nc_inq_varid(impl_->file, variable.c_str(), &id) == NC_NOERR;
}

std::vector<double> Reader::axis(const std::string& name) {
  const int id = impl_->idOf(name);
  std::vector<double> points(impl_->lengthOf(name, impl_->dimensionsOf(name, 1).front()));
  impl_->ask(name, [&] { return nc_get_var_double(impl_->file, id, points.data()); });
  return points;
}

std::vector<double> Reader::times() { return axis("time"); }

std::array<std::int64_t, 3> Reader::shape(const std::string& variable) {
  const std::vector<int> dimensions = impl_->dimensionsOf(variable, 3);
  std::array<std::int64_t, 3> shape{};
  for (std::size_t d = 0; d < 3; ++d)
    shape[d] = static_cast<std::int64_t>(impl_->lengthOf(variable, dimensions[dimensions.size() - 1 - d]));
  return shape;
}

std::array<std::string, 3> Reader::axesOf(const std::string& variable) {
  const std::vector<int> dimensions = impl_->dimensionsOf(variable, 3);
  std::array<std::string, 3> names;
  for (std::size_t d = 0; d < 3; ++d) {
    std::array<char, NC_MAX_NAME + 1> name{};
    impl_->ask(variable, [&] { return nc_inq_dimname(impl_->file, dimensions[dimensions.size() - 1 - d], name.data()); });
    names[d] = name.data();
  }
  return names;
}

std::optional<std::string> Reader::text(const std::string& variable, const std::string& attribute) {
  const int id = variable.empty() ? NC_GLOBAL : impl_->idOf(variable);
  nc_type type = NC_NAT;
  std::size_t length = 0;
  if (nc_inq_att(impl_->file, id, attribute.c_str(), &type, &length) != NC_NOERR || type != NC_CHAR) return std::nullopt;
  std::string text(length, '\0');
  impl_->ask(variable, [&] { return nc_get_att_text(impl_->file, id, attribute.c_str(), text.data()); });
  return text;
}

std::vector<double> Reader::read(const std::string& variable, std::size_t time, const Box& box) {
  const int id = impl_->idOf(variable);
  const bool hasTime = impl_->dimensionsOf(variable, 3).size() == 4;
  const bool fits = isInside(box, shape(variable)) && (!hasTime || time < times().size());
  if (impl_->communicator.any(!fits))
    throw Error(fmt::format("cannot read {}: {} has no such part, or no time {}", impl_->path.string(), variable, time),
                ExitCode::io);
  const Slab slab(box, hasTime ? std::optional(time) : std::nullopt);
  std::vector<double> values(static_cast<std::size_t>(box.points()));
  impl_->ask(variable, [&] {
    const int status = impl_->communicator.parallel() ? nc_var_par_access(impl_->file, id, NC_COLLECTIVE) : NC_NOERR;
    return status != NC_NOERR ? status : nc_get_vara_double(impl_->file, id, slab.start.data(), slab.count.data(), values.data());
  });
  return values;
}

}  // namespace eagre::output::netcdf

#endif
