// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/plane_deflate.hpp"

#include <isa-l/igzip_lib.h>
#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <stdexcept>

namespace eagre::output::hdf5 {

namespace {

constexpr std::size_t storedBlock = 65535;  ///< the most that a stored block holds
constexpr std::size_t storedHead = 5;
constexpr std::size_t streamHead = 2, streamEnd = 4;

/// A plane is looked at in so many pieces of so many bytes each. It shrinks if a sample does to this share of it.
constexpr std::size_t samplePieces = 4, samplePiece = 1024;
constexpr double shrunk = 0.97;

/// What deflate may take at most: stored blocks, of ISA-L shorter ones than need be, and what it writes ahead.
constexpr std::size_t bound(std::size_t bytes) { return bytes + bytes / 1024 + 512; }

/// Places for ISA-L's stream, so far apart, of which one is chosen.
constexpr std::size_t streamPlaces = 8, streamStride = std::size_t{1} << 16;

static_assert(std::endian::native == std::endian::little);

/// CRC-32C of four bytes, without inversions: ISA-L's hash of four bytes of its input.
std::uint32_t hashOf(std::uint32_t bytes) {
  constexpr std::uint32_t polynomial = 0x82F63B78;
  for (int bit = 0; bit < 32; ++bit) bytes = bytes >> 1 ^ (bytes & 1 ? polynomial : 0);
  return bytes;
}

/// The bytes that ISA-L writes as a run of one value before it looks for matches (igzip.c, isal_deflate_int_stateless).
std::size_t firstRun(std::span<const std::byte> bytes) {
  constexpr std::size_t shortest = 4096;
  if (bytes.front() != std::byte{0} && bytes.front() != std::byte{0xff}) return 0;
  const auto end = std::find_if(bytes.begin(), bytes.end(), [&](std::byte b) { return b != bytes.front(); });
  const auto run = static_cast<std::size_t>(end - bytes.begin());
  return run < shortest ? 0 : run;
}

/// Where in `places` the stream may lie so that what ISA-L makes of the bytes does not depend on the address. ISA-L 2.30 enters
/// the third place of its input in its table by the hash of bits 16 to 47 of the stream's address, not of the bytes there
/// (igzip_icf_body_h1_gr_bt.asm, write_first_byte). Only where this is the entry of one of the first three places do later bytes
/// find other matches.
std::byte* placeFor(std::byte* places, std::span<const std::byte> bytes) {
  if (bytes.empty()) return places;
  const std::uint32_t mask = static_cast<std::uint32_t>(std::bit_floor(bytes.size()) - 1);  // at most that of ISA-L
  const auto hashed = bytes.subspan(firstRun(bytes));
  std::array<std::uint32_t, 3> first{};
  if (hashed.size() < first.size() + 3) return places;
  for (std::size_t i = 0; i < first.size(); ++i) {
    std::memcpy(&first[i], hashed.data() + i, sizeof first[i]);
    first[i] = hashOf(first[i]) & mask;
  }
  for (std::size_t i = 0; i < streamPlaces; ++i) {
    std::byte* place = places + i * streamStride;
    const auto entry = hashOf(static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(place) >> 16)) & mask;
    if (std::find(first.begin(), first.end(), entry) == first.end()) return place;
  }
  return places;
}

using Sixteen [[gnu::vector_size(16)]] = std::uint8_t;

/// Bytes of the first and the second half by turns, as cards are riffled: in the places' numbers the highest bit goes to the end.
template <std::size_t n>
void riffle(std::array<Sixteen, n>& x) {
  const std::array<Sixteen, n> from = x;
  for (std::size_t i = 0; i < n / 2; ++i) {
    const Sixteen a = from[i], b = from[i + n / 2];
    x[2 * i] = __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    x[2 * i + 1] = __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
  }
}

}  // namespace

PlaneDeflate::PlaneDeflate(int level, std::size_t valueBytes, std::size_t capacity, std::size_t tailBytes)
    : compressor_(level > 1 ? libdeflate_alloc_compressor(level) : nullptr),
      work_(level > 1 ? 0 : ISAL_DEF_LVL1_DEFAULT),
      valueBytes_(valueBytes),
      capacity_(capacity),
      planes_(valueBytes * capacity + tailBytes),
      sample_(samplePieces * samplePiece),
      streams_(level > 1
                   ? nullptr
                   : std::make_unique_for_overwrite<std::byte[]>((streamPlaces - 1) * streamStride + sizeof(isal_zstream))) {
  if (level > 1 && !compressor_) throw std::bad_alloc();
  const std::size_t bytes = planes_.size(), blocks = (bytes + storedBlock - 1) / storedBlock;
  encoded_.resize(streamHead + blocks * storedHead + bound(bytes) + streamEnd);
  sampled_.resize(bound(sample_.size()));
}

PlaneDeflate::~PlaneDeflate() { libdeflate_free_compressor(compressor_); }

std::size_t PlaneDeflate::deflate(std::span<const std::byte> bytes, std::span<std::byte> into) {
  if (compressor_) return libdeflate_deflate_compress(compressor_, bytes.data(), bytes.size(), into.data(), into.size());
  // Its initialisation leaves flags as they are that its code asks for: now and then other bytes came of the same numbers.
  isal_zstream& stream = *new (placeFor(streams_.get(), bytes)) isal_zstream;
  std::memset(&stream, 0, offsetof(isal_zstream, internal_state.buffer));
  isal_deflate_stateless_init(&stream);
  stream.level = 1;
  stream.level_buf = reinterpret_cast<std::uint8_t*>(work_.data());
  stream.level_buf_size = static_cast<std::uint32_t>(work_.size());
  stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<std::byte*>(bytes.data()));  // only read
  stream.avail_in = static_cast<std::uint32_t>(bytes.size());
  stream.end_of_stream = 1;
  stream.flush = NO_FLUSH;
  stream.next_out = reinterpret_cast<std::uint8_t*>(into.data());
  stream.avail_out = static_cast<std::uint32_t>(into.size());
  if (isal_deflate_stateless(&stream) != COMP_OK)
    throw std::length_error("PlaneDeflate: ISA-L asks for more room than deflate's bound");
  return stream.total_out;
}

/// As many numbers at a time as make a line of the cache in each plane. 16 numbers are riffled four times, which puts a place's
/// bits of the byte before those of the number. Returns how many are done.
template <class Number>
std::size_t PlaneDeflate::shuffleLines(const std::byte* values, std::size_t n, std::size_t stride) {
  constexpr std::size_t bytes = sizeof(Number), line = 64;
  std::array<Number, line> numbers;
  std::array<std::array<std::byte, line>, bytes> lines;
  std::size_t done = 0;
  for (; done + line <= n; done += line) {
    for (std::size_t i = 0; i < line; ++i) std::memcpy(&numbers[i], values + (done + i) * stride, bytes);
    for (std::size_t at = 0; at < line; at += 16) {
      std::array<Sixteen, bytes> x;
      std::memcpy(x.data(), &numbers[at], sizeof(x));
      for (int bit = 0; bit < 4; ++bit) riffle(x);
      for (std::size_t b = 0; b < bytes; ++b) std::memcpy(lines[b].data() + at, &x[b], 16);
    }
    for (std::size_t b = 0; b < bytes; ++b) std::memcpy(planes_.data() + b * capacity_ + done, lines[b].data(), line);
  }
  return done;
}

/// Byte b of number i goes to place i of plane b.
void PlaneDeflate::shuffle(const std::byte* values, std::size_t n, std::size_t stride) {
  const std::size_t done = valueBytes_ == 8   ? shuffleLines<std::uint64_t>(values, n, stride)
                           : valueBytes_ == 4 ? shuffleLines<std::uint32_t>(values, n, stride)
                                              : 0;
  for (std::size_t b = 0; b < valueBytes_; ++b) {
    std::byte* plane = planes_.data() + b * capacity_;
    for (std::size_t i = done; i < n; ++i) plane[i] = values[i * stride + b];
    std::fill(plane + n, plane + capacity_, std::byte{0});
  }
}

bool PlaneDeflate::shrinks(std::span<const std::byte> plane) {
  if (plane.size() <= sample_.size()) return true;
  for (std::size_t i = 0; i < samplePieces; ++i) {
    const std::size_t from = (plane.size() - samplePiece) * (2 * i + 1) / (2 * samplePieces);
    std::copy_n(plane.begin() + static_cast<std::ptrdiff_t>(from), samplePiece,
                sample_.begin() + static_cast<std::ptrdiff_t>(i * samplePiece));
  }
  return static_cast<double>(deflate(sample_, sampled_)) < shrunk * static_cast<double>(sample_.size());
}

/// Blocks that are not the last; returns where the next begins.
std::size_t PlaneDeflate::store(std::span<const std::byte> bytes, std::size_t at) {
  while (!bytes.empty()) {
    const std::size_t n = std::min(bytes.size(), storedBlock);
    const auto length = static_cast<std::uint16_t>(n), complement = static_cast<std::uint16_t>(~length);
    encoded_[at] = std::byte{0};
    std::memcpy(&encoded_[at + 1], &length, 2);
    std::memcpy(&encoded_[at + 3], &complement, 2);
    std::memcpy(&encoded_[at + storedHead], bytes.data(), n);
    at += storedHead + n;
    bytes = bytes.subspan(n);
  }
  return at;
}

std::span<const std::byte> PlaneDeflate::operator()(const std::byte* values, std::size_t n, std::size_t stride,
                                                    std::span<const std::byte> tail) {
  shuffle(values, n, stride);
  std::copy(tail.begin(), tail.end(), planes_.begin() + static_cast<std::ptrdiff_t>(valueBytes_ * capacity_));
  const std::span<const std::byte> all(planes_);
  std::size_t noise = 0;
  while (noise < valueBytes_ && !shrinks(all.subspan(noise * capacity_, n))) ++noise;
  const auto stored = all.first(noise * capacity_), rest = all.subspan(noise * capacity_);

  encoded_[0] = std::byte{0x78};  // deflate, a window of 32 KiB
  encoded_[1] = std::byte{0x01};
  std::size_t at = store(stored, streamHead);
  at += deflate(rest, std::span(encoded_).subspan(at, encoded_.size() - at - streamEnd));
  const std::uint32_t sum = libdeflate_adler32(1, all.data(), all.size());
  for (const int shift : {24, 16, 8, 0}) encoded_[at++] = static_cast<std::byte>(sum >> shift);
  return {encoded_.data(), at};
}

}  // namespace eagre::output::hdf5
