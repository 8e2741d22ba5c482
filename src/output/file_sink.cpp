// SPDX-License-Identifier: BSD-3-Clause
#include "output/file_sink.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/error.hpp"

namespace eagre::output {
namespace {

/// What goes to the system at a time; why no more: hdf5::pieceBytes.
constexpr std::size_t bufferSize = std::size_t{1} << 18;

/// The gzip level of OpenFOAM's compressed files: zlib's default.
constexpr const char* gzipMode = "wb6";

}  // namespace

FileSink::FileSink(const std::filesystem::path& path, bool compressed, Mode mode) : path_(path), opened_(true) {
  buffer_.reserve(bufferSize);
  const int existing = mode == Mode::append ? O_APPEND : O_TRUNC;
  descriptor_ = ::open(path.c_str(), O_WRONLY | O_CREAT | existing | O_CLOEXEC, 0666);
  if (descriptor_ < 0)
    fail(errno);
  else if (compressed)
    startCompression();
}

void FileSink::startCompression() {
  const int second = ::dup(descriptor_);
  if (second < 0) return fail(errno);
  gzip_ = ::gzdopen(second, gzipMode);
  if (gzip_) return;
  ::close(second);
  fail(ENOMEM);
}

FileSink::~FileSink() {
  if (gzip_) ::gzclose(static_cast<gzFile>(gzip_));
  if (descriptor_ >= 0) ::close(descriptor_);
}

void FileSink::fail(int errorNumber) {
  if (failure_.empty()) failure_ = fmt::format("cannot write {}: {}", path_.string(), std::strerror(errorNumber));
  buffer_.clear();
}

void FileSink::write(std::string_view text) {
  if (!opened_ || !failure_.empty()) return;
  if (text_) {
    text_->append(text);
    return;
  }
  while (!text.empty()) {
    const std::size_t piece = std::min(text.size(), bufferSize - buffer_.size());
    buffer_.insert(buffer_.end(), text.begin(), text.begin() + static_cast<std::ptrdiff_t>(piece));
    text.remove_prefix(piece);
    if (buffer_.size() == bufferSize) drain();
    if (!failure_.empty()) return;
  }
}

void FileSink::drain() {
  std::string_view rest(buffer_.data(), buffer_.size());
  while (!rest.empty()) {
    errno = 0;
    if (gzip_) {
      if (::gzwrite(static_cast<gzFile>(gzip_), rest.data(), static_cast<unsigned>(rest.size())) <= 0)
        return fail(errno != 0 ? errno : EIO);
      break;
    }
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail(errno);
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
}

void FileSink::flush() {
  if (opened_ && !text_ && !gzip_ && failure_.empty()) drain();
}

void FileSink::throwIfFailed() const {
  if (!failure_.empty()) throw Error(failure_, ExitCode::io);
}

void FileSink::close(bool toDisk) {
  if (!opened_ || text_) return;
  if (failure_.empty()) drain();
  if (gzip_) {
    errno = 0;
    if (::gzclose(static_cast<gzFile>(gzip_)) != Z_OK) fail(errno != 0 ? errno : EIO);
    gzip_ = nullptr;
  }
  if (descriptor_ >= 0) {
    if (toDisk && failure_.empty() && ::fsync(descriptor_) != 0) fail(errno);
    if (::close(descriptor_) != 0) fail(errno);
    descriptor_ = -1;
  }
}

std::string syncFile(const std::filesystem::path& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool good = descriptor >= 0 && ::fsync(descriptor) == 0;
  const int errorNumber = errno;
  if (descriptor >= 0) ::close(descriptor);
  return good ? std::string() : fmt::format("cannot write {}: {}", path.string(), std::strerror(errorNumber));
}

int syncDirectory(const std::filesystem::path& directory) {
  const std::filesystem::path target = directory.empty() ? std::filesystem::path(".") : directory;
  const int descriptor = ::open(target.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return errno;
  // Some file systems cannot flush a directory and say EINVAL; there is then nothing to wait for.
  const int result = ::fsync(descriptor) == 0 || errno == EINVAL ? 0 : errno;
  ::close(descriptor);
  return result;
}

void makeDirectory(const std::filesystem::path& directory) {
  namespace fs = std::filesystem;
  std::error_code error, ignored;
  fs::create_directories(directory, error);
  if (!error) return;
  const bool toNothing = fs::is_symlink(directory, ignored) && !fs::exists(directory, ignored);
  throw Error(
      fmt::format("cannot create {}: {}", directory.string(),
                  toNothing ? fmt::format("it is a link to {}, which is not there", fs::read_symlink(directory, ignored).string())
                            : error.message()),
      ExitCode::io);
}

void finishReplacing(const std::filesystem::path& partial, const std::filesystem::path& path, std::string failure, bool toDisk) {
  std::error_code error;
  if (failure.empty()) {
    std::filesystem::rename(partial, path, error);
    if (error) failure = fmt::format("cannot write {}: {}", path.string(), error.message());
  }
  if (!failure.empty()) {
    std::filesystem::remove(partial, error);
    throw Error(failure, ExitCode::io);
  }
  if (toDisk) syncDirectory(path.parent_path());
}

void replaceFile(const std::filesystem::path& path, std::string_view text, bool toDisk) {
  replaceFile(
      path, false, [&](FileSink& sink) { sink.write(text); }, toDisk);
}

}  // namespace eagre::output
