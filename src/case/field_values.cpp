// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>

#include "case/field_code.hpp"
#include "case/field_file.hpp"
#include "mesh/layout.hpp"
#include "output/on_master.hpp"

namespace eagre::case_ {
namespace {

/// The values of every patch of the global mesh that has an entry `value`; none for the others.
std::vector<std::vector<double>> patchValues(const RawField& raw, const std::vector<mesh::PolyPatch>& patches) {
  Problems problems;
  const auto dicts = resolvePatches(raw, patches, problems);
  std::vector<std::vector<double>> values(patches.size());
  for (std::size_t i = 0; i < patches.size(); ++i) {
    if (patches[i].type == "empty" || !dicts[i].has("value")) continue;
    problems.guard([&] {
      FieldValues read = readFieldValues(dicts[i].at("value"), raw.components, patches[i].size,
                                         fmt::format("faces of patch '{}'", patches[i].name));
      for (GlobalLabel face = 0; face < (read.uniform ? patches[i].size : 1); ++face)
        values[i].insert(values[i].end(), read.values.begin(), read.values.end());
    });
  }
  problems.throwIfAny(raw.place.file);
  return values;
}

}  // namespace

template <class T>
void readValues(const std::filesystem::path& path, fv::VolField<T>& field) {
  const mesh::Mesh& mesh = field.mesh();
  RawField raw;
  std::vector<std::vector<double>> patches(mesh.globalPatches.size());
  output::onMaster(mesh.communicator(), [&] {
    raw = readRawField(path);
    if (const auto needed = output::volFieldClass(nComponents<T>); raw.className != needed)
      throw Error(raw.place, fmt::format("{} is a {}, but a {} is needed", raw.name, raw.className, needed));
    if (!(raw.dimensions == field.dimensions()))
      throw Error(raw.place, fmt::format("{} has dimensions {}, but {} are needed", raw.name, toString(raw.dimensions),
                                         toString(field.dimensions())));
    if (hasCode(raw))
      throw Error(raw.place,
                  fmt::format("the code of a #codeStream is not run in {}, which is read while the case runs", raw.name));
    raw.expand(static_cast<std::size_t>(mesh.nCellsGlobal));
    patches = patchValues(raw, mesh.globalPatches);
  });
  const auto cells = mesh::scatterCells(mesh, raw.internal.values, nComponents<T>);
  std::copy(cells.begin(), cells.end(), reinterpret_cast<double*>(field.cells().data()));
  for (const mesh::Patch& patch : mesh.patches) {
    const auto& whole = patches[static_cast<std::size_t>(patch.globalIndex)];
    if (!mesh.communicator().any(!whole.empty())) continue;
    const auto own = mesh::scatterPatch(mesh, patch.globalIndex, whole, nComponents<T>);
    std::copy(own.begin(), own.end(), reinterpret_cast<double*>(field.patchValues(patch).data()));
  }
}

template void readValues(const std::filesystem::path&, fv::VolField<double>&);
template void readValues(const std::filesystem::path&, fv::VolField<Vec3>&);
template void readValues(const std::filesystem::path&, fv::VolField<SymmTensor>&);

}  // namespace eagre::case_
