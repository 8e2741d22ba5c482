// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "case/field_code.hpp"
#include "case/field_file.hpp"
#include "case/field_file_pack.hpp"
#include "fv/conditions/conditions.hpp"
#include "fv/fields/jump_condition.hpp"
#include "mesh/layout.hpp"

/// From the file that rank 0 holds to fields on all ranks.
namespace eagre::case_ {
namespace {

using config::Dictionary;
using config::Entry;
using config::FieldList;
using config::Token;

template <class F>
bool guardAll(Problems& problems, F&& f) {
  try {
    return problems.guard(f);
  } catch (const std::exception& e) {
    problems.add(e.what());
    return false;
  }
}

/// Adds the problems that any rank has met to `all`, in the order of the ranks. Returns whether there were none. Collective.
bool shareProblems(const comm::Communicator& communicator, const Problems& mine, Problems& all) {
  const std::vector<std::int64_t> counts = communicator.allGather(static_cast<std::int64_t>(mine.messages().size()));
  bool none = true;
  for (int rank = 0; rank < communicator.size(); ++rank) {
    for (std::int64_t i = 0; i < counts[static_cast<std::size_t>(rank)]; ++i) {
      std::string message = rank == communicator.rank() ? mine.messages()[static_cast<std::size_t>(i)] : std::string();
      communicator.broadcast(message, rank);
      all.add(message);
      none = false;
    }
  }
  return none;
}

void checkHeader(const RawField& field, const std::string& className, const std::optional<Dimensions>& expected,
                 Problems& problems) {
  if (field.className != className)
    problems.add(field.dict.subDict("FoamFile").at("class").place,
                 fmt::format("{} is a {}, but a {} is needed", field.name, field.className, className));
  if (expected && !(field.dimensions == *expected))
    problems.add(field.dict.at("dimensions").place, fmt::format("{} has dimensions {}, but {} are needed", field.name,
                                                                toString(field.dimensions), toString(*expected)));
}

/// The values, if there are as many as entities; else a problem, and zero everywhere so that the rest can still be checked.
FieldValues checkedValues(const RawField& field, int components, GlobalLabel count, const std::string& entities,
                          Problems& problems) {
  FieldValues zero{true, std::vector<double>(static_cast<std::size_t>(components), 0.0)};
  if (field.components != components) return zero;
  if (field.internal.uniform) return field.internal;
  const auto n = static_cast<GlobalLabel>(field.internal.values.size()) / components;
  if (n == count) return field.internal;
  problems.add(field.valuesPlace,
               fmt::format("internalField of {} has {} values, but the mesh has {} {}", field.name, n, count, entities));
  return zero;
}

/// Of a value of "nonuniform n(..)" or "nonuniform (..)"; fallback where there is no value.
int componentsOfList(const Entry& entry, int fallback) {
  const auto& tokens = entry.tokens;
  const auto isAt = [&](std::size_t i, char c) { return i < tokens.size() && tokens[i].is(c); };
  const std::size_t first = isAt(1, '(') ? 2 : 3;
  if (first >= tokens.size() || isAt(first, ')')) return fallback;
  if (!isAt(first, '(')) return 1;
  int n = 0;
  for (std::size_t i = first + 1; i < tokens.size() && !isAt(i, ')'); ++i) ++n;
  return n;
}

/// Brings every "nonuniform" list of a patch into one form (a single list token) and checks its length.
Dictionary normaliseLists(const Dictionary& dict, int components, const mesh::PolyPatch& patch, Problems& problems) {
  Dictionary result(dict.name(), dict.place());
  for (Entry entry : dict.entries()) {
    if (entry.isDict()) {
      entry.dict = std::make_shared<Dictionary>(normaliseLists(*entry.dict, components, patch, problems));
    } else if (!entry.tokens.empty() && entry.tokens[0].kind == Token::Kind::word && entry.tokens[0].text == "nonuniform") {
      const bool tagged = entry.tokens.size() > 1 && entry.tokens[1].kind == Token::Kind::list;
      const int n = tagged ? entry.tokens[1].list->components : componentsOfList(entry, components);
      guardAll(problems, [&] {
        FieldValues values = readFieldValues(entry, n, patch.size, fmt::format("faces of patch '{}'", patch.name));
        Token list;
        list.kind = Token::Kind::list;
        list.line = entry.place.line;
        list.list = std::make_shared<FieldList>(
            FieldList{tagged ? entry.tokens[1].list->type : std::string(output::valueTypeName(n)), n, std::move(values.values)});
        entry.tokens = {entry.tokens[0], list};
      });
    }
    result.set(std::move(entry));
  }
  return result;
}

/// What rank 0 tells the others of a field: one string of bytes, and the lists that are cut to the faces of each rank.
struct Message {
  std::string bytes;
  std::vector<std::shared_ptr<const FieldList>> faceLists;  ///< rank 0
};

template <class V>
void put(std::string& bytes, const V& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}
template <class V>
V take(std::string_view& bytes) {
  V value;
  std::memcpy(&value, bytes.data(), sizeof value);
  bytes.remove_prefix(sizeof value);
  return value;
}

/// Name, dimensions and, of every patch with faces to compute on, the dictionary. A bad patch is left out.
Message packField(const RawField& field, const mesh::Mesh& mesh, Problems& problems) {
  Message message;
  put(message.bytes, static_cast<std::int64_t>(field.name.size()));
  message.bytes += field.name;
  put(message.bytes, field.dimensions.exponents);
  const std::vector<Dictionary> patches = resolvePatches(field, mesh.globalPatches, problems);
  for (std::size_t i = 0; i < patches.size(); ++i) {
    const mesh::PolyPatch& patch = mesh.globalPatches[i];
    Dictionary dict = patches[i];
    bool useful = !dict.empty();
    if (useful && isCoupled(patch) && !fv::isJump(dict, patch)) {
      useful = false;
    } else if (useful && patch.type == "empty") {
      // Its faces carry no values, so lists of any length mean nothing.
      Dictionary typeOnly(dict.name(), dict.place());
      if (const Entry* type = dict.find("type")) typeOnly.set(*type);
      dict = typeOnly;
    } else if (useful) {
      const std::size_t before = problems.messages().size();
      dict = normaliseLists(dict, field.components, patch, problems);
      useful = problems.messages().size() == before;
    }
    put(message.bytes, useful);
    if (useful) packDictionary(dict, message.bytes, message.faceLists);
  }
  return message;
}

/// Unpacks the dictionary of one patch after another, with lists cut to this rank's faces. Collective.
class PatchUnpacker final : public DictionaryUnpacker {
 public:
  PatchUnpacker(const mesh::Mesh& mesh, const Message& message) : mesh_(mesh), message_(message) {}
  Dictionary unpackPatch(std::string_view& bytes, int globalPatch) {
    globalPatch_ = globalPatch;
    return unpack(bytes);
  }

 protected:
  std::shared_ptr<const FieldList> nextFaceList(const std::string& type, int components) override {
    std::span<const double> whole;
    if (mesh_.communicator().master()) whole = message_.faceLists[next_++]->values;
    return std::make_shared<FieldList>(FieldList{type, components, mesh::scatterPatch(mesh_, globalPatch_, whole, components)});
  }

 private:
  const mesh::Mesh& mesh_;
  const Message& message_;
  int globalPatch_ = 0;
  std::size_t next_ = 0;
};

/// A field as all ranks have received it.
struct Received {
  std::string name;
  Dimensions dimensions;
  std::vector<std::pair<int, Dictionary>> patches;  ///< position in Mesh::globalPatches, dictionary
};

/// Broadcasts what rank 0 has read. Nothing if rank 0 could not read the file. Collective.
std::optional<Received> broadcastField(const mesh::Mesh& mesh, const RawField* field, Problems& problems) {
  Message message;
  if (field) guardAll(problems, [&] { message = packField(*field, mesh, problems); });
  mesh.communicator().broadcast(message.bytes);
  if (message.bytes.empty()) return std::nullopt;
  std::string_view bytes = message.bytes;
  Received received;
  const auto nameLength = static_cast<std::size_t>(take<std::int64_t>(bytes));
  received.name = bytes.substr(0, nameLength);
  bytes.remove_prefix(nameLength);
  received.dimensions.exponents = take<std::array<double, 7>>(bytes);
  PatchUnpacker unpacker(mesh, message);
  for (std::size_t i = 0; i < mesh.globalPatches.size(); ++i)
    if (take<bool>(bytes)) received.patches.emplace_back(static_cast<int>(i), unpacker.unpackPatch(bytes, static_cast<int>(i)));
  return received;
}

/// Reads on rank 0; a failure is a problem there.
std::unique_ptr<RawField> readOnMaster(const comm::Communicator& communicator, const std::filesystem::path& path,
                                       Problems& problems) {
  auto field = std::make_unique<RawField>();
  const bool good = communicator.master() && guardAll(problems, [&] { *field = readRawField(path); });
  return good ? std::move(field) : nullptr;
}

/// Runs the codes of the field on rank 0; what is wrong is a problem there, and the field is gone. Collective.
void runCodesOnMaster(const mesh::Mesh& mesh, std::unique_ptr<RawField>& field, Problems& problems) {
  if (!mesh.communicator().any(field && hasCode(*field))) return;
  const CodeMesh whole = codeMesh(mesh);
  if (field && !guardAll(problems, [&] { runCodes(*field, whole); })) field = nullptr;
}

/// The face values of a surface field, all of them, on rank 0.
struct SurfaceValues {
  bool oriented = true;
  std::vector<double> internal;
  std::vector<std::vector<double>> patches;  ///< one list per patch of Mesh::globalPatches; empty ones have none
};

std::vector<double> expanded(const FieldValues& values, GlobalLabel count) {
  return values.uniform ? std::vector<double>(static_cast<std::size_t>(count), values.values[0]) : values.values;
}

void readSurfaceValues(const RawField& raw, const mesh::Mesh& mesh, SurfaceValues& result, Problems& problems) {
  if (raw.dict.has("oriented"))
    result.oriented = raw.dict.getChoice("oriented", std::vector<std::string>{"oriented", "unoriented"}) == "oriented";
  result.internal =
      expanded(checkedValues(raw, 1, mesh.nInternalFacesGlobal, "internal faces", problems), mesh.nInternalFacesGlobal);
  const std::vector<Dictionary> dicts = resolvePatches(raw, mesh.globalPatches, problems);
  result.patches.resize(dicts.size());
  for (std::size_t i = 0; i < dicts.size(); ++i) {
    const mesh::PolyPatch& patch = mesh.globalPatches[i];
    if (dicts[i].empty() || patch.type == "empty") continue;
    problems.guard([&] {
      const FieldValues values =
          readFieldValues(dicts[i].at("value"), 1, patch.size, fmt::format("faces of patch '{}'", patch.name));
      result.patches[i] = expanded(values, patch.size);
    });
  }
}

/// The entries of coupled patches, of which only those that jump have been sent.
std::map<int, Dictionary> jumpsAmong(const std::vector<std::pair<int, Dictionary>>& patches, const mesh::Mesh& mesh) {
  std::map<int, Dictionary> jumps;
  for (const auto& [index, dict] : patches)
    if (isCoupled(mesh.globalPatches[static_cast<std::size_t>(index)])) jumps.emplace(index, dict);
  return jumps;
}

template <class T>
std::unique_ptr<fv::VolField<T>> buildVolField(const fv::Context& context, const RawField* raw,
                                               const std::optional<Dimensions>& expected, Problems& mine, Problems& problems) {
  const mesh::Mesh& mesh = context.mesh;
  const comm::Communicator& communicator = mesh.communicator();
  std::vector<double> values;
  bool uniform = true;
  if (raw) {
    checkHeader(*raw, output::volFieldClass(nComponents<T>), expected, mine);
    FieldValues checked = checkedValues(*raw, nComponents<T>, mesh.nCellsGlobal, "cells", mine);
    uniform = checked.uniform;
    values = std::move(checked.values);
  }
  const std::optional<Received> received = broadcastField(mesh, raw, mine);
  if (!received) {
    shareProblems(communicator, mine, problems);
    return nullptr;
  }
  auto field = std::make_unique<fv::VolField<T>>(received->name, received->dimensions, mesh);
  uniform = communicator.all(uniform);
  if (uniform) {
    communicator.broadcast(values);
    T value{};
    for (int k = 0; k < nComponents<T>; ++k) component(value, k) = values[static_cast<std::size_t>(k)];
    std::fill(field->cells().begin(), field->cells().end(), value);
  } else {
    const std::vector<double> owned = mesh::scatterCells(mesh, values, nComponents<T>);
    std::copy(owned.begin(), owned.end(), reinterpret_cast<double*>(field->cells().data()));
  }
  field->conditions().resize(mesh.patches.size());
  for (const auto& patch : received->patches)
    for (std::size_t i = 0; i < mesh.patches.size(); ++i)
      if (mesh.patches[i].globalIndex == patch.first)
        guardAll(mine, [&] {
          field->conditions()[i] = fv::makeBoundaryCondition<T>(patch.second, mesh.patches[i], context, received->name);
        });
  guardAll(mine, [&] { fv::addJumpConditions(*field, jumpsAmong(received->patches, mesh), context); });
  if (!shareProblems(communicator, mine, problems)) return nullptr;
  field->updateGhosts();
  field->initialiseBoundary();
  return field;
}

}  // namespace

template <class T>
std::unique_ptr<fv::VolField<T>> readVolField(const fv::Context& context, const std::filesystem::path& path,
                                              const std::optional<Dimensions>& expected, Problems& problems, const Adapt& adapt) {
  Problems mine;
  std::unique_ptr<RawField> raw = readOnMaster(context.mesh.communicator(), path, mine);
  if (raw && adapt && !guardAll(mine, [&] { adapt(*raw); })) raw = nullptr;
  runCodesOnMaster(context.mesh, raw, mine);
  return buildVolField<T>(context, raw.get(), expected, mine, problems);
}

template <class T>
std::unique_ptr<fv::VolField<T>> makeVolField(const fv::Context& context, const RawField* field,
                                              const std::optional<Dimensions>& expected, Problems& problems) {
  Problems mine;
  return buildVolField<T>(context, context.mesh.communicator().master() ? field : nullptr, expected, mine, problems);
}

template std::unique_ptr<fv::VolField<double>> readVolField(const fv::Context&, const std::filesystem::path&,
                                                            const std::optional<Dimensions>&, Problems&, const Adapt&);
template std::unique_ptr<fv::VolField<Vec3>> readVolField(const fv::Context&, const std::filesystem::path&,
                                                          const std::optional<Dimensions>&, Problems&, const Adapt&);
template std::unique_ptr<fv::VolField<SymmTensor>> readVolField(const fv::Context&, const std::filesystem::path&,
                                                                const std::optional<Dimensions>&, Problems&, const Adapt&);
template std::unique_ptr<fv::VolField<double>> makeVolField(const fv::Context&, const RawField*, const std::optional<Dimensions>&,
                                                            Problems&);
template std::unique_ptr<fv::VolField<Vec3>> makeVolField(const fv::Context&, const RawField*, const std::optional<Dimensions>&,
                                                          Problems&);
template std::unique_ptr<fv::VolField<SymmTensor>> makeVolField(const fv::Context&, const RawField*,
                                                                const std::optional<Dimensions>&, Problems&);

std::unique_ptr<fv::SurfaceScalarField> readSurfaceField(const mesh::Mesh& mesh, const std::filesystem::path& path,
                                                         const std::optional<Dimensions>& expected, Problems& problems,
                                                         bool oriented) {
  const comm::Communicator& communicator = mesh.communicator();
  Problems mine;
  const std::unique_ptr<RawField> raw = readOnMaster(communicator, path, mine);
  SurfaceValues values;
  values.oriented = oriented;
  values.patches.resize(mesh.globalPatches.size());
  if (raw) {
    checkHeader(*raw, "surfaceScalarField", expected, mine);
    guardAll(mine, [&] { readSurfaceValues(*raw, mesh, values, mine); });
  }
  if (!shareProblems(communicator, mine, problems)) return nullptr;
  std::string name = raw ? raw->name : std::string();
  Dimensions dimensions = raw ? raw->dimensions : Dimensions{};
  communicator.broadcast(name);
  communicator.broadcast(std::as_writable_bytes(std::span(dimensions.exponents)));
  const bool signedFaces = communicator.any(communicator.master() && values.oriented);
  auto field = std::make_unique<fv::SurfaceScalarField>(name, dimensions, mesh);
  field->faces() = mesh::scatterFaces(mesh, values.internal, 1, signedFaces);
  for (std::size_t i = 0; i < mesh.globalPatches.size(); ++i) {
    const std::vector<double> local = mesh::scatterPatch(mesh, static_cast<int>(i), values.patches[i], 1);
    const std::vector<Label> faces = mesh::patchFaces(mesh, static_cast<int>(i));
    for (std::size_t j = 0; j < faces.size(); ++j) (*field)[faces[j]] = local[j];
  }
  return field;
}

}  // namespace eagre::case_
