// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/new_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"
#include "output/hdf5/places.hpp"

namespace eagre::output::hdf5 {

namespace {

constexpr int tag = 71;
constexpr std::int64_t one = 1;

}  // namespace

NewFile::NewFile(std::filesystem::path path, const comm::Communicator& communicator, const Hints& hints)
    : path_(std::move(path)), communicator_(communicator) {
  // MPI-IO comes first: it makes the file with the striping that the hints ask for.
  shared_ = std::make_unique<SharedFile>(path_, communicator_, hints);
  onMaster([&] {
    file_ = std::make_unique<OpenFile>(path_, comm::Communicator::self());
    file_->create(true);
  });
  throwFailure();
}

NewFile::~NewFile() {
  shared_.reset();
  communicator_.barrier();
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
  throwFailure();
  shared_->close();
  if (failure_.empty()) failure_ = shared_->failure();
  onMaster([&] { file_->close(); });
  throwFailure();
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

NewFile::Encoded NewFile::encode(const ChunkLayout& layout, std::int64_t firstRow, std::span<const std::byte> rows) const {
  Encoded encoded;
  encoded.bytes.reserve(rows.size());
  encodeChunks(layout, firstRow, rows, [&](const ChunkHead& head, std::span<const std::byte> bytes) {
    encoded.heads.push_back(head);
    encoded.bytes.insert(encoded.bytes.end(), bytes.begin(), bytes.end());
  });
  return encoded;
}

std::vector<std::int64_t> NewFile::place(const std::string& object, const ChunkLayout& layout,
                                         const std::vector<ChunkHead>& heads, const std::vector<std::int64_t>& counts) {
  if (layout.rows == 0) {
    std::vector<std::int64_t> places(heads.size(), nowhere);
    const auto rowBytes = static_cast<std::int64_t>(layout.rowBytes());
    std::vector<std::int64_t> start(1, nowhere);
    onMaster([&] {
      start[0] = file_->makePlace(object);
      file_->reserve(objectBytes);
    });
    communicator_.broadcast(std::as_writable_bytes(std::span(start)));
    if (start[0] != nowhere && !heads.empty()) places[0] = start[0] + heads[0].row * rowBytes;
    return places;
  }
  return placeTogether(communicator_, heads, counts, [&](std::span<const ChunkHead> all) {
    std::vector<std::int64_t> made;
    onMaster([&] {
      std::vector<std::int64_t> places = file_->makePlaces(object, all);
      file_->reserve(objectBytes);
      made = std::move(places);
    });
    return made;
  });
}

/// Rows that are no whole chunks: rank 0 writes those of one rank after another.
void NewFile::writeByMaster(const std::string& object, std::span<const Part> parts, std::span<const std::byte> rows) {
  onMaster([&] { file_->write(object, parts[0].first, rows); });
  if (!communicator_.master()) {
    if (!rows.empty()) communicator_.send(rows, 0, tag);
    return;
  }
  const std::size_t rowBytes = layoutOf(object).rowBytes();
  std::vector<std::byte> others;
  for (int rank = 1; rank < communicator_.size(); ++rank) {
    const Part& part = parts[static_cast<std::size_t>(rank)];
    others.resize(static_cast<std::size_t>(part.count) * rowBytes);
    if (others.empty()) continue;
    communicator_.receive(others, rank, tag);
    onMaster([&] { file_->write(object, part.first, others); });
  }
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
  std::vector<Part> parts;
  for (std::size_t r = 0; r < firsts.size(); ++r) parts.push_back({firsts[r], counts[r]});
  writeRows(object, parts, rows);
}

void NewFile::writeParts(const std::string& object, std::span<const std::int64_t> starts, std::span<const std::byte> rows) {
  std::vector<Part> parts;
  for (std::size_t r = 0; r + 1 < starts.size(); ++r) parts.push_back({starts[r], starts[r + 1] - starts[r]});
  writeRows(object, parts, rows);
}

void NewFile::writeRows(const std::string& object, std::span<const Part> parts, std::span<const std::byte> rows) {
  const ChunkLayout& layout = layoutOf(object);
  for (const Part& part : parts)
    if (part.count < 0 || part.first < 0 || part.first + part.count > layout.shape.rows)
      throw Error(fmt::format("{}: {} has {} rows of {}; rows {} to {} are not there", path_.string(), object, layout.shape.rows,
                              layout.shape.columns, part.first, part.first + part.count),
                  ExitCode::io);
  if (std::all_of(parts.begin() + 1, parts.end(), [](const Part& part) { return part.count == 0; }))
    return onMaster([&] { file_->write(object, parts[0].first, rows); });
  const auto whole = [&](const Part& part) { return layout.rows == 0 || areWholeChunks(layout, part.first, part.count); };
  if (!std::all_of(parts.begin(), parts.end(), whole)) return writeByMaster(object, parts, rows);
  std::vector<std::int64_t> heads;
  for (const Part& part : parts)
    heads.push_back(layout.rows > 0 ? (part.count + layout.rows - 1) / layout.rows * layout.shape.columns
                                    : std::min(part.count, one));
  const Part& mine = parts[static_cast<std::size_t>(communicator_.rank())];
  Encoded encoded;
  if (layout.rows > 0)
    encoded = encode(layout, mine.first, rows);
  else if (mine.count > 0)
    encoded.heads.push_back({mine.first, 0, static_cast<std::int64_t>(rows.size())});
  const std::vector<std::int64_t> places = place(object, layout, encoded.heads, heads);
  shared_->write(layout.rows == 0 ? rows : std::span<const std::byte>(encoded.bytes), runsOf(encoded.heads, places));
  if (failure_.empty()) failure_ = shared_->failure();
}

}  // namespace eagre::output::hdf5
