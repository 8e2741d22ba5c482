// SPDX-License-Identifier: BSD-3-Clause
#include "run/case/decomposed.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>

#include "case/decomposed/reconstruct_field.hpp"
#include "run/case/case_setup.hpp"

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

void checkDecomposedTime(const ProcessorFiles& files, const std::string& time) {
  const auto times = files.times();
  if (std::none_of(times.begin(), times.end(), [&](const auto& t) { return t.name == time; }))
    throw Error(files.first(time).string() +
                    fmt::format(": not all of {} have the time {}; was the run ended while it wrote?", files.description(), time),
                ExitCode::badCase);
  for (const bool changes : {true, false})
    if (const fs::path list = fs::path(time) / "polyMesh" / (changes ? "faces" : "points"); files.has(list))
      throw Error(
          Place{files.first(list).string(), 0},
          fmt::format("the mesh of this run {}, which Eagre does not read from processor directories; OpenFOAM's {}",
                      changes ? "changes" : "moves",
                      changes ? "reconstructParMesh and then reconstructPar put it together" : "reconstructPar puts it together"),
          ExitCode::badCase);
}

static void remarkLeftOut(const std::string& time, const std::vector<std::string>& newer, const std::vector<std::string>& others,
                          Log& log) {
  if (!newer.empty())
    log.warnOnce(
        fmt::format("time {}: left as they are, being newer than the processors' files (remove them to have them put "
                    "together again): {}",
                    time, fmt::join(newer, ", ")));
  if (!others.empty())
    log.warnOnce(fmt::format("not put together, since only fields of cells and faces are: {}", fmt::join(others, ", ")));
}

void reconstructTime(const Decomposition& decomposition, const std::string& time, const fs::path& into,
                     const ReconstructSettings& settings, Log& log) {
  const ProcessorFiles& files = decomposition.files;
  checkDecomposedTime(files, time);
  output::TimeDirectory directory(comm::Communicator::self(), into, time);
  std::set<fs::path> replaced;
  std::vector<std::string> newer, others;
  for (const std::string& name : files.files(time)) {
    if (!settings.takes(name)) continue;
    const auto texts = files.read(fs::path(time) / name);
    const config::FoamHeader header = headerOf(texts.front());
    if (!case_::isFieldOfMesh(header.className)) {
      others.push_back(header.className.empty() ? name : fmt::format("{} ({})", name, header.className));
    } else if (ownIsNewer(files, into / time / name, fs::path(time) / name)) {
      newer.push_back(name);
    } else {
      log.line(fmt::format("    Reconstructing {} {}", header.className, name));
      output::FieldFormat format = settings.format;
      format.binary = format.binary || header.binary();
      const auto field = case_::reconstructField(decomposition, texts, name);
      directory.write(name, format.compressed,
                      [&](output::FileSink& sink) { case_::writeWholeField(field, sink, time, format); });
      replaced.insert(name);
    }
  }
  for (const std::string& name : files.folders(time))
    if (name != "uniform") others.push_back(name + "/");
  const auto copy = [&](const fs::path& from, const fs::path& relative) {
    const std::string bytes = bytesOf(from / relative);
    directory.write(relative.string(), false, [&](output::FileSink& sink) { sink.write(bytes); });
  };
  const fs::path source = files.first(time), uniform = "uniform";
  for (const fs::path& file : filesBelow(source / uniform)) {
    if (ownIsNewer(files, into / time / uniform / file, time / uniform / file)) continue;
    copy(source, uniform / file);
    replaced.insert(withoutZip(uniform / file));
  }
  for (const fs::path& file : filesBelow(into / time))
    if (!replaced.contains(withoutZip(file))) copy(into / time, file);
  if (!replaced.empty()) directory.commit();
  log.line("");
  remarkLeftOut(time, newer, others, log);
}

void warnOfOtherProcessorMesh(const fs::path& caseDirectory, GlobalLabel nCells, Log& log) {
  const auto files = ProcessorFiles::find(caseDirectory);
  const auto theirs = files ? files->cellCount() : std::nullopt;
  if (theirs && *theirs != nCells)
    log.warnOnce(
        fmt::format("the meshes of {} have {} cells together, and constant/polyMesh, which is used, has {}: if the mesh "
                    "was made in parallel (snappyHexMesh -parallel), put it together with OpenFOAM's reconstructParMesh "
                    "-constant; else remove the processor directories",
                    files->description(), *theirs, nCells));
}

void warnOfNewerProcessors(const fs::path& caseDirectory, const std::string& time, Log& log) {
  const auto files = ProcessorFiles::find(caseDirectory);
  if (!files) return;
  const auto times = files->times(true), whole = files->times();
  if (!times.empty() && times.back().value > std::strtod(time.c_str(), nullptr) &&
      (whole.empty() || whole.back().name != times.back().name))
    log.warnOnce(fmt::format("not all of {} have the time {}, which is not taken", files->description(), times.back().name));
  std::error_code none;
  if (!fs::is_directory(caseDirectory / time, none)) return;
  // The first time is what decomposePar has made of the case's own.
  const auto it = std::find_if(times.begin(), times.end(), [&](const auto& t) { return t.name == time; });
  if (it == times.end() || it == times.begin()) return;
  constexpr std::chrono::seconds together{2};  // what one step writes
  const auto newest = [&none](const fs::path& directory) {
    auto latest = fs::file_time_type::min();
    for (const fs::path& file : filesBelow(directory))
      if (const auto written = fs::last_write_time(directory / file, none); !none) latest = std::max(latest, written);
    return latest;
  };
  if (newest(files->first(time)) > newest(caseDirectory / time) + together)
    log.warnOnce(fmt::format("{} is newer than {}, from which the run continues; `eagre reconstructPar` puts it together again",
                             files->first(time).string(), (caseDirectory / time).string()));
}

}  // namespace eagre::run
