// SPDX-License-Identifier: BSD-3-Clause
#include "case/set_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "case/cell_sources.hpp"
#include "case/field_code.hpp"
#include "case/whole_field.hpp"
#include "core/untrusted.hpp"

namespace eagre::case_ {
namespace {

using config::Dictionary;
using config::Entry;
using config::Token;
using config::TokenReader;

// ---- the dictionary ------------------------------------------------------------------------------------------------

/// One item of defaultFieldValues or fieldValues.
struct FieldValue {
  std::string field, className;
  std::vector<double> value;
  Place place;
};

struct Region {
  std::string source;
  Dictionary controls;
  std::vector<FieldValue> values;
};

int componentsOfValue(TokenReader& reader, const std::string& word) {
  const std::vector<std::string> valid{"volScalarFieldValue", "volVectorFieldValue", "volSymmTensorFieldValue",
                                       "volTensorFieldValue"};
  constexpr std::array components{1, 3, 6, 9};
  const auto found = std::ranges::find(valid, word);
  if (found == valid.end()) reader.fail(unknownWordMessage("kind of field value", word, valid));
  return components[static_cast<std::size_t>(found - valid.begin())];
}

std::vector<FieldValue> readFieldValueList(const Entry& entry) {
  std::vector<FieldValue> values;
  TokenReader reader = entry.reader();
  for (reader.expect('('); !reader.accept(')');) {
    FieldValue item;
    item.place = reader.place();
    const std::string word = reader.word();
    const int components = componentsOfValue(reader, word);
    item.className = word.substr(0, word.size() - std::string("Value").size());
    item.field = reader.word();
    requirePlainName("field", item.field, item.place);
    if (components > 1) reader.expect('(');
    for (int k = 0; k < components; ++k) item.value.push_back(reader.number());
    if (components > 1) reader.expect(')');
    values.push_back(std::move(item));
  }
  reader.expectEnd();
  return values;
}

/// The entries between braces inside a list, which come as plain tokens. The reader stands behind the "{".
Dictionary readEntries(TokenReader& reader, const std::string& name, const Place& place) {
  Dictionary dict(name, place);
  while (!reader.accept('}')) {
    if (reader.accept(';')) continue;
    Entry entry;
    entry.isPattern = reader.peek().kind == Token::Kind::string;
    entry.place = {place.file, reader.peek().line};
    entry.keyword = reader.word();
    if (reader.accept('{')) {
      entry.dict = std::make_shared<Dictionary>(readEntries(reader, name + "." + entry.keyword, entry.place));
    } else {
      while (!reader.accept(';')) {
        if (reader.peek().is('}')) reader.fail(fmt::format("';' is missing at the end of entry '{}'", entry.keyword));
        entry.tokens.push_back(reader.next());
      }
    }
    dict.set(std::move(entry));
  }
  return dict;
}

std::vector<Region> readRegions(const Dictionary& setFieldsDict) {
  std::vector<Region> regions;
  TokenReader reader = setFieldsDict.at("regions").reader();
  if (!reader.peek().is('(')) reader.integer();  // "2 ( .. )"
  for (reader.expect('('); !reader.accept(')');) {
    const Place place{reader.place().file, reader.peek().line};
    Region region;
    while (reader.accept(';')) {}  // as in "} ; next {"
    region.source = reader.word();
    reader.expect('{');
    region.controls = readEntries(reader, setFieldsDict.name() + ".regions." + region.source, place);
    region.values = readFieldValueList(region.controls.at("fieldValues"));
    regions.push_back(std::move(region));
  }
  reader.expectEnd();
  return regions;
}

std::vector<FieldValue> readDefaults(const Dictionary& setFieldsDict) {
  if (!setFieldsDict.has("defaultFieldValues")) return {};
  return readFieldValueList(setFieldsDict.at("defaultFieldValues"));
}

// ---- patch values --------------------------------------------------------------------------------------------------

/// Conditions that write a `value` and take an assignment in v1912's setFields: those whose class neither is nor derives from
/// fixedValue or mixed (whose assignment does nothing), and all that stand in libraries which setFields does not load: it
/// handles them as if they were calculated. One that writes no value has nothing to change in the file.
bool takesAssignment(const std::string& type) {
  constexpr std::array types{"calculated", "fixedFluxPressure", "fixedNormalInletOutletVelocity", "pressureInletOutletVelocity",
                             // of other libraries
                             "alphaContactAngle", "constantAlphaContactAngle", "cyclicAMI", "cyclicACMI",
                             "dynamicAlphaContactAngle", "temperatureDependentAlphaContactAngle", "timeVaryingAlphaContactAngle",
                             "waveAlpha", "waveVelocity"};
  return std::ranges::find(types, type) != types.end() || type.ends_with("WallFunction");
}

/// A field while it is being set.
class FieldSetter {
 public:
  FieldSetter(RawField& field, const mesh::PolyMesh& mesh, Problems& problems) : whole_(field, mesh, problems) {}
  void setCells(const std::vector<Label>* cells, std::span<const double> value);
  void setFaces(const std::vector<Label>& faces, std::span<const double> value, Log& log);
  void finish() { whole_.finish(); }

 private:
  WholeField whole_;
};

void FieldSetter::setCells(const std::vector<Label>* cells, std::span<const double> value) {
  std::vector<double>& values = whole_.cells();
  const std::size_t n = value.size();
  const auto set = [&](std::size_t cell) {
    std::copy(value.begin(), value.end(), values.begin() + static_cast<std::ptrdiff_t>(cell * n));
  };
  if (cells)
    for (const Label cell : *cells) set(static_cast<std::size_t>(cell));
  else
    for (std::size_t cell = 0; cell < values.size() / n; ++cell) set(cell);
  for (std::size_t i = 0; i < whole_.nPatches(); ++i)
    if (takesAssignment(whole_.conditionType(i))) whole_.setValue(i, whole_.valuesBehind(i));
}

void FieldSetter::setFaces(const std::vector<Label>& faces, std::span<const double> value, Log& log) {
  if (!faces.empty() && faces.front() < whole_.mesh().nInternalFaces())
    log.warnOnce(fmt::format("Ignoring internal face {}. Suppressing further warnings.", faces.front()));
  const std::size_t n = value.size();
  for (std::size_t i = 0; i < whole_.nPatches(); ++i) {
    const mesh::PolyPatch& patch = whole_.mesh().patches[i];
    const auto first = std::ranges::lower_bound(faces, patch.start),
               last = std::ranges::lower_bound(faces, patch.start + patch.size);
    if (first == last || patch.type == "empty") continue;
    log.line(fmt::format("    On patch {} set {} values", patch.name, last - first));
    if (!whole_.keepsValue(i)) continue;
    std::vector<double> values = whole_.value(i).value_or(whole_.valuesBehind(i));
    for (auto face = first; face != last; ++face)
      std::copy(value.begin(), value.end(),
                values.begin() + static_cast<std::ptrdiff_t>(*face - patch.start) * static_cast<std::ptrdiff_t>(n));
    whole_.setValue(i, std::move(values));
  }
}

/// All fields that are set, and the application of one value to one of them.
class Setters {
 public:
  Setters(std::map<std::string, RawField>& fields, const mesh::PolyMesh& mesh, Log& log)
      : fields_(fields), mesh_(mesh), log_(log) {}

  /// Checks an item against its field; makes the field's setter. Nothing if there is no such field.
  void prepare(const FieldValue& item, Problems& problems) {
    const auto found = fields_.find(item.field);
    if (found == fields_.end()) return;
    if (found->second.className != item.className)
      problems.add(item.place, fmt::format("{} is a {}, so it is set by a {}Value, not by a {}Value", item.field,
                                           found->second.className, found->second.className, item.className));
    if (!setters_.count(item.field)) setters_.emplace(item.field, FieldSetter(found->second, mesh_, problems));
  }

  /// selection: nullptr for the whole mesh.
  void apply(const FieldValue& item, const Selection* selection) {
    const auto found = setters_.find(item.field);
    if (found == setters_.end())
      return log_.warnOnce(fmt::format("{}: Field {} not found, so it is not set", toString(item.place), item.field));
    const bool faces = selection && selection->of == Selection::Of::faces;
    log_.line(fmt::format("    Setting {} values of {} {}", faces ? "patchField" : "internal", item.className, item.field));
    if (faces)
      found->second.setFaces(selection->members, item.value, log_);
    else
      found->second.setCells(selection ? &selection->members : nullptr, item.value);
  }

  std::set<std::string> finish() {
    std::set<std::string> changed;
    for (auto& [name, setter] : setters_) {
      setter.finish();
      changed.insert(name);
    }
    return changed;
  }

 private:
  std::map<std::string, RawField>& fields_;
  const mesh::PolyMesh& mesh_;
  Log& log_;
  std::map<std::string, FieldSetter> setters_;
};

}  // namespace

std::set<std::string> fieldsOfSetFieldsDict(const Dictionary& setFieldsDict) {
  std::set<std::string> names;
  for (const FieldValue& item : readDefaults(setFieldsDict)) names.insert(item.field);
  for (const Region& region : readRegions(setFieldsDict)) {
    for (const FieldValue& item : region.values) names.insert(item.field);
    if (region.source == "fieldToCell") names.insert(region.controls.get<std::string>("field"));
  }
  return names;
}

SetFieldsResult setFields(const Dictionary& setFieldsDict, const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry,
                          std::map<std::string, RawField>& fields, Log& log, const std::filesystem::path& caseDirectory) {
  const std::vector<FieldValue> defaults = readDefaults(setFieldsDict);
  const std::vector<Region> regions = readRegions(setFieldsDict);
  Setters setters(fields, mesh, log);
  Problems problems;
  for (const FieldValue& item : defaults) setters.prepare(item, problems);
  for (const Region& region : regions)
    for (const FieldValue& item : region.values) setters.prepare(item, problems);
  problems.throwIfAny("setFields cannot be done:");

  if (setFieldsDict.has("defaultFieldValues")) {
    log.line("Setting field default values");
    for (const FieldValue& item : defaults) setters.apply(item, nullptr);
    log.line();
  }
  log.line("Setting field region values");
  SetFieldsResult result;
  SourceContext context{mesh, geometry, [&](const std::string& name) -> const RawField* {
                          const auto found = fields.find(name);
                          return found == fields.end() ? nullptr : &found->second;
                        }};
  context.caseDirectory = caseDirectory;
  if (!caseDirectory.empty())
    context.set = [&](SetKind kind, const std::string& name, const Place& asked) {
      return readMeshSet(caseDirectory / "constant" / "polyMesh", kind, name, mesh, asked);
    };
  for (const Region& region : regions) {
    Selection selection;
    const bool chosen = problems.guard([&] {
      if (region.source.ends_with("ToPoint"))
        throw Error(region.controls.place(),
                    fmt::format("{} chooses points, and fields are set in cells and on faces", region.source));
      selection = select(region.source, region.controls, context, log);
    });
    if (!chosen) continue;
    result.regions.push_back({region.source, region.controls.place(), selection.members.size()});
    if (selection.members.empty())
      log.warnOnce(fmt::format("{}: {} chooses nothing", toString(region.controls.place()), region.source));
    for (const FieldValue& item : region.values) setters.apply(item, &selection);
  }
  problems.throwIfAny("setFields cannot be done:");
  result.changed = setters.finish();
  return result;
}

SetFieldsResult runSetFields(const std::filesystem::path& caseDir, const std::filesystem::path& dictFile,
                             const std::string& timeName, const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry,
                             const output::FieldFormat& format, Log& log) {
  config::ReadOptions options;
  options.caseDirectory = caseDir;
  const Dictionary dict = Dictionary::read(dictFile.empty() ? caseDir / "system" / "setFieldsDict" : dictFile, options);
  const std::filesystem::path timeDir = caseDir / timeName;
  std::map<std::string, RawField> fields;
  Problems problems;
  for (const std::string& name : fieldsOfSetFieldsDict(dict))
    if (config::fileExists(timeDir / name))
      problems.guard([&] {
        RawField field = readRawField(timeDir / name);
        runCodes(field, mesh, geometry);
        fields.emplace(name, std::move(field));
      });
  problems.throwIfAny("setFields cannot read the fields:");
  SetFieldsResult result = setFields(dict, mesh, geometry, fields, log, caseDir);
  for (const std::string& name : result.changed) writeRawField(fields.at(name), timeDir / name, timeName, format);
  return result;
}

}  // namespace eagre::case_
