// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "config/dictionary.hpp"

namespace eagre::case_ {

/// Entries of a dictionary as text, in the order read.
using TextEntries = std::vector<std::pair<std::string, std::string>>;

/// The text of an entry up to its semicolon, or of a sub-dictionary with its braces; consumes both.
std::string readEntryText(config::TokenReader& in);

/// All entries of a dictionary.
TextEntries textEntries(const config::Dictionary& dict);

/// The words of "(a b)", "2(a b)", "List<word> 2(a b)" or "a".
std::vector<std::string> wordsOf(const std::string& text, const Place& place);

}  // namespace eagre::case_
