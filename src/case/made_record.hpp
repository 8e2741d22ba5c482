// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "config/dictionary.hpp"

namespace eagre::case_ {

/// What Eagre has made in a case, and from what: a small dictionary beside what was made ("constant/polyMesh/madeFrom" for a
/// mesh, "0/uniform/madeFrom" for initial fields). With it a run notices that blockMeshDict or setFieldsDict was edited since,
/// and `eagre clean` knows what it may remove.
///
/// A source of system/ or constant/ has the checksum of its entries, macros and includes resolved, so that a comment changes
/// nothing; any other source and everything made has the checksum of its bytes (CRC-32).
class MadeRecord {
 public:
  struct Item {
    std::string file;  ///< relative to the case
    std::uint32_t checksum = 0;
  };

  explicit MadeRecord(std::filesystem::path caseDirectory) : caseDirectory_(std::move(caseDirectory)) {}
  /// A file that is not there (nor its .gz) is not added. Errors: badCase (a dictionary that cannot be read), io.
  void addSource(const std::string& file);
  void addMade(const std::string& file);
  const std::vector<Item>& sources() const { return sources_; }
  const std::vector<Item>& made() const { return made_; }

  /// Replaces the file `record`, relative to the case. Error (io) if it cannot be written.
  void write(const std::filesystem::path& record) const;
  /// nullopt: it is not there, or is no record (then it says nothing).
  static std::optional<MadeRecord> read(const std::filesystem::path& caseDirectory, const std::filesystem::path& record);

  /// Whether everything that was made is still there, byte for byte: what another program or a person has changed is theirs.
  bool isUntouched() const;
  /// Whether this file, relative to the case, is byte for byte one that was made.
  bool hasMade(const std::string& file) const;
  /// The sources that are not what they were, or are gone. One that can no longer be read counts as changed.
  std::vector<std::string> changedSources() const;

 private:
  std::filesystem::path caseDirectory_;
  std::vector<Item> sources_, made_;
};

/// Where the records of the mesh and of the fields of a time stand, relative to the case.
inline const std::filesystem::path meshRecord = "constant/polyMesh/madeFrom";
inline std::filesystem::path fieldsRecord(const std::string& time) {
  return std::filesystem::path(time) / "uniform" / "madeFrom";
}

}  // namespace eagre::case_
