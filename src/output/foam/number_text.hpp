// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <vector>

namespace eagre::output {

/// Writes doubles as printf's %.<precision>g does, many of them fast: numbers that come again (coordinates of a structured mesh,
/// a phase fraction of 0 or 1) are copied from a small table of those written last.
class NumberText {
 public:
  /// The most characters of a number with up to 17 significant digits; more digits take as many more.
  static constexpr int longest = 32;
  static constexpr int mostDigits = 17;

  explicit NumberText(int precision) : precision_(precision) {}

  /// Writes value at `to`, where there must be room for room() characters; returns the end.
  char* write(double value, char* to) {
    if (precision_ > mostDigits) return convert(value, to);
    if (table_.empty()) table_.resize(tableSize);
    const auto bits = std::bit_cast<std::uint64_t>(value);
    Known& known = table_[(bits * 0x9E3779B97F4A7C15ull) >> (64 - tableBits)];
    if (known.length == 0 || known.bits != bits) {
      known.bits = bits;
      known.length = static_cast<std::uint8_t>(convert(value, known.text.data()) - known.text.data());
    }
    std::memcpy(to, known.text.data(), longest);
    return to + known.length;
  }
  /// Characters that write() may touch.
  std::size_t room() const { return static_cast<std::size_t>(longest + (precision_ > mostDigits ? precision_ : 0)); }

 private:
  char* convert(double value, char* to) const {
    return std::to_chars(to, to + room(), value, std::chars_format::general, precision_).ptr;
  }
  static constexpr int tableBits = 13;
  static constexpr std::size_t tableSize = std::size_t{1} << tableBits;
  struct Known {
    std::uint64_t bits = 0;
    std::uint8_t length = 0;
    std::array<char, longest> text{};
  };
  int precision_;
  std::vector<Known> table_;
};

}  // namespace eagre::output
