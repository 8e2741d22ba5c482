// SPDX-License-Identifier: BSD-3-Clause
#include "run/functions/surface_sampling.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "config/word_choice.hpp"
#include "mesh/cell_cut.hpp"
#include "run/words.hpp"

namespace eagre::run {
namespace {

/// What all surfaces have; `keywords`: those of its own. `store` keeps OpenFOAM's surface in memory for other function objects,
/// of which there is none here.
Surface readCommon(const std::string& name, const config::Dictionary& d, std::vector<std::string> keywords) {
  static const std::vector<std::string> schemes{"cell"};
  keywords.insert(keywords.end(), {"type", "enabled", "interpolate", "triangulate", "store"});
  d.checkKeywords(keywords);
  Surface surface;
  surface.name = name;
  surface.type = d.get<std::string>("type");
  surface.atPoints = d.getOr<bool>("interpolate", false);
  if (d.has("sampleScheme")) d.getChoice("sampleScheme", schemes);
  d.getOr<bool>("store", false);
  return surface;
}

/// regularise: a switch, or a word of isoSurfaceBase.
bool readRegularise(const config::Dictionary& d) {
  static const std::vector<std::string> words{"true", "false", "yes", "no", "on", "off", "none", "partial", "full", "diagcell"};
  if (!d.has("regularise")) return true;
  const std::string word = d.getChoice("regularise", words);
  return word != "false" && word != "no" && word != "off" && word != "none";
}

Surface readPlaneSurface(const std::string& name, const config::Dictionary& d, bool cutting) {
  static const std::vector<std::string> algorithms{"cell", "point", "topo"};
  std::vector<std::string> keywords = case_::planeKeywords();
  keywords.emplace_back("sampleScheme");
  if (cutting) keywords.insert(keywords.end(), {"isoAlgorithm", "regularise", "mergeTol", "average"});
  Surface surface = readCommon(name, d, keywords);
  surface.triangulate = d.getOr<bool>("triangulate", true);
  surface.plane = case_::readPlane(d, false);
  if (!cutting) return surface;
  if (d.has("isoAlgorithm")) d.getChoice("isoAlgorithm", algorithms);
  readRegularise(d);
  surface.note = "cut like type plane: isoAlgorithm, regularise, mergeTol and average change nothing";
  return surface;
}

Surface readIsoSurface(const std::string& name, const config::Dictionary& d, mesh::PointScheme scheme) {
  Surface surface = readCommon(name, d, {"isoField", "isoValue", "regularise", "mergeTol", "average", "sampleScheme"});
  const bool polygons = surface.type == "isoSurfaceTopo";
  surface.iso = IsoSurface{.field = d.get<std::string>("isoField"),
                           .value = d.get<double>("isoValue"),
                           .atPoints = surface.atPoints,
                           .triangulate = d.getOr<bool>("triangulate", !polygons),
                           .scheme = scheme};
  if (const bool regularise = readRegularise(d); !(polygons && regularise) || d.has("mergeTol") || d.has("average"))
    surface.note = "cut as a regularised isoSurfaceTopo: regularise, mergeTol and average change nothing";
  return surface;
}

const WordTable<>& surfaceTypes() {
  static const WordTable<> table{{"patch", "the faces of patches"},
                                 {"patchInternalField", "the faces of patches, with values of the cells behind at a distance"},
                                 {"plane", "a plane through the cells, in polygons (openfoam.com)"},
                                 {"cuttingPlane", "a plane through the cells, in triangles"},
                                 {"isoSurface", "surface of the value isoValue of isoField"},
                                 {"isoSurfaceCell", "isoSurface"},
                                 {"isoSurfaceTopo", "isoSurface, in polygons"}};
  return table;
}

Surface readSurface(const std::string& name, const config::Dictionary& d, mesh::PointScheme scheme) {
  static const std::vector<std::string> modes{"normal"};
  const std::string type = config::chosen(surfaceTypes(), d, "type").word;
  if (type == "plane" || type == "cuttingPlane") return readPlaneSurface(name, d, type == "cuttingPlane");
  if (type.starts_with("iso")) return readIsoSurface(name, d, scheme);
  Surface surface = readCommon(name, d, {"patches", "offsetMode", "distance"});
  surface.ofInternalField = type == "patchInternalField";
  surface.patches = readPatchChoices(d.at("patches"));
  if (d.getOr<bool>("triangulate", false)) throw Error(d.at("triangulate").place, d.name() + ": triangulate is not supported");
  if (!surface.ofInternalField) return surface;
  if (d.has("offsetMode")) d.getChoice("offsetMode", modes);
  surface.distance = d.get<double>("distance");
  return surface;
}

/// The cell whose centre is nearest to a position, from a cell near by on.
Label nearestCell(const mesh::PointStencils& mesh, const Vec3& position, Label cell) {
  const auto distance = [&](Label c) { return magSqr(mesh.geometry().cellCentres[c] - position); };
  for (Label best = cell;; cell = best) {
    for (const Label f : mesh.facesOf(cell)) {
      if (f >= mesh.mesh().nInternalFaces()) continue;
      const Label other = mesh.mesh().owner[f] == cell ? mesh.mesh().neighbour[f] : mesh.mesh().owner[f];
      if (distance(other) < distance(best)) best = other;
    }
    if (best == cell) return cell;
  }
}

/// Adds the faces of the patches of a surface; returns their labels in the mesh, and sets the mesh's points of its own.
std::vector<Label> takePatches(Surface& surface, const mesh::PointStencils& mesh, const Place& place,
                               std::vector<Label>& meshPoints) {
  std::vector<Label> labels;
  std::map<Label, Label> own;
  for (const auto& patch : mesh.mesh().patches) {
    if (std::none_of(surface.patches.begin(), surface.patches.end(), [&](const auto& fits) { return fits(patch); })) continue;
    if (patch.type == "empty" || isCoupled(patch))
      throw Error(place, fmt::format("surface {}: patch '{}' is {}: it has no values", surface.name, patch.name, patch.type));
    for (auto f = static_cast<Label>(patch.start); f < patch.start + patch.size; ++f) {
      std::vector<Label> face;
      for (const Label point : mesh.cornersOf(f)) {
        const auto [it, isNew] = own.try_emplace(point, static_cast<Label>(meshPoints.size()));
        if (isNew) meshPoints.push_back(point);
        face.push_back(it->second);
      }
      surface.faces.push_back(std::move(face));
      surface.faceCentres.push_back(mesh.geometry().faceCentres[f]);
      labels.push_back(f);
    }
  }
  for (const Label point : meshPoints) surface.points.push_back(mesh.mesh().points[point]);
  if (!labels.empty()) return labels;
  std::vector<std::string> names;
  for (const auto& patch : mesh.mesh().patches) names.push_back(patch.name);
  throw Error(place,
              fmt::format("surface {}: its patches fit none of the mesh, which has {}", surface.name, fmt::join(names, ", ")));
}

template <class T>
FieldColumn column(const std::string& name, const std::vector<T>& values) {
  const auto* numbers = reinterpret_cast<const double*>(values.data());
  return {name, nComponents<T>, {numbers, numbers + values.size() * static_cast<std::size_t>(nComponents<T>)}};
}

}  // namespace

std::vector<Word> surfaceWords() { return surfaceTypes().words(); }

void SurfaceSampling::deal(const comm::Communicator& communicator, const mesh::Mesh& mesh) {
  Sampling::deal(communicator, mesh);
  if (std::ranges::any_of(surfaces_, [](const Surface& surface) { return surface.iso.has_value(); }))
    corners_ = std::make_unique<mesh::CornerMesh>(communicator.master() ? &whole_->first : nullptr,
                                                  communicator.master() ? &whole_->second : nullptr, mesh);
  whole_.reset();
}

void SurfaceSampling::start(const fv::Context& context) const {
  for (const Surface& surface : surfaces_) {
    if (surface.iso && !context.registry.scalar(surface.iso->field))
      throw Error(place(), fmt::format("surface {}: isoField: there is no scalar field '{}' in this solver", surface.name,
                                       surface.iso->field));
    if (!surface.note.empty()) context.log.line(fmt::format("surface {} ({}): {}", surface.name, surface.type, surface.note));
  }
}

void SurfaceSampling::eachSurface(const fv::Context& context, const std::vector<std::string>& scalars,
                                  const std::vector<std::string>& vectors, const Use& use) {
  follow(context.mesh);
  std::vector<FieldColumn> columns;
  for (const auto& name : scalars) columns.push_back(column(name, values(*context.registry.scalar(name))));
  for (const auto& name : vectors) columns.push_back(column(name, values(*context.registry.vector(name))));
  std::size_t first = 0;
  for (const Surface& surface : surfaces_) {
    if (surface.iso) {
      auto sampled = sampleIsoSurface(context.registry, *corners_, context.mesh.communicator(), *surface.iso, scalars, vectors);
      sampled.shape.name = surface.name;
      use(sampled.shape, sampled.columns, 0);
      continue;
    }
    use(surface, columns, first);
    first += surface.nValues();
  }
}

void SurfaceSampling::addStencils(const mesh::PointStencils& mesh, mesh::Stencils& stencils) {
  for (Surface& surface : surfaces_) {
    surface.points.clear();
    surface.faces.clear();
    surface.faceCentres.clear();
    if (surface.iso) {
      if (isCyclic(mesh.mesh()))
        throw Error(place(),
                    fmt::format("surface {}: {} is not supported on a mesh with cyclic patches", surface.name, surface.type));
      if (!whole_) whole_.emplace(mesh.mesh(), mesh.geometry());
      continue;
    }
    if (surface.plane) {
      addPlane(surface, mesh, stencils);
      continue;
    }
    std::vector<Label> meshPoints;
    const auto labels = takePatches(surface, mesh, place(), meshPoints);
    surface.ofInternalField ? addInternalField(surface, labels, mesh, stencils)
                            : addPatch(surface, labels, meshPoints, mesh, stencils);
  }
}

/// A cell's value on its cut; points as the scheme says in the cell of the first cut with them. A mesh that moves may come to the
/// plane later.
void SurfaceSampling::addPlane(Surface& surface, const mesh::PointStencils& mesh, mesh::Stencils& stencils) const {
  auto cut = mesh::cutCells(mesh, surface.plane->origin, surface.plane->normal);
  if (cut.polygons.empty() && !meshMoves())
    throw Error(place(), fmt::format("surface {}: the plane does not cut the mesh", surface.name));
  if (surface.triangulate) mesh::triangulate(cut);
  for (std::size_t i = 0; i < (surface.atPoints ? cut.points.size() : cut.polygons.size()); ++i) {
    surface.atPoints ? mesh.add(stencils, scheme_, cut.points[i], cut.pointCells[i]) : stencils.add(cut.polygonCells[i], 1);
    stencils.close();
  }
  for (const auto& face : cut.polygons) surface.faceCentres.push_back(mesh::polygonGeometry(cut.points, face).centre);
  surface.points = std::move(cut.points);
  surface.faces = std::move(cut.polygons);
}

void SurfaceSampling::addPatch(const Surface& surface, const std::vector<Label>& labels, const std::vector<Label>& meshPoints,
                               const mesh::PointStencils& mesh, mesh::Stencils& stencils) const {
  if (!surface.atPoints) {
    for (const Label f : labels) {
      mesh.addFace(stencils, f, 1);
      stencils.close();
    }
    return;
  }
  std::vector<Label> firstCell(meshPoints.size(), -1);
  for (std::size_t i = 0; i < labels.size(); ++i)
    for (const Label point : surface.faces[i])
      if (firstCell[point] < 0) firstCell[point] = mesh.mesh().owner[labels[i]];
  for (std::size_t p = 0; p < meshPoints.size(); ++p) {
    scheme_ == mesh::PointScheme::cell ? stencils.add(firstCell[p], 1) : mesh.addPoint(stencils, meshPoints[p], 1);
    stencils.close();
  }
}

/// Of each face the value at `distance` behind its centre, in the cell whose centre is nearest; a cell that several faces share
/// has the value of the last of them for all, as in OpenFOAM. Points: the mean of the faces around by inverse distance.
void SurfaceSampling::addInternalField(const Surface& surface, const std::vector<Label>& labels, const mesh::PointStencils& mesh,
                                       mesh::Stencils& stencils) const {
  std::vector<Label> cells;
  std::map<Label, Vec3> sampleOf;
  for (const Label f : labels) {
    const Vec3 position = mesh.geometry().faceCentres[f] - surface.distance * normalised(mesh.geometry().faceAreas[f]);
    cells.push_back(nearestCell(mesh, position, mesh.mesh().owner[f]));
    sampleOf[cells.back()] = position;
  }
  if (!surface.atPoints) {
    for (const Label cell : cells) {
      stencils.add(cell, 1);
      stencils.close();
    }
    return;
  }
  mesh::Stencils ofFaces;
  std::vector<std::vector<std::size_t>> around(surface.points.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    mesh.add(ofFaces, scheme_, sampleOf.at(cells[i]), cells[i]);
    ofFaces.close();
    for (const Label point : surface.faces[i]) around[point].push_back(i);
  }
  for (std::size_t p = 0; p < around.size(); ++p) {
    double sum = 0;
    for (const std::size_t i : around[p]) sum += 1 / mag(surface.faceCentres[i] - surface.points[p]);
    for (const std::size_t i : around[p])
      for (Label t = ofFaces.starts[i]; t < ofFaces.starts[i + 1]; ++t)
        stencils.add(ofFaces.sources[t], ofFaces.weights[t] / mag(surface.faceCentres[i] - surface.points[p]) / sum);
    stencils.close();
  }
}

std::shared_ptr<Sampling> makeSurfacesSampling(const config::Dictionary& d) {
  const auto scheme = d.has("interpolationScheme") ? readScheme(d) : mesh::PointScheme::cellPoint;
  std::vector<Surface> surfaces;
  eachNamed(d.at("surfaces"), [&](const std::string& name, const config::Dictionary& surface) {
    if (surface.getOr<bool>("enabled", true)) surfaces.push_back(readSurface(name, surface, scheme));
  });
  return std::make_shared<SurfaceSampling>(scheme, d.place(), std::move(surfaces));
}

std::shared_ptr<Sampling> makeSampledSurface(const config::Dictionary& d) {
  const auto& own = d.subDict("sampledSurfaceDict");
  const auto scheme = own.getOr<bool>("interpolate", false) ? mesh::PointScheme::cellPoint : mesh::PointScheme::cell;
  return std::make_shared<SurfaceSampling>(scheme, own.place(),
                                           std::vector<Surface>{readSurface(d.get<std::string>("name"), own, scheme)});
}

}  // namespace eagre::run
