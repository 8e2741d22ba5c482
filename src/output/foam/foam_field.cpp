// SPDX-License-Identifier: BSD-3-Clause
#include "output/foam/foam_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "fv/fields/jump_condition.hpp"
#include "mesh/layout.hpp"
#include "mesh/mesh_points.hpp"

namespace eagre::output {
namespace {

template <class T>
std::span<const double> components(std::span<const T> values) {
  return {reinterpret_cast<const double*>(values.data()), values.size() * static_cast<std::size_t>(nComponents<T>)};
}

/// The value that all entries on all ranks share, or nothing. NaN equals nothing, itself included.
std::vector<double> commonValue(const comm::Communicator& communicator, std::span<const double> values, int nComp) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto n = static_cast<std::size_t>(nComp);
  std::vector<double> low(n, infinity), high(n, -infinity);
  if (!values.empty()) {
    const auto first = values.first(n), others = values.subspan(n);
    const bool alike = std::ranges::equal(first, first) && std::equal(others.begin(), others.end(), values.begin());
    low = alike ? std::vector(first.begin(), first.end()) : std::vector(n, -infinity);
    high = alike ? low : std::vector(n, infinity);
  }
  communicator.min(low);
  communicator.max(high);
  return low == high ? low : std::vector<double>{};
}

using Gather = void (*)(const mesh::Mesh&, std::span<const double>, int, const mesh::Sink&);

/// "internalField uniform v" or the list of all values, gathered piece by piece. `values` is what gather takes; `own` those
/// among them that are written for this rank.
void writeInternal(FieldFileWriter& writer, const mesh::Mesh& mesh, std::span<const double> values, std::span<const double> own,
                   GlobalLabel count, int nComp, Gather gather) {
  const std::vector<double> common = commonValue(mesh.communicator(), own, nComp);
  if (!common.empty()) return writer.uniform("internalField", common);
  writer.beginList("internalField", count, nComp);
  gather(mesh, values, nComp, [&](GlobalLabel, std::span<const double> piece) { writer.values(piece); });
  writer.endList();
}

/// Values of the faces that are internal in the global mesh and that this rank writes: of a cut, the side that has the
/// normal of the global mesh.
std::vector<double> internalFaceValues(const fv::SurfaceScalarField& field) {
  const mesh::Mesh& mesh = field.mesh();
  std::vector<double> values(field.faces().begin(), field.faces().begin() + mesh.nInternalFaces);
  for (Label f = mesh.nInternalFaces; f < mesh.nInteriorFaces(); ++f)
    if (mesh.faceGlobal[f] < mesh.nInternalFacesGlobal && !mesh.faceFlipped[f]) values.push_back(field[f]);
  return values;
}

bool isConstraint(const mesh::PolyPatch& patch) { return patch.type != "patch" && patch.type != "wall"; }

/// Writes a condition's entries; values of the faces of a patch are gathered from all ranks first.
class PatchEntries final : public fv::ConditionWriter {
 public:
  PatchEntries(FieldFileWriter& writer, const mesh::Mesh& mesh, int globalPatch)
      : writer_(&writer), mesh_(&mesh), globalPatch_(globalPatch) {}
  void entry(const std::string& keyword, const std::string& text) override { writer_->entry(keyword, text); }
  void entry(const std::string& keyword, std::span<const double> values) override { list(keyword, values, 1); }
  void entry(const std::string& keyword, std::span<const Vec3> values) override { list(keyword, components(values), 3); }
  void entry(const std::string& keyword, std::span<const SymmTensor> values) override { list(keyword, components(values), 6); }
  void dictionary(const std::string& keyword, const config::Dictionary& dict) override {
    writer_->beginBlock(keyword);
    writer_->entries(dict);
    writer_->endBlock();
  }

  void list(const std::string& keyword, std::span<const double> values, int nComp) {
    writer_->list(keyword, mesh::gatherPatch(*mesh_, globalPatch_, values, nComp), nComp);
  }

 private:
  FieldFileWriter* writer_;
  const mesh::Mesh* mesh_;
  int globalPatch_;
};

}  // namespace

template <class T>
void writeField(TimeDirectory& directory, const fv::VolField<T>& field, const FieldFormat& format) {
  const mesh::Mesh& mesh = field.mesh();
  directory.write(field.name(), format.compressed, [&](FileSink& sink) {
    FieldFileWriter writer(sink, format);
    const auto writeCells = [&] {
      const auto owned = std::span<const T>(field.cells()).first(static_cast<std::size_t>(mesh.nCells));
      writeInternal(writer, mesh, components(owned), components(owned), mesh.nCellsGlobal, nComponents<T>, mesh::gatherCells);
    };
    const auto writePatches = [&] {
      for (std::size_t i = 0; i < mesh.globalPatches.size(); ++i) {
        const mesh::PolyPatch& patch = mesh.globalPatches[i];
        writer.beginBlock(patch.name);
        const mesh::Patch* here = mesh.findPatch(patch.name);  // null: coupled
        if (here && patch.type != "empty" && field.conditions().empty()) {
          writer.entry("type", isConstraint(patch) ? patch.type : "calculated");
          PatchEntries(writer, mesh, static_cast<int>(i)).list("value", components(field.patchValues(*here)), nComponents<T>);
        } else if (here && patch.type != "empty") {
          PatchEntries entries(writer, mesh, static_cast<int>(i));
          field.conditions()[static_cast<std::size_t>(here - mesh.patches.data())]->write(field, entries);
        } else if (const auto* jump = fv::findJump(field, static_cast<int>(i))) {
          PatchEntries entries(writer, mesh, static_cast<int>(i));
          fv::writeJump(*jump, field, static_cast<int>(i), entries);
        } else {
          writer.entry("type", patch.type);
        }
        writer.endBlock();
      }
    };
    writeFieldFile(writer, {volFieldClass(nComponents<T>), directory.name(), field.name(), field.dimensions()}, writeCells,
                   writePatches);
  });
}

template void writeField(TimeDirectory&, const fv::VolField<double>&, const FieldFormat&);
template void writeField(TimeDirectory&, const fv::VolField<Vec3>&, const FieldFormat&);
template void writeField(TimeDirectory&, const fv::VolField<SymmTensor>&, const FieldFormat&);
template void writeField(TimeDirectory&, const fv::VolField<Tensor>&, const FieldFormat&);

void writeField(TimeDirectory& directory, const fv::SurfaceScalarField& field, const FieldFormat& format, bool oriented) {
  const mesh::Mesh& mesh = field.mesh();
  directory.write(field.name(), format.compressed, [&](FileSink& sink) {
    FieldFileWriter writer(sink, format);
    const auto writeFaces = [&] {
      const auto interior = std::span<const double>(field.faces()).first(static_cast<std::size_t>(mesh.nInteriorFaces()));
      writeInternal(writer, mesh, interior, internalFaceValues(field), mesh.nInternalFacesGlobal, 1, mesh::gatherFaces);
    };
    const auto writePatches = [&] {
      std::vector<double> values;
      for (std::size_t i = 0; i < mesh.globalPatches.size(); ++i) {
        const mesh::PolyPatch& patch = mesh.globalPatches[i];
        values.clear();
        for (const Label f : mesh::patchFaces(mesh, static_cast<int>(i))) values.push_back(field[f]);
        writer.beginBlock(patch.name);
        writer.entry("type", isConstraint(patch) ? patch.type : "calculated");
        writer.list("value", mesh::gatherPatch(mesh, static_cast<int>(i), values, 1), 1);
        writer.endBlock();
      }
    };
    writeFieldFile(writer, {"surfaceScalarField", directory.name(), field.name(), field.dimensions(), oriented}, writeFaces,
                   writePatches);
  });
}

void writePoints(TimeDirectory& directory, const mesh::Mesh& mesh, const FieldFormat& format) {
  writePoints(directory, "points", mesh::gatherPoints(mesh), format);
}

void writePoints(TimeDirectory& directory, const std::string& name, const std::vector<Vec3>& points, const FieldFormat& format) {
  directory.write("polyMesh/" + name, format.compressed, [&](FileSink& sink) {
    if (sink.writes())
      writePoints(
          sink, format, directory.name(), static_cast<std::int64_t>(points.size()),
          [&](const auto& write) { write(components(std::span<const Vec3>(points))); }, name);
  });
}

void writePoints(FileSink& sink, const FieldFormat& format, const std::string& time, std::int64_t nPoints,
                 const std::function<void(const std::function<void(std::span<const double>)>&)>& each, const std::string& name) {
  FieldFileWriter writer(sink, format);
  writer.header("vectorField", time + "/polyMesh", name);
  sink.write(fmt::format("\n{}\n({}", nPoints, format.binary ? "" : "\n"));
  each([&](std::span<const double> piece) {
    if (format.binary) return sink.write(piece);
    for (std::size_t i = 0; i + 2 < piece.size(); i += 3)
      sink.write(fmt::format("({:.{}g} {:.{}g} {:.{}g})\n", piece[i], format.precision, piece[i + 1], format.precision,
                             piece[i + 2], format.precision));
  });
  sink.write(format.binary ? ")" : ")\n");
  writer.footer();
}

}  // namespace eagre::output
