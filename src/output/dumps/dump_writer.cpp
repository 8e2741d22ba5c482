// SPDX-License-Identifier: BSD-3-Clause
#include "output/dumps/dump_writer.hpp"

#include <fmt/format.h>

#include <ctime>
#include <functional>

#include "fv/fields/boundary_condition.hpp"
#include "fv/fields/jump_condition.hpp"
#include "mesh/layout.hpp"
#include "mesh/mesh_points.hpp"
#include "output/dumps/dump_data.hpp"
#include "output/dumps/dump_list.hpp"
#include "output/dumps/dump_mesh.hpp"
#include "output/dumps/mesh_part.hpp"
#include "output/file_sink.hpp"
#include "output/foam/field_file_writer.hpp"
#include "output/hdf5/mpi_hints.hpp"
#include "output/on_master.hpp"

namespace eagre::output {
namespace fs = std::filesystem;

namespace {

template <class T>
std::span<const double> components(std::span<const T> values) {
  return {reinterpret_cast<const double*>(values.data()), values.size() * static_cast<std::size_t>(nComponents<T>)};
}

std::vector<comm::Redistribution> patchPlans(const mesh::Mesh& mesh, int bunch) {
  std::vector<comm::Redistribution> plans;
  for (std::size_t i = 0; i < mesh.globalPatches.size(); ++i) plans.push_back(mesh::patchSlabs(mesh, static_cast<int>(i), bunch));
  return plans;
}

bool hasPolyhedra(const comm::Communicator& communicator, const fs::path& caseDirectory) {
  bool found = false;
  onMaster(communicator, [&] { found = polyhedraOf(dumpMeshPath(caseDirectory)) > 0; });
  return communicator.any(found);
}

bool isConstraint(const mesh::PolyPatch& patch) { return patch.type != "patch" && patch.type != "wall"; }

/// The entries of a patch, as they stand in a field file, into a text; lists of values are handed on and held by their keyword.
class PatchText final : public fv::ConditionWriter {
 public:
  using List = std::function<void(const std::string& keyword, std::span<const double> values, int nComp)>;
  explicit PatchText(List list) : list_(std::move(list)), sink_(text_), writer_(sink_, {.precision = 17}) {
    writer_.beginBlock("boundaryField");  // for its indentation
    writer_.beginBlock("patch");
    text_.clear();
  }
  void entry(const std::string& keyword, const std::string& text) override { writer_.entry(keyword, text); }
  void entry(const std::string& keyword, std::span<const double> values) override { list(keyword, values, 1); }
  void entry(const std::string& keyword, std::span<const Vec3> values) override { list(keyword, components(values), 3); }
  void entry(const std::string& keyword, std::span<const SymmTensor> values) override { list(keyword, components(values), 6); }
  void dictionary(const std::string& keyword, const config::Dictionary& dict) override {
    writer_.beginBlock(keyword);
    writer_.entries(dict);
    writer_.endBlock();
  }
  const std::string& text() const { return text_; }

  void list(const std::string& keyword, std::span<const double> values, int nComp) {
    text_ += fmt::format("        {};\n", keyword);
    list_(keyword, values, nComp);
  }

 private:
  List list_;
  std::string text_;
  FileSink sink_;
  FieldFileWriter writer_;
};

/// What killed runs may have left of dumps: files half-written, and those that MPI-IO lays beside them (OpenMPI's .locktest).
void removeLeftovers(const fs::path& directory) {
  std::error_code ignored;
  std::vector<fs::path> leftovers;
  for (fs::directory_iterator entry(directory, ignored), end; !ignored && entry != end; entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with('.') && name.find(".vtkhdf.partial") != std::string::npos) leftovers.push_back(entry->path());
  }
  for (const fs::path& path : leftovers) fs::remove(path, ignored);
}

/// A text of rank 0 on all ranks, if more than one of them writes it.
std::string agreed(const DumpPlan& plan, std::string text) {
  if (plan.place.bunches.count() > 1) plan.place.world.broadcast(text);
  return text;
}

std::string dateNow() {
  const std::time_t now = std::time(nullptr);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", std::gmtime(&now));
  return date;
}

}  // namespace

DumpPlan::DumpPlan(const mesh::Mesh& mesh, fs::path caseDirectory, std::uint32_t meshChecksum, DumpSettings settings,
                   Provenance provenance, bool holdsMesh)
    : mesh(&mesh),
      caseDirectory(std::move(caseDirectory)),
      meshChecksum(meshChecksum),
      settings(std::move(settings)),
      provenance(std::move(provenance)),
      place(mesh.communicator(), this->caseDirectory / "dumps", this->settings.bunch),
      cells(mesh::cellSlabs(mesh, this->settings.bunch)),
      faces(mesh, false, this->settings.bunch),
      patches(patchPlans(mesh, this->settings.bunch)),
      holdsMesh(holdsMesh),
      polyhedra(!holdsMesh && hasPolyhedra(mesh.communicator(), this->caseDirectory)) {
  mesh.communicator().broadcast(this->provenance.command);
  if (mesh.motion) points.emplace(mesh::pointSlabs(mesh, this->settings.bunch));
  onMaster(place.world, [&] { removeLeftovers(place.directory); });
  if (place.bunches.count() == 1) return;
  hdf5::agree(place.world, [&] {
    if (place.bunch.master())
      writeMeshPart(place.directory, place.bunches.of(place.world.rank()), place.bunches.count(), this->settings);
  });
}

namespace {

/// The settings as they hold for one dump.
DumpSettings settingsOf(const DumpPlan& plan, const DumpRequest& request) {
  DumpSettings settings = plan.settings;
  if (request.exact) settings.singlePrecision = false;
  return settings;
}

/// Those of the first bunch, the same on all ranks; none if one rank writes alone, without MPI-IO.
hdf5::Hints hintsOf(const DumpPlan& plan, const DumpRequest& request) {
  if (plan.place.bunches.size == 1) return {};
  const auto bytes = request.values * static_cast<std::int64_t>(hdf5::bytesOf(valueType(settingsOf(plan, request))));
  return mpiHints(bytes / plan.place.bunches.count(), plan.place.bunches.size, plan.settings.hints);
}

std::string hintsText(const hdf5::Hints& hints) {
  std::string text;
  for (const auto& [key, value] : hints) text += fmt::format("{} {}\n", key, value);
  return text;
}

}  // namespace

DumpWriter::DumpWriter(const DumpPlan& plan, const DumpRequest& request, const fv::TimeState& time)
    : plan_(&plan), hints_(hintsOf(plan, request)), files_(plan.place, request.name, settingsOf(plan, request), hints_) {
  files_.makeGroup("/VTKHDF/CellData");
  files_.makeGroup("/VTKHDF/FieldData");
  writeProvenance(request, time);
  writeGrid();
}

void DumpWriter::writeGrid() {
  if (plan_->points)
    files_.slabs(pointsObject, components(std::span<const Vec3>(plan_->mesh->points->shape.points)), 3, *plan_->points);
  if (!plan_->holdsMesh) return files_.linkGrid(plan_->polyhedra, plan_->points.has_value());
  if (plan_->points) files_.alias("/VTKHDF/Points", pointsObject);
}

void DumpWriter::mesh(const OwnMeshToWrite* own) {
  if (own) writeOwnMesh(files_.ownGrid(), *own);
}

void DumpWriter::writeProvenance(const DumpRequest& request, const fv::TimeState& time) {
  for (const char* group : {"/eagre/fields", "/eagre/faces", "/eagre/patches", "/eagre/cells", "/eagre/state", surfaceGroup})
    files_.makeGroup(group);
  const auto attribute = [&](const char* name, const hdf5::Value& value) { files_.setAttribute("/eagre", name, value); };
  attribute("format", layoutFormat);
  attribute("time", time.value);
  attribute("name", request.timeName);
  attribute("index", std::int64_t{time.index});
  attribute("deltaT", time.deltaT);
  attribute("deltaT0", time.deltaT0);
  attribute("meshChecksum", plan_->meshChecksum);
  attribute("program", std::string("eagre"));
  attribute("version", plan_->provenance.version);
  attribute("ranks", std::int64_t{communicator().size()});
  attribute("date", agreed(*plan_, dateNow()));
  attribute("command", plan_->provenance.command);
  std::string patches;
  for (const mesh::PolyPatch& patch : plan_->mesh->globalPatches)
    patches += fmt::format("{} {} {}\n", patch.name, patch.type, patch.size);
  attribute("patches", patches);
  if (!hints_.empty()) {
    attribute("hints", hintsText(hints_));
    attribute("hintsInForce", agreed(*plan_, hintsText(files_.hintsInForce())));
  }
  const double value = time.value;
  files_.whole("/VTKHDF/FieldData/TimeValue", hdf5::Type::real64, {1, 1}, std::as_bytes(std::span(&value, 1)));
}

void DumpWriter::fieldHead(const std::string& name, const std::string& className, const Dimensions& dimensions, bool oriented) {
  const std::string object = "/eagre/fields/" + name;
  files_.makeGroup(object);
  files_.setAttribute(object, "class", className);
  files_.setAttribute(object, "dimensions", toString(dimensions));
  files_.setAttribute(object, "oriented", std::int64_t{oriented});
  files_.makeGroup("/eagre/patches/" + name);
}

void DumpWriter::surfaceData(const std::string& field, std::size_t globalPatch, std::span<const double> values, int nComp) {
  const comm::Redistribution& plan = plan_->patches[globalPatch];
  const std::string& patch = plan_->mesh->globalPatches[globalPatch].name;
  files_.slabs(surfaceObject(field, patch), values, nComp, plan);
  surfaces_.push_back({field, patch, valueType(files_.settings()), {plan.whole(), nComp}});
}

template <class T>
void DumpWriter::surface(const fv::VolField<T>& field, std::size_t globalPatch) {
  const mesh::Mesh& mesh = *plan_->mesh;
  std::vector<T> values;
  for (const Label f : mesh::patchFaces(mesh, static_cast<int>(globalPatch))) {
    if (f >= mesh.nInteriorFaces())
      values.push_back(field.boundary()[f - mesh.nInteriorFaces()]);
    else  // coupled
      values.push_back(mesh.weights[f] * field[mesh.owner[f]] + (1 - mesh.weights[f]) * field[mesh.neighbour[f]]);
  }
  surfaceData(field.name(), globalPatch, components(std::span<const T>(values)), nComponents<T>);
}

template <class T>
void DumpWriter::field(const fv::VolField<T>& field) {
  const mesh::Mesh& mesh = *plan_->mesh;
  fieldHead(field.name(), volFieldClass(nComponents<T>), field.dimensions(), false);
  files_.makeGroup(fmt::format("{}/{}", surfaceGroup, field.name()));
  files_.slabs("/VTKHDF/CellData/" + field.name(), components(std::span<const T>(field.cells())), nComponents<T>, plan_->cells);
  for (std::size_t i = 0; i < mesh.globalPatches.size(); ++i) {
    const mesh::PolyPatch& patch = mesh.globalPatches[i];
    const std::string group = fmt::format("/eagre/patches/{}/{}", field.name(), patch.name);
    files_.makeGroup(group);
    bool hasValue = false;
    PatchText text([&](const std::string& keyword, std::span<const double> values, int nComp) {
      const std::string listObject = group + "/" + keyword;
      const bool isValue = keyword == "value";
      if (!isValue) return files_.slabs(listObject, values, nComp, plan_->patches[i]);
      surfaceData(field.name(), i, values, nComp);
      files_.alias(listObject, surfaceObject(field.name(), patch.name));
      hasValue = true;
    });
    const mesh::Patch* here = mesh.findPatch(patch.name);  // null: coupled
    if (here && patch.type != "empty" && field.conditions().empty()) {
      text.entry("type", isConstraint(patch) ? patch.type : "calculated");
      text.list("value", components(field.patchValues(*here)), nComponents<T>);
    } else if (here && patch.type != "empty") {
      field.conditions()[static_cast<std::size_t>(here - mesh.patches.data())]->write(field, text);
    } else if (const auto* jump = fv::findJump(field, static_cast<int>(i))) {
      fv::writeJump(*jump, field, static_cast<int>(i), text);
    } else {
      text.entry("type", patch.type);
    }
    files_.setAttribute(group, "dictionary", text.text());
    if (!hasValue && patch.type != "empty") surface(field, i);
  }
}

template void DumpWriter::field(const fv::VolField<double>&);
template void DumpWriter::field(const fv::VolField<Vec3>&);
template void DumpWriter::field(const fv::VolField<SymmTensor>&);
template void DumpWriter::field(const fv::VolField<Tensor>&);

void DumpWriter::field(const fv::SurfaceScalarField& field, bool oriented) {
  const mesh::Mesh& mesh = *plan_->mesh;
  fieldHead(field.name(), "surfaceScalarField", field.dimensions(), oriented);
  std::vector<double> room;
  files_.slabs("/eagre/faces/" + field.name(), plan_->faces.entities(field.faces(), room), 1, plan_->faces.plan());
  std::vector<double> values;
  for (std::size_t i = 0; i < mesh.globalPatches.size(); ++i) {
    const mesh::PolyPatch& patch = mesh.globalPatches[i];
    const std::string group = fmt::format("/eagre/patches/{}/{}", field.name(), patch.name);
    files_.makeGroup(group);
    PatchText text([&](const std::string& keyword, std::span<const double> list, int nComp) {
      files_.slabs(group + "/" + keyword, list, nComp, plan_->patches[i]);
    });
    values.clear();
    for (const Label f : mesh::patchFaces(mesh, static_cast<int>(i))) values.push_back(field[f]);
    text.entry("type", isConstraint(patch) ? patch.type : "calculated");
    text.entry("value", std::span<const double>(values));
    files_.setAttribute(group, "dictionary", text.text());
  }
}

void DumpWriter::state(const std::string& name, const std::string& text) { files_.text(stateObject(name), text); }

}  // namespace eagre::output
