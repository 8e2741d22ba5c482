// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "config/dictionary.hpp"

/// Entries of a case's files that are given another value beside the files: `eagre run --set`.
namespace eagre::config {

/// FILE:ENTRY=VALUE
struct GivenEntry {
  std::string file;   ///< in the case: "constant/transportProperties"
  std::string entry;  ///< keyword behind those of its dictionaries: "water.nu"; with '/' between them where they have dots
  std::string value;  ///< the text in front of `;`, or a dictionary with its braces
  std::string text() const { return file + ":" + entry + "=" + value; }
  bool operator==(const GivenEntry&) const = default;
};

/// Errors (usage): not of that form; a file outside of the case; a value that would end the entry before its end.
GivenEntry parseGivenEntry(const std::string& word);

/// The keywords that lead to a setting's entry in a dictionary, as they stand there; of a keyword that is not there yet, all of
/// its dictionaries are. Marks nothing as used. Errors (usage): there is no such dictionary (with the nearest and all of them).
std::vector<std::string> keywordsOf(const GivenEntry& setting, const Dictionary& dictionary);

/// Dictionary::read with the settings of this file in its text, so that macros see them; relative: its name in the case.
/// Errors: also (usage) an entry that the file takes from another one.
Dictionary readWith(const std::vector<GivenEntry>& settings, const std::filesystem::path& caseDirectory,
                    const std::string& relative, const ReadOptions& options);

/// Sets the entry in a dictionary that has been read.
void apply(const GivenEntry& setting, Dictionary& dictionary);

/// Whether no look-up has touched the entry of a setting, or a dictionary that it is in.
bool isUnused(const GivenEntry& setting, const Dictionary& dictionary);

}  // namespace eagre::config
