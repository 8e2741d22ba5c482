// SPDX-License-Identifier: BSD-3-Clause
#ifdef EAGRE_HDF5
#include "output/hdf5/plane_deflate.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <random>

namespace eagre::output::hdf5 {
namespace {

/// What zlib, and the inverse of a byte shuffle, make of an encoded chunk.
template <class T>
std::vector<T> decoded(std::span<const std::byte> encoded, std::size_t capacity) {
  std::vector<std::byte> planes(capacity * sizeof(T));
  uLongf size = planes.size();
  EXPECT_EQ(::uncompress(reinterpret_cast<Bytef*>(planes.data()), &size, reinterpret_cast<const Bytef*>(encoded.data()),
                         encoded.size()),
            Z_OK);
  EXPECT_EQ(size, planes.size());
  std::vector<T> values(capacity);
  for (std::size_t i = 0; i < capacity; ++i)
    for (std::size_t b = 0; b < sizeof(T); ++b) reinterpret_cast<std::byte*>(&values[i])[b] = planes[b * capacity + i];
  return values;
}

/// A component of interleaved values goes there and back; returns the bytes it takes.
template <class T>
std::size_t thereAndBack(const std::vector<T>& values, std::size_t columns, std::size_t capacity, int level) {
  const std::size_t n = values.size() / columns;
  PlaneDeflate encode(level, sizeof(T), capacity);
  std::size_t bytes = 0;
  for (std::size_t column = 0; column < columns; ++column) {
    const auto encoded = encode(std::as_bytes(std::span(values)).data() + column * sizeof(T), n, columns * sizeof(T));
    bytes += encoded.size();
    const auto back = decoded<T>(encoded, capacity);
    for (std::size_t i = 0; i < capacity; ++i) {
      const T expected = i < n ? values[i * columns + column] : T{};
      EXPECT_EQ(std::memcmp(&back[i], &expected, sizeof(T)), 0) << "number " << i << " of component " << column;
      if (std::memcmp(&back[i], &expected, sizeof(T)) != 0) return bytes;
    }
  }
  return bytes;
}

/// The same at level 1 and above it, where another library encodes; the larger of the two.
template <class T>
std::size_t thereAndBack(const std::vector<T>& values, std::size_t columns, std::size_t capacity) {
  return std::max(thereAndBack(values, columns, capacity, 1), thereAndBack(values, columns, capacity, 4));
}

template <class T>
std::vector<T> waves(std::size_t n) {
  std::vector<T> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<T>(1.5 + std::sin(1e-4 * static_cast<double>(i)));
  return values;
}

/// Threads share the chunks as it comes, and a file is to be the same bytes for any number of them.
TEST(PlaneDeflate, DoesNotDependOnWhatWasEncodedBefore) {
  constexpr std::size_t n = 12000;
  std::mt19937 random(3);
  std::normal_distribution<double> noise;
  PlaneDeflate used(1, sizeof(double), n);
  for (int chunk = 0; chunk < 40; ++chunk) {
    std::vector<double> values(n);
    const double roughness = std::pow(10, -random() % 14 * 1.0), length = 1 + random() % 1000;
    for (std::size_t i = 0; i < n; ++i) values[i] = std::sin(static_cast<double>(i) / length) + roughness * noise(random);
    PlaneDeflate fresh(1, sizeof(double), n);
    const auto bytes = reinterpret_cast<const std::byte*>(values.data());
    const auto expected = fresh(bytes, n, sizeof(double)), found = used(bytes, n, sizeof(double));
    EXPECT_TRUE(std::ranges::equal(expected, found)) << "chunk " << chunk;
  }
}

TEST(PlaneDeflate, NoiseIsStoredAndTheRestShrinks) {
  constexpr std::size_t n = 65536;
  const std::size_t bytes = thereAndBack(waves<double>(n), 1, n);
  EXPECT_LT(bytes, n * 6);  // five bytes of noise
  EXPECT_GT(bytes, n * 5);
  EXPECT_LT(thereAndBack(waves<float>(n), 1, n), n * 3);
}

TEST(PlaneDeflate, WhatNothingShrinksGrowsLittle) {
  constexpr std::size_t n = 65536;
  std::mt19937_64 random(1);
  std::vector<std::uint64_t> noise(n);
  for (auto& x : noise) x = random();
  EXPECT_LT(thereAndBack(noise, 1, n), n * 8 + 200);
}

TEST(PlaneDeflate, AConstantIsNothing) {
  EXPECT_LT(thereAndBack(std::vector<double>(65536, 0.1), 1, 65536), 1000u);
  EXPECT_LT(thereAndBack(std::vector<double>(3 * 65536, -101325.7), 3, 65536), 3000u);
}

TEST(PlaneDeflate, AnyNumberOfValuesAndComponents) {
  for (const std::size_t n : {1, 7, 8, 9, 100, 511, 4096, 4097, 10007}) {
    thereAndBack(waves<double>(n), 1, n);
    thereAndBack(waves<double>(n), 1, n + 5);
    thereAndBack(waves<double>(3 * n), 3, n);
    thereAndBack(waves<float>(3 * n), 3, n);
    thereAndBack(std::vector<std::uint8_t>(n, 12), 1, n);
  }
}

TEST(PlaneDeflate, LowPlanesThatShrinkBelowNoise) {
  // Numbers of 32 bits in 64: the lowest planes are nothing, noise stands above them.
  std::vector<double> values;
  std::mt19937 random(1);
  for (int i = 0; i < 65536; ++i) values.push_back(static_cast<float>(std::uniform_real_distribution<double>(0, 1)(random)));
  EXPECT_LT(thereAndBack(values, 1, values.size()), 65536u * 4);
}

/// The values, encoded by objects whose memory lies at many places, have the same bytes.
template <class T>
void expectTheSameBytes(const std::vector<T>& values, int objects) {
  std::vector<std::byte> first;
  std::vector<std::unique_ptr<std::byte[]>> between;
  for (int i = 0; i < objects; ++i) {
    // Nearly as large as the room that the last object gave back, so that this one lies elsewhere.
    between.push_back(std::make_unique_for_overwrite<std::byte[]>(500'000));
    PlaneDeflate encode(1, sizeof(T), values.size());
    const auto encoded = encode(std::as_bytes(std::span(values)).data(), values.size(), sizeof(T));
    if (i == 0) first.assign(encoded.begin(), encoded.end());
    ASSERT_TRUE(std::equal(encoded.begin(), encoded.end(), first.begin(), first.end())) << "object " << i;
  }
}

TEST(PlaneDeflate, MakesTheSameBytesWhereverItsMemoryLies) {
  // The first bytes come back again and again, so that it matters what is known of their places.
  std::vector<float> values(64);
  std::mt19937 random(1);
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = i % 10 < 8 && i >= 10 ? values[i % 10] : std::uniform_real_distribution<float>()(random);
  expectTheSameBytes(values, 1500);
  // Behind a long run of one value, which ISA-L writes by itself, places are counted anew.
  std::vector<std::uint8_t> bytes(4100, 0);
  for (int i = 0; i < 200; ++i)
    bytes.push_back(static_cast<std::uint8_t>(i % 10 < 8 && i >= 10 ? bytes[4100 + i % 10] : random() | 1));
  expectTheSameBytes(bytes, 6000);
}

}  // namespace
}  // namespace eagre::output::hdf5
#endif
