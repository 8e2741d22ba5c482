// SPDX-License-Identifier: BSD-3-Clause
#include "run/refinement/carried_fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "fv/fields/boundary_condition.hpp"
#include "mesh/layout.hpp"
#include "mesh/poly_addressing.hpp"
#include "output/foam/field_file_writer.hpp"

namespace eagre::run {

namespace {

using mesh::MeshChange;

template <class T>
std::span<const double> numbers(std::span<const T> values) {
  return {reinterpret_cast<const double*>(values.data()), values.size() * static_cast<std::size_t>(nComponents<T>)};
}

/// `nonuniform <list>` as the value of an entry.
config::Entry listEntry(const std::string& keyword, std::vector<double> values, int nComp) {
  config::Token word, list;
  word.text = "nonuniform";
  list.kind = config::Token::Kind::list;
  list.list =
      std::make_shared<config::FieldList>(config::FieldList{std::string(output::valueTypeName(nComp)), nComp, std::move(values)});
  config::Entry entry;
  entry.keyword = keyword;
  entry.tokens = {word, list};
  return entry;
}

/// The entries of a condition as a dictionary on rank 0, with values of the whole patch.
class DictionaryEntries final : public fv::ConditionWriter {
 public:
  DictionaryEntries(const mesh::Mesh& mesh, int globalPatch) : mesh_(mesh), globalPatch_(globalPatch) {}
  void entry(const std::string& keyword, const std::string& text) override {
    hasValue_ = hasValue_ || keyword == "value";
    text_ += fmt::format("{} {};\n", keyword, text);
  }
  void entry(const std::string& keyword, std::span<const double> values) override { list(keyword, values, 1); }
  void entry(const std::string& keyword, std::span<const Vec3> values) override { list(keyword, numbers(values), 3); }
  void entry(const std::string& keyword, std::span<const SymmTensor> values) override { list(keyword, numbers(values), 6); }
  void dictionary(const std::string& keyword, const config::Dictionary& dict) override {
    config::Entry entry;
    entry.keyword = keyword;
    entry.dict = std::make_shared<config::Dictionary>(dict);
    others_.push_back(std::move(entry));
  }
  void list(const std::string& keyword, std::span<const double> values, int nComp) {
    hasValue_ = hasValue_ || keyword == "value";
    others_.push_back(listEntry(keyword, mesh::gatherPatch(mesh_, globalPatch_, values, nComp), nComp));
  }
  bool hasValue() const { return hasValue_; }
  config::Dictionary get(const std::string& name) {
    config::ReadOptions options;
    options.allowFileAccess = false;
    auto dict = config::Dictionary::parse(text_, name, options);
    for (auto& entry : others_) dict.set(std::move(entry));
    return dict;
  }

 private:
  const mesh::Mesh& mesh_;
  int globalPatch_;
  bool hasValue_ = false;
  std::string text_;
  std::vector<config::Entry> others_;
};

/// Values of faces of a patch, of the old one before and the new one afterwards.
std::vector<double> mapPatch(const std::vector<double>& old, int nComp, const mesh::PolyPatch& before,
                             const mesh::PolyPatch& after, const MeshChange& change) {
  const auto n = static_cast<std::size_t>(nComp);
  std::vector<double> values(static_cast<std::size_t>(after.size) * n);
  const auto at = [&](Label oldFace, std::size_t i) { return old[static_cast<std::size_t>(oldFace - before.start) * n + i]; };
  for (std::size_t f = 0; f < static_cast<std::size_t>(after.size); ++f) {
    const Label from = change.faces[static_cast<std::size_t>(after.start) + f];
    for (std::size_t i = 0; i < n; ++i) {
      if (from >= 0) {
        values[f * n + i] = at(from, i);
        continue;
      }
      const auto& parts = change.merged[static_cast<std::size_t>(MeshChange::newFace - 1 - from)];
      double sum = 0;
      for (const Label part : parts) sum += at(part, i);
      values[f * n + i] = sum / static_cast<double>(parts.size());
    }
  }
  return values;
}

/// Vectors of faces: the mean over the faces around the two cells of a face that is inside of an old cell.
void fillInside(std::vector<Vec3>& values, const mesh::PolyMesh& mesh, const mesh::LabelRows& facesOf, const MeshChange& change) {
  for (Label f = 0; f < mesh.nInternalFaces(); ++f) {
    if (change.faces[f] != MeshChange::newFace) continue;
    Vec3 sum{};
    int n = 0;
    for (const Label cell : {mesh.owner[f], mesh.neighbour[f]})
      for (const Label around : facesOf[cell])
        if (change.faces[around] != MeshChange::newFace) sum += values[around], ++n;
    if (n > 0) values[f] = sum / n;
  }
}

/// Vectors of faces, but for those inside of old cells.
std::vector<Vec3> mapVectors(std::span<const Vec3> old, const MeshChange& change) {
  std::vector<Vec3> values(change.faces.size());
  for (std::size_t f = 0; f < values.size(); ++f) {
    const Label from = change.faces[f];
    if (from >= 0) values[f] = old[static_cast<std::size_t>(from)];
    if (from >= MeshChange::newFace) continue;
    const auto& parts = change.merged[static_cast<std::size_t>(MeshChange::newFace - 1 - from)];
    for (const Label part : parts) values[f] += old[static_cast<std::size_t>(part)] / static_cast<double>(parts.size());
  }
  return values;
}

/// A flux as that of the velocity phi S/|S|^2, but where a face stays as it is.
std::vector<double> mapFlux(const std::vector<double>& old, const ChangedMesh& meshes, const mesh::LabelRows& facesOf) {
  const auto& before = meshes.geometryBefore.faceAreas;
  const auto& after = meshes.geometryAfter.faceAreas;
  const MeshChange& change = meshes.change;
  std::vector<Vec3> vectors(old.size());
  for (std::size_t f = 0; f < old.size(); ++f) vectors[f] = old[f] / std::max(magSqr(before[f]), vSmall) * before[f];
  auto mapped = mapVectors(vectors, change);
  fillInside(mapped, meshes.after, facesOf, change);
  std::vector<double> values(mapped.size());
  for (std::size_t f = 0; f < values.size(); ++f) {
    const Label from = change.faces[f];
    if (from >= 0 && !change.isPart[f]) {
      values[f] = old[static_cast<std::size_t>(from)];
    } else if (from < MeshChange::newFace) {
      for (const Label part : change.merged[static_cast<std::size_t>(MeshChange::newFace - 1 - from)])
        values[f] += old[static_cast<std::size_t>(part)];
    } else {
      values[f] = dot(mapped[f], after[f]);
    }
  }
  return values;
}

std::vector<double> mapCells(const std::vector<double>& old, int nComp, const ChangedMesh& meshes) {
  const auto n = static_cast<std::size_t>(nComp);
  const auto& volumes = meshes.geometryBefore.cellVolumes;
  std::vector<double> values(meshes.change.cells.size() * n);
  for (std::size_t c = 0; c < meshes.change.cells.size(); ++c) {
    const Label from = meshes.change.cells[c];
    if (from >= 0) {
      for (std::size_t i = 0; i < n; ++i) values[c * n + i] = old[static_cast<std::size_t>(from) * n + i];
      continue;
    }
    double volume = 0;
    for (const Label part : meshes.change.united[static_cast<std::size_t>(~from)])
      volume += volumes[static_cast<std::size_t>(part)];
    for (const Label part : meshes.change.united[static_cast<std::size_t>(~from)])
      for (std::size_t i = 0; i < n; ++i)
        values[c * n + i] += volumes[static_cast<std::size_t>(part)] / volume * old[static_cast<std::size_t>(part) * n + i];
  }
  return values;
}

}  // namespace

CarriedFields::CarriedFields(const mesh::Mesh& mesh, const solvers::Outputs& outputs, const fv::SurfaceVectorField* faceVelocity)
    : mesh_(&mesh), hasFaceVelocity_(faceVelocity != nullptr) {
  for (const auto* field : outputs.scalars) take(*field);
  for (const auto* field : outputs.vectors) take(*field);
  for (const auto* field : outputs.symmTensors) take(*field);
  for (const auto* field : outputs.fluxes) fluxes_[field->name()] = takeFaces(field->faces());
  if (faceVelocity) faceVelocity_ = takeFaces(faceVelocity->faces());
  for (const auto& [name, text] : outputs.states) states_[name] = text;
}

template <class T>
void CarriedFields::take(const fv::VolField<T>& field) {
  const mesh::Mesh& mesh = *mesh_;
  case_::RawField& raw = fields_[field.name()];
  raw.name = field.name();
  raw.className = output::volFieldClass(nComponents<T>);
  raw.components = nComponents<T>;
  raw.dimensions = field.dimensions();
  raw.internal = {false, mesh::gatherAllCells(mesh, numbers(std::span<const T>(field.cells())), nComponents<T>)};
  config::Dictionary boundary;
  for (std::size_t i = 0; i < mesh.globalPatches.size(); ++i) {
    const mesh::PolyPatch& patch = mesh.globalPatches[i];
    const mesh::Patch* here = mesh.findPatch(patch.name);
    DictionaryEntries entries(mesh, static_cast<int>(i));
    if (!here)
      entries.entry("type", patch.type);
    else if (field.conditions().empty())
      entries.entry("type", "calculated");
    else
      field.conditions()[static_cast<std::size_t>(here - mesh.patches.data())]->write(field, entries);
    if (here && patch.type != "empty" && !entries.hasValue())
      entries.list("value", numbers(field.patchValues(*here)), nComponents<T>);
    config::Entry entry;
    entry.keyword = patch.name;
    entry.dict = std::make_shared<config::Dictionary>(entries.get(field.name() + ":" + patch.name));
    boundary.set(std::move(entry));
  }
  config::Entry entry;
  entry.keyword = "boundaryField";
  entry.dict = std::make_shared<config::Dictionary>(std::move(boundary));
  raw.dict.set(std::move(entry));
}

/// Values of all faces of the global mesh, in its order, to rank 0.
template <class T>
std::vector<double> CarriedFields::takeFaces(const std::vector<T>& values) const {
  const mesh::Mesh& mesh = *mesh_;
  const auto all = numbers(std::span<const T>(values));
  auto whole = mesh::gatherAllFaces(mesh, all, nComponents<T>);
  for (std::size_t i = 0; i < mesh.globalPatches.size(); ++i) {
    std::vector<double> own;
    for (const Label f : mesh::patchFaces(mesh, static_cast<int>(i)))
      own.insert(own.end(), all.begin() + static_cast<std::ptrdiff_t>(f) * nComponents<T>,
                 all.begin() + (static_cast<std::ptrdiff_t>(f) + 1) * nComponents<T>);
    const auto patch = mesh::gatherPatch(mesh, static_cast<int>(i), own, nComponents<T>);
    whole.insert(whole.end(), patch.begin(), patch.end());
    if (mesh.communicator().master() && mesh.globalPatches[i].type == "empty")  // no values, but faces
      whole.resize(whole.size() + static_cast<std::size_t>(mesh.globalPatches[i].size) * nComponents<T>);
  }
  return whole;
}

void CarriedFields::mapField(case_::RawField& field, const ChangedMesh& meshes) const {
  field.internal.values = mapCells(field.internal.values, field.components, meshes);
  for (std::size_t i = 0; i < meshes.after.patches.size(); ++i) {
    auto& dict = field.dict.setDict("boundaryField").setDict(meshes.after.patches[i].name);
    std::vector<config::Entry> lists;
    for (const auto& entry : dict.entries())
      if (!entry.isDict() && entry.tokens.size() == 2 && entry.tokens[1].kind == config::Token::Kind::list)
        lists.push_back(entry);
    for (const auto& entry : lists) {
      const auto& list = *entry.tokens[1].list;
      dict.set(listEntry(entry.keyword,
                         mapPatch(list.values, list.components, meshes.before.patches[i], meshes.after.patches[i], meshes.change),
                         list.components));
    }
  }
}

void CarriedFields::map(const ChangedMesh& meshes) {
  for (auto& [name, field] : fields_) mapField(field, meshes);
  const mesh::LabelRows facesOf = mesh::facesOfCells(meshes.after);
  for (auto& [name, flux] : fluxes_) flux = mapFlux(flux, meshes, facesOf);
  if (!hasFaceVelocity_) return;
  const std::span<const Vec3> old(reinterpret_cast<const Vec3*>(faceVelocity_.data()), faceVelocity_.size() / 3);
  auto velocity = mapVectors(old, meshes.change);
  fillInside(velocity, meshes.after, facesOf, meshes.change);
  const auto all = numbers(std::span<const Vec3>(velocity));
  faceVelocity_.assign(all.begin(), all.end());
}

namespace {

/// Values of the faces of each rank, of those of all faces on rank 0.
std::vector<double> dealFaces(const mesh::Mesh& mesh, const std::vector<double>& whole, int nComp, bool oriented) {
  const auto n = static_cast<std::size_t>(nComp);
  const auto nInternal = static_cast<std::size_t>(mesh.nInternalFacesGlobal) * n;
  const std::span<const double> all(whole);
  const bool master = mesh.communicator().master();
  auto values = mesh::scatterFaces(mesh, master ? all.first(nInternal) : all, nComp, oriented);
  std::size_t first = nInternal;
  for (std::size_t i = 0; i < mesh.globalPatches.size(); ++i) {
    const auto size = static_cast<std::size_t>(mesh.globalPatches[i].size) * n;
    const auto nValues = mesh.globalPatches[i].type == "empty" ? 0 : size;
    const auto own = mesh::scatterPatch(mesh, static_cast<int>(i), master ? all.subspan(first, nValues) : all, nComp);
    const auto faces = mesh::patchFaces(mesh, static_cast<int>(i));
    for (std::size_t j = 0; j < faces.size(); ++j)
      std::copy_n(own.begin() + static_cast<std::ptrdiff_t>(j * n), n,
                  values.begin() + static_cast<std::ptrdiff_t>(static_cast<std::size_t>(faces[j]) * n));
    first += size;
  }
  return values;
}

}  // namespace

std::unique_ptr<fv::SurfaceVectorField> CarriedFields::faceVelocity() const {
  if (!hasFaceVelocity_) return nullptr;
  auto field = std::make_unique<fv::SurfaceVectorField>("Uf", dimVelocity, *mesh_);
  const auto values = dealFaces(*mesh_, faceVelocity_, 3, false);
  std::copy(values.begin(), values.end(), reinterpret_cast<double*>(field->faces().data()));
  return field;
}

std::optional<std::string> CarriedFields::state(const std::string& name) {
  const auto found = states_.find(name);
  return found == states_.end() ? std::nullopt : std::optional(found->second);
}

const case_::RawField* CarriedFields::raw(const std::string& name) const {
  const auto found = fields_.find(name);
  if (found == fields_.end()) throw Error(fmt::format("a mesh that changes has no field {} to go on with", name));
  return mesh_->communicator().master() ? &found->second : nullptr;
}

template <class T>
void CarriedFields::patchValuesInto(fv::VolField<T>& field) const {
  const config::Dictionary& boundary = fields_.at(field.name()).dict.subDict("boundaryField");
  for (const mesh::Patch& patch : mesh_->patches) {
    const auto* entry = boundary.subDict(patch.name).find("value");
    if (!entry) continue;
    const auto& tokens = entry->tokens;
    const bool isList = tokens.size() == 2 && tokens[1].kind == config::Token::Kind::list;
    if (!isList) continue;
    const auto own = mesh::scatterPatch(*mesh_, patch.globalIndex, tokens[1].list->values, nComponents<T>);
    std::copy(own.begin(), own.end(), reinterpret_cast<double*>(field.patchValues(patch).data()));
  }
}

/// Patches keep the values that are carried until their conditions are evaluated.
template <class T>
std::unique_ptr<fv::VolField<T>> CarriedFields::field(const fv::Context& context, const std::string& name,
                                                      const Dimensions& expected, Problems& problems) {
  auto field = case_::makeVolField<T>(context, raw(name), expected, problems);
  patchValuesInto(*field);
  return field;
}

std::unique_ptr<fv::VolScalarField> CarriedFields::scalar(const fv::Context& context, const std::string& name,
                                                          const Dimensions& expected, Problems& problems) {
  return field<double>(context, name, expected, problems);
}

std::unique_ptr<fv::VolVectorField> CarriedFields::vector(const fv::Context& context, const std::string& name,
                                                          const Dimensions& expected, Problems& problems) {
  return field<Vec3>(context, name, expected, problems);
}

std::unique_ptr<fv::VolField<SymmTensor>> CarriedFields::symmTensor(const fv::Context& context, const std::string& name,
                                                                    const Dimensions& expected, Problems& problems) {
  return field<SymmTensor>(context, name, expected, problems);
}

std::unique_ptr<fv::SurfaceScalarField> CarriedFields::surfaceField(const std::string& name, const Dimensions& expected,
                                                                    Problems&) {
  auto field = std::make_unique<fv::SurfaceScalarField>(name, expected, *mesh_);
  field->faces() = dealFaces(*mesh_, fluxes_.at(name), 1, true);
  return field;
}

template <class T>
bool CarriedFields::valuesInto(fv::VolField<T>& field) {
  const auto found = fields_.find(field.name());
  if (found == fields_.end()) return false;
  const auto cells = mesh::scatterCells(*mesh_, found->second.internal.values, nComponents<T>);
  std::copy(cells.begin(), cells.end(), reinterpret_cast<double*>(field.cells().data()));
  patchValuesInto(field);
  return true;
}

bool CarriedFields::readValues(fv::VolField<double>& field) { return valuesInto(field); }
bool CarriedFields::readValues(fv::VolField<Vec3>& field) { return valuesInto(field); }
bool CarriedFields::readValues(fv::VolField<SymmTensor>& field) { return valuesInto(field); }

}  // namespace eagre::run
