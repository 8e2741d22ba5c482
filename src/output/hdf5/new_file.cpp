// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/new_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "core/error.hpp"
#include "output/checksum.hpp"
#include "output/hdf5/places.hpp"

namespace eagre::output::hdf5 {

namespace {

constexpr int tag = 71;
constexpr std::int64_t one = 1;

/// Data sets of as many bytes at the most are HDF5's own matter, if they are rank 0's alone.
constexpr std::int64_t smallest = 65536;
/// Zeros of so many bytes are not written.
constexpr std::int64_t zeros = std::int64_t{1} << 15;

bool areZero(std::span<const std::byte> bytes) {
  return bytes.front() == std::byte{0} && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0;
}

std::vector<Run> runsOfOthersThanZero(std::span<const std::byte> bytes, std::int64_t place) {
  std::vector<Run> runs;
  for (std::int64_t from = 0, end = 0; from < std::ssize(bytes); from = end) {
    end = std::min(from + zeros, std::ssize(bytes));
    if (areZero(bytes.subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(end - from)))) continue;
    if (!runs.empty() && runs.back().from + runs.back().bytes == from)
      runs.back().bytes += end - from;
    else
      runs.push_back({place + from, from, end - from});
  }
  return runs;
}

}  // namespace

NewFile::NewFile(std::filesystem::path path, const comm::Communicator& communicator, const Hints& hints)
    : path_(std::move(path)), communicator_(communicator) {
  // MPI-IO comes first: it makes the file with the striping that the hints ask for.
  shared_ = std::make_unique<SharedFile>(path_, communicator_, hints);
  failure_ = shared_->failure();
  onMaster([&] {
    file_ = std::make_unique<OpenFile>(path_, comm::Communicator::self());
    file_->create();
  });
  throwFailure();
}

/// No rank goes on, and removes a file that was given up, while another writes.
NewFile::~NewFile() {
  shared_.reset();
  if (!closed_) communicator_.barrier();
}

template <class F>
void NewFile::onMaster(F&& f) {
  if (!communicator_.master() || !failure_.empty()) return;
  try {
    f();
  } catch (const std::exception& e) { failure_ = e.what(); }
}

void NewFile::throwFailure() { throwOnAll(communicator_, failure_); }

void NewFile::unreadable(const std::string& object) const {
  throw Error(fmt::format("{}: {} cannot be read while the file is being made", path_.string(), object));
}

void NewFile::close() {
  shared_->close();
  if (failure_.empty()) failure_ = shared_->failure();
  onMaster([&] { file_->close(); });
  throwFailure();
  closed_ = true;
}

void NewFile::reserve(std::int64_t bytes) {
  onMaster([&] { file_->reserve(bytes); });
}
void NewFile::makeGroup(const std::string& group) {
  onMaster([&] { file_->makeGroup(group); });
}
void NewFile::link(const std::string& object, const std::string& file, const std::string& target) {
  onMaster([&] { file_->link(object, file, target); });
}
void NewFile::alias(const std::string& object, const std::string& target) {
  onMaster([&] { file_->alias(object, target); });
}
void NewFile::remove(const std::string& object) {
  onMaster([&] { file_->remove(object); });
  data_.erase(object);
}
void NewFile::setAttribute(const std::string& object, const std::string& name, const Value& value) {
  onMaster([&] { file_->setAttribute(object, name, value); });
}
void NewFile::writeText(const std::string& object, const std::string& text) {
  onMaster([&] { file_->writeText(object, text); });
}
void NewFile::writeWhole(const std::string& object, std::span<const std::byte> rows) {
  onMaster([&] { file_->writeWhole(object, rows); });
}

bool NewFile::exists(const std::string& object) {
  std::string found;
  onMaster([&] { found = file_->exists(object) ? "yes" : ""; });
  communicator_.broadcast(found);
  return !found.empty();
}

void NewFile::makeData(const std::string& object, Type type, Shape shape, Storage storage) {
  onMaster([&] { file_->makeData(object, type, shape, storage); });
  const bool chunked = storage.chunkRows > 0 && storage.deflate > 0 && shape.rows > 0;
  data_[object] = {type, shape, chunked ? std::min(storage.chunkRows, shape.rows) : 0, storage.deflate};
}

void NewFile::makePieced(const std::string& object, Type type, Shape shape, const std::vector<Piece>& pieces) {
  onMaster([&] { file_->makePieced(object, type, shape, pieces); });
}

const ChunkLayout& NewFile::layoutOf(const std::string& object) const {
  const auto found = data_.find(object);
  if (found == data_.end())
    throw Error(fmt::format("cannot write {}: {}: no such data set", path_.string(), object), ExitCode::io);
  return found->second;
}

void NewFile::write(const std::string& object, std::int64_t firstRow, std::span<const std::byte> rows) {
  const std::size_t rowBytes = layoutOf(object).rowBytes();
  const auto count = rows.size() % rowBytes == 0 ? static_cast<std::int64_t>(rows.size() / rowBytes) : nowhere;
  const std::vector<std::int64_t> firsts = communicator_.allGather(firstRow), counts = communicator_.allGather(count);
  Write write{object, {}, rows};
  for (std::size_t r = 0; r < firsts.size(); ++r) write.ranges.push_back({firsts[r], counts[r]});
  writeAll({&write, 1});
}

void NewFile::writeParts(std::span<Part> parts) {
  std::vector<Write> writes;
  for (const Part& part : parts) {
    Write& write =
        writes.emplace_back(Write{part.object, {}, std::as_bytes(part.values), layoutOf(part.object).type == Type::real32});
    for (std::size_t r = 0; r + 1 < part.starts.size(); ++r)
      write.ranges.push_back({part.starts[r], part.starts[r + 1] - part.starts[r]});
  }
  writeAll(writes);
  for (std::size_t i = 0; i < parts.size(); ++i) parts[i].checksum = writes[i].checksum;
}

void NewFile::writeAll(std::span<Write> writes) {
  for (Write& write : writes) {
    const ChunkLayout& layout = layoutOf(write.object);
    for (const Range& range : write.ranges)
      if (range.count < 0 || range.first < 0 || range.first + range.count > layout.shape.rows)
        throw Error(fmt::format("{}: {} has {} rows of {}; rows {} to {} are not there", path_.string(), write.object,
                                layout.shape.rows, layout.shape.columns, range.first, range.first + range.count),
                    ExitCode::io);
    write.layout = &layout;
  }
  std::vector<Write*> placed;
  std::vector<ChunkHead> heads;
  std::vector<std::int64_t> counts(static_cast<std::size_t>(communicator_.size()));
  for (Write& write : writes) {
    if (writeAlone(write)) continue;
    placed.push_back(&write);
    encode(write);
    heads.insert(heads.end(), write.heads.begin(), write.heads.end());
    for (std::size_t r = 0; r < counts.size(); ++r) counts[r] += write.counts[r];
  }
  const std::vector<std::int64_t> places = placeTogether(communicator_, heads, counts, [&](std::span<const ChunkHead> all) {
    std::vector<std::int64_t> made;
    onMaster([&] { made = makePlaces(placed, all); });
    return made;
  });
  auto at = places.begin();
  for (Write* write : placed) {
    const auto end = at + static_cast<std::ptrdiff_t>(write->heads.size());
    if (write->layout->rows > 0)
      shared_->write(write->encoded, runsOf(write->heads, {at, end}));
    else
      writeContiguous(*write, at == end ? nowhere : *at);
    at = end;
  }
  if (failure_.empty()) failure_ = shared_->failure();
}

bool NewFile::writeAlone(Write& write) {
  const ChunkLayout& layout = *write.layout;
  const std::int64_t bytes = layout.shape.rows * static_cast<std::int64_t>(layout.rowBytes());
  if (bytes <= smallest &&
      std::all_of(write.ranges.begin() + 1, write.ranges.end(), [](const Range& range) { return range.count == 0; })) {
    if (!communicator_.master()) return true;
    const Range& all = write.ranges[0];
    const std::span<const std::byte> rows = stored(write, 0, all.count);
    write.checksum = checksum(rows);
    onMaster([&] {
      if (layout.rows > 0 || shared_->ranksMeet() || rows.empty()) return file_->write(write.object, all.first, rows);
      const Run run{file_->makePlace(write.object) + all.first * static_cast<std::int64_t>(layout.rowBytes()), 0,
                    std::ssize(rows)};
      shared_->write(rows, {&run, 1});
    });
    return true;
  }
  const auto whole = [&](const Range& range) { return layout.rows == 0 || areWholeChunks(layout, range.first, range.count); };
  if (std::all_of(write.ranges.begin(), write.ranges.end(), whole)) return false;
  writeByMaster(write);
  return true;
}

std::span<const std::byte> NewFile::stored(const Write& write, std::int64_t first, std::int64_t count) {
  const std::size_t rowBytes = write.layout->rowBytes() * (write.rounds ? sizeof(double) / sizeof(float) : 1);
  const auto rows = write.rows.subspan(static_cast<std::size_t>(first) * rowBytes, static_cast<std::size_t>(count) * rowBytes);
  if (!write.rounds) return rows;
  const auto* values = reinterpret_cast<const double*>(rows.data());
  rounded_.assign(values, values + rows.size() / sizeof(double));
  return std::as_bytes(std::span(rounded_));
}

void NewFile::encode(Write& write) {
  const ChunkLayout& layout = *write.layout;
  for (const Range& range : write.ranges)
    write.counts.push_back(layout.rows > 0 ? (range.count + layout.rows - 1) / layout.rows * layout.shape.columns
                                           : std::min(range.count, one));
  const Range& mine = write.ranges[static_cast<std::size_t>(communicator_.rank())];
  if (layout.rows == 0) {
    if (mine.count > 0) write.heads.push_back({mine.first, 0, mine.count * static_cast<std::int64_t>(layout.rowBytes())});
    return;
  }
  ChunkRows encodeRows(layout);
  for (std::int64_t row = 0; row < mine.count; row += layout.rows) {
    const std::span<const std::byte> rows = stored(write, row, std::min(layout.rows, mine.count - row));
    write.checksum = checksum(rows, write.checksum);
    encodeRows(mine.first + row, rows, [&](const ChunkHead& head, std::span<const std::byte> bytes) {
      write.heads.push_back(head);
      write.encoded.insert(write.encoded.end(), bytes.begin(), bytes.end());
    });
  }
}

/// Goes along the rows once: they are in the cache between their checksum and their way into the file. What is zero is not
/// written, for the file is new, and what nobody has written in it reads as zero.
void NewFile::writeContiguous(Write& write, std::int64_t place) {
  const auto rowBytes = static_cast<std::int64_t>(write.layout->rowBytes());
  const std::int64_t count = write.ranges[static_cast<std::size_t>(communicator_.rank())].count,
                     piece = shared_->ranksMeet() ? std::max(count, one) : std::max(pieceBytes / rowBytes, one);
  std::int64_t row = 0;
  do {
    const std::span<const std::byte> bytes = stored(write, row, std::min(piece, count - row));
    write.checksum = checksum(bytes, write.checksum);
    shared_->write(bytes, place == nowhere ? std::vector<Run>{} : runsOfOthersThanZero(bytes, place + row * rowBytes));
    row += piece;
  } while (row < count);
}

std::vector<std::int64_t> NewFile::makePlaces(std::span<Write* const> writes, std::span<const ChunkHead> heads) {
  std::vector<std::int64_t> places(heads.size());
  // Where the next data set's heads of each rank stand.
  std::vector<std::size_t> next;
  std::size_t end = 0;
  for (std::size_t r = 0; r < static_cast<std::size_t>(communicator_.size()); ++r) {
    next.push_back(end);
    for (const Write* write : writes) end += static_cast<std::size_t>(write->counts[r]);
  }
  for (const Write* write : writes) {
    std::vector<std::size_t> which;
    std::vector<ChunkHead> chunks;
    for (std::size_t r = 0; r < next.size(); ++r)
      for (std::int64_t i = 0; i < write->counts[r]; ++i) {
        chunks.push_back(heads[next[r]]);
        which.push_back(next[r]++);
      }
    std::vector<std::int64_t> made;
    if (write->layout->rows > 0) {
      made = file_->makePlaces(write->object, chunks);
    } else {
      const std::int64_t start = file_->makePlace(write->object);
      for (const ChunkHead& chunk : chunks)
        made.push_back(start + chunk.row * static_cast<std::int64_t>(write->layout->rowBytes()));
    }
    for (std::size_t i = 0; i < which.size(); ++i) places[which[i]] = made[i];
  }
  return places;
}

/// Rows that are no whole chunks: rank 0 writes those of one rank after another.
void NewFile::writeByMaster(Write& write) {
  const std::span<const std::byte> rows = stored(write, 0, write.ranges[static_cast<std::size_t>(communicator_.rank())].count);
  write.checksum = checksum(rows);
  onMaster([&] { file_->write(write.object, write.ranges[0].first, rows); });
  if (!communicator_.master()) {
    if (!rows.empty()) communicator_.send(rows, 0, tag);
    return;
  }
  std::vector<std::byte> others;
  for (int rank = 1; rank < communicator_.size(); ++rank) {
    const Range& range = write.ranges[static_cast<std::size_t>(rank)];
    others.resize(static_cast<std::size_t>(range.count) * write.layout->rowBytes());
    if (others.empty()) continue;
    communicator_.receive(others, rank, tag);
    onMaster([&] { file_->write(write.object, range.first, others); });
  }
}

}  // namespace eagre::output::hdf5
