// SPDX-License-Identifier: BSD-3-Clause
#include "run/preparation/record.hpp"

#include <fmt/format.h>

#include <fstream>
#include <span>
#include <sstream>

#include "config/dictionary.hpp"
#include "core/error.hpp"
#include "output/checksum.hpp"
#include "run/case_setup.hpp"

namespace eagre::run::preparation {

namespace {

fs::path recordFile(const fs::path& caseDirectory) { return caseDirectory / "constant" / "eagreMade"; }

std::string hex(std::string_view text) { return fmt::format("{:08x}", output::checksum(std::as_bytes(std::span(text)))); }

/// Size, and checksum of the beginning and the end: meshes may be large.
std::string digestOfFile(const fs::path& path) {
  const fs::path file = fs::is_regular_file(path) ? path : fs::path(path.string() + ".gz");
  std::error_code none;
  const auto size = fs::file_size(file, none);
  if (none) return "-";
  constexpr std::uintmax_t piece = 1 << 16;
  std::ifstream in(file, std::ios::binary);
  std::string text(static_cast<std::size_t>(std::min(size, piece)), '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (size > piece) {
    std::string end(piece, '\0');
    in.seekg(-static_cast<std::streamoff>(piece), std::ios::end);
    in.read(end.data(), static_cast<std::streamsize>(end.size()));
    text += end;
  }
  return fmt::format("{}-{}", size, hex(text));
}

std::string digestOfDictionary(const fs::path& caseDirectory, const std::string& name) {
  config::ReadOptions options;
  options.caseDirectory = caseDirectory;
  try {
    return hex(config::Dictionary::read(caseDirectory / name, options).toString());
  } catch (const Error&) { return "-"; }  // what reads it says so
}

struct Entry {
  std::string kind, name, digest;  ///< kind: made, from
};

std::vector<std::vector<Entry>> readRecord(const fs::path& caseDirectory) {
  std::vector<std::vector<Entry>> notes;
  std::ifstream in(recordFile(caseDirectory));
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("//")) continue;
    std::istringstream words(line);
    Entry entry;
    if (!(words >> entry.kind >> entry.digest) || !std::getline(words >> std::ws, entry.name)) continue;
    if (entry.kind == "made" && (notes.empty() || notes.back().back().kind == "from")) notes.emplace_back();
    if (!notes.empty()) notes.back().push_back(entry);
  }
  return notes;
}

}  // namespace

const std::vector<std::string>& meshFiles() {
  static const std::vector<std::string> files{"constant/polyMesh/points", "constant/polyMesh/faces",
                                              "constant/polyMesh/boundary"};
  return files;
}

void recordMade(const fs::path& caseDirectory, const std::vector<std::string>& made,
                const std::vector<std::string>& dictionaries) {
  std::string text =
      "// What Eagre has made, and from which dictionaries, with checksums: kind, checksum, file. May be removed.\n";
  const auto add = [&](const std::vector<Entry>& note) {
    for (const auto& entry : note) text += fmt::format("{} {} {}\n", entry.kind, entry.digest, entry.name);
  };
  for (const auto& note : readRecord(caseDirectory))
    if (note.front().name != made.front()) add(note);
  std::vector<Entry> note;
  for (const auto& name : made)
    if (fileExists(caseDirectory / name)) note.push_back({"made", name, digestOfFile(caseDirectory / name)});
  const auto nMade = note.size();
  for (const auto& name : dictionaries)
    if (fileExists(caseDirectory / name)) note.push_back({"from", name, digestOfDictionary(caseDirectory, name)});
  if (nMade == 0 || note.size() == nMade) return;
  add(note);
  const fs::path file = recordFile(caseDirectory), aside = file.string() + ".partial";
  std::error_code failure;
  fs::create_directories(file.parent_path(), failure);
  if (!(std::ofstream(aside) << text)) throw Error(fmt::format("{}: cannot be written", aside.string()), ExitCode::io);
  fs::rename(aside, file, failure);
  if (failure) throw Error(fmt::format("{}: {}", file.string(), failure.message()), ExitCode::io);
}

void checkMade(const fs::path& caseDirectory) {
  Problems problems;
  for (const auto& note : readRecord(caseDirectory)) {
    bool ours = true;
    std::string made;
    for (const auto& entry : note)
      if (entry.kind == "made") {
        ours = ours && digestOfFile(caseDirectory / entry.name) == entry.digest;
        if (made.empty()) made = entry.name;
      }
    if (!ours) continue;
    const bool mesh = made.starts_with("constant/");
    for (const auto& entry : note)
      if (entry.kind == "from" && digestOfDictionary(caseDirectory, entry.name) != entry.digest)
        problems.add(
            Place{entry.name, 0},
            fmt::format(
                "has changed since Eagre made {} from it. {}", mesh ? "the mesh of constant/polyMesh" : made,
                mesh ? "Remove constant/polyMesh/faces and run again to make the mesh anew, or remove constant/eagreMade to keep "
                       "it"
                     : "Put the initial fields of 0.orig into 0 and run again to set them anew, or remove constant/eagreMade to "
                       "keep them"));
  }
  problems.throwIfAny(caseDirectory.string());
}

}  // namespace eagre::run::preparation
