// SPDX-License-Identifier: BSD-3-Clause
#include "output/hdf5/fletcher32.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace eagre::output::hdf5 {

static_assert(std::endian::native == std::endian::little);

namespace {

constexpr std::uint64_t modulus = 65535;
constexpr std::size_t wordBytes = 2;

/// Words are summed in so many columns side by side; after so many rows their 32 bits could overflow.
constexpr std::size_t columns = 32, rows = 256;
static_assert(modulus * rows * (rows + 1) / 2 < (std::uint64_t{1} << 32));

}  // namespace

std::uint32_t fletcher32(std::span<const std::byte> bytes) {
  // Low byte first: of sums modulo 65535 = 256^2 - 1 the bytes change places as those of the words do.
  std::uint64_t sum = 0, sums = 0;
  const std::byte* at = bytes.data();
  std::size_t left = bytes.size() / wordBytes;
  while (left >= columns) {
    const std::size_t n = std::min(rows, left / columns);
    std::array<std::uint32_t, columns> a{}, b{};  // of a column: sum, and sum of (n - row) w
    for (std::size_t row = 0; row < n; ++row) {
      std::array<std::uint16_t, columns> w;
      std::memcpy(w.data(), at + row * sizeof(w), sizeof(w));
      for (std::size_t i = 0; i < columns; ++i) a[i] += w[i];
      for (std::size_t i = 0; i < columns; ++i) b[i] += a[i];
    }
    sums += n * columns * sum;
    for (std::size_t i = 0; i < columns; ++i) {
      sum += a[i];
      sums += columns * std::uint64_t{b[i]} - i * std::uint64_t{a[i]};
    }
    // Not to 0 if there was anything.
    sum = sum == 0 ? 0 : (sum - 1) % modulus + 1;
    sums = sums == 0 ? 0 : (sums - 1) % modulus + 1;
    at += n * columns * wordBytes;
    left -= n * columns;
  }
  for (; left > 0; --left, at += wordBytes) {
    std::uint16_t w;
    std::memcpy(&w, at, wordBytes);
    sum += w;
    sums += sum;
  }
  const auto half = [](std::uint64_t s) -> std::uint32_t {
    const auto r = static_cast<std::uint32_t>(s == 0 ? 0 : (s - 1) % modulus + 1);
    return (r >> 8) | ((r & 0xff) << 8);
  };
  return half(sums) << 16 | half(sum);
}

}  // namespace eagre::output::hdf5
