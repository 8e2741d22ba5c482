// SPDX-License-Identifier: BSD-3-Clause
#include "case/made_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "core/untrusted.hpp"
#include "output/checksum.hpp"
#include "output/file_sink.hpp"

namespace eagre::case_ {
namespace fs = std::filesystem;
namespace {

std::uint32_t checksumOfBytes(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(fmt::format("cannot read {}: {}", path.string(), std::strerror(errno)), ExitCode::io);
  std::vector<char> piece(1 << 20);
  std::uint32_t crc = 0;
  do {
    file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
    crc = output::checksum(std::as_bytes(std::span(piece).first(static_cast<std::size_t>(file.gcount()))), crc);
  } while (file);
  return crc;
}

std::uint32_t checksumOfEntries(const fs::path& caseDirectory, const std::string& file) {
  config::ReadOptions options;
  options.caseDirectory = caseDirectory;
  const std::string text = config::Dictionary::read(caseDirectory / file, options).toString();
  return output::checksum(std::as_bytes(std::span(text)));
}

/// nullopt: the file is not there.
std::optional<std::uint32_t> checksumOfSource(const fs::path& caseDirectory, const std::string& file) {
  const fs::path path = config::existingFile(caseDirectory / file);
  if (path.empty()) return std::nullopt;
  const bool dictionary = file.starts_with("system/") || file.starts_with("constant/");
  return dictionary ? checksumOfEntries(caseDirectory, file) : checksumOfBytes(path);
}

std::string listText(const char* name, const std::vector<MadeRecord::Item>& items) {
  std::string text = fmt::format("{}\n(\n", name);
  for (const auto& item : items) text += fmt::format("    \"{}\" {}\n", item.file, item.checksum);
  return text + ");\n\n";
}

std::vector<MadeRecord::Item> readList(const config::Dictionary& dictionary, const char* name) {
  std::vector<MadeRecord::Item> items;
  auto reader = dictionary.at(name).reader();
  reader.list([&] {
    MadeRecord::Item item;
    item.file = reader.word();
    item.checksum = static_cast<std::uint32_t>(reader.integer());
    // A record may come from anywhere.
    if (!isInside(item.file)) reader.fail("'" + item.file + "' is not a file of the case");
    items.push_back(item);
  });
  return items;
}

}  // namespace

void MadeRecord::addSource(const std::string& file) {
  if (const auto checksum = checksumOfSource(caseDirectory_, file)) sources_.push_back({file, *checksum});
}

void MadeRecord::addMade(const std::string& file) {
  const fs::path path = config::existingFile(caseDirectory_ / file);
  if (!path.empty())
    made_.push_back({path.extension() == ".gz" && !file.ends_with(".gz") ? file + ".gz" : file, checksumOfBytes(path)});
}

void MadeRecord::write(const fs::path& record) const {
  output::makeDirectory((caseDirectory_ / record).parent_path());
  config::FoamHeader header;
  header.className = "dictionary";
  header.object = record.filename().string();
  header.location = record.parent_path().string();
  output::replaceFile(caseDirectory_ / record, false, [&](output::FileSink& sink) {
    sink.write(config::headerText(header));
    sink.write("// Written by Eagre: what it made here, and from what, with checksums.\n\n");
    sink.write(listText("sources", sources_));
    sink.write(listText("made", made_));
  });
}

std::optional<MadeRecord> MadeRecord::read(const fs::path& caseDirectory, const fs::path& record) {
  if (!config::fileExists(caseDirectory / record)) return std::nullopt;
  try {
    config::ReadOptions options;
    options.allowFileAccess = false;
    const auto dictionary = config::Dictionary::read(caseDirectory / record, options);
    MadeRecord made(caseDirectory);
    made.sources_ = readList(dictionary, "sources");
    made.made_ = readList(dictionary, "made");
    return made;
  } catch (const Error&) { return std::nullopt; }
}

bool MadeRecord::isUntouched() const {
  return std::all_of(made_.begin(), made_.end(), [&](const Item& item) {
    std::error_code ec;
    const fs::path path = caseDirectory_ / item.file;
    return fs::is_regular_file(path, ec) && checksumOfBytes(path) == item.checksum;
  });
}

bool MadeRecord::hasMade(const std::string& file) const {
  return std::any_of(made_.begin(), made_.end(), [&](const Item& item) {
    return item.file == file && checksumOfBytes(caseDirectory_ / file) == item.checksum;
  });
}

std::vector<std::string> MadeRecord::changedSources() const {
  std::vector<std::string> changed;
  for (const Item& item : sources_) {
    bool same = false;
    try {
      const auto now = checksumOfSource(caseDirectory_, item.file);
      same = now && *now == item.checksum;
    } catch (const Error&) { same = false; }
    if (!same) changed.push_back(item.file);
  }
  return changed;
}

}  // namespace eagre::case_
