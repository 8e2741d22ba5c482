// SPDX-License-Identifier: BSD-3-Clause
#include "case/decomposed/processor_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "config/tokenizer.hpp"
#include "core/plain_file.hpp"

namespace eagre::case_ {

namespace fs = std::filesystem;

namespace {

fs::path zipped(const fs::path& file) { return file.string() + ".gz"; }

bool isThere(const fs::path& path) {
  std::error_code none;
  return fs::exists(path, none) || fs::exists(zipped(path), none);
}

/// The header of the blocks that have none: that of the first one, or what the header of newer versions says of them.
std::string blockHeader(std::string_view containerHeader, std::string_view first, const std::string& name) {
  std::size_t offset = 0;
  config::parseHeader(first, name, offset);
  if (offset > 0) return std::string(first.substr(0, offset)) + "\n";
  const auto container = config::Dictionary::parse(containerHeader, name).subDict("FoamFile");
  config::FoamHeader header = {};
  header.format = container.getOr("data.format", "ascii");
  header.className = container.getOr("data.class", "dictionary");
  header.arch = container.getOr("arch", "");
  return config::headerText(header);
}

/// Splits a file of class decomposedBlockData, "N( bytes )" a processor.
std::vector<ProcessorText> splitBlocks(const std::string& text, std::size_t start, const std::string& name, int first,
                                       int count) {
  config::Cursor cursor(text, name);
  cursor.skipTo(start);
  std::vector<std::string_view> blocks;
  while (cursor.peekSignificant() != '\0') {
    const std::int64_t size = cursor.listInteger();
    cursor.expectSignificant('(', "a block of a collated file");
    if (size < 0 || static_cast<std::uint64_t>(size) > cursor.remaining())
      cursor.fail(fmt::format("the file ends in the block of processor {}: it should have {} bytes, and {} are left",
                              first + static_cast<int>(blocks.size()), size, cursor.remaining()));
    blocks.push_back(cursor.raw(static_cast<std::size_t>(size)));
    cursor.expectSignificant(')', "a block of a collated file");
  }
  if (static_cast<int>(blocks.size()) != count)
    cursor.fail(fmt::format("the file has the blocks of {} processors, and there should be {}", blocks.size(), count));
  const std::string header = blockHeader(std::string_view(text).substr(0, start), blocks.front(), name);
  std::vector<ProcessorText> texts;
  for (const std::string_view block : blocks) {
    std::size_t offset = 0;
    const std::string blockName = fmt::format("{} (processor {})", name, first + static_cast<int>(texts.size()));
    config::parseHeader(block, blockName, offset);
    texts.push_back({offset > 0 ? std::string(block) : header + std::string(block), blockName});
  }
  return texts;
}

}  // namespace

std::map<int, std::vector<ProcessorFiles::Directory>> ProcessorFiles::directoriesOf(const fs::path& caseDirectory) {
  static const std::regex directoryName("processor(s?)([0-9]{1,7})(_([0-9]{1,7})-([0-9]{1,7}))?");
  std::map<int, std::vector<Directory>> sets;
  std::error_code error, none;
  for (fs::directory_iterator it(caseDirectory.empty() ? fs::path(".") : caseDirectory, error), end; !error && it != end;
       it.increment(error)) {
    const std::string name = it->path().filename().string();
    std::smatch match;
    if (!std::regex_match(name, match, directoryName) || !it->is_directory(none)) continue;
    const int number = std::stoi(match[2]);
    if (match[1].length() == 0 && match[3].length() == 0)
      sets[0].push_back({it->path(), number, 1, false});
    else if (match[1].length() > 0 && match[3].length() == 0)
      sets[number].push_back({it->path(), 0, number, true});
    else if (match[1].length() > 0 && std::stoi(match[4]) <= std::stoi(match[5]))
      sets[number].push_back({it->path(), std::stoi(match[4]), std::stoi(match[5]) - std::stoi(match[4]) + 1, true});
  }
  return sets;
}

std::optional<ProcessorFiles> ProcessorFiles::find(const fs::path& caseDirectory) {
  auto sets = directoriesOf(caseDirectory);
  if (sets.empty()) return std::nullopt;
  ProcessorFiles found;
  found.case_ = caseDirectory;
  auto& [number, directories] = *sets.begin();
  found.directories_ = std::move(directories);
  std::sort(found.directories_.begin(), found.directories_.end(),
            [](const Directory& a, const Directory& b) { return a.first < b.first; });
  int next = 0;
  for (const Directory& d : found.directories_) {
    if (d.first != next && found.problem_.empty())
      found.problem_ = d.first > next ? fmt::format("the directory of processor {} is missing", next)
                                      : fmt::format("processor {} has two directories", d.first);
    next = d.first + d.count;
  }
  found.count_ = std::max(next, number);
  if (next < number && found.problem_.empty()) found.problem_ = fmt::format("the directory of processor {} is missing", next);
  if (sets.size() > 1)
    found.problem_ = fmt::format("there are directories of two decompositions, {} and {}: remove those that are out of date",
                                 found.description(), std::next(sets.begin())->second.front().path.filename().string());
  return found;
}

std::string ProcessorFiles::description() const {
  const std::string first = directories_.front().path.filename().string();
  return directories_.size() == 1 ? first : fmt::format("{} to {}", first, directories_.back().path.filename().string());
}

void ProcessorFiles::checkComplete() const {
  if (!problem_.empty())
    throw Error(Place{case_.string(), 0},
                fmt::format("the processor directories ({}) cannot be used: {}", description(), problem_), ExitCode::badCase);
}

std::vector<output::TimeDir> ProcessorFiles::times(bool all) const {
  std::vector<output::TimeDir> times = output::findTimes(directories_.front().path);
  std::erase_if(times, [&](const output::TimeDir& time) {
    return !all && std::any_of(directories_.begin(), directories_.end(),
                               [&](const Directory& d) { return !fs::is_directory(d.path / time.name); });
  });
  return times;
}

bool ProcessorFiles::has(const fs::path& relative) const {
  return std::any_of(directories_.begin(), directories_.end(), [&](const Directory& d) { return isThere(d.path / relative); });
}

std::vector<std::string> ProcessorFiles::list(const fs::path& folder, bool folders) const {
  std::set<std::string> names;
  for (const Directory& d : directories_) {
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(d.path / folder, none)) {
      if (entry.is_directory(none) != folders) continue;
      const fs::path name = entry.path().filename();
      names.insert(!folders && name.extension() == ".gz" ? name.stem().string() : name.string());
    }
  }
  return {names.begin(), names.end()};
}

std::vector<ProcessorText> ProcessorFiles::read(const fs::path& relative) const {
  std::vector<ProcessorText> texts;
  for (const Directory& d : directories_) {
    const fs::path file = d.path / relative;
    std::string text = config::readFileText(file);
    std::size_t offset = 0;
    if (!d.collated) {
      texts.push_back({std::move(text), file.string()});
    } else if (config::parseHeader(text, file.string(), offset).className == "decomposedBlockData") {
      for (ProcessorText& block : splitBlocks(text, offset, file.string(), d.first, d.count)) texts.push_back(std::move(block));
    } else {
      throw Error(Place{file.string(), 0}, "a file of collated processor directories must have the class decomposedBlockData");
    }
  }
  return texts;
}

std::optional<std::int64_t> ProcessorFiles::cellCount() const {
  std::int64_t sum = 0;
  for (const Directory& d : directories_) {
    requirePlainFile(d.path / "constant" / "polyMesh" / "owner");
    std::ifstream file(d.path / "constant" / "polyMesh" / "owner", std::ios::binary);
    std::string head(2000, '\0');  // the header and its note
    file.read(head.data(), static_cast<std::streamsize>(head.size()));
    std::smatch match;
    if (d.collated || !std::regex_search(head, match, std::regex("nCells: *([0-9]{1,18})"))) return std::nullopt;
    sum += std::stoll(match[1]);
  }
  return sum;
}

fs::path ProcessorFiles::first(const fs::path& relative) const { return directories_.front().path / relative; }

fs::file_time_type ProcessorFiles::newest(const fs::path& relative) const {
  auto latest = fs::file_time_type::min();
  for (const Directory& d : directories_) {
    std::error_code none;
    for (const fs::path& file : {d.path / relative, zipped(d.path / relative)})
      if (const auto time = fs::last_write_time(file, none); !none) latest = std::max(latest, time);
  }
  return latest;
}

}  // namespace eagre::case_
