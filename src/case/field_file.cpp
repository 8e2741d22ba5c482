// SPDX-License-Identifier: BSD-3-Clause
#include "case/field_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "output/file_sink.hpp"

namespace eagre::case_ {
namespace {

using config::Dictionary;
using config::Entry;
using config::Token;
using config::TokenReader;

struct FieldClass {
  const char* name;
  int components;
};
constexpr std::array fieldClasses{FieldClass{"volScalarField", 1},     FieldClass{"volVectorField", 3},
                                  FieldClass{"volSymmTensorField", 6}, FieldClass{"volTensorField", 9},
                                  FieldClass{"surfaceScalarField", 1}, FieldClass{"pointScalarField", 1},
                                  FieldClass{"pointVectorField", 3}};

int componentsOfClass(const std::string& className, const Place& place) {
  std::vector<std::string> valid;
  for (const FieldClass& c : fieldClasses) {
    if (className == c.name) return c.components;
    valid.push_back(c.name);
  }
  throw Error(place, unknownWordMessage("field class", className, valid));
}

/// One value: a number, or (a b c ..).
void readValue(TokenReader& reader, int components, std::vector<double>& values) {
  if (components == 1) return values.push_back(reader.number());
  reader.expect('(');
  for (int k = 0; k < components; ++k) values.push_back(reader.number());
  reader.expect(')');
}

/// Groups of a patch: those it names, and its type if that is a constraint or a wall (v1912 adds it by itself).
bool inGroup(const mesh::PolyPatch& patch, const std::string& group) {
  if (std::find(patch.inGroups.begin(), patch.inGroups.end(), group) != patch.inGroups.end()) return true;
  return patch.type != "patch" && patch.type == group;
}

const Entry* findPatchEntry(const Dictionary& boundaryField, const mesh::PolyPatch& patch) {
  if (const Entry* own = boundaryField.findExact(patch.name); own && own->isDict() && !own->isPattern) return own;
  const std::vector<Entry>& entries = boundaryField.entries();
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry)
    if (entry->isDict() && !entry->isPattern && inGroup(patch, entry->keyword)) return &*entry;
  if (patch.type == "empty") return nullptr;
  const Entry* pattern = boundaryField.find(patch.name);
  return pattern && pattern->isDict() ? pattern : nullptr;
}

std::string missingPatchMessage(const RawField& field, const Dictionary& boundaryField, const mesh::PolyPatch& patch,
                                const std::vector<mesh::PolyPatch>& patches) {
  std::string message = fmt::format("boundaryField of {} has no entry for patch '{}'", field.name, patch.name);
  std::vector<std::string> strangers;
  for (const Entry& entry : boundaryField.entries())
    if (!entry.isPattern && std::none_of(patches.begin(), patches.end(), [&](const mesh::PolyPatch& p) {
          return p.name == entry.keyword || inGroup(p, entry.keyword);
        }))
      strangers.push_back(entry.keyword);
  if (const std::string near = nearestWord(patch.name, strangers); !near.empty())
    return message + fmt::format("; did you mean it by '{}', which is no patch?", near);
  if (!strangers.empty()) message += fmt::format("; entries that match no patch: {}", fmt::join(strangers, ", "));
  return message;
}

void readNonuniform(TokenReader& reader, int components, std::vector<double>& values) {
  if (reader.peek().kind == Token::Kind::list) {
    const auto list = reader.next().list;
    if (list->components != components && !list->values.empty())
      reader.fail(fmt::format("a list of {}s is expected, not List<{}>", output::valueTypeName(components), list->type));
    values = list->values;
  } else if (reader.accept('(')) {  // without "List<..>": (..)
    while (!reader.accept(')')) readValue(reader, components, values);
  } else {  // n(..), or n alone if n is 0
    const std::int64_t n = reader.integer();
    if (n < 0) reader.fail("a list cannot have a negative length");
    if (n > 0 || !reader.atEnd()) reader.expect('(');
    for (std::int64_t i = 0; i < n; ++i) readValue(reader, components, values);
    if (!reader.atEnd()) reader.expect(')');
  }
}

/// internalField { type ..; }: the values until the function is evaluated, which takes the mesh.
FieldValues startOfFunction(const Dictionary& function, int components) {
  static const std::vector<std::string> valid{"zonal", "waveAlpha", "waveVelocity"};
  const std::string type = function.get<std::string>("type");
  if (std::find(valid.begin(), valid.end(), type) == valid.end())
    throw Error(function.at("type").place, unknownWordMessage("type of internalField", type, valid));
  FieldValues start;
  if (type != "zonal") {
    start.values.assign(static_cast<std::size_t>(components), 0.0);
    return start;
  }
  TokenReader reader = function.at("defaultValue").reader();
  readValue(reader, components, start.values);
  return start;
}

}  // namespace

void RawField::expand(std::size_t n) {
  if (!internal.uniform) return;
  const std::vector<double> value = std::move(internal.values);
  internal.values.clear();
  internal.values.reserve(n * value.size());
  for (std::size_t i = 0; i < n; ++i) internal.values.insert(internal.values.end(), value.begin(), value.end());
  internal.uniform = false;
}

FieldValues readFieldValues(const Entry& entry, int components, std::int64_t expectedSize, const std::string& entities) {
  if (entry.isDict()) throw Error(entry.place, fmt::format("{} must be a field value, not a dictionary", entry.keyword));
  TokenReader reader = entry.reader();
  const std::vector<std::string> valid{"uniform", "nonuniform"};
  if (!reader.atEnd() && reader.peek().text == "#codeStream")
    reader.fail("the code of this #codeStream needs the mesh of the case, which is not there where the field is read now");
  const std::string kind = reader.word();
  FieldValues result;
  if (kind == "uniform") {
    readValue(reader, components, result.values);
  } else if (kind == "nonuniform") {
    result.uniform = false;
    readNonuniform(reader, components, result.values);
    const auto n = static_cast<std::int64_t>(result.values.size()) / components;
    if (expectedSize >= 0 && n != expectedSize)
      reader.fail(fmt::format("the list has {} values, but there are {} {}", n, expectedSize, entities));
  } else {
    reader.fail(unknownWordMessage("kind of field value", kind, valid));
  }
  reader.expectEnd();
  return result;
}

std::map<std::string, std::string> fieldFiles(const std::filesystem::path& directory) {
  constexpr std::array backups{"~", ".bak", ".BAK", ".old", ".save"};
  constexpr std::size_t headBytes = 16'384;
  std::map<std::string, std::string> found;
  for (const auto& file : std::filesystem::directory_iterator(directory)) {
    std::string name = file.path().filename().string();
    if (!file.is_regular_file() || name.starts_with('.') ||
        std::ranges::any_of(backups, [&](const char* end) { return name.ends_with(end); }))
      continue;
    if (name.ends_with(".gz")) name.resize(name.size() - 3);
    std::size_t offset = 0;
    try {
      const std::string className =
          config::parseHeader(config::readFileStart(directory / name, headBytes), name, offset).className;
      if (!className.empty()) found[name] = className;
    } catch (const Error&) {}  // no field
  }
  return found;
}

RawField readRawField(const std::filesystem::path& path) {
  RawField field;
  config::ReadOptions options;
  options.caseDirectory = path.parent_path().parent_path();  // <case>/<time>/<field>
  field.dict = Dictionary::read(path, options);
  field.name = path.filename().string();
  if (field.name.ends_with(".gz")) field.name.resize(field.name.size() - 3);
  field.place = {path.string(), 0};
  if (!field.dict.has("FoamFile"))
    throw Error(field.dict.place(),
                fmt::format("no header: FoamFile {{ version 2.0; format ascii; class volScalarField (or volVectorField); "
                            "object {}; }} must stand first",
                            field.name));
  field.className = field.dict.subDict("FoamFile").get<std::string>("class");
  field.components = componentsOfClass(field.className, field.dict.subDict("FoamFile").at("class").place);
  field.dimensions = field.dict.get<Dimensions>("dimensions");
  if (const Entry* level = field.dict.find("referenceLevel"))
    throw Error(level->place, "referenceLevel is not supported; add it to the values instead");

  const Entry& internal = field.dict.at("internalField");
  field.valuesPlace = internal.place;
  field.dict.subDict("boundaryField");  // an Error if there is none
  if (!internal.isDict() && !internal.tokens.empty() && internal.tokens[0].text == "#codeStream") {
    field.internal.uniform = false;  // runCodes (case/field_code.hpp) makes the values
    return field;
  }
  if (internal.isDict()) {
    field.function = *internal.dict;
    field.internal = startOfFunction(*internal.dict, field.components);
  } else {
    field.internal = readFieldValues(internal, field.components, -1, {});
  }
  field.dict.remove("internalField");  // the values are held once only
  return field;
}

void writeRawField(const RawField& field, const std::filesystem::path& path, const std::string& location,
                   const output::FieldFormat& format) {
  if (field.dict.has("internalField")) throw Error(field.valuesPlace, "the code of internalField has not been run");
  const std::filesystem::path target = format.compressed ? path.string() + ".gz" : path.string();
  output::replaceFile(target, format.compressed, [&](output::FileSink& sink) {
    output::FieldFileWriter writer(sink, format);
    writer.header(field.className, location, field.name);
    writer.dimensions(field.dimensions, field.dict.has("oriented"));
    if (field.internal.uniform && field.function) {
      writer.beginBlock("internalField");
      writer.entries(*field.function);
      writer.endBlock();
    } else if (field.internal.uniform)
      writer.uniform("internalField", field.internal.values);
    else
      writer.list("internalField", field.internal.values, field.components);
    writer.text("\n");
    writer.beginBlock("boundaryField");
    writer.entries(field.dict.subDict("boundaryField"));
    writer.endBlock();
    writer.footer();
  });
  // A reader must not find the same field twice, compressed and plain.
  std::error_code ignored;
  std::filesystem::remove(format.compressed ? path : std::filesystem::path(path.string() + ".gz"), ignored);
}

std::vector<Dictionary> resolvePatches(const RawField& field, const std::vector<mesh::PolyPatch>& patches, Problems& problems) {
  const Dictionary& boundaryField = field.dict.subDict("boundaryField");
  std::vector<Dictionary> resolved;
  for (const mesh::PolyPatch& patch : patches) {
    Dictionary& dict = resolved.emplace_back(boundaryField.name() + "." + patch.name, boundaryField.place());
    if (const Entry* entry = findPatchEntry(boundaryField, patch)) {
      dict = *entry->dict;
      if (dict.empty())
        problems.add(entry->place, fmt::format("boundaryField of {}: the entry of patch '{}' is empty; it needs a 'type'",
                                               field.name, patch.name));
    } else if (patch.type == "empty") {
      dict.set("type", "empty");
    } else {
      problems.add(boundaryField.place(), missingPatchMessage(field, boundaryField, patch, patches));
    }
  }
  return resolved;
}

}  // namespace eagre::case_
