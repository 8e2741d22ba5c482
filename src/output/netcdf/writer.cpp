// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "core/error.hpp"
#include "output/file_sink.hpp"
#include "output/hdf5/mpi_hints.hpp"
#include "output/netcdf/netcdf.hpp"
#include "output/netcdf/value_file.hpp"
#include "output/on_master.hpp"

namespace eagre::output::netcdf {
namespace fs = std::filesystem;

struct Writer::Impl {
  fs::path path, partial;
  comm::Communicator communicator;
  std::map<std::string, Extent> shapes{};  ///< of variables
  std::size_t times = 0;
  std::unique_ptr<ValueFile> file{};
  bool committed = false;

  std::vector<Box> boxesOfAll(const std::string& variable, const Box& box) const;
  void remove() {
    std::error_code ignored;
    if (communicator.master()) fs::remove(partial, ignored);
  }
};

namespace {

/// Bytes of the values of a time, not compressed: a file of a channel has one time.
std::int64_t bytesOf(const Contents& contents) {
  std::int64_t points = 0;
  for (const auto& [name, shape] : contents.shapes) points += shape[0] * shape[1] * shape[2];
  return points * (contents.settings.singlePrecision ? 4 : 8);
}

}  // namespace

Writer::Writer(fs::path path, const comm::Communicator& communicator, const Description& description,
               const std::vector<Axis>& axes, const std::vector<Variable>& variables, const Settings& settings) {
  const fs::path partial = path.parent_path() / fmt::format(".{}.partial", path.filename().string());
  impl_ = std::make_unique<Impl>(Impl{std::move(path), partial, communicator});
  impl_->shapes = shapesOf(impl_->path, axes, variables);
  const Contents contents{description, axes, variables, settings, impl_->shapes};
  const hdf5::Hints hints = mpiHints(bytesOf(contents), communicator.size(), settings.hints);
  try {
    impl_->file =
        (settings.method == Method::direct ? makeDirectFile : makeCollectiveFile)(partial, communicator, contents, hints);
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

void Writer::beginTime(double time) { impl_->file->writeTime(impl_->times++, time); }

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
  impl_->file->write(variable, impl_->times - 1, impl_->boxesOfAll(variable, box), fill);
}

void Writer::commit() {
  impl_->file->close();
  onMaster(impl_->communicator, [&] { finishReplacing(impl_->partial, impl_->path, syncFile(impl_->partial)); });
  impl_->committed = true;
}

}  // namespace eagre::output::netcdf
