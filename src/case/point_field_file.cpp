// SPDX-License-Identifier: BSD-3-Clause
#include "case/point_field_file.hpp"

#include <fmt/format.h>

#include "case/field_file_pack.hpp"

namespace eagre::case_ {
namespace {

/// Of the lists of values, which rank 0 keeps: empty ones.
class WithoutLists final : public DictionaryUnpacker {
  std::shared_ptr<const config::FieldList> nextFaceList(const std::string& type, int components) override {
    return std::make_shared<config::FieldList>(config::FieldList{.type = type, .components = components, .values = {}});
  }
};

/// A list is one token, "List<vector> n(..)", or n(..) and (..), which are made one.
void uniteLists(config::Dictionary& dict, int nComponents) {
  for (const config::Entry& old : std::vector<config::Entry>(dict.entries())) {
    if (old.isDict() || old.tokens.size() < 2 || old.tokens[0].text != "nonuniform") continue;
    FieldValues values = readFieldValues(old, old.keyword == "p0" ? 3 : nComponents, -1, {});
    const int n = old.keyword == "p0" ? 3 : nComponents;
    config::Entry entry = old;
    config::Token list;
    list.kind = config::Token::Kind::list;
    list.line = old.place.line;
    list.list = std::make_shared<config::FieldList>(
        config::FieldList{.type = std::string(output::valueTypeName(n)), .components = n, .values = std::move(values.values)});
    entry.tokens = {old.tokens[0], list};
    dict.set(std::move(entry));
  }
}

std::vector<config::Dictionary> readOnMaster(const mesh::Mesh& mesh, const std::filesystem::path& path,
                                             const Dimensions& expected, int nComponents, const Adapt& adapt,
                                             Problems& problems) {
  RawField raw = readRawField(path);
  const std::string className = nComponents == 1 ? "pointScalarField" : "pointVectorField";
  if (raw.className != className)
    problems.add(raw.dict.subDict("FoamFile").at("class").place,
                 fmt::format("{} is a {}, but a {} is needed", raw.name, raw.className, className));
  if (!(raw.dimensions == expected))
    problems.add(raw.dict.at("dimensions").place,
                 fmt::format("{} has dimensions {}, but {} are needed", raw.name, toString(raw.dimensions), toString(expected)));
  if (adapt) adapt(raw);
  auto patches = resolvePatches(raw, mesh.globalPatches, problems);
  for (auto& patch : patches) uniteLists(patch, nComponents);
  return patches;
}

}  // namespace

fv::PointFieldFile readPointField(const mesh::Mesh& mesh, const std::filesystem::path& path, const Dimensions& expected,
                                  int nComponents, const Adapt& adapt) {
  const auto& communicator = mesh.communicator();
  fv::PointFieldFile file;
  std::string bytes, message;
  if (communicator.master()) {
    Problems problems;
    problems.guard([&] { file.patches = readOnMaster(mesh, path, expected, nComponents, adapt, problems); });
    for (const std::string& problem : problems.messages()) message += (message.empty() ? "" : "\n") + problem;
    std::vector<std::shared_ptr<const config::FieldList>> lists;
    for (const auto& patch : file.patches) packDictionary(patch, bytes, lists);
  }
  communicator.broadcast(message);
  if (!message.empty()) throw Error(message, ExitCode::badCase);
  communicator.broadcast(bytes);
  if (communicator.master()) return file;
  std::string_view rest = bytes;
  for (std::size_t p = 0; p < mesh.globalPatches.size(); ++p) file.patches.push_back(WithoutLists().unpack(rest));
  return file;
}

std::string textOfPatches(const mesh::Mesh& mesh, const fv::PointField& field) {
  config::Dictionary text;
  for (std::size_t p = 0; p < mesh.globalPatches.size(); ++p)
    text.setDict(mesh.globalPatches[p].name).merge(field.file.patches[p]);
  return text.toString();
}

fv::PointFieldFile patchesOfText(const mesh::Mesh& mesh, const config::Dictionary& text) {
  fv::PointFieldFile file;
  for (const auto& patch : mesh.globalPatches) file.patches.push_back(text.subDict(patch.name));
  return file;
}

}  // namespace eagre::case_
