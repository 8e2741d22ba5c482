// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <string_view>

#include "config/dictionary.hpp"

/// Entries of a dictionary's text changed in place: comments, macros and the order of the others stay as they are.
namespace eagre::config {

/// The text with the value of an entry replaced, or the entry added at the end of its dictionary if it is not there. path: the
/// keyword, behind those of the dictionaries that it is in ("solvers/p/tolerance", "solvers.p.tolerance"). value: the text in
/// front of `;`, or a dictionary with its braces. file: its name, for messages. Errors (badCase): a dictionary of the path that
/// is not there, or an entry that is not closed.
std::string withEntry(std::string text, std::string_view path, std::string_view value, const std::string& file);

/// The text without the entry; the same text if it has none. Errors as withEntry.
std::string withoutEntry(std::string text, std::string_view path, const std::string& file);

/// The value as it is written; empty: there is no such entry.
std::string entryText(std::string_view text, std::string_view path, const std::string& file);

/// Dictionary::read of a file with another text in its place.
Dictionary readText(const std::filesystem::path& file, const std::string& text, const ReadOptions& options);

}  // namespace eagre::config
