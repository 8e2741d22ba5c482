// SPDX-License-Identifier: BSD-3-Clause
#include "run/case/case_setup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <future>
#include <limits>
#include <map>
#include <optional>
#include <set>

#include "case/block_mesh.hpp"
#include "case/block_mesh_scale.hpp"
#include "case/field_code.hpp"
#include "case/field_file.hpp"
#include "case/poly_mesh_io.hpp"
#include "case/set_fields.hpp"
#include "mesh/unsaid_rotations.hpp"
#include "output/file_sink.hpp"
#include "output/foam/time_directory.hpp"
#include "run/case/coarse_check.hpp"
#include "run/case/copy_over.hpp"
#include "run/case/decomposed.hpp"
#include "run/case/made.hpp"
#include "run/case/odd_patches.hpp"

namespace eagre::run {

namespace {

/// A patch of type symmetryPlane may be bent in OpenFOAM up to 2.2 and in foam-extend; it is of type symmetry today.
void renameBentSymmetry(mesh::PolyMesh& mesh, const flavour::Flavour& flavour, Log& log) {
  const auto isOfType = [](const auto& patch) { return patch.type == "symmetryPlane"; };
  if (!flavour.olderThanOrg(2.3) || std::none_of(mesh.patches.begin(), mesh.patches.end(), isOfType)) return;
  Problems problems;  // reported where the mesh is checked
  mesh::checkTopology(mesh, problems);
  if (!problems.empty()) return;
  for (auto& patch : mesh.patches) {
    if (!isOfType(patch) || mesh::isPlane(mesh, patch)) continue;
    patch.type = "symmetry";
    log.line(fmt::format("    symmetryPlane patch {} is not plane: it is read as one of type symmetry", patch.name));
  }
}

/// Cyclic patches that are turned against each other and do not say so: as OpenFOAM, by their faces.
void turnCyclicPatches(mesh::PolyMesh& mesh, Log& log) {
  if (std::none_of(mesh.patches.begin(), mesh.patches.end(), [](const auto& patch) { return patch.type == "cyclic"; })) return;
  if (Problems problems; !mesh::checkTopology(mesh, problems)) return;  // reported where the mesh is checked
  for (const std::string& name : mesh::sayRotations(mesh))
    log.line(fmt::format("    cyclic patch {} is turned against its partner: it is read as one of transform rotational", name));
}

/// What is to be done with a file of a mesh generator in the folder of a case without a mesh; empty: there is none.
std::string adviceOnMeshFile(const fs::path& directory) {
  static const std::map<std::string, std::string> tools{{".geo", "gmsh -3 -format msh2 and gmshToFoam"},
                                                        {".msh", "gmshToFoam, or fluentMeshToFoam if it is Fluent's"},
                                                        {".unv", "ideasUnvToFoam"},
                                                        {".ans", "ansysToFoam"},
                                                        {".neu", "gambitToFoam"}};
  std::set<std::string> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(directory, none))
    if (tools.contains(entry.path().extension().string())) found.insert(entry.path().filename().string());
  if (found.empty()) return {};
  return fmt::format("; make it of {} with {}, and run again", *found.begin(),
                     tools.at(fs::path(*found.begin()).extension().string()));
}

}  // namespace

mesh::PolyMesh makeMesh(CaseDictionaries& dictionaries, Log& log, const std::string& file, std::int64_t aboutCells) {
  const auto* dict = file.empty() ? dictionaries.optional("system/blockMeshDict") : &dictionaries.required(file);
  if (!dict) dict = dictionaries.optional("constant/polyMesh/blockMeshDict");
  if (!dict)
    throw Error(fmt::format("{}: no mesh: neither constant/polyMesh nor system/blockMeshDict is there{}",
                            dictionaries.directory().string(), adviceOnMeshFile(dictionaries.directory())),
                ExitCode::badCase);
  log.line("Creating mesh from " + dict->name());
  auto mesh = case_::blockMesh(*dict, log, aboutCells, dictionaries.directory());
  renameBentSymmetry(mesh, dictionaries.flavour(), log);
  return mesh;
}

namespace {

case_::MeshFormat meshFormat(const ControlDict& control) {
  return {control.binary, control.compressed, std::max(control.writePrecision, 10)};
}

}  // namespace

void writeMesh(const CaseDictionaries& dictionaries, const ControlDict& control, const mesh::PolyMesh& mesh) {
  case_::writePolyMesh(mesh, dictionaries.directory() / "constant" / "polyMesh", meshFormat(control));
}

void recordBlockMesh(const fs::path& caseDirectory, const std::string& file) {
  const char* const inSystem = "system/blockMeshDict";
  const bool isInSystem = fileExists(caseDirectory / inSystem);
  recordMesh(caseDirectory, {!file.empty() ? file : isInSystem ? inSystem : "constant/polyMesh/blockMeshDict"});
}

namespace {

void renamePatches(const CaseDictionaries& dictionaries, mesh::PolyMesh& mesh, Log& log) {
  renameBentSymmetry(mesh, dictionaries.flavour(), log);
  for (auto& patch : mesh.patches)
    if (mesh::isCoupled(patch)) case_::nameTransform(patch.otherEntries, {1, 1, 1}, {"constant/polyMesh/boundary", 0});
  turnCyclicPatches(mesh, log);
  for (auto& patch : mesh.patches) {
    if (patch.type != "internal" || patch.size > 0) continue;
    patch.type = "patch";
    log.warnOnce(fmt::format("patch '{}' of openfoam.org's type internal has no faces: taken as one of type patch", patch.name));
  }
}

}  // namespace

WholeMesh loadMesh(CaseDictionaries& dictionaries, const output::MeshPlace& place, Log& log) {
  WholeMesh whole{case_::readPolyMesh(place.faces), {}};
  if (place.points != place.faces) whole.mesh.points = case_::readPoints(place.points);
  renamePatches(dictionaries, whole.mesh, log);
  Problems problems;
  whole.geometry = mesh::checkPolyMesh(whole.mesh, problems);
  problems.throwIfAny(fmt::format("the mesh of {} is not usable", place.faces.string()));
  warnOfOddPatches(dictionaries, whole, log);
  return whole;
}

WholeMesh loadOrMakeMesh(CaseDictionaries& dictionaries, const ControlDict& control, bool write, Log& log,
                         std::int64_t aboutCells) {
  const auto directory = dictionaries.directory() / "constant" / "polyMesh";
  const bool stored = fileExists(directory / "faces");
  if (stored) requireCurrentMesh(dictionaries.directory());
  bool byBlockMesh = false;
  WholeMesh whole;
  if (stored) {
    whole.mesh = case_::readPolyMesh(directory);
    warnOfOtherProcessorMesh(dictionaries.directory(), whole.mesh.nCells(), log);
  } else if (const auto files = case_::ProcessorFiles::find(dictionaries.directory());
             files && files->has("constant/polyMesh/faces")) {
    whole.mesh = reconstructCaseMesh(*files, log);
  } else {
    requireNoPartOfAMesh(dictionaries.directory());
    whole.mesh = makeMesh(dictionaries, log, {}, aboutCells);
    byBlockMesh = true;
  }
  if (!stored) case_::roundPoints(whole.mesh, meshFormat(control));  // this run is as a later one that reads the file
  renamePatches(dictionaries, whole.mesh, log);
  std::future<void> written;  // while the geometry is computed
  if (!stored && write) {
    log.line("Writing polyMesh");
    written = std::async(std::launch::async, [&] { writeMesh(dictionaries, control, whole.mesh); });
  }
  Problems problems;
  whole.geometry = mesh::checkPolyMesh(whole.mesh, problems);
  if (written.valid()) {
    written.get();
    if (byBlockMesh) recordBlockMesh(dictionaries.directory());
  }
  problems.throwIfAny("the mesh is not usable");
  warnOfOddPatches(dictionaries, whole, log);
  return whole;
}

physics::WallDistance wallDistanceOf(CaseDictionaries& dictionaries) {
  auto distance = physics::WallDistance::none;
  Problems problems;
  problems.guard([&] {
    distance = physics::wallDistanceNeeded(dictionaries.optional("constant/turbulenceProperties"), dictionaries.fvSchemes());
  });
  return distance;
}

namespace {

/// Names of the fields that setFieldsDict sets.
std::vector<std::string> fieldsSet(const config::Dictionary& dict) {
  std::vector<std::string> names;
  const auto collect = [&](const config::Entry& entry) {
    for (auto reader = entry.reader(); !reader.atEnd();) {
      const auto token = reader.next();
      if (token.kind == config::Token::Kind::word && token.text.ends_with("FieldValue") && !reader.atEnd())
        names.push_back(reader.next().text);
    }
  };
  if (const auto* entry = dict.find("defaultFieldValues")) collect(*entry);
  if (const auto* entry = dict.find("regions"))
    if (!entry->isDict()) collect(*entry);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

/// Whether regions of setFieldsDict are of faces: what is set then may be on patches alone.
bool setsFaces(const config::Dictionary& dict) {
  const auto* regions = dict.find("regions");
  if (!regions || regions->isDict()) return false;
  for (auto reader = regions->reader(); !reader.atEnd();) {
    const auto token = reader.next();
    if (token.kind == config::Token::Kind::word && token.text.ends_with("ToFace")) return true;
  }
  return false;
}

bool hasPatchWithList(const case_::RawField& field) {
  const auto* patches = field.dict.findDict("boundaryField");
  if (!patches) return false;
  for (const auto& patch : patches->entries()) {
    const auto* value = patch.isDict() ? patch.dict->find("value") : nullptr;
    if (!value || value->isDict()) continue;
    auto reader = value->reader();
    if (!reader.atEnd() && reader.peek().kind == config::Token::Kind::word && reader.peek().text == "nonuniform") return true;
  }
  return false;
}

}  // namespace

bool fieldsNeedSetting(CaseDictionaries& dictionaries, const std::string& time) {
  const auto* dict = dictionaries.optional("system/setFieldsDict");
  if (!dict) return false;
  const bool faces = setsFaces(*dict);
  for (const auto& name : fieldsSet(*dict)) {
    const auto path = dictionaries.directory() / time / name;
    if (!fileExists(path)) continue;
    const auto field = case_::readRawField(path);
    if (!field.internal.uniform || (faces && hasPatchWithList(field))) return false;
  }
  return true;
}

namespace {

/// Some of the fields set and others not would be taken for fields that are set (fieldsNeedSetting): they are all written aside
/// before the first is put in place.
void writeTogether(const fs::path& folder, const std::map<std::string, case_::RawField>& fields, const std::string& time,
                   const output::FieldFormat& format) {
  const fs::path aside = folder / ".setFields.partial";
  std::error_code none;
  fs::remove_all(aside, none);  // what was left by a run that was killed
  output::makeDirectory(aside);
  try {
    for (const auto& [name, field] : fields) case_::writeRawField(field, aside / name, time, format);
  } catch (const Error&) {
    fs::remove_all(aside, none);
    throw;
  }
  for (const auto& entry : fs::directory_iterator(aside)) {
    const fs::path target = folder / entry.path().filename();
    fs::rename(entry.path(), target);
    // A reader must not find the same field twice, compressed and plain.
    fs::remove(target.extension() == ".gz" ? fs::path(target).replace_extension() : fs::path(target.string() + ".gz"), none);
  }
  fs::remove(aside, none);
}

}  // namespace

std::map<std::string, case_::RawField> applySetFields(CaseDictionaries& dictionaries, const ControlDict& control,
                                                      const WholeMesh& whole, const std::string& time, bool write, Log& log,
                                                      const std::string& file) {
  const auto& dict = dictionaries.required(file);
  std::map<std::string, case_::RawField> fields;
  for (const auto& name : fieldsSet(dict)) {
    const auto path = dictionaries.directory() / time / name;
    if (!fileExists(path)) continue;
    case_::RawField field = case_::readRawField(path);
    case_::runCodes(field, whole.mesh, whole.geometry);
    fields.emplace(name, std::move(field));
  }
  if (write) keepInitialFields(dictionaries.directory(), time, log);
  log.line((write ? "Setting field values from " : "Field values would be set from ") + file);
  case_::setFields(dict, whole.mesh, whole.geometry, fields, log, dictionaries.directory());
  if (!write) return fields;
  writeTogether(dictionaries.directory() / time, fields, time, {control.binary, control.writePrecision, control.compressed});
  recordFields(dictionaries.directory(), time, {file});
  return fields;
}

std::string startDirectory(const fs::path& caseDirectory, const ControlDict& control, Log& log) {
  auto times = output::findTimes(caseDirectory);
  std::error_code ec;
  const bool original = fs::is_directory(caseDirectory / "0.orig", ec);
  const bool hasZero = std::any_of(times.begin(), times.end(), [](const auto& t) { return t.value == 0; });
  const bool wantsZero = times.empty() || (control.startFrom == StartFrom::startTime && control.startTime == 0);
  if (original && !hasZero && wantsZero) {
    log.line("Copying 0.orig to 0");
    copyOver(caseDirectory / "0.orig", caseDirectory / "0");
    recordFields(caseDirectory, "0", {});
    times = output::findTimes(caseDirectory);
  }
  if (times.empty())
    throw Error(fmt::format("{}: no time directory: there is neither 0 nor 0.orig", caseDirectory.string()), ExitCode::badCase);
  switch (control.startFrom) {
    case StartFrom::firstTime:
      return times.front().name;
    case StartFrom::latestTime:
      return times.back().name;
    case StartFrom::startTime:
      break;
  }
  for (const auto& t : times)
    if (std::abs(t.value - control.startTime) < 1e-9 * std::max(1.0, std::abs(control.startTime))) return t.name;
  std::vector<std::string> names;
  for (const auto& t : times) names.push_back(t.name);
  throw Error(fmt::format("{}: no directory for startTime {:g}; there are: {}", caseDirectory.string(), control.startTime,
                          fmt::join(names, ", ")),
              ExitCode::badCase);
}

namespace {

/// Whether a time of this name may be `value`, to the digits that a name has: to any number of them, in any format, if it was
/// written under this name; else to those of controlDict, as in OpenFOAM.
bool mayBeNamed(const std::string& name, double value, const std::string& writtenAs, const ControlDict& control) {
  using output::TimeFormat, output::timeName;
  if (writtenAs != name)
    return timeName(value, control.timeFormat, control.timePrecision) ==
           timeName(std::strtod(name.c_str(), nullptr), control.timeFormat, control.timePrecision);
  for (int digits = 0; digits <= std::numeric_limits<double>::max_digits10; ++digits)
    for (const TimeFormat format : {TimeFormat::general, TimeFormat::fixed, TimeFormat::scientific})
      if (timeName(value, format, digits) == name) return true;
  return false;
}

/// As many digits as it takes to write a time under this name: as in OpenFOAM, later times then have names of as many. 0: it
/// is of another format.
int precisionOf(const std::string& name, const ControlDict& control) {
  const double value = std::strtod(name.c_str(), nullptr);
  for (int digits = control.timePrecision; digits <= std::numeric_limits<double>::max_digits10 + 1; ++digits)
    if (output::timeName(value, control.timeFormat, digits) == name) return digits;
  return 0;
}

/// time, restart: uniform/time and uniform/restart; nullptr if they are not there. What they say of another time than the name's,
/// as in a directory that was renamed, is not taken.
RestartState restartState(const std::string& name, const config::Dictionary* time, const config::Dictionary* restart,
                          const ControlDict& control, Log& log) {
  RestartState state;
  state.value = std::strtod(name.c_str(), nullptr);
  state.timePrecision = precisionOf(name, control);
  if (!time) return state;
  const std::string writtenAs = time->getOr<std::string>("name", "");
  const double value = restart ? restart->get<double>("value") : time->getOr<double>("value", state.value);
  const bool renamed = !(restart == nullptr && writtenAs == name) && !mayBeNamed(name, value, writtenAs, control);
  if (renamed)
    log.warnOnce(
        fmt::format("{}: it says that it is of time {:g}, but it stands under the name {}: as in OpenFOAM the run starts "
                    "at time {}",
                    (restart ? restart : time)->name(), value, name, name));
  state.index = time->getOr<int>("index", 0);
  state.deltaT = time->getOr<double>("deltaT", 0);
  state.deltaT0 = time->getOr<double>("deltaT0", state.deltaT);
  if (!restart) return state;
  state.ours = true;
  if (renamed) return state;
  state.value = value;
  state.written = readProgress(*restart);
  if (const auto* dumps = restart->findDict("restartDumps")) state.writtenForRestarts = readProgress(*dumps);
  if (const auto* parallel = restart->findDict("parallel")) state.parallel = std::make_shared<config::Dictionary>(*parallel);
  return state;
}

}  // namespace

RestartState readRestartState(const fs::path& timeDirectory, const config::ReadOptions& options, const ControlDict& control,
                              Log& log) {
  const auto read = [&](const char* name) -> std::optional<config::Dictionary> {
    const auto file = timeDirectory / "uniform" / name;
    if (!fileExists(file)) return std::nullopt;
    return config::Dictionary::read(file, options);
  };
  const auto time = read("time"), restart = read("restart");  // restart: of our runs alone
  return restartState(timeDirectory.filename().string(), time ? &*time : nullptr, restart ? &*restart : nullptr, control, log);
}

RestartState readRestartState(output::DumpReader& dump, const std::string& name, const ControlDict& control, Log& log) {
  const auto read = [&](const char* text) -> std::optional<config::Dictionary> {
    const auto state = dump.state(text);
    if (!state) return std::nullopt;
    return config::Dictionary::parse(*state, fmt::format("dumps/{}.vtkhdf:/eagre/state/{}", name, text));
  };
  const auto time = read("time"), restart = read("restart");
  return restartState(name, time ? &*time : nullptr, restart ? &*restart : nullptr, control, log);
}

}  // namespace eagre::run
