// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/sampling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "config/pattern.hpp"
#include "output/on_master.hpp"
#include "run/case_setup.hpp"

namespace eagre::run {
namespace {

bool hasPatch(const mesh::PolyMesh& mesh, std::initializer_list<std::string_view> types) {
  return std::any_of(mesh.patches.begin(), mesh.patches.end(),
                     [&](const auto& patch) { return std::find(types.begin(), types.end(), patch.type) != types.end(); });
}

}  // namespace

mesh::PointScheme readScheme(const config::Dictionary& d) {
  return mesh::pointScheme(d.getChoice("interpolationScheme", mesh::pointSchemeNames));
}

bool Sampling::isCyclic(const mesh::PolyMesh& mesh) { return hasPatch(mesh, {"cyclic"}); }

void Sampling::plan(const mesh::PointStencils& mesh) {
  const bool byCell = scheme_ == mesh::PointScheme::cell;
  if (!byCell && isCyclic(mesh.mesh()))
    throw Error(place_, "sampling between cells is not supported on a mesh with cyclic patches; interpolationScheme cell is");
  turnsVectors_ = !byCell && hasPatch(mesh.mesh(), {"symmetry", "symmetryPlane", "wedge"});
  addStencils(mesh, stencils_);
}

void Sampling::deal(const comm::Communicator& communicator, const mesh::Mesh& mesh) {
  communicator.broadcast(stencils_.starts);
  communicator.broadcast(stencils_.sources);
  communicator.broadcast(stencils_.weights);
  turnsVectors_ = communicator.any(turnsVectors_);
  nPoints_ = stencils_.size();
  std::vector<std::pair<Label, Term>> wanted;  // source in the undivided mesh, term
  for (Label i = 0; i < nPoints_; ++i)
    for (Label t = stencils_.starts[i]; t < stencils_.starts[i + 1]; ++t)
      wanted.push_back({stencils_.sources[t], {i, 0, stencils_.weights[t]}});
  std::stable_sort(wanted.begin(), wanted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const auto take = [&](GlobalLabel source, Label local, std::vector<Term>& terms) {
    const auto less = [](const auto& a, GlobalLabel s) { return a.first < s; };
    for (auto it = std::lower_bound(wanted.begin(), wanted.end(), source, less); it != wanted.end() && it->first == source;
         ++it) {
      terms.push_back(it->second);
      terms.back().source = local;
    }
  };
  for (Label c = 0; c < mesh.nCells; ++c) take(mesh.cellGlobal[c], c, cells_);
  for (Label b = 0; b < mesh.nBoundaryFaces; ++b)
    take(mesh.nCellsGlobal + mesh.faceGlobal[mesh.nInteriorFaces() + b] - mesh.nInternalFacesGlobal, b, faces_);
  stencils_ = {};
}

template <class T>
std::vector<T> Sampling::values(const fv::VolField<T>& field) const {
  if (nComponents < T >> 1 && turnsVectors_)
    throw Error(place_, fmt::format("{}: sampling vectors between cells is not supported on a mesh with symmetry planes or "
                                    "wedges; interpolationScheme cell is",
                                    field.name()));
  std::vector<double> sums(static_cast<std::size_t>(nPoints_) * nComponents<T>, 0.0);
  const auto add = [&](const std::vector<Term>& terms, const std::vector<T>& from) {
    for (const Term& term : terms)
      for (int i = 0; i < nComponents<T>; ++i)
        sums[static_cast<std::size_t>(term.point) * nComponents<T> + static_cast<std::size_t>(i)] +=
            term.weight * component(from[term.source], i);
  };
  add(cells_, field.cells());
  add(faces_, field.boundary());
  field.mesh().communicator().sum(sums);
  std::vector<T> values(static_cast<std::size_t>(nPoints_));
  std::copy(sums.begin(), sums.end(), reinterpret_cast<double*>(values.data()));
  return values;
}

template std::vector<double> Sampling::values(const fv::VolField<double>&) const;
template std::vector<Vec3> Sampling::values(const fv::VolField<Vec3>&) const;

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
    else if (registry.scalar(text) || registry.vector(text))
      take([&](const std::string& name) { return name == text; });
    else
      throw Error(fields.place, fmt::format("there is no field '{}' in this solver", text));
  });
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

void writeSampled(const fv::Context& context, const std::filesystem::path& file, const std::string& text) {
  output::onMaster(context.mesh.communicator(), [&] {
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    std::ofstream out(file, std::ios::binary);
    out << text;
    out.close();
    if (!out) throw Error(file.string() + ": cannot be written", ExitCode::io);
  });
}

Samplings::Samplings(CaseDictionaries& dictionaries, Problems& problems) {
  const auto* functions = dictionaries.controlDict().findDict("functions");
  if (!functions) return;
  for (const auto& entry : functions->entries()) {
    if (!entry.isDict()) continue;
    problems.guard([&] {
      const auto& d = *entry.dict;
      if (!d.getOr<bool>("enabled", true)) return;
      const std::string type = d.getOr("type", "");
      if (type == "sets") samplings_[entry.keyword] = makeSetsSampling(d);
      if (type == "surfaces") samplings_[entry.keyword] = makeSurfacesSampling(d);
      if (type == "interfaceHeight")
        samplings_[entry.keyword] =
            makeHeightSampling(d, dictionaries.required("constant/g").getDimensionedVector("value", dimAcceleration));
    });
  }
}

void Samplings::plan(const mesh::PolyMesh& mesh, const mesh::PolyGeometry& geometry) {
  if (empty()) return;
  const mesh::PointStencils stencils(mesh, geometry);
  for (const auto& [name, sampling] : samplings_) sampling->plan(stencils);
}

void Samplings::deal(const comm::Communicator& communicator, const mesh::Mesh& mesh) {
  for (const auto& [name, sampling] : samplings_) sampling->deal(communicator, mesh);
}

std::shared_ptr<Sampling> Samplings::find(const std::string& functionObject) const {
  const auto found = samplings_.find(functionObject);
  return found == samplings_.end() ? nullptr : found->second;
}

}  // namespace eagre::run
