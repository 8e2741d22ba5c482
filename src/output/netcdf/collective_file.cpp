// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <netcdf.h>
#include <netcdf_par.h>

#include <optional>
#include <type_traits>

#include "output/file_sink.hpp"
#include "output/netcdf/chunks.hpp"
#include "output/netcdf/reserve.hpp"
#include "output/netcdf/slab.hpp"
#include "output/netcdf/value_file.hpp"
#include "output/on_master.hpp"

namespace eagre::output::netcdf {
namespace fs = std::filesystem;

namespace {

/// Bytes of a time of all variables, not compressed, and what HDF5 adds for their chunks; an upper bound.
std::int64_t bytesOfTime(const Contents& contents) {
  constexpr std::int64_t perChunk = 256, perVariable = 65536;
  const std::int64_t valueBytes = contents.settings.singlePrecision ? 4 : 8;
  std::int64_t bytes = 0;
  for (const auto& [name, shape] : contents.shapes) {
    const Extent size = Chunks::sizeFor(shape);
    std::int64_t chunks = 1;
    for (std::size_t d = 0; d < 3; ++d) chunks *= (shape[d] + size[d] - 1) / size[d];
    bytes += perVariable + chunks * (size[0] * size[1] * size[2] * valueBytes + perChunk);
  }
  return bytes;
}

/// Bytes of all that describes the values; an upper bound.
std::int64_t bytesOfHead(const Contents& contents) {
  std::int64_t bytes = std::int64_t{1} << 20;
  for (const auto& [name, text] : contents.description.attributes) bytes += std::ssize(text);
  for (const Axis& axis : contents.axes) bytes += std::ssize(axis.points) * static_cast<std::int64_t>(sizeof(double));
  return bytes;
}

/// Error(io) if no file of so many bytes can be made, with the reason in the words of the system, which NetCDF does not have. No
/// file is left, because it is striped when it is made.
void requireRoom(const fs::path& path, std::int64_t bytes) {
  FileSink sink(path, false);
  sink.close(false);
  sink.throwIfFailed();
  reserve(path, bytes);
  fs::remove(path);
}

int put(int file, int variable, const Slab& slab, const float* values) {
  return nc_put_vara_float(file, variable, slab.start.data(), slab.count.data(), values);
}
int put(int file, int variable, const Slab& slab, const double* values) {
  return nc_put_vara_double(file, variable, slab.start.data(), slab.count.data(), values);
}

/// The values of a box, x fastest, in the type of the file.
template <class T>
std::vector<T> valuesOf(const Box& box, const Fill& fill) {
  std::vector<T> values(static_cast<std::size_t>(box.points()));
  if (values.empty()) return values;
  if constexpr (std::is_same_v<T, double>) {
    fill(box, values);
  } else {
    std::vector<double> plane(static_cast<std::size_t>(box.size[0] * box.size[1]));
    for (std::int64_t k = 0; k < box.size[2]; ++k) {
      fill({{box.first[0], box.first[1], box.first[2] + k}, {box.size[0], box.size[1], 1}}, plane);
      for (std::size_t i = 0; i < plane.size(); ++i)
        values[static_cast<std::size_t>(k) * plane.size() + i] = static_cast<T>(plane[i]);
    }
  }
  return values;
}

/// The file is open in NetCDF on all ranks; each call writes what all ranks have of a variable, together. Source: section 1.2 of
/// Bethune et al., "Developing a scalable and flexible high-resolution DNS code for two-phase flows".
class CollectiveFile : public ValueFile {
 public:
  CollectiveFile(fs::path path, const comm::Communicator& communicator, const Contents& contents, const hdf5::Hints& hints)
      : path_(std::move(path)),
        communicator_(communicator),
        singlePrecision_(contents.settings.singlePrecision),
        bytesOfHead_(bytesOfHead(contents)),
        bytesOfTime_(bytesOfTime(contents)) {
    onMaster(communicator_, [&] { requireRoom(path_, bytesOfHead_); });
    agree([&] { file_.emplace(NewFile::shared(path_, communicator_, hints)); });
    agree([&] { file_->define(contents); });
    onMaster(communicator_, [&] {
      for (const Axis& axis : contents.axes) file_->putPoints(axis);
    });
    agree([&] {
      for (const Variable& variable : contents.variables) makeCollective(variable.name);
      makeCollective("time");
    });
  }

  ~CollectiveFile() override { file_.reset(); }

  void writeTime(std::size_t i, double time) override {
    onMaster(communicator_, [&] { reserve(path_, bytesOfHead_ + static_cast<std::int64_t>(i + 1) * bytesOfTime_); });
    agree([&] {
      const std::size_t one = communicator_.master() ? 1 : 0;
      file_->require("time", nc_put_vara_double(file_->id(), file_->idOf("time"), &i, &one, &time));
    });
  }

  void write(const std::string& variable, std::size_t i, const std::vector<Box>& boxes, const Fill& fill) override {
    const Box& box = boxes[static_cast<std::size_t>(communicator_.rank())];
    if (singlePrecision_)
      write(variable, i, box, valuesOf<float>(box, fill));
    else
      write(variable, i, box, valuesOf<double>(box, fill));
  }

  void close() override {
    agree([&] { file_->close(); });
    onMaster(communicator_, [&] { giveBackReserve(path_); });
  }

 private:
  template <class F>
  void agree(F&& f) const {
    hdf5::agree(communicator_, f);
  }
  void makeCollective(const std::string& variable) const {
    file_->require(variable, nc_var_par_access(file_->id(), file_->idOf(variable), NC_COLLECTIVE));
  }
  template <class T>
  void write(const std::string& variable, std::size_t i, const Box& box, const std::vector<T>& values) const {
    const Slab slab(box, i);
    agree([&] { file_->require(variable, put(file_->id(), file_->idOf(variable), slab, values.data())); });
  }

  fs::path path_;
  comm::Communicator communicator_;
  bool singlePrecision_;
  std::int64_t bytesOfHead_, bytesOfTime_;
  std::optional<NewFile> file_{};
};

}  // namespace

std::unique_ptr<ValueFile> makeCollectiveFile(const fs::path& path, const comm::Communicator& communicator,
                                              const Contents& contents, const hdf5::Hints& hints) {
  return std::make_unique<CollectiveFile>(path, communicator, contents, hints);
}

}  // namespace eagre::output::netcdf
