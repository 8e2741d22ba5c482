// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdio>
#include <string_view>

namespace eagre {

/// Writes a text to a stream. Unlike fmt::print it does not throw where that fails: an error that cannot be told on a full disk
/// would otherwise end the program by abort(), and not with its exit code.
inline void tell(std::FILE* stream, std::string_view text) {
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stream));
}

}  // namespace eagre
