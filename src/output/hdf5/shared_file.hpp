// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "comm/communicator.hpp"
#include "output/hdf5/hdf5.hpp"

namespace eagre::output::hdf5 {

/// Bytes that belong together, in memory from `from` on, at place `at` of the file.
struct Run {
  std::int64_t at, from, bytes;
};

/// What goes to the system at a time. It is in the cache from its checksum to its copy; and ext4 (Linux 6.18) on a virtual
/// machine takes ten times as long for a call of 117 MB, which it keeps in large pages, as for calls of this size.
inline constexpr std::int64_t pieceBytes = std::int64_t{1} << 18;

/// Makes an empty file with the striping that the hints ask for; an old one of the name is removed first, because a file keeps
/// the striping that it was made with. Serial. Nothing is said of a failure: it is left to the first writing into the file, which
/// knows the reason in the words of the system.
void makeStriped(const std::filesystem::path& path, const Hints& hints);

/// A new file that all ranks write into at places of their own: by MPI-IO, or without it if there is one rank, for which its ways
/// cost more than they give.
///
/// Rank 0 makes it, with the striping that the hints ask for, and the others open it when they have something to write: each
/// writes its own runs, which are long, and waits for no other. If the hints ask for aggregators (cb_nodes and the like), all
/// open it together and MPI-IO carries the runs there, which needs the ranks to meet. Nothing throws: what a rank meets is kept
/// in failure(), so that it stays in step with the others.
class SharedFile {
 public:
  /// Collective only with aggregators: nobody writes before rank 0 has come back.
  SharedFile(std::filesystem::path path, const comm::Communicator& communicator, const Hints& hints);
  ~SharedFile();
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  /// Whether the ranks meet in each write: then each makes as many as another.
  bool ranksMeet() const;
  /// Runs of this rank's memory; a rank may have none.
  void write(std::span<const std::byte> memory, std::span<const Run> runs);
  /// Flushes what each rank has written to the disk, and closes.
  void close();
  /// What MPI-IO does of its hints; on rank 0.
  Hints hintsInForce() const;
  /// "cannot write <path>: <the reason>" of this rank, or empty.
  const std::string& failure() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace eagre::output::hdf5
