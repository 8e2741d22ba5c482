// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <algorithm>
#include <initializer_list>
#include <string_view>

namespace eagre {

inline bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

inline bool isOneOf(char c, std::string_view characters) { return characters.find(c) != std::string_view::npos; }

}  // namespace eagre
