// SPDX-License-Identifier: BSD-3-Clause
#include "run/decomposed.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "case/decomposed/reconstruct_field.hpp"
#include "run/case_setup.hpp"

namespace eagre::run {

namespace {

using case_::Decomposition;
using case_::ProcessorFiles;

bool sameTime(double a, double b) { return std::abs(a - b) < 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

config::FoamHeader headerOf(const case_::ProcessorText& file) {
  std::size_t offset = 0;
  return config::parseHeader(file.text, file.name, offset);
}

std::string bytesOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string bytes{std::istreambuf_iterator<char>(in), {}};
  if (!in.good() && !in.eof()) throw Error(Place{file.string(), 0}, "cannot be read", ExitCode::io);
  return bytes;
}

/// All files below a directory, by their path in it.
std::vector<fs::path> filesBelow(const fs::path& directory) {
  std::vector<fs::path> files;
  std::error_code none;
  for (const auto& entry : fs::recursive_directory_iterator(directory, none))
    if (entry.is_regular_file(none)) files.push_back(entry.path().lexically_relative(directory));
  return files;
}

fs::path withoutZip(const fs::path& file) { return file.extension() == ".gz" ? file.parent_path() / file.stem() : file; }

/// A field of the case's own that was written after the processors' ones.
bool ownIsNewer(const ProcessorFiles& files, const fs::path& own, const fs::path& relative) {
  std::error_code none;
  for (const fs::path& file : {own, fs::path(own.string() + ".gz")})
    if (const auto time = fs::last_write_time(file, none); !none && time > files.newest(relative)) return true;
  return false;
}

/// Sorts what a time of the processors holds: names of the fields by class, and what is not put together.
struct Contents {
  std::map<std::string, std::vector<std::string>> fields;
  std::vector<std::string> others, newer;
};

Contents contentsOf(const ProcessorFiles& files, const std::string& time, const fs::path& into,
                    const ReconstructSettings& settings) {
  Contents contents;
  for (const std::string& name : files.files(time)) {
    const std::string className = headerOf(files.read(fs::path(time) / name).front()).className;
    if (!case_::isFieldOfMesh(className)) {
      contents.others.push_back(className.empty() ? name : fmt::format("{} ({})", name, className));
    } else if (settings.takes(name)) {
      if (ownIsNewer(files, into / time / name, fs::path(time) / name))
        contents.newer.push_back(name);
      else
        contents.fields[className].push_back(name);
    }
  }
  for (const std::string& name : files.folders(time))
    if (name != "uniform") contents.others.push_back(name + "/");
  return contents;
}

void checkTime(const ProcessorFiles& files, const std::string& time) {
  const auto times = files.times();
  if (std::none_of(times.begin(), times.end(), [&](const auto& t) { return t.name == time; }))
    throw Error(files.first(time).string() +
                    fmt::format(": not all of {} have the time {}; was the run ended while it wrote?", files.description(), time),
                ExitCode::badCase);
  for (const char* list : {"points", "faces"})
    if (files.has(fs::path(time) / "polyMesh" / list))
      throw Error(Place{files.first(fs::path(time) / "polyMesh" / list).string(), 0},
                  "the mesh of this run moves or changes, which Eagre does not read; OpenFOAM's reconstructPar puts it together",
                  ExitCode::badCase);
}

}  // namespace

std::vector<output::TimeDir> decomposedTimes(const fs::path& caseDirectory) {
  const auto files = ProcessorFiles::find(caseDirectory);
  if (!files) return {};
  auto times = files->times();
  const auto own = output::findTimes(caseDirectory);
  std::error_code none;
  const bool original = fs::is_directory(caseDirectory / "0.orig", none);
  std::erase_if(times, [&](const output::TimeDir& t) {
    return (t.value == 0 && original) ||
           std::any_of(own.begin(), own.end(), [&](const auto& o) { return sameTime(o.value, t.value); });
  });
  return times;
}

mesh::PolyMesh reconstructCaseMesh(const ProcessorFiles& files, Log& log) {
  log.line(fmt::format("There is no constant/polyMesh: the mesh is put together from {}", files.description()));
  return case_::reconstructMesh(files);
}

Decomposition readCaseDecomposition(const fs::path& caseDirectory, const ControlDict& control, bool write, Log& log) {
  auto files = ProcessorFiles::find(caseDirectory);
  if (!files) throw Error(fmt::format("{}: there are no processor directories", caseDirectory.string()), ExitCode::badCase);
  files->checkComplete();
  const fs::path folder = caseDirectory / "constant" / "polyMesh";
  if (fileExists(folder / "faces")) return case_::readDecomposition(std::move(*files), case_::readMeshOutline(folder));
  const mesh::PolyMesh mesh = reconstructCaseMesh(*files, log);
  if (write) case_::writePolyMesh(mesh, folder, {control.binary, control.compressed, std::max(control.writePrecision, 10)});
  return case_::readDecomposition(std::move(*files), case_::outlineOf(mesh));
}

output::FieldFormat formatOfFields(const ProcessorFiles& files, const std::string& time, const ControlDict& control) {
  output::FieldFormat format{control.binary, control.writePrecision, control.compressed};
  for (const std::string& name : files.files(time)) {
    const auto header = headerOf(files.read(fs::path(time) / name).front());
    if (case_::isFieldOfMesh(header.className)) format.binary = format.binary || header.binary();
  }
  return format;
}

void reconstructTime(const Decomposition& decomposition, const std::string& time, const fs::path& into,
                     const ReconstructSettings& settings, Log& log) {
  const ProcessorFiles& files = decomposition.files;
  checkTime(files, time);
  const Contents contents = contentsOf(files, time, into, settings);
  std::set<fs::path> replaced;
  output::TimeDirectory directory(comm::Communicator::self(), into, time);
  for (const auto& [className, names] : contents.fields) {
    log.line(fmt::format("    Reconstructing {}s\n\n        {}\n", className, fmt::join(names, "\n        ")));
    for (const std::string& name : names) {
      const auto field = case_::reconstructField(decomposition, files.read(fs::path(time) / name), name);
      directory.write(name, settings.format.compressed,
                      [&](output::FileSink& sink) { case_::writeWholeField(field, sink, time, settings.format); });
      replaced.insert(name);
    }
  }
  const auto copy = [&](const fs::path& from, const fs::path& relative) {
    const std::string bytes = bytesOf(from / relative);
    directory.write(relative.string(), false, [&](output::FileSink& sink) { sink.write(bytes); });
  };
  const fs::path uniform = files.first(fs::path(time) / "uniform");
  for (const fs::path& file : filesBelow(uniform)) {
    if (ownIsNewer(files, into / time / "uniform" / file, fs::path(time) / "uniform" / file)) continue;
    copy(uniform.parent_path(), fs::path("uniform") / file);
    replaced.insert(withoutZip(fs::path("uniform") / file));
  }
  for (const fs::path& file : filesBelow(into / time))
    if (!replaced.contains(withoutZip(file))) copy(into / time, file);
  if (!replaced.empty()) directory.commit();
  if (!contents.newer.empty())
    log.warnOnce(
        fmt::format("time {}: left as they are, being newer than the processors' files (remove them to have them put "
                    "together again): {}",
                    time, fmt::join(contents.newer, ", ")));
  if (!contents.others.empty())
    log.warnOnce(fmt::format("not put together, since only fields of cells and faces are: {}", fmt::join(contents.others, ", ")));
}

void warnOfNewerProcessors(const fs::path& caseDirectory, const std::string& time, Log& log) {
  const auto files = ProcessorFiles::find(caseDirectory);
  if (!files) return;
  const auto times = files->times(true);
  // The first time is what decomposePar has made of the case's own.
  const auto it = std::find_if(times.begin(), times.end(), [&](const auto& t) { return t.name == time; });
  if (it == times.end() || it == times.begin()) return;
  constexpr std::chrono::seconds together{2};  // what one step writes
  const auto newest = [](const fs::path& directory) {
    auto latest = fs::file_time_type::min();
    std::error_code none;
    for (const fs::path& file : filesBelow(directory))
      if (const auto written = fs::last_write_time(directory / file, none); !none) latest = std::max(latest, written);
    return latest;
  };
  if (newest(files->first(time)) > newest(caseDirectory / time) + together)
    log.warnOnce(fmt::format("{} is newer than {}, from which the run continues; `eagre reconstructPar` puts it together again",
                             files->first(time).string(), (caseDirectory / time).string()));
}

TemporaryDirectory::TemporaryDirectory() {
  std::string name = (fs::temp_directory_path() / "eagre-check-XXXXXX").string();
  if (!mkdtemp(name.data())) throw Error(fmt::format("cannot make a directory {}", name), ExitCode::io);
  path_ = name;
}

TemporaryDirectory::~TemporaryDirectory() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

}  // namespace eagre::run
