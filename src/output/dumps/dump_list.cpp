// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/dump_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "core/untrusted.hpp"
#include "output/file_sink.hpp"
#include "output/hdf5/hdf5.hpp"

namespace eagre::output {
namespace fs = std::filesystem;

fs::path dumpPath(const fs::path& caseDirectory, const std::string& name) {
  return inside(caseDirectory / "dumps", name + ".vtkhdf");
}
fs::path dumpMeshPath(const fs::path& caseDirectory) { return dumpPath(caseDirectory, "mesh"); }
fs::path keptMeshPath(const fs::path& directory, std::uint32_t meshChecksum) {
  return directory / fmt::format("mesh.{:08x}.vtkhdf", meshChecksum);
}

std::string dumpPartSuffix(bool again) { return again ? ".again.vtkhdf" : ".vtkhdf"; }

std::string dumpPartName(const std::string& name, int bunch, int bunches, bool again) {
  return fmt::format("{}.{}of{}{}", name, bunch, bunches, dumpPartSuffix(again));
}

bool isDumpPart(const std::string& fileName, const std::string& name) {
  std::string_view rest = fileName;
  const auto skip = [&](std::string_view text) {
    const bool there = rest.starts_with(text);
    if (there) rest.remove_prefix(text.size());
    return there;
  };
  const auto skipNumber = [&] {
    const auto n = std::min(rest.find_first_not_of("0123456789"), rest.size());
    rest.remove_prefix(n);
    return n > 0;
  };
  return skip(name) && skip(".") && skipNumber() && skip("of") && skipNumber() &&
         (rest == dumpPartSuffix(false) || rest == dumpPartSuffix(true));
}

namespace {

/// f(path) for each entry of a directory; nothing if there is no such directory.
template <class F>
void forEachEntry(const fs::path& directory, F&& f) {
  std::error_code error;
  if (!fs::exists(directory, error)) return;
  fs::directory_iterator it(directory, error), end;
  for (; !error && it != end; it.increment(error)) f(it->path());
  if (error) throw Error(fmt::format("cannot list {}: {}", directory.string(), error.message()), ExitCode::io);
}

constexpr std::string_view restartStart = "restart.";

}  // namespace

std::vector<fs::path> dumpParts(const fs::path& directory, const std::string& name) {
  std::vector<fs::path> parts;
  forEachEntry(directory, [&](const fs::path& path) {
    if (isDumpPart(path.filename().string(), name)) parts.push_back(path);
  });
  return parts;
}

void removeDump(const fs::path& caseDirectory, const std::string& name) {
  std::vector<fs::path> files{dumpPath(caseDirectory, name)};
  for (const fs::path& part : dumpParts(caseDirectory / "dumps", name)) files.push_back(part);
  for (const fs::path& path : files) {
    std::error_code error;
    fs::remove(path, error);
    if (error) throw Error(fmt::format("cannot remove {}: {}", path.string(), error.message()), ExitCode::io);
    hdf5::dropChanges(path);
  }
}

std::vector<TimeDir> findDumps(const fs::path& caseDirectory) {
  std::vector<TimeDir> dumps;
  forEachEntry(caseDirectory / "dumps", [&](const fs::path& path) {
    const std::string name = path.stem().string();
    if (const auto time = finiteNumber(name); time && path.extension() == ".vtkhdf") dumps.push_back({*time, name});
  });
  std::sort(dumps.begin(), dumps.end(),
            [](const TimeDir& a, const TimeDir& b) { return a.value != b.value ? a.value < b.value : a.name < b.name; });
  return dumps;
}

std::string restartDumpName(int number) { return fmt::format("{}{}", restartStart, number); }

std::vector<std::string> findRestartDumps(const fs::path& caseDirectory) {
  std::vector<std::pair<int, std::string>> found;
  forEachEntry(caseDirectory / "dumps", [&](const fs::path& path) {
    const std::string name = path.stem().string();
    if (path.extension() != ".vtkhdf" || !name.starts_with(restartStart)) return;
    const std::string digits = name.substr(restartStart.size());
    if (digits.empty() || digits.size() > 6 || digits.find_first_not_of("0123456789") != std::string::npos) return;
    found.emplace_back(std::stoi(digits), name);
  });
  std::sort(found.begin(), found.end());
  std::vector<std::string> names;
  for (auto& [number, name] : found) names.push_back(std::move(name));
  return names;
}

TimeDir findDump(const fs::path& caseDirectory, const std::string& time) {
  std::vector<TimeDir> dumps = findDumps(caseDirectory);
  for (const std::string& name : findRestartDumps(caseDirectory))
    dumps.push_back({std::numeric_limits<double>::quiet_NaN(), name});
  const auto value = finiteNumber(time);
  std::vector<std::string> names;
  const TimeDir* nearest = nullptr;
  for (const TimeDir& dump : dumps) {
    names.push_back(dump.name);
    if (dump.name == time || (value && dump.value == *value)) return dump;
    if (value && !std::isnan(dump.value) && (!nearest || std::abs(dump.value - *value) < std::abs(nearest->value - *value)))
      nearest = &dump;
  }
  if (dumps.empty()) throw Error(fmt::format("{}: there are no dumps", (caseDirectory / "dumps").string()), ExitCode::usage);
  throw Error(fmt::format("{}: no dump of time '{}'{}. There are: {}", caseDirectory.string(), time,
                          nearest ? fmt::format("; the nearest is '{}'", nearest->name) : "", fmt::join(names, ", ")),
              ExitCode::usage);
}

fs::path seriesPath(const fs::path& caseDirectory, const std::string& ending) {
  const fs::path absolute = fs::absolute(caseDirectory).lexically_normal();
  const std::string caseName = (absolute.has_filename() ? absolute : absolute.parent_path()).filename().string();
  return caseDirectory / "dumps" / (caseName + ending);
}

void writeSeries(const fs::path& caseDirectory, const std::vector<TimeDir>& dumps) {
  std::vector<std::string> files;
  for (const TimeDir& dump : dumps)
    files.push_back(fmt::format(R"(    {{ "name": "{}.vtkhdf", "time": {} }})", dump.name, dump.value));
  replaceFile(seriesPath(caseDirectory, ".vtkhdf.series"), false, [&](FileSink& sink) {
    sink.write(fmt::format("{{\n  \"file-series-version\": \"1.0\",\n  \"files\": [\n{}\n  ]\n}}\n", fmt::join(files, ",\n")));
  });
}

}  // namespace eagre::output
