// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/shared_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "comm/handle.hpp"
#include "core/error.hpp"
#include "output/hdf5/mpi_hints.hpp"
#include "output/hdf5/mpi_info.hpp"
#include "output/hdf5/short_path.hpp"

namespace eagre::output::hdf5 {

namespace {

/// MPI counts in int: a longer run goes in pieces where the ranks meet.
constexpr std::int64_t longest = std::int64_t{1} << 30;

std::string wordsOf(int status) {
  std::string text(MPI_MAX_ERROR_STRING, '\0');
  int length = 0;
  MPI_Error_string(status, text.data(), &length);
  return text.substr(0, static_cast<std::size_t>(length));
}

std::vector<Run> inPieces(std::span<const Run> runs, std::int64_t most) {
  std::vector<Run> pieces;
  for (Run run : runs)
    while (run.bytes > 0) {
      const std::int64_t n = std::min(run.bytes, most);
      pieces.push_back({run.at, run.from, n});
      run = {run.at + n, run.from + n, run.bytes - n};
    }
  return pieces;
}

}  // namespace

struct SharedFile::Impl {
  std::filesystem::path path;
  comm::Communicator communicator;
  Hints hints;
  bool aggregators = false;
  ShortPath shortPath{path};
  MPI_File file = MPI_FILE_NULL;
  int descriptor = -1;  ///< of one rank
  std::string failure = {};

  void keep(const std::string& words) {
    if (failure.empty()) failure = fmt::format("cannot write {}: {}", path.string(), words);
  }
  void check(int status) {
    if (status != MPI_SUCCESS) keep(wordsOf(status));
  }
  void check(bool done) {
    if (!done) keep(std::strerror(errno));
  }

  void open(MPI_Comm ranks, int mode) {
    check(MPI_File_open(ranks, shortPath.c_str(), mode | MPI_MODE_WRONLY, MpiInfo(hints), &file));
  }

  void writeAlone(std::span<const std::byte> memory, std::int64_t at) {
    while (!memory.empty() && failure.empty()) {
      const ssize_t n = ::pwrite(descriptor, memory.data(), memory.size(), at);
      if (n < 0 && errno == EINTR) continue;
      check(n > 0);
      memory = memory.subspan(static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
      at += n;
    }
  }
};

void makeStriped(const std::filesystem::path& path, const Hints& hints) {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  const ShortPath shortPath(path);
  MPI_File file = MPI_FILE_NULL;
  if (MPI_File_open(MPI_COMM_SELF, shortPath.c_str(), MPI_MODE_CREATE | MPI_MODE_WRONLY, MpiInfo(hints), &file) == MPI_SUCCESS)
    MPI_File_close(&file);
}

SharedFile::SharedFile(std::filesystem::path path, const comm::Communicator& communicator, const Hints& hints)
    : impl_(std::make_unique<Impl>(Impl{std::move(path), communicator, hints, asksForAggregators(hints)})) {
  if (!communicator.parallel())
    impl_->check((impl_->descriptor = ::open(impl_->path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666)) >= 0);
  else if (impl_->aggregators)
    impl_->open(communicator.handle().comm, MPI_MODE_CREATE);
  else if (communicator.master())
    impl_->open(MPI_COMM_SELF, MPI_MODE_CREATE);
}

SharedFile::~SharedFile() {
  if (impl_->file != MPI_FILE_NULL) MPI_File_close(&impl_->file);
  if (impl_->descriptor >= 0) ::close(impl_->descriptor);
}

bool SharedFile::ranksMeet() const { return impl_->aggregators; }

void SharedFile::write(std::span<const std::byte> memory, std::span<const Run> runs) {
  if (impl_->descriptor >= 0) {
    for (const Run& run : inPieces(runs, pieceBytes))
      impl_->writeAlone(memory.subspan(static_cast<std::size_t>(run.from), static_cast<std::size_t>(run.bytes)), run.at);
    return;
  }
  std::vector<Run> pieces = inPieces(runs, impl_->aggregators ? longest : pieceBytes);
  // Where the ranks meet, one with fewer pieces than another goes along with nothing.
  if (impl_->aggregators)
    pieces.resize(static_cast<std::size_t>(impl_->communicator.max(static_cast<double>(pieces.size()))), Run{0, 0, 0});
  if (!pieces.empty() && impl_->file == MPI_FILE_NULL && impl_->failure.empty()) impl_->open(MPI_COMM_SELF, 0);
  if (impl_->file == MPI_FILE_NULL) return;
  const auto put = impl_->aggregators ? MPI_File_write_at_all : MPI_File_write_at;
  for (const Run& piece : pieces) {
    MPI_Status status;
    impl_->check(put(impl_->file, piece.at, memory.data() + piece.from, static_cast<int>(piece.bytes), MPI_BYTE, &status));
    // OpenMPI calls it a success when a disk takes a part alone.
    int written = 0;
    MPI_Get_count(&status, MPI_BYTE, &written);
    if (written < piece.bytes)
      impl_->keep(fmt::format("{} of {} bytes went out ({}?)", written, piece.bytes, std::strerror(ENOSPC)));
  }
}

void SharedFile::close() {
  if (impl_->descriptor >= 0) {
    impl_->check(::fsync(impl_->descriptor) == 0);
    impl_->check(::close(std::exchange(impl_->descriptor, -1)) == 0);
  }
  if (impl_->file == MPI_FILE_NULL) return;
  impl_->check(MPI_File_sync(impl_->file));
  impl_->check(MPI_File_close(&impl_->file));
}

Hints SharedFile::hintsInForce() const {
  Hints hints;
  MPI_Info info = MPI_INFO_NULL;
  if (impl_->file == MPI_FILE_NULL) return hints;
  if (MPI_File_get_info(impl_->file, &info) != MPI_SUCCESS || info == MPI_INFO_NULL) return hints;
  int count = 0;
  MPI_Info_get_nkeys(info, &count);
  for (int i = 0; i < count; ++i) {
    std::array<char, MPI_MAX_INFO_KEY + 1> key{};
    std::array<char, MPI_MAX_INFO_VAL + 1> value{};
    int known = 0;
    MPI_Info_get_nthkey(info, i, key.data());
    MPI_Info_get(info, key.data(), MPI_MAX_INFO_VAL, value.data(), &known);
    if (known) hints.emplace_back(key.data(), value.data());
  }
  MPI_Info_free(&info);
  return hints;
}

const std::string& SharedFile::failure() const { return impl_->failure; }

}  // namespace eagre::output::hdf5
