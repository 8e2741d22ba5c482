// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "config/pattern.hpp"
#include "mesh/layout.hpp"
#include "mesh/mesh_points.hpp"
#include "output/file_sink.hpp"
#include "output/on_master.hpp"
#include "run/case/case_setup.hpp"
#include "run/functions/face_zones.hpp"

namespace eagre::run {
namespace {

bool hasPatch(const mesh::PolyMesh& mesh, std::initializer_list<std::string_view> types) {
  return std::any_of(mesh.patches.begin(), mesh.patches.end(),
                     [&](const auto& patch) { return std::find(types.begin(), types.end(), patch.type) != types.end(); });
}

}  // namespace

std::vector<PatchChoice> readPatchChoices(const config::Entry& entry) {
  std::vector<PatchChoice> choices;
  auto reader = entry.reader();
  reader.list([&] {
    const bool quoted = reader.peek().kind == config::Token::Kind::string;
    const std::string text = reader.word();
    if (quoted)
      choices.emplace_back([pattern = config::Pattern(text, entry.place)](const auto& p) { return pattern.matches(p.name); });
    else
      choices.emplace_back([text](const auto& p) {
        return p.name == text || std::find(p.inGroups.begin(), p.inGroups.end(), text) != p.inGroups.end();
      });
  });
  reader.expectEnd();
  return choices;
}

mesh::PointScheme readScheme(const config::Dictionary& d) {
  return mesh::pointScheme(d.getChoice("interpolationScheme", mesh::pointSchemeNames));
}

bool Sampling::isCyclic(const mesh::PolyMesh& mesh) { return hasPatch(mesh, {"cyclic", "cyclicAMI", "cyclicACMI"}); }

const mesh::PointStencils* MovedMesh::follow(const mesh::Mesh& mesh) {
  if (stamp_.isOf(mesh)) return &*stencils_;
  std::vector<Vec3> points = mesh::gatherPoints(mesh);
  output::onMaster(mesh.communicator(), [&] {
    whole_.points = std::move(points);
    geometry_ = mesh::computeGeometry(whole_);
  });
  stencils_.emplace(whole_, geometry_);
  stamp_.set(mesh);
  return &*stencils_;
}

void Sampling::follow(const mesh::Mesh& mesh) {
  if (!moved_ || !stamp_.renew(mesh)) return;
  const mesh::PointStencils* whole = moved_->follow(mesh);
  stencils_ = {};
  cells_.clear();
  faces_.clear();
  output::onMaster(mesh.communicator(), [&] { plan(*whole); });
  deal(mesh.communicator(), mesh);
}

void Sampling::plan(const mesh::PointStencils& mesh) {
  const bool byCell = scheme_ == mesh::PointScheme::cell;
  if (!byCell && isCyclic(mesh.mesh()))
    throw Error(place_, "sampling between cells is not supported on a mesh with cyclic patches; interpolationScheme cell is");
  turnsVectors_ = !byCell && hasPatch(mesh.mesh(), {"symmetry", "symmetryPlane", "wedge"});
  addStencils(mesh, stencils_);
}

void Sampling::deal(const comm::Communicator& communicator, const mesh::Mesh& mesh) {
  turnsVectors_ = communicator.any(turnsVectors_);
  // Rank 0 numbers the sources that there are; every rank gets these numbers of its own.
  std::vector<Label> sources = stencils_.sources;
  std::sort(sources.begin(), sources.end());
  sources.erase(std::unique(sources.begin(), sources.end()), sources.end());
  const auto firstFrom = [&](GlobalLabel s) { return std::lower_bound(sources.begin(), sources.end(), s) - sources.begin(); };
  for (Label& s : stencils_.sources) s = static_cast<Label>(firstFrom(s));
  std::vector<Label> places;
  // whole(): of the sources from `first` on, `size` of them, the number of each plus one, 0 for what is none.
  const auto whole = [&](GlobalLabel first, GlobalLabel size) {
    std::vector<double> numbers(communicator.master() ? static_cast<std::size_t>(size) : 0);
    for (auto i = firstFrom(first); communicator.master() && i < firstFrom(first + size); ++i)
      numbers[static_cast<std::size_t>(sources[i] - first)] = static_cast<double>(i + 1);
    return numbers;
  };
  const auto take = [&](const std::vector<double>& numbers, Label first, std::vector<Label>& own) {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] == 0) continue;
      own.push_back(first + static_cast<Label>(i));
      places.push_back(static_cast<Label>(numbers[i]) - 1);
    }
  };
  take(mesh::scatterCells(mesh, whole(0, mesh.nCellsGlobal), 1), 0, cells_);
  const bool hasFaces = communicator.any(!sources.empty() && sources.back() >= mesh.nCellsGlobal);
  for (const auto& patch : mesh.patches) {
    const auto& global = mesh.globalPatches[static_cast<std::size_t>(patch.globalIndex)];
    if (!hasFaces || global.type == "empty") continue;
    const GlobalLabel first = mesh.nCellsGlobal + global.start - mesh.nInternalFacesGlobal;
    take(mesh::scatterPatch(mesh, patch.globalIndex, whole(first, global.size), 1), patch.start, faces_);
  }
  const std::int64_t n = communicator.sum(static_cast<std::int64_t>(sources.size()));
  plan_.emplace(communicator, places, comm::Redistribution::onMaster(communicator, n));
}

template <class T>
std::vector<T> Sampling::values(const fv::VolField<T>& field) const {
  if (nComponents < T >> 1 && turnsVectors_)
    throw Error(place_, fmt::format("{}: sampling vectors between cells is not supported on a mesh with symmetry planes or "
                                    "wedges; interpolationScheme cell is",
                                    field.name()));
  std::vector<T> own;
  own.reserve(cells_.size() + faces_.size());
  for (const Label c : cells_) own.push_back(field.cells()[c]);
  for (const Label b : faces_) own.push_back(field.boundary()[b]);
  const std::vector<T> sources = plan_->gather(own);
  std::vector<T> values(static_cast<std::size_t>(stencils_.size()));
  for (Label i = 0; i < stencils_.size(); ++i)
    for (Label t = stencils_.starts[i]; t < stencils_.starts[i + 1]; ++t)
      values[i] += stencils_.weights[t] * sources[stencils_.sources[t]];
  return values;
}

template std::vector<double> Sampling::values(const fv::VolField<double>&) const;
template std::vector<Vec3> Sampling::values(const fv::VolField<Vec3>&) const;
template std::vector<SymmTensor> Sampling::values(const fv::VolField<SymmTensor>&) const;

void eachNamed(const config::Entry& entry, const std::function<void(const std::string&, const config::Dictionary&)>& use) {
  if (entry.isDict()) {
    for (const auto& one : entry.dict->entries())
      if (one.isDict()) use(one.keyword, *one.dict);
    return;
  }
  auto reader = entry.reader();
  reader.list([&] {
    const std::string name = reader.word();
    use(name, reader.dict(entry.keyword + "." + name));
  });
  reader.expectEnd();
}

std::vector<std::string> presentFields(const fv::Registry& registry, const config::Entry& fields, bool vectors) {
  std::vector<std::string> names;
  auto reader = fields.reader();
  const auto take = [&](auto fits) {
    for (const auto& [name, field] : registry.scalars())
      if (!vectors && fits(name)) names.push_back(name);
    for (const auto& [name, field] : registry.vectors())
      if (vectors && fits(name)) names.push_back(name);
  };
  reader.list([&] {
    const bool quoted = reader.peek().kind == config::Token::Kind::string;
    const std::string text = reader.word();
    if (quoted)
      take([pattern = config::Pattern(text, fields.place)](const std::string& name) { return pattern.matches(name); });
    else if (vectors ? registry.vector(text) != nullptr : registry.scalar(text) != nullptr)
      names.push_back(text);
    else if (!registry.scalar(text) && !registry.vector(text))
      throw Error(fields.place, fmt::format("there is no field '{}' in this solver", text));
  });
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void writeSampled(const fv::Context& context, const std::filesystem::path& file, const std::string& text) {
  output::onMaster(context.mesh.communicator(), [&] {
    output::makeDirectory(file.parent_path());
    output::replaceFile(file, text, false);
  });
}

namespace {
/// What the function object of a dictionary samples; null: nothing, or not by points.
std::shared_ptr<Sampling> samplingOf(const config::Dictionary& d, CaseDictionaries& dictionaries) {
  const std::string type = d.getOr("type", "");
  if (type == "probes") return makeProbeSampling(d);
  if (type == "sets") return makeSetsSampling(d);
  if (type == "streamLine") return makeStreamSampling(d);
  if (type == "vtkWrite") return makeVtkMesh(d);
  if (type == "surfaces") return makeSurfacesSampling(d);
  if (type == "surfaceFieldValue" && d.getOr("regionType", "") == "sampledSurface") return makeSampledSurface(d);
  if (type == "surfaceFieldValue" && d.getOr("regionType", "") == "faceZone") return makeFaceZone(d);
  if (type == "nearWallFields") return makeNearWallSampling(d);
  if (type == "fluxSummary") return makeFluxZones(d);
  if (type == "interfaceHeight")
    return makeHeightSampling(d, dictionaries.required("constant/g").getDimensionedVector("value", dimAcceleration));
  return nullptr;
}
}  // namespace

Samplings::Samplings(CaseDictionaries& dictionaries) {
  const config::Entry* const functions = dictionaries.controlDict().find("functions");
  if (!functions || !functions->isDict()) return;
  for (const auto& entry : functions->dict->entries()) {
    if (!entry.isDict()) continue;
    try {
      const auto& d = *entry.dict;
      if (!d.defect().empty() || !d.getOr<bool>("enabled", true)) continue;
      if (auto sampling = samplingOf(d, dictionaries)) samplings_[entry.keyword] = std::move(sampling);
      if (d.getOr("type", "") != "fieldValueDelta") continue;
      for (const char* region : {"region1", "region2"})
        if (auto sampling = samplingOf(d.subDict(region), dictionaries))
          samplings_[entry.keyword + "." + region] = std::move(sampling);
    } catch (const Error& e) { fail(entry.keyword, e.what()); }
  }
}

void Samplings::fail(const std::string& functionObject, const std::string& reason) {
  samplings_.erase(functionObject);
  problems_[functionObject] = reason;
}

void Samplings::moveWithMesh() {
  moved_ = std::make_shared<MovedMesh>();
  for (const auto& [name, sampling] : samplings_) sampling->moveWith(moved_);
}

void Samplings::leaveOut(const std::string& reason) {
  while (!samplings_.empty()) fail(std::string(samplings_.begin()->first), reason);
}

const std::string& Samplings::problem(const std::string& functionObject) const {
  static const std::string none;
  const auto found = problems_.find(functionObject);
  return found == problems_.end() ? none : found->second;
}

void Samplings::plan(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry) {
  if (empty()) return;
  if (moved_) moved_->keep(mesh);
  const mesh::PointStencils stencils(mesh, geometry);
  for (const auto& [name, sampling] : samplings_) {
    try {
      sampling->plan(stencils);
    } catch (const Error& e) { problems_[name] = e.what(); }
  }
}

void Samplings::deal(const comm::Communicator& communicator, const mesh::Mesh& mesh) {
  const auto samplings = samplings_;
  for (const auto& [name, sampling] : samplings) {
    if (!communicator.any(problems_.contains(name)))
      sampling->deal(communicator, mesh);
    else
      fail(name, problems_.contains(name) ? problems_[name] : "the mesh does not allow what it samples");
  }
}

std::shared_ptr<Sampling> Samplings::find(const std::string& functionObject) const {
  const auto found = samplings_.find(functionObject);
  return found == samplings_.end() ? nullptr : found->second;
}

}  // namespace eagre::run
