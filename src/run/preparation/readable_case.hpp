// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <filesystem>
#include <map>
#include <string>

namespace eagre::run::preparation {

/// A case as the tools of every version read it. openfoam.org's dictionaries from version 8 on have headers without `version`,
/// which openfoam.com's tools and older ones refuse, and controlDicts with words that are theirs alone. Where system/ has such
/// files, this is a directory within the case: system/ is a copy with whole headers and a controlDict of the words that all
/// versions know, everything else is a link. So it is where root runs tools on dictionaries with #calc or #codeStream, which they
/// refuse: the copy has the values. Else it is the case itself.
class ReadableCase {
 public:
  /// Errors: Error(io).
  explicit ReadableCase(const std::filesystem::path& caseDirectory);
  ~ReadableCase();
  ReadableCase(const ReadableCase&) = delete;
  ReadableCase& operator=(const ReadableCase&) = delete;

  const std::filesystem::path& directory() const { return directory_; }
  /// Moves what a tool has made beside the links, as time directories, into the case. Errors: Error(io).
  void bringBack();

 private:
  std::filesystem::path caseDirectory_, directory_;
};

/// Gives files that openfoam.org's versions have written without `version` one, as long as it lives: those of edges (.eMesh) in
/// constant/triSurface, which snappyHexMesh reads, and uniform/time of a time directory, which every tool reads. Links, and what
/// cannot be written, stay as they are, for the tool to complain about.
class WholeFiles {
 public:
  WholeFiles() = default;
  ~WholeFiles();
  WholeFiles(const WholeFiles&) = delete;
  WholeFiles& operator=(const WholeFiles&) = delete;

  void complete(const std::filesystem::path& caseDirectory);

 private:
  void completeFile(const std::filesystem::path& file);

  std::map<std::filesystem::path, std::string> before_;
};

/// Copies surfaces of constant/geometry, where openfoam.org's versions from 9 on have them, to constant/triSurface, where other
/// tools look; those that are there already stay. Errors: Error(io).
void bringSurfaces(const std::filesystem::path& caseDirectory);

}  // namespace eagre::run::preparation
