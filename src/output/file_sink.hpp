// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Dumps and restart files; independent of any solver.
namespace eagre::output {

/// A file being written by one rank, maybe gzip-compressed.
///
/// It never throws while it is being filled: what goes wrong (full disk, missing permission) is kept in failure(), and later
/// writes are ignored. So a rank that meets a failure stays in step with the collective gathers that feed the file. Everything
/// that is written as text goes through it, since no write is to fail unnoticed.
class FileSink {
 public:
  /// A sink that swallows everything: what the ranks that do not write hold.
  FileSink() = default;
  enum class Mode { replace, append };
  FileSink(const std::filesystem::path& path, bool compressed, Mode mode = Mode::replace);
  /// Appends to a text in memory.
  explicit FileSink(std::string& text) : text_(&text), opened_(true) {}
  ~FileSink();
  FileSink(const FileSink&) = delete;
  FileSink& operator=(const FileSink&) = delete;

  /// False for a sink that swallows everything, so that text need not even be formatted.
  bool writes() const { return opened_; }
  void write(std::string_view text);
  void write(std::span<const double> values) {
    write(std::string_view(reinterpret_cast<const char*>(values.data()), values.size_bytes()));
  }
  /// Hands what is buffered to the system: after it a reader finds it, and a full disk has been noticed. Not if compressed.
  void flush();
  /// Writes out what is buffered, flushes it to the disk (fsync) unless told otherwise, and closes.
  void close(bool toDisk = true);
  /// "cannot write <path>: <errno text>", or empty.
  const std::string& failure() const { return failure_; }
  /// Error(io) if there is one.
  void throwIfFailed() const;

 private:
  void startCompression();
  void drain();
  void fail(int errorNumber);

  std::filesystem::path path_;
  std::string* text_ = nullptr;
  std::vector<char> buffer_;
  std::string failure_;
  int descriptor_ = -1;
  void* gzip_ = nullptr;  ///< gzFile; it owns a second descriptor of the same file
  bool opened_ = false;
};

/// Makes a directory, with all on the way, if it is not there. Errors: Error(io) with the reason, also that it is a link to
/// nothing.
void makeDirectory(const std::filesystem::path& directory);

/// Second half of replaceFile: renames partial to path, or removes it and throws Error(io) if there was a failure.
void finishReplacing(const std::filesystem::path& partial, const std::filesystem::path& path, std::string failure,
                     bool toDisk = true);

/// Replaces `path` by what `content` writes, whole or not at all: written to a hidden file beside it, flushed, renamed.
/// toDisk: it also outlives the machine; false for what is written often and could be computed again.
/// Serial. Errors: Error(io) with the reason; the old file is then untouched.
template <class F>
void replaceFile(const std::filesystem::path& path, bool compressed, F&& content, bool toDisk = true) {
  const std::filesystem::path partial = path.parent_path() / std::string(".").append(path.filename().string()).append(".partial");
  FileSink sink(partial, compressed);
  content(sink);
  sink.close(toDisk);
  finishReplacing(partial, path, sink.failure(), toDisk);
}

/// The same of a text that is there. Errors as above.
void replaceFile(const std::filesystem::path& path, std::string_view text, bool toDisk = true);

/// Flushes a file that is not open to the disk. Returns "cannot write <path>: <errno text>", or nothing.
std::string syncFile(const std::filesystem::path& path);
/// Flushes a directory's entries to the disk. Returns errno, or 0.
int syncDirectory(const std::filesystem::path& directory);

}  // namespace eagre::output
