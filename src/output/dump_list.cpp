// SPDX-License-Identifier: BSD-3-Clause
#include "output/dump_list.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "core/error.hpp"
#include "output/file_sink.hpp"

namespace eagre::output {
namespace fs = std::filesystem;

namespace {

std::optional<double> numberOf(const std::string& text) {
  double value = 0;
  const auto [last, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || last != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

}  // namespace

fs::path dumpPath(const fs::path& caseDirectory, const std::string& name) { return caseDirectory / "dumps" / (name + ".vtkhdf"); }
fs::path dumpMeshPath(const fs::path& caseDirectory) { return dumpPath(caseDirectory, "mesh"); }

std::vector<TimeDir> findDumps(const fs::path& caseDirectory) {
  const fs::path directory = caseDirectory / "dumps";
  std::vector<TimeDir> dumps;
  std::error_code error;
  if (!fs::exists(directory, error)) return dumps;
  fs::directory_iterator it(directory, error), end;
  for (; !error && it != end; it.increment(error)) {
    if (it->path().extension() != ".vtkhdf") continue;
    const std::string name = it->path().stem().string();
    if (const auto time = numberOf(name)) dumps.push_back({*time, name});
  }
  if (error) throw Error(fmt::format("cannot list {}: {}", directory.string(), error.message()), ExitCode::io);
  std::sort(dumps.begin(), dumps.end(),
            [](const TimeDir& a, const TimeDir& b) { return a.value != b.value ? a.value < b.value : a.name < b.name; });
  return dumps;
}

TimeDir findDump(const fs::path& caseDirectory, const std::string& time) {
  const std::vector<TimeDir> dumps = findDumps(caseDirectory);
  const auto value = numberOf(time);
  std::vector<std::string> names;
  const TimeDir* nearest = nullptr;
  for (const TimeDir& dump : dumps) {
    names.push_back(dump.name);
    if (dump.name == time || (value && dump.value == *value)) return dump;
    if (value && (!nearest || std::abs(dump.value - *value) < std::abs(nearest->value - *value))) nearest = &dump;
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

void writeSeries(const fs::path& caseDirectory) {
  std::vector<std::string> files;
  for (const TimeDir& dump : findDumps(caseDirectory))
    files.push_back(fmt::format(R"(    {{ "name": "{}.vtkhdf", "time": {} }})", dump.name, dump.value));
  replaceFile(seriesPath(caseDirectory, ".vtkhdf.series"), false, [&](FileSink& sink) {
    sink.write(fmt::format("{{\n  \"file-series-version\": \"1.0\",\n  \"files\": [\n{}\n  ]\n}}\n", fmt::join(files, ",\n")));
  });
}

}  // namespace eagre::output
