// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "output/hdf5/hdf5.hpp"

namespace eagre::output {

struct DumpHeader;
struct DumpedPatch;
struct DumpedField;

/// The data set that holds the list of contents, and the attribute of /eagre that says that there is one.
inline constexpr const char* contentsObject = "/eagre/contents";
inline constexpr const char* listedName = "listed";

/// What a dump holds (docs/dumps.md, "The list of contents"): all groups, data sets and links but the list itself.
class Contents {
 public:
  struct Entry {
    hdf5::Item::Kind kind = hdf5::Item::Kind::group;
    hdf5::Type type = hdf5::Type::real64;  ///< of data; of texts there is one row of so many bytes
    hdf5::Shape shape;
    std::uint32_t checksum = 0;
    std::string file, target;  ///< of links
    bool operator==(const Entry& other) const;
  };

  Contents() = default;
  /// Of the list's text. Error (failure) if it is none.
  explicit Contents(std::string_view text);
  std::string text() const;

  /// With all groups on the way.
  void addGroup(const std::string& path);
  void addData(const std::string& path, hdf5::Type type, hdf5::Shape shape, std::uint32_t checksum);
  void addText(const std::string& path, const std::string& text);
  void addAlias(const std::string& path, const std::string& target);
  void addLink(const std::string& path, const std::string& file, const std::string& target);
  void remove(const std::string& path) { entries_.erase(path); }

  const std::map<std::string, Entry>& entries() const { return entries_; }
  /// What of it a file does not hold as it is listed, or holds beside it; checksums of values are not compared. Empty: nothing.
  std::string difference(const std::vector<hdf5::Item>& items) const;

 private:
  std::map<std::string, Entry> entries_;
};

/// The list of a file that has one. Error (io) if it is damaged, or missing though the file says that there is one.
std::optional<Contents> readContents(hdf5::File& file);
/// Writes it, in the place of another one if there is one. On one rank.
void writeContents(hdf5::File& file, const Contents& contents);

/// What is wrong with the shape of a dump by its own words, before a value of it is read: fields without their values or patches,
/// and data sets whose rows are not those of its cells, faces and patches. Empty: nothing.
std::string shapeProblem(const std::vector<hdf5::Item>& items, const DumpHeader& header, const std::vector<DumpedPatch>& patches,
                         const std::vector<DumpedField>& fields);

}  // namespace eagre::output
