// SPDX-License-Identifier: BSD-3-Clause
#include "run/case_setup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <future>
#include <optional>

#include "case/block_mesh.hpp"
#include "case/field_file.hpp"
#include "case/poly_mesh_io.hpp"
#include "case/set_fields.hpp"
#include "output/time_directory.hpp"
#include "run/preparation/plan.hpp"
#include "run/preparation/record.hpp"

namespace eagre::run {

bool fileExists(const fs::path& path) {
  std::error_code ec;
  return fs::is_regular_file(path, ec) || fs::is_regular_file(path.string() + ".gz", ec);
}

CaseDictionaries::CaseDictionaries(fs::path directory, Problems& problems) : directory_(std::move(directory)) {
  std::error_code ec;
  if (!fs::is_directory(directory_, ec))
    throw Error(fmt::format("{}: no such case directory", directory_.string()), ExitCode::badCase);
  if (!fs::is_directory(directory_ / "system", ec))
    throw Error(fmt::format("{}: not an OpenFOAM case: it has no directory 'system'", directory_.string()), ExitCode::badCase);
  const auto read = [&](const char* name, config::Dictionary& into) {
    problems.guard([&] { into = config::Dictionary::read(directory_ / "system" / name, readOptions()); });
  };
  read("controlDict", controlDict_);
  read("fvSchemes", fvSchemes_);
  read("fvSolution", fvSolution_);
}

config::ReadOptions CaseDictionaries::readOptions() const {
  config::ReadOptions options;
  options.caseDirectory = directory_;
  return options;
}

const config::Dictionary* CaseDictionaries::optional(const fs::path& relative) {
  auto [it, isNew] = others_.try_emplace(relative.string());
  if (isNew && fileExists(directory_ / relative))
    it->second = std::make_unique<config::Dictionary>(config::Dictionary::read(directory_ / relative, readOptions()));
  return it->second.get();
}

const config::Dictionary& CaseDictionaries::required(const fs::path& relative) {
  if (const auto* d = optional(relative)) return *d;
  throw Error(Place{relative.string(), 0}, "no such file");
}

std::vector<std::string> CaseDictionaries::misspeltEntries() const {
  std::vector<std::string> messages;
  const auto add = [&](const config::Dictionary& dict) {
    const auto more = dict.misspeltEntries();
    messages.insert(messages.end(), more.begin(), more.end());
  };
  for (const auto* dict : {&controlDict_, &fvSchemes_, &fvSolution_}) add(*dict);
  for (const auto& [name, dict] : others_)
    if (dict) add(*dict);
  return messages;
}

config::Dictionary CaseDictionaries::rereadControlDict() const {
  return config::Dictionary::read(directory_ / "system" / "controlDict", readOptions());
}

mesh::PolyMesh makeMesh(CaseDictionaries& dictionaries, Log& log, const std::string& file) {
  const auto* dict = file.empty() ? dictionaries.optional("system/blockMeshDict") : &dictionaries.required(file);
  if (!dict) dict = dictionaries.optional("constant/polyMesh/blockMeshDict");
  if (!dict)
    throw Error(fmt::format("{}: no mesh: neither constant/polyMesh nor system/blockMeshDict is there",
                            dictionaries.directory().string()),
                ExitCode::badCase);
  log.line("Creating mesh from " + dict->name());
  return case_::blockMesh(*dict, log);
}

void writeMesh(const CaseDictionaries& dictionaries, const ControlDict& control, const mesh::PolyMesh& mesh,
               const std::string& madeFrom) {
  const fs::path& directory = dictionaries.directory();
  case_::writePolyMesh(mesh, directory / "constant" / "polyMesh",
                       {control.binary, control.compressed, std::max(control.writePrecision, 10)});
  const bool inSystem = fileExists(directory / "system/blockMeshDict");
  preparation::recordMade(directory, preparation::meshFiles(),
                          {!madeFrom.empty() ? madeFrom
                           : inSystem        ? "system/blockMeshDict"
                                             : "constant/polyMesh/blockMeshDict"});
}

WholeMesh loadOrMakeMesh(CaseDictionaries& dictionaries, const ControlDict& control, bool write, Log& log) {
  const auto directory = dictionaries.directory() / "constant" / "polyMesh";
  const bool stored = fileExists(directory / "faces");
  std::error_code ec;
  if (!stored && fs::is_directory(dictionaries.directory() / "processor0", ec))
    throw Error(fmt::format("{}: only a decomposed mesh (processor directories) is there; run reconstructParMesh, or remove them "
                            "and let the mesh be made again",
                            dictionaries.directory().string()),
                ExitCode::badCase);
  WholeMesh whole;
  whole.mesh = stored ? case_::readPolyMesh(directory) : makeMesh(dictionaries, log);
  std::future<void> written;  // while the geometry is computed
  if (!stored && write) {
    log.line("Writing polyMesh");
    written = std::async(std::launch::async, [&] { writeMesh(dictionaries, control, whole.mesh); });
  }
  Problems problems;
  whole.geometry = mesh::checkPolyMesh(whole.mesh, problems);
  if (written.valid()) written.get();
  problems.throwIfAny("the mesh is not usable");
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

void applySetFields(CaseDictionaries& dictionaries, const ControlDict& control, const WholeMesh& whole, const std::string& time,
                    Log& log, const std::string& file) {
  const auto& dict = dictionaries.required(file);
  std::map<std::string, case_::RawField> fields;
  for (const auto& name : fieldsSet(dict)) {
    const auto path = dictionaries.directory() / time / name;
    if (fileExists(path)) fields.emplace(name, case_::readRawField(path));
  }
  if (std::error_code none; time == "0" && case_::originalFields(dictionaries.directory()).empty() &&
                            fs::is_directory(dictionaries.directory() / "0", none)) {
    log.line("Keeping the initial fields in 0.orig");
    preparation::copyOver(dictionaries.directory() / "0", dictionaries.directory() / "0.orig");
  }
  log.line("Setting field values from " + file);
  case_::setFields(dict, whole.mesh, whole.geometry, fields, log);
  for (const auto& [name, field] : fields)
    case_::writeRawField(field, dictionaries.directory() / time / name, time,
                         {control.binary, control.writePrecision, control.compressed});
  std::vector<std::string> made;
  for (const auto& [name, field] : fields) made.push_back((fs::path(time) / name).string());
  if (!made.empty()) preparation::recordMade(dictionaries.directory(), made, {file});
}

std::string startDirectory(const fs::path& caseDirectory, const ControlDict& control, Log& log) {
  auto times = output::findTimes(caseDirectory);
  std::error_code ec;
  const bool original = fs::is_directory(caseDirectory / "0.orig", ec);
  const bool hasZero = std::any_of(times.begin(), times.end(), [](const auto& t) { return t.value == 0; });
  const bool wantsZero = times.empty() || (control.startFrom == StartFrom::startTime && control.startTime == 0);
  if (original && !hasZero && wantsZero) {
    log.line("Copying 0.orig to 0");
    fs::copy(caseDirectory / "0.orig", caseDirectory / "0", fs::copy_options::recursive, ec);
    if (ec) throw Error(fmt::format("{}: cannot copy 0.orig to 0: {}", caseDirectory.string(), ec.message()), ExitCode::io);
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

/// time, restart: uniform/time and uniform/restart; nullptr if they are not there.
RestartState restartState(const std::string& name, const config::Dictionary* time, const config::Dictionary* restart) {
  RestartState state;
  state.value = std::strtod(name.c_str(), nullptr);
  if (!time) return state;
  state.index = time->getOr<int>("index", 0);
  state.deltaT = time->getOr<double>("deltaT", 0);
  state.deltaT0 = time->getOr<double>("deltaT0", state.deltaT);
  if (!restart) return state;
  state.ours = true;
  state.value = restart->get<double>("value");
  state.written = readProgress(*restart);
  if (const auto* dumps = restart->findDict("restartDumps")) state.writtenForRestarts = readProgress(*dumps);
  if (const auto* parallel = restart->findDict("parallel")) state.parallel = std::make_shared<config::Dictionary>(*parallel);
  return state;
}

}  // namespace

RestartState readRestartState(const fs::path& timeDirectory, const config::ReadOptions& options) {
  const auto read = [&](const char* name) -> std::optional<config::Dictionary> {
    const auto file = timeDirectory / "uniform" / name;
    if (!fileExists(file)) return std::nullopt;
    return config::Dictionary::read(file, options);
  };
  const auto time = read("time"), restart = read("restart");  // restart: of our runs alone
  return restartState(timeDirectory.filename().string(), time ? &*time : nullptr, restart ? &*restart : nullptr);
}

RestartState readRestartState(output::DumpReader& dump, const std::string& name) {
  const auto read = [&](const char* text) -> std::optional<config::Dictionary> {
    const auto state = dump.state(text);
    if (!state) return std::nullopt;
    return config::Dictionary::parse(*state, fmt::format("dumps/{}.vtkhdf:/eagre/state/{}", name, text));
  };
  const auto time = read("time"), restart = read("restart");
  return restartState(name, time ? &*time : nullptr, restart ? &*restart : nullptr);
}

void DirectorySource::expectScalar(const std::string& name, const Dimensions& dimensions) {
  scalars_[name] = dump_ ? dump_->volField<double>(context_, name, dimensions, problems_)
                         : case_::readVolField<double>(context_, dictionaries_.directory() / time_ / name, dimensions, problems_);
}

void DirectorySource::expectVector(const std::string& name, const Dimensions& dimensions) {
  vectors_[name] = dump_ ? dump_->volField<Vec3>(context_, name, dimensions, problems_)
                         : case_::readVolField<Vec3>(context_, dictionaries_.directory() / time_ / name, dimensions, problems_);
}

std::unique_ptr<fv::VolScalarField> DirectorySource::scalar(const std::string& name, const Dimensions& dimensions) {
  if (!scalars_[name]) expectScalar(name, dimensions);
  problems_.throwIfAny("the fields cannot be read");
  context_.log.line("Reading field " + name);
  return std::move(scalars_[name]);
}

std::unique_ptr<fv::VolVectorField> DirectorySource::vector(const std::string& name, const Dimensions& dimensions) {
  if (!vectors_[name]) expectVector(name, dimensions);
  problems_.throwIfAny("the fields cannot be read");
  context_.log.line("Reading field " + name);
  return std::move(vectors_[name]);
}

const config::Dictionary* DirectorySource::state(const std::string& name) {
  if (!dump_) return dictionaries_.optional(fs::path(time_) / "uniform" / name);
  if (const auto found = states_.find(name); found != states_.end()) return &found->second;
  const auto text = dump_->state(name);
  if (!text) return nullptr;
  return &states_.emplace(name, config::Dictionary::parse(*text, "dump:/eagre/state/" + name)).first->second;
}

std::unique_ptr<fv::SurfaceScalarField> DirectorySource::flux(const std::string& name, const Dimensions& dimensions) {
  const auto path = dictionaries_.directory() / time_ / name;
  if (dump_ ? !dump_->has(name) : !fileExists(path)) return nullptr;
  auto field = dump_ ? dump_->surfaceField(name, dimensions, problems_)
                     : case_::readSurfaceField(context_.mesh, path, dimensions, problems_);
  problems_.throwIfAny("the fields cannot be read");
  return field;
}

}  // namespace eagre::run
