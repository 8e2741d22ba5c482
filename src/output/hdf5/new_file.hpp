// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <memory>

#include "output/hdf5/open_file.hpp"
#include "output/hdf5/shared_file.hpp"

namespace eagre::output::hdf5 {

/// A file that several ranks make together. Rank 0 alone has it open in HDF5: it makes groups, attributes, small data sets, and
/// the places of large ones. Each rank encodes its rows itself and writes them there (MPI-IO). So no structure of the file is
/// agreed upon by messages, whatever the number of ranks, and the bugs of parallel HDF5 1.10 are out of the way.
///
/// What a rank meets is kept and thrown by close, on all ranks: none waits for another on the way.
class NewFile final : public File {
 public:
  NewFile(std::filesystem::path path, const comm::Communicator& communicator, const Hints& hints);
  ~NewFile() override;

  const std::filesystem::path& path() const override { return path_; }
  void close() override;
  void reserve(std::int64_t bytes) override;
  Hints hintsInForce() override { return shared_->hintsInForce(); }
  void makeGroup(const std::string& group) override;
  void link(const std::string& object, const std::string& file, const std::string& target) override;
  void alias(const std::string& object, const std::string& target) override;
  bool exists(const std::string& object) override;
  void remove(const std::string& object) override;
  void setAttribute(const std::string& object, const std::string& name, const Value& value) override;
  void makeData(const std::string& object, Type type, Shape shape, Storage storage) override;
  void makePieced(const std::string& object, Type type, Shape shape, const std::vector<Piece>& pieces) override;
  void write(const std::string& object, std::int64_t firstRow, std::span<const std::byte> rows) override;
  void writeParts(const std::string& object, std::span<const std::int64_t> starts, std::span<const std::byte> rows) override;
  void writeWhole(const std::string& object, std::span<const std::byte> rows) override;
  void writeText(const std::string& object, const std::string& text) override;

  // It is not for reading: Errors.
  bool isGroup(const std::string& object) override { unreadable(object); }
  bool isLocal(const std::string& object) override { unreadable(object); }
  std::vector<std::string> names(const std::string& group) override { unreadable(group); }
  bool hasAttribute(const std::string& object, const std::string&) override { unreadable(object); }
  double real(const std::string& object, const std::string&) override { unreadable(object); }
  std::int64_t integer(const std::string& object, const std::string&) override { unreadable(object); }
  std::string text(const std::string& object, const std::string&) override { unreadable(object); }
  DataInfo info(const std::string& object) override { unreadable(object); }
  void read(const std::string& object, std::int64_t, std::span<std::byte>) override { unreadable(object); }
  void read(const std::string& object, std::int64_t, std::span<double>) override { unreadable(object); }
  std::string readText(const std::string& object) override { unreadable(object); }

 private:
  [[noreturn]] void unreadable(const std::string& object) const;
  /// On rank 0, unless something has failed before.
  template <class F>
  void onMaster(F&& f);
  /// The rows of a rank.
  struct Part {
    std::int64_t first = 0, count = 0;
  };
  const ChunkLayout& layoutOf(const std::string& object) const;
  void writeRows(const std::string& object, std::span<const Part> parts, std::span<const std::byte> rows);
  /// What this rank writes of a data set, encoded: bytes, and the heads of chunks in them (contiguous: one head of all).
  struct Encoded {
    std::vector<std::byte> bytes;
    std::vector<ChunkHead> heads;
  };
  Encoded encode(const ChunkLayout& layout, std::int64_t firstRow, std::span<const std::byte> rows) const;
  /// Where each head's bytes go; rank 0 makes room for those of all ranks. -1: it could not.
  std::vector<std::int64_t> place(const std::string& object, const ChunkLayout& layout, const std::vector<ChunkHead>& heads,
                                  const std::vector<std::int64_t>& counts);
  void writeByMaster(const std::string& object, std::span<const Part> parts, std::span<const std::byte> rows);
  void throwFailure();

  std::filesystem::path path_;
  comm::Communicator communicator_;
  std::unique_ptr<SharedFile> shared_;
  std::unique_ptr<OpenFile> file_;  ///< rank 0's
  std::string failure_;             ///< what this rank has met first
  std::map<std::string, ChunkLayout> data_;
};

}  // namespace eagre::output::hdf5
