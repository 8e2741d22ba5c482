// SPDX-License-Identifier: BSD-3-Clause
#ifdef EAGRE_HDF5
#include "output/hdf5/chunk_encoder.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <cstring>
#include <random>

#include "output/hdf5/fletcher32.hpp"

namespace eagre::output::hdf5 {
namespace {

std::vector<std::byte> bytesOf(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::byte> bytes(n);
  for (std::byte& b : bytes) b = static_cast<std::byte>(random());
  return bytes;
}

/// By the definition, word by word.
std::uint32_t plainSum(const std::vector<std::byte>& bytes) {
  std::uint64_t sum = 0, sums = 0;
  for (std::size_t i = 0; i < bytes.size(); i += 2) {
    sum += (std::to_integer<unsigned>(bytes[i]) << 8) | std::to_integer<unsigned>(bytes[i + 1]);
    sums += sum % 65535;
  }
  const auto half = [](std::uint64_t s) { return static_cast<std::uint32_t>(s % 65535 == 0 && s > 0 ? 65535 : s % 65535); };
  return half(sums) << 16 | half(sum);
}

TEST(Fletcher32, SumsOfAnyLength) {
  for (const std::size_t n : {2, 4, 62, 64, 66, 1000, 16384, 16446, 262144, 300002}) {
    const auto bytes = bytesOf(n, static_cast<unsigned>(n));
    EXPECT_EQ(fletcher32(bytes), plainSum(bytes)) << n;
  }
}

TEST(Fletcher32, NothingAndTheLargestWords) {
  EXPECT_EQ(fletcher32(std::vector<std::byte>(100000)), 0u);
  EXPECT_EQ(fletcher32({}), 0u);
  EXPECT_EQ(fletcher32(std::vector<std::byte>(100000, std::byte{0xff})), 0xffffffffu);
  std::vector<std::byte> one(1 << 17);
  one.back() = std::byte{1};
  EXPECT_EQ(fletcher32(one), 0x00010001u);
}

/// What zlib and the inverse of HDF5's shuffle make of a chunk: shuffle leaves what is no whole number where it is.
std::vector<std::byte> decoded(const std::vector<std::byte>& chunk, std::size_t rawBytes, std::size_t valueBytes) {
  std::vector<std::byte> planes(rawBytes), raw(rawBytes);
  uLongf size = rawBytes;
  EXPECT_EQ(
      ::uncompress(reinterpret_cast<Bytef*>(planes.data()), &size, reinterpret_cast<const Bytef*>(chunk.data()), chunk.size()),
      Z_OK);
  EXPECT_EQ(size, rawBytes);
  const std::size_t n = rawBytes / valueBytes;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t b = 0; b < valueBytes; ++b) raw[i * valueBytes + b] = planes[b * n + i];
  std::copy(planes.begin() + static_cast<std::ptrdiff_t>(n * valueBytes), planes.end(),
            raw.begin() + static_cast<std::ptrdiff_t>(n * valueBytes));
  return raw;
}

void thereAndBack(int deflate, std::size_t valueBytes, const std::vector<std::byte>& values) {
  ChunkEncoder encoder(deflate, valueBytes, values.size() / valueBytes);
  std::copy(values.begin(), values.end(), encoder.values().begin());
  const auto encoded = encoder.encode();
  const std::vector<std::byte> bytes(encoded.begin(), encoded.end());
  std::vector<std::byte> raw = deflate > 0 ? decoded(bytes, values.size() + 4, valueBytes) : bytes;
  ASSERT_EQ(raw.size(), values.size() + 4);
  std::uint32_t sum = 0;
  std::memcpy(&sum, raw.data() + values.size(), 4);
  EXPECT_EQ(sum, plainSum(values));
  raw.resize(values.size());
  EXPECT_EQ(raw, values);
}

TEST(ChunkEncoder, ValuesThenChecksumThenShuffleThenDeflate) {
  for (const std::size_t valueBytes : {4, 8})
    for (const int deflate : {0, 1, 9})
      for (const std::size_t n : {1, 5, 13 * 20 * 9, 32 * 32 * 32}) {
        thereAndBack(deflate, valueBytes, bytesOf(n * valueBytes, 1));
        thereAndBack(deflate, valueBytes, std::vector<std::byte>(n * valueBytes, std::byte{63}));
        std::vector<float> waves(n * valueBytes / 4);
        for (std::size_t i = 0; i < waves.size(); ++i) waves[i] = static_cast<float>(std::sin(1e-3 * static_cast<double>(i)));
        const auto bytes = std::as_bytes(std::span(waves));
        thereAndBack(deflate, valueBytes, {bytes.begin(), bytes.end()});
      }
}

}  // namespace
}  // namespace eagre::output::hdf5
#endif
