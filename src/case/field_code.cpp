// SPDX-License-Identifier: BSD-3-Clause
#include "case/field_code.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "config/code/program.hpp"
#include "mesh/layout.hpp"

namespace eagre::case_ {
namespace {

using config::Dictionary;
using config::Entry;
using config::Token;
using config::code::List;
using config::code::ListPtr;

ListPtr listOf(std::size_t components, std::vector<double> values) {
  return std::make_shared<List>(List{.components = components, .values = std::move(values)});
}

std::vector<double> flat(const Vec3* vectors, std::size_t n) {
  std::vector<double> values;
  values.reserve(3 * n);
  for (std::size_t i = 0; i < n; ++i) values.insert(values.end(), {vectors[i].x, vectors[i].y, vectors[i].z});
  return values;
}

/// The mesh, for the code of one entry.
class FieldHost final : public config::code::Host {
 public:
  FieldHost(const CodeMesh& mesh, const std::string& file, int depth) : mesh_(mesh), file_(file), depth_(depth) {}
  int depth() const override { return depth_; }
  double time() const override {
    const std::string name = file_.parent_path().filename().string();
    double value = 0;
    const auto [end, status] = std::from_chars(name.data(), name.data() + name.size(), value);
    if (status != std::errc{} || end != name.data() + name.size()) throw Error("the time is not known here");
    return value;
  }
  std::size_t nCells() const override { return mesh_.cellCentres->size(); }
  std::size_t nPatches() const override { return mesh_.patches.size(); }
  std::string patchName(std::size_t patch) const override { return mesh_.patches[patch].name; }
  std::size_t patchFaces(std::size_t patch) const override { return static_cast<std::size_t>(mesh_.patches[patch].size); }
  bool isEmptyPatch(std::size_t patch) const override { return mesh_.patches[patch].type == "empty"; }
  ListPtr cellCentres() const override { return mesh_.cellCentres; }
  ListPtr cellVolumes() const override { return mesh_.cellVolumes; }
  ListPtr faceCentres(std::size_t patch) const override { return ofPatch(mesh_.faceCentres, patch); }
  ListPtr faceAreas(std::size_t patch) const override { return ofPatch(mesh_.faceAreas, patch); }

 private:
  ListPtr ofPatch(const std::vector<ListPtr>& lists, std::size_t patch) const {
    if (isEmptyPatch(patch)) throw Error(fmt::format("the faces of patch '{}' are not there: it is empty", patchName(patch)));
    return lists[patch];
  }

  const CodeMesh& mesh_;
  std::filesystem::path file_;
  int depth_;
};

bool isCode(const Token& token) { return token.kind == Token::Kind::word && token.text == "#codeStream"; }

bool anyCode(const Dictionary& dict) {
  return std::ranges::any_of(dict.entries(), [](const Entry& entry) {
    return entry.dict ? anyCode(*entry.dict) : std::ranges::any_of(entry.tokens, isCode);
  });
}

/// The entry with what its codes write in their place.
Entry withoutCode(const Entry& entry, const CodeMesh& mesh, const std::string& file, int depth) {
  Entry result = entry;
  result.tokens.clear();
  for (std::size_t i = 0; i < entry.tokens.size(); ++i) {
    if (!isCode(entry.tokens[i]) || i + 1 == entry.tokens.size()) {
      result.tokens.push_back(entry.tokens[i]);
      continue;
    }
    const Token& code = entry.tokens[++i];
    const config::code::Program program(code.text, {entry.place.file, code.line}, {});
    FieldHost host(mesh, file, depth);
    for (Token& token : program.tokens(host)) result.tokens.push_back(std::move(token));
  }
  return result;
}

Dictionary withoutCodes(const Dictionary& dict, const CodeMesh& mesh, const std::string& file, int depth, Problems& problems) {
  Dictionary result = dict;
  for (const Entry& entry : dict.entries()) {
    if (entry.dict && anyCode(*entry.dict)) {
      Entry inner = entry;
      inner.dict = std::make_shared<Dictionary>(withoutCodes(*entry.dict, mesh, file, depth + 1, problems));
      result.set(std::move(inner));
    } else if (!entry.dict && std::ranges::any_of(entry.tokens, isCode)) {
      problems.guard([&] { result.set(withoutCode(entry, mesh, file, depth)); });
    }
  }
  return result;
}

}  // namespace

CodeMesh codeMesh(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry) {
  CodeMesh result{.patches = mesh.patches,
                  .cellCentres = listOf(3, flat(geometry.cellCentres.data(), geometry.cellCentres.size())),
                  .cellVolumes = listOf(1, geometry.cellVolumes)};
  for (const mesh::PolyPatch& patch : mesh.patches) {
    const auto n = patch.type == "empty" ? 0 : static_cast<std::size_t>(patch.size);
    result.faceCentres.push_back(listOf(3, flat(geometry.faceCentres.data() + patch.start, n)));
    result.faceAreas.push_back(listOf(3, flat(geometry.faceAreas.data() + patch.start, n)));
  }
  return result;
}

CodeMesh codeMesh(const mesh::Mesh& mesh) {
  const bool master = mesh.communicator().master();
  CodeMesh result{.patches = mesh.globalPatches};
  const auto owned = static_cast<std::size_t>(mesh.nCells);
  result.cellCentres = listOf(3, mesh::gatherAllCells(mesh, flat(mesh.C.data(), owned), 3));
  result.cellVolumes = listOf(1, mesh::gatherAllCells(mesh, std::span(mesh.V).first(owned), 1));
  const auto centres = mesh.faceCentres();
  for (std::size_t p = 0; p < mesh.globalPatches.size(); ++p) {
    std::vector<Vec3> Cf, Sf;
    for (const Label face : mesh::patchFaces(mesh, static_cast<int>(p))) {
      Cf.push_back(centres(face));
      Sf.push_back(mesh.Sf[face]);
    }
    const auto gathered = [&](const std::vector<Vec3>& local) {
      return listOf(3, mesh::gatherPatch(mesh, static_cast<int>(p), flat(local.data(), local.size()), 3));
    };
    result.faceCentres.push_back(gathered(Cf));
    result.faceAreas.push_back(gathered(Sf));
  }
  return master ? std::move(result) : CodeMesh{};
}

bool hasCode(const RawField& field) {
  const Dictionary* patches = field.dict.findDict("boundaryField");
  return field.dict.has("internalField") || (patches && anyCode(*patches));
}

void runCodes(RawField& field, const CodeMesh& mesh) {
  Problems problems;
  const std::string& file = field.place.file;
  field.dict = withoutCodes(field.dict, mesh, file, 0, problems);
  if (const Entry* internal = field.dict.findExact("internalField"); internal && problems.empty())
    problems.guard([&] {
      field.internal = readFieldValues(*internal, field.components, static_cast<std::int64_t>(mesh.cellCentres->size()), "cells");
    });
  field.dict.remove("internalField");
  if (problems.messages().size() == 1) throw Error(problems.messages().front(), ExitCode::badCase);
  problems.throwIfAny(file);
}

void runCodes(RawField& field, const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry) {
  if (hasCode(field)) runCodes(field, codeMesh(mesh, geometry));
}

}  // namespace eagre::case_
