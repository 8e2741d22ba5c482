// SPDX-License-Identifier: BSD-3-Clause
// Fields for ParaView: vtkWrite.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "core/untrusted.hpp"
#include "mesh/layout.hpp"
#include "output/foam/time_directory.hpp"
#include "output/on_master.hpp"
#include "output/vtk/vtk_cells.hpp"
#include "output/vtk/vtk_xml.hpp"
#include "run/functions/field_choice.hpp"
#include "run/functions/function_object.hpp"
#include "run/functions/sampling.hpp"

namespace eagre::run {
namespace {

using output::VtkXml;

/// The global mesh on rank 0, as VTK has it.
class VtkMesh final : public Sampling {
 public:
  explicit VtkMesh(const config::Dictionary& d) : Sampling(mesh::PointScheme::cell, d.place()) {}

  /// The faces of a patch and their points.
  struct Patch {
    std::vector<Vec3> points;
    std::vector<std::int64_t> connectivity, offsets;
  };
  const output::VtkCells& cells() const { return cells_; }
  const std::vector<Vec3>& points() const { return points_; }
  const std::map<std::string, Patch>& patches() const { return patches_; }

 private:
  void addStencils(const mesh::PointStencils& stencils, mesh::Stencils&) override {
    const mesh::PolyMesh& mesh = stencils.mesh();
    cells_ = output::vtkCells(mesh);
    points_ = mesh.points;
    patches_.clear();
    for (const auto& patch : mesh.patches) {
      if (patch.type == "empty" || mesh::isCoupled(patch)) continue;
      Patch& out = patches_[patch.name];
      std::map<Label, std::int64_t> own;
      for (auto f = static_cast<Label>(patch.start); f < patch.start + patch.size; ++f) {
        for (const Label point : mesh.pointsOf(f)) {
          const auto [it, isNew] = own.try_emplace(point, static_cast<std::int64_t>(out.points.size()));
          if (isNew) out.points.push_back(mesh.points[point]);
          out.connectivity.push_back(it->second);
        }
        out.offsets.push_back(static_cast<std::int64_t>(out.connectivity.size()));
      }
    }
  }
  output::VtkCells cells_;
  std::vector<Vec3> points_;
  std::map<std::string, Patch> patches_;
};

/// One field, gathered on rank 0: in the cells, or on the faces of a patch.
struct GatheredField {
  std::string name;
  int components;
  std::vector<double> values;
};

/// What the polyhedra among the cells have besides: their faces.
void writePolyhedra(VtkXml& xml, const output::VtkCells& cells) {
  std::vector<std::int64_t> faces, offsets;
  for (std::size_t c = 0; c < cells.types.size(); ++c) {
    const auto first = cells.cellFaceOffsets[c], end = cells.cellFaceOffsets[c + 1];
    if (first == end) {
      offsets.push_back(-1);
      continue;
    }
    faces.push_back(end - first);
    for (auto f = static_cast<std::size_t>(first); f < static_cast<std::size_t>(end); ++f) {
      const auto from = cells.facePoints.begin() + cells.faceOffsets[f], to = cells.facePoints.begin() + cells.faceOffsets[f + 1];
      faces.push_back(to - from);
      faces.insert(faces.end(), from, to);
    }
    offsets.push_back(static_cast<std::int64_t>(faces.size()));
  }
  xml.integers("faces", faces);
  xml.integers("faceoffsets", offsets);
}

constexpr std::string_view seriesKey = "{ \"name\" : \"", seriesMiddle = "\", \"time\" : ";

/// The times of a .series and their files, as this function object writes them; none if there is no such file.
std::vector<std::pair<double, std::string>> readSeries(const fs::path& file) {
  std::vector<std::pair<double, std::string>> entries;
  const std::string text = config::fileExists(file) ? config::readFileText(file) : "";
  for (std::size_t at = text.find(seriesKey); at != std::string::npos; at = text.find(seriesKey, at + 1)) {
    const std::size_t name = at + seriesKey.size(), end = text.find(seriesMiddle, name), last = text.find(" }", name);
    if (end == std::string::npos || last == std::string::npos || end > last) break;
    const std::size_t number = end + seriesMiddle.size();
    if (const auto time = finiteNumber(text.substr(number, last - number)))
      entries.emplace_back(*time, text.substr(name, end - name));
  }
  return entries;
}

/// vtkWrite: per time a file of the cells and one of each patch, with a .vtm that joins them, and a .series of all times.
class VtkWrite final : public FunctionObject {
 public:
  explicit VtkWrite(const FunctionSource& source)
      : schedule_(source.dict),
        mesh_(std::dynamic_pointer_cast<VtkMesh>(source.sampling)),
        timePrecision_(source.timePrecision),
        fields_(source.dict.at("fields")),
        directory_(source.directory.parent_path()) {
    const config::Dictionary& d = source.dict;
    static const std::vector<std::string> formats{"ascii", "binary"};
    for (const char* keyword : {"single", "interpolate", "legacy", "decompose", "writeIds"})
      if (d.getOr<bool>(keyword, false))
        throw Error(d.at(keyword).place, fmt::format("{}: {} is not supported", d.name(), keyword));
    for (const char* keyword : {"selection", "region", "regions", "patches"})
      if (d.has(keyword)) throw Error(d.at(keyword).place, fmt::format("{}: {} is not supported", d.name(), keyword));
    binary_ = !d.has("format") || d.getChoice("format", formats) == "binary";
    internal_ = d.getOr<bool>("internal", true);
    boundary_ = d.getOr<bool>("boundary", true);
    digits_ = d.has("precision") ? d.get<int>("precision") : source.context.log.precision();
    if (d.has("precision") && (digits_ < 1 || digits_ > 17))
      throw Error(d.at("precision").place, d.name() + ": precision must be between 1 and 17");
    warnOfMisspeltEntries(d, {"fields", "format", "internal", "boundary", "precision", "width", "directory", "single",
                              "interpolate", "legacy", "decompose", "writeIds"});
    width_ = std::clamp(d.getOr<int>("width", 8), 1, 31);
    caseName_ = fs::weakly_canonical(source.context.caseDirectory).filename().string();
    if (d.has("directory")) directory_ = inside(source.context.caseDirectory, d.get<std::string>("directory"));
  }

  void requireFields(const fv::Context& context) const override { chosen(context); }

  void execute(const fv::Context& context, StepEnd end) override {
    if (!schedule_.due(context, end)) return;
    mesh_->follow(context.mesh);
    const auto fields = chosen(context);
    const auto time = context.time();
    const std::string base = fmt::format("{}_{:0{}}", caseName_, time.index, width_);
    if (internal_) writeSampled(context, directory_ / base / "internal.vtu", cellsText(context, fields));
    std::vector<std::string> patches;
    for (std::size_t i = 0; boundary_ && i < context.mesh.globalPatches.size(); ++i) {
      const auto& patch = context.mesh.globalPatches[i];
      if (patch.type == "empty" || mesh::isCoupled(patch)) continue;
      patches.push_back(patch.name);
      writeSampled(context, inside(directory_ / base / "boundary", patch.name + ".vtp"), patchText(context, fields, i));
    }
    if (!patches.empty()) writeSampled(context, directory_ / base / "boundary.vtm", blocksText(context, "", patches, false));
    writeSampled(context, directory_ / (base + ".vtm"), blocksText(context, base + "/", patches, internal_));
    addToSeries(context, base + ".vtm", end.anyway);
  }

 private:
  struct Fields {
    std::vector<const fv::VolScalarField*> scalars;
    std::vector<const fv::VolVectorField*> vectors;
  };
  /// In the order of their names, scalars first.
  Fields chosen(const fv::Context& context) const {
    std::vector<std::string> names = fields_.of(context.registry);
    std::ranges::sort(names);
    Fields fields;
    for (const auto& name : names) {
      if (const auto* scalar = context.registry.scalar(name))
        fields.scalars.push_back(scalar);
      else if (const auto* vector = context.registry.vector(name))
        fields.vectors.push_back(vector);
      else
        context.log.warnOnce(fmt::format("vtkWrite: this solver has no scalar or vector '{}'", name));
    }
    return fields;
  }
  template <class Gather>
  static std::vector<GatheredField> gather(const Fields& fields, Gather gather) {
    std::vector<GatheredField> gathered;
    for (const auto* field : fields.scalars) gathered.push_back({field->name(), 1, gather(*field)});
    for (const auto* field : fields.vectors) gathered.push_back({field->name(), 3, gather(*field)});
    return gathered;
  }
  static void writeFields(VtkXml& xml, const std::vector<GatheredField>& fields) {
    xml.open("CellData");
    for (const auto& field : fields) xml.floats(field.name, field.values, field.components);
    xml.close();
  }
  std::string when(const fv::Context& context) const { return fmt::format("time='{:.{}g}'", context.time().value, digits_); }

  /// On rank 0.
  std::string cellsText(const fv::Context& context, const Fields& fields) const {
    const auto& mesh = context.mesh;
    const auto gathered = gather(fields, []<class T>(const fv::VolField<T>& field) {
      const std::span<const T> own(field.cells().data(), static_cast<std::size_t>(field.mesh().nCells));
      const auto* numbers = reinterpret_cast<const double*>(own.data());
      constexpr int n = nComponents<T>;
      return mesh::gatherAllCells(field.mesh(), std::span(numbers, own.size() * n), n);
    });
    if (!mesh.communicator().master()) return {};
    VtkXml xml(
        "UnstructuredGrid",
        fmt::format("case='{}' region='region0' {} index='{}'", output::xmlText(caseName_), when(context), context.time().index),
        binary_, digits_);
    const auto& cells = mesh_->cells();
    xml.time(context.time().value);
    xml.open("Piece", fmt::format("NumberOfPoints='{}' NumberOfCells='{}'", mesh_->points().size(), cells.types.size()));
    xml.points(mesh_->points());
    xml.open("Cells");
    xml.integers("connectivity", cells.connectivity);
    xml.integers("offsets", std::span(cells.offsets).subspan(1));
    xml.bytes("types", cells.types);
    if (cells.polyhedra > 0) writePolyhedra(xml, cells);
    xml.close();
    writeFields(xml, gathered);
    return xml.finish();
  }

  /// On rank 0.
  std::string patchText(const fv::Context& context, const Fields& fields, std::size_t globalPatch) const {
    const std::string& name = context.mesh.globalPatches[globalPatch].name;
    const auto gathered = gather(fields, [&]<class T>(const fv::VolField<T>& field) {
      const auto own = field.patchValues(*field.mesh().findPatch(name));
      const auto* numbers = reinterpret_cast<const double*>(own.data());
      constexpr int n = nComponents<T>;
      return mesh::gatherPatch(field.mesh(), static_cast<int>(globalPatch), std::span(numbers, own.size() * n), n);
    });
    if (!context.mesh.communicator().master()) return {};
    const auto& patch = mesh_->patches().at(name);
    VtkXml xml("PolyData", fmt::format("patch='{}' {} index='{}'", output::xmlText(name), when(context), context.time().index),
               binary_, digits_);
    xml.time(context.time().value);
    xml.open("Piece", fmt::format("NumberOfPoints='{}' NumberOfPolys='{}'", patch.points.size(), patch.offsets.size()));
    xml.points(patch.points);
    xml.open("Polys");
    xml.integers("connectivity", patch.connectivity);
    xml.integers("offsets", patch.offsets);
    xml.close();
    writeFields(xml, gathered);
    return xml.finish();
  }

  /// The .vtm of a time, or of its patches alone.
  std::string blocksText(const fv::Context& context, const std::string& folder, const std::vector<std::string>& patches,
                         bool withCells) const {
    VtkXml xml("vtkMultiBlockDataSet", when(context), false, digits_);
    const auto dataSet = [&](const std::string& name, const std::string& file) {
      xml.open("DataSet", fmt::format("name='{}' file='{}' /", output::xmlText(name), output::xmlText(folder + file)));
    };
    if (withCells) dataSet("internal", "internal.vtu");
    if (!patches.empty()) {
      xml.open("Block", "name='boundary'");
      for (const auto& patch : patches) dataSet(patch, "boundary/" + patch + ".vtp");
      xml.close();
    }
    xml.close();
    xml.time(context.time().value);
    return xml.finish();
  }

  /// Puts a file into the list of times. Those before stay, of an earlier run, too; those behind are of an abandoned run, but
  /// stay where times are looked at alone (keepsLater). Files are numbered by the steps of the run, as in v1912: a time of
  /// another number of steps that has the same file has lost it.
  void addToSeries(const fv::Context& context, const std::string& name, bool keepsLater) const {
    const fs::path file = directory_ / (caseName_ + ".vtm.series");
    output::onMaster(context.mesh.communicator(), [&] {
      const auto& now = context.time();
      const double first = now.value - 0.5 * now.deltaT;
      std::map<double, std::string> entries;
      for (const auto& [time, known] : readSeries(file)) {
        if (known == name && std::abs(time - now.value) > 0.5 * now.deltaT)
          context.log.warnOnce(
              fmt::format("vtkWrite: {} of the time {:g} s is written over: times have the numbers of their steps, "
                          "which are 0 for times without uniform/time",
                          (directory_ / name).string(), time));
        else if (known != name && (keepsLater || time < first))
          entries[time] = known;
      }
      entries[now.value] = name;
      std::string text;
      for (const auto& [time, known] : entries)
        text += fmt::format("{}    {}{}{}{} }}", text.empty() ? "" : ",\n", seriesKey, known, seriesMiddle,
                            output::timeName(time, output::TimeFormat::general, timePrecision_));
      output::makeDirectory(directory_);
      output::replaceFile(file, "{\n  \"file-series-version\" : \"1.0\",\n  \"files\" : [\n" + text + "\n  ]\n}\n", false);
    });
  }

  Schedule schedule_;
  std::shared_ptr<VtkMesh> mesh_;
  int timePrecision_;
  FieldChoice fields_;
  fs::path directory_;
  std::string caseName_;
  bool binary_ = true, internal_ = true, boundary_ = true;
  int digits_ = 6, width_ = 8;
};

}  // namespace

std::shared_ptr<Sampling> makeVtkMesh(const config::Dictionary& d) { return std::make_shared<VtkMesh>(d); }
std::unique_ptr<FunctionObject> makeVtkWrite(const FunctionSource& source) { return std::make_unique<VtkWrite>(source); }

}  // namespace eagre::run
