// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <netcdf.h>
#include <netcdf_par.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "comm/handle.hpp"
#include "core/error.hpp"
#include "core/plain_file.hpp"
#include "output/hdf5/global_heaps.hpp"
#include "output/hdf5/hdf5.hpp"
#include "output/hdf5/short_path.hpp"
#include "output/hdf5/sound_netcdf.hpp"
#include "output/netcdf/netcdf.hpp"
#include "output/netcdf/slab.hpp"
#include "output/on_master.hpp"

namespace eagre::output::netcdf {
namespace fs = std::filesystem;

struct Reader::Impl {
  fs::path path;
  comm::Communicator communicator;
  hdf5::ShortPath shortPath{path};
  int file = -1;

  /// Runs f on all ranks, which returns NetCDF's status; what one of them meets is an Error on all.
  template <class F>
  void ask(const std::string& object, F&& f) {
    const int status = f();
    hdf5::throwOnAll(communicator, status == NC_NOERR ? std::string()
                                                      : fmt::format("cannot read {}{}{}: {}", path.string(),
                                                                    object.empty() ? "" : ": ", object, nc_strerror(status)));
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
    requirePlainFile(impl_->path);
    hdf5::requireSoundHeaps(impl_->path);
    hdf5::requireSoundNetcdf(impl_->path);
  });
  impl_->ask("", [&] {
    return communicator.parallel()
               ? nc_open_par(impl_->shortPath.c_str(), NC_NOWRITE, communicator.handle().comm, MPI_INFO_NULL, &impl_->file)
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
  constexpr std::size_t longest = std::size_t{1} << 24;
  const int id = impl_->idOf(name);
  const std::vector<int> dimensions = impl_->dimensionsOf(name, 1);
  const std::size_t length = impl_->lengthOf(name, dimensions.front());
  if (dimensions.size() > 1 || length > longest)
    throw Error(fmt::format("cannot read {}: {} has {} dimensions and {} points along the first, and is no axis",
                            impl_->path.string(), name, dimensions.size(), length),
                ExitCode::io);
  std::vector<double> points(length);
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
  const std::vector<int> dimensions = impl_->dimensionsOf(variable, 3);
  const bool hasTime = dimensions.size() == 4;
  const bool fits = box.isInside(shape(variable)) && (!hasTime || time < impl_->lengthOf(variable, dimensions.front()));
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
