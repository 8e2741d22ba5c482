// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <map>
#include <memory>

#include "comm/buffer.hpp"
#include "output/hdf5/open_file.hpp"
#include "output/hdf5/shared_file.hpp"

namespace eagre::output::hdf5 {

/// A file that the ranks make together, or one makes. Rank 0 alone has it open in HDF5: it makes groups, attributes, small data
/// sets, and the places of large ones. Each rank encodes its rows itself and writes them there (MPI-IO). So no structure of the
/// file is agreed upon by messages, whatever the number of ranks, and the bugs of parallel HDF5 1.10 are out of the way.
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
  void writeParts(std::span<Part> parts) override;
  void writeWhole(const std::string& object, std::span<const std::byte> rows) override;
  void writeText(const std::string& object, const std::string& text) override;

  // It is not for reading: Errors.
  bool isGroup(const std::string& object) override { unreadable(object); }
  std::vector<std::string> names(const std::string& group) override { unreadable(group); }
  const std::vector<Item>& items() override { unreadable("/"); }
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
  struct Range {
    std::int64_t first = 0, count = 0;
  };
  /// A data set that all ranks write: their ranges, and what this one has of it.
  struct Write {
    std::string object;
    std::vector<Range> ranges;
    std::span<const std::byte> rows;
    bool rounds = false;  ///< rows have 64 bits, the data set keeps 32
    const ChunkLayout* layout = nullptr;
    comm::Buffer encoded = {};
    std::vector<ChunkHead> heads = {};      ///< of chunks in `encoded`; contiguous: one of all rows
    std::vector<std::int64_t> counts = {};  ///< of the heads of each rank
    std::uint32_t checksum = 0;             ///< of the bytes of these rows
  };
  const ChunkLayout& layoutOf(const std::string& object) const;
  void writeAll(std::span<Write> writes);
  /// Writes what no messages, or those of its own, are needed for; false if there is something to be put into places.
  bool writeAlone(Write& write);
  void encode(Write& write);
  /// The bytes of count of the rows, from first on, as the file has them; they stand until the next call.
  std::span<const std::byte> stored(const Write& write, std::int64_t first, std::int64_t count);
  /// Rows as they stand, to this place in the file.
  void writeContiguous(Write& write, std::int64_t place);
  /// Where the bytes of all heads go, one rank's after another's and of each rank one data set's after another's; rank 0's.
  std::vector<std::int64_t> makePlaces(std::span<Write* const> writes, std::span<const ChunkHead> heads);
  void writeByMaster(Write& write);
  void throwFailure();

  std::filesystem::path path_;
  comm::Communicator communicator_;
  std::unique_ptr<SharedFile> shared_;
  std::unique_ptr<OpenFile> file_;  ///< rank 0's
  std::string failure_;             ///< what this rank has met first
  std::map<std::string, ChunkLayout> data_;
  std::vector<float> rounded_;
  bool closed_ = false;
};

}  // namespace eagre::output::hdf5
