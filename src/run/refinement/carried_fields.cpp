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

}  // namespace

CarriedFields::CarriedFields(const mesh::Mesh& mesh, const solvers::Outputs& outputs, const fv::SurfaceVectorField* faceVelocity)
    : mesh_(&mesh), hasFaceVelocity_(faceVelocity != nullptr), hasOldFaceVelocity_(hasFaceVelocity_ && faceVelocity->hasOld(2)) {
  for (const auto* field : outputs.scalars) take(*field);
  for (const auto* field : outputs.vectors) take(*field);
  for (const auto* field : outputs.symmTensors) take(*field);
  for (const auto* field : outputs.fluxes) fluxes_[field->name()] = takeFaces(field->faces());
  if (hasFaceVelocity_) faceVelocity_ = takeFaces(faceVelocity->faces());
  if (hasOldFaceVelocity_) oldFaceVelocity_ = takeFaces(faceVelocity->old(1));
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

template <class T>
void CarriedFields::takeOld(const fv::VolField<T>& field) {
  if (!field.hasOld(2)) return;
  const mesh::Mesh& mesh = *mesh_;
  const fv::CellValues<T>& old = field.old(1);
  OldLevel& level = oldLevels_[field.name()];
  level.components = nComponents<T>;
  level.cells = mesh::gatherAllCells(mesh, numbers(std::span<const T>(old.cells)), nComponents<T>);
  for (std::size_t i = 0; i < mesh.globalPatches.size(); ++i) {
    const mesh::Patch* here = mesh.findPatch(mesh.globalPatches[i].name);
    std::span<const T> own;
    if (here && here->type != "empty") own = std::span(old.boundary).subspan(here->start, here->size);
    const bool has = mesh.globalPatches[i].type != "empty" && !mesh::isCoupled(mesh.globalPatches[i]);
    level.patches.push_back(has ? mesh::gatherPatch(mesh, static_cast<int>(i), numbers(own), nComponents<T>)
                                : std::vector<double>());
  }
}

void CarriedFields::takeOldLevels(const solvers::Outputs& outputs, const fv::Registry& registry) {
  for (const auto* field : outputs.scalars) takeOld(*field);
  for (const auto* field : outputs.vectors) takeOld(*field);
  for (const auto* field : outputs.symmTensors) takeOld(*field);
  if (const auto* rho = registry.scalar("rho")) takeOld(*rho);
}

template <class T>
void CarriedFields::restoreOld(const OldLevel& level, fv::VolField<T>& field) const {
  field.resetOld();
  fv::CellValues<T>& old = field.old(1);
  const auto cells = mesh::scatterCells(*mesh_, level.cells, nComponents<T>);
  std::copy(cells.begin(), cells.end(), reinterpret_cast<double*>(old.cells.data()));
  for (const mesh::Patch& patch : mesh_->patches) {
    if (patch.type == "empty") continue;
    const auto own =
        mesh::scatterPatch(*mesh_, patch.globalIndex, level.patches[static_cast<std::size_t>(patch.globalIndex)], nComponents<T>);
    std::copy(own.begin(), own.end(), reinterpret_cast<double*>(old.boundary.data() + patch.start));
  }
  field.updateGhostsOfAllTimes();
}

void CarriedFields::restoreOldLevels(const fv::Registry& registry) const {
  for (const auto& [name, level] : oldLevels_) {
    if (auto* scalar = registry.scalar(name)) restoreOld(level, *scalar);
    if (auto* vector = registry.vector(name)) restoreOld(level, *vector);
    if (auto* tensor = registry.symmTensor(name)) restoreOld(level, *tensor);
  }
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
  for (auto* velocity : {&faceVelocity_, &oldFaceVelocity_})
    if (!velocity->empty()) *velocity = mapVelocity(*velocity, meshes, facesOf);
  for (auto& [name, old] : oldLevels_) {
    old.cells = mapCells(old.cells, old.components, meshes);
    for (std::size_t i = 0; i < old.patches.size(); ++i)
      if (!old.patches[i].empty())
        old.patches[i] =
            mapPatch(old.patches[i], old.components, meshes.before.patches[i], meshes.after.patches[i], meshes.change);
  }
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
  const auto put = [&](const std::vector<double>& whole) {
    const auto values = dealFaces(*mesh_, whole, 3, false);
    std::copy(values.begin(), values.end(), reinterpret_cast<double*>(field->faces().data()));
  };
  if (hasOldFaceVelocity_) {
    put(oldFaceVelocity_);
    field->shiftOldTimes(1);
  }
  put(faceVelocity_);
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
