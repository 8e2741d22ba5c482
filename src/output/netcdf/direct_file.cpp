// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/chunk_encoder.hpp"
#include "output/hdf5/grid_file.hpp"
#include "output/hdf5/shared_file.hpp"
#include "output/netcdf/chunks.hpp"
#include "output/netcdf/value_file.hpp"
#include "output/on_master.hpp"

namespace eagre::output::netcdf {
namespace fs = std::filesystem;

namespace {

/// Chunks are encoded by the ranks and put into the file beside NetCDF.
class DirectFile : public ValueFile {
 public:
  DirectFile(const fs::path& path, const comm::Communicator& communicator, const Contents& contents, const hdf5::Hints& hints)
      : communicator_(communicator), settings_(contents.settings), shapes_(contents.shapes) {
    onMaster(communicator, [&] {
      // MPI-IO comes first: a file is striped when it is made.
      if (communicator.parallel()) hdf5::makeStriped(path, hints);
      NewFile file = NewFile::inMemory(path);
      file.define(contents);
      for (const Axis& axis : contents.axes) file.putPoints(axis);
      file.write();
    });
    file_ = std::make_unique<hdf5::GridFile>(path, communicator, hints);
  }

  void writeTime(std::size_t i, double time) override { file_->writeNumber("time", i, time); }

  void write(const std::string& variable, std::size_t i, const std::vector<Box>& boxes, const Fill& fill) override {
    const Chunks chunks(communicator_, shapes_.at(variable), boxes);
    if (settings_.singlePrecision)
      put<float>(variable, i, chunks, fill);
    else
      put<double>(variable, i, chunks, fill);
  }

  void close() override { file_->close(); }

 private:
  template <class T>
  void put(const std::string& variable, std::size_t i, const Chunks& chunks, const Fill& fill) {
    const auto& size = chunks.size();
    hdf5::ChunkEncoder encoder(settings_.deflate, sizeof(T), static_cast<std::size_t>(size[0] * size[1] * size[2]));
    const std::span<std::byte> room = encoder.values();
    file_->begin(variable, i + 1, settings_.deflate);
    chunks.each<T>(fill, {reinterpret_cast<T*>(room.data()), room.size() / sizeof(T)}, [&](const Box& points) {
      file_->put({static_cast<std::int64_t>(i), points.first[2], points.first[1], points.first[0]}, encoder.encode());
    });
    file_->end();
  }

  comm::Communicator communicator_;
  Settings settings_;
  std::map<std::string, Extent> shapes_;
  std::unique_ptr<hdf5::GridFile> file_;
};

}  // namespace

std::unique_ptr<ValueFile> makeDirectFile(const fs::path& path, const comm::Communicator& communicator, const Contents& contents,
                                          const hdf5::Hints& hints) {
  return std::make_unique<DirectFile>(path, communicator, contents, hints);
}

}  // namespace eagre::output::netcdf
