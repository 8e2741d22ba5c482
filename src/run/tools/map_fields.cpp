// SPDX-License-Identifier: BSD-3-Clause
#include "case/map_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "case/field_code.hpp"
#include "case/poly_mesh_io.hpp"
#include "mesh/unsaid_rotations.hpp"
#include "output/foam/mesh_times.hpp"
#include "output/foam/time_directory.hpp"
#include "output/on_master.hpp"
#include "run/tools/tool.hpp"

namespace eagre::run::tools {
namespace {

case_::MapMethod methodOf(const Call& call) {
  const std::string word = call.value("-mapMethod", "interpolate");
  const auto found = std::ranges::find(case_::mapMethodNames, word);
  if (found == case_::mapMethodNames.end())
    throw Error("mapFields: " + unknownWordMessage("mapMethod", word, case_::mapMethodNames), ExitCode::usage);
  return static_cast<case_::MapMethod>(found - case_::mapMethodNames.begin());
}

/// The source case: relative to the working directory, as in OpenFOAM, or to the case.
fs::path sourceDirectory(const fs::path& named, const fs::path& caseDirectory) {
  std::error_code ec;
  for (const fs::path& directory : {named, caseDirectory / named})
    if (fs::is_directory(directory / "system", ec)) return directory;
  throw Error(fmt::format("mapFields: the source {} is no OpenFOAM case: it has no directory 'system'", named.string()),
              ExitCode::badCase);
}

/// -sourceTime: latestTime or the time nearest to a number; without it the one nearest to the target's.
std::string sourceTime(const fs::path& source, const std::string& wanted, const std::string& targetTime) {
  const auto times = output::findTimes(source);
  if (times.empty())
    throw Error(fmt::format("mapFields: the source {} has no time directory; run it first", source.string()), ExitCode::badCase);
  if (wanted == "latestTime") return times.back().name;
  const std::string& text = wanted.empty() ? targetTime : wanted;
  double value = 0;
  const auto [stop, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || stop != text.data() + text.size())
    throw Error(fmt::format("mapFields: -sourceTime takes a number or latestTime, not '{}'", text), ExitCode::usage);
  return std::ranges::min_element(times, {}, [&](const auto& time) { return std::abs(time.value - value); })->name;
}

/// The start time of the target. With -consistent its directory need not be there: all fields are made.
std::string targetTime(const fs::path& target, const ControlDict& control, bool consistent, Log& log) {
  const auto times = output::findTimes(target);
  const auto isStart = [&](const auto& time) {
    return std::abs(time.value - control.startTime) < 1e-9 * std::max(1.0, time.value);
  };
  const bool zeroIsKept = control.startTime == 0 && fs::is_directory(target / "0.orig");
  if (consistent && control.startFrom == StartFrom::startTime && !zeroIsKept && std::ranges::none_of(times, isStart))
    return output::timeName(control.startTime, control.timeFormat, control.timePrecision);
  return startDirectory(target, control, log);
}

/// The mesh that a case has at a time.
WholeMesh meshAt(CaseDictionaries& dictionaries, const std::string& time, const ControlDict& control, bool write, Log& log) {
  const fs::path constant = dictionaries.directory() / "constant" / "polyMesh";
  const output::MeshPlace place = output::MeshTimes(dictionaries.directory()).at(std::stod(time));
  if (place.points == constant) return loadOrMakeMesh(dictionaries, control, write, log);
  WholeMesh whole{case_::readPolyMesh(place.faces), {}};
  if (place.points != place.faces) case_::replacePoints(whole.mesh, case_::readPoints(place.points), place.points);
  Problems problems, ofTopology;
  if (mesh::checkTopology(whole.mesh, ofTopology)) mesh::sayRotations(whole.mesh);
  whole.geometry = mesh::checkPolyMesh(whole.mesh, problems);
  problems.throwIfAny(place.points.string());
  return whole;
}

WholeMesh sourceMesh(CaseDictionaries& dictionaries, const std::string& time, Log& log) {
  Problems problems;
  const auto control = ControlDict::read(dictionaries.controlDict(), false, problems);
  return meshAt(dictionaries, time, control, false, log);
}

/// Fields on faces and points are not mapped: they are renamed, so that nothing goes on with them.
void setAside(const fs::path& directory, Log& log) {
  for (const auto& [name, className] : case_::fieldFiles(directory)) {
    if (!className.starts_with("surface") && !className.starts_with("point")) continue;
    for (const std::string end : {"", ".gz"}) {
      const fs::path file = directory / (name + end);
      std::error_code ec;
      if (!fs::exists(file, ec)) continue;
      fs::rename(file, directory / (name + ".unmapped" + end), ec);
      if (ec) throw Error(fmt::format("{}: cannot be renamed: {}", file.string(), ec.message()), ExitCode::io);
      log.line(fmt::format("    not mapped: {}, renamed to {}.unmapped", name, name));
    }
  }
}

class Mapping {
 public:
  Mapping(Call& call, const fs::path& source)
      : log_(call.log()),
        source_(sourceDirectory(source, call.caseDirectory()), problems_),
        target_(call.caseDirectory(), problems_),
        consistent_(call.has("-consistent")) {
    settings_.method = methodOf(call);
    settings_.subtract = call.has("-subtract");
    control_ = ControlDict::read(target_.controlDict(), false, problems_);
    targetTime_ = targetTime(target_.directory(), control_, consistent_, log_);
    sourceTime_ = sourceTime(source_.directory(), call.value("-sourceTime"), targetTime_);
  }

  void run() {
    log_.line(fmt::format("Source: {}\nTarget: {}\n\nSource time: {}\nTarget time: {}\nCreate meshes\n",
                          source_.directory().string(), target_.directory().string(), sourceTime_, targetTime_));
    const WholeMesh from = sourceMesh(source_, sourceTime_, log_), to = meshAt(target_, targetTime_, control_, true, log_);
    log_.line(fmt::format("Source mesh size: {}\tTarget mesh size: {}\n", from.mesh.nCells(), to.mesh.nCells()));
    readSettings(from.mesh, to.mesh);
    const case_::FieldMap map({from.mesh, from.geometry}, {to.mesh, to.geometry}, settings_);
    if (const auto n = map.nOutside())
      log_.line(fmt::format("{} cells have their centre outside of the source and keep their values", n));
    log_.line(fmt::format("{} fields for time {}\n", consistent_ ? "Consistently creating and mapping" : "Mapping", sourceTime_));
    mapAll(map, from, to);
  }

 private:
  fs::path directory() const { return target_.directory() / targetTime_; }

  void readSettings(const mesh::PolyMesh& from, const mesh::PolyMesh& to) {
    Problems problems;
    if (consistent_)
      case_::mapAllPatches(from, to, settings_, problems);
    else
      case_::readMapFieldsDict(target_.required("system/mapFieldsDict"), from, to, settings_, problems);
    problems.throwIfAny("mapFields cannot be done:");
  }

  /// All fields are mapped before the first is written.
  void mapAll(const case_::FieldMap& map, const WholeMesh& fromMesh, const WholeMesh& toMesh) {
    Problems problems;
    std::vector<case_::RawField> mapped;
    const fs::path sourceFiles = source_.directory() / sourceTime_;
    for (const auto& [name, className] : case_::fieldFiles(sourceFiles)) {
      if (!className.starts_with("vol") || !className.ends_with("Field")) continue;
      const bool there = fileExists(directory() / name);
      if (!there && (!consistent_ || settings_.subtract)) continue;
      if (className == "volSphericalTensorField") {
        log_.warnOnce(fmt::format("{} is a {}, which is not mapped", name, className));
        continue;
      }
      log_.line("    interpolating " + name);
      problems.guard([&, &name = name] {
        case_::RawField from = case_::readRawField(sourceFiles / name);
        case_::runCodes(from, fromMesh.mesh, fromMesh.geometry);
        if (there) {
          mapped.push_back(case_::readRawField(directory() / name));
          case_::runCodes(mapped.back(), toMesh.mesh, toMesh.geometry);
          map.map(from, mapped.back());
        } else {
          mapped.push_back(map.make(from));
        }
      });
    }
    problems.throwIfAny("the fields cannot be mapped:");
    if (mapped.empty())
      throw Error(fmt::format("mapFields: no field of {} is in {}, so nothing would be mapped", sourceFiles.string(),
                              directory().string()),
                  ExitCode::badCase);
    fs::create_directories(directory());
    for (const auto& field : mapped)
      case_::writeRawField(field, directory() / field.name, targetTime_,
                           {control_.binary, control_.writePrecision, control_.compressed});
    setAside(directory(), log_);
    if (std::error_code ec; fs::is_directory(sourceFiles / "lagrangian", ec))
      log_.warnOnce("the clouds of particles of the source are not mapped");
  }

  Log& log_;
  Problems problems_;
  CaseDictionaries source_, target_;
  ControlDict control_;
  case_::MapSettings settings_;
  bool consistent_;
  std::string targetTime_, sourceTime_;
};

}  // namespace

void mapFields(Call& call) {
  const auto words = call.parse(
      {"-consistent", "-subtract", "-parallelSource", "-parallelTarget"},
      {"-sourceTime", "-mapMethod", "-sourceRegion", "-targetRegion", "-sourceDecomposeParDict", "-targetDecomposeParDict"}, 1);
  if (words.empty())
    throw Error("mapFields: the source case is missing: eagre mapFields CASE SOURCE [-consistent] [-sourceTime latestTime]",
                ExitCode::usage);
  for (const char* option : {"-sourceRegion", "-targetRegion"})
    if (call.has(option))
      throw Error(fmt::format("mapFields: {}: cases with regions are not supported", option), ExitCode::usage);
  if (call.has("-parallelSource"))
    throw Error(
        "mapFields: -parallelSource: the source is read from its whole fields; put them together with reconstructPar first",
        ExitCode::usage);
  output::onMaster(call.world(), [&] {
    Mapping(call, words[0]).run();
    call.log().line("\nEnd\n");
  });
}

}  // namespace eagre::run::tools
