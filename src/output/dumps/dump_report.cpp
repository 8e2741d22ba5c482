// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/dump_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <tuple>

#include "output/dumps/dump_file.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/hdf5/hdf5.hpp"

namespace eagre::output {
namespace fs = std::filesystem;

namespace {

std::string bytesText(std::uint64_t bytes) {
  if (bytes < 10'000) return fmt::format("{} B", bytes);
  if (bytes < 10'000'000) return fmt::format("{:.0f} kB", static_cast<double>(bytes) * 1e-3);
  if (bytes < 10'000'000'000) return fmt::format("{:.0f} MB", static_cast<double>(bytes) * 1e-6);
  return fmt::format("{:.1f} GB", static_cast<double>(bytes) * 1e-9);
}

std::string valueText(const std::vector<double>& value) {
  return value.size() == 1 ? fmt::format("{:.6g}", value[0]) : fmt::format("({:.6g})", fmt::join(value, " "));
}

std::string rangeText(const DataSetSummary& summary) {
  if (summary.low.empty()) return {};
  return fmt::format("{} to {}{}", valueText(summary.low), valueText(summary.high), summary.hasNaN ? ", and NaN" : "");
}

/// One line for each data set that is damaged; returns whether there is none.
bool reportDamage(const std::vector<DataSetSummary>& all, Log& log) {
  bool whole = true;
  for (const DataSetSummary& one : all) {
    if (one.damage.empty()) continue;
    log.line(fmt::format("    DAMAGED      {}: {}", one.path, one.damage));
    whole = false;
  }
  return whole;
}

/// Empty if the mesh file beside the dump is whole and the mesh of this dump.
std::string meshProblem(const DumpFile& dump, MeshFile& mesh) {
  const DumpHeader& h = dump.header();
  if (h.ownMesh) {  // whose data sets are the dump's
    mesh.checksum = *h.ownMesh;
    std::tie(mesh.cells, mesh.points) = dump.sizeOfOwnMesh();
    return {};
  }
  const fs::path path =
      dump.path().parent_path() / (h.bunch < 0 ? "mesh.vtkhdf" : dumpPartName("mesh", h.bunch, h.bunches, false));
  try {
    mesh = readMeshFile(path);
  } catch (const Error& e) { return e.what(); }
  if (mesh.checksum != h.meshChecksum) {
    const fs::path kept = keptMeshPath(path.parent_path(), h.meshChecksum);
    std::error_code ec;
    return fmt::format("{} is another mesh: its checksum is {:08x}, that of the dump's mesh {:08x}{}", path.string(),
                       mesh.checksum, h.meshChecksum,
                       fs::exists(kept, ec)
                           ? fmt::format("; that one is {}: where it is mesh.vtkhdf, the dump is whole", kept.filename().string())
                           : "");
  }
  for (const DataSetSummary& one : mesh.dataSets)
    if (!one.damage.empty()) return fmt::format("{}: {}: {}", path.string(), one.path, one.damage);
  return {};
}

void reportFields(const DumpFile& dump, const std::vector<DataSetSummary>& all, Log& log) {
  for (const bool cells : {true, false}) {
    log.line(cells ? "    fields of cells" : "    fields of faces");
    for (const DumpedField& field : dump.fields()) {
      if (field.ofCells() != cells) continue;
      const auto at = std::find_if(all.begin(), all.end(), [&](const auto& s) { return s.path == field.valuesPath; });
      if (at == all.end()) continue;
      log.line(fmt::format("        {:<16} {:<18} {:<22} {:>8} stored  {}", field.name, field.className,
                           toString(field.dimensions), bytesText(at->stored), rangeText(*at)));
    }
  }
}

/// The type of each field's condition: the word behind "type" in the text of the entry.
std::string conditionType(const std::string& text) {
  const auto at = text.find("type");
  const auto start = at == std::string::npos ? at : text.find_first_not_of(' ', at + 4);
  return start == std::string::npos ? "?" : text.substr(start, text.find(';', start) - start);
}

void reportPatches(const DumpFile& dump, Log& log) {
  log.line("    patches");
  for (const DumpedPatch& patch : dump.patches()) {
    std::vector<std::string> conditions;
    for (const DumpedField& field : dump.fields())
      if (field.ofCells())
        conditions.push_back(fmt::format("{} {}", field.name, conditionType(dump.patchText(field.name, patch.name))));
    log.line(
        fmt::format("        {:<16} {:<10} {:>8} faces  {}", patch.name, patch.type, patch.faces, fmt::join(conditions, ", ")));
  }
}

void reportPacked(const mesh::MeshFacts& facts, Log& log) {
  log.line(fmt::format("    packed       {} faces, of which {} internal; volume {:.6g} m^3; each rank of a run reads its part",
                       facts.nFaces, facts.nInternalFaces, facts.volume));
  log.line("    patches");
  for (const mesh::PolyPatch& patch : facts.patches)
    log.line(fmt::format("        {:<16} {:<13} {:>8} faces", patch.name, patch.type, patch.size));
}

/// "a 1, b 2" of lines "a 1"; those with these keys alone if there are any.
std::string hintsText(const std::string& lines, const std::vector<std::string>& keys) {
  std::istringstream stream(lines);
  std::vector<std::string> hints;
  for (std::string key, value; stream >> key && std::getline(stream >> std::ws, value);)
    if (keys.empty() || std::find(keys.begin(), keys.end(), key) != keys.end()) hints.push_back(key + " " + value);
  return hints.empty() ? "none" : fmt::format("{}", fmt::join(hints, ", "));
}

void reportHints(const DumpHeader& h, Log& log) {
  if (h.hints.empty()) return;
  std::vector<std::string> keys;
  std::istringstream stream(h.hints);
  for (std::string key, value; stream >> key && std::getline(stream, value);) keys.push_back(key);
  log.line(
      fmt::format("    MPI-IO       asked: {}; in force of these: {}", hintsText(h.hints, {}), hintsText(h.hintsInForce, keys)));
}

/// The files that a dump is in, and what a file of a bunch has of it.
void reportBunches(const DumpFile& dump, Log& log) {
  const DumpHeader& h = dump.header();
  if (!h.parts.empty()) log.line(fmt::format("    bunches      {}: {}", h.bunches, fmt::join(h.parts, ", ")));
  if (h.bunch < 0) return;
  std::vector<std::string> ranges;
  for (const bool cells : {true, false}) {
    const auto field =
        std::find_if(dump.fields().begin(), dump.fields().end(), [&](const auto& f) { return f.ofCells() == cells; });
    if (field == dump.fields().end()) continue;
    const std::int64_t first = dump.first(*field), count = dump.shape(*field).first;
    ranges.push_back(fmt::format("{} {} to {}", cells ? "cells" : "faces", first, first + count - 1));
  }
  log.line(fmt::format("    bunch        {} of {}: {}", h.bunch, h.bunches, fmt::join(ranges, ", ")));
}

/// Bytes on the disk of a dump.
std::uint64_t sizeOf(const fs::path& path, const DumpHeader& header) {
  std::uint64_t size = 0;
  std::error_code ec;
  const auto add = [&](const fs::path& file) {
    if (const auto bytes = fs::file_size(file, ec); !ec) size += bytes;
  };
  add(path);
  for (const std::string& part : header.parts) add(path.parent_path() / part);
  return size;
}

bool reportMesh(const fs::path& path, Log& log) {
  const MeshFile mesh = readMeshFile(path);
  log.line(fmt::format("{}: the mesh of dumps, {} cells, {} points, checksum {:08x}", path.string(), mesh.cells, mesh.points,
                       mesh.checksum));
  if (mesh.packed) reportPacked(*mesh.packed, log);
  const bool whole = reportDamage(mesh.dataSets, log);
  if (whole) log.line(fmt::format("    checksums    all {} data sets agree", mesh.dataSets.size()));
  return whole;
}

}  // namespace

bool reportDumpFile(const fs::path& path, Log& log) {
  if (path.filename().string().starts_with("mesh.")) return reportMesh(path, log);
  const DumpFile dump(path);
  const DumpHeader& h = dump.header();
  const std::vector<DataSetSummary> all = dump.verify();
  MeshFile mesh;
  const std::string problem = meshProblem(dump, mesh);
  std::uint64_t bytes = 0;
  for (const DataSetSummary& one : all) bytes += one.bytes;
  const auto size = sizeOf(path, h);

  log.line(fmt::format("{}: dump of time {}, step {}", path.string(), h.time, h.index));
  log.line(fmt::format("    written      {} by {} {} on {} rank{}: {}", h.date, h.program, h.version, h.ranks,
                       h.ranks == 1 ? "" : "s", h.command));
  log.line(fmt::format("    deltaT       {:g} s, the step before {:g} s", h.deltaT, h.deltaT0));
  log.line(problem.empty() ? fmt::format("    mesh         {}: {} cells, {} points, checksum {:08x}",
                                         h.ownMesh ? "in this file" : "mesh.vtkhdf", mesh.cells, mesh.points, mesh.checksum)
                           : "    DAMAGED      " + problem);
  reportBunches(dump, log);
  reportHints(h, log);
  if (const std::string stray = hdf5::changesProblem(path); !stray.empty()) log.line("    changes      " + stray);
  log.line(fmt::format("    size         {}, of which {} of values are the original ({:.2f} times the file)", bytesText(size),
                       bytesText(bytes), static_cast<double>(bytes) / static_cast<double>(std::max<std::uint64_t>(1, size))));
  reportFields(dump, all, log);
  reportPatches(dump, log);
  const bool whole = reportDamage(all, log);
  if (whole) log.line(fmt::format("    checksums    all {} data sets agree", all.size()));
  return whole && problem.empty();
}

namespace {

/// The line of one dump of a case; returns whether it is whole.
bool reportLine(const fs::path& caseDirectory, const std::string& name, bool withTime, Log& log) {
  const fs::path path = dumpPath(caseDirectory, name);
  std::string damage, step;
  std::uint64_t size = 0;
  try {
    const DumpFile dump(path);
    const DumpHeader& h = dump.header();
    size = sizeOf(path, h);
    step = fmt::format("step {:>8}, {} rank{}", h.index, h.ranks, h.ranks == 1 ? "" : "s");
    if (h.bunches > 1) step += fmt::format(" in {} bunches", h.bunches);
    if (withTime) step = fmt::format("time {}, {}", h.time, step);
    damage = dumpDamage(dump);
  } catch (const Error& e) { damage = e.what(); }
  log.line(fmt::format("    {:<12} {:>8}  {}{}", name, bytesText(size), step, damage.empty() ? "" : "  DAMAGED: " + damage));
  return damage.empty();
}

/// Whether none of the dumps that can be opened needs the mesh file.
bool allHoldTheirMesh(const fs::path& caseDirectory) {
  std::vector<std::string> names = findRestartDumps(caseDirectory);
  for (const TimeDir& time : findDumps(caseDirectory)) names.push_back(time.name);
  return std::ranges::all_of(names, [&](const std::string& name) {
    try {
      return DumpFile(dumpPath(caseDirectory, name)).header().ownMesh.has_value();
    } catch (const Error&) { return true; }
  });
}

}  // namespace

bool reportDumps(const fs::path& caseDirectory, Log& log) {
  const auto dumps = findDumps(caseDirectory);
  const auto forRestart = findRestartDumps(caseDirectory);
  std::error_code ec;
  if (dumps.empty() && forRestart.empty()) {
    if (fs::exists(dumpMeshPath(caseDirectory), ec)) return reportMesh(dumpMeshPath(caseDirectory), log);
    throw Error(fmt::format("{}: there are no dumps", (caseDirectory / "dumps").string()), ExitCode::usage);
  }
  bool allWhole = true;
  std::optional<std::string> latest;
  if (fs::exists(dumpMeshPath(caseDirectory), ec) || !allHoldTheirMesh(caseDirectory)) try {
      allWhole = reportMesh(dumpMeshPath(caseDirectory), log);
    } catch (const Error& e) {
      log.line(fmt::format("DAMAGED {}", e.what()));
      allWhole = false;
    }
  for (const TimeDir& time : dumps) {
    const bool whole = reportLine(caseDirectory, time.name, false, log);
    if (whole) latest = time.name;
    allWhole = allWhole && whole;
  }
  if (!forRestart.empty()) log.line("  for restarts");
  for (const std::string& name : forRestart) allWhole = reportLine(caseDirectory, name, true, log) && allWhole;
  if (!dumps.empty()) log.line(latest ? fmt::format("latest that is whole: {}", *latest) : "none is whole");
  return allWhole;
}

std::string dumpDamage(const DumpFile& dump) {
  for (const DataSetSummary& one : dump.verify())
    if (!one.damage.empty()) return fmt::format("{}: {}", one.path, one.damage);
  MeshFile mesh;
  return meshProblem(dump, mesh);
}

}  // namespace eagre::output
